"""Checks: procedures of the rule set that fall due at intervals, or on a keyword such as loud.

A check throws on a table and carries out the effects of the entry, or it carries out effects of its own.
Effects are a closed list, that of the rule model; each is carried out by the mechanism that declares it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import partial

from turnkeeper.chance.throws import Throw
from turnkeeper.play.clock import cases, check_times
from turnkeeper.play.kernel.decision import Decision
from turnkeeper.play.kernel.essence import Occurrence, Outlook, occurs
from turnkeeper.play.kernel.event import Event, Rolled, State, happens, together, unchanged
from turnkeeper.play.kernel.mechanism import Mechanism, Occasion, carries
from turnkeeper.rules.book import Cadence, Lookup, Rulebook
from turnkeeper.rules.model.procedures import CheckWindow, Procedure, RollTable, TableEntry
from turnkeeper.time import Instant, Rank


class Checked(Event, frozen=True, tag="checked.1"):
    """A check was made and gave an entry; ``cause`` is the triggering keyword, empty if it fell due."""

    check: str
    table: str
    entry: str
    rolled: Rolled
    cause: str = ""


def schedule(decision: Decision, start: Instant, _until: Instant) -> None:
    """Schedule the checks that fall due in this scene by themselves.

    They rank before anything begun in play, and among themselves in the order of the rule set.
    """
    for one in decision.book.cadences.get(decision.state.place.scene, ()):
        if one.procedure.window is None:
            _book_next(decision, one, start)
        else:
            _begin_window(one, one.procedure.window, decision)


def _book_next(decision: Decision, one: Cadence, after: Instant) -> None:
    if decision.walk is None:
        return
    if one.every is not None:
        due = check_times.next_end_ms(decision.state, decision.book, one, after.ms)
        if due > after.ms:
            decision.walk.book_ms(due, Rank.CHECKS, one.begun, partial(_visit, one))
        return
    daily = check_times.next_due(decision.state, decision.book, one, after)
    if daily is not None:
        decision.walk.book(daily, Rank.CHECKS, one.begun, partial(_visit, one))


def _visit(one: Cadence, decision: Decision) -> None:
    check(decision, one.name, one.procedure)
    _book_next(decision, one, decision.at)


def _begin_window(one: Cadence, window: CheckWindow, decision: Decision) -> None:
    """Settle the windows of the current interval if needed, and schedule the check of each.

    A window that opens at this very instant is checked at once: its time passes from here on.
    """
    began = check_times.began(decision.state, decision.book, one, decision.at)
    if began is not None:
        fresh = not check_times.is_settled(decision.state, one.name, began)
        if fresh:
            check_times.settle(decision, one, window, began)
        for opens in check_times.opening(decision.state, one.name, began):
            if fresh and opens == decision.at:
                check(decision, one.name, one.procedure)
            elif opens > decision.at:
                decision.schedule(opens, Rank.CHECKS, one.begun, partial(_visit_window, one))
    due = check_times.next_due(decision.state, decision.book, one, decision.at)
    if due is not None:
        decision.schedule(due, Rank.CHECKS, one.begun, partial(_begin_window, one, window))


def _visit_window(one: Cadence, decision: Decision) -> None:
    check(decision, one.name, one.procedure)


def coming(state: State, book: Rulebook) -> Iterator[tuple[Instant, str]]:
    """Yield when each check of this scene is next made, as far as that is settled, and its name."""
    for one in book.cadences.get(state.place.scene, ()):
        due = check_times.next_due(state, book, one, state.now)
        if one.procedure.window is not None:
            began = check_times.began(state, book, one, state.now)
            opening = () if began is None else check_times.opening(state, one.name, began)
            due = min((opens for opens in opening if opens > state.now), default=None)
        if due is not None and check_times.in_season(state, book, one.procedure, due):
            yield due, one.procedure.name


def trigger(decision: Decision, keyword: str) -> None:
    """Make every check in this scene that listens to a keyword."""
    for name, procedure in decision.book.listeners.get(keyword, ()):
        if decision.state.place.scene in procedure.scenes:
            check(decision, name, procedure, keyword)


def check(decision: Decision, name: str, procedure: Procedure, cause: str = "") -> None:
    """Make one check, if it is in season: its own effects, then a throw on its table."""
    if not check_times.in_season(decision.state, decision.book, procedure, decision.at):
        return
    occasion = Occasion(procedure.rule.id, "referee" if procedure.secret else "table", cause)
    for effect in procedure.do:
        decision.carry_out(effect, occasion)
    if procedure.table:
        roll_on(decision, _lookup(decision, name, procedure), procedure.name, occasion)


def table_here(state: State, book: Rulebook, name: str, procedure: Procedure, at: Instant) -> str:
    """Return the table that a procedure rolls on here: that of the area, else of the case, else its own."""
    case = cases.fitting(state, book, procedure.cases, "table", at)
    return state.place.table(name, procedure.table if case is None else case.table)


def _lookup(decision: Decision, name: str, procedure: Procedure) -> Lookup:
    """Return a table prepared for throwing, at the chance of the area, else that of the case, if any."""
    state, book = decision.state, decision.book
    table = table_here(state, book, name, procedure, decision.at)
    of = book.chance_in(table)
    for one in state.place.own.chances:
        if one.use == name and one.of == of:
            return book.lookup_at(table, one.hits)
    case = cases.fitting(state, book, procedure.cases, "hits", decision.at)
    hits = None if case is None or of is None else case.hits
    return book.lookup(table) if hits is None else book.lookup_at(table, hits)


def roll_on(decision: Decision, lookup: Lookup, called: str, occasion: Occasion) -> None:
    """Throw on a table, record the entry and carry out its effects."""
    asked = lookup.throw
    answer, rolled = decision.roll(Throw(called, asked.dice, asked.bands, asked.rule))
    entry = lookup.entries[answer.band]
    decision.record(
        Checked(
            called, asked.name, entry.name, rolled, occasion.cause, rule=asked.rule,
            seen_by=occasion.seen_by,
        )
    )  # fmt: skip
    here = Occasion(asked.rule, occasion.seen_by, occasion.cause, asked.name)
    for effect in entry.do:
        decision.carry_out(effect, here)


def _roll(decision: Decision, effect: RollTable, occasion: Occasion) -> None:
    roll_on(decision, decision.book.lookup(effect.table), effect.table, occasion)


def _tell_checked(event: Checked, _book: Rulebook) -> str:
    cause = f" ({event.cause})" if event.cause else ""
    return f"{event.check} {event.rolled.shown}{cause}: {event.entry}"


def _nothing(event: Checked, book: Rulebook) -> Hashable:
    """Return a key for a check that no referee has to tell more of; ``None`` for any other."""
    entry = _entry(event, book)
    told = entry is None or (entry.text and not entry.do)
    return None if told else (event.check, event.entry, event.cause)


def _is_quiet(event: Checked, book: Rulebook) -> bool:
    return _nothing(event, book) is not None and not _may_cause(event, book)


def _may_cause(event: Checked, book: Rulebook) -> bool:
    entry = _entry(event, book)
    return entry is not None and bool(entry.do)


def _entry(event: Checked, book: Rulebook) -> TableEntry | None:
    table = book.set.tables.get(event.table)
    return next((one for one in table.entries if one.name == event.entry), None) if table else None


def _tell_nothing(events: Sequence[Checked], _book: Rulebook) -> str:
    first = events[0]
    cause = f" ({first.cause})" if first.cause else ""
    return f"{first.check} {len(events)} times{cause}: {first.entry}"


def _essence(seen: Outlook) -> Hashable:
    """Return the time passed of each interval that ends in a check, here and by the clock in other scenes."""
    here, phases = seen.state.place.scene, [cases.essence(seen)]
    for scene in sorted(seen.scenes):
        for one in seen.book.cadences.get(scene, ()):
            if scene == here or one.procedure.counted == "clock":
                since = check_times.counted_from(seen.state, one)
                lengths = check_times.lengths(seen.state, seen.book, one)
                phases.append((scene, one.name, tuple(seen.phase(since, length) for length in lengths)))
    return tuple(phases)


def _gave(event: Event, name: str) -> int:
    return int(isinstance(event, Checked) and event.entry.casefold() == name.casefold())


MECHANISM = Mechanism(
    events=(
        happens(
            Checked,
            unchanged,
            _tell_checked,
            together=together(_nothing, _tell_nothing, aside=True, may_cause=_may_cause),
            quiet=_is_quiet,
        ),
    ),
    schedules=schedule,
    effects=(carries(RollTable, _roll),),
    essence=_essence,
    observables=(
        occurs("checks", "checks that were made", Checked),
        Occurrence("checks giving {name}", "checks whose table gave an entry", _gave),
    ),
)

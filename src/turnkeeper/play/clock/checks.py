"""Checks: procedures of the rule set that fall due every so often, or on a keyword such as loud (G-ENC-1).

A check throws on a table and carries out the effects of the entry, or it carries out effects of its own.
Effects are the closed list of `rules.procedures`; what each does is here, in one place. So is the visit to a
tracker of time when it is met, for that carries out effects too.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, assert_never

from turnkeeper.chance.throws import Throw
from turnkeeper.play.clock import cadence, questions, timers, trackers, tracking, windows
from turnkeeper.play.clock.tracking import Occasion, occasion_of
from turnkeeper.play.dungeon import encounters, light
from turnkeeper.play.kernel.declare import Declared
from turnkeeper.play.kernel.event import Audience, Event, Rolled, happens, unchanged
from turnkeeper.play.party import notes, party
from turnkeeper.play.sky import weather
from turnkeeper.rules.model.procedures import (
    AddTo,
    AskReferee,
    BeginActivity,
    ChangeWeather,
    EndTimer,
    Fatigue,
    Foretell,
    MeetEncounter,
    Note,
    Reset,
    RollTable,
    SetTo,
    StartTimer,
    TakeFrom,
    ThrowPool,
    TickLight,
    Veer,
)
from turnkeeper.time import Instant, Rank

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnkeeper.play.clock.trackers import Point
    from turnkeeper.play.kernel.decision import Decision
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Cadence, Lookup, Rulebook
    from turnkeeper.rules.model.procedures import ChoiceEffect, Consequence, Effect, Procedure, Window


class Checked(Event, frozen=True, tag="checked.1"):
    """A check was made and came to an entry; ``cause`` is the keyword that set it off, empty for its time."""

    check: str
    table: str
    entry: str
    rolled: Rolled
    cause: str = ""


def book_marks(decision: Decision, start: Instant, _until: Instant) -> None:
    """Book the checks that fall due in this scene by themselves.

    They are older than anything begun at the table, and among themselves in the order of the rule set: first
    the trackers of time, then the procedures.
    """
    for name in decision.book.timed.get(decision.state.place.scene, ()):
        _book_tracker(decision, name)
    for one in decision.book.cadences.get(decision.state.place.scene, ()):
        if one.procedure.window is None:
            _book_next(decision, one, start)
        else:
            _begin_window(one, one.procedure.window, decision)


def _book_next(decision: Decision, one: Cadence, after: Instant) -> None:
    if decision.walk is None:
        return
    if one.every is not None:
        due = cadence.next_end_ms(decision.state, one, after.ms)
        if due > after.ms:
            decision.walk.book_ms(due, Rank.CHECKS, one.begun, partial(_visit, one))
        return
    daily = cadence.next_due(decision.state, decision.book, one, after)
    if daily is not None:
        decision.walk.book(daily, Rank.CHECKS, one.begun, partial(_visit, one))


def _visit(one: Cadence, decision: Decision) -> None:
    check(decision, one.name, one.procedure)
    _book_next(decision, one, decision.at)


def _begin_window(one: Cadence, window: Window, decision: Decision) -> None:
    """Settle the windows of the length that runs now, if they are not; a check is made when one opens.

    One that opens at this very instant is checked at once: the time that passes from here on is its own.
    """
    began = cadence.began(decision.state, decision.book, one, decision.at)
    if began is not None:
        fresh = not windows.is_settled(decision.state, one.name, began)
        if fresh:
            windows.settle(decision, one, window, began)
        for opens in windows.opening(decision.state, one.name, began):
            if fresh and opens == decision.at:
                check(decision, one.name, one.procedure)
            elif opens > decision.at:
                decision.book_mark(opens, Rank.CHECKS, one.begun, partial(_visit_window, one))
    due = cadence.next_due(decision.state, decision.book, one, decision.at)
    if due is not None:
        decision.book_mark(due, Rank.CHECKS, one.begun, partial(_begin_window, one, window))


def _visit_window(one: Cadence, decision: Decision) -> None:
    check(decision, one.name, one.procedure)


def _book_tracker(decision: Decision, name: str) -> None:
    """Book when a tracker of time is met; an interval that has no length yet is thrown."""
    if decision.walk is None:
        return
    if trackers.unsettled(decision.state, decision.book, name, decision.at):
        tracker = decision.book.set.trackers[name]
        follow(decision, name, tracking.throw_interval(decision, name, occasion_of(tracker)))
    due = tracking.next_mark(decision, name)
    if due is not None:
        begun = list(decision.book.set.trackers).index(name) - tracking.OLDEST
        last = decision.state.trackers.last(name)
        decision.book_mark(due, Rank.CHECKS, begun, partial(_visit_tracker, name, last))


def _visit_tracker(name: str, booked: Point | None, decision: Decision) -> None:
    """Let a tracker of time be met, unless it has been moved since this was booked."""
    if decision.state.trackers.last(name) == booked:
        follow(decision, name, tracking.reach(decision, name))
        _book_tracker(decision, name)


def coming(state: State, book: Rulebook) -> Iterator[tuple[Instant, str]]:
    """Yield when each check of this scene is made next, as far as that is settled, and its name."""
    for one in book.cadences.get(state.place.scene, ()):
        due = cadence.next_due(state, book, one, state.now)
        if one.procedure.window is not None:
            began = cadence.began(state, book, one, state.now)
            opening = () if began is None else windows.opening(state, one.name, began)
            due = min((opens for opens in opening if opens > state.now), default=None)
        if due is not None and cadence.in_season(state, book, one.procedure, due):
            yield due, one.procedure.name


def trigger(decision: Decision, keyword: str) -> None:
    """Make every check at once that listens to a keyword in this scene."""
    for name, procedure in decision.book.listeners.get(keyword, ()):
        if decision.state.place.scene in procedure.scenes:
            check(decision, name, procedure, keyword)


def check(decision: Decision, name: str, procedure: Procedure, cause: str = "") -> None:
    """Make one check, if this is its season: throw on its table and carry out what the entry says."""
    if not cadence.in_season(decision.state, decision.book, procedure, decision.at):
        return
    occasion = Occasion(procedure.rule.id, "referee" if procedure.secret else "table", cause)
    for effect in procedure.do:
        carry_out(decision, effect, occasion)
    if procedure.table:
        lookup = _lookup(decision, decision.state.place.table(name, procedure.table), name)
        roll_on(decision, lookup, procedure.name, occasion)


def _lookup(decision: Decision, table: str, name: str) -> Lookup:
    """Return a table made ready, at the chance that the area gives its procedure, if any."""
    for one in decision.state.place.own.chances:
        if one.use == name and one.of == decision.book.chance_in(table):
            return decision.book.lookup_at(table, one.hits)
    return decision.book.lookup(table)


def roll_on(decision: Decision, lookup: Lookup, called: str, occasion: Occasion) -> None:
    """Throw on a table and carry out the effects of the entry."""
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
        carry_out(decision, effect, here)


def carry_out(decision: Decision, effect: Effect, occasion: Occasion) -> None:
    """Let one effect of the closed list happen."""
    match effect:
        case MeetEncounter():
            encounters.meet_contents(decision, loud=bool(occasion.cause))
        case Foretell():
            encounters.foretell(decision, occasion.rule)
        case RollTable(table=table):
            roll_on(decision, decision.book.lookup(table), table, occasion)
        case AskReferee():
            questions.ask(decision, effect, occasion.table, occasion.rule, occasion.seen_by)
        case Veer():
            message = "a rule set veers outside navigation"
            raise AssertionError(message)
        case _:
            settle(decision, effect, occasion)


def settle(decision: Decision, effect: ChoiceEffect, occasion: Occasion) -> None:
    """Let an effect happen that may also be the answer to a question."""
    rule = occasion.rule
    match effect:
        case TickLight(ticks=ticks, kinds=kinds):
            light.tick(decision, ticks, rule, kinds)
        case Note(text=text):
            notes.write(decision, text, rule, seen_by=occasion.seen_by)
        case Fatigue(slots=slots):
            party.tire_all(decision, slots, rule)
        case StartTimer():
            timers.begin(decision, _timer(decision, effect, occasion.seen_by), rule)
        case EndTimer(timer=name):
            timers.end_named(decision, name, rule)
        case ChangeWeather(weather=kind):
            weather.change_to(decision, kind, rule, occasion.seen_by)
        case AddTo() | TakeFrom() | SetTo() | Reset():
            follow(decision, effect.tracker, tracking.change(decision, effect, occasion), occasion.cause)
            _book_tracker(decision, effect.tracker)
        case ThrowPool(tracker=name):
            throw_pool(decision, name, occasion)
        case BeginActivity():
            message = "a rule set begins an activity outside a choice"
            raise AssertionError(message)
        case _:
            assert_never(effect)


def follow(decision: Decision, name: str, then: Iterable[Consequence], cause: str = "") -> None:
    """Carry out what follows from a change of a tracker, by its own rule."""
    occasion = occasion_of(decision.book.set.trackers[name], cause)
    for effect in then:
        carry_out(decision, effect, occasion)


def throw_pool(decision: Decision, name: str, occasion: Occasion) -> None:
    """Throw all the dice of a pool and carry out what its table says; an empty one may be no throw at all."""
    tracker = decision.book.set.trackers[name]
    lookup = trackers.pool_lookup(decision.state, decision.book, name)
    if lookup is not None:
        seen_by = occasion_of(tracker).seen_by if tracker.secret else occasion.seen_by
        roll_on(decision, lookup, tracker.name, Occasion(occasion.rule, seen_by, occasion.cause))


def _timer(decision: Decision, effect: StartTimer, seen_by: Audience) -> timers.Timer:
    lasts = decision.book.duration(effect.lasts) if effect.lasts else None
    warn = decision.book.duration(effect.warn) if effect.warn else None
    return timers.Timer(decision.state.order, effect.timer, decision.at, lasts, warn=warn, seen_by=seen_by)


def _tell_checked(event: Checked, _book: Rulebook) -> str:
    cause = f" ({event.cause})" if event.cause else ""
    return f"{event.check} {event.rolled.shown}{cause}: {event.entry}"


EVENTS = (happens(Checked, unchanged, _tell_checked),)
COMMANDS: tuple[Declared, ...] = ()

"""When checks fall due: counted while in the scene, by the clock's units, once a day, or in a window.

How often belongs to the area: what the referee said holds, and not the rule set's interval. The count does
not: the time since the last check goes on in the next place, stands still elsewhere, and is there again when
the party comes back. A window is the part of its interval in which a check falls, settled by dice once and
kept: it is the same however the time is spent, and after the clock was set back. This module must
not know what a check is.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.chance.notation import parse_dice
from turnkeeper.chance.throws import Throw
from turnkeeper.play.clock import cases
from turnkeeper.play.kernel.decision import Decision
from turnkeeper.play.kernel.essence import Outlook
from turnkeeper.play.kernel.event import Event, Rolled, State, happens, quietly, together
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.sky import seasons, weather
from turnkeeper.rules.book import Cadence, Rulebook
from turnkeeper.rules.model.procedures import CheckWindow, Procedure
from turnkeeper.time import NO_TIME, ORIGIN, Duration, Instant

REMEMBERED = 48


PAST = -1
"""Milliseconds from now until a window that has opened: how long ago matters to nothing."""


class Settled(Struct, frozen=True, array_like=True):
    """A window of a procedure's interval that ``began`` then: when it opens, and when that was settled.

    An entry that never opens marks that the windows of that interval were counted.
    """

    use: str
    began: Instant
    opens: Instant | None
    at: Instant


class WindowSettled(Event, frozen=True, tag="window-settled.1"):
    """Dice picked the window of a check: in the interval that ``began`` then, when it opens."""

    use: str
    check: str
    began: Instant
    opens: Instant
    rolled: Rolled


class WindowsCounted(Event, frozen=True, tag="windows-counted.1"):
    """Dice gave the number of windows of the interval that ``began`` then."""

    use: str
    check: str
    began: Instant
    count: int
    rolled: Rolled


def is_settled(state: State, use: str, began: Instant) -> bool:
    """Return whether the windows of the interval that began at an instant are settled."""
    return any(one.use == use and one.began == began for one in reversed(state.windows))


def opening(state: State, use: str, began: Instant) -> tuple[Instant, ...]:
    """Return when each settled window opens of the interval that began at an instant."""
    found = (one.opens for one in state.windows if one.use == use and one.began == began)
    return tuple(opens for opens in found if opens is not None)


def settle(decision: Decision, cadence: Cadence, window: CheckWindow, began: Instant) -> None:
    """Pick the windows of the interval that began then by dice; a window may already be past."""
    count = _count(decision, cadence, window, began) if window.count else 1
    for _ in range(count):
        _pick(decision, cadence, window, began)


def _count(decision: Decision, cadence: Cadence, window: CheckWindow, began: Instant) -> int:
    procedure = cadence.procedure
    answer, rolled = decision.roll(Throw(f"{procedure.name} count", window.count, (), procedure.rule.id))
    count = max(answer.total or 0, 0)
    decision.record(
        WindowsCounted(
            cadence.name, procedure.name, began, count, rolled, rule=procedure.rule.id,
            seen_by="referee",
        )
    )  # fmt: skip
    return count


def _pick(decision: Decision, cadence: Cadence, window: CheckWindow, began: Instant) -> None:
    procedure = cadence.procedure
    asked = Throw(f"{procedure.name} window", window.dice, (), procedure.rule.id)
    answer, rolled = decision.roll(asked)
    opens = began + decision.book.duration(window.each) * ((answer.total or 1) - 1)
    decision.record(
        WindowSettled(
            cadence.name, procedure.name, began, opens, rolled, rule=procedure.rule.id,
            seen_by="referee",
        )
    )  # fmt: skip


def _settled(state: State, event: WindowSettled) -> State:
    one = Settled(event.use, event.began, event.opens, event.at)
    return replace(state, windows=(*state.windows, one)[-REMEMBERED:])


def _counted(state: State, event: WindowsCounted) -> State:
    one = Settled(event.use, event.began, None, event.at)
    return replace(state, windows=(*state.windows, one)[-REMEMBERED:])


def _tell(event: WindowSettled, book: Rulebook) -> str:
    return f"{event.check} window {event.rolled.shown}: {_say_opening(event, book)}"


def _tell_together(events: Sequence[WindowSettled], book: Rulebook) -> str:
    return f"{events[0].check} windows: {', '.join(_say_opening(one, book) for one in events)}"


def _say_opening(event: WindowSettled, book: Rulebook) -> str:
    past = ", which is past" if event.opens < event.at else ""
    return book.scale.say_time_of_day(event.opens) + past


def _essence(seen: Outlook) -> Hashable:
    """Return the windows of intervals that still run: when they open, or that they did."""
    state, book = seen.state, seen.book
    lasts = {one.name: every(state, book, one) for found in book.cadences.values() for one in found}
    running = []
    for one in state.windows:
        length = lasts.get(one.use) or book.scale.day * 2
        if seen.ago(one.began) < length.ms:
            opens = None if one.opens is None else max(-seen.ago(one.opens), PAST)
            running.append((one.use, seen.ago(one.began), opens))
    return tuple(running)


class Paced(Struct, frozen=True, omit_defaults=True):
    """The interval at which a procedure falls due in this area; never without a length."""

    use: str
    every: Duration | None = None


class CheckCount(Struct, frozen=True, array_like=True):
    """The time since the last check of a procedure: it stands at ``ran``, or runs ``since`` an instant.

    It is due whole intervals after that instant; until the first of them, ``ran`` has run besides.
    """

    use: str
    since: Instant | None
    ran: Duration = NO_TIME

    def moved(self, at: Instant, *, runs: bool) -> CheckCount:
        """Return the count as it is at an instant, running on or standing still from there."""
        if runs:
            return CheckCount(self.use, at - self.ran) if self.since is None else self
        return self if self.since is None else CheckCount(self.use, None, at - self.since + self.ran)


def paced(state: State, use: str) -> Paced | None:
    """Return the interval that the referee set for a procedure here, or ``None``."""
    said = state.place.own.paced
    return next((one for one in said if one.use == use), None) if said else None


def every(state: State, book: Rulebook, cadence: Cadence, at: Instant | None = None) -> Duration | None:
    """Return the interval of a cadence here; ``None`` when it never falls due, or only once a day.

    What the referee said of the place holds, else the case that fits, by default now.
    """
    said = paced(state, cadence.name)
    if said is not None:
        return said.every
    often = cadence.procedure.cases
    case = cases.fitting(state, book, often, "every", state.now if at is None else at) if often else None
    return cadence.every if case is None else book.duration(case.every)


def lengths(state: State, book: Rulebook, cadence: Cadence) -> tuple[Duration, ...]:
    """Return every interval that a cadence can have here: its own, of each case, and as the referee said."""
    said = paced(state, cadence.name)
    often = (book.duration(case.every) for case in cadence.procedure.cases if case.every)
    found = (cadence.every, *often, None if said is None else said.every)
    return tuple(dict.fromkeys(one for one in found if one is not None))


def counts_in(decision: Decision, there: State) -> tuple[CheckCount, ...]:
    """Return the counts of all checks as they go on from now where the party will be, at its intervals."""
    state, book, at, scene = decision.state, decision.book, decision.at, there.place.scene
    ran = {one.use: one.ran for one in state.place.counts if one.since is None}
    for one in counted_in(book, state.place.scene):
        length = every(state, book, one)
        if length is not None:
            ran[one.name] = _ran(state, one, length, at)
    lengths = {one.name: every(there, book, one, at) for one in counted_in(book, scene)}
    turn = book.duration(book.set.scenes[scene].step)
    ends = at + (turn - (at - state.place.turns_in(scene, at)) % turn)
    return tuple(
        _going_on(use, ran.get(use, NO_TIME), lengths.get(use), at, ends) for use in {**ran, **lengths}
    )


def _ran(state: State, cadence: Cadence, length: Duration, at: Instant) -> Duration:
    """Return the time since the last check of an interval that runs here."""
    since = counted_from(state, cadence)
    besides = (one.ran for one in state.place.counts if one.use == cadence.name and at - since < length)
    return (at - since) % length + next(besides, NO_TIME)


def _going_on(use: str, ran: Duration, length: Duration | None, at: Instant, ends: Instant) -> CheckCount:
    """Return a count as it goes on at an interval; one that ran longer is due when the turn ends."""
    if length is None:
        return CheckCount(use, None, ran)
    if ran < length:
        return CheckCount(use, at - ran)
    since = ends - length
    return CheckCount(use, since, ran - (at - since))


def counted_in(book: Rulebook, scene: str) -> Iterator[Cadence]:
    """Yield the cadences of a scene whose intervals are counted as long as the party is in it."""
    for one in book.cadences.get(scene, ()):
        if one.every is not None and one.procedure.counted != "clock":
            yield one


def next_due(state: State, book: Rulebook, cadence: Cadence, after: Instant) -> Instant | None:
    """Return when a cadence next falls due after an instant, or its time of day comes; ``None`` for never."""
    if cadence.every is not None:
        due = next_end_ms(state, book, cadence, after.ms)
        return Instant(due) if due > after.ms else None
    if cadence.procedure.at and paced(state, cadence.name) is None:
        return seasons.next_time(state, book, cadence.procedure.at, after)
    return None


def next_end_ms(state: State, book: Rulebook, cadence: Cadence, after: int) -> int:
    """Return the next end of an interval after an instant, in milliseconds; the instant itself for never."""
    length = every(state, book, cadence)
    if length is None:
        return after
    # Called for every turn that passes, so milliseconds are not wrapped in an instant.
    return after + length.ms - (after - counted_from(state, cadence).ms) % length.ms


def in_season(state: State, book: Rulebook, procedure: Procedure, at: Instant) -> bool:
    """Return whether a procedure is checked in the season of an instant."""
    if procedure.weather and weather.kind_of(state, book) not in procedure.weather:
        return False
    return not procedure.seasons or seasons.of(state, book, at) in procedure.seasons


def began(state: State, book: Rulebook, cadence: Cadence, at: Instant) -> Instant | None:
    """Return the beginning of the interval that contains an instant: at a boundary, that instant itself.

    An interval counted from a time of day began at its last one within a day, unless its windows are all
    past.
    """
    if cadence.procedure.at and paced(state, cadence.name) is None:
        last = seasons.next_time(state, book, cadence.procedure.at, at - book.scale.day)
        return last if last is not None and last <= at < last + _windows(book, cadence) else None
    length = every(state, book, cadence)
    if length is None:
        return None
    return Instant(at.ms - (at.ms - counted_from(state, cadence).ms) % length.ms)


def _windows(book: Rulebook, cadence: Cadence) -> Duration:
    """Return the total length of the windows that the dice can pick from."""
    window = cadence.procedure.window
    return NO_TIME if window is None else book.duration(window.each) * parse_dice(window.dice).maximum


def counted_from(state: State, cadence: Cadence) -> Instant:
    """Return the instant that intervals are counted from: the campaign's beginning, or the count's here."""
    if cadence.procedure.counted == "clock":
        return ORIGIN
    for one in state.place.counts:
        if one.use == cadence.name and one.since is not None:
            return one.since
    return state.place.entered


MECHANISM = Mechanism(
    events=(
        happens(
            WindowSettled,
            _settled,
            _tell,
            together=together(lambda event, _book: event.check, _tell_together),
            quiet=quietly,
        ),
        happens(
            WindowsCounted,
            _counted,
            lambda event, _book: f"{event.check} count {event.rolled.shown}: {event.count}",
            quiet=quietly,
        ),
    ),
    slices=("windows",),
    essence=_essence,
)

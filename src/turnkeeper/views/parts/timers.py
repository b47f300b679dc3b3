"""The timers, which run until an instant or a command, and the trackers of the rule set."""

from __future__ import annotations

from itertools import islice
from typing import assert_never

from msgspec import Struct

from turnkeeper.play.clock import trackers as kept
from turnkeeper.play.clock.timers import say_until
from turnkeeper.play.clock.timing import Timer
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.trackers import Budget, DieTracker, Interval, NumberTracker, PoolTracker
from turnkeeper.time import NO_TIME, Instant
from turnkeeper.views.parts.saying import LOW, PER_MILLE, named, per_mille

MOST_TIMERS = 12
MOST_LOOKED_AT = 64


class TimerLine(Struct, frozen=True):
    """A timer: its rest, in words and in thousandths, and its end.

    ``number`` tells which was started earlier. ``left`` says all of it, ``briefly`` as people say it. A
    ``reminder`` comes again: its ``left`` is how often, its ``briefly`` the time until it rings at ``ends``.
    ``endless`` runs until it is ended by a command. ``say`` is that command, where commands are asked for.
    """

    number: int
    name: str
    left: str
    briefly: str
    ends: str
    left_of_1000: int
    low: bool
    reminder: bool
    endless: bool
    secret: bool
    say: str

    @property
    def until(self) -> str:
        """Its end; empty for a reminder and for a timer that a command ends."""
        return "" if self.reminder else self.ends


class TrackerLine(Struct, frozen=True):
    """A tracker of the rule set: its value in words, and in thousandths of the full one.

    A number without a bound has ``of_1000`` -1; a pool of dice has ``steps`` of ``steps_full``.
    """

    name: str
    stands: str
    of_1000: int
    steps: int
    steps_full: int
    secret: bool
    rule: str

    def __str__(self) -> str:
        """Return the tracker as one line: ``tension pool: 3 of 6 dice``."""
        return f"{self.name}: {self.stands}{' (secret)' if self.secret else ''}"


def timers(
    state: State, book: Rulebook, *, commands: bool = False, most: int = MOST_TIMERS
) -> tuple[TimerLine, ...]:
    """Return the timers that end or ring soonest, then those that nothing ends by itself."""
    live, looked = state.timers.live, max(MOST_LOOKED_AT, 2 * most)
    coming = islice(state.timers.marks.range((state.now.ms + 1, -1, -1)), looked)
    soonest = [live.get(which) for (_, _, which), _none in coming]
    endless = (one for one in live.values()[:looked] if one.due is None and one.every is None)
    found = {one.id: one for one in (*soonest, *endless) if one is not None}
    return tuple(_timer(one, state, book, commands=commands) for one in islice(found.values(), most))


def _timer(one: Timer, state: State, book: Rulebook, *, commands: bool) -> TimerLine:
    say, ends, whole = book.scale.say, one.due, one.lasts
    if one.every is not None:
        ends, whole = Instant(one.marks(state.now)[-1][0]), one.every
    endless = ends is None or whole is None
    left = NO_TIME if ends is None or whole is None else ends - state.now
    of_1000 = PER_MILLE if ends is None or whole is None else per_mille(left.ms, whole.ms)
    words = say_until(one) if endless else f"every {say(one.every)}" if one.every else say(left)
    low = of_1000 <= LOW if one.warn is None else left <= one.warn
    return TimerLine(
        number=one.id,
        name=one.called,
        left=words,
        briefly=words if endless else book.scale.plain.say(left),
        ends="" if ends is None or endless else book.scale.say_instant(ends),
        left_of_1000=of_1000,
        low=low and one.every is None and not endless,
        reminder=one.every is not None,
        endless=endless,
        secret=one.seen_by == "referee",
        say=f"end timer {named(one.called, book)}" if commands else "",
    )


def more_timers(state: State) -> int:
    """Return how many timers there are besides those that are listed."""
    return max(0, len(state.timers.live) - MOST_TIMERS)


def trackers(state: State, book: Rulebook) -> tuple[TrackerLine, ...]:
    """Return each tracker of the rule set as it stands."""
    return tuple(
        TrackerLine(one.name, *_filled(state, book, name), one.secret, one.rule.id)
        for name, one in book.set.trackers.items()
    )


def _filled(state: State, book: Rulebook, name: str) -> tuple[str, int, int, int]:
    """Return where a tracker stands, how full it is in thousandths, -1 for unbounded, and its dice in a pool.

    In words it is ``7``, ``3 of 6 dice``, ``2 turns of 1 h``.
    """
    counts, say = book.set.trackers[name].counts, book.scale.say
    match counts:
        case NumberTracker(least=least, most=most):
            low, value = least or 0, kept.value(state, book, name)
            bounded = most is not None and most > low
            return str(value), per_mille(value - low, (most or 0) - low) if bounded else -1, 0, 0
        case PoolTracker(full=full):
            dice = kept.value(state, book, name)
            return f"{dice} of {full} dice", (per_mille(dice, full) if full else -1), dice, full
        case DieTracker(dice=dice):
            sides = kept.value(state, book, name)
            left = len(dice) - dice.index(sides) if sides in dice else 0
            return kept.say_die(sides), per_mille(left, len(dice)), 0, 0
        case Budget() | Interval():
            whole, spent = kept.lasts(state, book, name), kept.spent(state, book, name, state.now)
            if not whole:
                return "not thrown yet", -1, 0, 0
            stands = f"{say(spent)} of {say(whole)}" if spent else f"nothing of {say(whole)}"
            return stands, per_mille(spent.ms, whole.ms), 0, 0
        case _:
            assert_never(counts)

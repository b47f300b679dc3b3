"""Lights, timers and trackers as things that visibly run down, each in its own currency.

A front end draws a bar, or pips where what is left is counted in few steps. It must not know rules of
burning: what is left is asked of `play.burning`.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Literal, assert_never

from msgspec import Struct

from turnkeeper.play.clock import trackers as kept
from turnkeeper.play.clock.timers import say_until
from turnkeeper.play.dungeon.burning import WHOLE, left_by_clock, spent
from turnkeeper.play.dungeon.light import borne
from turnkeeper.rules.model.lights import ByClock, ByTicks, ByUsageDice, ByUsageDie, UntilEnded
from turnkeeper.rules.model.trackers import Budget, Interval, NumberTracker, PoolTracker
from turnkeeper.time import Instant
from turnkeeper.views.referee.saying import named
from turnkeeper.views.status import briefly, left_in_words, reach_of
from turnkeeper.views.tracked import stands

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.play.clock.timers import Timer
    from turnkeeper.play.dungeon.burning import Light
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.model.lights import Burns

Currency = Literal["clock", "ticks", "dice", "endless"]
LOW = 350
"""So many thousandths of a source or less are few: about the last third, while there is time to act."""
LAST = 1
"""The last step of a source that burns by steps: the next one puts it out."""
MOST_TIMERS = 12
MOST_LOOKED_AT = 64
PER_MILLE = 1000


class LampView(Struct, frozen=True):
    """A light: who bears it, whether it burns, and what is left of it in words and in thousandths.

    Where its currency has few ``steps`` (ticks, dice), so many are still ``steps_left``; else both are 0.
    ``low`` is below the house's threshold. ``say`` is the command that douses or lights it, ``does`` its
    label; empty when nothing can be done. ``ends`` is when it goes out, where the clock decides.
    """

    name: str
    kind: str
    bearer: str
    lit: bool
    left: str
    left_of_1000: int
    currency: Currency
    steps: int
    steps_left: int
    low: bool
    ends: str
    reach: str
    rule: str
    does: str = ""
    say: str = ""


class TimerLine(Struct, frozen=True):
    """A timer: what is left of it, in words and in thousandths, and when it ends.

    A ``reminder`` comes again ``every`` so often, and its ``left`` is until then. ``endless`` runs until
    somebody ends it. ``say`` ends it.
    """

    name: str
    left: str
    ends: str
    left_of_1000: int = PER_MILLE
    low: bool = False
    reminder: bool = False
    endless: bool = False
    every: str = ""
    secret: bool = False
    say: str = ""


class TrackerLine(Struct, frozen=True):
    """What the rule set keeps count of: where it stands in words, and in thousandths of what fills it.

    A number without a bound has ``of_1000`` -1; a pool of dice has ``steps`` of ``steps_full``.
    """

    name: str
    stands: str
    of_1000: int = -1
    steps: int = 0
    steps_full: int = 0
    secret: bool = False
    rule: str = ""


# Lights


def lamps(state: State, book: Rulebook) -> tuple[LampView, ...]:
    """Return the lights that burn, then those put out of which something is left."""
    idle = (one for one in state.lights.idle() if spent(book, one, state.now) < WHOLE)
    return tuple(_lamp(one, state, book) for one in (*state.lights.burning(), *idle))


def _left(one: Light, burns: Burns, state: State, book: Rulebook) -> str:
    """Return what is left of a light in its own currency; of a length of time its two largest units."""
    if isinstance(burns, ByClock):
        return briefly(left_by_clock(book, one, book.duration(burns.lasts), state.now), book)
    return left_in_words(one, book, state.now)


def _lamp(one: Light, state: State, book: Rulebook) -> LampView:
    kind = book.set.lights[one.kind]
    left = WHOLE - spent(book, one, state.now)
    of_1000 = per_mille(left.numerator, left.denominator)
    burns = book.burns(kind, one.burned[-1].scene)
    steps = _steps(burns)
    steps_left = -(-left.numerator * steps // left.denominator)
    does, say = _handled(one, state, book)
    return LampView(
        name=one.called,
        kind=one.kind,
        bearer=one.bearer,
        lit=one.lit,
        left=_left(one, burns, state, book),
        left_of_1000=of_1000,
        currency=_currency(burns),
        steps=steps,
        steps_left=steps_left,
        low=steps_left == LAST if steps > LAST else not steps and of_1000 <= LOW,
        ends=_ends(one, burns, state, book),
        reach=reach_of(kind),
        rule=kind.rule.id,
        does=does,
        say=say,
    )


def _currency(burns: Burns) -> Currency:
    match burns:
        case ByClock():
            return "clock"
        case ByTicks():
            return "ticks"
        case ByUsageDice() | ByUsageDie():
            return "dice"
        case UntilEnded():
            return "endless"
        case _:
            assert_never(burns)


def _steps(burns: Burns) -> int:
    """Return in how many steps a source burns, where it burns by steps."""
    if isinstance(burns, ByTicks):
        return burns.ticks
    return burns.steps if isinstance(burns, ByUsageDice | ByUsageDie) else 0


def _ends(one: Light, burns: Burns, state: State, book: Rulebook) -> str:
    if not one.lit or not isinstance(burns, ByClock):
        return ""
    return book.scale.say_instant(state.now + left_by_clock(book, one, book.duration(burns.lasts), state.now))


def _handled(one: Light, state: State, book: Rulebook) -> tuple[str, str]:
    """Return what can be done with a source and the command for it, where that command means this one.

    Of two torches in one hand a command means the last; the other can be had once that one is away.
    """
    among = state.lights.burning() if one.lit else state.lights.idle()
    # Whoever has left the party can be handed nothing, and what they left behind is lit by anybody.
    bearer = one.bearer if one.lit or state.party.find(one.bearer) is not None else ""
    if borne(among, one.kind, bearer) is not one:
        return "", ""
    does, of = ("douse", "of") if one.lit else ("light", "for")
    return does, f"{does} {one.kind} {of} {named(bearer, book)}" if bearer else f"{does} {one.kind}"


# Timers


def timer_lines(state: State, book: Rulebook) -> tuple[TimerLine, ...]:
    """Return the timers that end or ring soonest, then those that nothing ends by itself."""
    live = state.timers.live
    coming = islice(state.timers.marks.range((state.now.ms + 1, -1, -1)), MOST_LOOKED_AT)
    soonest = [live.get(which) for (_, _, which), _none in coming]
    endless = (one for one in live.values()[:MOST_LOOKED_AT] if one.due is None and one.every is None)
    found = {one.id: one for one in (*soonest, *endless) if one is not None}
    return tuple(_timer(one, state, book) for one in islice(found.values(), MOST_TIMERS))


def _timer(one: Timer, state: State, book: Rulebook) -> TimerLine:
    scale, secret = book.scale, one.seen_by == "referee"
    end = f"end timer {named(one.called, book)}"
    if one.every is not None:
        rings = Instant(one.marks(state.now)[-1][0])
        left, of = rings - state.now, one.every
        return TimerLine(
            one.called, briefly(left, book), scale.say_instant(rings), per_mille(left.ms, of.ms),
            reminder=True, every=scale.say(of), secret=secret, say=end,
        )  # fmt: skip
    if one.due is None or one.lasts is None:
        return TimerLine(one.called, say_until(one.until), "", endless=True, secret=secret, say=end)
    left = one.due - state.now
    of_1000 = per_mille(left.ms, one.lasts.ms)
    low = left <= one.warn if one.warn is not None else of_1000 <= LOW
    return TimerLine(
        one.called, briefly(left, book), scale.say_instant(one.due), of_1000, low=low,
        secret=secret, say=end,
    )  # fmt: skip


# Trackers


def tracker_lines(state: State, book: Rulebook) -> Iterator[TrackerLine]:
    """Yield each tracker of the rule set as it stands."""
    for name, tracker in book.set.trackers.items():
        of_1000, steps, full = _filled(state, book, name)
        words = stands(state, book, name)
        yield TrackerLine(tracker.name, words, of_1000, steps, full, tracker.secret, tracker.rule.id)


def _filled(state: State, book: Rulebook, name: str) -> tuple[int, int, int]:
    """Return how full a tracker is in thousandths, -1 for unbounded, and its dice where it is a pool."""
    counts = book.set.trackers[name].counts
    match counts:
        case NumberTracker(least=least, most=most):
            low, value = least or 0, kept.value(state, book, name)
            bounded = most is not None and most > low
            return (per_mille(value - low, most - low) if most is not None and bounded else -1), 0, 0
        case PoolTracker(full=full):
            dice = kept.value(state, book, name)
            return (per_mille(dice, full) if full else -1), dice, full
        case Budget() | Interval():
            whole = kept.lasts(state, book, name)
            return (per_mille(kept.spent(state, book, name, state.now).ms, whole.ms) if whole else -1), 0, 0
        case _:
            assert_never(counts)


def per_mille(value: int, whole: int) -> int:
    """Return what part something is of a whole, in thousandths; all below and above it is none and all."""
    return max(0, min(PER_MILLE, value * PER_MILLE // whole)) if whole > 0 else 0

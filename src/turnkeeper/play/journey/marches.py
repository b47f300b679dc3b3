"""The day's march: its length, what is left of it today, and how long mounts can still gallop.

Time at the gallop uses up as much of the march as its distance takes at the usual pace, so that a day has
the same miles in it (Q-TRAV-1). This module only computes; the price of forcing a march is in `hardship`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.play.journey import caravan
from turnkeeper.play.journey.journey import travelled
from turnkeeper.rules.model.travel import ByMiles
from turnkeeper.time import NO_TIME, Duration, Instant

if TYPE_CHECKING:
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.model.travel import March


class Marching(Struct, frozen=True):
    """Today's march: its whole length, the part ``marched`` and the part ``left``.

    ``forced`` is how often it was forced, and ``longer`` whether it can be forced once more: the ``rest`` of
    the day outlasts it. Where it is counted by the watch, ``watch_left`` is what can still be travelled in
    the current one.
    """

    may: Duration
    marched: Duration
    forced: int
    left: Duration
    watch_left: Duration
    longer: bool
    rest: Duration

    @property
    def at_once(self) -> Duration:
        """Return how long the party can travel before the day, or the watch, is over."""
        return min(self.left, self.watch_left)


def marching(state: State, book: Rulebook, at: Instant | None = None) -> Marching | None:
    """Return today's march, by default now; ``None`` where a day's march has no limit (D-HEX-4)."""
    march, at = march_of(book), state.now if at is None else at
    if march is None:
        return None
    began = day_began(state, book, at)
    may, done, forced = _since(state, book, march, began, at)
    rest = began + book.scale.day - at
    left = max(min(may - done, rest), NO_TIME)
    watch_left = left if march.counted == "day" else _watch_left(state, book, march, began, at)
    unforced = max(book.duration(march.day) - done, NO_TIME)
    ends_in = max(may - done, NO_TIME) - _sooner(state, book, began, at, unforced)
    return Marching(may, done, forced, left, watch_left, bool(march.forced) and ends_in < rest, rest)


def _since(
    state: State, book: Rulebook, march: March, began: Instant, at: Instant
) -> tuple[Duration, Duration, int]:
    """Return the length of a day's march, how much was used by an instant, and how often it was forced."""
    done = travelled(state.journey, began, at) + _beyond(state, book, began, at)
    forced = sum(1 for one in state.journey.forced if began <= one)
    longer = book.duration(march.forced) * forced if forced else NO_TIME
    return book.duration(march.day) + longer, done, forced


def _watch_left(state: State, book: Rulebook, march: March, began: Instant, at: Instant) -> Duration:
    """Return what is left of the current marching watch; each begins where the one before ended.

    Watches are counted from the first travel of the day; untravelled time in a watch is spent with it.
    """
    watch = book.duration(march.watch)
    first = next((one.began for one in state.journey.stretches if one.ended > began), at)
    return watch - (at - max(first, began)) % watch


def day_began(state: State, book: Rulebook, at: Instant) -> Instant:
    """Return the midnight before; a march that ends at midnight still belongs to the day it ends.

    Where travel in a hex carries over, that holds only for a march that is used up; the next day's begins at
    once.
    """
    day, stretches, march = book.scale.day, state.journey.stretches, march_of(book)
    midnight = at - (at - Instant(0)) % day
    if midnight < at or not stretches or stretches[-1].ended < at:
        return midnight
    before = midnight - day
    if march is not None and march.carries:
        may, done, _ = _since(state, book, march, before, at)
        return midnight if done < may else before
    return before


def counts_still(state: State, book: Rulebook, at: Instant | None = None) -> bool:
    """Return whether the part of a hex travelled so far still counts, or was lost with the day before."""
    march, stretches = march_of(book), state.journey.stretches
    if march is None or march.carries or not stretches:
        return True
    return stretches[-1].ended > day_began(state, book, state.now if at is None else at)


def march_of(book: Rulebook) -> March | None:
    """Return the rules of a day's march; ``None`` where the rule set has none."""
    rules = book.set.travel
    return None if rules is None else rules.march


# The gallop


def pushes(state: State, book: Rulebook) -> bool:
    """Return whether the mounts go at their pushed pace: the journey pushes them, and they still can."""
    left = gallop_left(state, book)
    return state.journey.plan.pushed and (left is None or left > NO_TIME)


def gallop_left(state: State, book: Rulebook) -> Duration | None:
    """Return how long mounts can still be pushed today; ``None`` where that is not counted."""
    march, today, at = march_of(book), marching(state, book), state.now
    if march is None or today is None or _counted(book) is None:
        return None
    unforced = max(book.duration(march.day) - today.marched, NO_TIME)
    return _gallop_left(state, book, day_began(state, book, at), at, unforced)


def _counted(book: Rulebook) -> ByMiles | None:
    """Return the pay of travel where the rule set counts the gallop; ``None`` where it does not."""
    rules = book.set.travel
    pays = None if rules is None else rules.pays
    return pays if isinstance(pays, ByMiles) and pays.pushed_for else None


def _beyond(state: State, book: Rulebook, since: Instant, until: Instant) -> Duration:
    """Return how much more of the march than of the clock was used up between two instants."""
    pays = _counted(book)
    if pays is None:
        return NO_TIME
    more = travelled(state.journey, since, until, pushed=True).ms * (_times(pays) - 1)
    return Duration(more.numerator // more.denominator)


def _sooner(state: State, book: Rulebook, since: Instant, until: Instant, march: Duration) -> Duration:
    """Return how much sooner the march ends than its time left, if the party gallops."""
    pays = _counted(book)
    if pays is None or not state.journey.plan.pushed:
        return NO_TIME
    more = _gallop_left(state, book, since, until, march).ms * (_times(pays) - 1)
    return Duration(more.numerator // more.denominator)


def _gallop_left(state: State, book: Rulebook, since: Instant, until: Instant, march: Duration) -> Duration:
    """Return how long the party can still gallop today, with ``march`` left of the unforced march.

    ``since`` is the beginning of the day, ``until`` now. Mounts do not gallop on a forced march.
    """
    pays = _counted(book)
    if pays is None or not caravan.going(state, book).pushable:
        return NO_TIME
    rest = book.duration(pays.pushed_for) - travelled(state.journey, since, until, pushed=True)
    worth = march.ms / _times(pays)
    return max(NO_TIME, min(rest, Duration(worth.numerator // worth.denominator)))


def _times(pays: ByMiles) -> Fraction:
    return Fraction(pays.pushed, pays.mounted)

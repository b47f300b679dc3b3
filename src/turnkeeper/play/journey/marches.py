"""The day's march: its length, its rest, and how long mounts can still gallop.

A march runs from one night's rest to the next, whatever the hour. But a day has no more than one in it: who
has rested again on the same day has used up what was travelled since its midnight.
Time at the gallop uses up as much of the march as its distance takes at the usual pace, so that a day has
the same miles in it. This module only computes; the price of forcing a march is in `hardship`.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from turnkeeper.play.journey import caravan
from turnkeeper.play.journey.journey import travelled
from turnkeeper.play.kernel.event import State
from turnkeeper.play.sky import seasons
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.travel import ByHexes, March
from turnkeeper.time import NO_TIME, ORIGIN, Duration, Instant


class Marching(Struct, frozen=True):
    """The present march: its whole length, the part ``marched`` and the part ``left``.

    ``forced`` is how often it was forced, and ``longer`` whether it can be forced once more, which a march of
    a whole day cannot, unless the rules say how often. Where it is counted by the watch, ``watch_left`` is
    what can still be travelled in the current one.
    """

    may: Duration
    marched: Duration
    forced: int
    left: Duration
    watch_left: Duration
    longer: bool

    @property
    def at_once(self) -> Duration:
        """Return how long the party can travel before the march, or the watch, is over."""
        return min(self.left, self.watch_left)


def marching(state: State, book: Rulebook, at: Instant | None = None) -> Marching | None:
    """Return the present march, by default now; ``None`` where a day's march has no limit."""
    march, at = march_of(book), state.now if at is None else at
    if march is None:
        return None
    began = march_began(state, book, at)
    done = marched(state, book, began, at) + marched_before_rest(state, book, began, at)
    forced = sum(1 for one in state.journey.forced if began <= one)
    longest = book.duration(march.day) + (book.duration(march.forced) * forced if forced else NO_TIME)
    may = longest if march.often else min(longest, book.scale.day)
    left = max(may - done, NO_TIME)
    watch_left = left if march.counted == "day" else _watch_left(state, book, march, began, at)
    longer = bool(march.forced) and (forced < march.often if march.often else may < book.scale.day)
    return Marching(may, done, forced, left, watch_left, longer)


def marched(state: State, book: Rulebook, began: Instant, at: Instant) -> Duration:
    """Return how much of a march that began at an instant was used up by another."""
    return travelled(state.journey, began, at) + _beyond(state, book, began, at)


def marched_before_rest(state: State, book: Rulebook, began: Instant, at: Instant) -> Duration:
    """Return the march on the day of an instant before the rest at which the present one began.

    What was forced of it, and paid for, is of the march before.
    """
    march, midnight = march_of(book), book.scale.start_of("day", at)
    if march is None or began <= midnight:
        return NO_TIME
    paid = sum(1 for one in state.journey.saved if midnight < one <= began)
    forced = book.duration(march.forced) * paid if paid else NO_TIME
    return max(marched(state, book, midnight, began) - forced, NO_TIME)


def forced_stretches(state: State, book: Rulebook, began: Instant, at: Instant, set_out: Instant) -> int:
    """Return the number of a march's forced stretches to be paid for: those begun, or those ended.

    A hex is of the day on which it was ``set_out`` for.
    """
    march = march_of(book)
    if march is None or not march.forced:
        return 0
    done = marched(state, book, began, at) + marched_before_rest(state, book, began, set_out)
    over, forced = done - book.duration(march.day), book.duration(march.forced)
    return max(0, over // forced if by_the_clock(march) else -(-over.ms // forced.ms))


def by_the_clock(march: March) -> bool:
    """Return whether a forced stretch is paid for as it ends, and not as the next hex is reached."""
    return march.save is not None and march.save.due == "ended"


def _watch_left(state: State, book: Rulebook, march: March, began: Instant, at: Instant) -> Duration:
    """Return the rest of the current marching watch; each begins where the one before ended.

    Watches are counted from the first travel of the march; untravelled time in a watch is spent with it.
    """
    watch = book.duration(march.watch)
    first = next((one.began for one in state.journey.stretches if one.ended > began), at)
    return watch - (at - max(first, began)) % watch


def march_began(state: State, book: Rulebook, at: Instant) -> Instant:
    """Return since when travel counts as one march: since the latest camp, sleep, or night's rest.

    Midnight is no end of it.
    """
    return max(state.journey.slept or ORIGIN, _night_rested(state, book, at))


def _night_rested(state: State, book: Rulebook, at: Instant) -> Instant:
    """Return when the latest night's rest was over that no camp was said for.

    It is a halt between dusk and dawn, as long as a camp or a sleep takes at least.
    """
    ends = at
    for one in reversed(state.journey.stretches):
        if one.began < at:
            found = _rest_within(state, book, one.ended, ends)
            if found is not None:
                return found
            ends = one.began
    return ORIGIN


def _rest_within(state: State, book: Rulebook, since: Instant, until: Instant) -> Instant | None:
    """Return when the latest night's rest within a halt was long enough; ``None`` for a halt without one."""
    day, needs = book.scale.day, _night_takes(book)
    evening = book.scale.start_of("day", until)
    while evening + day * 2 > since:
        dusk = seasons.times(state, book, evening).get(seasons.DUSK)
        dawn = seasons.times(state, book, evening + day).get(seasons.DAWN)
        if dusk is None or dawn is None:
            return None
        rested = max(since, evening + dusk) + needs
        if rested <= min(until, evening + day + dawn):
            return rested
        if evening < ORIGIN + day:
            return None
        evening -= day
    return None


def _night_takes(book: Rulebook) -> Duration:
    """Return the length of a night's rest: a camp, else the shortest sleep, else a third of a day."""
    sleeps = [book.duration(one.takes) for one in book.set.activities.values() if one.sleeps and one.takes]
    if book.set.camp is not None:
        return book.duration(book.set.camp.takes)
    return min(sleeps, default=Duration(book.scale.day.ms // 3))


def counts_still(state: State, book: Rulebook, at: Instant | None = None) -> bool:
    """Return whether the part of a hex travelled so far still counts, or was lost with the day before."""
    march, stretches = march_of(book), state.journey.stretches
    if march is None or march.carries or not stretches:
        return True
    return stretches[-1].ended > march_began(state, book, state.now if at is None else at)


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
    """Return how long mounts can still be pushed on this march; ``None`` where that is not counted."""
    march, today, at = march_of(book), marching(state, book), state.now
    if march is None or today is None or _counted(book) is None:
        return None
    unforced = max(book.duration(march.day) - today.marched, NO_TIME)
    return _gallop_left(state, book, march_began(state, book, at), at, unforced)


def _counted(book: Rulebook) -> ByHexes | None:
    """Return the pay of travel where the rule set counts the gallop; ``None`` where it does not."""
    rules = book.set.travel
    pays = None if rules is None else rules.pays
    return pays if isinstance(pays, ByHexes) and pays.pushed_for else None


def _beyond(state: State, book: Rulebook, since: Instant, until: Instant) -> Duration:
    """Return how much more of the march than of the clock was used up between two instants."""
    pays = _counted(book)
    if pays is None:
        return NO_TIME
    more = travelled(state.journey, since, until, pushed=True).ms * (_times(pays) - 1)
    return Duration(more.numerator // more.denominator)


def _gallop_left(state: State, book: Rulebook, since: Instant, until: Instant, march: Duration) -> Duration:
    """Return how long the party can still gallop, with ``march`` left of the unforced march.

    ``since`` is the beginning of the march, ``until`` now. Mounts do not gallop on a forced march.
    """
    pays = _counted(book)
    if pays is None or not caravan.going(state, book).pushable:
        return NO_TIME
    rest = book.duration(pays.pushed_for) - travelled(state.journey, since, until, pushed=True)
    worth = march.ms / _times(pays)
    return max(NO_TIME, min(rest, Duration(worth.numerator // worth.denominator)))


def _times(pays: ByHexes) -> Fraction:
    return Fraction(pays.pushed, pays.mounted)

"""Who acts when where segments are counted up: everybody has a place in the order, and acts again later.

It exists so that thousands of turns can be worked out at once in the exact order in which a table would take
them: the segment first; in it the higher Initiative Order; among equals the lower number.

It is scratch paper with a single owner, like the walk, and never becomes part of a state. It must not know
what a turn is about, nor how long a segment lasts. What a turn costs does not grow with those who wait: the
segments near at hand have a slot each, sorted when its segment comes, and only what is far ahead is kept in
a heap.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from heapq import heappop, heappush
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

NUMBERS = 1 << 20
"""Numbers of those who are counted are below this."""
NEAR = 32
"""How many segments have a slot of their own: more than almost any recovery."""


class SegmentPassedError(ValueError):
    """A turn was entered in a segment that the count has left or is in: a fault of the caller."""


def place_of(order: int, number: int) -> int:
    """Return the place of a number in a segment: the lower acts first. A number has one place at a time.

    Orders below 1,000 make places that are quick to compare; there is no highest.

    >>> place_of(12, 7) < place_of(11, 3) < place_of(11, 4)
    True
    """
    if not 0 <= number < NUMBERS:
        message = f"the number {number} is not one of 0 to {NUMBERS - 1}"
        raise ValueError(message)
    return number - order * NUMBERS


class CountUp:
    """Those who wait for their segment, in their exact order. ``segment`` is where the count stands.

    >>> count = CountUp()
    >>> for number, (order, segment) in enumerate([(8, 2), (12, 2), (12, 1)]):
    ...     count.enter(place_of(order, number), segment)
    >>> count.run(lambda place: print(count.segment, place % NUMBERS) or 6, until=7)
    1 2
    2 1
    2 0
    7 2
    """

    __slots__ = ("_acting", "_far", "_near", "_open", "segment")

    def __init__(self, segment: int = 0) -> None:
        """Begin at a segment, with nobody waiting."""
        self.segment = segment
        # A slot holds whoever acts in the one segment of those ahead that has its number.
        self._near: list[list[int]] = [[] for _ in range(NEAR)]
        self._far: list[tuple[int, int]] = []
        # The turns of the running segment, in order, and the place of whoever acts.
        self._open: list[int] = []
        self._acting = 0

    def enter(self, place: int, segment: int) -> None:
        """Enter a turn at a segment that is still to come; raises `SegmentPassedError` for another."""
        ahead = segment - self.segment
        if ahead <= 0:
            message = f"a turn at segment {segment}, where the count stands at {self.segment}"
            raise SegmentPassedError(message)
        if ahead < NEAR:
            self._near[segment % NEAR].append(place)
        else:
            heappush(self._far, (segment, place))

    def waiting(self) -> list[tuple[int, int]]:
        """Return the turns that are still to come, each as segment and place, in their exact order."""
        at = self.segment
        found = [(at, place) for place in self._open[self._reached() :]]
        for ahead in range(1, NEAR):
            found += [(at + ahead, place) for place in sorted(self._near[(at + ahead) % NEAR])]
        return found + sorted(self._far)

    def run(self, act: Callable[[int], int], until: int) -> None:  # noqa: C901 - its calls would cost most
        """Take all turns in order up to and with a segment; ``act`` gives the recovery of a place.

        With a recovery of 0 the same one acts again at once. Others may enter meanwhile. When ``act``
        raises, that turn and all after it are still to come.
        """
        near, far, mask = self._near, self._far, NEAR - 1
        at = self.segment
        if self._open:
            # What was left when `act` raised goes on from its slot, which nothing else is in.
            near[at & mask], at = self._open, at - 1
        while at < until:
            at += 1
            bucket = near[at & mask]
            if bucket:
                # What is done for each segment and turn stands here and is no call, which would cost most.
                # The turns stay in their slot till all were taken: nothing in reach needs it meanwhile.
                if len(bucket) > 1:
                    bucket.sort()
                self.segment, self._open = at, bucket
                if far:
                    self._bring_near()
                for place in bucket:
                    self._acting = place
                    try:
                        recovery = act(place)
                    except BaseException:
                        self._put_back(place)
                        raise
                    if 0 < recovery <= mask:
                        near[at + recovery & mask].append(place)
                    else:
                        self._put_aside(place, recovery)
                bucket.clear()
            elif at - self.segment >= mask:
                if not self._leap(until):
                    return
                at = self.segment

    def _put_back(self, place: int) -> None:
        """Put a begun turn back as the first of its segment."""
        slot = self._open
        self._open = [place, *slot[self._reached() :]]
        self._acting = place - 1
        slot.clear()

    def _leap(self, until: int) -> bool:
        """Move to just before the first segment far ahead, as nobody is near; return whether it is due."""
        if not self._far or self._far[0][0] > until:
            return False
        self.segment = self._far[0][0] - 1
        self._bring_near()
        return True

    def _bring_near(self) -> None:
        far, reach = self._far, self.segment + NEAR
        while far and far[0][0] < reach:
            segment, place = heappop(far)
            self._near[segment % NEAR].append(place)

    def _put_aside(self, place: int, recovery: int) -> None:
        """Put away a turn whose recovery is none, or so long that it has no slot yet."""
        if recovery:
            self.enter(place, self.segment + recovery)
        else:
            insort(self._open, place, lo=self._reached())

    def _reached(self) -> int:
        """Return how many of the running segment have acted; the rest is sorted."""
        return bisect_right(self._open, self._acting)

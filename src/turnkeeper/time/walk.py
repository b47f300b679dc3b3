"""The walk over the boundaries of one advance: what falls due between two instants, each at its own time.

It exists so that a jump of a day and 8,640 steps of a round meet the same things in the same order. The
order is part of the contract: the instant first; at one instant what ends before a check, that
before a reminder, what starts last; then the order in which things were begun; then the
order in which they were booked. A boundary belongs to the earlier stretch: a walk from a to b meets what
lies after a and up to b itself.

A walk is scratch paper that lives during one advance. It must not know the meaning of a mark, and it never
becomes part of a state. The cost follows what falls due: empty time costs nothing.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator
from enum import Enum, IntEnum
from heapq import heappop, heappush
from operator import length_hint
from typing import Final, Generic, Literal, TypeAlias, TypeVar

from turnkeeper.time.instant import Instant

Item = TypeVar("Item")


class Rank(IntEnum):
    """What goes first at one instant: ends, then checks, then reminders, then starts."""

    ENDS = 0
    CHECKS = 1
    REMINDS = 2
    STARTS = 3


class PassedError(ValueError):
    """A mark was booked for an instant that the walk has already left: a fault of the caller."""


class _Gone(Enum):
    GONE = "cancelled"


_GONE: Final[Literal[_Gone.GONE]] = _Gone.GONE

# One mark: rank, order of beginning, place in its bucket, item, and the bucket itself, so that the mark can
# be found again. A bucket never shrinks while it can still be visited, so the place is unique in it: marks
# compare as the contract says and never reach the item. A bucket is emptied when it has been visited.
_Mark: TypeAlias = "tuple[int, int, int, Item | _Gone, list[_Mark[Item]]]"
_Bucket: TypeAlias = "list[_Mark[Item]]"
Handle: TypeAlias = "_Mark[Item]"


class Walk(Generic[Item]):
    """The marks with ``start < at <= until``, in their exact order, while marks are still added and removed.

    Iterating gives ``(at, item)``. Leaving the loop early keeps the place: a second loop goes on with the
    next mark. Once a loop has run out the walk is over. Not meant for two loops at once.

    >>> walk = Walk[str](Instant(0), Instant(20))
    >>> _ = walk.book(Instant(20), Rank.STARTS, 1, "dawn")
    >>> _ = walk.book(Instant(20), Rank.ENDS, 2, "the torch goes out")
    >>> _ = walk.book(Instant(21), Rank.ENDS, 3, "later than this advance")
    >>> [(at.ms, item) for at, item in walk]
    [(20, 'the torch goes out'), (20, 'dawn')]
    """

    __slots__ = ("_buckets", "_due", "_open", "_reached", "_rest", "_start", "_until")

    def __init__(self, start: Instant, until: Instant) -> None:
        self._start = self._reached = start.ms
        self._until = until.ms
        self._buckets: dict[int, _Bucket[Item]] = {}
        self._due: list[int] = []
        self._open: _Bucket[Item] = []
        self._rest: Iterator[_Mark[Item]] = iter(self._open)

    def book(self, at: Instant, rank: Rank, begun: int, item: Item) -> Handle[Item]:
        """Add a mark; ``begun`` is the order number in which the thing behind it was begun.

        A mark at or before the walk's start, or after its end, is not part of this walk and is ignored. A
        mark at the instant being visited is visited at this instant, in order among those still to come.
        Raises `PassedError` for an instant of this walk that it has already left.
        """
        return self.book_ms(at.ms, rank, begun, item)

    def book_ms(self, ms: int, rank: int, begun: int, item: Item) -> Handle[Item]:
        """Add a mark as `book` does, for an instant given as its whole milliseconds.

        This is the hot path, for a caller that re-arms thousands of marks in one advance: adding a length to
        an `Instant` and wrapping the sum costs about a third of all else in a firing.
        """
        if self._reached < ms <= self._until:
            bucket = self._buckets.get(ms)
            if bucket is None:
                self._buckets[ms] = bucket = []
                heappush(self._due, ms)
            mark: _Mark[Item] = (rank, begun, len(bucket), item, bucket)
            bucket.append(mark)
            return mark
        return self._book_aside(ms, rank, begun, item)

    def _book_aside(self, ms: int, rank: int, begun: int, item: Item) -> Handle[Item]:
        """Book a mark that is not ahead: at the instant being visited, or outside the walk; else raise."""
        if not self._start < ms <= self._until:
            return rank, begun, 0, item, []
        if ms != self._reached or not self._open:
            message = f"a mark at {ms} ms was booked when the walk had already left that instant"
            raise PassedError(message)
        mark: _Mark[Item] = (rank, begun, len(self._open), item, self._open)
        insort(self._open, mark, lo=self._place())
        return mark

    def cancel(self, handle: Handle[Item]) -> bool:
        """Remove a mark that was not visited yet; return whether there was such a mark.

        Exact at every moment, also for a mark of the instant being visited. Cancelling twice, after the
        visit, or a mark that was ignored when it was booked, changes nothing. A handle is good for its own
        walk only.
        """
        rank, begun, booked, _, bucket = handle
        place = booked
        if bucket is self._open:  # from its instant on a bucket is sorted, what is still to come at least
            place = bisect_left(bucket, (rank, begun, booked), lo=self._place())
        if place >= len(bucket) or bucket[place] is not handle:
            return False
        bucket[place] = (rank, begun, booked, _GONE, bucket)
        return True

    def __iter__(self) -> Iterator[tuple[Instant, Item]]:
        """Visit the marks in order; bookings and cancellations made meanwhile are honoured."""
        due, buckets = self._due, self._buckets
        at = Instant(self._reached)
        while True:
            for mark in self._rest:
                item = mark[3]
                if item is not _GONE:
                    yield at, item
            self._open.clear()
            if not due:
                self._reached = self._until
                return
            self._reached = ms = heappop(due)
            self._open = bucket = buckets.pop(ms)
            if len(bucket) > 1:
                bucket.sort()
            self._rest = iter(bucket)
            at = Instant(ms)

    @property
    def until(self) -> Instant:
        """The instant at which the walk ends."""
        return Instant(self._until)

    @property
    def next_at(self) -> Instant | None:
        """The instant of the next mark to be visited, or None when nothing is left."""
        if any(mark[3] is not _GONE for mark in self._open[self._place() :]):
            return Instant(self._reached)
        due, buckets = self._due, self._buckets
        while due:
            if any(mark[3] is not _GONE for mark in buckets[due[0]]):
                return Instant(due[0])
            del buckets[heappop(due)]
        return None

    def _place(self) -> int:
        """Return how many marks of the open instant have been visited; the rest is sorted."""
        return len(self._open) - length_hint(self._rest)

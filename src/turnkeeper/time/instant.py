"""A point on the campaign's clock and a length of it: two types, whole milliseconds, never a float.

They are distinct so that nonsense cannot be said: an instant minus an instant is a duration, an instant
plus a duration is an instant, and two instants cannot be added at all. This module must not know what a
turn, a day or a calendar is.
"""

from __future__ import annotations

from typing import overload

from msgspec import Struct


class Duration(Struct, frozen=True, order=True, array_like=True, gc=False):
    """A length of game time in whole milliseconds; it may be negative. Stored as ``[ms]``.

    >>> Duration(600_000) + Duration(1) - Duration(1) == Duration(600_000)
    True
    >>> Duration(600_000) // Duration(10_000)
    60
    """

    ms: int

    def __add__(self, other: Duration) -> Duration:
        if type(other) is not Duration:
            return NotImplemented
        return Duration(self.ms + other.ms)

    def __sub__(self, other: Duration) -> Duration:
        if type(other) is not Duration:
            return NotImplemented
        return Duration(self.ms - other.ms)

    def __mul__(self, times: int) -> Duration:
        if type(times) is not int:
            return NotImplemented
        return Duration(self.ms * times)

    __rmul__ = __mul__

    def __neg__(self) -> Duration:
        return Duration(-self.ms)

    def __floordiv__(self, other: Duration) -> int:
        """Return how many whole times the other length fits."""
        if type(other) is not Duration:
            return NotImplemented
        return self.ms // other.ms

    def __mod__(self, other: Duration) -> Duration:
        """Return the rest after the whole times that the other length fits."""
        if type(other) is not Duration:
            return NotImplemented
        return Duration(self.ms % other.ms)

    def __bool__(self) -> bool:
        return self.ms != 0


class Instant(Struct, frozen=True, order=True, array_like=True, gc=False):
    """A point in game time: whole milliseconds since the campaign began. Stored as ``[ms]``.

    >>> Instant(5) + Duration(3) - Instant(2)
    Duration(ms=6)
    """

    ms: int

    def __add__(self, other: Duration) -> Instant:
        if type(other) is not Duration:
            return NotImplemented
        return Instant(self.ms + other.ms)

    @overload
    def __sub__(self, other: Instant) -> Duration: ...
    @overload
    def __sub__(self, other: Duration) -> Instant: ...
    def __sub__(self, other: Instant | Duration) -> Duration | Instant:
        """Return the length since another instant, or the instant that lies a length earlier."""
        if type(other) is Instant:
            return Duration(self.ms - other.ms)
        if type(other) is Duration:
            return Instant(self.ms - other.ms)
        return NotImplemented


ORIGIN = Instant(0)
NO_TIME = Duration(0)

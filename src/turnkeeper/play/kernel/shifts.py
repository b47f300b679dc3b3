"""What is one thing and then another, each since its instant, so that a clock set back undoes it (T2)."""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.time import Instant

REMEMBERED = 256


class Shift(Struct, frozen=True, array_like=True):
    """From this instant on it is this."""

    at: Instant
    to: str


class Shifts(Struct, frozen=True, omit_defaults=True):
    """All the shifts, the latest last; the first of the last 256 is settled for good.

    >>> day, night = Shift(Instant(5), "day"), Shift(Instant(9), "night")
    >>> Shifts((day, night)).rewound(Instant(8)).last == day
    True
    """

    made: tuple[Shift, ...] = ()

    @property
    def last(self) -> Shift | None:
        """Return what it is now and since when, or ``None`` while it is as it began."""
        return self.made[-1] if self.made else None

    def shift(self, at: Instant, to: str) -> Shifts:
        """Return the shifts with one more."""
        return Shifts((*self.made, Shift(at, to))[-REMEMBERED:])

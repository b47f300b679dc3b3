"""A number that events change, each change with its instant, so that a clock set back undoes them (T2)."""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.time import Instant

REMEMBERED = 256


class Change(Struct, frozen=True, array_like=True):
    """By how much the number changed, and when."""

    at: Instant
    by: int


class Tally(Struct, frozen=True, omit_defaults=True):
    """A number and the latest of its changes; older ones than the last 256 are settled for good.

    >>> Tally(3).change(Instant(5), -1).value, Tally(3).change(Instant(5), -1).rewound(Instant(4)).value
    (2, 3)
    """

    value: int = 0
    changes: tuple[Change, ...] = ()

    def change(self, at: Instant, by: int) -> Tally:
        """Return the number changed at an instant."""
        kept = self.changes[-REMEMBERED + 1 :] if len(self.changes) >= REMEMBERED else self.changes
        return Tally(self.value + by, (*kept, Change(at, by)))

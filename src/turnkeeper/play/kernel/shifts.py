"""Changes of a value over time, such as the weather or the season."""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.time import Instant


class Shift(Struct, frozen=True, array_like=True):
    """A value and the instant from which it holds."""

    at: Instant
    to: str

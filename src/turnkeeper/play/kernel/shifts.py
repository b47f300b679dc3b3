"""What is one thing and then another: the weather, the season."""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.time import Instant


class Shift(Struct, frozen=True, array_like=True):
    """From this instant on it is this."""

    at: Instant
    to: str

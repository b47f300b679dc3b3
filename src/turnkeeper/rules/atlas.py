"""The port through which a rule book asks for maps and calendars, those brought along and those at hand.

A map is named by the SHA-256 of its text, so that the record never holds a land and yet always means the
same one. This module must not know how a map is kept, read or drawn.
"""

from __future__ import annotations

from typing import Protocol

from turnkeeper.hexes import Land


class LandLost(ValueError):  # noqa: N818 - named by what is wrong
    """A map that is in use cannot be had any more."""


class Atlas(Protocol):
    """The maps that can be had."""

    def find(self, name: str, digest: str, /) -> str | None:
        """Return the full digest of the map that is meant, or ``None`` when none is, or several could be.

        ``digest`` is the beginning of one and decides alone; where it is empty the name does, whatever its
        capitals.
        """
        ...

    def land(self, digest: str, /) -> Land | None:
        """Return the land of a map by its full digest; only now is it read. Raises `LandLost`."""
        ...

    def names(self) -> tuple[str, ...]:
        """Return the names by which maps can be found."""
        ...

    def calendar(self, name: str, digest: str, /) -> object | None:
        """Return the calendar that is meant, as `find` does a map; what it is, who asks for it knows."""
        ...

    def calendars(self) -> tuple[str, ...]:
        """Return the names by which calendars can be found."""
        ...


class NoMaps:
    """An atlas without any map."""

    def find(self, _name: str, _digest: str, /) -> str | None:
        """Find nothing."""
        return None

    def land(self, _digest: str, /) -> Land | None:
        """Have no land."""
        return None

    def names(self) -> tuple[str, ...]:
        """Know no name."""
        return ()

    def calendar(self, _name: str, _digest: str, /) -> object | None:
        """Have no calendar."""
        return None

    def calendars(self) -> tuple[str, ...]:
        """Know no calendar's name."""
        return ()


NO_MAPS = NoMaps()

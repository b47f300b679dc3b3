"""A land: what a map says of each hex, what runs from hex to hex, and what there is to find.

The words of a map are kept as they were written; their meaning stands in `words`, and what that costs a
traveller is a rule set's. What a party has explored or seen belongs to its campaign. This module must not
know how a map is written or drawn.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import cached_property
from itertools import pairwise

from msgspec import Struct

from turnkeeper.hexes.axial import Hex
from turnkeeper.hexes.names import column_and_row

Edge = tuple[Hex, Hex]
"""The side that two neighbours share, the hex that sorts first standing first."""


def edge(a: Hex, b: Hex) -> Edge:
    """Return the side that two neighbours share, the same from both."""
    return (a, b) if a < b else (b, a)


class Label(Struct, frozen=True):
    """A name as a map shows it.

    ``size`` is 0 where the map does not say; ``tag`` stands before the quotes, as ``name``; ``turned`` is how
    the text is moved or turned, verbatim.
    """

    text: str
    size: int = 0
    tag: str = ""
    turned: str = ""


class Landmark(Struct, frozen=True):
    """A thing to find in a hex: overt ones are seen on entering, hidden ones only by searching."""

    name: str
    text: str = ""
    hidden: bool = False


class Tile(Struct, frozen=True):
    """What a map says of one hex: its words verbatim, its labels, and what there is to find and to know."""

    place: Hex
    words: tuple[str, ...] = ()
    labels: tuple[Label, ...] = ()
    landmarks: tuple[Landmark, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Return the first label, or nothing."""
        return self.labels[0].text if self.labels else ""

    @classmethod
    def joined(cls, tiles: Sequence[Tile]) -> Tile:
        """Return the land that several tiles of one hex, at least one, make together."""
        if len(tiles) == 1:
            return tiles[0]
        return cls(
            tiles[0].place,
            tuple(word for tile in tiles for word in tile.words),
            tuple(label for tile in tiles for label in tile.labels),
            tuple(landmark for tile in tiles for landmark in tile.landmarks),
            tuple(note for tile in tiles for note in tile.notes),
        )


class Way(Struct, frozen=True):
    """A road, a river, a border or another thing that runs through hexes, each the neighbour of the last.

    ``side`` (``left``, ``right``) and ``begins`` (``25%``) say where its name is drawn.
    """

    kind: str
    hexes: tuple[Hex, ...]
    name: str = ""
    side: str = ""
    begins: str = ""


class Region(Struct, frozen=True):
    """A named part of a land."""

    name: str
    hexes: tuple[Hex, ...]
    text: str = ""


class Frame(Struct, frozen=True):
    """The columns and rows that a land lies within, both ends included."""

    first_column: int
    first_row: int
    last_column: int
    last_row: int

    @property
    def columns(self) -> int:
        """Return how many columns there are."""
        return self.last_column - self.first_column + 1

    @property
    def rows(self) -> int:
        """Return how many rows there are."""
        return self.last_row - self.first_row + 1


class Land(Struct, frozen=True, dict=True):
    """A whole land. Tiles are sorted by their hexes and no hex has two.

    ``kept`` are lines of the map that say nothing of the land, verbatim, so that nothing is lost when it is
    written again. ``climates`` are parts that a rule set may have weather for, one of no hexes the rest.
    """

    tiles: tuple[Tile, ...] = ()
    ways: tuple[Way, ...] = ()
    regions: tuple[Region, ...] = ()
    name: str = ""
    kept: tuple[str, ...] = ()
    climates: tuple[Region, ...] = ()

    @cached_property
    def climate_by_hex(self) -> dict[Hex, str]:
        """The climate of each hex for which the map names one."""
        return {place: one.name for one in self.climates for place in one.hexes}

    @property
    def climate(self) -> str:
        """Return the climate of the whole land; empty where the map names none."""
        return next((one.name for one in self.climates if not one.hexes), "")

    @cached_property
    def by_hex(self) -> dict[Hex, Tile]:
        """The tiles by their hexes, in their order."""
        return {tile.place: tile for tile in self.tiles}

    @cached_property
    def ways_by_hex(self) -> dict[Hex, tuple[Way, ...]]:
        """The ways through each hex that any runs through, in their order."""
        found: dict[Hex, list[Way]] = {}
        for way in self.ways:
            for place in dict.fromkeys(way.hexes):
                found.setdefault(place, []).append(way)
        return {place: tuple(ways) for place, ways in found.items()}

    @cached_property
    def frame(self) -> Frame | None:
        """The columns and rows of the tiles; ``None`` for a land without any."""
        if not self.tiles:
            return None
        columns, rows = zip(*(column_and_row(tile.place) for tile in self.tiles), strict=True)
        return Frame(min(columns), min(rows), max(columns), max(rows))

    @cached_property
    def labelled(self) -> tuple[tuple[str, Hex], ...]:
        """Every label of the land with its hex, in the order of the tiles."""
        return tuple((label.text, tile.place) for tile in self.tiles for label in tile.labels)

    @cached_property
    def notable(self) -> tuple[Hex, ...]:
        """The hexes with a label or an open landmark, in the order of the tiles."""
        return tuple(
            tile.place
            for tile in self.tiles
            if tile.labels or any(not mark.hidden for mark in tile.landmarks)
        )

    def at(self, place: Hex) -> Tile | None:
        """Return a hex as the map has it; ``None`` off the map."""
        return self.by_hex.get(place)

    def ways_through(self, place: Hex) -> tuple[Way, ...]:
        """Return the ways that run through a hex, begin in it or end there, each once."""
        return self.ways_by_hex.get(place, ())

    def joined(self, kinds: Container[str]) -> dict[Hex, frozenset[Hex]]:
        """Return for each hex on a way of these kinds, in small letters, the neighbours one reaches by it."""
        found: dict[Hex, set[Hex]] = {}
        for way in self.ways:
            if way.kind.casefold() in kinds:
                for here, there in pairwise(way.hexes):
                    found.setdefault(here, set()).add(there)
                    found.setdefault(there, set()).add(here)
        return {place: frozenset(hexes) for place, hexes in found.items()}

    def named(self, name: str) -> tuple[Hex, ...]:
        """Return the hexes with that label or landmark, whatever its capitals."""
        wanted = name.casefold()
        return tuple(
            tile.place
            for tile in self.tiles
            if any(label.text.casefold() == wanted for label in tile.labels)
            or any(landmark.name.casefold() == wanted for landmark in tile.landmarks)
        )

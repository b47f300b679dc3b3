"""Where everything of a land comes to lie on a drawing, and which stretches of its ways are to be seen.

What is not to be seen is not in a plot at all. A hex is 200 wide and 174 high. This module must not know
colours nor shapes.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import cached_property

from turnkeeper.files.map_hexes import kind_of
from turnkeeper.files.way_paths import Bend, Point, Stretch, WayPath, course
from turnkeeper.hexes import LEXICON, Edge, Hex, Land, TerrainVocabulary, Way, column_and_row

COLUMN, HALF = 150, 87
"""From one column to the next, and half a hex from north to south."""


class Plot:
    """A land, or what is seen of it, laid out from a corner; the frame is that of the whole land."""

    def __init__(
        self, land: Land, seen: AbstractSet[Hex] | None, corner: Point, lexicon: TerrainVocabulary = LEXICON
    ) -> None:
        """Take a land, the hexes to be seen (``None`` for all), and where its frame has its corner."""
        self.land, self.seen, self.corner = land, seen, corner
        self.tiles = [tile for tile in land.tiles if seen is None or tile.place in seen]
        self.open = {tile.place for tile in self.tiles}
        self.senses = {tile.place: lexicon.senses_of(tile) for tile in self.tiles}
        frame = land.frame
        self.first = (frame.first_column, frame.first_row) if frame else (1, 1)
        self.size = (frame.columns, frame.rows) if frame else (4, 3)
        self.courses = [found for way in land.ways for found in self._courses(way)]

    @property
    def hidden(self) -> list[Hex]:
        """Return the hexes of the land that are not to be seen."""
        seen = self.seen
        return [] if seen is None else [tile.place for tile in self.land.tiles if tile.place not in seen]

    @cached_property
    def there(self) -> tuple[dict[str, None], dict[str, None]]:
        """The names of what stands in the hexes, and the kinds of ways, each once."""
        senses = dict.fromkeys(sense.name for found in self.senses.values() for sense in found)
        return senses, dict.fromkeys(kind_of(stretch.way) for stretch in self.courses)

    @property
    def extent(self) -> Point:
        """Return how wide and how high the land is."""
        columns, rows = self.size
        return COLUMN * (columns - 1) + 200, 2 * HALF * rows + HALF

    def centre(self, place: Hex) -> Point:
        """Return the middle of a hex."""
        column, row = column_and_row(place)
        x = self.corner[0] + 100 + COLUMN * (column - self.first[0])
        return x, self.corner[1] + HALF * (2 * (row - self.first[1]) + 2 - (column & 1))

    def wet(self, place: Hex) -> bool:
        """Tell whether a hex lies under water."""
        return any(sense.water for sense in self.senses.get(place, ()))

    def laid(self) -> list[WayPath]:
        """Return all ways as paths."""
        bends = {kind: self.bend(kind) for kind in {kind_of(stretch.way): None for stretch in self.courses}}
        return [
            course(number, stretch, self.centre, bends[kind_of(stretch.way)])
            for number, stretch in enumerate(self.courses)
        ]

    def bend(self, kind: str, also: tuple[Edge, ...] = ()) -> Bend:
        """Return what a way of a kind must mind; ``also`` are sides that it crosses unseen by the others."""
        crossed: dict[Edge, set[str]] = {side: set() for side in also}
        ends: set[Hex] = set()
        for stretch in self.courses:
            for side in stretch.edges:
                crossed.setdefault(side, set()).add(kind_of(stretch.way))
            ends.update(stretch.ends)
        return Bend(crossed, ends, {place for place in self.open if self.wet(place)}, kind)

    def _courses(self, way: Way) -> Iterator[Stretch]:
        """Yield a way in the stretches that are to be seen, and where each leads out of sight."""
        stretch: list[Hex] = []
        before: Hex | None = None
        for place in (*way.hexes, None):
            if place is not None and (self.seen is None or place in self.seen):
                stretch.append(place)
                continue
            if len(stretch) > 1 or (stretch and not self._in_water(way, stretch[0])):
                found = Stretch(way, tuple(stretch), before, place)
                yield from [found] if found.edges else []
            stretch, before = [], place

    def _in_water(self, way: Way, place: Hex) -> bool:
        """Tell whether a way is a river that has come to its end in open water."""
        return kind_of(way) == "river" and self.wet(place)

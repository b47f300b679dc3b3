"""Where a land comes to lie on a drawing: its hexes, the lines around them, the stretches of its ways.

A plot holds nothing of a hex that is not seen. A hex is 200 wide and 174 high. This module must not know
colours nor shapes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import cached_property

from turnkeeper.files.maps.way_paths import Bend, Point, WayPath, WayStretch
from turnkeeper.hexes import LEXICON, Edge, Face, Hex, Land, Way, column_and_row, way_kind

Centre = Callable[[Hex], Point]
CORNERS = ((-100, 0), (-50, -87), (50, -87), (100, 0), (50, 87), (-50, 87))
_FROM = {Face.N: 1, Face.NE: 2, Face.SE: 3, Face.S: 4, Face.SW: 5, Face.NW: 0}
"""The corner at which each side begins, clockwise."""

COLUMN, HALF = 150, 87
"""From one column to the next, and half a hex from north to south."""


class Plot:
    """A land, or the seen part of it, laid out from a corner; the frame is that of the whole land."""

    def __init__(self, land: Land, seen: AbstractSet[Hex] | None, corner: Point) -> None:
        """Take a land, the hexes to be seen (``None`` for all), and where its frame has its corner."""
        self.land, self.seen, self.corner = land, seen, corner
        self.tiles = [tile for tile in land.tiles if seen is None or tile.place in seen]
        self.open = {tile.place for tile in self.tiles}
        self.senses = {tile.place: LEXICON.senses_of(tile) for tile in self.tiles}
        frame = land.frame
        self.first = (frame.first_column, frame.first_row) if frame else (1, 1)
        self.size = (frame.columns, frame.rows) if frame else (4, 3)
        self.stretches = [found for way in land.ways for found in self._stretches(way)]

    @cached_property
    def there(self) -> tuple[dict[str, None], dict[str, None]]:
        """The senses of the hexes' words by name, and the kinds of ways, each once."""
        senses = dict.fromkeys(sense.name for found in self.senses.values() for sense in found)
        return senses, dict.fromkeys(way_kind(stretch.way) for stretch in self.stretches)

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

    @cached_property
    def water(self) -> frozenset[Hex]:
        """The hexes that lie under water."""
        return frozenset(
            place for place, senses in self.senses.items() if any(sense.water for sense in senses)
        )

    def laid(self) -> list[WayPath]:
        """Return all ways as paths."""
        return [self.bends[way_kind(stretch.way)].laid(stretch) for stretch in self.stretches]

    @cached_property
    def bends(self) -> dict[str, Bend]:
        """The `Bend` of the ways of each kind."""
        return {kind: self.bend(kind) for kind in self.there[1]}

    def bend(self, kind: str, also: tuple[Edge, ...] = ()) -> Bend:
        """Return the bend of a way of a kind; ``also`` are sides that it crosses besides."""
        crossed: dict[Edge, set[str]] = {side: set() for side in also}
        ends: set[Hex] = set()
        for stretch in self.stretches:
            for side in stretch.edges:
                crossed.setdefault(side, set()).add(way_kind(stretch.way))
            ends.update(stretch.ends)
        return Bend(crossed, ends, self.water, kind, self.centre)

    def walked(self, hexes: tuple[Hex, ...]) -> str:
        """Return the path of a walk from hex to hex, along the roads there are; empty for one hex."""
        if len(hexes) < 2:  # noqa: PLR2004 - a way has two ends
            return ""
        stretch = WayStretch(Way("road", hexes), hexes)
        return self.bend("road", stretch.edges).path(stretch)

    def _stretches(self, way: Way) -> Iterator[WayStretch]:
        """Yield a way in the stretches that are to be seen, and where each leads out of sight."""
        stretch: list[Hex] = []
        before: Hex | None = None
        for place in (*way.hexes, None):
            if place is not None and (self.seen is None or place in self.seen):
                stretch.append(place)
                continue
            if len(stretch) > 1 or (stretch and not self._in_water(way, stretch[0])):
                found = WayStretch(way, tuple(stretch), before, place)
                yield from [found] if found.edges else []
            stretch, before = [], place

    def _in_water(self, way: Way, place: Hex) -> bool:
        """Return whether a way is a river that has come to its end in open water."""
        return way_kind(way) == "river" and place in self.water


def _sides(
    hexes: Iterable[Hex], beyond: Callable[[Hex], bool], centre: Centre
) -> Iterator[tuple[Point, Point]]:
    """Yield the sides of hexes beyond which something else begins, in their order, each clockwise."""
    for place in sorted(hexes):
        for face, corner in _FROM.items():
            if beyond(place.to(face)):
                x, y = centre(place)
                (ax, ay), (bx, by) = CORNERS[corner], CORNERS[(corner + 1) % 6]
                yield (x + ax, y + ay), (x + bx, y + by)


def border_of(hexes: Iterable[Hex], beyond: Callable[[Hex], bool], centre: Centre) -> str:
    """Return the path along the sides of hexes beyond which something else begins, in their order."""
    return "".join(f"M{ax} {ay}L{bx} {by}" for (ax, ay), (bx, by) in _sides(hexes, beyond, centre))


def outline(hexes: AbstractSet[Hex], centre: Centre) -> str:
    """Return the path around a set of hexes in closed loops, so that it can be filled.

    Three hexes meet at a corner, so that no more than one side of the edge leaves it: no loop goes astray.
    """
    onward = dict(_sides(hexes, lambda place: place not in hexes, centre))
    path = ""
    while onward:
        first = at = next(iter(onward))
        path += f"M{at[0]} {at[1]}"
        while (at := onward.pop(at)) != first:
            path += f"L{at[0]} {at[1]}"
        path += "Z"
    return path

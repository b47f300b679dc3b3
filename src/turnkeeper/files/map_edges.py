"""The lines around hexes on a drawing: side by side, or in closed loops that can be filled.

This module must not know what lies on either side of them, nor how they are painted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet

from turnkeeper.files.way_paths import Point
from turnkeeper.hexes import Face, Hex

Centre = Callable[[Hex], Point]

CORNERS = ((-100, 0), (-50, -87), (50, -87), (100, 0), (50, 87), (-50, 87))
HEXAGON = " ".join(f"{x},{y}" for x, y in CORNERS)
"""The points of a hex around its middle, as a polygon has them."""
FROM = {Face.N: 1, Face.NE: 2, Face.SE: 3, Face.S: 4, Face.SW: 5, Face.NW: 0}
"""The corner at which each side begins, clockwise."""


def edge_of(hexes: AbstractSet[Hex], centre: Centre) -> str:
    """Return the path around a set of hexes, side by side, in the order of the hexes."""
    return border_of(hexes, lambda place: place not in hexes, centre)


def border_of(hexes: Iterable[Hex], beyond: Callable[[Hex], bool], centre: Centre) -> str:
    """Return the path along the sides of hexes beyond which something else begins, in their order."""
    path = []
    for place in sorted(hexes):
        for face, corner in FROM.items():
            if beyond(place.to(face)):
                x, y = centre(place)
                (ax, ay), (bx, by) = CORNERS[corner], CORNERS[(corner + 1) % 6]
                path.append(f"M{x + ax} {y + ay}L{x + bx} {y + by}")
    return "".join(path)


def outline(hexes: AbstractSet[Hex], centre: Centre) -> str:
    """Return the path around a set of hexes in closed loops, so that it can be filled.

    Three hexes meet at a corner, so that no more than one side of the edge leaves it: no loop goes astray.
    """
    onward: dict[Point, Point] = {}
    for place in sorted(hexes):
        x, y = centre(place)
        for face, corner in FROM.items():
            if place.to(face) not in hexes:
                (ax, ay), (bx, by) = CORNERS[corner], CORNERS[(corner + 1) % 6]
                onward[x + ax, y + ay] = (x + bx, y + by)
    path = ""
    while onward:
        first = at = next(iter(onward))
        path += f"M{at[0]} {at[1]}"
        while (at := onward.pop(at)) != first:
            path += f"L{at[0]} {at[1]}"
        path += "Z"
    return path

"""Lines, rings and discs of hexes, and what can be seen along a line: exact, in whole numbers.

This module must not know what blocks a view; a function of the hex says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from turnkeeper.hexes.axial import Face, Hex

_FINE = 16
# A nudge far smaller than the distance of any point of a line from an edge it does not lie on. Its three
# parts and their differences are all unlike, so that no point stays on an edge or a corner.
_NUDGE = (1, 2, -3)


def line(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """Return the hexes on the straight line between two hexes, both included, each the neighbour of the last.

    Where the line runs along an edge or through a corner it keeps to one side, always the same one: as if
    both ends lay a hair to the south-east of their centres. So the line back has the same hexes.

    >>> [(place.q, place.r) for place in line(Hex(0, 0), Hex(2, -1))]
    [(0, 0), (1, 0), (2, -1)]
    """
    steps = a.distance(b)
    if not steps:
        return (a,)
    return tuple(
        _nearest(
            _FINE * (a.q * (steps - step) + b.q * step) + _NUDGE[0],
            _FINE * (a.r * (steps - step) + b.r * step) + _NUDGE[1],
            _FINE * steps,
        )
        for step in range(steps + 1)
    )


def _nearest(q: int, r: int, unit: int) -> Hex:
    """Return the hex whose centre is nearest to a point, given in fractions of a hex."""
    s = -q - r
    nearest_q, nearest_r, nearest_s = ((2 * part + unit) // (2 * unit) for part in (q, r, s))
    off_q, off_r, off_s = (
        abs(near * unit - part) for near, part in ((nearest_q, q), (nearest_r, r), (nearest_s, s))
    )
    # The three must add up to nothing; the one that was rounded most gives way.
    if off_q > off_r and off_q > off_s:
        return Hex(-nearest_r - nearest_s, nearest_r)
    if off_r > off_s:
        return Hex(nearest_q, -nearest_q - nearest_s)
    return Hex(nearest_q, nearest_r)


def ring(centre: Hex, radius: int) -> Iterator[Hex]:
    """Yield the hexes at exactly that distance, clockwise from the north; the centre itself at radius 0."""
    if not radius:
        yield centre
        return
    place = centre.to(Face.N, radius)
    for face in (Face.SE, Face.S, Face.SW, Face.NW, Face.N, Face.NE):
        for _ in range(radius):
            yield place
            place = place.to(face)


def disc(centre: Hex, radius: int) -> Iterator[Hex]:
    """Yield the hexes up to that distance, ring by ring from the centre."""
    for distance in range(radius + 1):
        yield from ring(centre, distance)


Opacity = Callable[[Hex], int]
"""How much of the view a hex takes away when one looks across it; 0 for open country."""


def sees(a: Hex, b: Hex, opacity: Opacity, through: int = 0) -> bool:
    """Return whether the hexes between two places take away no more of the view than ``through``.

    The two places themselves hide nothing: one looks from the edge of the wood, and sees the
    wood. Who sees is seen.
    """
    return sum(map(opacity, line(a, b)[1:-1])) <= through

"""Where a hex lies, and its six faces.

Hexes are flat-topped. ``q`` counts columns to the east, ``r`` runs south along a column; one column further
east the same ``r`` lies half a hex lower. All is whole numbers. This module must not know a hex's content,
nor how a map names it.
"""

from __future__ import annotations

from enum import IntEnum

from msgspec import Struct


class Face(IntEnum):
    """One of the six sides of a flat-topped hex, counted clockwise from the north."""

    N = 0
    NE = 1
    SE = 2
    S = 3
    SW = 4
    NW = 5

    def turned(self, faces: int) -> Face:
        """Return the face that many further clockwise: the way out of a party that veers right.

        Below 0 it is anticlockwise, to the left.

        >>> Face.SE.turned(-1), Face.SE.turned(1)
        (<Face.NE: 1>, <Face.S: 3>)
        """
        return Face((self + faces) % 6)

    @classmethod
    def of(cls, said: str) -> Face:
        """Return the face that a text names, short or long; raises `KeyError` for anything else.

        >>> Face.of("south-east"), Face.of("n")
        (<Face.SE: 2>, <Face.N: 0>)
        """
        return _SAID[said.casefold().replace("-", "").replace(" ", "")]

    @property
    def words(self) -> str:
        """Return the face's name in words.

        >>> Face.SW.words
        'south-west'
        """
        return _WORDS[self]


_WORDS = ("north", "north-east", "south-east", "south", "south-west", "north-west")
_SAID = {face.name.casefold(): face for face in Face} | {
    words.replace("-", ""): Face(at) for at, words in enumerate(_WORDS)
}


class Hex(Struct, frozen=True, order=True, array_like=True, gc=False):
    """A hex by its axial coordinates; it sorts by column, then from north to south.

    >>> Hex(0, 0).to(Face.SE)
    Hex(q=1, r=0)
    """

    q: int
    r: int

    def to(self, face: Face, steps: int = 1) -> Hex:
        """Return the hex that many steps away through a face."""
        dq, dr = STEPS[face]
        return Hex(self.q + dq * steps, self.r + dr * steps)

    def neighbours(self) -> tuple[Hex, Hex, Hex, Hex, Hex, Hex]:
        """Return the six hexes around, clockwise from the north, one for each `Face`."""
        q, r = self.q, self.r
        return (
            Hex(q, r - 1),
            Hex(q + 1, r - 1),
            Hex(q + 1, r),
            Hex(q, r + 1),
            Hex(q - 1, r + 1),
            Hex(q - 1, r),
        )

    def distance(self, other: Hex) -> int:
        """Return the fewest steps to another hex.

        >>> Hex(0, 0).distance(Hex(3, -5))
        5
        """
        dq, dr = self.q - other.q, self.r - other.r
        return max(abs(dq), abs(dr), abs(dq + dr))

    def face_to(self, neighbour: Hex) -> Face | None:
        """Return the face that leads to a neighbour; ``None`` when the other hex is none."""
        return _FACES.get((neighbour.q - self.q, neighbour.r - self.r))


STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""What one step through each `Face` adds to ``q`` and ``r``."""
_FACES = {step: Face(at) for at, step in enumerate(STEPS)}

"""How a way runs over a drawn map: from side to side in curves, a little beside what shares its sides.

This module must not know colours nor the layers below a way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from itertools import pairwise

from msgspec import Struct

from turnkeeper.hexes import Edge, Hex, Way, edge

Point = tuple[int, int]
_ASIDE = 24
_ACROSS = 174
_LETTER = 15
"""How far a letter of a name reaches along its way."""
_MIDDLE = 35


class WayStretch(Struct, frozen=True):
    """A part of a way that is drawn: its hexes, and those out of sight that it comes from and leads to."""

    way: Way
    hexes: tuple[Hex, ...]
    before: Hex | None = None
    after: Hex | None = None

    @property
    def edges(self) -> tuple[Edge, ...]:
        """Return the sides that are crossed or reached."""
        return tuple(edge(a, b) for a, b in pairwise(self.all))

    @property
    def all(self) -> tuple[Hex, ...]:
        """Return its hexes with those out of sight."""
        return (
            *(() if self.before is None else (self.before,)),
            *self.hexes,
            *(() if self.after is None else (self.after,)),
        )

    @property
    def ends(self) -> tuple[Hex, ...]:
        """Return the hexes in which the way itself begins and ends."""
        first = (self.hexes[0],) if self.before is None else ()
        return (*first, self.hexes[-1]) if self.after is None else first

    def part(self, first: int, last: int) -> WayStretch:
        """Return a part of it, from one of its hexes to another."""
        before = self.hexes[first - 1] if first else self.before
        after = self.hexes[last + 1] if last + 1 < len(self.hexes) else self.after
        return WayStretch(self.way, self.hexes[first : last + 1], before, after)

    @property
    def reversed(self) -> WayStretch:
        """Return it the other way about."""
        return WayStretch(self.way, self.hexes[::-1], self.after, self.before)


class WayPath(Struct, frozen=True):
    """A stretch of a way as an SVG path; its name is written from left to right, perhaps the other way."""

    stretch: WayStretch
    path: str
    backwards: bool

    @property
    def way(self) -> Way:
        """Return the whole way."""
        return self.stretch.way

    @property
    def named(self) -> WayStretch:
        """Return the stretch from left to right."""
        return self.stretch.reversed if self.backwards else self.stretch

    @property
    def _needed(self) -> int:
        """The part of the stretch that the name takes, in hundredths."""
        return 100 * _LETTER * len(self.way.name) // (_ACROSS * (len(self.stretch.hexes) - 1))

    @property
    def _begins(self) -> int:
        """Where the name begins, in hundredths of the path it is written on; it ends before the path does."""
        whole = len(self.stretch.hexes) == len(self.way.hexes)
        said = int(self.way.begins.removesuffix("%")[:3] or _MIDDLE) if whole else _MIDDLE
        if self.backwards:
            said = 100 - said - self._needed
        return max(2, min(said, 98 - self._needed))

    @property
    def middle(self) -> int:
        """Where the middle of the name lies, in hundredths of the path it is written on."""
        return self._begins + self._needed // 2


class Bend(Struct, frozen=True):
    """Bends ways of a kind: by the other ways across each side, where ways end, and where there is water."""

    crossed: Mapping[Edge, AbstractSet[str]]
    ends: AbstractSet[Hex]
    wet: AbstractSet[Hex]
    kind: str
    centre: Callable[[Hex], Point]

    @property
    def flows(self) -> bool:
        """Return whether the way winds as water does."""
        return self.kind == "river"

    def laid(self, stretch: WayStretch) -> WayPath:
        """Return a stretch of a way as a path, with the way in which its name is written."""
        backwards = self.centre(stretch.hexes[0])[0] > self.centre(stretch.hexes[-1])[0]
        return WayPath(stretch, self.path(stretch), backwards)

    def path(self, stretch: WayStretch) -> str:
        """Return the path of a stretch: from side to side, at its ends from or to the middle of a hex.

        A river begins and ends at a shore, and what leads out of sight at the side where it is lost from it.
        """
        first, *sides = [_said(self._side(a, b)) for a, b in pairwise(stretch.all)]
        begin, *hexes = stretch.hexes
        path = f"M{first}"
        if stretch.before is not None:
            hexes = [begin, *hexes]
        elif not self._is_shore(begin):
            path = f"M{_said(self._middle(begin))}L{first}"
        for place, side in zip(hexes, sides, strict=False):
            middle, sharp = _said(self._middle(place)), place in self.ends and not self.flows
            path += f"L{middle}L{side}" if sharp else f"Q{middle} {side}"
        last = stretch.hexes[-1]
        return (
            path
            if stretch.after is not None or self._is_shore(last)
            else f"{path}L{_said(self._middle(last))}"
        )

    def _is_shore(self, place: Hex) -> bool:
        return self.flows and place in self.wet

    def _side(self, a: Hex, b: Hex) -> Point:
        """Return where the side is crossed: a little aside where a road and a river share it.

        Else it is half way between what the curve bends to on either side, so that it runs on without a kink.
        """
        first, second = edge(a, b)
        kinds = self.crossed[first, second]
        (ax, ay), (bx, by) = self._middle(first), self._middle(second)
        if "river" not in kinds or len(kinds) == 1:
            return (ax + bx) // 2, (ay + by) // 2
        aside = _ASIDE if self.flows else -_ASIDE
        return (ax + bx) // 2 - (by - ay) * aside // _ACROSS, (ay + by) // 2 + (bx - ax) * aside // _ACROSS

    def _middle(self, place: Hex) -> Point:
        x, y = self.centre(place)
        if not self.flows:
            return x, y
        q, r = place.q, place.r
        return x + 9 * ((q * 37 + r * 17) % 5 - 2), y + 9 * ((q * 13 + r * 29) % 5 - 2)


def _said(point: Point) -> str:
    return f"{point[0]} {point[1]}"

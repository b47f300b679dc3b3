"""Which names a map shows at which size, so that none lies on another, however far away one looks.

A screen shows a land from near (level 0) to far (level 4), and writes larger the farther away it is, so that
a name stays readable; then fewer names fit. What matters most is placed first: a city before a stretch
of country before a hamlet. All is reckoned in whole units of the drawing, in which a hex is 200 wide. This
module must not know how a name is written into a drawing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.files.maps.way_paths import Point

LEVELS = 5
PLACE_SIZE = (25, 34, 52, 80, 124)
"""How large the letters of a place's name are, level by level."""
REGION_SIZE = (36, 46, 66, 98, 150)
"""How large those of a stretch of country are; half as large again where the map wrote it `GRAND`."""
GRAND = 60
LONGEST_LINE, MOST_LINES = 16, 3
A_REGION = 35
"""Stands for a stretch of country among the sizes of settlements, each ten times its size."""
_WORD = re.compile(r"[^\s-]+-*|-+")
"""A word, or a part of one up to its hyphen."""
_LETTER = 52
"""How wide a letter is, in hundredths of its height, with a little room."""


class Name(Struct, frozen=True):
    """A name to be placed: where, how much it matters, and how large a map wrote it if it is a region's.

    ``stands`` tells that something is drawn in the middle of the hex, which the name must not cover.
    """

    text: str
    at: Point
    matters: int
    region: int = 0
    stands: bool = False


class PlacedName(Struct, frozen=True):
    """A name in its place: its lines, where they begin, and the farthest level at which it fits.

    ``anchor`` is ``middle``, ``start`` or ``end``; ``lift`` is how far the first line's foot lies under
    ``y``, in hundredths of the letters' height, which grows with the level.
    """

    name: Name
    lines: tuple[str, ...]
    x: int
    y: int
    anchor: str
    lift: int
    level: int = 0


class _Box(Struct, frozen=True, gc=False):
    left: int
    top: int
    right: int
    bottom: int

    def meets(self, other: _Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


class _Taken:
    """The boxes that have been taken, found by the squares of a coarse net."""

    _MESH = 300

    def __init__(self) -> None:
        self._nets: dict[Point, list[_Box]] = {}

    def free(self, box: _Box) -> bool:
        return not any(box.meets(other) for net in self._over(box) for other in self._nets.get(net, ()))

    def take(self, box: _Box) -> None:
        for net in self._over(box):
            self._nets.setdefault(net, []).append(box)

    def _over(self, box: _Box) -> Iterator[Point]:
        mesh = self._MESH
        for column in range(box.left // mesh, box.right // mesh + 1):
            for row in range(box.top // mesh, box.bottom // mesh + 1):
                yield column, row


class NamePlaces:
    """Names in their places, those that matter most first, and the space that they leave at each level."""

    def __init__(self, names: list[PlacedName], taken: list[_Taken]) -> None:
        """Take the names, and what each level has taken."""
        self.names = names
        self._taken = taken

    def leaves(self, level: int, points: Iterable[Point]) -> bool:
        """Return whether a small writing at these points would lie on no name, from near up to a level."""
        there = tuple(points)
        return all(
            self._taken[nearer].free(box) for nearer in range(level + 1) for box in _specks(nearer, there)
        )

    def take(self, level: int, points: Iterable[Point]) -> None:
        """Take the space of a small writing at these points, at a level and all nearer ones."""
        there = tuple(points)
        for nearer in range(level + 1):
            for box in _specks(nearer, there):
                self._taken[nearer].take(box)


def _specks(level: int, points: Iterable[Point]) -> Iterator[_Box]:
    size = PLACE_SIZE[level] // 2
    return (_Box(x - size, y - size, x + size, y + size) for x, y in points)


def placed(names: Iterable[Name], icons: Iterable[Point]) -> NamePlaces:
    """Return every name in its place; each is shown from near at least.

    ``icons`` are the middles of hexes in which something stands that a name had better not cover.
    """
    wanted = sorted(names, key=lambda name: (-name.matters, name.at))
    taken = _Taken()
    for x, y in icons:
        taken.take(_Box(x - 34, y - 30, x + 34, y + 26))
    found, levels = [_best(name, taken) for name in wanted], [taken]
    for level in range(1, LEVELS):
        there = _Taken()
        levels.append(there)
        for at, one in enumerate(found):
            box = _box(one, level)
            if one.level == level - 1 and there.free(box):
                there.take(box)
                found[at] = replace(one, level=level)
    return NamePlaces(found, levels)


def _best(name: Name, taken: _Taken) -> PlacedName:
    """Return a name where it first lies on nothing, and take that place; the first if there is none."""
    places = _places(name)
    best = next((one for one in places if taken.free(_box(one, 0))), places[0])
    taken.take(_box(best, 0))
    return best


def _places(name: Name) -> list[PlacedName]:
    """Return a name where it can stand: in the middle of its hex, or beside that."""
    lines, (x, y) = lines_of(name), name.at
    if name.region:
        return [PlacedName(name, lines, x, y + down, "middle", 33) for down in (0, -46, 46)]
    above, beside = -100 * (len(lines) - 1) - 20, 33 - 50 * (len(lines) - 1)
    return [
        PlacedName(name, lines, x, y + (32 if name.stands else 30), "middle", 80),
        PlacedName(name, lines, x, y - 40, "middle", above),
        PlacedName(name, lines, x + 52, y, "start", beside),
        PlacedName(name, lines, x - 52, y, "end", beside),
    ]


def size_of(name: Name, level: int) -> int:
    """Return how large a name's letters are at a level."""
    if not name.region:
        return PLACE_SIZE[level]
    return REGION_SIZE[level] * (3 if name.region >= GRAND else 2) // 2


def _box(one: PlacedName, level: int) -> _Box:
    size = size_of(one.name, level)
    # What is written wide has room between its letters, and what is not is bold.
    letter = _LETTER + (16 if one.name.region else 0)
    wide = max(map(len, one.lines)) * letter * size // 100
    y = one.y + one.lift * size // 100
    left = one.x - {"start": 0, "middle": wide // 2, "end": wide}[one.anchor]
    return _Box(left, y - size * 8 // 10, left + wide, y + size * (len(one.lines) - 1) + size // 4)


def lines_of(name: Name) -> tuple[str, ...]:
    """Return a name's lines: as few as can be of a readable length; a line far too long ends in dots.

    >>> lines_of(Name("The Grey Candle of Saint Orra", (0, 0), 0))
    ('The Grey Candle', 'of Saint Orra')
    """
    if name.region:
        return (_cut(name.text, 3 * LONGEST_LINE),)
    lines = [""]
    for word in _WORD.findall(name.text):
        joined = f"{lines[-1]} {word}".lstrip() if not lines[-1].endswith("-") else f"{lines[-1]}{word}"
        if len(joined) <= LONGEST_LINE or not lines[-1]:
            lines[-1] = joined
        else:
            lines.append(word)
    shown = lines[:MOST_LINES]
    if len(lines) > MOST_LINES:
        shown[-1] = f"{shown[-1]} \N{HORIZONTAL ELLIPSIS}"
    return tuple(_cut(line, LONGEST_LINE + 6) for line in shown)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}\N{HORIZONTAL ELLIPSIS}"

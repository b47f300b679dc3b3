"""What stands in a drawn hex: the colour of its ground, country, sites, names; and what the legend says.

This module must not know where a hex lies on the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator

from turnkeeper.files import map_icons as icons
from turnkeeper.files import map_marks as marks
from turnkeeper.files.map_text import escaped
from turnkeeper.files.way_paths import Point
from turnkeeper.hexes import Label, Meaning, Tile, Way


def entry(kind: str, name: str, at: Point) -> Iterator[str]:
    """Yield a line of the legend: what is drawn, and what it is called."""
    x, y = at
    said = marks.LEGEND[name] if kind == "mark" else name
    yield f'<text x="{x + 76}" y="{y + 9}">{escaped(said)}</text>'
    if kind == "mark":
        yield from marks.entry(name, at)
        return
    if kind == "way":
        line = f"M{x - 55} {y + 10}C{x - 20} {y - 22} {x + 15} {y + 26} {x + 55} {y - 8}"
        yield from (f'<path d="{line}" fill="none" {stroke}/>' for stroke in icons.strokes_of(name))
        return
    fill = icons.FILLS[name] if kind == "country" else icons.BARE
    placed = f'transform="translate({x},{y}) scale(.58)"'
    yield f'<use href="#hex" {placed} fill="{fill}" stroke="{icons.GRID}" stroke-width="3"/>'
    yield used(f"{kind}-{name}", x, y, ".58" if kind == "country" else ".85")


def kind_of(way: Way) -> str:
    """Return how a way is drawn; what is unknown is drawn as a trail."""
    plain = way.kind.casefold()
    known = icons.ALSO.get(plain, plain)
    return known if known in icons.WAYS else "trail"


def labels_of(tile: Tile) -> Iterator[Label]:
    """Yield the labels of a hex; those with a tag other than ``name`` are no names."""
    return (label for label in tile.labels if label.tag in {"", "name"})


def fill_of(senses: tuple[Meaning, ...]) -> str:
    """Return the colour of the ground: by the country; else by a colour word; bare when nothing is known."""
    name = _ground_of(senses)
    return icons.FILLS[name] if name else icons.tinted(_tint_of(senses))


def ground_of(senses: tuple[Meaning, ...]) -> str:
    """Return the ground by its name: ``forest``, ``tint-green`` where a map says only a colour, ``bare``.

    Of a light or dark colour the plain one is said.
    """
    plain = _tint_of(senses).rpartition("-")[2]
    return _ground_of(senses) or (f"tint-{plain}" if plain in icons.TINTS else "bare")


def _ground_of(senses: tuple[Meaning, ...]) -> str:
    kinds = [sense for sense in senses if sense.name in icons.FILLS]
    if not kinds:
        return ""
    grown = max(kinds, key=lambda sense: (sense.water, sense.growth, sense.relief))
    return "snow" if _tint_of(senses) == "white" and grown.relief else grown.name


def _tint_of(senses: tuple[Meaning, ...]) -> str:
    return next((sense.name for sense in senses if sense.only_tints), "")


def sites_of(senses: tuple[Meaning, ...]) -> list[str]:
    """Return what stands in a hex, the largest settlement first."""
    sites = [sense for sense in senses if sense.name in icons.SITES]
    return list(dict.fromkeys(sense.name for sense in sorted(sites, key=lambda sense: -sense.settlement)))


def sites_in(senses: tuple[Meaning, ...], at: Point) -> Iterator[str]:
    """Yield the shapes of what stands in a hex: the first in its middle, two more beside it."""
    x, y = at
    for name, (right, down, scale) in zip(sites_of(senses), _SPOTS, strict=False):
        yield used(f"site-{name}", x + right, y + down, scale)


A_REGION_FROM = 32
"""Labels of this size and more name a stretch of country and are drawn across it."""


def country_in(tile: Tile, senses: tuple[Meaning, ...], at: Point) -> Iterator[str]:
    """Yield the shapes of a hex's country, small behind a site and higher over a name."""
    lived_in = any(sense.name in icons.SITES for sense in senses)
    labelled = any(label.size < A_REGION_FROM for label in labels_of(tile))
    x, y = at
    yield from _country_of(senses, (x, y - 12 * labelled), lived_in=lived_in)


def _country_of(senses: tuple[Meaning, ...], at: Point, *, lived_in: bool) -> Iterator[str]:
    """Yield the shapes of the country: one in the middle, two one above the other, small behind a site."""
    x, y = at
    names = list(dict.fromkeys(sense.name for sense in senses if sense.name in icons.COUNTRY))[:2]
    heights = {sense.name: sense.relief for sense in senses}
    names.sort(key=lambda name: -heights[name])
    if lived_in:
        names = names[:1] * 2
    spots = _BEHIND if lived_in else _TWO if len(names) > 1 else _ALONE
    for name, (right, down, scale) in zip(names, spots, strict=False):
        yield used(f"country-{name}", x + right, y + down, scale, mirrored=(7 * x + y) // 87 % 3 == 1)


# Where shapes stand in a hex: to the right, down, and how large, as SVG says it.
_Spots = tuple[tuple[int, int, str], ...]
_ALONE: _Spots = ((0, 4, "1"),)
_TWO: _Spots = ((0, -12, ".85"), (0, 30, ".62"))
_BEHIND: _Spots = ((-48, -30, ".5"), (48, -30, ".5"))
_SPOTS: _Spots = ((0, 4, "1.2"), (66, -18, ".8"), (-66, -18, ".8"))


def used(shape: str, x: int, y: int, scale: str, *, mirrored: bool = False) -> str:
    """Return a shape at a place; now and then mirrored, so that a wood does not look stamped."""
    size = f"-{scale},{scale}" if mirrored else scale
    return f'<use href="#{shape}" transform="translate({x},{y}) scale({size})"/>'

"""A land as a drawing in SVG that one would print and hang up: ground, ways, icons, names, and a legend.

Only what is to be seen is written at all: of a hex under fog neither ground nor name nor way is in the text.
Places are whole numbers; a hex is 200 wide and 174 high. This module must not know files nor who looks on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from msgspec import Struct

from turnkeeper.exchange import map_icons as icons
from turnkeeper.exchange.map_course import Bend, Course, Point, course
from turnkeeper.exchange.map_text import escaped, haloed, in_lines
from turnkeeper.hexes import (
    LEXICON,
    Hex,
    Label,
    Land,
    Lexicon,
    Sense,
    Tile,
    Way,
    column_and_row,
    edge,
    name_of,
)

COLUMN, HALF = 150, 87
MARGIN, TOP, TITLE = 130, 80, 90
ENTRY, ENTRY_HEIGHT = 340, 120
A_REGION_FROM = 32
"""Labels of this size and more name a stretch of country and are drawn across it."""
CORNERS = "-100,0 -50,-87 50,-87 100,0 50,87 -50,87"


class Picture(Struct, frozen=True):
    """What of a land is drawn.

    ``seen`` are the hexes that are not under fog, ``None`` for all; ``route`` is a way to be shown, ``party``
    where somebody stands. ``landmarks`` marks the hexes where there is something to find, for the referee.
    """

    seen: frozenset[Hex] | None = None
    party: Hex | None = None
    route: tuple[Hex, ...] = ()
    landmarks: bool = False
    numbers: bool = True
    legend: bool = True


def svg(land: Land, picture: Picture | None = None, lexicon: Lexicon = LEXICON) -> str:
    """Return a land as an SVG document; an empty land is an empty sheet."""
    return "\n".join(_Sheet(land, picture or Picture(), lexicon).drawn()) + "\n"


class _Sheet:
    """One drawing in the making."""

    def __init__(self, land: Land, picture: Picture, lexicon: Lexicon) -> None:
        self.land, self.picture, self.lexicon = land, picture, lexicon
        seen = picture.seen
        self.tiles = [tile for tile in land.tiles if seen is None or tile.place in seen]
        self.hidden = [tile.place for tile in land.tiles if seen is not None and tile.place not in seen]
        self.open = {tile.place for tile in self.tiles}
        self.senses = {tile.place: lexicon.senses_of(tile) for tile in self.tiles}
        self.courses = [found for way in land.ways for found in self._courses(way)]
        frame = land.frame
        self.first = (frame.first_column, frame.first_row) if frame else (1, 1)
        columns, rows = (frame.columns, frame.rows) if frame else (4, 3)
        self.width = 2 * MARGIN + COLUMN * (columns - 1) + 200
        self.top = TOP + (TITLE if land.name else 0)
        self.map_height = self.top + MARGIN + 2 * HALF * rows + HALF
        self.entries = self._entries() if picture.legend else []
        self.in_a_row = max(1, (self.width - 2 * MARGIN) // ENTRY)
        legend_rows = -(-len(self.entries) // self.in_a_row)
        self.height = self.map_height + ENTRY_HEIGHT * legend_rows + MARGIN // 2

    def centre(self, place: Hex) -> Point:
        """Return the middle of a hex on the sheet."""
        column, row = column_and_row(place)
        x = MARGIN + 100 + COLUMN * (column - self.first[0])
        return x, self.top + HALF * (2 * (row - self.first[1]) + 2 - (column & 1))

    def _courses(self, way: Way) -> Iterator[tuple[Way, tuple[Hex, ...]]]:
        """Yield a way in the stretches that are to be seen."""
        stretch: list[Hex] = []
        for place in (*way.hexes, None):
            if place is not None and (self.picture.seen is None or place in self.picture.seen):
                stretch.append(place)
                continue
            if len(stretch) > 1:
                yield way, tuple(stretch)
            stretch = []

    def drawn(self) -> Iterator[str]:
        """Yield the document, from below to above."""
        name = escaped(self.land.name or "A map")
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" role="img"'
            " font-family=\"Georgia, 'Palatino Linotype', 'DejaVu Serif', serif\">"
        )
        yield f"<title>{name}</title>"
        yield from self._definitions()
        yield f'<rect width="{self.width}" height="{self.height}" fill="{icons.PAPER}"/>'
        yield from self._frame(name)
        yield from self._ground()
        yield from self._country()
        yield from self._ways()
        yield from self._sites()
        if self.picture.numbers:
            yield from self._numbers()
        yield from self._names()
        yield from self._overlay()
        yield from self._legend()
        yield "</svg>"

    def _definitions(self) -> Iterator[str]:
        yield "<defs>"
        yield f'<polygon id="hex" points="{CORNERS}"/>'
        used = {sense.name for senses in self.senses.values() for sense in senses}
        for part, shape in icons.PARTS.items():
            yield f'<g id="part-{part}">{shape}</g>'
        for kind, shapes in (("country", icons.COUNTRY), ("site", icons.SITES)):
            for name, shape in shapes.items():
                if name in used:
                    yield f'<g id="{kind}-{name}">{shape}</g>'
        yield "</defs>"

    def _frame(self, name: str) -> Iterator[str]:
        width, height = self.width - 80, self.height - 80
        yield (
            f'<g fill="none" stroke="{icons.INK}"><rect x="40" y="40" width="{width}" height="{height}"'
            f' stroke-width="5"/><rect x="52" y="52" width="{width - 24}" height="{height - 24}"'
            ' stroke-width="2"/></g>'
        )
        if self.land.name:
            yield (
                f'<text x="{self.width // 2}" y="126" font-size="66" text-anchor="middle" fill="{icons.INK}"'
                f' letter-spacing="8">{name}</text>'
            )
        x = self.width - MARGIN
        yield (
            f'<g id="north" transform="translate({x},124)" fill="{icons.INK}">'
            '<path d="M0 -44L13 0L0 -10L-13 0Z"/>'
            '<text y="26" font-size="26" text-anchor="middle">N</text></g>'
        )

    def _ground(self) -> Iterator[str]:
        yield f'<g id="ground" stroke="{icons.GRID}" stroke-width="2" stroke-opacity=".55">'
        for tile in self.tiles:
            yield self._hexagon(tile.place, _fill(self.senses[tile.place]))
        for place in self.hidden:
            yield self._hexagon(place, icons.FOG)
        yield "</g>"

    def _hexagon(self, place: Hex, fill: str) -> str:
        x, y = self.centre(place)
        return f'<use href="#hex" x="{x}" y="{y}" fill="{fill}"/>'

    def _country(self) -> Iterator[str]:
        yield '<g id="country">'
        for tile in self.tiles:
            x, y = self.centre(tile.place)
            senses = self.senses[tile.place]
            lived_in = any(sense.name in icons.SITES for sense in senses)
            labelled = any(label.size < A_REGION_FROM for label in _labels(tile))
            yield from _country_icons(senses, (x, y - 12 * labelled), lived_in=lived_in)
        yield "</g>"

    def _ways(self) -> Iterator[str]:
        """Yield all ways, one kind after another, so that roads lie over rivers."""
        drawn = self._laid()
        yield '<g id="ways" fill="none" stroke-linecap="round" stroke-linejoin="round">'
        for kind in ("river", "border", "trail", "road"):
            paths = [found for found in drawn if _kind(found.way) == kind]
            for colour, width, dashes in icons.WAYS[kind]:
                dash = f' stroke-dasharray="{dashes}"' if dashes else ""
                yield f'<g stroke="{colour}" stroke-width="{width}"{dash}>'
                yield from (f'<path d="{found.path}"/>' for found in paths)
                yield "</g>"
        yield "</g>"
        yield from self._way_names(drawn)

    def _laid(self) -> list[Course]:
        crossed: dict[tuple[Hex, Hex], set[str]] = {}
        ends: set[Hex] = set()
        for way, hexes in self.courses:
            for a, b in pairwise(hexes):
                crossed.setdefault(edge(a, b), set()).add(_kind(way))
            ends |= {hexes[0], hexes[-1]}
        wet = {place for place in self.open if any(sense.water for sense in self.senses[place])}
        return [
            course(number, way, hexes, self.centre, Bend(crossed, ends, wet, _kind(way)))
            for number, (way, hexes) in enumerate(self.courses)
        ]

    def _way_names(self, drawn: Iterable[Course]) -> Iterator[str]:
        yield '<g id="way-names">'
        for found in drawn:
            if found.has_room:
                colour = icons.WATER if _kind(found.way) == "river" else icons.INK
                yield found.label(escaped(found.way.name), colour, icons.PAPER)
        yield "</g>"

    def _sites(self) -> Iterator[str]:
        yield '<g id="sites">'
        for tile in self.tiles:
            names = _site_names(self.senses[tile.place])
            x, y = self.centre(tile.place)
            for at, name in enumerate(names[: len(_SITES)]):
                right, down, scale = _SITES[at]
                yield _used(f"site-{name}", x + right, y + down, scale)
        yield "</g>"

    def _numbers(self) -> Iterator[str]:
        yield f'<g id="numbers" font-size="17" text-anchor="middle" fill="{icons.INK}" fill-opacity=".62">'
        for tile in self.land.tiles:
            x, y = self.centre(tile.place)
            yield f'<text x="{x}" y="{y - 68}">{name_of(tile.place)}</text>'
        yield "</g>"

    def _names(self) -> Iterator[str]:
        labels = [(self.centre(tile.place), label) for tile in self.tiles for label in _labels(tile)]
        yield '<g id="regions" font-style="italic" text-anchor="middle">'
        for (x, y), label in labels:
            if label.size >= A_REGION_FROM:
                style = f'font-size="{min(label.size, 90)}" letter-spacing="5"'
                yield haloed(escaped(label.text), (x, y + label.size // 3), style, icons.INK, icons.PAPER)
        yield '</g><g id="names" text-anchor="middle">'
        for (x, y), label in labels:
            if label.size < A_REGION_FROM:
                size = label.size or 24
                style = f'font-size="{size}" font-weight="bold"'
                for at, line in enumerate(in_lines(label.text, 15)):
                    yield haloed(escaped(line), (x, y + 56 + at * size), style, icons.INK, icons.PAPER)
        yield "</g>"

    def _overlay(self) -> Iterator[str]:
        if self.picture.landmarks:
            yield from self._landmarks()
        if self.picture.route:
            yield from self._route()
        if self.picture.party is not None:
            x, y = self.centre(self.picture.party)
            yield (
                f'<g id="party" transform="translate({x},{y})" stroke-linejoin="round" fill="none">'
                f'<circle r="40" stroke="{icons.PAPER}" stroke-width="14"/>'
                f'<circle r="40" stroke="{icons.ALARM}" stroke-width="7"/>'
                f'<path d="M0 4V-70L44 -54L0 -38" fill="{icons.ALARM}" stroke="{icons.PAPER}"'
                ' stroke-width="4"/></g>'
            )

    def _landmarks(self) -> Iterator[str]:
        yield f'<g id="landmarks" stroke="{icons.PAPER}" stroke-width="3">'
        for tile in self.tiles:
            x, y = self.centre(tile.place)
            kinds = sorted({landmark.hidden for landmark in tile.landmarks})
            for at, hidden in enumerate(kinds):
                colour = icons.ALARM if hidden else icons.INK
                yield f'<path d="M{x - 78 + 16 * at} {y}l8 -12l8 12l-8 12Z" fill="{colour}"/>'
        yield "</g>"

    def _route(self) -> Iterator[str]:
        points = [self.centre(place) for place in self.picture.route]
        path = "M" + "L".join(f"{x} {y}" for x, y in points)
        yield '<g id="route" fill="none" stroke-linecap="round" stroke-linejoin="round">'
        yield f'<path d="{path}" stroke="{icons.PAPER}" stroke-width="17" stroke-opacity=".8"/>'
        yield f'<path d="{path}" stroke="{icons.ALARM}" stroke-width="10" stroke-dasharray="1 19"/>'
        x, y = points[-1]
        cross = f"M{x - 18} {y - 18}l36 36m0 -36l-36 36"
        yield f'<path d="{cross}" stroke="{icons.PAPER}" stroke-width="18"/>'
        yield f'<path d="{cross}" stroke="{icons.ALARM}" stroke-width="9"/></g>'

    def _entries(self) -> list[tuple[str, str]]:
        """Return what the legend explains: a kind and a name, only of what is to be seen."""
        country: dict[str, None] = {}
        sites: dict[str, None] = {}
        for senses in self.senses.values():
            country |= dict.fromkeys(sense.name for sense in senses if sense.name in icons.COUNTRY)
            sites |= dict.fromkeys(sense.name for sense in senses if sense.name in icons.SITES)
        ways = {_kind(way) for way, _ in self.courses}
        return [
            *(("country", name) for name in icons.COUNTRY if name in country),
            *(("site", name) for name in icons.SITES if name in sites),
            *(("way", name) for name in icons.WAYS if name in ways),
        ]

    def _legend(self) -> Iterator[str]:
        if not self.entries:
            return
        yield f'<g id="legend" font-size="28" fill="{icons.INK}">'
        for at, (kind, name) in enumerate(self.entries):
            x = MARGIN + ENTRY * (at % self.in_a_row) + 60
            y = self.map_height + 40 + ENTRY_HEIGHT * (at // self.in_a_row)
            yield from _entry(kind, name, (x, y))
        yield "</g>"


def _entry(kind: str, name: str, at: Point) -> Iterator[str]:
    x, y = at
    yield f'<text x="{x + 76}" y="{y + 9}">{escaped(name)}</text>'
    if kind == "way":
        for colour, width, dashes in icons.WAYS[name]:
            dash = f' stroke-dasharray="{dashes}"' if dashes else ""
            line = f"M{x - 55} {y + 10}C{x - 20} {y - 22} {x + 15} {y + 26} {x + 55} {y - 8}"
            yield f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="{width}"{dash}/>'
        return
    fill = icons.FILLS[name] if kind == "country" else icons.BARE
    placed = f'transform="translate({x},{y}) scale(.58)"'
    yield f'<use href="#hex" {placed} fill="{fill}" stroke="{icons.GRID}" stroke-width="3"/>'
    yield _used(f"{kind}-{name}", x, y, ".58" if kind == "country" else ".85")


def _kind(way: Way) -> str:
    """Return how a way is drawn; what is unknown is drawn as a trail."""
    plain = way.kind.casefold()
    known = icons.ALSO.get(plain, plain)
    return known if known in icons.WAYS else "trail"


def _labels(tile: Tile) -> Iterator[Label]:
    """Yield the labels of a hex; those with a tag other than ``name`` are no names."""
    return (label for label in tile.labels if label.tag in {"", "name"})


def _fill(senses: tuple[Sense, ...]) -> str:
    """Return the colour of the ground: by the country; else by a colour word; bare when nothing is known."""
    kinds = [sense for sense in senses if sense.name in icons.FILLS]
    tint = next((sense.name for sense in senses if sense.only_tints), "")
    if not kinds:
        return icons.tinted(tint)
    grown = max(kinds, key=lambda sense: (sense.water, sense.growth, sense.relief))
    return icons.FILLS["snow"] if tint == "white" and grown.relief else icons.FILLS[grown.name]


def _site_names(senses: tuple[Sense, ...]) -> list[str]:
    """Return what stands in a hex, the largest settlement first."""
    sites = [sense for sense in senses if sense.name in icons.SITES]
    return list(dict.fromkeys(sense.name for sense in sorted(sites, key=lambda sense: -sense.settlement)))


def _country_icons(senses: tuple[Sense, ...], at: Point, *, lived_in: bool) -> Iterator[str]:
    """Yield the shapes of the country: one in the middle, two one above the other, small behind a site."""
    x, y = at
    names = list(dict.fromkeys(sense.name for sense in senses if sense.name in icons.COUNTRY))[:2]
    heights = {sense.name: sense.relief for sense in senses}
    names.sort(key=lambda name: -heights[name])
    if lived_in:
        names = names[:1] * 2
    spots = _BEHIND if lived_in else _TWO if len(names) > 1 else _ALONE
    for name, (right, down, scale) in zip(names, spots, strict=False):
        yield _used(f"country-{name}", x + right, y + down, scale, mirrored=(7 * x + y) // 87 % 3 == 1)


# Where shapes stand in a hex: to the right, down, and how large, as SVG says it.
_Spots = tuple[tuple[int, int, str], ...]
_ALONE: _Spots = ((0, 4, "1"),)
_TWO: _Spots = ((0, -12, ".85"), (0, 30, ".62"))
_BEHIND: _Spots = ((-48, -30, ".5"), (48, -30, ".5"))
_SITES = ((0, 4, "1.2"), (66, -18, ".8"), (-66, -18, ".8"))


def _used(shape: str, x: int, y: int, scale: str, *, mirrored: bool = False) -> str:
    """Return a shape at a place; now and then mirrored, so that a wood does not look stamped."""
    size = f"-{scale},{scale}" if mirrored else scale
    return f'<use href="#{shape}" transform="translate({x},{y}) scale({size})"/>'

"""A land in layers: its ground and ways, the contents of its hexes, and above them its names.

A land can be drawn in windows, for one of many thousand hexes is too much for a screen at once; whatever
window is drawn, a hex lies in the same place. The text holds nothing of a hex that is not seen. This module
must not know who looks on, nor which colour anything has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from itertools import pairwise

from msgspec import Struct

from turnkeeper.files.maps import icons
from turnkeeper.files.maps.labels import A_REGION, GRAND, PLACE_SIZE, Name, NamePlaces, PlacedName, placed
from turnkeeper.files.maps.plot import CORNERS, HALF, Plot, border_of, outline
from turnkeeper.files.maps.sheet import MapSheet
from turnkeeper.files.maps.style import escaped
from turnkeeper.files.maps.way_paths import Point, WayPath
from turnkeeper.hexes import Hex, Label, Land, Meaning, Tile, column_and_row, name_of, way_kind
from turnkeeper.hexes.words import TINTS, WAYS

MARGIN = 60
"""Around a land on a screen, so that marks at its edge are whole."""
_HEXAGON = "l50 -87h100l50 87l-50 87h-100z"
_UPWARDS = ("river", "border", "trail", "road")
"""Which kind of way lies over which: one rides over a river, and not the other way about."""
_LETTER_OF_A_WAY = 64
"""The width of a letter of a way's name, in hundredths of its height."""
_WAY_LEVELS, _STRAIGHT_FROM = 3, 2
A_REGION_FROM = 32
"""Labels of this size and more name a stretch of country and are drawn across it."""


class MapWindow(Struct, frozen=True):
    """A rectangle of a land: the column and row that it begins at, and how many there are of each."""

    column: int
    row: int
    columns: int
    rows: int

    def __contains__(self, place: Hex) -> bool:
        """Return whether a hex lies in it."""
        column, row = column_and_row(place)
        return 0 <= column - self.column < self.columns and 0 <= row - self.row < self.rows


def plot_of(land: Land, seen: AbstractSet[Hex] | None = None) -> Plot:
    """Return where a land, or the seen part of it, lies on a screen."""
    return Plot(land, seen, (MARGIN, MARGIN))


def extent(plot: Plot) -> Point:
    """Return how wide and high a whole land is on a screen."""
    width, height = plot.extent
    return width + 2 * MARGIN, height + 2 * MARGIN


def land_layer(sheet: MapSheet, window: MapWindow | None = None) -> str:
    """Return a land, or a window of it, as an ``<svg>`` that lies where the whole land would, and its names.

    The names are an ``<svg>`` of their own, so that what play marks can lie between. Hexes that are not seen
    are in neither; those that were seen from afar lie in a thin mist.
    """
    land, wanted = sheet.land, sheet.seen
    if window is not None:
        known = land.by_hex.keys() if wanted is None else wanted & land.by_hex.keys()
        wanted = frozenset(place for place in known if place in window)
    plot = plot_of(land, wanted)
    width, height = extent(plot)
    ways = plot.laid()
    below = "".join((*shapes(plot), *ground(plot, sheet, ways), *standing(plot, landmarks=True)))
    above = "".join(names(plot, ways, plot.tiles))
    box = f'viewBox="0 0 {width} {height}" aria-hidden="true" focusable="false"'
    return f'<svg class="map-land" {box}>{below}</svg>\n<svg class="map-names" {box}>{above}</svg>\n'


# What lies lowest


def shapes(plot: Plot) -> Iterator[str]:
    """Yield the shapes that the land is put together from, each once; and the water, for what stays in it."""
    yield f'<defs><polygon id="map-hex" points="{" ".join(f"{x},{y}" for x, y in CORNERS)}"/>'
    yield from (f'<g id="map-part-{part}">{shape}</g>' for part, shape in icons.PARTS.items())
    there, _ = plot.there
    for kind, known in (("country", icons.COUNTRY), ("site", icons.SITES)):
        yield from (f'<g id="map-{kind}-{name}">{known[name]}</g>' for name in known if name in there)
    yield f'<clipPath id="map-waters"><path d="{outline(plot.water, plot.centre)}"/></clipPath></defs>'


def ground(plot: Plot, sheet: MapSheet, ways: list[WayPath]) -> Iterator[str]:
    """Yield the ground, the shore, the country and the ways; the edge of it all, and what mist there is."""
    yield from _ground(plot)
    yield from _shore(plot)
    yield '<g class="map-country">'
    for tile in plot.tiles:
        yield from _country_in(tile, plot.senses[tile.place], plot.centre(tile.place))
    yield '</g><g class="map-ways">'
    for kind in _UPWARDS:
        path = "".join(found.path for found in ways if way_kind(found.way) == kind)
        if path:
            yield f'<path class="way-{kind}-bed" d="{path}"/><path class="way-{kind}" d="{path}"/>'
    # The edge of a window is no edge of the land.
    edge = _edge(plot, sheet.land.by_hex.keys() if sheet.seen is None else sheet.seen)
    yield f'</g><path class="map-rim" d="{edge}"/>'
    if edge and sheet.seen is not None:
        far = outline(sheet.afar & plot.open, plot.centre)
        yield f'<path class="map-afar" d="{far}"/>' if far else ""
        yield fog_edge(edge)


def _edge(plot: Plot, whole: AbstractSet[Hex]) -> str:
    """Return the line between the hexes that are drawn and those that are missing or not seen."""
    if len(plot.open) == len(whole):
        return outline(plot.open, plot.centre)
    return border_of(plot.open, lambda place: place not in whole, plot.centre)


def fog_edge(path: str) -> str:
    """Return the soft edge of fog: it creeps in a little."""
    creeps = "".join(f'<path class="map-fog-{at}" d="{path}"/>' for at in (1, 2, 3, 4))
    return f'<g class="map-fog">{creeps}</g>'


def _ground(plot: Plot) -> Iterator[str]:
    """Yield the ground, one path for each kind of it: thousands of hexes are then a few shapes."""
    kinds: dict[str, list[str]] = {}
    for tile in plot.tiles:
        x, y = plot.centre(tile.place)
        path = f"M{x - 100} {y}{_HEXAGON}"
        for kind in _ground_of(plot.senses[tile.place]):
            kinds.setdefault(kind, []).append(path)
    yield '<g class="map-ground">'
    for kind in sorted(kinds, key=lambda kind: (kind in _SHADES, kind)):
        yield f'<path class="ground-{kind}" d="{"".join(kinds[kind])}"/>'
    yield "</g>"


_SHADES = ("light", "dark")


def _ground_of(senses: tuple[Meaning, ...]) -> tuple[str, ...]:
    """Return the ground by its name: ``forest``, ``bare``, or ``tint-green`` where a map only says a colour.

    After a light or dark colour that shade stands too.
    """
    tint = next((sense.name for sense in senses if sense.only_tints), "")
    kinds = [sense for sense in senses if sense.name in icons.COUNTRY]
    if kinds:
        grown = max(kinds, key=lambda sense: (sense.water, sense.growth, sense.relief))
        return ("snow" if tint == "white" and grown.relief else grown.name,)
    shade, _, plain = tint.rpartition("-")
    if plain not in TINTS:
        return ("bare",)
    return (f"tint-{plain}", shade) if shade in _SHADES else (f"tint-{plain}",)


def _shore(plot: Plot) -> Iterator[str]:
    """Yield the line between land and water, and its echoes on the water."""
    dry = plot.open - plot.water
    path = border_of(plot.water, lambda place: place in dry, plot.centre)
    if path:
        echoes = "".join(f'<path class="map-echo-{at}" d="{path}"/>' for at in (3, 2, 1))
        yield f'<g class="map-echoes" clip-path="url(#map-waters)">{echoes}</g>'
        yield f'<path class="map-shore" d="{path}"/>'


# Where shapes stand in a hex: to the right, down, and how large, as SVG says it.
_Places = tuple[tuple[int, int, str], ...]
_ALONE: _Places = ((0, 4, "1"),)
_TWO: _Places = ((0, -12, ".85"), (0, 30, ".62"))
_BEHIND: _Places = ((-48, -30, ".5"), (48, -30, ".5"))
_SITES: _Places = ((0, 4, "1.2"), (66, -18, ".8"), (-66, -18, ".8"))


def _country_in(tile: Tile, senses: tuple[Meaning, ...], at: Point) -> Iterator[str]:
    """Yield the country: one shape in the middle, two one above the other; small behind a site.

    It stands higher over a name.
    """
    found = [sense for sense in senses if sense.name in icons.COUNTRY]
    kinds = list(dict.fromkeys(sense.name for sense in found))[:2]
    heights = {sense.name: sense.relief for sense in found}
    kinds.sort(key=lambda name: -heights[name])
    places = _TWO if len(kinds) > 1 else _ALONE
    if any(sense.name in icons.SITES for sense in senses):
        kinds, places = kinds[:1] * 2, _BEHIND
    x, y = at[0], at[1] - 12 * any(label.size < A_REGION_FROM for label in labels_of(tile))
    for name, (right, down, scale) in zip(kinds, places, strict=False):
        yield _used(f"country-{name}", x + right, y + down, scale, mirrored=(7 * x + y) // 87 % 3 == 1)


def _used(shape: str, x: int, y: int, scale: str, *, mirrored: bool = False) -> str:
    """Return a shape at a place; now and then mirrored, so that a wood does not look stamped."""
    size = f"-{scale},{scale}" if mirrored else scale
    return f'<use href="#map-{shape}" transform="translate({x},{y}) scale({size})"/>'


# What stands on it


def standing(plot: Plot, *, landmarks: bool) -> Iterator[str]:
    """Yield the sites, and perhaps a mark where there is something to find."""
    yield '<g class="map-sites">'
    for tile in plot.tiles:
        x, y = plot.centre(tile.place)
        for name, (right, down, scale) in zip(sites_of(plot.senses[tile.place]), _SITES, strict=False):
            yield _used(f"site-{name}", x + right, y + down, scale)
    yield "</g>"
    if landmarks:
        yield f'<g class="map-landmarks">{"".join(_landmarks(plot))}</g>'


def sites_of(senses: tuple[Meaning, ...]) -> list[str]:
    """Return the sites in a hex, the largest settlement first."""
    sites = [sense for sense in senses if sense.name in icons.SITES]
    return list(dict.fromkeys(sense.name for sense in sorted(sites, key=lambda sense: -sense.settlement)))


def _landmarks(plot: Plot) -> Iterator[str]:
    """Yield a sign left of the number for overt landmarks, and right of it for hidden ones."""
    for tile in plot.tiles:
        x, y = plot.centre(tile.place)
        for hidden in sorted({mark.hidden for mark in tile.landmarks}):
            name, right = ("hidden", 40) if hidden else ("overt", -56)
            yield f'<path class="map-{name}" d="M{x + right} {y - 71}l8 -12l8 12l-8 12Z"/>'


def legend_of(plot: Plot) -> tuple[tuple[str, str], ...]:
    """Return the entries of a land's legend: ``country``, ``site`` or ``way``, and its name."""
    there, kinds = plot.there
    return (
        *(("country", name) for name in icons.COUNTRY if name in there),
        *(("site", name) for name in icons.SITES if name in there),
        *(("way", name) for name in WAYS if name in kinds),
    )


# Names


def names(
    plot: Plot, ways: list[WayPath], numbered: Iterable[Tile], only: AbstractSet[Point] | None = None
) -> Iterator[str]:
    """Yield the numbers of some hexes, and the names of ways, stretches of country and places.

    Of the last two ``only`` those of hexes with these middles, where the others are not wanted.
    """
    found = _placed_names(plot)
    shown = [one for one in found.names if only is None or one.name.at in only]
    yield '<g class="map-numbers">'
    for tile in numbered:
        x, y = plot.centre(tile.place)
        yield f'<text x="{x}" y="{y - 66}">{name_of(tile.place)}</text>'
    yield '</g><g class="map-way-names">'
    yield from _way_names(plot, ways, found)
    yield '</g><g class="map-regions">'
    yield from (_written(one) for one in shown if one.name.region)
    yield '</g><g class="map-places">'
    yield from (_written(one) for one in shown if not one.name.region)
    yield "</g>"


def labels_of(tile: Tile) -> Iterator[Label]:
    """Yield the labels of a hex; those with a tag other than ``name`` are no names."""
    return (label for label in tile.labels if label.tag in {"", "name"})


def _placed_names(plot: Plot) -> NamePlaces:
    wanted, middles = [], []
    for tile in plot.tiles:
        senses = plot.senses[tile.place]
        at, sites = plot.centre(tile.place), sites_of(senses)
        if sites:
            middles.append(at)
        for label in labels_of(tile):
            region = label.size if label.size >= A_REGION_FROM else 0
            largest = max((sense.settlement for sense in senses), default=0)
            matters = A_REGION if region else 10 * largest + 5 * bool(sites)
            wanted.append(Name(label.text, at, matters, region, bool(sites)))
    return placed(wanted, middles)


def _written(one: PlacedName) -> str:
    """Return a name; its level is a class, and its lines hang on the size of its letters."""
    rank = " map-grand" if one.name.region >= GRAND else " map-major" if one.name.matters > A_REGION else ""
    lines = "".join(
        f'<tspan x="{one.x}" dy="{one.lift / 100 if not at else 1:g}em">{escaped(line)}</tspan>'
        for at, line in enumerate(one.lines)
    )
    anchor = "" if one.anchor == "middle" else f' text-anchor="{one.anchor}"'
    return f'<text class="to-{one.level}{rank}" x="{one.x}" y="{one.y}"{anchor}>{lines}</text>'


def _way_names(plot: Plot, ways: list[WayPath], places: NamePlaces) -> Iterator[str]:
    """Yield the names of ways, each along a part of its way where it fits."""
    for number, found in enumerate(ways):
        room = _room_for(found, plot, places) if found.way.name else None
        if room is None:
            continue
        kind = way_kind(found.way)
        part = found.named.part(room.first, room.first + room.steps)
        yield (
            f'<path id="map-way-{number}" d="{plot.bends[kind].path(part)}"'
            f' fill="none" stroke="none"/><text class="to-{room.level} of-{kind}" dy="-.5em">'
            f'<textPath href="#map-way-{number}" startOffset="50%">'
            f"{escaped(found.way.name)}</textPath></text>"
        )


class _Room(Struct, frozen=True, order=True):
    """A part of a way for its name; the best sorts first.

    That bends little or not at all, or the letters would meet; and is near to where the map wants the name.
    """

    bends: bool
    away: int
    first: int
    steps: int
    level: int


def _room_for(found: WayPath, plot: Plot, places: NamePlaces) -> _Room | None:
    """Take the space for a way's name at the farthest level that has any, and return it."""
    hexes = found.named.hexes
    middles = [plot.centre(place) for place in hexes]
    best = None
    for level in range(_WAY_LEVELS):
        steps = -(-len(found.way.name) * _LETTER_OF_A_WAY * PLACE_SIZE[level] // (200 * HALF))
        little, most = (0, 0) if level >= _STRAIGHT_FROM or way_kind(found.way) == "river" else (1, 1)
        if not level:
            most += 1
        rooms = [
            _Room(bends > little, abs(middle - found.middle), first, steps, level)
            for first in range(len(hexes) - steps)
            if (bends := _bends(hexes[first : first + steps + 1])) <= most
            and places.leaves(level, _along(middles[first : first + steps + 1]))
            and (middle := 50 * (2 * first + steps) // (len(hexes) - 1))
        ]
        if not rooms:
            break
        best = min(rooms)
    if best is not None:
        places.take(best.level, _along(middles[best.first : best.first + best.steps + 1]))
    return best


def _along(middles: list[Point]) -> list[Point]:
    """Return where a name along a way would be: between the hexes, and in those that it leads through."""
    between = [((ax + bx) // 2, (ay + by) // 2) for (ax, ay), (bx, by) in pairwise(middles)]
    return [*middles[1:-1], *between]


def _bends(hexes: tuple[Hex, ...]) -> int:
    """Return by how many sixths of a circle a way turns in all."""
    faces = [here.face_to(there) or 0 for here, there in pairwise(hexes)]
    turns = ((b - a) % 6 for a, b in pairwise(faces))
    return sum(min(turn, 6 - turn) for turn in turns)

"""A land as a screen shows it: its ground, below all that play marks on it, and above that its names.

It is SVG without colours or sizes of letters of its own: those come from a style sheet, by classes and by the
names of colours. It can be drawn in windows, for a land of many thousand hexes is too much at once; whatever
window is drawn, a hex lies in the same place. Only what is to be seen is in the text at all. This module must
not know who looks on.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from itertools import pairwise

from msgspec import Struct

from turnkeeper.files import map_icons as icons
from turnkeeper.files import map_land as lands
from turnkeeper.files.map_colours import named
from turnkeeper.files.map_edges import HEXAGON, border_of, outline
from turnkeeper.files.map_hexes import A_REGION_FROM, ground_of, kind_of, labels_of, sites_of
from turnkeeper.files.map_labels import A_REGION, GRAND, PLACE_SIZE, Name, Placed, Placing, placed
from turnkeeper.files.map_plot import HALF, Plot
from turnkeeper.files.map_text import escaped
from turnkeeper.files.way_paths import Point, WayPath
from turnkeeper.hexes import Hex, Land, column_and_row, name_of

MARGIN = 60
"""Around a land, so that marks at its edge are whole."""
_HEXAGON = "l50 -87h100l50 87l-50 87h-100z"
_LETTER_OF_A_WAY = 64
"""How wide a letter of a way's name is, in hundredths of its height."""
_WAY_LEVELS, _STRAIGHT_FROM = 3, 2


class Window(Struct, frozen=True):
    """A rectangle of a land: the column and row that it begins at, and how many there are of each."""

    column: int
    row: int
    columns: int
    rows: int

    def __contains__(self, place: Hex) -> bool:
        """Tell whether a hex lies in it."""
        column, row = column_and_row(place)
        return 0 <= column - self.column < self.columns and 0 <= row - self.row < self.rows


def plot_of(land: Land, seen: AbstractSet[Hex] | None = None) -> Plot:
    """Return where everything of a land, or of what is seen of it, lies on a screen."""
    return Plot(land, seen, (MARGIN, MARGIN))


def extent(plot: Plot) -> Point:
    """Return how wide and high a whole land is on a screen."""
    width, height = plot.extent
    return width + 2 * MARGIN, height + 2 * MARGIN


# The land


def land_layer(
    land: Land,
    seen: AbstractSet[Hex] | None = None,
    afar: AbstractSet[Hex] = frozenset(),
    window: Window | None = None,
    *,
    landmarks: bool = False,
) -> str:
    """Return a land, or a window of it, as an ``<svg>`` that lies where the whole land would, and its names.

    The names are an ``<svg>`` of their own, so that what play marks can lie between. Hexes not ``seen``
    (``None``: all are) are in neither; those in ``afar`` lie in a thin mist.
    """
    wanted = seen
    if window is not None:
        wanted = {
            tile.place for tile in land.tiles if tile.place in window and (seen is None or tile.place in seen)
        }
    plot = plot_of(land, wanted)
    width, height = extent(plot)
    courses = plot.laid()
    # The edge of a window is no edge of the land.
    edge = _edge(plot, land.by_hex.keys() if seen is None else seen)
    drawn = _drawn(plot, courses, edge, landmarks=landmarks)
    below = named("".join((*_defined(plot), *drawn, *_mist(plot, edge if seen is not None else "", afar))))
    found = _placed_names(plot)
    names = "".join((*_numbers(plot), *_way_names(plot, courses, found), *_names(found)))
    sheet = f'viewBox="0 0 {width} {height}" aria-hidden="true" focusable="false"'
    return f'<svg class="map-land" {sheet}>{below}</svg>\n<svg class="map-names" {sheet}>{names}</svg>\n'


def _defined(plot: Plot) -> Iterator[str]:
    """Yield the shapes that are used; and the water, for what must stay in it."""
    yield f'<defs><polygon id="map-hex" points="{HEXAGON}"/>'
    yield from lands.shapes(plot)
    wet = {place for place in plot.open if plot.wet(place)}
    yield f'<clipPath id="map-waters"><path d="{outline(wet, plot.centre)}"/></clipPath></defs>'


def _edge(plot: Plot, whole: AbstractSet[Hex]) -> str:
    """Return the line between what is drawn and what is not there at all, or not seen."""
    inside = plot.open
    if len(inside) == len(whole):
        return outline(inside, plot.centre)
    return border_of(inside, lambda place: place not in whole, plot.centre)


def _drawn(plot: Plot, courses: list[WayPath], edge: str, *, landmarks: bool) -> Iterator[str]:
    yield from _ground(plot)
    yield from _shore(plot)
    yield from _country(plot)
    yield from _ways(courses)
    yield from _sites(plot)
    yield f'<path class="map-rim" d="{edge}"/>'
    if landmarks:
        yield '<g class="map-landmarks">'
        yield from _landmarks(plot)
        yield "</g>"


def _numbers(plot: Plot) -> Iterator[str]:
    yield '<g class="map-numbers">'
    for tile in plot.tiles:
        x, y = plot.centre(tile.place)
        yield f'<text x="{x}" y="{y - 66}">{name_of(tile.place)}</text>'
    yield "</g>"


def _ground(plot: Plot) -> Iterator[str]:
    """Yield the ground, one path for each kind of it: thousands of hexes are then a few shapes."""
    kinds: dict[str, list[str]] = {}
    for tile in plot.tiles:
        x, y = plot.centre(tile.place)
        kinds.setdefault(ground_of(plot.senses[tile.place]), []).append(f"M{x - 100} {y}{_HEXAGON}")
    yield '<g class="map-ground">'
    yield from (
        f'<path class="ground-{kind}" d="{"".join(paths)}"/>' for kind, paths in sorted(kinds.items())
    )
    yield "</g>"


def _shore(plot: Plot) -> Iterator[str]:
    """Yield the line between land and water, and its echoes on the water."""
    wet = {place for place in plot.open if plot.wet(place)}
    dry = plot.open - wet
    path = border_of(wet, lambda place: place in dry, plot.centre)
    if path:
        echoes = "".join(f'<path class="map-echo-{at}" d="{path}"/>' for at in (3, 2, 1))
        yield f'<g clip-path="url(#map-waters)">{echoes}</g><path class="map-shore" d="{path}"/>'


def _country(plot: Plot) -> Iterator[str]:
    yield '<g class="map-country">'
    yield from lands.country(plot)
    yield "</g>"


def _ways(drawn: list[WayPath]) -> Iterator[str]:
    """Yield all ways, each kind as one path over its bed."""
    yield '<g class="map-ways">'
    for kind, paths in lands.ways(drawn):
        path = "".join(paths)
        if path:
            yield f'<path class="way-{kind}-bed" d="{path}"/><path class="way-{kind}" d="{path}"/>'
    yield "</g>"


def _sites(plot: Plot) -> Iterator[str]:
    yield '<g class="map-sites">'
    yield from lands.sites(plot)
    yield "</g>"


def _landmarks(plot: Plot) -> Iterator[str]:
    for place, hidden in lands.landmarks(plot):
        x, y = plot.centre(place)
        name, right = ("hidden", 40) if hidden else ("overt", -56)
        yield f'<path class="map-{name}" d="M{x + right} {y - 71}{icons.DIAMOND}"/>'


def _mist(plot: Plot, edge: str, afar: AbstractSet[Hex]) -> Iterator[str]:
    """Yield the mist over what was only seen from afar, and the edge of the fog, which creeps in a little."""
    if not edge:
        return
    far = outline(afar & plot.open, plot.centre)
    yield f'<path class="map-afar" d="{far}"/>' if far else ""
    yield "".join(f'<path class="map-fog-{at}" d="{edge}"/>' for at in (1, 2, 3, 4))


# Names


def _placed_names(plot: Plot) -> Placing:
    names, middles = [], []
    for tile in plot.tiles:
        senses = plot.senses[tile.place]
        at, sites = plot.centre(tile.place), sites_of(senses)
        if sites:
            middles.append(at)
        for label in labels_of(tile):
            region = label.size if label.size >= A_REGION_FROM else 0
            largest = max((sense.settlement for sense in senses), default=0)
            matters = A_REGION if region else 10 * largest + 5 * bool(sites)
            names.append(Name(label.text, at, matters, region, bool(sites)))
    return placed(names, middles)


def _names(found: Placing) -> Iterator[str]:
    for kind in ("regions", "places"):
        yield f'<g class="map-{kind}">'
        yield from (_written(one) for one in found.names if bool(one.name.region) == (kind == "regions"))
        yield "</g>"


def _written(one: Placed) -> str:
    """Return a name; its level is a class, and its lines hang on the size of its letters."""
    rank = " map-major" if one.name.matters > A_REGION or one.name.region >= GRAND else ""
    lines = "".join(
        f'<tspan x="{one.x}" dy="{one.lift / 100 if not at else 1:g}em">{escaped(line)}</tspan>'
        for at, line in enumerate(one.lines)
    )
    anchor = "" if one.anchor == "middle" else f' text-anchor="{one.anchor}"'
    return f'<text class="to-{one.level}{rank}" x="{one.x}" y="{one.y}"{anchor}>{lines}</text>'


def _way_names(plot: Plot, courses: list[WayPath], names: Placing) -> Iterator[str]:
    yield '<g class="map-way-names">'
    for found in courses:
        level, middle = _room_for(found, plot, names) if found.way.name else (-1, 0)
        if level < 0:
            continue
        yield (
            f'<path id="map-way-{found.number}" d="{found.label_path}" fill="none"/>'
            f'<text class="to-{level} of-{kind_of(found.way)}" dy="-.5em">'
            f'<textPath href="#map-way-{found.number}" startOffset="{middle}%">'
            f"{escaped(found.way.name)}</textPath></text>"
        )
    yield "</g>"


def _room_for(found: WayPath, plot: Plot, names: Placing) -> tuple[int, int]:
    """Return the farthest level at which a way has room for its name, -1 for none, and where its middle is.

    The middle is in hundredths of the way. A name wants a stretch that hardly bends, or its letters would
    meet, and where no other name lies; of several the one nearest to where the map says. It takes its room.
    """
    hexes = found.hexes[::-1] if found.backwards else found.hexes
    middles = [plot.centre(place) for place in hexes]
    best, taken = (-1, 50), list[Point]()
    for level in range(_WAY_LEVELS):
        steps = -(-len(found.way.name) * _LETTER_OF_A_WAY * PLACE_SIZE[level] // (200 * HALF))
        bend = 1 if level < _STRAIGHT_FROM and kind_of(found.way) != "river" else 0
        spots = [
            (abs(middle - found.middle), first, middle)
            for first in range(len(hexes) - steps)
            if _bends(hexes[first : first + steps + 1]) <= bend
            and names.leaves(level, _along(middles[first : first + steps + 1]))
            and (middle := 50 * (2 * first + steps) // (len(hexes) - 1))
        ]
        if not spots:
            break
        _, first, middle = min(spots)
        best, taken = (level, middle), _along(middles[first : first + steps + 1])
    names.take(best[0], taken)
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

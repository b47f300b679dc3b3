"""A land as a drawing in SVG that one would print and hang up: ground, ways, icons, names, and a legend.

Only what is to be seen is written at all: of a hex under fog neither ground nor name nor way is in the text.
Places are whole numbers; a hex is 200 wide and 174 high. This module must not know files nor who looks on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from turnkeeper.files import map_icons as icons
from turnkeeper.files import map_land as lands
from turnkeeper.files import map_marks as marks
from turnkeeper.files.map_edges import HEXAGON
from turnkeeper.files.map_hexes import A_REGION_FROM, entry, fill_of, kind_of, labels_of, sites_of
from turnkeeper.files.map_plot import Plot
from turnkeeper.files.map_text import escaped, haloed, in_lines
from turnkeeper.files.way_paths import WayPath
from turnkeeper.hexes import LEXICON, Hex, Land, TerrainVocabulary, Tile, name_of

MARGIN, TOP, TITLE, CAPTION = 130, 80, 90, 36
ENTRY, ENTRY_HEIGHT = 340, 120


class Picture(Struct, frozen=True):
    """What of a land is drawn.

    ``seen`` are the hexes that are not under fog, ``None`` for all; of those the ones in ``afar`` lie in a
    thin one. ``route`` is a way to be shown, ``goal`` where it leads; ``party`` is where somebody stands,
    ``believed`` where they only believe to stand. ``landmarks`` marks the hexes where there is something to
    find, for the referee; ``known`` is surrounded by a line. ``times`` are written into the hexes that are
    within reach. The ``caption`` stands under the title.
    """

    seen: frozenset[Hex] | None = None
    party: Hex | None = None
    route: tuple[Hex, ...] = ()
    landmarks: bool = False
    numbers: bool = True
    legend: bool = True
    afar: frozenset[Hex] = frozenset()
    believed: Hex | None = None
    goal: Hex | None = None
    known: frozenset[Hex] = frozenset()
    times: Mapping[Hex, str] = {}
    caption: str = ""


def svg(land: Land, picture: Picture | None = None, lexicon: TerrainVocabulary = LEXICON) -> str:
    """Return a land as an SVG document; an empty land is an empty sheet."""
    return "\n".join(_Sheet(land, picture or Picture(), lexicon).drawn()) + "\n"


class _Sheet:
    """One drawing in the making."""

    def __init__(self, land: Land, picture: Picture, lexicon: TerrainVocabulary) -> None:
        self.land, self.picture = land, picture
        self.top = TOP + (TITLE if land.name else 0) + (CAPTION if picture.caption else 0)
        self.plot = plot = Plot(land, picture.seen, (MARGIN, self.top), lexicon)
        self.tiles, self.senses, self.centre = plot.tiles, plot.senses, plot.centre
        self.width = 2 * MARGIN + plot.extent[0]
        self.map_height = self.top + MARGIN + plot.extent[1]
        self.entries = self._entries() if picture.legend else []
        self.in_a_row = max(1, (self.width - 2 * MARGIN) // ENTRY)
        legend_rows = -(-len(self.entries) // self.in_a_row)
        self.height = self.map_height + ENTRY_HEIGHT * legend_rows + MARGIN // 2

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
        drawn = self.plot.laid()
        yield from self._ways(drawn)
        yield from self._way_names(drawn)
        yield from marks.fog(self.plot.hidden, sorted(self.picture.afar & self.plot.open), self.centre)
        yield from self._route()
        yield from self._sites()
        yield from self._rings()
        if self.picture.numbers:
            yield from self._numbers()
        far = [tile for tile in self.tiles if self.picture.times and tile.place not in self.picture.times]
        if far:
            yield f'<g opacity=".45">{"".join(self._names(far))}</g>'
            yield from marks.beyond((tile.place for tile in far), self.picture.times.keys(), self.centre)
        yield from self._names(self.tiles if not far else self._within_reach())
        yield from self._overlay()
        yield from self._legend()
        yield "</svg>"

    def _within_reach(self) -> list[Tile]:
        return [tile for tile in self.tiles if tile.place in self.picture.times]

    def _definitions(self) -> Iterator[str]:
        yield "<defs>"
        yield f'<polygon id="hex" points="{HEXAGON}"/>'
        yield from lands.shapes(self.plot)
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
        if self.picture.caption:
            at = f'x="{self.width // 2}" y="{160 if self.land.name else 84}"'
            style = f'font-size="25" font-style="italic" text-anchor="middle" fill="{icons.INK}"'
            yield f"<text {at} {style}>{escaped(self.picture.caption)}</text>"
        x = self.width - MARGIN
        yield (
            f'<g id="north" transform="translate({x},124)" fill="{icons.INK}">'
            '<path d="M0 -44L13 0L0 -10L-13 0Z"/>'
            '<text y="26" font-size="26" text-anchor="middle">N</text></g>'
        )

    def _ground(self) -> Iterator[str]:
        yield f'<g id="ground" stroke="{icons.GRID}" stroke-width="2" stroke-opacity=".55">'
        for tile in self.tiles:
            yield self._hexagon(tile.place, fill_of(self.senses[tile.place]))
        yield "</g>"

    def _hexagon(self, place: Hex, fill: str) -> str:
        x, y = self.centre(place)
        return f'<use href="#hex" x="{x}" y="{y}" fill="{fill}"/>'

    def _country(self) -> Iterator[str]:
        yield '<g id="country">'
        yield from lands.country(self.plot)
        yield "</g>"

    def _ways(self, drawn: list[WayPath]) -> Iterator[str]:
        """Yield all ways, each kind in its strokes."""
        yield '<g id="ways" fill="none" stroke-linecap="round" stroke-linejoin="round">'
        for kind, paths in lands.ways(drawn):
            for stroke in icons.strokes_of(kind):
                yield f"<g {stroke}>"
                yield from (f'<path d="{path}"/>' for path in paths)
                yield "</g>"
        yield "</g>"

    def _route(self) -> Iterator[str]:
        """Yield the way ahead; it lies on the roads that it follows, and under what stands in the hexes."""
        path = lands.walked(self.plot, self.picture.route)
        if path:
            yield from marks.way(path)

    def _way_names(self, drawn: Iterable[WayPath]) -> Iterator[str]:
        yield '<g id="way-names">'
        for found in drawn:
            if found.has_room:
                colour = icons.WATER if kind_of(found.way) == "river" else icons.INK
                yield found.label(escaped(found.way.name), colour, icons.PAPER)
        yield "</g>"

    def _sites(self) -> Iterator[str]:
        yield '<g id="sites">'
        yield from lands.sites(self.plot)
        yield "</g>"

    def _numbers(self) -> Iterator[str]:
        yield f'<g id="numbers" font-size="17" text-anchor="middle" fill="{icons.INK}" fill-opacity=".62">'
        for tile in self.land.tiles:
            x, y = self.centre(tile.place)
            yield f'<text x="{x}" y="{y - 68}">{name_of(tile.place)}</text>'
        yield "</g>"

    def _names(self, tiles: Iterable[Tile]) -> Iterator[str]:
        labels = [(self.centre(tile.place), label) for tile in tiles for label in labels_of(tile)]
        yield '<g class="regions" font-style="italic" text-anchor="middle">'
        for (x, y), label in labels:
            if label.size >= A_REGION_FROM:
                style = f'font-size="{min(label.size, 90)}" letter-spacing="5"'
                yield haloed(escaped(label.text), (x, y + label.size // 3), style, icons.INK, icons.PAPER)
        yield '</g><g class="names" text-anchor="middle">'
        for (x, y), label in labels:
            if label.size < A_REGION_FROM:
                size = label.size or 24
                style = f'font-size="{size}" font-weight="bold"'
                for at, line in enumerate(in_lines(label.text, 15)):
                    yield haloed(escaped(line), (x, y + 56 + at * size), style, icons.INK, icons.PAPER)
        yield "</g>"

    def _overlay(self) -> Iterator[str]:
        picture = self.picture
        if picture.known:
            yield marks.known(picture.known, self.centre)
        if picture.landmarks:
            yield from marks.landmarks(lands.landmarks(self.plot), self.centre)
        if picture.times:
            aside = {place for place in picture.times if sites_of(self.senses.get(place, ()))}
            yield from marks.times(picture.times, aside, self.centre)
        goal = picture.goal or (picture.route[-1] if picture.route else None)
        if goal is not None:
            bare = not sites_of(self.senses.get(goal, ()))
            yield from marks.goal(self.centre(goal), bare=bare)

    def _rings(self) -> Iterator[str]:
        if self.picture.believed is not None:
            yield marks.ring(self.centre(self.picture.believed), sure=False)
        if self.picture.party is not None:
            yield marks.ring(self.centre(self.picture.party))

    def _entries(self) -> list[tuple[str, str]]:
        """Return what the legend explains: a kind and a name, only of what is to be seen."""
        marked = self._marked()
        return [*lands.legend_of(self.plot), *(("mark", name) for name in marks.LEGEND if name in marked)]

    def _marked(self) -> set[str]:
        """Return which marks are on the map."""
        picture, kinds = self.picture, {hidden for _, hidden in lands.landmarks(self.plot)}
        found = {
            "party": picture.party is not None,
            "believed": picture.believed is not None,
            "route": bool(picture.route),
            "open": picture.landmarks and False in kinds,
            "hidden": picture.landmarks and True in kinds,
            "known": bool(picture.known),
        }
        return {name for name, there in found.items() if there}

    def _legend(self) -> Iterator[str]:
        if not self.entries:
            return
        yield f'<g id="legend" font-size="28" fill="{icons.INK}">'
        for at, (kind, name) in enumerate(self.entries):
            x = MARGIN + ENTRY * (at % self.in_a_row) + 60
            y = self.map_height + 40 + ENTRY_HEIGHT * (at // self.in_a_row)
            yield from entry(kind, name, (x, y))
        yield "</g>"

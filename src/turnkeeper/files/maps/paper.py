"""A land as one document in SVG that one would print and hang up: a title, the layers of a map, a legend.

The layers are those that a screen shows, with their style inlined: the document needs nothing beside it. Of
a hex under fog it holds only the number, so that players can fill it in. This module must not know files nor
who looks on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from turnkeeper.files.maps import land, marks
from turnkeeper.files.maps.plot import Plot, outline
from turnkeeper.files.maps.sheet import MapSheet
from turnkeeper.files.maps.style import escaped, inlined
from turnkeeper.hexes import Hex

MARGIN, TOP, TITLE, CAPTION = 130, 80, 90, 36
ENTRY, ENTRY_HEIGHT, LONGEST_ENTRY = 340, 120, 14


class PaperOptions(Struct, frozen=True):
    """The parts of a drawing besides the land and the marks of play.

    ``landmarks`` marks the hexes where there is something to find; ``times`` are written into the hexes that
    are within reach, and the rest lies under a veil.
    """

    landmarks: bool = False
    numbers: bool = True
    legend: bool = True
    times: Mapping[Hex, str] = {}


def svg(sheet: MapSheet, options: PaperOptions | None = None) -> str:
    """Return a map as an SVG document; an empty land is an empty sheet."""
    return inlined("\n".join(_Paper(sheet, options or PaperOptions()).drawn())) + "\n"


class _Paper:
    """One drawing in the making."""

    def __init__(self, sheet: MapSheet, options: PaperOptions) -> None:
        self.sheet, self.options = sheet, options
        self.top = TOP + (TITLE if sheet.land.name else 0) + (CAPTION if sheet.caption else 0)
        self.plot = plot = Plot(sheet.land, sheet.seen, (MARGIN, self.top))
        self.width = 2 * MARGIN + plot.extent[0]
        self.below = self.top + MARGIN + plot.extent[1]
        shown = marks.signs(land.legend_of(plot), self._marked(), players=False)
        self.signs = shown if options.legend else ()
        self.in_a_row = max(1, (self.width - 2 * MARGIN) // ENTRY)
        self.height = self.below + ENTRY_HEIGHT * -(-len(self.signs) // self.in_a_row) + MARGIN // 2

    def _marked(self) -> set[str]:
        """Return which marks are on the map."""
        sheet, tiles = self.sheet, self.plot.tiles if self.options.landmarks else ()
        hidden = {mark.hidden for tile in tiles for mark in tile.landmarks}
        there = {
            "party": sheet.party is not None,
            "believed": sheet.believed is not None,
            "route": bool(sheet.route),
            "overt": False in hidden,
            "hidden": True in hidden,
            "known": bool(sheet.known),
        }
        return {name for name, so in there.items() if so}

    def drawn(self) -> Iterator[str]:
        """Yield the document, from below to above."""
        sheet, plot, times = self.sheet, self.plot, self.options.times
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" role="img"'
            " font-family=\"Georgia, 'Palatino Linotype', 'DejaVu Serif', serif\">"
        )
        yield f"<title>{escaped(sheet.land.name or 'A map')}</title>"
        yield from self._frame()
        yield from self._fog()
        ways = plot.laid()
        yield from land.shapes(plot)
        yield from land.ground(plot, sheet, ways)
        yield from marks.route(plot, sheet.route)
        yield from land.standing(plot, landmarks=self.options.landmarks)
        yield from marks.known_edge(plot, sheet.known)
        yield from marks.parties(plot, sheet)
        yield from land.names(plot, ways, sheet.land.tiles if self.options.numbers else ())
        if times:
            beyond = outline(plot.open - times.keys(), plot.centre)
            yield f'<path class="map-beyond" d="{beyond}"/>'
            yield from land.names(plot, [], (), {plot.centre(place) for place in times})
            yield from marks.within(plot, times)
        yield from marks.goal(plot, sheet.goal)
        yield from self._legend()
        yield "</svg>"

    def _frame(self) -> Iterator[str]:
        """Yield the sheet itself, its frame, title and caption, and the needle that points north."""
        width, height, name, caption = self.width, self.height, self.sheet.land.name, self.sheet.caption
        yield f'<rect width="{width}" height="{height}" fill="var(--map-paper)"/>'
        for inset, line in ((40, 5), (52, 2)):
            size = f'width="{width - 2 * inset}" height="{height - 2 * inset}"'
            style = f'fill="none" stroke="var(--map-ink)" stroke-width="{line}"'
            yield f'<rect x="{inset}" y="{inset}" {size} {style}/>'
        centred = f'x="{width // 2}" text-anchor="middle" fill="var(--map-ink)"'
        if name:
            yield f'<text {centred} y="126" font-size="66" letter-spacing="8">{escaped(name)}</text>'
        if caption:
            below = f'y="{160 if name else 84}" font-size="25" font-style="italic"'
            yield f"<text {centred} {below}>{escaped(caption)}</text>"
        yield (
            f'<g transform="translate({width - MARGIN},124)" fill="var(--map-ink)">'
            '<path d="M0 -44L13 0L0 -10L-13 0Z"/>'
            '<text y="26" font-size="26" text-anchor="middle">N</text></g>'
        )

    def _fog(self) -> Iterator[str]:
        """Yield the fog over all that is not seen, and a little beyond it, with the lines of its hexes."""
        hidden = {tile.place for tile in self.sheet.land.tiles} - self.plot.open
        if not hidden:
            return
        path = outline(hidden, self.plot.centre)
        yield f'<path d="{path}" fill="var(--map-fog)"/>{land.fog_edge(path)}'
        hexes = "".join(outline({place}, self.plot.centre) for place in sorted(hidden))
        yield f'<g class="map-ground"><path d="{hexes}" fill="none"/></g>'

    def _legend(self) -> Iterator[str]:
        yield '<g class="map-legend" font-size="28" fill="var(--map-ink)">'
        for at, sign in enumerate(self.signs):
            x = MARGIN + ENTRY * (at % self.in_a_row) + 60
            y = self.below + 40 + ENTRY_HEIGHT * (at // self.in_a_row)
            lines = in_lines(sign.means, LONGEST_ENTRY)
            yield f'<g transform="translate({x},{y}) scale(.58)">{sign.drawn}</g>'
            for foot, line in enumerate(lines, 1):
                down = 32 * foot - 16 * len(lines) - 7
                yield f'<text x="{x + 76}" y="{y + down}">{escaped(line)}</text>'
        yield "</g>"


def in_lines(text: str, longest: int) -> list[str]:
    """Return a text in at most two lines, broken at the blank nearest to its middle.

    >>> in_lines("where it believes to be", 14)
    ['where it', 'believes to be']
    """
    blanks = [at for at, sign in enumerate(text) if sign == " "]
    if len(text) <= longest or not blanks:
        return [text]
    middle = min(blanks, key=lambda at: abs(2 * at - len(text)))
    return [text[:middle], text[middle + 1 :]]

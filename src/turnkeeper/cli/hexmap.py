"""A land on the terminal: two lines for each hex, odd columns one line higher, a letter for each place.

Under fog nothing is shown at all. This module must not know where a map comes from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from turnkeeper.cli.screen import Screen, columns, wrapped
from turnkeeper.files.maps.sheet import MapSheet
from turnkeeper.hexes import LEXICON, Hex, Meaning, Tile, at, name_of, way_kind
from turnkeeper.hexes.land import Frame

WIDE, NARROW = 4, 2
MARGIN = 4
PLAIN = 80
PLACES_IN_A_ROW = 3


class Look(Struct, frozen=True):
    """Two signs for a kind of country, and its number among a terminal's 256 colours."""

    signs: str
    colour: int


COUNTRY = {
    "sea": Look("~~", 74),
    "lake": Look("~~", 117),
    "coast": Look("..", 223),
    "sand": Look("..", 223),
    "grass": Look("' ", 193),
    "fields": Look("::", 186),
    "moor": Look('""', 181),
    "desert": Look("..", 222),
    "snow": Look("**", 255),
    "bushes": Look("'\"", 150),
    "woods": Look("tt", 150),
    "forest": Look("TT", 108),
    "firs": Look("AA", 72),
    "jungle": Look("&&", 71),
    "marsh": Look(",;", 151),
    "swamp": Look("%%", 109),
    "hills": Look("nn", 180),
    "mountains": Look("MM", 249),
    "volcano": Look("VV", 174),
}
UNKNOWN = Look("  ", 230)
SITES = {
    "city": "C",
    "town": "T",
    "village": "V",
    "hamlet": "H",
    "house": "h",
    "castle": "K",
    "tower": "I",
    "ruin": "R",
    "cave": "c",
    "shrine": "S",
    "stones": "s",
    "mine": "M",
    "camp": "a",
    "bridge": "B",
    "port": "P",
    "lighthouse": "L",
}
WAYS = {"road": "=", "trail": "-", "river": "~", "border": "!"}
ROUTE = "*"
PARTY, BELIEVED = "@", "?"
MARKED = {PARTY: 210, BELIEVED: 217}
"""Colours of the hexes where the party is, or believes to be."""
FOG = 252


def drawn(
    out: Screen, ours: MapSheet, first: Hex | None = None, times: Mapping[Hex, str] | None = None
) -> list[str]:
    """Return a map as lines that fit the screen, with a legend.

    A land too wide is shown from the column of ``first``, else around the party, else from its first one, as
    far as the screen goes. ``times`` are short texts for the hexes within reach.
    """
    land = ours.land
    frame = land.frame
    if frame is None:
        return ["There is no hex on this map."]
    width = out.width or PLAIN
    shown, cell = _window(frame, width, first, ours.party)
    terminal = _LetterGrid(out, ours, shown, cell, times or {})
    lines = [out.bold(land.name), ""] if land.name else []
    lines += terminal.lines()
    cut = _cut_off(frame, shown, asked=first is not None)
    return [*lines, *(["", out.dim(cut)] if cut else []), "", *terminal.legend(width)]


def _window(frame: Frame, width: int, first: Hex | None, party: Hex | None) -> tuple[Frame, int]:
    """Return the columns that fit, and how wide a hex is."""
    fits = (width - MARGIN) // NARROW
    begin = frame.first_column
    if first is not None:
        begin = first.q
    elif party is not None and frame.columns > fits:
        begin = min(party.q - fits // 2, frame.last_column - fits + 1)
    begin = min(max(begin, frame.first_column), frame.last_column)
    left = frame.last_column - begin + 1
    cell = min(WIDE, max(NARROW, (width - MARGIN) // left))
    last = min(frame.last_column, begin + (width - MARGIN) // cell - 1)
    return Frame(begin, frame.first_row, last, frame.last_row), cell


def _cut_off(frame: Frame, shown: Frame, *, asked: bool) -> str:
    """Return which columns are cut off; of those before the first, only if the reader did not ask for it."""
    sides = {
        f"before column {shown.first_column}": shown.first_column > frame.first_column and not asked,
        f"after column {shown.last_column}": shown.last_column < frame.last_column,
    }
    where = " and ".join(side for side, so in sides.items() if so)
    return f"cut off {where}; --from HEX shows the rest" if where else ""


class _LetterGrid:
    """One drawing in the making."""

    def __init__(
        self, out: Screen, ours: MapSheet, frame: Frame, cell: int, times: Mapping[Hex, str]
    ) -> None:
        self.out, self.marks, self.frame, self.cell, self.times = out, ours, frame, cell, times
        self.land = ours.land
        self.columns = range(frame.first_column, frame.last_column + 1)

    def lines(self) -> Iterator[str]:
        """Yield the columns' numbers, then two lines for each row and one for the even columns' last half."""
        numbers = "".join(f"{column % 100:02d}".ljust(self.cell) for column in self.columns)
        yield self.out.dim(" " * MARGIN + numbers.rstrip())
        for line in range(2 * self.frame.rows + 1):
            row = "" if line % 2 or line == 2 * self.frame.rows else f"{self.frame.first_row + line // 2:02d}"
            cells = "".join(self._cell(column, line) for column in self.columns)
            yield (self.out.dim(row.ljust(MARGIN)) + cells).rstrip()

    def _cell(self, column: int, line: int) -> str:
        row, lower = divmod(line - (column + 1) % 2, 2)
        tile = self.land.at(at(column, self.frame.first_row + row))
        if tile is None or not 0 <= row < self.frame.rows:
            return " " * self.cell
        senses = LEXICON.senses_of(tile)
        look = _look(senses) if self._open(tile.place) else Look("  ", FOG)
        signs = self._lower(tile, look) if lower else self._upper(tile, senses, look)
        colour = MARKED.get(self._who(tile.place), look.colour)
        return self._coloured(signs.ljust(self.cell), colour)

    def _open(self, place: Hex) -> bool:
        return self.marks.seen is None or place in self.marks.seen

    def _upper(self, tile: Tile, senses: Iterable[Meaning], look: Look) -> str:
        site = _site(senses) if self._open(tile.place) else ""
        signs = (look.signs[: self.cell - 1] + site) if site else look.signs
        who = self._who(tile.place)
        if not who:
            return signs
        return who + signs[-1] if self.cell == NARROW else signs[: self.cell - 1] + who

    def _who(self, place: Hex) -> str:
        if place == self.marks.party:
            return PARTY
        return BELIEVED if place == self.marks.believed else ""

    def _ways(self, place: Hex) -> set[str]:
        return {way_kind(way) for way in self.land.ways_through(place)}

    def _lower(self, tile: Tile, look: Look) -> str:
        if tile.place in self.times:
            return self.times[tile.place][: self.cell]
        if tile.place in self.marks.route:
            return ROUTE * 2
        if not self._open(tile.place):
            return look.signs
        ways = self._ways(tile.place)
        marks = "".join(sign for kind, sign in WAYS.items() if kind in ways)[:3]
        return marks or (look.signs if self.cell == WIDE else "")

    def _coloured(self, text: str, colour: int) -> str:
        return f"\x1b[30;48;5;{colour}m{text}\x1b[0m" if self.out.colour else text

    def legend(self, width: int) -> Iterator[str]:
        """Yield the meaning of each sign that is on the map, then the places by their hexes."""
        tiles = [tile for tile in self.land.tiles if tile.place.q in self.columns and self._open(tile.place)]
        known = {sense.name for tile in tiles for sense in LEXICON.senses_of(tile)}
        kinds = {kind for tile in tiles for kind in self._ways(tile.place)}
        entries = [
            *(
                f"{self._coloured(look.signs, look.colour)} {name}"
                for name, look in COUNTRY.items()
                if name in known
            ),
            *(f"{sign} {name}" for name, sign in (*SITES.items(), *WAYS.items()) if name in known | kinds),
            *self._marked(),
        ]
        shown = wrapped("   ".join(entry.replace(" ", "\xa0") for entry in entries), width)
        yield from (line.rstrip(" ") for line in shown)
        named = [f"{name_of(tile.place)} {tile.name}" for tile in tiles if tile.name]
        if named:
            yield ""
            rows = [named[start : start + PLACES_IN_A_ROW] for start in range(0, len(named), PLACES_IN_A_ROW)]
            yield from columns(rows)

    def _marked(self) -> Iterator[str]:
        marks = self.marks
        if self.out.colour and marks.seen is not None:
            yield f"{self._coloured('  ', FOG)} fog"
        if marks.party is not None:
            yield f"{PARTY} the party"
        if marks.believed is not None:
            yield f"{BELIEVED} where it believes to be"
        if marks.route:
            yield f"{ROUTE} the way"
        if self.times:
            yield "3 hours of travel to there"


def _look(senses: Iterable[Meaning]) -> Look:
    """Return how the country looks: the wettest, most overgrown, steepest of its words."""
    kinds = [sense for sense in senses if sense.name in COUNTRY]
    if not kinds:
        return UNKNOWN
    first = COUNTRY[max(kinds, key=lambda sense: (sense.water, sense.growth, sense.relief)).name]
    steepest = max(kinds, key=lambda sense: sense.relief)
    mixed = steepest.relief and COUNTRY[steepest.name] != first
    return Look(first.signs[0] + COUNTRY[steepest.name].signs[0], first.colour) if mixed else first


def _site(senses: Iterable[Meaning]) -> str:
    sites = [sense for sense in senses if sense.name in SITES]
    return SITES[max(sites, key=lambda sense: sense.settlement).name] if sites else ""

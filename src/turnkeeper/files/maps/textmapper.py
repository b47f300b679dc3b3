"""Text Mapper's hex maps: read line by line, with a note of each line that is not understood.

    0101 dark-green trees village "Alder" 30     a hex: its words, its labels with their sizes
    0101-0203-0305 road "The Old Road"           a way; between points that are no neighbours it is walked
    grass attributes fill="#cfc"                 a definition: kept, never carried out
    include default.txt                          kept, and never fetched
    # anything                                   a comment

What Text Mapper has no line for stands in comments of our own form, so that its programs read the map too:

    #: land The Salt Hundred
    #: 0507 overt The Leaning Stone: a menhir, split by frost
    #: 0507 hidden The Dry Well: a rope ladder goes down
    #: 0507 note the miller lies
    #: 0507 0508 region The Weald: nobody hunts here
    #: 0507 0508 climate coast
    #: climate inland                               everywhere else

Every line is kept as it was written, whether it is understood or not. This module must not know what a word
costs or how it is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import assert_never

from msgspec import Struct

from turnkeeper.files.maps import lines as lines_
from turnkeeper.files.maps.lines import Aside, Remark, Says, read_line
from turnkeeper.hexes import LEXICON, Hex, Land, Landmark, Region, Tile, Way, name_of
from turnkeeper.rules.problems import Problem

MOST_CHARACTERS = 33_554_432
MOST_HEXES = 100_000
MOST_STEPS = 1_000_000
"""The most hexes that all ways of a map may run through together."""
MOST_PROBLEMS = 100
"""The most problems that are listed; a text with more is most likely no map."""
_LINE = re.compile(r"[^\n]*\n|[^\n]+\Z")


class MapRefused(Exception):  # noqa: N818 - a fault of the file, not of the program
    """A map that is too large to be read; it carries the problem."""

    def __init__(self, problem: Problem) -> None:
        """Keep the problem."""
        super().__init__(str(problem))
        self.problem = problem


class MapLine(Struct, frozen=True):
    """One line as it was written, its ending included, and its meaning."""

    text: str
    says: Says


class Loss(Struct, frozen=True):
    """Something on a map that means nothing to Turnkeeper, with how often it stands there and where first.

    It stays in the text; ``what`` is ``include``, ``definition``, ``level``, ``line``, ``word`` or ``label``.
    """

    what: str
    text: str
    line: int
    times: int = 1


class TextMap(Struct, frozen=True):
    """A map that was read: its lines, the land they describe, and their faults."""

    lines: tuple[MapLine, ...]
    land: Land
    problems: tuple[Problem, ...]

    @property
    def text(self) -> str:
        """Return the map exactly as it was written."""
        return "".join(line.text for line in self.lines)


def read(text: str, file: str = "map") -> TextMap:
    """Return a map with all its problems; what has sense is imported whatever the rest is like.

    ``file`` names the text in problems. Raises `MapRefused` for a map beyond the bounds.

    >>> read('0101 woods "Alder"').land.tiles[0].name
    'Alder'
    """
    if len(text) > MOST_CHARACTERS:
        raise _refused(file, 1, f"the map has {len(text):,} characters", f"at most {MOST_CHARACTERS:,}")
    gathered = _Gathered(file)
    lines = []
    for number, written in enumerate(_LINE.findall(text), 1):
        bare = written.removesuffix("\n").rstrip("\r").removeprefix("\ufeff" if number == 1 else "")
        says, slips = read_line(bare)
        for slip in slips:
            gathered.fault(number, slip.column, slip.message, slip.hint)
        gathered.take(number, bare, says)
        lines.append(MapLine(written, says))
    land = gathered.land()
    return TextMap(tuple(lines), land, gathered.told())


def _refused(file: str, line: int, message: str, hint: str) -> MapRefused:
    return MapRefused(Problem(file, line, 1, "", message, hint))


class _Gathered:
    """The lines read so far."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.more = 0
        self.tiles: dict[Hex, list[Tile]] = {}
        self.ways: list[Way] = []
        self.steps = 0
        self.remarks: list[tuple[int, str, Remark]] = []
        self.kept: dict[int, str] = {}

    def fault(self, line: int, column: int, message: str, hint: str) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(self.file, line, column, "", message, hint))
        else:
            self.more += 1

    def told(self) -> tuple[Problem, ...]:
        """Return the problems in the order of the text, and how many more there were."""
        told = sorted(self.problems)
        if self.more:
            last = told[-1]
            message = f"and {self.more:,} more problems"
            told.append(Problem(self.file, last.line, last.column, "", message, "is this a Text Mapper map?"))
        return tuple(told)

    def take(self, number: int, text: str, says: Says) -> None:
        match says:
            case Tile():
                self.tiles.setdefault(says.place, []).append(says)
                if len(self.tiles) > MOST_HEXES:
                    raise _refused(
                        self.file, number, f"the map has more than {MOST_HEXES:,} hexes", "part it"
                    )
            case Way():
                self.ways.append(says)
                self.steps += len(says.hexes)
                if self.steps > MOST_STEPS:
                    message = f"the ways run through more than {MOST_STEPS:,} hexes"
                    raise _refused(self.file, number, message, "part the map")
            case Remark():
                self.remarks.append((number, text, says))
            case Aside(kind=kind):
                if kind != lines_.BLANK:
                    self.kept[number] = text
            case _:
                assert_never(says)

    def land(self) -> Land:
        """Return the land, with the remarks at their hexes."""
        name = ""
        regions: dict[str, list[Region]] = {}
        climates: dict[Hex | None, str] = {}
        for number, text, remark in self.remarks:
            off = next((place for place in remark.places if place not in self.tiles), None)
            if off is not None:
                self.kept[number] = text
                column = text.find(name_of(off)) + 1 or 1
                self.fault(number, column, f"there is no hex {name_of(off)} on the map", "give it a line")
            elif remark.kind == lines_.LAND:
                if name:
                    self.fault(number, 1, f'the land is called "{name}" already', "it has one name")
                name = name or remark.text
            elif remark.kind == lines_.REGION:
                region = _region(remark)
                regions.setdefault(region.name, []).append(region)
            elif remark.kind == lines_.CLIMATE:
                self.climate(number, remark, climates)
            else:
                for place in dict.fromkeys(remark.places):
                    self.tiles[place].append(_found(place, remark))
        return Land(
            tuple(Tile.joined(self.tiles[place]) for place in sorted(self.tiles)),
            tuple(self.ways),
            tuple(map(_whole, regions.values())),
            name,
            tuple(self.kept[number] for number in sorted(self.kept)),
            tuple(_climates(climates)),
        )

    def climate(self, number: int, remark: Remark, climates: dict[Hex | None, str]) -> None:
        """Take the climate of some hexes, or of the whole land."""
        for place in remark.places or (None,):
            known = climates.setdefault(place, remark.text)
            if known != remark.text:
                where = "the land" if place is None else name_of(place)
                self.fault(number, 1, f'{where} has the climate "{known}" already', "it has one")


def _found(place: Hex, remark: Remark) -> Tile:
    if remark.kind == lines_.NOTE:
        return Tile(place, notes=(remark.text,))
    name, text = _name_and_text(remark.text)
    return Tile(place, landmarks=(Landmark(name, text, hidden=remark.kind == lines_.HIDDEN),))


def _region(remark: Remark) -> Region:
    name, text = _name_and_text(remark.text)
    return Region(name, tuple(dict.fromkeys(remark.places)), text)


def _climates(named: dict[Hex | None, str]) -> Iterator[Region]:
    """Yield the climates of a land with their hexes, the one of the whole land without any."""
    hexes: dict[str, list[Hex]] = {}
    for place, name in named.items():
        if place is None:
            yield Region(name, ())
        else:
            hexes.setdefault(name, []).append(place)
    yield from (Region(name, tuple(places)) for name, places in hexes.items())


def _name_and_text(said: str) -> tuple[str, str]:
    name, colon, text = said.partition(": ")
    return name.strip(), text.strip() if colon else ""


def _whole(parts: Sequence[Region]) -> Region:
    """Return a region that stands on several lines."""
    hexes = dict.fromkeys(place for part in parts for place in part.hexes)
    return Region(parts[0].name, tuple(hexes), " ".join(filter(None, (part.text for part in parts))))


def losses(read_map: TextMap) -> tuple[Loss, ...]:
    """Return the parts of a map that mean nothing to Turnkeeper, each once, by its first line."""
    found: dict[tuple[str, str], Loss] = {}
    for number, line in enumerate(read_map.lines, 1):
        for what, text in _lost(line.says):
            known = found.get((what, text))
            times = known.times + 1 if known else 1
            found[what, text] = Loss(what, text, known.line if known else number, times)
    return tuple(found.values())


def _lost(says: Says) -> Iterator[tuple[str, str]]:
    match says:
        case Aside(kind=lines_.STRANGE, about=about):
            yield "line", about
        case Aside(kind=kind, about=about) if kind not in {lines_.BLANK, lines_.COMMENT}:
            yield kind, about
        case Tile(words=words, labels=labels):
            yield from (("word", word) for word in words if not LEXICON.of(word))
            yield from (("label", label.turned) for label in labels if label.turned)
        case _:
            pass

"""One line of a Text Mapper map: its meaning and its faults.

`textmapper` puts the lines together. This module must not know of other lines than the one it reads.
"""

from __future__ import annotations

import re
from typing import TypeAlias

from msgspec import Struct

from turnkeeper.hexes import Face, Hex, Label, Tile, Way, at, column_and_row
from turnkeeper.hexes.names import FURTHEST
from turnkeeper.rules.problems import did_you_mean

LONGEST_LINE = 100_000
LONGEST_WAY = 20_000
"""No way of a map runs through more hexes than this."""
REMARKS = ("land", "overt", "hidden", "note", "region", "climate")
LAND, OVERT, HIDDEN, NOTE, REGION, CLIMATE = REMARKS
ASIDES = ("blank", "comment", "definition", "include", "level", "strange")
BLANK, COMMENT, DEFINITION, INCLUDE, LEVEL, STRANGE = ASIDES
_FOREIGN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_POINT = re.compile(
    r"(-?[0-9]{2,6})\.(-?[0-9]{2,6})(?:\.([0-9]{2,6}))?(?![0-9])|(-?[0-9]{2})(-?[0-9]{2})([0-9]{2})?(?![0-9])"
)
_TOKEN = re.compile(r'\s+|([a-z]+)=(?=["“])|(["“”])|([^\s"“”]+)')
_CLOSING = re.compile(r'["”]')
_SIZE = re.compile(r"\s*([0-9]{1,4}(?![0-9]))?")
_TURNED = re.compile(r'(?:\s*[a-z]+\([^()"“”]*\))*')
_WAY = re.compile(r'\s+([^\s"“”]+)\s*(?:["“](.+)["”])?\s*((?:left|right)(?![^\s0-9]))?\s*([0-9]+%)?\s*')
_NUMBER = re.compile(r"-?[0-9]")
_DEFINED_NUMBER = re.compile(r"[0-9]{1,3}\s+(?:attributes|lib|xml|path)\s")
_REMARK = re.compile(r"(\S+)\s+(.*\S)\s*", re.DOTALL)


class LineSlip(Struct, frozen=True):
    """Something wrong in a line; columns count from 1."""

    column: int
    message: str
    hint: str = ""


class Remark(Struct, frozen=True):
    """The content of one of our own comments: on the land, or on some hexes."""

    kind: str
    places: tuple[Hex, ...]
    text: str


class Aside(Struct, frozen=True):
    """A line that says nothing of the land; ``kind`` is one of `ASIDES`, ``about`` is its subject."""

    kind: str
    about: str = ""


Says: TypeAlias = Tile | Way | Remark | Aside


class _SlipError(Exception):
    """The line cannot be understood at all."""

    def __init__(self, column: int, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.slip = LineSlip(column, message, hint)


def read_line(line: str) -> tuple[Says, tuple[LineSlip, ...]]:
    """Return the meaning of a line, with its faults; a line without sense is an `Aside` and a slip.

    >>> read_line('0101 woods "Alder" 30')[0].labels
    (Label(text='Alder', size=30, tag='', turned=''),)
    """
    try:
        return _read(line)
    except _SlipError as fault:
        return Aside(STRANGE, line[:60]), (fault.slip,)


def _read(line: str) -> tuple[Says, tuple[LineSlip, ...]]:
    if len(line) > LONGEST_LINE:
        raise _SlipError(
            LONGEST_LINE + 1, f"the line has {len(line):,} characters", f"at most {LONGEST_LINE:,}"
        )
    foreign = _FOREIGN.search(line)
    if foreign:
        code = f"U+{ord(foreign[0]):04X}"
        raise _SlipError(foreign.start() + 1, f"the character {code} has no place in a map", "remove it")
    if _NUMBER.match(line) and not _DEFINED_NUMBER.match(line):
        return _of_coordinates(line)
    if line.startswith("#:"):
        return _remark(line), ()
    return _aside(line), ()


def _of_coordinates(line: str) -> tuple[Says, tuple[LineSlip, ...]]:
    said = line.split(None, 1)[0]
    points, level = _points(said)
    if level:
        return Aside(LEVEL, f"level {level}"), ()
    if len(points) == 1:
        return _tile(points[0], line, len(said))
    return _way(points, line, len(said))


def _points(said: str) -> tuple[list[Hex], int]:
    """Return the hexes of ``0101-0203``, and the first level below or above the map that is named."""
    points, level, start = [], 0, 0
    while True:
        found = _POINT.match(said, start)
        if found is None:
            raise _SlipError(
                start + 1, f'"{said[start : start + 20]}" is no hex', "write it as 0507, or 104.007"
            )
        column, row, floor = (
            int(part or 0) for part in (found.groups()[:3] if found[1] else found.groups()[3:])
        )
        if max(abs(column), abs(row)) > FURTHEST:
            raise _SlipError(
                start + 1, f"the hex {found[0]} is too far out", f"columns and rows go to {FURTHEST}"
            )
        points.append(at(column, row))
        level = level or floor
        start = found.end()
        if start == len(said):
            return points, level
        if said[start] != "-":
            raise _SlipError(
                start + 1, f'"{said[start : start + 20]}" cannot follow a hex', "a blank, or as in 0101-0203"
            )
        start += 1


def _tile(place: Hex, line: str, start: int) -> tuple[Tile, tuple[LineSlip, ...]]:
    words: list[str] = []
    labels: list[Label] = []
    slips: list[LineSlip] = []
    tag = ""
    while found := _TOKEN.match(line, start):
        start = found.end()
        if found[1]:
            tag = found[1]
        elif found[2]:
            start = _label(line, start, tag, labels, slips)
            tag = ""
        elif found[3]:
            words.append(found[3])
    return Tile(place, tuple(words), tuple(labels)), tuple(slips)


def _label(line: str, start: int, tag: str, labels: list[Label], slips: list[LineSlip]) -> int:
    """Take the label whose quote was just passed; return where the line goes on."""
    if line[start - 1] == "”":
        slips.append(LineSlip(start, "a closing quote without an opening one", 'a label is written "so"'))
        return start
    closing = _CLOSING.search(line, start)
    if closing is None:
        slips.append(
            LineSlip(start, "the label has no closing quote", 'end it with "; the rest was taken for it')
        )
    end = closing.start() if closing else len(line)
    text = line[start:end]
    if not text.strip():
        slips.append(LineSlip(start, "the label is empty", "give it a text, or leave it out"))
        return end + 1
    size = _SIZE.match(line, min(end + 1, len(line)))
    assert size is not None  # noqa: S101 - a blank pattern matches everywhere
    turned = _TURNED.match(line, size.end()) if not tag else None
    labels.append(Label(text, int(size[1] or 0), tag, turned[0].strip() if turned else ""))
    return turned.end() if turned else size.end()


def _way(points: list[Hex], line: str, start: int) -> tuple[Way, tuple[LineSlip, ...]]:
    found = _WAY.match(line, start)
    if found is None:
        raise _SlipError(
            start + 1,
            "the way does not say what it is",
            'write road or river behind it, then perhaps "its name"',
        )
    kind, name, side, begins = found.groups(default="")
    way = Way(kind, walked(points), name, side, begins)
    if found.end() == len(line):
        return way, ()
    rest = line[found.end() :][:40]
    return way, (
        LineSlip(found.end() + 1, f'"{rest}" is not understood', 'a way is written 0101-0203 road "Name"'),
    )


def walked(points: list[Hex]) -> tuple[Hex, ...]:
    """Return the hexes from point to point as Text Mapper walks them.

    Each step goes to the neighbour that is nearest to the next point by the squares of columns and rows, not
    by hexes; of two that are as near the first clockwise from the north-west. A point said twice is one.
    """
    hexes = points[:1]
    for point in points[1:]:
        goal = column_and_row(point)
        while hexes[-1] != point:
            hexes.append(_step(hexes[-1], goal))
            if len(hexes) > LONGEST_WAY:
                raise _SlipError(1, f"the way runs through more than {LONGEST_WAY:,} hexes", "part it")
    return tuple(hexes)


def _step(here: Hex, goal: tuple[int, int]) -> Hex:
    def away(there: Hex) -> int:
        column, row = column_and_row(there)
        return (column - goal[0]) ** 2 + (row - goal[1]) ** 2

    around = here.neighbours()
    return min((around[Face.NW], *around[: Face.NW]), key=away)


def _remark(line: str) -> Remark:
    """Return the remark of ``#: 0507 note text``; all hexes stand before the kind."""
    places, start = [], 2
    for word in re.finditer(r"\S+", line[2:]):
        points = _points(word[0])[0] if word[0][0] in "-0123456789" else []
        start = word.start() + 2
        if not points:
            break
        places += points
    found = _REMARK.match(line, start)
    kind = line[start:].split(None, 1)[0] if line[start:].strip() else ""
    if kind not in REMARKS:
        hint = did_you_mean(kind, REMARKS)
        raise _SlipError(start + 1, f'"{kind}" is nothing that can be said of a hex', hint)
    if found is None:
        raise _SlipError(len(line) + 1, f"{kind} says nothing", "write a text behind it")
    if kind != CLIMATE and (kind == LAND) == bool(places):
        hint = "#: land NAME" if kind == LAND else f"#: 0507 {kind} TEXT"
        raise _SlipError(
            3, f"{kind} is said of {'the whole land' if kind == LAND else 'hexes'}", f"write {hint}"
        )
    if kind in {OVERT, HIDDEN, REGION} and found[2].startswith(":"):
        raise _SlipError(found.start(2) + 1, f"{kind} has no name", "write its name before the colon")
    return Remark(kind, tuple(places), found[2])


_DEFINES = frozenset({"attributes", "lib", "xml", "path"})
_SETS = frozenset({"text", "glow", "label", "license", "other", "url"})


def _aside(line: str) -> Aside:
    words = line.split(None, 2)
    if not words:
        return Aside(BLANK)
    if words[0].startswith("#"):
        return Aside(COMMENT)
    if line[0].isspace():
        raise _SlipError(
            1, "the line begins with a blank", "Text Mapper passes over it; begin at the first column"
        )
    if words[0] == "include" and len(words) > 1:
        return Aside(INCLUDE, words[1])
    if len(words) > 2 and words[1] in _DEFINES:  # noqa: PLR2004 - a name, what is defined, and as what
        return Aside(DEFINITION, f"{words[0]} {words[1]}")
    if line.startswith("<") or (words[0] in _SETS and len(words) > 1):
        return Aside(DEFINITION, "svg" if line.startswith("<") else words[0])
    raise _SlipError(
        1, f'"{words[0][:40]}" begins no line of a map', "a hex line begins as 0507, a comment with #"
    )

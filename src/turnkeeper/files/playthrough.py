"""A session as plain text: read into rows, each with its place, and written again.

One line of text is one row, so a row's number is its line, and comments and empty lines are kept. This module
must not know what a command or a fact means: `app.replay` carries a playthrough out.

    rules: glog            a line of the header
    | [ruleset]            a line of a rule set, or of a map, that the playthrough brings along
    ; the barrow           a comment
    > enter dungeon        a command
    ? 4+5 9                faces that answer the next throws
    = dungeon entered      a fact that must follow
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice, takewhile
from typing import ClassVar, TypeAlias, assert_never

from msgspec import Struct

from turnkeeper.chance.typed import read_faces_typed
from turnkeeper.rules import DEFAULT_GAME
from turnkeeper.rules.problems import FileFault, Problem, did_you_mean

MOST_CHARACTERS = 33_554_432
"""The longest text that is read, about a hundred thousand commands with their facts."""
LONGEST_LINE = 100_000
MOST_PROBLEMS = 100
"""The most problems that are told; a text with more is most likely no playthrough."""
KEYS = ("rules", "base", "options", "map", "calendar", "seed", "begins", "name")
_HEADS = frozenset({"rules", "base", "map", "calendar"})
"""Under these keys ``|`` lines may stand."""
MARKS = "> a command, = a fact, ? faces, ; a comment"

_SETTING = re.compile(r"([^\W\d][\w-]*)\s*:\s*(.*)")
_FOREIGN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


class Blank(Struct, frozen=True, gc=False):
    """An empty line."""


class Comment(Struct, frozen=True, gc=False):
    """What follows the semicolon, blanks and all."""

    text: str


class Setting(Struct, frozen=True, gc=False):
    """A line of the header; the value begins in this column; it may stand in quotes, as in JSON."""

    key: str
    value: str
    column: int

    @classmethod
    def of(cls, key: str, value: str) -> Setting:
        """Return a line of the header, the value in quotes where it could not be read back without."""
        plain = value == value.strip() and value.isprintable() and value[:1] not in {"", '"'}
        return cls(key, value if plain else json.dumps(value), len(key) + 3)

    @property
    def plain(self) -> str:
        """Return the value without its quotes."""
        if not self.value.startswith('"'):
            return self.value
        try:
            return str(json.loads(self.value))
        except ValueError:
            return self.value


class Embedded(Struct, frozen=True, gc=False):
    """A line of a rule set or of a map that the playthrough brings along."""

    text: str


class FacesRow(Struct, frozen=True, gc=False):
    """Faces for the throws to come: blanks between throws, ``+`` between the faces of one throw.

    A throw can be named, as in ``encounter check=4+5``.
    """

    mark: ClassVar[str] = "?"
    text: str
    column: int = 3

    @property
    def throws(self) -> tuple[tuple[str, int], ...]:
        """Return the faces of each throw, by its name where it has one, with its column."""
        return tuple((one.text, self.column + one.start) for one in read_faces_typed(self.text))


class Said(Struct, frozen=True, gc=False):
    """A command as it is spoken."""

    mark: ClassVar[str] = ">"
    text: str
    column: int = 3


class FactRow(Struct, frozen=True, gc=False):
    """What must follow from the command above."""

    mark: ClassVar[str] = "="
    text: str
    column: int = 3


Row: TypeAlias = Blank | Comment | Setting | Embedded | FacesRow | Said | FactRow


class EmbeddedText(Struct, frozen=True):
    """The text of a rule set or a map that a playthrough brings along, and the line where it begins."""

    id: str
    text: str
    line: int


class Playthrough(Struct, frozen=True):
    """A session, row by row.

    Texts have no line breaks and, but for those of comments and embedded lines, no blanks at either end.
    """

    rows: tuple[Row, ...]

    def numbered(self) -> Iterator[tuple[int, Row]]:
        """Yield each row with the number of its line, from 1."""
        return enumerate(self.rows, 1)

    def setting(self, key: str) -> tuple[int, Setting] | None:
        """Return the line number and the line of the header with that key."""
        return next(
            ((line, row) for line, row in self.numbered() if isinstance(row, Setting) and row.key == key),
            None,
        )

    def sheets(self) -> dict[str, EmbeddedText]:
        """Return the rule sets that the playthrough brings along, by their ids."""
        rules = ("rules", "base")
        return {sheet.id: sheet for head, sheet in self._brought() if head.key in rules and sheet.text}

    def maps(self) -> tuple[tuple[Setting, EmbeddedText], ...]:
        """Return the header's lines that name a map, some perhaps the same, each with the text below it."""
        return tuple((head, sheet) for head, sheet in self._brought() if head.key == "map")

    def calendars(self) -> tuple[tuple[Setting, EmbeddedText], ...]:
        """Return the header's lines that bring a calendar along, each with the text below it."""
        return tuple((head, sheet) for head, sheet in self._brought() if head.key == "calendar")

    def _brought(self) -> Iterator[tuple[Setting, EmbeddedText]]:
        """Yield the lines of the header that can have a text below, and that text, in their order."""
        for line, row in self.numbered():
            if isinstance(row, Setting) and row.key in _HEADS:
                below = takewhile(lambda one: isinstance(one, Embedded), islice(self.rows, line, None))
                text = "".join(f"{one.text}\n" for one in below if isinstance(one, Embedded))
                yield row, EmbeddedText(row.plain, text, line + 1)


class PlaythroughFault(FileFault):
    """A text that is no playthrough."""


class ReadPlaythrough(Struct, frozen=True):
    """What could be read of a text, an empty row in place of each that could not, and the problems."""

    playthrough: Playthrough
    problems: tuple[Problem, ...]


def decode_text(raw: bytes, name: str) -> str:
    """Return the text of a file's bytes; raises `PlaythroughFault` where they are not UTF-8."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as fault:
        line = raw.count(b"\n", 0, fault.start) + 1
        before = raw[raw.rfind(b"\n", 0, fault.start) + 1 : fault.start]
        message = f"the byte 0x{raw[fault.start]:02x} is not UTF-8"
        column = len(before.decode("utf-8", "replace")) + 1
        problem = Problem(name, line, column, "", message, "save the file as UTF-8; is it a text at all?")
        raise PlaythroughFault([problem]) from fault


def read_playthrough(text: str, name: str) -> ReadPlaythrough:
    r"""Return the readable part of a text, and all problems of the rest at once.

    ``name`` is the file's, as problems show it.

    >>> session = read_playthrough("rules: glog\n> light torch\n? 9\n> search\n", "barrow.play").playthrough
    >>> session.rows[3]
    Said(text='search', column=3)
    >>> read_playthrough(print_playthrough(session), "again").playthrough == session
    True
    """
    if len(text) > MOST_CHARACTERS:
        message = f"{len(text):,} characters; a playthrough has at most {MOST_CHARACTERS:,}"
        problem = Problem(name, 1, 1, "", message, "is this the right file?")
        return ReadPlaythrough(Playthrough(()), (problem,))
    lines = text.removeprefix("\ufeff").split("\n")
    if lines[-1] == "":
        lines.pop()
    reader = _PlaythroughReader(name)
    for line in lines:
        if len(reader.problems) >= MOST_PROBLEMS:
            reader.fail(
                1, f"more than {MOST_PROBLEMS} problems; the rest is not read", "is this a playthrough?"
            )
            break
        reader.read(line.removesuffix("\r"))
    else:
        reader.finish()
    return ReadPlaythrough(Playthrough(tuple(reader.rows)), tuple(sorted(reader.problems)))


def _slip(line: str) -> tuple[int, str, str] | None:
    """Return the fault of a line of any kind: the column, a message and a hint."""
    if len(line) > LONGEST_LINE:
        return LONGEST_LINE + 1, f"{len(line):,} characters; a line has at most {LONGEST_LINE:,}", ""
    foreign = _FOREIGN.search(line)
    if foreign is None:
        return None
    message = f"the character U+{ord(foreign[0]):04X} does not belong in a text"
    return foreign.start() + 1, message, "take it out"


def unfit(row: Embedded) -> tuple[int, str, str] | None:
    """Return why a line cannot be brought along as it is: its column, a message and a hint."""
    slip = _slip(_printed(row))
    if slip is not None:
        return (slip[0] - len("| "), *slip[1:])
    turn = row.text.find("\r") + 1
    return (turn, "a carriage return within a line", "take it out") if turn else None


class _PlaythroughReader:
    """Reads line after line; knows which kinds may stand where."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.rows: list[Row] = []
        self.problems: list[Problem] = []
        self.first_said: dict[str, int] = {}
        self.begun = False
        self.loose: tuple[int, int] | None = None

    @property
    def line(self) -> int:
        """Return the number of the line that is being read."""
        return len(self.rows) + 1

    def fail(self, column: int, message: str, hint: str = "", *, line: int = 0) -> None:
        """Note a problem in this line, or in another."""
        self.problems.append(Problem(self.name, line or self.line, column, "", message, hint))

    def read(self, line: str) -> None:
        """Read one line into one row."""
        slip = _slip(line)
        if slip is not None:
            self.fail(*slip)
            self.rows.append(Blank())
        else:
            self.rows.append(self._row(line) or Blank())

    def _row(self, line: str) -> Row | None:
        said = line.strip()
        content = said[1:].lstrip()
        column = line.find(said) + len(said) - len(content) + 1
        match said[:1]:
            case "":
                return Blank()
            case ";":
                return Comment(line.lstrip()[1:])
            case "|":
                return self._embedded(line.lstrip()[1:])
            case ">":
                return self._said(content, column)
            case "=":
                return self._fact(content, column)
            case "?":
                return self._faces(content, column)
            case _:
                return self._setting(line)

    def _embedded(self, text: str) -> Embedded | None:
        above = self.rows[-1] if self.rows else None
        if not isinstance(above, Embedded) and not (isinstance(above, Setting) and above.key in _HEADS):
            message = "a rule set or map stands below its header line"
            self.fail(1, message, "map: my-coast, then the | lines")
            return None
        return Embedded(text.removeprefix(" "))

    def _said(self, text: str, column: int) -> Said | None:
        self.begun, self.loose = True, None
        if not text:
            self.fail(column, "a command is missing", "> search")
            return None
        return Said(text, column)

    def _fact(self, text: str, column: int) -> FactRow | None:
        if not self.begun:
            self.fail(column, "a fact before any command", "facts stand below the command they follow from")
            return None
        if not text:
            self.fail(column, "a fact is missing", "= a line of the log, = refused: ... or = status now: ...")
            return None
        return FactRow(text, column)

    def _faces(self, text: str, column: int) -> FacesRow | None:
        row = FacesRow(text, column)
        if not text:
            self.fail(column, "faces are missing", "? 4+5 9")
            return None
        wrong = [one for one in read_faces_typed(text) if not one.are_numbers or "," in one.faces]
        for one in wrong:
            hint = "numbers, joined by + within one throw: ? 4+5 9"
            self.fail(column + one.start, f"{one.faces[:40]!r} is no throw", hint)
        if wrong:
            return None
        self.loose = self.loose or (self.line, column)
        return row

    def _setting(self, line: str) -> Setting | None:
        found = _SETTING.fullmatch(line.strip())
        column = len(line) - len(line.lstrip()) + 1
        if found is None:
            self.fail(column, f"{line.strip()[:40]!r} begins with no mark", f"begin the line with {MARKS}")
            return None
        key, value = found[1], found[2]
        if key not in KEYS:
            self.fail(column, f"{key[:40]!r} is no key of the header", did_you_mean(key, KEYS))
            return None
        if self.begun:
            self.fail(column, f"{key} comes too late", "the header stands before the first command")
            return None
        return self._fitting(Setting(key, value, column + found.start(2)))

    def _fitting(self, row: Setting) -> Setting | None:
        if row.key in {"map", "calendar"} and row.plain:
            return row
        said = f"{row.key} {row.plain}" if row.key == "base" else row.key
        first = self.first_said.setdefault(said, self.line)
        if first != self.line:
            self.fail(1, f"{said} is said twice; first on line {first}", "keep one of the two")
            return None
        if not row.plain:
            self.fail(row.column, f"{row.key} says nothing", f"{row.key}: ...")
            return None
        return row

    def finish(self) -> None:
        """Note the faults that are only known at the end."""
        if "rules" not in self.first_said:
            self.fail(1, "the rules are missing", f"begin with rules: {DEFAULT_GAME}", line=1)
        for line, row in enumerate(self.rows, 1):
            below = self.rows[line] if line < len(self.rows) else None
            if isinstance(row, Setting) and row.key == "base" and not isinstance(below, Embedded):
                self.fail(
                    row.column,
                    f"the rules of {row.plain} are missing",
                    "write them as | lines below",
                    line=line,
                )
        if self.loose is not None:
            line, column = self.loose
            self.fail(column, "faces that no command uses", "faces stand above their command", line=line)


def print_playthrough(playthrough: Playthrough) -> str:
    """Return the text of a playthrough, a line a row; indented lines begin at the first column."""
    return "".join(f"{_printed(row)}\n" for row in playthrough.rows)


def _printed(row: Row) -> str:
    match row:
        case Blank():
            return ""
        case Comment(text=text):
            return f";{text}"
        case Embedded(text=text):
            return f"| {text}" if text else "|"
        case Setting(key=key, value=value, column=column):
            return f"{key}:".ljust(column - 1) + value
        case FacesRow() | Said() | FactRow():
            return row.mark.ljust(row.column - 1) + row.text
        case _:
            assert_never(row)

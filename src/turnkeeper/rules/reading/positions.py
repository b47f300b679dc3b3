"""Where each name and each value of a TOML text stands, since the standard parser keeps no places.

The scanner reads text that the standard parser has accepted; of other text it keeps what it saw before it
got lost. Beyond places it finds names that are said twice. It must not know of rule sets.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from contextlib import suppress
from typing import NoReturn

from msgspec import Struct

from turnkeeper.rules.problems import Path, TextPlace

_BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_BARE_VALUE = re.compile(r"[^,\]}#\n]+")
_STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*"""(?:"{0,2})'
    r"|'''(?:[^']|'{1,2}(?!'))*'''(?:'{0,2})"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\(?:([btnfre\"\\])|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|x([0-9A-Fa-f]{2}))")
_SHORT = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b", '"': '"', "\\": "\\"}


class Position(Struct, frozen=True):
    """The place of a name and the place where its value begins.

    ``inset`` is the number of characters from the value's start to the first of its text, or -1 when the
    text is not written out as it is (escapes, several lines) or is no text.
    """

    key: TextPlace
    value: TextPlace
    inset: int = -1

    def inside(self, column: int) -> TextPlace:
        """Return the place of the n-th character of the text, counted from 1; 0 is the whole value."""
        if column < 1 or self.inset < 0:
            return self.value
        return TextPlace(self.value.file, self.value.line, self.value.column + self.inset + column - 1)


class RepeatedName(Struct, frozen=True):
    """A name that is said a second time."""

    path: Path
    first: TextPlace
    again: TextPlace


class _LostError(Exception):
    """The text is not TOML from here on."""


def scan(text: str, file: str) -> Scanned:
    r"""Return the places of all names and values of a TOML text.

    >>> scan("[lights.torch]\nbright = 20", "my.toml").spots["lights", "torch", "bright"].value.column
    10
    """
    scanned = Scanned(text.replace("\r\n", "\n"), file)
    with suppress(_LostError, RecursionError):
        scanned.document()
    return scanned


class Scanned:
    """Every place of a text by its path, and the names that are said twice.

    ``values`` has the offsets at which each value begins and ends, ``tables`` that at which the last line of
    each headed table ends.
    """

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.at = 0
        self.spots: dict[Path, Position] = {}
        self.repeats: list[RepeatedName] = []
        self.values: dict[Path, tuple[int, int]] = {}
        self.tables: dict[Path, int] = {}
        self._lines = [0, *(found.end() for found in re.finditer("\n", text))]
        self._said: set[Path] = set()
        self._counts: dict[Path, int] = {}

    def document(self) -> None:
        """Read the whole text, up to where it gets lost."""
        table: Path = ()
        while self._blank():
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self.tables[table] = self.at

    # Tables

    def _header(self) -> Path:
        start = self.at
        double = self.text.startswith("[[", start)
        self.at += 2 if double else 1
        names = self._dotted()
        self._expect("]]" if double else "]")
        path: Path = ()
        for name, offset in names[:-1]:
            path = (*path, name)
            # On the way through an array of tables its latest element is meant.
            path = (*path, self._counts[path] - 1) if path in self._counts else path
            self._mention(path, offset)
        name, offset = names[-1]
        path = (*path, name)
        if double:
            self._mention(path, offset, start)
            index = self._counts.get(path, 0)
            self._counts[path] = index + 1
            path = (*path, index)
        self._state(path, offset, start)
        return path

    # Names and values

    def _pair(self, table: Path) -> None:
        path = table
        names = self._dotted()
        for name, offset in names[:-1]:
            path = (*path, name)
            self._mention(path, offset)
        self._expect("=")
        name, offset = names[-1]
        self._skip(_SPACE)
        self._value((*path, name), offset)

    def _dotted(self) -> list[tuple[str, int]]:
        names = [self._name()]
        while self._skip(_SPACE) and self.text.startswith(".", self.at):
            self.at += 1
            names.append(self._name())
        return names

    def _name(self) -> tuple[str, int]:
        self._skip(_SPACE)
        start = self.at
        bare = _BARE_KEY.match(self.text, start)
        if bare is not None:
            self.at = bare.end()
            return bare[0], start
        return _unquoted(self._take(_STRING)), start

    def _value(self, path: Path, key: int) -> None:
        start, end = self.at, None
        match self.text[start : start + 1]:
            case '"' | "'":
                self._state(path, key, start, _inset(self._take(_STRING)))
            case "[":
                self._state(path, key, start)
                self._array(path)
            case "{":
                self._state(path, key, start)
                self._inline(path)
            case _:
                end = start + len(self._take(_BARE_VALUE).rstrip())
                self._state(path, key, start)
        self.values[path] = (start, self.at if end is None else end)

    def _array(self, path: Path) -> None:
        self.at += 1
        index = 0
        while not self._closed("]"):
            self._value((*path, index), self.at)
            self._comma("]")
            index += 1

    def _inline(self, path: Path) -> None:
        self.at += 1
        while not self._closed("}"):
            self._pair(path)
            self._comma("}")

    def _closed(self, end: str) -> bool:
        if not self._blank():
            self._lost()
        if self.text[self.at] != end:
            return False
        self.at += 1
        return True

    def _comma(self, end: str) -> None:
        if not self._blank() or self.text[self.at] not in (",", end):
            self._lost()
        if self.text[self.at] == ",":
            self.at += 1

    # Places

    def _place(self, offset: int) -> TextPlace:
        line = bisect_right(self._lines, offset)
        return TextPlace(self.file, line, offset - self._lines[line - 1] + 1)

    def _mention(self, path: Path, key: int, value: int | None = None) -> None:
        """Note the place of a table that is only named on the way to another; the first mention counts."""
        if path not in self.spots:
            self.spots[path] = Position(self._place(key), self._place(key if value is None else value))

    def _state(self, path: Path, key: int, value: int, inset: int = -1) -> None:
        """Note the place where something is said; a second time is a repeat."""
        if path in self._said:
            self.repeats.append(RepeatedName(path, self.spots[path].key, self._place(key)))
            return
        self._said.add(path)
        self.spots[path] = Position(self._place(key), self._place(value), inset)

    # Moving through the text

    def _blank(self) -> bool:
        self._skip(_BLANK)
        return self.at < len(self.text)

    def _skip(self, pattern: re.Pattern[str]) -> bool:
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found is not None else self.at
        return True

    def _take(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        if found is None:
            self._lost()
        self.at = found.end()
        return found[0]

    def _expect(self, sign: str) -> None:
        self._skip(_SPACE)
        if not self.text.startswith(sign, self.at):
            self._lost()
        self.at += len(sign)

    def _lost(self) -> NoReturn:
        raise _LostError


def _inset(raw: str) -> int:
    """Return how far into a quoted text its characters begin, or -1 when they are not written as they are."""
    if raw.startswith(('"""', "'''")) or (raw[0] == '"' and "\\" in raw):
        return -1
    return 1


def _unquoted(raw: str) -> str:
    if raw[0] == "'":
        return raw[1:-1]
    return _ESCAPE.sub(_unescaped, raw[1:-1])


def _unescaped(found: re.Match[str]) -> str:
    if found[1] is not None:
        return _SHORT[found[1]]
    return chr(int(found[2] or found[3] or found[4], 16))

"""A rule file as plain data: TOML, with the place of everything that it says.

A text that is no TOML is told as problems with line and column. Text stays text: no expression of a file is
ever carried out. This module must not know of rule sets.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, NoReturn

from turnkeeper.rules.problems import Path, Problem, RulesFault
from turnkeeper.rules.reading.renamed import modern

if TYPE_CHECKING:
    from turnkeeper.rules.reading.positions import Position

LARGEST_TEXT = 262_144
MOST_NAMES_IN_A_KEY = 8
"""A dotted key makes a table for each of its names, and the parser keeps every way to every one of them."""
DEEPEST = 32
"""How deep lists and tables may stand inside each other; ours stand less than half as deep."""
# What repeats never gives back what it took: a text of quotes alone is read once, too.
_NOT_STRUCTURE = re.compile(
    r"""(?xs) \#[^\n]*+
    | "{3} (?: [^"\\]++ | \\. | "(?!"") )*+ (?: "{3} )?
    | '{3} (?: [^']++ | '(?!'') )*+ (?: '{3} )?
    | " (?: [^"\\\n]++ | \\[^\n] )*+ "?
    | ' [^'\n]*+ '?"""
)
_STRUCTURE = re.compile(r"[\[\]{}]|(?<![\w-])[\w-]++(?:[ \t]*\.[ \t]*[\w-]+)+")
_TOML_PLACE = re.compile(r"(?s)(.*) \(at (?:line (\d+), column (\d+)|end of document)\)")
_TOML_HINTS = {
    "Invalid value": 'text stands in quotes: name = "torch"',
    "Expected '=' after a key": "every line is: name = value; names with spaces stand in quotes",
    "Unterminated string": "close the text with the quote that opened it",
    "Illegal character": "close the text on the line where it began",
    "Unclosed array": "close the list with ]",
    "Unclosed inline table": "close the table with } on the line where it began",
}


class Source:
    """One file that has been read: its name, its data, and on demand the place of everything in it."""

    def __init__(self, name: str, text: str, data: dict[str, object]) -> None:
        self.name = name
        self.data = data
        self._text = text

    @cached_property
    def spots(self) -> dict[Path, Position]:
        """Return where each name and value stands, by its path."""
        # Only a file with a problem is asked for places.
        from turnkeeper.rules.reading.positions import scan

        return scan(self._text, self.name).spots


def read_source(text: str, name: str) -> Source:
    """Return a file's data; raises `RulesFault` for text that cannot be read at all."""
    if len(text) > LARGEST_TEXT:
        message = f"{len(text):,} characters; a rule file has at most {LARGEST_TEXT:,}"
        _refuse(name, 1, 1, message, "a rule set states rules only; is this the right file?")
    text = text.removeprefix("\ufeff")
    if name.casefold().endswith((".yaml", ".yml")):
        _refuse(
            name, 1, 1, "rule files are TOML, not YAML", "name = value, under [headings], in a .toml file"
        )
    return Source(name, text, modern(_read_toml(text, name)))


def _read_toml(text: str, name: str) -> dict[str, object]:
    import tomllib

    _require_shallow(text, name)
    try:
        data: dict[str, object] = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as fault:
        raise RulesFault(_toml_problems(text, name, str(fault))) from fault
    except ValueError as fault:
        _refuse(name, 1, 1, f"a number or date cannot be read: {fault}")
    return data


def _require_shallow(text: str, name: str) -> None:
    """Refuse what the parser would take too much time, memory or stack for, before it sees it.

    Strings and remarks are blanked out first: a string is one name, whatever stands in it.
    """
    bare = _NOT_STRUCTURE.sub(lambda found: re.sub(r"[^\n]", "_", found[0]), text)
    deep = 0
    for found in _STRUCTURE.finditer(bare):
        part = found[0]
        deep += (part in "[{") - (part in "]}")
        names = part.count(".") + 1
        if deep > DEEPEST or names > MOST_NAMES_IN_A_KEY:
            line = text.count("\n", 0, found.start()) + 1
            column = found.start() - text.rfind("\n", 0, found.start())
            if deep > DEEPEST:
                _refuse(
                    name, line, column, f"lists or tables stand more than {DEEPEST} deep inside each other"
                )
            message = f"a name of {names:,} parts with dots between; at most {MOST_NAMES_IN_A_KEY} make sense"
            _refuse(name, line, column, message, "a text with dots stands in quotes")


def _toml_problems(text: str, name: str, said: str) -> list[Problem]:
    """Return the names said twice when there are any, else the parser's own problem."""
    from turnkeeper.rules.reading.positions import scan

    repeats = scan(text, name).repeats
    if repeats:
        hint = "keep one of the two"
        return [
            one.again.problem(one.path, f"said twice; first on line {one.first.line}", hint)
            for one in repeats
        ]
    found = _TOML_PLACE.fullmatch(said)
    message = found[1] if found is not None else said
    if found is not None and found[2] is not None:
        line, column = int(found[2]), int(found[3])
    else:
        lines = text.split("\n")
        line, column = len(lines), len(lines[-1]) + 1
    hint = next((hint for start, hint in _TOML_HINTS.items() if message.startswith(start)), "")
    return [Problem(name, line, column, "", f"this is not TOML: {message}", hint)]


def _refuse(name: str, line: int, column: int, message: str, hint: str = "") -> NoReturn:
    raise RulesFault([Problem(name, line, column, "", message, hint)])

"""Problems of a user's file: each with its place, a message and a hint, and all at once.

A check finds a `Fault`, which knows only where in the data it stands; the loader turns it into a `Problem`,
which knows the file, the line and the column. This module must not know of rule sets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct

from turnkeeper.spelling import nearest

Path: TypeAlias = tuple[str | int, ...]

MOST_NAMED = 12
LONGEST_SHOWN = 60
MOST_FAULTS = 200
"""A file with more faults than this of one sort is not a rule set; the first are enough to see that."""
_BARE = re.compile(r"[\w-]+", re.ASCII)


class TextPlace(Struct, frozen=True, order=True):
    """A point in a text: lines and columns count from 1, columns in characters."""

    file: str
    line: int
    column: int

    def problem(self, path: Path, message: str, hint: str) -> Problem:
        """Return the problem that something at a path of the data, which stands here, is wrong."""
        return Problem(self.file, self.line, self.column, shown(path), message, hint)


class Problem(Struct, frozen=True, order=True):
    """One thing that is wrong in a file, and what would mend it.

    >>> print(Problem("my.toml", 3, 9, "lights.torch", "no burns", "add one"))
    my.toml:3:9: lights.torch: no burns (add one)
    """

    file: str
    line: int
    column: int
    path: str
    message: str
    hint: str = ""

    def __str__(self) -> str:
        """Return the problem on one line."""
        parts = [f"{self.file}:{self.line}:{self.column}", self.path, self.message]
        line = ": ".join(part for part in parts if part) + (f" ({self.hint})" if self.hint else "")
        # A file's own words are among these; none of them may steer the terminal.
        return "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in line)


class Fault(Struct, frozen=True):
    """The finding of a check, by its path in the data.

    ``at_key`` points at the name rather than at its value; ``column`` is the character inside the text,
    counted from 1, or 0 for the text as a whole.
    """

    path: Path
    message: str
    hint: str = ""
    at_key: bool = False
    column: int = 0


class FileFault(Exception):  # noqa: N818  (a fault of the file, not of the program)
    """A text that cannot be used; it carries every problem that was found, in the order of the lines."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Take the problems, at least one."""
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class RulesFault(FileFault):
    """A rule set that cannot be used."""


class UnknownNameError(LookupError):
    """An id that no rule set has, or no rule of one; ``hint`` says which was probably meant."""

    def __init__(self, message: str, hint: str) -> None:
        """Keep both parts; ``str()`` puts them together."""
        super().__init__(f"{message} ({hint})")
        self.message = message
        self.hint = hint


def shown(path: Path) -> str:
    """Return a path as one would write it in the file.

    >>> shown(("tables", "the deep", "entries", 0, "on"))
    'tables."the deep".entries[0].on'
    """
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
            continue
        short = part if len(part) <= LONGEST_SHOWN else part[:LONGEST_SHOWN] + "..."
        name = (
            short if _BARE.fullmatch(short) else '"' + short.replace("\\", "\\\\").replace('"', '\\"') + '"'
        )
        text += f".{name}" if text else name
    return text


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Return a hint for a word that is none of the names: the nearest one, else all of them.

    >>> did_you_mean("tick", ["clock", "ticks"])
    'did you mean "ticks"?'
    >>> did_you_mean("moon", ["clock", "ticks"])
    'known: clock, ticks'
    """
    known = list(names)
    near = nearest(word, known)
    if near is not None:
        return f'did you mean "{near}"?'
    more = ", ..." if len(known) > MOST_NAMED else ""
    return f"known: {', '.join(known[:MOST_NAMED])}{more}" if known else ""

"""Data goes to standard output, everything else to standard error, colour only to a terminal.

Everything passes through `Screen`, which takes out of a text what would command the terminal: names and
notes may come from a file of other people.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import Literal, TextIO

PLAIN_WIDTH = 100
NARROWEST = 40
MARGIN = 12
_CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
_CONTROLS_BUT_STYLE = re.compile(r"\x1b(?!\[[0-9;]*m)|[\x00-\x09\x0b-\x1a\x1c-\x1f\x7f-\x9f]")
_STYLE = re.compile(r"\x1b\[[0-9;]*m")
_LEVELS = 8


class Screen:
    """One of the two ways out: its width, and whether it shows colours."""

    def __init__(self, stream: TextIO) -> None:
        """Look at the stream and at the environment."""
        self._stream = stream
        self.terminal = stream.isatty()
        self.colour = self.terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self.unicode = (getattr(stream, "encoding", None) or "ascii").casefold().startswith("utf")

    @property
    def width(self) -> int | None:
        """The columns of the terminal; ``None`` when lines may be as long as they are."""
        if not self.terminal:
            return None
        said = os.environ.get("COLUMNS", "")
        if said.isdecimal():
            return max(int(said), NARROWEST)
        try:
            return max(os.get_terminal_size(self._stream.fileno()).columns, NARROWEST)
        except (OSError, ValueError):
            return PLAIN_WIDTH

    @property
    def inner_width(self) -> int | None:
        """The columns beside the margin in which labels stand."""
        return None if self.width is None else self.width - MARGIN

    def write(self, text: str) -> None:
        """Write a text as it is, but for what would command the terminal."""
        unwanted = _CONTROLS_BUT_STYLE if self.colour else _CONTROLS
        self._stream.write(unwanted.sub("\N{REPLACEMENT CHARACTER}" if self.unicode else "?", text))

    def flush(self) -> None:
        """Flush everything that was written."""
        self._stream.flush()

    def say(self, text: str = "") -> None:
        """Write a line."""
        self.write(f"{text}\n")

    def say_all(self, lines: Iterable[str]) -> None:
        """Write several lines."""
        for line in lines:
            self.say(line)

    def json(self, value: object) -> None:
        """Write a value as JSON."""
        self._stream.write(self.as_json(value) + "\n")

    def as_json(self, value: object) -> str:
        """Return a value as JSON, made for eyes on a terminal and for programs elsewhere."""
        import msgspec

        text = msgspec.json.encode(value)
        return (msgspec.json.format(text) if self.terminal else text).decode()

    def answer(self, value: object, lines: Iterable[str], *, json: bool) -> None:
        """Write a value as JSON for programs, else lines for people, which may be made as they go."""
        if json:
            self.json(value)
        else:
            self.say_all(lines)

    def _styled(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text else text

    def bold(self, text: str) -> str:
        """Return a text that stands out."""
        return self._styled(text, "1")

    def dim(self, text: str) -> str:
        """Return a text that steps back."""
        return self._styled(text, "2")

    def good(self, text: str) -> str:
        """Return a text in the colour of success."""
        return self._styled(text, "32")

    def warm(self, text: str) -> str:
        """Return a text in the colour of fire and of warnings."""
        return self._styled(text, "33")

    def alarm(self, text: str) -> str:
        """Return a text in the colour of alarm."""
        return self._styled(text, "31")

    def bar(self, of_1000: int, cells: int = 10) -> str:
        """Return a bar of a number of cells, filled by thousandths; anything at all fills a little."""
        eighths = -(-of_1000 * cells * _LEVELS // 1000)
        if not self.unicode:
            full = -(-eighths // _LEVELS)
            return "#" * full + "." * (cells - full)
        full, rest = divmod(eighths, _LEVELS)
        part = chr(0x2590 - rest) if rest else ""
        return ("\N{FULL BLOCK}" * full + part).ljust(cells)


def stdout() -> Screen:
    """Return the way out for data."""
    return Screen(sys.stdout)


def stderr() -> Screen:
    """Return the way out for everything else."""
    return Screen(sys.stderr)


def length(text: str) -> int:
    """Return how many columns a text takes, styles not counted."""
    bare = _STYLE.sub("", text)
    return len(bare) if bare.isascii() else sum(map(_columns, bare))


def _columns(letter: str) -> int:
    """Return the columns of one letter: two for wide ones, none for marks that join the one before."""
    from unicodedata import combining, east_asian_width

    return 0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1


def padded(text: str, columns: int) -> str:
    """Return a text filled up with blanks on the right."""
    return text + " " * (columns - length(text))


def columns(rows: Sequence[Sequence[str]], gap: int = 2) -> list[str]:
    """Return rows of cells as aligned lines; nothing follows the last cell of a row."""
    count = max(map(len, rows), default=0)
    widths = [max((length(row[at]) for row in rows if at < len(row)), default=0) for at in range(count)]
    return [
        (" " * gap).join(padded(cell, widths[at]) for at, cell in enumerate(row)).rstrip() for row in rows
    ]


def block(out: Screen, label: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield lines beside a label in the margin; nothing when there are none."""
    shown = [part for line in lines for part in wrapped(line, out.inner_width, indent=2)]
    for number, line in enumerate(shown):
        yield out.dim(("" if number else label).ljust(MARGIN)) + line


def flowed(items: Sequence[str], width: int | None) -> list[str]:
    """Return short texts one after the other with dots between them, none of them cut in two."""
    dot = "  \N{MIDDLE DOT}  "
    lines: list[str] = []
    for item in items:
        if lines and (width is None or length(lines[-1] + dot + item) <= width):
            lines[-1] += dot + item
        else:
            lines.append(item)
    return lines


def wrapped(text: str, width: int | None, indent: int = 0) -> list[str]:
    """Return a text in lines of at most ``width`` columns, those after the first indented."""
    lines: list[str] = []
    bare = text.lstrip(" ")
    line = " " * (len(text) - len(bare))
    for word in bare.split(" "):
        longer = f"{line} {word}" if line.strip() else line + word
        if width is not None and line.strip() and length(longer) > width:
            lines.append(line)
            line = " " * indent + word
        else:
            line = longer
    return [*lines, line]


def table(out: Screen, rows: Sequence[Sequence[str]], styles: Sequence[str] = ()) -> Iterator[str]:
    """Yield rows of cells as aligned lines; ``styles`` are rich's, one for each column from the first."""
    if out.width is None:
        yield from columns(rows)
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    sheet = Table.grid(padding=(0, 2, 0, 0))
    for at in range(max(map(len, rows), default=0)):
        sheet.add_column(style=styles[at] if at < len(styles) else "", ratio=None)
    for row in rows:
        sheet.add_row(*(Text(cell) for cell in row))
    page = StringIO()
    colours: Literal["standard"] | None = "standard" if out.colour else None
    Console(file=page, width=out.width, force_terminal=out.colour, color_system=colours).print(sheet)
    yield from (line.rstrip() for line in page.getvalue().splitlines())

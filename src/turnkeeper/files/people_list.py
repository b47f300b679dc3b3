"""A list of people as users have it: names, one a line; CSV or TSV with a header; a markdown table; words.

It is read into rows of text and never refused: what cannot be placed is kept beside its row, to be shown and
put right. What a value means, and whether it is a good one, is not this module's matter.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec import Struct

from turnkeeper.play.kernel.introducing.introductions import VALUE, WrittenWords, introduced
from turnkeeper.play.kernel.introducing.newcomers import FLAGS, LONGEST_NAME, YES, written_words
from turnkeeper.rules.book import Rulebook

MOST_ROWS = 60
LONGEST_LIST = 40_000
LONGEST_CELL = 60
NAME = "name"
_NAMES = ("name", "character", "characters", "who", "person", "pc", "npc", "player character")
"""What stands at the head of the column of names."""
_MARK = re.compile(r"^\s*(?:[-*+•\u2013]\s+|\d{1,3}[.)]\s+)+")
_RULE = re.compile(r"^[\s|:+=-]*$")


class PersonRow(Struct, frozen=True):
    """One person of a list: the name, cells by the figure that each writes, and words that found no place."""

    name: str
    cells: dict[str, str] = {}
    left: tuple[str, ...] = ()


def read_people_list(text: str, book: Rulebook) -> tuple[PersonRow, ...]:
    """Return the people of a list in the words of a rule set, at most `MOST_ROWS`; empty of an empty text."""
    known = written_words(book)
    lines = [line for line in text[:LONGEST_LIST].replace("\0", "").splitlines() if line.strip()]
    lines = [line for line in lines if not _RULE.match(line)]
    if not lines:
        return ()
    for cells in _tables(lines):
        header = [_heads(one, known) for one in cells[0]]
        if NAME in header and not any(VALUE.fullmatch(one.strip()) for one in cells[0]):
            return _first([_under(header, cells[0], row, known) for row in cells[1:]])
    return _first(_loose(lines, known))


def _first(rows: Iterable[PersonRow]) -> tuple[PersonRow, ...]:
    return tuple(islice((one for one in rows if one.name or one.cells or one.left), MOST_ROWS))


def _heads(cell: str, known: WrittenWords) -> str:
    """Return the column that a cell heads; empty for none."""
    return NAME if " ".join(cell.casefold().split()).strip(" .*#") in _NAMES else known.column(cell)


def _tables(lines: list[str]) -> Iterator[list[list[str]]]:
    """Yield the lines cut into cells in each way in which they may be a table."""
    if lines[0].lstrip().startswith("|"):
        yield [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    for mark in "\t;,":
        if mark in lines[0]:
            yield [cells_of(line, mark) for line in lines]
    yield [[line.strip()] for line in lines]


def cells_of(line: str, mark: str) -> list[str]:
    """Return the cells of a line between marks; a mark within quotes parts nothing."""
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=mark, skipinitialspace=True), [])]
    except csv.Error:
        return [cell.strip() for cell in line.split(mark)]


def _under(header: list[str], heads: list[str], row: list[str], known: WrittenWords) -> PersonRow:
    """Return a row of a table by the names at its head; a column that nothing reads is left over."""
    cells: dict[str, str] = {}
    left: list[str] = []
    for place, value in enumerate(row):
        column = header[place] if place < len(header) else ""
        if not value:
            continue
        if not column or column in cells:
            left.append(f"{heads[place]} {value}" if place < len(heads) else value)
        else:
            cells[column] = _cell(column, value, known)
    return PersonRow(cells.pop(NAME, "")[:LONGEST_NAME], cells, tuple(left))


def _cell(column: str, value: str, known: WrittenWords) -> str:
    """Return a cell as it is said; a tick says yes."""
    if column in FLAGS:
        ticked = value.casefold() in {"x", "1", "y", "✓", "✔", "true", *(known.whole)}
        return YES if ticked else value.casefold()[:LONGEST_CELL]
    plain = " ".join(value.split())
    return plain[:LONGEST_NAME] if column == NAME else plain.removeprefix("+")[:LONGEST_CELL]


def _loose(lines: list[str], words: WrittenWords) -> Iterator[PersonRow]:
    """Yield people told in words: ``Varda, Str 12, hp 7``; several on a line stand between semicolons."""
    for line in lines:
        for one in introduced(_MARK.sub("", line.strip().strip("|")), words, lists=len(lines) > 1):
            cells = {figure: _cell(figure, value, words) for figure, value in one.cells.items()}
            yield PersonRow(one.name[:LONGEST_NAME], cells, (*one.besides, *one.left))

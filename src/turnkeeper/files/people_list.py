"""A list of people as somebody has it: names, one a line; CSV or TSV with a header; a markdown table; words.

It is read into rows of text and never refused: what cannot be placed is kept beside its row, to be shown and
put right. What a value means, and whether it is a good one, is not this module's matter.
"""

from __future__ import annotations

import csv
import re
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.play.kernel.entries import HP, MANA, NOTES, PORTRAIT, YES, names_of
from turnkeeper.play.kernel.newcomers import FLAGS, LONGEST_NAME, RACE, WIELDS, weapons_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnkeeper.rules.book import Rulebook

MOST_ROWS = 60
LONGEST_LIST = 40_000
LONGEST_CELL = 60
NAME = "name"
_LEAST_PREFIX = 3
_ALIASES = {
    NAME: ("character", "characters", "who", "person", "pc", "npc", "player character"),
    HP: ("hit points", "hitpoints", "hits", "health"),
    MANA: ("mp", "magic points", "spell points"),
    "level": ("lvl", "lv"),
    "carrying": ("load", "carries", "encumbrance", "enc", "slots used"),
    "morale": ("ml", "mor"),
    "reaction": ("reaction modifier",),
    "die": ("hit die", "hd"),
    "initiative": ("first die", "initiative die"),
    "modifier": ("level modifier",),
    "hireling": ("hired", "retainer", "henchman", "follower"),
    RACE: ("ancestry", "kin", "kindred", "species", "heritage"),
    WIELDS: ("weapon", "weapons"),
}
_MARK = re.compile(r"^\s*(?:[-*+•\u2013]\s+|\d{1,3}[.)]\s+)+")
_RULE = re.compile(r"^[\s|:+=-]*$")
_WORD = re.compile(r'"[^"]*"|[^\s,;:=|\t]+')
_NAME_ENDS = re.compile(r"[,:=|\t]")
_ARTICLES = frozenset({"the", "a", "an"})
_WORDED = frozenset({RACE, WIELDS})
"""Figures whose values are words."""
_VALUE = re.compile(r"[+-]?\d+(?:/\d+)?|\d*d\d+", re.IGNORECASE)


class PersonRow(Struct, frozen=True):
    """One person of a list: the name, cells by the figure that each writes, and words that found no place."""

    name: str
    cells: dict[str, str] = {}
    left: tuple[str, ...] = ()


class _Known(Struct, frozen=True):
    """The words of a rule set: names of columns, and words that say a figure and its value in one."""

    columns: dict[str, str]
    whole: dict[str, tuple[str, str]]

    def column(self, said: str) -> str:
        """Return the column that a word names, by its beginning too where only one begins so; else empty."""
        word = " ".join(said.replace("_", " ").casefold().split()).strip(" .*#")
        if word in self.columns:
            return self.columns[word]
        if len(word) < _LEAST_PREFIX:
            return ""
        found = {name for alias, name in self.columns.items() if alias.startswith(word)}
        return found.pop() if len(found) == 1 else ""


def _known(book: Rulebook) -> _Known:
    names = [NAME, *(one for one in names_of(book) if one not in {NOTES, PORTRAIT})]
    columns = {alias: name for name in names for alias in _ALIASES.get(name, ())}
    whole = {race: (RACE, race) for race in book.set.races}
    whole |= {weapon: (WIELDS, weapon) for weapon in weapons_of(book)}
    flags = ((word, flag) for flag in FLAGS for word in (flag, *_ALIASES.get(flag, ())))
    return _Known(
        columns | {name: name for name in names}, whole | {word: (flag, YES) for word, flag in flags}
    )


def read_people_list(text: str, book: Rulebook) -> tuple[PersonRow, ...]:
    """Return the people of a list in the words of a rule set, at most `MOST_ROWS`; empty of an empty text."""
    known = _known(book)
    lines = [line for line in text[:LONGEST_LIST].replace("\0", "").splitlines() if line.strip()]
    lines = [line for line in lines if not _RULE.match(line)]
    if not lines:
        return ()
    for cells in _tables(lines):
        header = [known.column(one) for one in cells[0]]
        if NAME in header and not any(_VALUE.fullmatch(one.strip()) for one in cells[0]):
            return _first([_under(header, cells[0], row, known) for row in cells[1:]])
    return _first(_loose(lines, known))


def _first(rows: Iterable[PersonRow]) -> tuple[PersonRow, ...]:
    return tuple(islice((one for one in rows if one.name or one.cells or one.left), MOST_ROWS))


def _tables(lines: list[str]) -> Iterator[list[list[str]]]:
    """Yield the lines cut into cells in each way in which they may be a table."""
    if lines[0].lstrip().startswith("|"):
        yield [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    for mark in "\t;,":
        if mark in lines[0]:
            yield [_cut(line, mark) for line in lines]
    yield [[line.strip()] for line in lines]


def _cut(line: str, mark: str) -> list[str]:
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=mark, skipinitialspace=True), [])]
    except csv.Error:
        return [cell.strip() for cell in line.split(mark)]


def _under(header: list[str], heads: list[str], row: list[str], known: _Known) -> PersonRow:
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


def _cell(column: str, value: str, known: _Known) -> str:
    """Return a cell as it is said; a tick says yes."""
    if column in FLAGS:
        ticked = value.casefold() in {"x", "1", "y", "✓", "✔", "true", *(known.whole)}
        return YES if ticked else value.casefold()[:LONGEST_CELL]
    plain = " ".join(value.split())
    return plain[:LONGEST_NAME] if column == NAME else plain.removeprefix("+")[:LONGEST_CELL]


def _loose(lines: Iterable[str], known: _Known) -> Iterator[PersonRow]:
    """Yield people told in words: ``Varda, Str 12, hp 7``; several on a line stand between semicolons."""
    for line in lines:
        plain = _MARK.sub("", line.strip().strip("|"))
        for said in re.findall(r'(?:"[^"]*"|[^;"]|")+', plain):
            if _WORD.search(said):
                yield _person(said.strip(" ,:=|\t"), known)


def _person(said: str, known: _Known) -> PersonRow:
    blank = re.sub(r'"[^"]*"', lambda one: " " * len(one[0]), said)
    cut = _NAME_ENDS.search(blank)
    first, rest = (said[: cut.start()], said[cut.end() :]) if cut else (said, "")
    words = _WORD.findall(first)
    name = words[:1]
    place = 1
    while place < len(words) and not _begins(words[place:], known):
        name.append(words[place])
        place += 1
    if name[1:] and name[-1].casefold() in _ARTICLES and words[place:]:
        name.pop()
    called = " ".join(name)
    whole = called[1:-1] if len(name) == 1 and called.startswith('"') and called.endswith('"') else called
    cells, left = _entries([*words[place:], *_WORD.findall(rest)], known)
    return PersonRow(whole[:LONGEST_NAME], cells, left)


def _begins(words: list[str], known: _Known) -> bool:
    """Return whether an entry begins here: a number, or words that say a figure and its value."""
    return bool(_VALUE.fullmatch(words[0])) or _entry(words, known) is not None


def _entries(words: list[str], known: _Known) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the entries that words say, the first of each figure, and the words that say none."""
    cells: dict[str, str] = {}
    left: list[str] = []
    while words:
        found = _entry(words, known)
        if found is None:
            left.append(words.pop(0))
            continue
        figure, value, count = found
        cells.setdefault(figure, _cell(figure, value, known))
        del words[:count]
    return cells, tuple(left)


def _entry(words: list[str], known: _Known) -> tuple[str, str, int] | None:
    """Return the figure and the value that the first words say, and how many words; else nothing."""
    for count in (2, 1):
        said = " ".join(words[:count]).strip('"').casefold()
        if said in known.whole:
            return (*known.whole[said], count)
    for count in (2, 1):
        column = known.column(" ".join(words[:count]))
        if column in {"", NAME} or len(words) <= count:
            continue
        two, one = (" ".join(words[count : count + more]).strip('"').casefold() for more in (2, 1))
        if column in _WORDED:
            value, more = (two, 2) if two in known.whole else (one, 1)
            return column, value, count + more
        if _VALUE.fullmatch(one):
            return column, one, count + 1
    return None

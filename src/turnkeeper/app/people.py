"""People as rows of a table: what each says as a command, and the faults of the cells.

A row becomes the words of the command that they join by, so that a table does nothing that could not be said.
This module must not know how a table looks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count

from msgspec import Struct

from turnkeeper.files.people_list import NAME, PersonRow
from turnkeeper.play.kernel.introducing.entries import (
    NO,
    NONE,
    NOTES,
    WrittenEntry,
    names_of,
    read_value,
)
from turnkeeper.play.kernel.introducing.newcomers import FLAGS, WIELDS, YES, example_people, read_people
from turnkeeper.play.kernel.speech import in_quotes, is_listable
from turnkeeper.play.party.party import Character
from turnkeeper.play.party.sheets import WriteSheet, entry_of
from turnkeeper.rules.book import Rulebook

JOIN = "party "
NAMES = (
    "Ansa", "Bero", "Cwen", "Dunstan", "Edda", "Fenno", "Gisla", "Hob", "Ilse", "Jory", "Kestrel", "Lorne",
    "Maud", "Nessa", "Osk", "Petra", "Quill", "Runa", "Sefa", "Tam", "Ulla", "Wystan", "Ysolt", "Zeno",
)  # fmt: skip
"""Names for people of whom nobody has thought of one yet."""
_QUOTED = re.compile(r'"([^"]*)"')


class CellProblem(Struct, frozen=True):
    """A fault of a cell: the row from 0, the figure that it writes, and what would work."""

    row: int
    cell: str
    message: str
    hint: str = ""


def somebody(taken: Iterable[str], book: Rulebook) -> PersonRow:
    """Return a person with a name that nobody has yet, and middling scores for what a first round asks."""
    used = {one.casefold() for one in taken}
    numbered = (f"{name} {number}" for number in count(2) for name in NAMES)
    free = (one for names in (NAMES, numbered) for one in names if one.casefold() not in used)
    (middling,) = read_people(example_people(book)[1], book)
    return PersonRow(next(free), {name: str(score) for name, score in middling.attributes})


def tidy_name(said: str) -> str:
    """Return a name as it is kept: quotes in it as quotes of print, since straight ones hold words together.

    >>> tidy_name(' Orlo  "the Hawk" ')
    'Orlo “the Hawk”'
    """
    return " ".join(_QUOTED.sub(r"“\1”", said).replace('"', "”").split())


def words_of(row: PersonRow, book: Rulebook) -> str:
    """Return a row in the words by which a person joins; of an empty row nothing."""
    name = tidy_name(row.name)
    if not name and not any(row.cells.values()):
        return ""
    said = [in_quotes(name)]
    for figure in names_of(book):
        value = " ".join(row.cells.get(figure, "").replace('"', " ").replace(";", " ").split())
        if figure in FLAGS:
            said += [figure] if value.casefold() == YES else []
        elif value and value.casefold() != NONE:
            said.append(f"{figure} {in_quotes(value) if figure == WIELDS else value}")
    return " ".join(said)


def problems_of(rows: Sequence[PersonRow], book: Rulebook, there: Iterable[str] = ()) -> list[CellProblem]:
    """Return the faults of the cells of a table, beside people who are ``there`` already."""
    taken = {one.casefold() for one in there}
    found: list[CellProblem] = []
    for number, row in enumerate(rows):
        if not words_of(row, book):
            continue
        found += _problems(number, row, book)
        name = tidy_name(row.name)
        if name and name.casefold() in taken:
            found.append(CellProblem(number, NAME, f"{name} is in the party already", "give another name"))
        taken.add(name.casefold())
    return found


def _problems(number: int, row: PersonRow, book: Rulebook) -> Iterator[CellProblem]:
    name = tidy_name(row.name)
    try:
        read_people(in_quotes(name), book)
    except ValueError as fault:
        message = str(fault.args[0]) if name else "Who is it? A name is missing"
        yield CellProblem(number, NAME, message)
    for figure in names_of(book):
        value = row.cells.get(figure, "").strip()
        if not value:
            continue
        try:
            read_value(figure, value, book)
        except ValueError as fault:
            yield CellProblem(number, figure, *_told(fault))


def rewriting(
    one: Character, cells: Mapping[str, str], book: Rulebook
) -> WriteSheet | list[CellProblem] | None:
    """Return the command that makes a sheet say what the cells of a card say, or all that is wrong with them.

    A figure without a cell stays as it is; where nothing differs there is nothing to say.
    """
    said: list[WrittenEntry] = []
    wrong: list[CellProblem] = []
    for name in names_of(book):
        value = " ".join(cells.get(name, entry_of(one, name)).split())
        if value == entry_of(one, name):
            continue
        try:
            said.append(WrittenEntry(name, read_value(name, value or (NO if name in FLAGS else NONE), book)))
        except ValueError as fault:
            wrong.append(CellProblem(0, name, *_told(fault)))
    said.sort(key=lambda entry: entry.name == NOTES)
    return wrong or (WriteSheet(one.name, tuple(said)) if said else None)


def _told(fault: ValueError) -> tuple[str, str]:
    message, hint = (*map(str, fault.args), "", "")[:2]
    return message, hint


def commands_of(people: Iterable[str]) -> Iterator[str]:
    """Yield the commands by which people join, in their words: as many together as one command can hold."""
    said = ""
    for one in filter(None, people):
        more = f"{said}; {one}" if said else f"{JOIN}{one}"
        if said and not is_listable(more):
            yield said
            more = f"{JOIN}{one}"
        said = more
    if said:
        yield said

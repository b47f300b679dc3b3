"""The table of people in a form: its rows as they were typed, and what its own buttons do to them.

The page of a new campaign and the referee's have the same table, which works without scripts too: each button
of it sends the form, and the table comes back changed. This module must not know what becomes of the people.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from turnkeeper.app.people import CellProblem, problems_of, somebody
from turnkeeper.files.people_list import LONGEST_LIST, MOST_ROWS, NAME, PersonRow, read_people_list
from turnkeeper.rules.book import Rulebook
from turnkeeper.views.figures import read_figures

FEWEST_ROWS = 3
LONGEST_TYPED = 200
_CELL = re.compile(r"person\.(\d{1,2})\.([^.]{1,40})")


def rows_of(form: Mapping[str, object]) -> list[PersonRow]:
    """Return the rows of the table in a form, in their order, the empty ones too."""
    cells: dict[int, dict[str, str]] = {}
    for field, value in form.items():
        found = _CELL.fullmatch(field)
        if found is not None and isinstance(value, str) and int(found[1]) < MOST_ROWS:
            cells.setdefault(int(found[1]), {})[found[2]] = value.strip()[:LONGEST_TYPED]
    return [PersonRow(row.pop(NAME, ""), row) for _, row in sorted(cells.items())]


def changed(
    form: Mapping[str, object], rows: Sequence[PersonRow], book: Rulebook, there: Iterable[str] = ()
) -> list[PersonRow]:
    """Return the rows after what a button of the table asks for, as ``do`` says it."""
    does, _, number = str(form.get("do", "")).partition(".")
    kept = [one for one in rows if one.name or any(one.cells.values())]
    match does:
        case "remove" if number.isdecimal():
            return [one for place, one in enumerate(rows) if place != int(number[:3])]
        case "row":
            return [*rows, PersonRow("")][:MOST_ROWS]
        case "somebody":
            return [*kept, somebody([*there, *(one.name for one in kept)], book)][:MOST_ROWS]
        case "read":
            pasted = read_people_list(str(form.get("pasted", ""))[:LONGEST_LIST], book)
            return [*kept, *pasted][:MOST_ROWS]
        case _:
            return list(rows)


def table_values(
    rows: Sequence[PersonRow],
    book: Rulebook,
    problems: Iterable[CellProblem] | None = None,
    there: Iterable[str] = (),
) -> dict[str, object]:
    """Return the values for the template of the table; without ``problems`` those of its cells are found."""
    found = problems_of(rows, book, there) if problems is None else problems
    empty = [PersonRow("")] * (FEWEST_ROWS - len(rows))
    wrong: dict[int, list[CellProblem]] = {}
    for one in found:
        wrong.setdefault(one.row, []).append(one)
    return {"columns": read_figures(book), "people": [*rows, *empty], "wrong_people": wrong}

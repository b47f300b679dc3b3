"""The form of a new campaign.

The typed values stand in the form again when they have a fault, a file's text too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from litestar import Response, get, post
from litestar.response import Redirect
from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.app.people import CellProblem, problems_of, words_of
from turnkeeper.app.shelf.beginning import OWN, Wanted, rules_of, suggested_name
from turnkeeper.app.shelf.folder import WrongField
from turnkeeper.files.people_list import NAME, PersonRow
from turnkeeper.rules import DEFAULT_GAME, load_builtin
from turnkeeper.rules.book import Rulebook
from turnkeeper.views.choices import rule_choices
from turnkeeper.web import acts, render
from turnkeeper.web.open_tables import OpenTables
from turnkeeper.web.people_table import changed, rows_of, table_values
from turnkeeper.web.request_limits import LARGEST_TEXT
from turnkeeper.web.requests import Asked, by_script, piece, typed, unix_lines, uploaded


class NewForm(Struct, frozen=True):
    """The form of a new campaign as it was typed: the rows of the table of people, and all that is wrong.

    ``suggested`` is the name of a campaign that is given none.
    """

    wanted: Wanted
    rows: tuple[PersonRow, ...] = ()
    suggested: str = ""
    slips: tuple[WrongField, ...] = ()


MORNING = "day 1 08:00"
"""When a campaign begins by default: nobody sets out at the first midnight."""
_FIELDS = ("name", "rules", "options", "house", "party", "map", "map_name", "map_text", "begin", "seed")
"""The fields of a new campaign, in the order of the page."""


@get("/new")
async def new(tables: OpenTables) -> Response[str]:
    """Show the form of a new campaign."""
    suggested = suggested_name(await asyncio.to_thread(tables.shelf.names))
    return await _form(NewForm(Wanted("", begin=MORNING), suggested=suggested))


@post("/new/by", status_code=200)
async def new_by(request: Asked) -> Response[str]:
    """Show the form of a new campaign by house rules that were just made."""
    return await _form(NewForm(Wanted("", OWN, await typed(request, "house"), begin=MORNING)))


@post("/new/people", status_code=200, request_max_body_size=LARGEST_TEXT)
async def new_people(request: Asked) -> Response[str]:
    """Show the table of people as a button of it asks: another row, a list that was read, other columns."""
    said = await _said(request)
    book = await asyncio.to_thread(_book, said.wanted)
    rows = tuple(changed(await request.form(), said.rows, book))
    if by_script(request):
        return piece(render.part("_people_table.html", **_table(rows, book)))
    return await _form(replace(said, rows=rows))


@post("/new", status_code=200, request_max_body_size=LARGEST_TEXT)
async def create(request: Asked, tables: OpenTables) -> Response[str]:
    """Begin a campaign from the form, or show the form again with all its faults.

    A list that was pasted and not yet read is put into the table first, for the referee to look at.
    """
    said = await _said(request)
    book = await asyncio.to_thread(_book, said.wanted)
    pasted = str((await request.form()).get("pasted", "")).strip()
    if pasted:
        rows = changed({"do": "read", "pasted": pasted}, said.rows, book)
        return await _form(replace(said, rows=tuple(rows)))
    lines = {place: line for place, row in enumerate(said.rows) if (line := words_of(row, book))}
    begun = await acts.begin_campaign(tables, replace(said.wanted, party="\n".join(lines.values())))
    if isinstance(begun, list):
        return await _form(replace(said, slips=tuple(_at_rows(begun, list(lines)))), 422)
    return Redirect(f"/c/{begun.key}", status_code=303)


def _at_rows(slips: list[WrongField], places: list[int]) -> Iterator[WrongField]:
    """Yield the slips, those of people with the row of the table as their line, from 1."""
    for one in slips:
        of_people = one.field == "party" and 0 < one.line <= len(places)
        yield replace(one, line=places[one.line - 1] + 1, column=0) if of_people else one


def _book(wanted: Wanted) -> Rulebook:
    """Return the rules whose columns the table has: those that are chosen, while they are in order."""
    return Rulebook(rules_of(wanted) or load_builtin(DEFAULT_GAME))


def _table(
    rows: tuple[PersonRow, ...], book: Rulebook, slips: tuple[WrongField, ...] = ()
) -> dict[str, object]:
    """Return the values of the table: the faults of its cells, else those that beginning found with a row."""
    found = problems_of(rows, book)
    known = {one.row for one in found}
    more = (
        CellProblem(one.line - 1, NAME, one.message, one.hint)
        for one in slips
        if one.field == "party" and one.line and one.line - 1 not in known
    )
    return {"table_at": "/new/people", **table_values(rows, book, [*found, *more])}


async def _said(request: Asked) -> NewForm:
    form = await request.form()
    name, chosen, begin, seed, which, map_name, suggested = (
        str(form.get(field, ""))
        for field in ("name", "rules", "begin", "seed", "map", "map_name", "suggested")
    )
    rules = chosen or DEFAULT_GAME
    options = (each.partition(":") for each in form.getall("option", []) if isinstance(each, str))
    on = tuple(option for of, _, option in options if of == rules)
    map_text, map_file = await _text_of(request, "map_text", "map_file")
    house, _ = await _text_of(request, "house", "house_file")
    map_name = map_name or map_file.rpartition(".")[0]
    name = name if name.strip() else suggested
    wanted = Wanted(name, rules, house, on, begin, seed, which, map_name, map_text)
    return NewForm(wanted, tuple(rows_of(form)), suggested)


async def _text_of(request: Asked, field: str, file: str) -> tuple[str, str]:
    """Return a text that was chosen as a file, else as it was typed, and the name of the file."""
    data, name = await uploaded(request, file)
    if data:
        return unix_lines(data.decode("utf-8", "replace")), name
    return await typed(request, field), ""


async def _form(said: NewForm, status: int = 200) -> Response[str]:
    choices = await asyncio.to_thread(rule_choices)
    book = await asyncio.to_thread(_book, said.wanted)
    at = {field: wrong for field in _FIELDS if (wrong := [one for one in said.slips if one.field == field])}
    values = {
        "wanted": said.wanted,
        "suggested": said.suggested,
        "morning": MORNING,
        "games": [one for one in choices if not one.example],
        "examples": [one for one in choices if one.example],
        "slips": said.slips,
        "at": at,
        **_table(said.rows, book, said.slips),
    }
    return render.page("new.html", values, status)

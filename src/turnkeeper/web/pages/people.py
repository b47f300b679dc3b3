"""The people of a campaign under way: the party with the table that adds to it, and a card for each member.

Each form is said to the session as one command, so that one undo takes it back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated
from urllib.parse import quote

from litestar import Response, get, post
from litestar.params import HeaderParameter
from litestar.response import Redirect
from msgspec import Struct

from turnkeeper.app.outcomes import CommandDone, Outcome
from turnkeeper.app.people import CellProblem, commands_of, problems_of, rewriting, words_of
from turnkeeper.app.pictures import MOST_OF_PORTRAIT, UnfitPictureError
from turnkeeper.app.session import Session
from turnkeeper.files.people_list import PersonRow
from turnkeeper.files.pictures import KINDS
from turnkeeper.play.fight.wounds import Heal, Hurt
from turnkeeper.play.kernel.event import Command, Refusal
from turnkeeper.play.kernel.introducing.entries import NONE, NOTES, PORTRAIT, names_of
from turnkeeper.play.party.membership import Leave, Rename, StayApart
from turnkeeper.play.party.party import Character
from turnkeeper.play.party.sheets import WriteSheet, entry_of
from turnkeeper.views.figures import figures
from turnkeeper.views.parts.party import members
from turnkeeper.web import render
from turnkeeper.web.acts import why_not
from turnkeeper.web.open_tables import OpenTable
from turnkeeper.web.pages.palette import missing, shown
from turnkeeper.web.people_table import changed, rows_of, table_values
from turnkeeper.web.requests import Asked, by_script, piece, uploaded

SeenHead = Annotated[str, HeaderParameter(name="X-Seen-Head", required=False)]
LARGEST_FORM = MOST_OF_PORTRAIT + 200_000
LONGEST_NOTES = 1500
LINE_BREAK = " / "
"""The mark of a new line in notes, as in a handout: a command is one line."""
_TABLE, _CARD = "_people.html", "_person.html"


class CardTyped(Struct, frozen=True):
    """A card as it was sent: what it asks for, its cells, the points lost or regained, and the picture."""

    does: str
    cells: dict[str, str]
    points: str = ""
    picture: bytes = b""
    called: str = ""


class CameOf(Struct, frozen=True):
    """What came of a form: the outcome and its revision, or no outcome and the form to show again."""

    outcome: Outcome | None
    revision: str
    values: Mapping[str, object] = {}


class Amiss(Struct, frozen=True):
    """The faults of a form: of its cells, or in one sentence of all of it."""

    cells: tuple[CellProblem, ...] = ()
    message: str = ""
    hint: str = ""


@get("/c/{key:str}/people")
async def people(request: Asked, table: OpenTable) -> Response[str]:
    """Return the party, each with their card, and the table that adds people."""
    values = await table.look(lambda session: _people_values(table.key, session, []))
    return shown(request, _TABLE, values, "People")


@post("/c/{key:str}/people/table", status_code=200)
async def people_table(request: Asked, table: OpenTable) -> Response[str]:
    """Return the table as a button of it asks: another row, a list that was read."""
    form = await request.form()

    def made(session: Session) -> dict[str, object]:
        campaign = session.campaign
        there = [one.name for one in campaign.state.party.members]
        return _people_values(table.key, session, changed(form, rows_of(form), campaign.book, there))

    values = await table.run(made)
    if by_script(request):
        return piece(render.part("_people_table.html", **values))
    return shown(request, _TABLE, values, "People")


@post("/c/{key:str}/people", status_code=200)
async def add_people(request: Asked, table: OpenTable, seen_head: SeenHead = "") -> Response[str]:
    """Add the people of the table to the party, or return the table with all that is wrong.

    A list that was pasted and not yet read is put into the table first, for the referee to look at.
    """
    form = await request.form()
    rows, seen = rows_of(form), seen_head or str(form.get("seen", ""))

    def added(session: Session) -> CameOf:
        done, found, left = _add(session, rows, str(form.get("pasted", "")), seen)
        values = {} if done else _people_values(table.key, session, left, found)
        return CameOf(done, session.revision, values)

    return _answer(request, table, await table.change(added), _TABLE)


def _add(
    session: Session, rows: list[PersonRow], pasted: str, seen: str
) -> tuple[Outcome | None, Amiss, Sequence[PersonRow]]:
    """Say the commands of a table; returns their outcome, else the faults and the rows to show."""
    book = session.campaign.book
    there = [one.name for one in session.campaign.state.party.members]
    if pasted.strip():
        return None, Amiss(), changed({"do": "read", "pasted": pasted}, rows, book, there)
    found = problems_of(rows, book, there)
    said = list(commands_of(words_of(one, book) for one in rows))
    if found or not said:
        return None, Amiss(tuple(found), "" if found else "Nobody is in the table yet."), rows
    done: Outcome | None = None
    for one in said:
        done = session.say(one, seen)
        if not isinstance(done, CommandDone):
            return None, _amiss(done), rows
        seen = session.head
    return done, Amiss(), rows


@get("/c/{key:str}/person")
async def person(request: Asked, table: OpenTable, name: str = "") -> Response[str]:
    """Return the card of a member of the party."""
    values = await table.look(lambda session: _card_values(table, session, name, Amiss()))
    if not values:
        return missing(request, table, "Nobody of that name is here", "They may have left the party.")
    return shown(request, _CARD, values, name)


@post("/c/{key:str}/person", status_code=200, request_max_body_size=LARGEST_FORM)
async def change_person(
    request: Asked, table: OpenTable, name: str = "", seen_head: SeenHead = ""
) -> Response[str]:
    """Do what a card asks for, or return the card with all that is wrong."""
    form = await request.form()
    cells = {
        field.removeprefix("sheet."): str(said) for field, said in form.items() if field.startswith("sheet.")
    }
    if NOTES in cells:
        cells[NOTES] = LINE_BREAK.join(line.strip() for line in cells[NOTES].splitlines() if line.strip())
    picture, _ = await uploaded(request, PORTRAIT)
    typed = CardTyped(
        str(form.get("do", "")), cells, str(form.get("points", "")), picture, str(form.get("called", ""))
    )
    seen = seen_head or str(form.get("seen", ""))

    def done(session: Session) -> CameOf:
        came = _change(session, name, typed, seen)
        if not isinstance(came, Amiss):
            return CameOf(came, session.revision)
        return CameOf(None, session.revision, _card_values(table, session, name, came, typed.cells))

    came = await table.change(done)
    if came.outcome is None and not came.values:
        return missing(request, table, "Nobody of that name is here", "They may have left the party.")
    return _answer(request, table, came, _CARD)


def _change(session: Session, name: str, typed: CardTyped, seen: str) -> Outcome | Amiss:
    one = session.campaign.state.party.find(name)
    if one is None:
        return Amiss()
    command = _meant(session, one, typed)
    if isinstance(command, Amiss):
        return command
    said = session.campaign.express(command)
    done = said if isinstance(said, Refusal) else session.say(said.text, seen)
    return done if isinstance(done, CommandDone) else _amiss(done)


def _meant(session: Session, one: Character, typed: CardTyped) -> Command | Amiss:
    """Return the command that a card asks for; its picture is taken along."""
    match typed.does:
        case "dismiss":
            return Leave(one.name)
        case "behind" | "ahead" as where:
            return StayApart(one.name, ahead=where == "ahead")
        case "rename":
            return Rename(one.name, " ".join(typed.called.split()))
        case "hurt" | "heal" as does:
            if not typed.points.strip().isdecimal():
                return Amiss(message="How many hit points?", hint="a number, such as 3")
            points = int(typed.points.strip()[:6])
            return Hurt(one.name, points) if does == "hurt" else Heal(one.name, points)
        case _:
            pass
    cells = {name: value for name, value in typed.cells.items() if name in names_of(session.campaign.book)}
    if typed.picture:
        try:
            cells[PORTRAIT] = session.campaign.pictures.bring(typed.picture, MOST_OF_PORTRAIT)
        except UnfitPictureError as fault:
            return Amiss(message=str(fault))
    command = rewriting(one, cells, session.campaign.book)
    if isinstance(command, WriteSheet):
        return command
    return Amiss(tuple(command)) if command else Amiss(message="Nothing on the card is different.")


def portraits_of(session: Session) -> frozenset[str]:
    """Return the digests of the portraits that can be shown: a playthrough hands none on."""
    campaign = session.campaign
    worn = {one.portrait for one in campaign.state.party.members if one.portrait}
    return frozenset(one for one in worn if campaign.pictures.find(one) is not None)


def _people_values(
    key: str, session: Session, rows: Sequence[PersonRow], amiss: Amiss | None = None
) -> dict[str, object]:
    state, book = session.campaign.state, session.campaign.book
    there = [one.name for one in state.party.members]
    return {
        "key": key,
        "campaign": session.campaign.store.facts.name,
        "head": session.head,
        "party": members(state, book),
        "amiss": amiss or Amiss(),
        "table_at": f"/c/{key}/people/table",
        **table_values(rows, book, amiss.cells if amiss else None, there),
    }


def _card_values(
    table: OpenTable, session: Session, name: str, amiss: Amiss, typed: Mapping[str, str] = {}
) -> dict[str, object]:
    """Return the values of a card, with what was typed over the written figures; empty for a stranger."""
    state, book = session.campaign.state, session.campaign.book
    one = state.party.find(name)
    if one is None:
        return {}
    known = figures(book)
    written = {entry: entry_of(one, entry) for entry in names_of(book)}
    return {
        "key": table.key,
        "campaign": session.campaign.store.facts.name,
        "head": session.head,
        "one": next(line for line in members(state, book) if line.name == one.name),
        "at": f"/c/{table.key}/person?name={quote(one.name)}",
        "read": [figure for figure in known if figure.why and figure.kind != "yes"],
        "others": [figure for figure in known if not figure.why and figure.kind != "yes"],
        "cells": {**written, **typed},
        "notes": typed.get(NOTES, written[NOTES]).replace(LINE_BREAK, "\n"),
        "portrait": one.portrait if one.portrait in portraits_of(session) else "",
        "amiss": amiss,
        "wrong_cells": {problem.cell: problem for problem in amiss.cells},
        "longest_notes": LONGEST_NOTES,
        "none": NONE,
        "kinds": KINDS,
    }


def _amiss(done: Outcome) -> Amiss:
    message, hint = why_not(done)
    return Amiss(message=message, hint=hint)


def _answer(request: Asked, table: OpenTable, came: CameOf, inner: str) -> Response[str]:
    """Return the answer to a form: the outcome, or the form again, as a piece or as a whole page."""
    if came.outcome is None:
        if not by_script(request):
            return shown(request, inner, came.values, "Not yet done", 422)
        again = render.part(inner, **came.values, alone=False)
        return piece(f'<hx-partial hx-target="#why" hx-swap="innerHTML">{again}</hx-partial>')
    if not by_script(request):
        return Redirect(f"/c/{table.key}", status_code=303)
    part = render.part("outcome.html", outcome=came.outcome, key=table.key, revision=came.revision)
    return piece(f'<hx-partial hx-target="#part-outcome" hx-swap="outerMorph">{part}</hx-partial>')

"""Commands by form: all that can be done, one form at a time, and what a refused command asks for in place.

Each is a piece of the referee's page, or a page of its own for a browser without scripts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath, HeaderParameter

from turnkeeper.app.outcomes import Outcome
from turnkeeper.app.pictures import UnfitPictureError
from turnkeeper.app.session import Session
from turnkeeper.play.kernel.event import Refusal, WantedFigure
from turnkeeper.views.command_forms import CommandForm, FilledForm, begun, command_form, fill, form_of
from turnkeeper.views.doable import CommandEntry, doable, recent
from turnkeeper.views.parts.command_ways import entries
from turnkeeper.web import render
from turnkeeper.web.open_tables import OpenTable
from turnkeeper.web.pages.palette import missing, shown
from turnkeeper.web.pages.referee import told
from turnkeeper.web.request_limits import LARGEST_TEXT
from turnkeeper.web.requests import Asked, piece

PREFIX = "f-"
"""What the names of a form's fields begin with in a form, since a command may have a field of any name."""
GROUPS = ("Time", "Light", "Activities", "Movement", "Place", "Party", "Encounters", "Fight", "Travel")
"""The groups that come first in the list of what can be done; the others follow as declared."""
MOST_DIGITS = 9
SeenHead = Annotated[str, HeaderParameter(name="X-Seen-Head", required=False)]


def _fields(said: Iterable[tuple[str, object]]) -> tuple[int, dict[str, str]]:
    """Return the way and the fields that a form sends."""
    sent = {name: value for name, value in said if isinstance(value, str)}
    way = sent.get("way", "")
    typed = {name.removeprefix(PREFIX): value for name, value in sent.items() if name.startswith(PREFIX)}
    return int(way) if way.isdecimal() and len(way) <= MOST_DIGITS else 0, typed


def _grouped(found: Iterable[CommandEntry]) -> dict[str, list[CommandEntry]]:
    groups: dict[str, list[CommandEntry]] = {name: [] for name in GROUPS}
    for one in found:
        groups.setdefault(one.group, []).append(one)
    return {name: some for name, some in groups.items() if some}


@get("/c/{key:str}/do")
async def doable_page(request: Asked, table: OpenTable) -> Response[str]:
    """Return all that can be done under these rules: what can be said now by group, the rest after it.

    With a ``text`` it is the form of the command that the text begins, where there is one.
    """
    text = str(request.query_params.get("text", ""))
    form = await table.run(lambda session: form_of(session.campaign, text)) if text else None
    if form is not None:
        return shown(request, "_command_form.html", {"key": table.key, "form": form}, form.title)

    def found(session: Session) -> tuple[tuple[CommandEntry, ...], tuple[str, ...]]:
        return doable(session.campaign), recent(session.campaign)

    every, lately = await table.run(found)
    by_id = {one.id: one for one in every}
    values = {
        "key": table.key,
        "lately": [by_id[one] for one in lately if one in by_id and by_id[one].ready],
        "groups": _grouped(one for one in every if one.ready),
        "later": [one for one in every if not one.ready],
    }
    return shown(request, "_doable.html", values, "Do ...")


@get("/c/{key:str}/do/{form_id:str}")
async def form_page(request: Asked, table: OpenTable, form_id: FromPath[str]) -> Response[str]:
    """Return the form of a command, with what its fields hold; with ``said`` only what it says so far."""
    way, typed = _fields(request.query_params.items())
    text = str(request.query_params.get("text", ""))

    def found(session: Session) -> CommandForm | None:
        entry = entries(session.campaign.book).get(form_id)
        meant = begun(session.campaign, text) if text else None
        if meant is not None and (entry is None or meant[0].id == entry.id):
            return command_form(session.campaign, meant[0], meant[1], meant[2] | typed)
        return None if entry is None else command_form(session.campaign, entry, way, typed)

    made = await table.run(found)
    if made is None:
        return missing(request, table, "There is no such command", "These rules do not have it.")
    values: Mapping[str, object] = {"key": table.key, "form": made}
    if "said" in request.query_params:
        return piece(render.part("_command_said.html", **values))
    return shown(request, "_command_form.html", values, made.title)


@post("/c/{key:str}/do/{form_id:str}", status_code=200, request_max_body_size=LARGEST_TEXT)
async def do_form(
    request: Asked, table: OpenTable, form_id: FromPath[str], seen_head: SeenHead = ""
) -> Response[str]:
    """Carry out the command that a form says; a fault of its fields is told as a refusal."""
    sent = list((await request.form()).multi_items())
    way, typed = _fields(sent)
    files = {
        name.removeprefix(PREFIX): await one.read()
        for name, one in sent
        if isinstance(one, UploadFile) and one.filename
    }
    seen = seen_head or str(dict(sent).get("seen", ""))

    def done(session: Session) -> tuple[Outcome, str]:
        campaign = session.campaign
        entry = entries(campaign.book).get(form_id)
        if entry is None:
            return Refusal("no-command", "these rules have no such command", "Do ... lists them"), ""
        try:
            typed.update((name, campaign.pictures.bring(data)) for name, data in files.items())
        except UnfitPictureError as fault:
            return Refusal("picture", str(fault)), ""
        filled = fill(campaign, entry, entry.ways[way if way < len(entry.ways) else 0], typed)
        if filled.said is None:
            return _unfilled(filled), ""
        return session.carry_out(filled.said, seen), filled.said.text

    return await told(request, table, done)


def _unfilled(filled: FilledForm) -> Refusal:
    """Return the faults in the fields of a form."""
    wrong = (filled.problem, *(f"{name.replace('_', ' ')}: {why}" for name, why in filled.problems.items()))
    return Refusal("fields", "; ".join(filter(None, wrong)))


@post("/c/{key:str}/write-down", status_code=200)
async def write_down(request: Asked, table: OpenTable, seen_head: SeenHead = "") -> Response[str]:
    """Write down the figures that a refused command wanted, then carry it out."""
    form = await request.form()
    seen, text = seen_head or str(form.get("seen", "")), str(form.get("text", ""))
    names = [str(one) for one in form.getall("score", [])], [str(one) for one in form.getall("who", [])]
    typed = [str(one).strip() for one in form.getall("value", [])]

    def done(session: Session) -> tuple[Outcome, str]:
        figures = []
        for score, who, value in zip(*names, typed, strict=False):
            if not value.removeprefix("-").isdecimal() or len(value) > MOST_DIGITS:
                return Refusal("fields", f"{score} of {who} is a whole number", wants=()), text
            figures.append((WantedFigure(score, who), int(value)))
        return session.write_down(figures, text, seen), text

    return await told(request, table, done)

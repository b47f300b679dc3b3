"""The form of a new campaign.

The typed values stand in the form again when they have a fault, a file's text too.
"""

from __future__ import annotations

import asyncio

from litestar import Response, get, post
from litestar.response import Redirect

from turnkeeper.app.shelf.beginning import OWN, Wanted
from turnkeeper.app.shelf.folder import FormSlip
from turnkeeper.rules import DEFAULT_GAME
from turnkeeper.views.choices import rule_choices
from turnkeeper.web import acts, render
from turnkeeper.web.open_tables import OpenTables
from turnkeeper.web.request_limits import LARGEST_TEXT
from turnkeeper.web.requests import Asked, typed, unix_lines, uploaded

MORNING = "day 1 08:00"
"""When a campaign begins by default: nobody sets out at the first midnight."""
_FIELDS = ("name", "rules", "options", "house", "party", "map", "map_name", "map_text", "begin", "seed")
"""The fields of a new campaign, in the order of the page."""


@get("/new")
async def new() -> Response[str]:
    """Show the form of a new campaign."""
    return await _form(Wanted("", begin=MORNING), [])


@post("/new/by", status_code=200)
async def new_by(request: Asked) -> Response[str]:
    """Show the form of a new campaign by house rules that were just made."""
    return await _form(Wanted("", OWN, await typed(request, "house"), begin=MORNING), [])


@post("/new", status_code=200, request_max_body_size=LARGEST_TEXT)
async def create(request: Asked, tables: OpenTables) -> Response[str]:
    """Begin a campaign from the form, or show the form again with all its faults."""
    wanted = await _wanted(request)
    begun = await acts.begin_campaign(tables, wanted)
    if isinstance(begun, list):
        return await _form(wanted, begun, 422)
    return Redirect(f"/c/{begun.key}", status_code=303)


async def _wanted(request: Asked) -> Wanted:
    form = await request.form()
    name, chosen, begin, seed, which, map_name, party = (
        str(form.get(field, "")) for field in ("name", "rules", "begin", "seed", "map", "map_name", "party")
    )
    rules = chosen or DEFAULT_GAME
    options = (each.partition(":") for each in form.getall("option", []) if isinstance(each, str))
    on = tuple(option for of, _, option in options if of == rules)
    map_text, map_file = await _text_of(request, "map_text", "map_file")
    house, _ = await _text_of(request, "house", "house_file")
    map_name = map_name or map_file.rpartition(".")[0]
    return Wanted(name, rules, house, on, begin, seed, which, map_name, map_text, party)


async def _text_of(request: Asked, field: str, file: str) -> tuple[str, str]:
    """Return a text that was chosen as a file, else as it was typed, and the name of the file."""
    data, name = await uploaded(request, file)
    if data:
        return unix_lines(data.decode("utf-8", "replace")), name
    return await typed(request, field), ""


async def _form(wanted: Wanted, slips: list[FormSlip], status: int = 200) -> Response[str]:
    choices = await asyncio.to_thread(rule_choices)
    values = {
        "wanted": wanted,
        "morning": MORNING,
        "games": [one for one in choices if not one.example],
        "examples": [one for one in choices if one.example],
        "slips": slips,
        "at": {field: wrong for field in _FIELDS if (wrong := [one for one in slips if one.field == field])},
    }
    return render.page("new.html", values, status)


HANDLERS = (new, new_by, create)

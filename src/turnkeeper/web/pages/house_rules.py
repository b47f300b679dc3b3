"""House rules as a text: checked as one types, changed by fields and switches beside it, tried, played by.

Rules that are not kept yet live in the page alone, and in the file that is made of it. Why a campaign keeps
its rules, and how others come to hold: `docs/decisions`, 0016; why house rules are a text: 0021.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from turnkeeper.app.shelf.handing_on import file_name_for
from turnkeeper.app.shelf.house_edit import Edited, Sent, edited
from turnkeeper.app.shelf.house_files import house_file
from turnkeeper.app.shelf.house_text import entries_found, label_of, options_of
from turnkeeper.app.shelf.often import often_changed
from turnkeeper.app.shelf.rule_files import text_of
from turnkeeper.rules.problems import RulesFault, UnknownNameError
from turnkeeper.rules.reading.fields import is_entries, section_names
from turnkeeper.rules.reading.load import known_ids, load_builtin
from turnkeeper.views.house_differences import differences
from turnkeeper.web import acts, render
from turnkeeper.web.api.houserules import PlayOnRequest, house_of, read, tried_on
from turnkeeper.web.open_tables import OpenTable, OpenTables
from turnkeeper.web.render import download
from turnkeeper.web.requests import FORM, Asked, by_script, uploaded

TOML = "application/toml"


@get("/c/{key:str}/house-rules")
async def house_rules(table: OpenTable) -> Response[str]:
    """Show the rules of a campaign as the text of a house file."""
    return await _page(await _of(table), (await house_of(table)).house)


@get("/c/{key:str}/house-rules/file")
async def rules_file(table: OpenTable) -> Response[bytes]:
    """Send the rules of a campaign as a house file."""
    found = await house_of(table)
    return download(found.house.encode(), file_name_for(found.id, ".toml"), TOML)


@post("/c/{key:str}/house-rules", status_code=200)
async def write(request: Asked, table: OpenTable) -> Response[str] | Response[bytes]:
    """Show a text again after an action: checked, saved as a file, or tried on the campaign."""
    return await _written(request, await _of(table), table)


@post("/c/{key:str}/house-rules/open", status_code=200)
async def open_file(request: Asked, table: OpenTable) -> Response[str]:
    """Take the text of a house file into the page, to go on with it."""
    data, _ = await uploaded(request)
    return await _page(await _of(table), data.decode("utf-8", "replace"), looked=True)


@post("/c/{key:str}/house-rules/play-on", status_code=200)
async def play_on(
    table: OpenTable, tables: OpenTables, data: Annotated[PlayOnRequest, FORM]
) -> Response[str]:
    """Go on under other rules, in a campaign of its own."""
    try:
        rules = await read(data.house)
    except RulesFault:
        return await _page(await _of(table), data.house, looked=True)
    placed = await acts.play_on(table, tables, rules, instead=data.instead)
    return Redirect(f"/c/{placed.key}", status_code=303)


@get("/rules/{which:str}/edit")
async def edit_file(tables: OpenTables, which: FromPath[str]) -> Response[str]:
    """Show the text of a file of rules that lies beside the campaigns, or of house rules over a set."""
    return await _page(_beside(which), await _text_of(tables, which))


@post("/rules/{which:str}/edit", status_code=200)
async def write_file(
    request: Asked, tables: OpenTables, which: FromPath[str]
) -> Response[str] | Response[bytes]:
    """Show a text again after an action, or send it as a file."""
    await _text_of(tables, which)
    return await _written(request, _beside(which), None)


async def _text_of(tables: OpenTables, which: str) -> str:
    """Return the text of a file beside the campaigns, or one that begins to change a set that comes along."""
    if which in known_ids():
        return await asyncio.to_thread(lambda: house_file(load_builtin(which)))
    try:
        return await asyncio.to_thread(text_of, which, tables.folder)
    except (UnknownNameError, RulesFault) as fault:
        raise NotFoundException(str(fault)) from fault


async def _of(table: OpenTable) -> dict[str, object]:
    """Return whose rules a page is about: a campaign's."""
    name = await table.run(lambda session: session.campaign.store.facts.name)
    return {"key": table.key, "campaign": name, "address": f"/c/{table.key}/house-rules"}


def _beside(which: str) -> dict[str, object]:
    """Return whose rules a page is about: nobody's, but a file's."""
    return {"key": "", "which": which, "address": f"/rules/{which}/edit"}


async def _written(
    request: Asked, about: Mapping[str, object], table: OpenTable | None
) -> Response[str] | Response[bytes]:
    sent: dict[str, list[str]] = {}
    for name, value in (await request.form()).multi_items():
        if isinstance(value, str):
            sent.setdefault(name, []).append(value)
    done = await asyncio.to_thread(edited, "".join(sent.get("house", [])), sent)
    wanted, rules, tried = "".join(sent.get("do", [])), done.house.rules, None
    if rules is not None and wanted == "file":
        return download(done.house.text.encode(), file_name_for(rules.ruleset.id, ".toml"), TOML)
    if rules is not None and wanted == "try" and table is not None:
        tried = await tried_on(table, rules)
    part = by_script(request)
    values = {**about, **await asyncio.to_thread(_beside_text, done, sent), "tried": tried, "looked": True}
    template, wrong = "_house_text.html" if part else "house_rules.html", not part and rules is None
    return await asyncio.to_thread(render.page, template, values, 422 if wrong else 200)


async def _page(about: Mapping[str, object], text: str, *, looked: bool = False) -> Response[str]:
    """Show a text with all that stands beside it."""
    done = await asyncio.to_thread(edited, text, {})
    values = {**about, **await asyncio.to_thread(_beside_text, done, {}), "tried": None, "looked": looked}
    wrong = looked and done.house.rules is None
    return await asyncio.to_thread(render.page, "house_rules.html", values, 422 if wrong else 200)


def _beside_text(done: Edited, sent: Sent) -> dict[str, object]:
    house, changed = done.house, differences(done.house)
    find, section = ("".join(sent.get(name, [])) for name in ("find", "section"))
    notes: dict[int, list[str]] = {}
    for one in changed:
        elsewhere = one.line in {house.line(("ruleset", name)) for name in ("remove", "options")}
        notes.setdefault(one.line, []).append(str(one) if elsewhere else one.change)
    new = (one for one in section_names() if is_entries(one) or one not in house.own)
    return {
        "house": house,
        "lines": house.text.split("\n"),
        "line": done.line,
        "placed": [one for one in house.found.problems if one.file == house.found.file],
        "changed": changed,
        "notes": notes,
        "options": list(options_of(house)),
        "often": often_changed(house),
        "find": find,
        "entries": entries_found(house, find),
        "examples": [(name, label_of((name,))) for name in new],
        "section": section,
    }

"""A campaign's settings, and its house rules as a form: looked through, saved as a file, tried, played by.

Rules that are not kept yet live in the form alone, and in the file that is made of it. Why a campaign keeps
its rules, and how others come to hold: `docs/decisions`, 0016.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.di import NamedDependency
from litestar.params import SkipValidation
from litestar.response import Redirect
from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.app.dice import DiceKind
from turnkeeper.app.maps import atlas, using
from turnkeeper.app.shelf.finding import found
from turnkeeper.app.shelf.folder import KEY_LENGTH, Slip
from turnkeeper.app.shelf.form_parts import Form
from turnkeeper.app.shelf.forms import LOOKED, Edited, edited, form_of
from turnkeeper.app.shelf.handing_on import file_name_for
from turnkeeper.app.shelf.house_files import house_file
from turnkeeper.app.shelf.naming import tidied
from turnkeeper.app.shelf.playing_on import kept_beside, taken_over
from turnkeeper.app.shelf.rehearsal import Differently, Rehearsed, rehearsed
from turnkeeper.files.maps import textmapper
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.record import StoreBusy
from turnkeeper.rules.problems import Problem, RulesFault
from turnkeeper.rules.reading.load import builtin_text, load_rules
from turnkeeper.web import render
from turnkeeper.web.open_tables import OpenTable, OpenTables
from turnkeeper.web.render import download
from turnkeeper.web.request_limits import LARGEST_TEXT
from turnkeeper.web.requests import FORM, Asked, guests_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from turnkeeper.app.session import Session
    from turnkeeper.files.maps.textmapper import Loss
    from turnkeeper.rules.model.ruleset import RuleSet

Here = NamedDependency[SkipValidation[OpenTable]]
All = NamedDependency[SkipValidation[OpenTables]]
TOML = "application/toml"
MOST_LOST = 30
"""So many words of a map that mean nothing here are told."""
_ADDED = "Added. Fill in what is needed; it counts once you play on by these rules."
_SAID = {"dice": "Kept: who throws the dice.", "renamed": "It has its new name."}


class DiceForm(Struct, frozen=True):
    """Who throws the dice of a table."""

    dice: DiceKind = "seeded"


class PlayOn(Struct, frozen=True):
    """House rules to play on by; with ``instead`` in the place of the campaign as it was."""

    house: str = ""
    instead: bool = False


class Tried(Struct, frozen=True):
    """What came out differently when the campaign was played again, and by which house file."""

    house: str
    commands: int
    different: int
    thrown: int
    told: tuple[Differently, ...]


# Settings


@get("/c/{key:str}/settings")
async def settings(table: Here, did: str = "") -> Response[str]:
    """Show the settings of a campaign."""
    return await _settings(table, said=_SAID.get(did, ""))


async def _settings(  # noqa: PLR0913 - what is shown besides the settings
    table: OpenTable,
    *,
    said: str = "",
    slip: Slip | None = None,
    typed: str = "",
    lost: Sequence[Loss] = (),
    status: int = 200,
) -> Response[str]:
    def facts(session: Session) -> dict[str, object]:
        return {
            "map": session.campaign.state.map.name,
            "campaign": session.campaign.store.facts.name,
            "rules": session.campaign.book.set.ruleset.name,
            "file": table.path.name,
            "dice": session.dice,
        }

    values = await table.run(facts)
    more = {"key": table.key, "said": said, "slip": slip, "typed": typed, "lost": lost[:MOST_LOST]}
    return render.page("settings.html", {**values, **more, "losses": len(lost)}, status)


@post("/c/{key:str}/settings", status_code=200)
async def set_dice(request: Asked, table: Here, data: Annotated[DiceForm, FORM]) -> Response[str]:
    """Choose who throws the dice."""
    await guests_of(request).change(table, lambda agreed: replace(agreed, dice=data.dice))
    return Redirect(f"/c/{table.key}/settings?did=dice", status_code=303)


@post("/c/{key:str}/settings/name", status_code=200)
async def set_name(request: Asked, table: Here, tables: All) -> Response[str]:
    """Give the campaign another name."""
    typed = str((await request.form()).get("name", ""))
    key, path = table.key, table.path
    await tables.close(key)
    moved = await asyncio.to_thread(tables.shelf.rename, path, typed)
    if isinstance(moved, Slip):
        again = tables.find(key)
        assert again is not None  # noqa: S101 - nothing was moved
        return await _settings(again, slip=moved, typed=typed, status=422)
    return Redirect(f"/c/{key}/settings?did=renamed", status_code=303)


@post("/c/{key:str}/map/import", status_code=200, request_max_body_size=LARGEST_TEXT)
async def set_map(request: Asked, table: Here) -> Response[str]:
    """Play the campaign on a map from now on: the sample land, or one that was brought."""
    form = await request.form()
    given, text, name = form.get("file"), "", str(form.get("map_name", ""))
    if isinstance(given, UploadFile):
        text, name = (
            (await given.read()).decode("utf-8", "replace"),
            name or given.filename.rpartition(".")[0],
        )
    if form.get("which") == atlas.SAMPLE:
        text, name = atlas.sample_text(), atlas.SAMPLE
    if not text.strip():
        slip = Slip("file", "There is no map yet.", "choose a file, or take the sample land")
        return await _settings(table, slip=slip, status=422)
    name = tidied(name) or "map"
    try:
        brought, read = await asyncio.to_thread(atlas.map_from, name, text, "the map")
    except textmapper.MapRefused as fault:
        wrong = fault.problem
        slip = Slip("file", wrong.message, wrong.hint, wrong.line, wrong.column)
        return await _settings(table, slip=slip, typed=name, status=422)
    used = await table.change(lambda session: using.use(session.campaign, brought))
    if isinstance(used, Refusal):
        slip = Slip("file", used.message, used.hint)
        return await _settings(table, slip=slip, typed=name, status=422)
    return await _settings(table, said=f"It is played on {name} from now on.", lost=textmapper.losses(read))


# House rules


@get("/c/{key:str}/house-rules")
async def house_rules(table: Here) -> Response[str]:
    """Show the rules of a campaign as a form."""
    rules = await table.run(_rules)
    return await _page(table, await asyncio.to_thread(form_of, rules))


@get("/c/{key:str}/house-rules/file")
async def rules_file(table: Here) -> Response[bytes]:
    """Hand out the rules of a campaign as a house file."""
    rules = await table.run(_rules)
    text = await asyncio.to_thread(house_file, rules)
    return download(text.encode(), file_name_for(rules.ruleset.id, ".toml"), TOML)


@post("/c/{key:str}/house-rules", status_code=200)
async def fill_in(request: Asked, table: Here) -> Response[str] | Response[bytes]:
    """Look through what was filled in; then hand it out as a file, or play the campaign again by it."""
    form = await request.form()
    typed: dict[str, list[str]] = {}
    for name, value in form.multi_items():
        if isinstance(value, str):
            typed.setdefault(name, []).append(value)
    over = "".join(typed.get("over", [])).replace("\r\n", "\n")
    came = await asyncio.to_thread(_came, await table.run(_rules), over, typed)
    wanted, find = ("".join(typed.get(name, [])) for name in ("do", "find"))
    before = LOOKED in typed
    if came.reshaped or wanted == "find":
        added = _ADDED if came.form.focus else ""
        return await _page(table, came.form, over=over, looked=before, added=added, find=find)
    if came.rules is None:
        return await _page(table, came.form, over=over, looked=True, find=find, status=422)
    if wanted == "file":
        return download(came.text.encode(), file_name_for(came.rules.ruleset.id, ".toml"), TOML)
    tried = await table.run(_tried, came.rules, came.text) if wanted == "try" else None
    return await _page(table, came.form, over=over, looked=True, tried=tried, find=find)


@post("/c/{key:str}/house-rules/open", status_code=200)
async def open_file(request: Asked, table: Here) -> Response[str]:
    """Take a house file into the form, to go on with it."""
    given = (await request.form()).get("file")
    data = await given.read() if isinstance(given, UploadFile) else b""
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    try:
        rules = await asyncio.to_thread(load_rules, text, "the file", builtin_text)
    except RulesFault as fault:
        form = await asyncio.to_thread(form_of, await table.run(_rules))
        return await _page(table, form, in_file=fault.problems, status=422)
    return await _page(table, await asyncio.to_thread(form_of, rules), over=text, looked=True)


@post("/c/{key:str}/house-rules/play-on", status_code=200)
async def play_on(table: Here, tables: All, data: Annotated[PlayOn, FORM]) -> Response[str]:
    """Go on under other rules, in a campaign of its own."""
    text = data.house.replace("\r\n", "\n")
    try:
        rules = await asyncio.to_thread(load_rules, text, "house rules.toml", builtin_text)
    except RulesFault as fault:
        form = await asyncio.to_thread(form_of, await table.run(_rules))
        return await _page(table, form, in_file=fault.problems, status=422)
    old = table.path

    def keep(session: Session) -> tuple[str, str, Path]:
        new, new_id = kept_beside(tables.shelf, session.campaign, old, rules)
        return session.campaign.store.facts.name, new_id[:KEY_LENGTH], new

    name, key, new = await table.run(keep)
    if data.instead:
        await tables.close(table.key)
        with suppress(StoreBusy):  # then both are listed
            await asyncio.to_thread(taken_over, tables.shelf, old, new, name)
    return Redirect(f"/c/{key}", status_code=303)


def _rules(session: Session) -> RuleSet:
    return session.campaign.book.set


def _came(rules: RuleSet, over: str, typed: Mapping[str, Sequence[str]]) -> Edited:
    """Return what comes of a form, over the rules that the campaign keeps or the file that was opened."""
    if over:
        with suppress(RulesFault):
            rules = load_rules(over, "the file", builtin_text)
    return edited(rules, typed)


def _tried(session: Session, rules: RuleSet, text: str) -> Tried:
    found: Rehearsed = rehearsed(session.campaign, rules)
    return Tried(text, found.commands, found.different, found.thrown, found.told)


async def _page(  # noqa: PLR0913 - what is shown besides the form
    table: OpenTable,
    form: Form,
    *,
    over: str = "",
    looked: bool = False,
    tried: Tried | None = None,
    in_file: Sequence[Problem] = (),
    added: str = "",
    find: str = "",
    status: int = 200,
) -> Response[str]:
    there = found(form, find)
    values = {
        "key": table.key,
        "campaign": await table.run(lambda session: session.campaign.store.facts.name),
        "form": form,
        "over": over,
        "looked": looked,
        "tried": tried,
        "in_file": in_file,
        "added": added,
        "find": find,
        "found": there,
        "opened": {one.section for one in there},
    }
    return await asyncio.to_thread(render.page, "house_rules.html", values, status)


HANDLERS = (settings, set_dice, set_name, set_map, house_rules, rules_file, fill_in, open_file, play_on)

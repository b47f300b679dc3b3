"""A campaign's settings: who throws its dice, its name, the map on which it is played."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated

from litestar import Response, get, post
from litestar.response import Redirect
from msgspec import Struct

from turnkeeper.app.maps import atlas
from turnkeeper.app.session import Session
from turnkeeper.app.shelf.folder import WrongField
from turnkeeper.app.shelf.naming import tidied
from turnkeeper.chance.drivers import DiceKind
from turnkeeper.files.maps import textmapper
from turnkeeper.files.maps.textmapper import Loss
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.web import acts, render
from turnkeeper.web.open_tables import OpenTable, OpenTables
from turnkeeper.web.request_limits import LARGEST_TEXT
from turnkeeper.web.requests import FORM, Asked, guests_of, typed, uploaded

MOST_LOST = 30
"""How many words of a map that mean nothing here are told."""
_SAID = {"dice": "Kept: who throws the dice.", "renamed": "It has its new name."}


class DiceForm(Struct, frozen=True):
    """Who throws the dice of a table."""

    dice: DiceKind = "seeded"


@get("/c/{key:str}/settings")
async def settings(table: OpenTable, did: str = "") -> Response[str]:
    """Show the settings of a campaign."""
    return await _settings(table, said=_SAID.get(did, ""))


async def _settings(  # noqa: PLR0913 - what is shown besides the settings
    table: OpenTable,
    *,
    said: str = "",
    slip: WrongField | None = None,
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
async def set_dice(request: Asked, table: OpenTable, data: Annotated[DiceForm, FORM]) -> Response[str]:
    """Choose who throws the dice."""
    await acts.agree(guests_of(request), table, dice=data.dice)
    return Redirect(f"/c/{table.key}/settings?did=dice", status_code=303)


@post("/c/{key:str}/settings/name", status_code=200)
async def set_name(request: Asked, table: OpenTable, tables: OpenTables) -> Response[str]:
    """Rename the campaign."""
    name = await typed(request, "name")
    moved = await acts.rename_campaign(tables, table.key, name)
    if isinstance(moved, WrongField):
        again = tables.find(table.key)
        assert again is not None  # noqa: S101 - nothing was moved
        return await _settings(again, slip=moved, typed=name, status=422)
    return Redirect(f"/c/{table.key}/settings?did=renamed", status_code=303)


@post("/c/{key:str}/map/import", status_code=200, request_max_body_size=LARGEST_TEXT)
async def set_map(request: Asked, table: OpenTable) -> Response[str]:
    """Play the campaign on a map from now on: the sample land, or one that was brought."""
    (data, file), name = await uploaded(request), await typed(request, "map_name")
    text, name = data.decode("utf-8", "replace"), name or file.rpartition(".")[0]
    if await typed(request, "which") == atlas.SAMPLE:
        text, name = atlas.sample_text(), atlas.SAMPLE
    if not text.strip():
        slip = WrongField("file", "There is no map yet.", "choose a file, or take the sample land")
        return await _settings(table, slip=slip, status=422)
    name = tidied(name) or "map"
    try:
        brought, read = await asyncio.to_thread(atlas.map_from, name, text, "the map")
    except textmapper.MapRefused as fault:
        wrong = fault.problem
        slip = WrongField("file", wrong.message, wrong.hint, wrong.line, wrong.column)
        return await _settings(table, slip=slip, typed=name, status=422)
    used = await acts.use_map(table, brought)
    if isinstance(used, Refusal):
        slip = WrongField("file", used.message, used.hint)
        return await _settings(table, slip=slip, typed=name, status=422)
    return await _settings(table, said=f"It is played on {name} from now on.", lost=textmapper.losses(read))

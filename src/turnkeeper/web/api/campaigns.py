"""Campaigns as a whole: listed, begun, renamed, put away, handed on and let in."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path
from typing import Annotated

from litestar import Response, get, patch, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter, QueryParameter, SkipValidation
from msgspec import Meta, Struct

from turnkeeper.app import samples
from turnkeeper.app.shelf import beginning, handing_on
from turnkeeper.app.shelf.beginning import Begun
from turnkeeper.app.shelf.folder import KEY_LENGTH, Shelved, Slip
from turnkeeper.views.choices import RuleChoice, rule_choices
from turnkeeper.views.status_texts import facts
from turnkeeper.web.api.telling import noes, refuse, wrong
from turnkeeper.web.downloads import download
from turnkeeper.web.open_tables import OpenTables
from turnkeeper.web.requests import Asked

Given = NamedDependency[SkipValidation[OpenTables]]
Key = Annotated[
    str, PathParameter(description="A campaign's key, as the list of campaigns tells it.", max_length=64)
]
TAGS = ["campaigns"]


class NewCampaign(Struct, frozen=True, forbid_unknown_fields=True):
    """A campaign to begin.

    ``rules`` is the id of a rule set that comes with the program, ``house`` the text of a house file instead.
    ``map`` is empty for none, ``sample``, or ``own`` for ``map_text``. ``party`` has a person on each line.
    """

    name: Annotated[str, Meta(max_length=200, examples=["The Barrow"])]
    rules: Annotated[str, Meta(max_length=100, examples=["glog"])] = "glog"
    house: Annotated[str, Meta(max_length=2_000_000)] = ""
    options: Annotated[tuple[Annotated[str, Meta(max_length=100)], ...], Meta(max_length=50)] = ()
    begin: Annotated[str, Meta(max_length=100, examples=["day 1 08:00"])] = ""
    seed: Annotated[str, Meta(max_length=200)] = ""
    map: Annotated[str, Meta(max_length=20)] = ""
    map_name: Annotated[str, Meta(max_length=200)] = ""
    map_text: Annotated[str, Meta(max_length=8_000_000)] = ""
    party: Annotated[str, Meta(max_length=20_000, examples=["Varda wisdom 12\nOrlo"])] = ""


class Rename(Struct, frozen=True, forbid_unknown_fields=True):
    """A campaign's other name."""

    name: Annotated[str, Meta(max_length=200, examples=["The Barrow, again"])]


class Placed(Struct, frozen=True):
    """A campaign that was begun, let in, renamed or moved; ``note`` says where it is not as was asked."""

    key: str
    name: str
    note: str = ""


@get("/rules", tags=["rules"], summary="Rule sets to begin with", responses=noes())
async def rules() -> tuple[RuleChoice, ...]:
    """Return the rule sets that come with the program, with the options that each offers."""
    return await asyncio.to_thread(rule_choices)


@get("/campaigns", tags=TAGS, summary="All campaigns", responses=noes())
async def campaigns(tables: Given) -> list[Shelved]:
    """Return every campaign of the folder, the one played last first, the archived ones at the end."""
    return await asyncio.to_thread(tables.shelf.campaigns)


@post("/campaigns", tags=TAGS, summary="Begin a campaign", responses=noes(409, 422))
async def begin(tables: Given, data: JSONBody[NewCampaign]) -> Placed:
    """Begin a campaign; all that is wrong is told at once."""
    wanted = beginning.Wanted(**{field: getattr(data, field) for field in data.__struct_fields__})
    taken = await asyncio.to_thread(tables.shelf.names)
    begun = await asyncio.to_thread(beginning.begin, tables.folder, wanted, taken)
    if not isinstance(begun, Begun):
        wrong(begun)
    return Placed(begun.campaign[:KEY_LENGTH], begun.name, begun.note)


@post("/sample", tags=TAGS, summary="The sample campaign", status_code=200, responses=noes(409, 422, 503))
async def sample(tables: Given) -> Placed:
    """Begin the sample campaign if it is not there."""

    def opened() -> tuple[Path, str]:
        path, campaign, _ = samples.opened(tables.folder, facts)
        with closing(campaign):
            return path, campaign.store.facts.name

    path, name = await asyncio.to_thread(opened)
    return Placed(await _key_at(tables, path, ""), name)


async def _found(tables: OpenTables, key: str) -> tuple[Path, Shelved]:
    found = await asyncio.to_thread(tables.shelf.find, key)
    if found is None:
        refuse(404, "not-found", "There is no such campaign here.", "GET /api/campaigns lists them.")
    return found


@get("/campaigns/{key:str}", tags=TAGS, summary="One campaign", responses=noes())
async def campaign(tables: Given, key: Key) -> Shelved:
    """Return what is openly known of a campaign: its name, rules, clock and size."""
    return (await _found(tables, key))[1]


@patch("/campaigns/{key:str}", tags=TAGS, summary="Rename a campaign", responses=noes(409, 422, 503))
async def rename(tables: Given, key: Key, data: JSONBody[Rename]) -> Placed:
    """Give a campaign another name. Streams of its events end, and can be joined again at once."""
    path, _ = await _found(tables, key)
    await tables.close(key)
    moved = await asyncio.to_thread(tables.shelf.rename, path, data.name)
    if isinstance(moved, Slip):
        wrong([moved])
    return Placed(key, moved.name, moved.note)


@post(
    "/campaigns/{key:str}/archive",
    tags=TAGS,
    summary="Put a campaign away",
    status_code=200,
    responses=noes(503),
)
async def archive(tables: Given, key: Key) -> Placed:
    """Move a campaign into the archive; one that is there already stays."""
    path, seen = await _found(tables, key)
    if seen.archived:
        return Placed(key, seen.name)
    await tables.close(key)
    moved = await asyncio.to_thread(tables.shelf.put_away, path)
    return Placed(await _key_at(tables, moved.path, key), moved.name, moved.note)


@post(
    "/campaigns/{key:str}/bring-back",
    tags=TAGS,
    summary="Take a campaign out",
    status_code=200,
    responses=noes(503),
)
async def bring_back(tables: Given, key: Key) -> Placed:
    """Move a campaign out of the archive; one that is not there stays."""
    path, seen = await _found(tables, key)
    if not seen.archived:
        return Placed(key, seen.name)
    moved = await asyncio.to_thread(tables.shelf.bring_back, path)
    return Placed(await _key_at(tables, moved.path, key), moved.name, moved.note)


async def _key_at(tables: OpenTables, path: Path, otherwise: str) -> str:
    def found() -> str:
        there = {at.resolve(): one.key for at, one in tables.shelf.everything()}
        return there.get(path.resolve(), otherwise)

    return await asyncio.to_thread(found)


# Handing on


@get(
    "/campaigns/{key:str}/export",
    tags=TAGS,
    summary="Hand a campaign on as one file",
    media_type="application/octet-stream",
    responses=noes(422),
)
async def export(tables: Given, key: Key) -> Response[bytes]:
    """Return a copy of a campaign as it stands now, with all its branches, as one file."""
    path, seen = await _found(tables, key)
    data = await asyncio.to_thread(handing_on.copy_of, path)
    return download(data, handing_on.file_name_for(seen.name), "application/octet-stream")


@get(
    "/campaigns/{key:str}/playthrough",
    tags=TAGS,
    summary="Hand a campaign on as text",
    media_type="text/plain",
    responses=noes(422),
)
async def playthrough(tables: Given, key: Key) -> Response[bytes]:
    """Return the line to the head as a playthrough: commands, faces and what followed, as text."""
    path, _ = await _found(tables, key)
    name, text = await asyncio.to_thread(handing_on.exported, path)
    return download(text.encode(), handing_on.file_name_for(name, handing_on.PLAYTHROUGH), "text/plain")


@post("/campaigns/import", tags=TAGS, summary="Let a campaign in", responses=noes(409, 422))
async def let_in(
    request: Asked,
    tables: Given,
    name: Annotated[
        str, QueryParameter(description="The file's name; it names a campaign that has none.", max_length=200)
    ] = "campaign",
) -> Placed:
    """Let a campaign in. The body is the file as it is: one that was exported, or a playthrough as text.

    It is looked over and played through first; nothing is ever overwritten.
    """
    came = await asyncio.to_thread(handing_on.let_in, tables.shelf, await request.body(), name, facts)
    if isinstance(came, list):
        wrong(came)
    return Placed(came.campaign[:KEY_LENGTH], came.name, came.note)


HANDLERS = (
    rules, campaigns, begin, sample, campaign, rename, archive, bring_back, export, playthrough, let_in,
)  # fmt: skip

"""Campaigns as a whole: listed, begun, renamed, archived, exported and imported."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, patch, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Struct

from turnkeeper.app.shelf.beginning import OWN, Wanted
from turnkeeper.app.shelf.folder import Shelved, WrongField
from turnkeeper.rules import DEFAULT_GAME
from turnkeeper.views.choices import RuleChoice, rule_choices
from turnkeeper.web import acts
from turnkeeper.web.acts import PlacedCampaign
from turnkeeper.web.api.telling import refuse_form
from turnkeeper.web.open_tables import OpenTables
from turnkeeper.web.request_limits import LARGEST_FILE, LARGEST_TEXT
from turnkeeper.web.requests import Asked

Key = Annotated[
    str, PathParameter(description="A campaign's key, as the list of campaigns tells it.", max_length=64)
]
TAGS = ["campaigns"]


class NewCampaign(Struct, frozen=True, forbid_unknown_fields=True):
    """A campaign to begin.

    ``rules`` is the id of a rule set that comes with the program, ``house`` the text of a house file instead.
    ``map`` is empty for none or for ``map_text``, or ``sample``. ``party`` has a person on each line.
    """

    name: Annotated[str, Meta(max_length=200, examples=["The Barrow"])]
    rules: Annotated[str, Meta(max_length=100, examples=[DEFAULT_GAME])] = ""
    house: Annotated[str, Meta(max_length=2_000_000)] = ""
    options: Annotated[tuple[Annotated[str, Meta(max_length=100)], ...], Meta(max_length=50)] = ()
    begin: Annotated[str, Meta(max_length=100, examples=["day 1 08:00"])] = ""
    seed: Annotated[str, Meta(max_length=200)] = ""
    map: Annotated[str, Meta(max_length=20)] = ""
    map_name: Annotated[str, Meta(max_length=200)] = ""
    map_text: Annotated[str, Meta(max_length=8_000_000)] = ""
    party: Annotated[str, Meta(max_length=20_000, examples=["Varda wisdom 12\nOrlo"])] = ""


class RenameRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A campaign's other name."""

    name: Annotated[str, Meta(max_length=200, examples=["The Barrow, again"])]


@get("/rules", tags=["rules"], summary="Rule sets to begin with", sync_to_thread=True)
def rules() -> tuple[RuleChoice, ...]:
    """Return the rule sets that come with the program, with the options that each offers."""
    return rule_choices()


@get("/campaigns", tags=TAGS, summary="All campaigns", sync_to_thread=True)
def campaigns(tables: OpenTables) -> list[Shelved]:
    """Return every campaign of the folder, the one played last first, the archived ones at the end."""
    return tables.shelf.campaigns()


@post("/campaigns", tags=TAGS, summary="Begin a campaign", request_max_body_size=LARGEST_TEXT)
async def begin(tables: OpenTables, data: JSONBody[NewCampaign]) -> PlacedCampaign:
    """Begin a campaign; all that is wrong is told at once."""
    rules = _one_of("house", data.rules, data.house, DEFAULT_GAME)
    given = {field: getattr(data, field) for field in data.__struct_fields__}
    wanted = Wanted(**{**given, "rules": rules, "map": _one_of("map_text", data.map, data.map_text, "")})
    return _or_wrong(await acts.begin_campaign(tables, wanted))


def _one_of(field: str, named: str, text: str, otherwise: str) -> str:
    """Return the choice: the thing named, or the text that was brought along; refuses both."""
    if not text.strip():
        return named or otherwise
    if named not in {"", OWN}:
        refuse_form(
            [WrongField(field, f"This stands beside {named!r}, which is another.", "send one of the two")]
        )
    return OWN


@post("/sample", tags=TAGS, summary="The sample campaign", status_code=200)
async def sample(tables: OpenTables) -> PlacedCampaign:
    """Begin the sample campaign if it is not there."""
    return await acts.open_sample(tables)


@get("/campaigns/{key:str}", tags=TAGS, summary="One campaign")
async def campaign(tables: OpenTables, key: Key) -> Shelved:
    """Return a campaign's name, rules, clock and size."""
    return (await acts.find_campaign(tables, key))[1]


@patch("/campaigns/{key:str}", tags=TAGS, summary="Rename a campaign")
async def rename(tables: OpenTables, key: Key, data: JSONBody[RenameRequest]) -> PlacedCampaign:
    """Rename a campaign. Who looks on, or follows its events, stays."""
    return _or_wrong(await acts.rename_campaign(tables, key, data.name))


@post("/campaigns/{key:str}/archive", tags=TAGS, summary="Put a campaign away", status_code=200)
async def archive(tables: OpenTables, key: Key) -> PlacedCampaign:
    """Move a campaign into the archive; one that is there already stays."""
    return await acts.archive_campaign(tables, key)


@post("/campaigns/{key:str}/bring-back", tags=TAGS, summary="Take a campaign out", status_code=200)
async def bring_back(tables: OpenTables, key: Key) -> PlacedCampaign:
    """Move a campaign out of the archive; one that is not there stays."""
    return await acts.archive_campaign(tables, key, archived=False)


# Handing on


@get(
    "/campaigns/{key:str}/export",
    tags=TAGS,
    summary="Hand a campaign on as one file",
    media_type="application/octet-stream",
)
async def export(tables: OpenTables, key: Key) -> Response[bytes]:
    """Return a copy of a campaign as it stands now, with all its branches, as one file."""
    return await acts.export_file(tables, key)


@get(
    "/campaigns/{key:str}/playthrough",
    tags=TAGS,
    summary="Hand a campaign on as text",
    media_type="text/plain",
)
async def playthrough(tables: OpenTables, key: Key) -> Response[bytes]:
    """Return the line to the head as a playthrough: commands, faces and what followed, as text."""
    return await acts.export_playthrough(tables, key)


@post("/campaigns/import", tags=TAGS, summary="Import a campaign", request_max_body_size=LARGEST_FILE)
async def let_in(
    request: Asked,
    tables: OpenTables,
    name: Annotated[
        str, QueryParameter(description="The file's name; it names a campaign that has none.", max_length=200)
    ] = "campaign",
) -> PlacedCampaign:
    """Import a campaign. The body is the file as it is: one that was exported, or a playthrough as text.

    It is looked over and played through first; nothing is ever overwritten.
    """
    return _or_wrong(await acts.import_campaign(tables, await request.body(), name))


def _or_wrong(came: PlacedCampaign | WrongField | list[WrongField]) -> PlacedCampaign:
    if not isinstance(came, PlacedCampaign):
        refuse_form([came] if isinstance(came, WrongField) else came)
    return came

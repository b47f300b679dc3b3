"""The map of a campaign: as a drawing, in words, and what can be asked of it."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Struct

from turnkeeper.app.maps import atlas
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.views.maps import asking as mapasking
from turnkeeper.views.maps import view as mapview
from turnkeeper.views.maps.asking import HexView, ReachView, RouteView
from turnkeeper.views.maps.view import MapView
from turnkeeper.web import acts
from turnkeeper.web.open_tables import OpenTable
from turnkeeper.web.problems import refuse, require
from turnkeeper.web.request_limits import LARGEST_TEXT

TAGS = ["map"]
Players = Annotated[bool, QueryParameter(description="The map as players know it.")]
HexName = Annotated[str, PathParameter(description="A hex, such as `0507`.", max_length=20)]
Goal = Annotated[str, QueryParameter(description="A hex, such as `0507`.", max_length=20)]
NO_MAP = ("no-map", "This campaign is played on no map.", "POST one, or say `map use`.")
NO_HEX = ("no-hex", "There is no such hex on this campaign's map.", "such as 0507")


class NewMap(Struct, frozen=True, forbid_unknown_fields=True):
    """A map in the lines of Text Mapper; the text ``sample`` alone is the sample land."""

    name: Annotated[str, Meta(max_length=200, examples=["The Vale"])]
    text: Annotated[str, Meta(max_length=8_000_000, examples=['0101 forest\n0102 plain village "Ash"'])]


class LandDrawing(Struct, frozen=True):
    """A drawing of the land as SVG, of a very large one a window of it; ``land`` names its content."""

    land: str
    svg: str


@get("/campaigns/{key:str}/map", tags=TAGS, summary="The map")
async def map_of(table: OpenTable, players: Players = False) -> MapView | None:  # noqa: FBT002 - a query parameter
    """Return the map with what play marks on it, and the same in words; null where there is none."""
    return await table.look(lambda session: mapview.map_view(session.campaign, players=players))


@post(
    "/campaigns/{key:str}/map",
    tags=TAGS,
    summary="Bring a map",
    status_code=200,
    request_max_body_size=LARGEST_TEXT,
)
async def bring(table: OpenTable, data: JSONBody[NewMap]) -> CommandDone:
    """Play the campaign on a map from now on; it is a command like any other and can be undone."""
    text = atlas.sample_text() if data.text.strip() == atlas.SAMPLE else data.text
    brought, _ = await asyncio.to_thread(atlas.map_from, data.name, text, "the map")
    used = await acts.use_map(table, brought)
    if isinstance(used, Refusal):
        refuse(422, used.code, used.message, used.hint)
    return used


@get("/campaigns/{key:str}/map/land", tags=TAGS, summary="The land, drawn")
async def land(
    table: OpenTable,
    near: Annotated[
        str, QueryParameter(description="Of a very large land, the hex to look at.", max_length=20)
    ] = "",
    players: Players = False,  # noqa: FBT002 - a query parameter
) -> LandDrawing:
    """Return the land as SVG."""
    found = await table.run(lambda session: mapview.draw_land(session.campaign, near, players=players))
    drawn = require(found, *NO_MAP)
    return LandDrawing(drawn.key, drawn.svg)


@get("/campaigns/{key:str}/map/hexes/{name:str}", tags=TAGS, summary="One hex")
async def one_hex(table: OpenTable, name: HexName, players: Players = False) -> HexView:  # noqa: FBT002 - a query parameter
    """Return a hex in words, with the commands for it."""
    found = await table.run(lambda session: mapasking.hex_view(session.campaign, name, players=players))
    return require(found, *NO_HEX)


@get("/campaigns/{key:str}/map/reach", tags=TAGS, summary="Reach")
async def reach(
    table: OpenTable,
    lasts: Annotated[
        str, QueryParameter(description="A length of travel, such as `1 watch`.", max_length=100)
    ],
    players: Players = False,  # noqa: FBT002 - a query parameter
) -> ReachView:
    """Return how far the party comes in a length of travel."""
    found = await table.run(lambda session: mapasking.reach_view(session.campaign, lasts, players=players))
    return require(found, *NO_MAP)


@get("/campaigns/{key:str}/map/route", tags=TAGS, summary="The way to a hex")
async def route(table: OpenTable, to: Goal) -> RouteView:
    """Return the way to a hex that `travel to` would take, leg by leg; and the one by road, if another."""
    found = await table.run(lambda session: mapasking.route_view(session.campaign, to, beside=True))
    return require(found, *NO_HEX)

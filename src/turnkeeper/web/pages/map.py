"""The map of a campaign: the drawing of its land, one hex, reach, a way; and a map to print.

The land is drawn once for each content and asked after by its tag; the rest is small. For players the same
is asked through functions that take whose map it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from typing import TypeVar

from litestar import Response, get
from litestar.exceptions import NotFoundException
from msgspec import Struct

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.codec import Unreadable
from turnkeeper.app.maps.routes import NoWay
from turnkeeper.files.maps.paper import PaperOptions, svg
from turnkeeper.hexes import hex_named
from turnkeeper.play.kernel.scene import outdoors
from turnkeeper.spelling.sentences import capitalised
from turnkeeper.time import SpokenTimeError
from turnkeeper.views.maps.asking import HexView, ReachView, RouteView, hex_view, reach_view, route_view
from turnkeeper.views.maps.sheets import sheet
from turnkeeper.views.maps.text_equivalent import HexInWords
from turnkeeper.views.maps.view import MapView, draw_land, map_view
from turnkeeper.web import render
from turnkeeper.web.open_tables import OpenTable
from turnkeeper.web.requests import Asked, packed, piece

Made = TypeVar("Made")
LONGEST = 80
"""The most letters of a name or a length that are read."""


NO_MAP = "There is no map."
NOWHERE = HexView(HexInWords("", "", ("the map ends",)), ())
"""The view of a place beside the land, or in a hole of it."""


class MapShown(Struct, frozen=True):
    """The values of the page's map: a view, or that one is ``wanted``, or why it is ``lost``."""

    view: MapView | None
    wanted: bool = False
    lost: str = ""


def map_shown(campaign: Campaign, *, players: bool = False) -> MapShown:
    """Return the values of the page's map, in the table's thread."""
    try:
        view = map_view(campaign, players=players)
    except Unreadable as fault:
        return MapShown(None, lost="The map cannot be shown." if players else _sentence(str(fault)))
    wanted = campaign.book.set.travel is not None and outdoors(campaign.state, campaign.book)
    return MapShown(view, wanted=wanted and not players)


async def land_of(request: Asked, table: OpenTable, near: str, *, players: bool = False) -> Response[bytes]:
    """Return the drawing of the land and what its signs mean, packed if welcome; or that it is as it was."""
    found = await _asked(table, lambda campaign: draw_land(campaign, near[:LONGEST], players=players))
    if found is None:
        raise NotFoundException(NO_MAP)
    plain = (found.svg + render.part("map_signs.html", signs=found.signs)).encode()
    window = found.window
    headers = {
        "Cache-Control": "private, no-cache",
        "X-Map-Window": f"{window.column} {window.row} {window.columns} {window.rows}",
    }
    return packed(request, plain, headers=headers, tag=f'"{sha256(plain).hexdigest()[:20]}"')


async def hex_of(table: OpenTable, name: str, *, menu: bool = False, players: bool = False) -> Response[str]:
    """Return one hex in words; for a ``menu`` with its commands."""
    found = await _asked(table, lambda campaign: hex_view(campaign, name[:LONGEST], players=players))
    if found is None and hex_named(name[:LONGEST]) is None:
        raise NotFoundException("There is no such hex on the map.")
    return piece(
        render.part("map_hex.html", hex=found or NOWHERE, called=name[:LONGEST], menu=menu, key=table.key)
    )


async def reach_of(table: OpenTable, lasts: str, *, players: bool = False) -> Response[str]:
    """Return how far the party comes in a length of travel."""
    found = await _answered(table, lambda campaign: reach_view(campaign, lasts[:LONGEST], players=players))
    rows = (f"{name}: {takes}" for name, takes in found.hexes) if isinstance(found, ReachView) else ()
    return _answer(found, rows)


def _answer(found: ReachView | RouteView | str, rows: Iterable[str]) -> Response[str]:
    drawn, says = (None, found) if isinstance(found, str) else (found, _sentence(found.says))
    ways = found.ways if isinstance(found, RouteView) else 0
    return piece(render.part("map_answer.html", found=drawn, says=says, rows=tuple(rows), ways=ways))


@get("/c/{key:str}/map/land")
async def land(request: Asked, table: OpenTable, near: str = "") -> Response[bytes]:
    """Return the drawing of the land, of a very large one the window around a hex."""
    return await land_of(request, table, near)


@get("/c/{key:str}/map/hex/{name:str}")
async def one_hex(table: OpenTable, name: str, *, menu: bool = False) -> Response[str]:
    """Return one hex."""
    return await hex_of(table, name, menu=menu)


@get("/c/{key:str}/map/reach")
async def reach(table: OpenTable, lasts: str = "") -> Response[str]:
    """Return how far the party comes."""
    return await reach_of(table, lasts)


@get("/c/{key:str}/map/route")
async def route(table: OpenTable, to: str = "") -> Response[str]:
    """Return the way to a hex."""
    found = await _answered(table, lambda campaign: route_view(campaign, to[:LONGEST]))
    legs = found.legs if isinstance(found, RouteView) else ()
    rows = (f"{leg.called} {', '.join(leg.there)}: {leg.takes} {leg.bearing}".rstrip() for leg in legs)
    return _answer(found, rows)


@get("/c/{key:str}/map/way")
async def planned(table: OpenTable, to: str = "") -> Response[str]:
    """Return the way to a hex, and beside it the way by road where that is another."""
    return _answer(
        await _answered(table, lambda campaign: route_view(campaign, to[:LONGEST], beside=True)), ()
    )


@get("/c/{key:str}/map/print")
async def printed(table: OpenTable) -> Response[str]:
    """Return the referee's whole map as a drawing to print."""

    def drawn(campaign: Campaign) -> str | None:
        ours = sheet(campaign)
        return None if ours is None else svg(ours, PaperOptions(landmarks=True))

    found = await _asked(table, drawn)
    if found is None:
        raise NotFoundException(NO_MAP)
    return Response(found, media_type="image/svg+xml")


async def _asked(table: OpenTable, read: Callable[[Campaign], Made | None]) -> Made | None:
    """Return the map as read; ``None`` when the map is gone."""
    with suppress(Unreadable):
        return await table.run(lambda session: read(session.campaign))
    return None


async def _answered(table: OpenTable, ask: Callable[[Campaign], Made | None]) -> Made | str:
    """Return the answer to a question about the map, or a sentence with the reason why there is none."""
    try:
        found = await table.run(lambda session: ask(session.campaign))
    except (NoWay, SpokenTimeError) as fault:
        return _sentence(fault.message)
    except Unreadable as fault:
        return _sentence(str(fault))
    if found is None:
        raise NotFoundException(NO_MAP)
    return found


def _sentence(text: str) -> str:
    return f"{capitalised(text).removesuffix('.')}."

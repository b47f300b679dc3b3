"""The table's display: a page for a television or a projector, which needs nobody to touch it.

The referee opens it in a second window, or on another machine by a player's link, and chooses on the own
screen what it shows. Its parts are made of the players' view alone, and go to all who look at it by a channel
of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, get_args

from litestar import Response, get, post
from litestar.response import Redirect
from msgspec import Struct

from turnkeeper.app import sharing
from turnkeeper.app.sharing import Display, Displays
from turnkeeper.views.players.display import display_view
from turnkeeper.web import render
from turnkeeper.web.link_access import agreed
from turnkeeper.web.open_tables import LINK, OpenTable
from turnkeeper.web.pages.map import MapShown, land_of, map_shown
from turnkeeper.web.pages.player import LinkGone, gone, guest_of, shown_to, still_holds
from turnkeeper.web.requests import FORM, Asked, by_script, guests_of, piece
from turnkeeper.web.security import OPEN, name_of
from turnkeeper.web.sse_channel import Listener

if TYPE_CHECKING:
    from collections.abc import Mapping

SHOWS: tuple[Displays, ...] = get_args(Displays)


class DisplayForm(Struct, frozen=True):
    """What the display is to show: one of `SHOWS`, or ``handout:`` and a title."""

    shows: str = ""


def display_values(table: OpenTable) -> dict[str, object]:
    """Return the values for the parts of the display, in the table's thread."""
    kept = agreed(table.path).sharing
    drawn = display_view(table.session.campaign, kept)
    shows_map = drawn.shows == "map"
    land = map_shown(table.session.campaign, players=True) if shows_map else MapShown(None)
    return {"display": drawn, "view": drawn.view, "map": land}


def display_parts(table: OpenTable) -> Mapping[str, str]:
    """Return the parts of the display."""
    return render.parts("display", **display_values(table))


async def _page(table: OpenTable, at: str) -> Response[str]:
    return render.page("display.html", {**await table.look(lambda _: display_values(table)), "at": at})


@get("/c/{key:str}/display")
async def page(table: OpenTable) -> Response[str]:
    """Return the display as it stands, for a second window of the referee's."""
    return await _page(table, f"/c/{table.key}/display")


@get("/c/{key:str}/display/events")
async def events(request: Asked, table: OpenTable) -> Listener:
    """Stream what the display shows."""
    return await table.join(table.display, whose=name_of(request))


@get("/c/{key:str}/display/map/land")
async def land(request: Asked, table: OpenTable, near: str = "") -> Response[bytes]:
    """Return the drawing of the land as players know it."""
    return await land_of(request, table, near, players=True)


@post("/c/{key:str}/display", status_code=200)
async def choose(request: Asked, table: OpenTable, data: Annotated[DisplayForm, FORM]) -> Response[str]:
    """Choose what the display shows."""
    word, _, handout = data.shows.partition(":")
    chosen = next((one for one in SHOWS if one == word), None)
    if chosen is not None:
        wanted = Display(chosen, handout)
        await guests_of(request).change(table, lambda kept: sharing.displaying(kept, wanted))
    return piece("") if by_script(request) else Redirect(f"/c/{table.key}", status_code=303)


@get("/p/{token:str}/display", opt=dict(OPEN), exception_handlers={LinkGone: gone})
async def page_by_link(request: Asked, token: str) -> Response[str]:
    """Return the display as it stands, by a player's link."""
    return await _page(guest_of(request, token).table, f"/p/{token}/display")


@get("/p/{token:str}/display/events", opt=dict(OPEN), exception_handlers={LinkGone: gone})
async def events_by_link(request: Asked, token: str) -> Listener:
    """Stream what the display shows to a player's link, for as long as it holds."""
    guest = guest_of(request, token)
    return still_holds(guest, await guest.table.join(guest.table.display, whose=LINK + guest.link.id))


@get("/p/{token:str}/display/map/land", opt=dict(OPEN), exception_handlers={LinkGone: gone})
async def land_by_link(request: Asked, token: str, near: str = "") -> Response[bytes]:
    """Return the drawing of the land as players know it."""
    return await land_of(request, shown_to(guest_of(request, token)), near, players=True)


HANDLERS = (page, events, land, choose, page_by_link, events_by_link, land_by_link)

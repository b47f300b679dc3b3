"""The page of the players' view and links; a throw handed to one of them; and the table's display."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Annotated, get_args
from urllib.parse import quote

import segno
from litestar import Controller, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.response import Redirect
from msgspec import Struct
from msgspec.structs import asdict

from turnkeeper.app import sharing
from turnkeeper.app.session import Session
from turnkeeper.app.sharing import Display, Displays, Link, TimeShown
from turnkeeper.views.players.display import display_view
from turnkeeper.web import acts, render
from turnkeeper.web.link_access import LinkAccess, agreed
from turnkeeper.web.open_tables import LINK, OpenTable
from turnkeeper.web.pages.map import MapShown, land_of, map_shown
from turnkeeper.web.pages.player import LinkGone, gone, guest_of, shown_to, still_holds
from turnkeeper.web.render import day, moment
from turnkeeper.web.request_limits import is_this_machine
from turnkeeper.web.requests import FORM, Asked, by_script, guests_of, piece
from turnkeeper.web.security import OPEN, name_of
from turnkeeper.web.sse_channel import Listener

SVG = "image/svg+xml"
WHOLE = 1000
TIMES: tuple[tuple[TimeShown, str], ...] = (
    ("exact", "to the minute"),
    ("part", "the watch or the part of the day"),
    ("day", "the day alone"),
    ("nothing", "not at all"),
)


class ShownForm(Struct, frozen=True):
    """What players see, as the form sends it: a box without a tick is not sent. ``low`` is in per cent."""

    time: TimeShown = "part"
    weather: bool = False
    numbers: bool = False
    map: bool = False
    light: bool = False
    story: bool = False
    low: int = sharing.LOW // 10
    portraits: bool = False


class LinkForm(Struct, frozen=True):
    """A link as the form sends it."""

    label: str = ""
    character: str = ""
    light: bool = False
    answers: bool = False


class AskForm(Struct, frozen=True):
    """To whom the throw of a number is handed; to nobody any more with an empty link."""

    link: str = ""
    number: int = 0


class LinkRow(Struct, frozen=True):
    """A link as the page shows it; ``address`` is empty when its token is not known any more."""

    link: Link
    made: str
    address: str


def address_for_players(request: Asked) -> str:
    """Return where players find this server: as the referee does, unless that holds on this machine alone."""
    host = request.url.hostname or ""
    around: str = request.app.state.get("around", "")
    return around if around and is_this_machine(host) else str(request.base_url).rstrip("/")


class SharingPage(Controller):
    """The referee's page of settings shared with the players."""

    path = "/c/{key:str}/sharing"
    include_in_schema = False

    @get("/")
    async def page(self, request: Asked, table: OpenTable, key: str) -> Response[str]:
        """Show what players see, and the links by which they do."""
        kept = agreed(table.path)
        base, guests = address_for_players(request), guests_of(request)

        def drawn(session: Session) -> dict[str, object]:
            return {
                "key": key,
                "campaign": session.campaign.store.facts.name,
                "people": [one.name for one in session.campaign.state.party.members],
            }

        rows = [_row(one, guests, base) for one in reversed(kept.sharing.open_links)]
        values = {"shown": kept.sharing.shown, "wrong": kept.wrong, "rows": rows, "times": TIMES}
        values["full"] = sharing.full(kept.sharing)
        return render.page("sharing.html", {**await table.look(drawn), **values})

    @post("/shown", status_code=303)
    async def shown(self, request: Asked, table: OpenTable, data: Annotated[ShownForm, FORM]) -> Redirect:
        """Choose what players see."""
        low = min(max(data.low * 10, 0), WHOLE)
        await acts.agree(guests_of(request), table, asdict(data) | {"low": low})
        return _back(table)

    @post("/links", status_code=303)
    async def make(self, request: Asked, table: OpenTable, data: Annotated[LinkForm, FORM]) -> Redirect:
        """Make a link for a player."""
        made, _ = await guests_of(request).make_link(table, data.label, data.character)
        return _back(table, made.id)

    @post("/links/{link:str}", status_code=303)
    async def change(
        self, request: Asked, table: OpenTable, link: str, data: Annotated[LinkForm, FORM]
    ) -> Redirect:
        """Change whom a link is for, and its rights."""
        await guests_of(request).change_link(
            table, link, label=data.label, character=data.character, light=data.light, answers=data.answers
        )
        return _back(table, link)

    @post("/links/{link:str}/revoke", status_code=303)
    async def revoke(self, request: Asked, table: OpenTable, link: str) -> Redirect:
        """Revoke a link, at once."""
        await guests_of(request).revoke_link(table, link)
        return _back(table)

    @get("/links/{link:str}/qr.svg")
    async def code(self, request: Asked, table: OpenTable, link: str) -> Response[bytes]:
        """Return a link's address as a QR code, as long as its token is known."""
        found = agreed(table.path).sharing.link(link)
        address = (
            "" if found is None else _row(found, guests_of(request), address_for_players(request)).address
        )
        if not address:
            raise NotFoundException
        return Response(drawn_code(address), media_type=SVG)


@post("/c/{key:str}/ask", status_code=200)
async def ask(request: Asked, table: OpenTable, data: Annotated[AskForm, FORM]) -> Response[str]:
    """Hand the throw that is waited for to a player, or take it back from them."""
    await acts.hand_over(table, data.link, data.number)
    if not by_script(request):
        return Redirect(f"/c/{table.key}", status_code=303)
    return piece("")


def drawn_code(address: str) -> bytes:
    """Return an address as a QR code: dark on light whatever the theme, with the border that cameras need."""
    out = io.BytesIO()
    segno.make(address, micro=False).save(out, kind="svg", border=4, omitsize=True, dark="#000", light="#fff")
    return out.getvalue()


def _row(link: Link, guests: LinkAccess, base: str) -> LinkRow:
    token = guests.token_of(link)
    made = moment(link.made / 1000)
    return LinkRow(link, f"{day(made)}, {made:%H:%M}", f"{base}/p/{quote(token)}" if token else "")


def _back(table: OpenTable, link: str = "") -> Redirect:
    return Redirect(f"/c/{table.key}/sharing{f'#link-{link}' if link else ''}", status_code=303)


# The table's display: made of the players' view alone, for a television that nobody touches


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
        await acts.agree(guests_of(request), table, display=wanted)
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

"""The players' page: their view, kept up to date, their map, and the two rights that a link can be granted.

A token opens this page and nothing else. The parts of the page are the same bytes for all players of a table;
each player's own part is fetched by itself. The map is made of the players' own sheet.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from typing import Annotated

import msgspec
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, HeaderParameter, SkipValidation
from litestar.response import Redirect
from msgspec import Struct

from turnkeeper.app.session import Session
from turnkeeper.app.sharing import LONGEST_TOKEN, Link
from turnkeeper.views.players.display import shown_picture
from turnkeeper.views.players.seat import Doing, Told, seat
from turnkeeper.views.players.view import players_view
from turnkeeper.web import acts, render
from turnkeeper.web.link_access import LinkHolder, agreed
from turnkeeper.web.open_tables import OpenTable
from turnkeeper.web.pages.assets import picture_answer
from turnkeeper.web.pages.map import NO_MAP, MapShown, hex_of, land_of, map_shown, reach_of
from turnkeeper.web.pages.people import portraits_of
from turnkeeper.web.requests import FORM, Asked, by_script, guests_of, packed, piece
from turnkeeper.web.security import OPEN
from turnkeeper.web.sse_channel import Listener

_SALT = secrets.token_bytes(16)
"""Differs between two starts of the server, so that nothing can be worked out from a mark."""

SeenVersion = Annotated[str, HeaderParameter(name="Last-Event-ID", required=False)]
Comer = NamedDependency[SkipValidation[LinkHolder]]


class LinkGone(NotFoundException):
    """A link that is unknown or was revoked; nothing tells which."""


class LampForm(Struct, frozen=True):
    """A light of the player's own character, to be lit or put out."""

    kind: str = ""
    doing: Doing = "light"


class PlayerFacesForm(Struct, frozen=True):
    """Faces for the throw of a ticket; ``r`` rolls the campaign's dice."""

    ticket: str = ""
    faces: str = ""


def player_values(table: OpenTable) -> dict[str, object]:
    """Return the values for the parts of the players' page, in the table's thread.

    ``grants`` and ``own`` are marks that change when the part of one link alone may have changed.
    """
    kept = agreed(table.path).sharing
    return {
        "view": players_view(table.session.campaign, kept.shown),
        "story": kept.shown.story,
        "map": map_shown(table.session.campaign, players=True) if kept.shown.map else MapShown(None),
        "portraits": portraits_of(table.session) if kept.shown.portraits else frozenset(),
        "grants": _mark([(one.id, one.character, one.light, one.answers) for one in kept.open_links]),
        "own": _mark([seat(table.session, one) for one in kept.open_links if one.light or one.answers]),
    }


def players_parts(table: OpenTable) -> Mapping[str, str]:
    """Return the parts of the players' page."""
    return render.parts("player", **player_values(table))


def _mark(of: object) -> str:
    return hashlib.sha256(_SALT + msgspec.json.encode(of)).hexdigest()[:10]


def guest_of(request: Asked, token: str) -> LinkHolder:
    """Return the guest of the token in an address; raises `LinkGone`."""
    found = guests_of(request).find(token) if len(token) <= LONGEST_TOKEN else None
    if found is None:
        raise LinkGone
    return found


def still_holds(guest: LinkHolder, listener: Listener) -> Listener:
    """Return a stream, at its end where its link was revoked before: nobody could have ended it then."""
    now = agreed(guest.table.path).sharing.link(guest.link.id)
    if now is None or now.revoked is not None:
        listener.close()
    return listener


def shown_to(guest: LinkHolder) -> OpenTable:
    """Return the table of a guest who may see the map; raises `NotFoundException`."""
    if not agreed(guest.table.path).sharing.shown.map:
        raise NotFoundException(NO_MAP)
    return guest.table


def gone(_request: Asked, _fault: Exception) -> Response[str]:
    """Return the page that says that a link holds no longer."""
    return render.page("player_gone.html", {}, 404)


def _own(session: Session, link: Link, token: str, told: Told | None = None) -> str:
    return render.part("player_own.html", seat=seat(session, link), link=link, token=token, told=told)


class PlayerPage(Controller):
    """The page of one token."""

    path = "/p/{token:str}"
    opt = dict(OPEN)  # noqa: RUF012 - as Litestar has it
    include_in_schema = False
    dependencies = {"guest": Provide(guest_of, sync_to_thread=False)}  # noqa: RUF012 - as Litestar has it
    exception_handlers = {LinkGone: gone}  # noqa: RUF012 - as Litestar has it

    @get("/")
    async def page(self, request: Asked, guest: Comer, token: str) -> Response[bytes]:
        """Return the page as it stands."""
        table, link = guest

        def drawn(session: Session) -> dict[str, object]:
            return {**player_values(table), "own_part": _own(session, link, token), "token": token}

        return packed(request, render.part("player.html", **await table.look(drawn)).encode())

    @get("/events")
    async def events(self, guest: Comer, seen: SeenVersion = "") -> Listener:
        """Stream the parts of the page that change."""
        return still_holds(guest, await guest.table.join(guest.table.players, seen, guest.link.id))

    @get("/mine")
    async def mine(self, guest: Comer, token: str) -> Response[str]:
        """Return the link's own part."""
        return piece(await guest.table.run(_own, guest.link, token))

    @post("/light", status_code=200)
    async def light(
        self, request: Asked, guest: Comer, token: str, data: Annotated[LampForm, FORM]
    ) -> Response[str]:
        """Light or put out a light of the link's character."""
        told = await acts.change_light(guest, data.kind, data.doing)
        return await _after(request, guest, token, told)

    @post("/answer", status_code=200)
    async def answer(
        self, request: Asked, guest: Comer, token: str, data: Annotated[PlayerFacesForm, FORM]
    ) -> Response[str]:
        """Answer the throw that was handed to the link."""
        told = await acts.answer_throw(guest, data.ticket, data.faces)
        return await _after(request, guest, token, told)

    @get("/picture/{digest:str}")
    async def picture(self, guest: Comer, digest: FromPath[str]) -> Response[bytes]:
        """Return a picture that lies open for the players."""
        shown = agreed(guest.table.path).sharing.shown
        found = await guest.table.run(lambda session: shown_picture(session.campaign, digest, shown))
        return picture_answer(found)

    @get("/map/land")
    async def land(self, request: Asked, guest: Comer, near: str = "") -> Response[bytes]:
        """Return the drawing of the known land."""
        return await land_of(request, shown_to(guest), near, players=True)

    @get("/map/hex/{name:str}")
    async def one_hex(self, guest: Comer, name: str) -> Response[str]:
        """Return the known facts of one hex."""
        return await hex_of(shown_to(guest), name, players=True)

    @get("/map/reach")
    async def reach(self, guest: Comer, lasts: str = "") -> Response[str]:
        """Return how far the party comes over known land."""
        return await reach_of(shown_to(guest), lasts, players=True)


async def _after(request: Asked, guest: LinkHolder, token: str, told: Told) -> Response[str]:
    if not by_script(request):
        return Redirect(f"/p/{token}", status_code=303)
    return piece(await guest.table.run(_own, guest.link, token, told))

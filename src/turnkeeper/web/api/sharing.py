"""What players see, their links, and the view of a player's token."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import delete, get, patch, post
from litestar.exceptions import NotAuthorizedException
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import UNSET, Meta, Struct, UnsetType

from turnkeeper.app import sharing
from turnkeeper.app.session import Session
from turnkeeper.app.sharing import LONGEST_LABEL, LONGEST_TOKEN, Display, Sharing, Shown, TimeShown
from turnkeeper.chance.drivers import DiceKind
from turnkeeper.views.players.seat import Seat, seat
from turnkeeper.views.players.view import PlayersView, players_view
from turnkeeper.views.story import Story, story
from turnkeeper.web import acts
from turnkeeper.web.link_access import LinkHolder, agreed
from turnkeeper.web.open_tables import OpenTable
from turnkeeper.web.problems import require
from turnkeeper.web.requests import Asked, guests_of
from turnkeeper.web.security import BEARER, OPEN

TAGS = ["sharing"]
Label = Annotated[str, Meta(max_length=LONGEST_LABEL, examples=["Anna, for Varda"])]
Character = Annotated[str, Meta(max_length=LONGEST_LABEL, examples=["Varda"])]
LinkId = Annotated[str, PathParameter(description="A link's id.", max_length=64)]


class LinkInfo(Struct, frozen=True):
    """A player's link: whom it is for, the character for whom it stands, and what it may do.

    ``made`` and ``revoked`` are in Unix milliseconds; ``revoked`` is 0 while it holds.
    """

    id: str
    label: str
    character: str
    light: bool
    answers: bool
    made: int
    revoked: int


class SharingInfo(Struct, frozen=True):
    """Who answers throws at a table, what its players and its display see, and their links.

    ``wrong`` is the fault of the file that keeps it; then no link holds.
    """

    dice: DiceKind
    shown: Shown
    links: tuple[LinkInfo, ...]
    wrong: str = ""
    display: Display = Display()


class ShownChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Changes to what players see; fields left out stay."""

    time: TimeShown | UnsetType = UNSET
    weather: bool | UnsetType = UNSET
    numbers: bool | UnsetType = UNSET
    map: bool | UnsetType = UNSET
    light: bool | UnsetType = UNSET
    low: Annotated[int, Meta(ge=0, le=1000)] | UnsetType = UNSET
    story: bool | UnsetType = UNSET
    portraits: bool | UnsetType = UNSET


class SharingChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Changes to what a table shares; fields left out stay."""

    dice: Literal["seeded", "typed"] | UnsetType = UNSET
    shown: ShownChange = ShownChange()
    display: Display | UnsetType = UNSET


class NewLinkRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A link to make: whom it is for, and the character for whom it stands."""

    label: Label
    character: Character = ""


class LinkChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Changes to a link; fields left out stay, so nothing is granted by default."""

    label: Label | UnsetType = UNSET
    character: Character | UnsetType = UNSET
    light: bool | UnsetType = UNSET
    answers: bool | UnsetType = UNSET


class MadeLink(Struct, frozen=True):
    """A link that was made. ``token`` is told this once; ``page`` is the address of the player's page."""

    link: LinkInfo
    token: str
    page: str


class PlayersSide(Struct, frozen=True):
    """The view of all players, and what the player of this token may do."""

    view: PlayersView
    seat: Seat


def _shown(link: sharing.Link) -> LinkInfo:
    return LinkInfo(
        link.id, link.label, link.character, link.light, link.answers, link.made, link.revoked or 0
    )


def _info(kept: Sharing, wrong: str = "") -> SharingInfo:
    return SharingInfo(kept.dice, kept.shown, tuple(map(_shown, kept.links)), wrong, kept.display)


@get("/campaigns/{key:str}/sharing", tags=TAGS, summary="What is shared")
async def agreement(table: OpenTable) -> SharingInfo:
    """Return the agreements of a table; tokens of links are not told."""
    kept = agreed(table.path)
    return _info(kept.sharing, kept.wrong)


@patch("/campaigns/{key:str}/sharing", tags=TAGS, summary="Change what is shared")
async def agree(request: Asked, table: OpenTable, data: JSONBody[SharingChange]) -> SharingInfo:
    """Change who answers throws, or what players see; they see it at once."""
    said = {name: value for name, value in _said(data).items() if name != "shown"}
    return _info(await acts.agree(guests_of(request), table, _said(data.shown), **said))


def _said(change: Struct) -> dict[str, object]:
    """Return the fields that were sent."""
    fields = {name: getattr(change, name) for name in change.__struct_fields__}
    return {name: value for name, value in fields.items() if value is not UNSET}


@post("/campaigns/{key:str}/links", tags=TAGS, summary="Make a link")
async def make(request: Asked, table: OpenTable, data: JSONBody[NewLinkRequest]) -> MadeLink:
    """Make a link for a player. Its token is told this once: only its hash is kept."""
    link, token = await guests_of(request).make_link(table, data.label, data.character)
    return MadeLink(_shown(link), token, f"/p/{token}")


@patch("/campaigns/{key:str}/links/{link_id:str}", tags=TAGS, summary="Change a link")
async def change_link(
    request: Asked, table: OpenTable, link_id: LinkId, data: JSONBody[LinkChange]
) -> LinkInfo:
    """Change whom a link is for, or what it may do."""
    said = _said(data)
    return _shown(await guests_of(request).change_link(table, link_id, **said))  # type: ignore[arg-type]


@delete("/campaigns/{key:str}/links/{link_id:str}", tags=TAGS, summary="Revoke a link")
async def revoke(request: Asked, table: OpenTable, link_id: LinkId) -> None:
    """Revoke a link; pages that are open by it go blank at once."""
    await guests_of(request).revoke_link(table, link_id)


@get("/player", tags=["players"], summary="What a player sees", opt=dict(OPEN), security=[{"player": []}])
async def player(request: Asked) -> PlayersSide:
    """Return the view of a player's token, which is sent as ``Authorization: Bearer``."""
    guest = _guest(request)

    def found(session: Session) -> PlayersSide:
        shown = agreed(guest.table.path).sharing.shown
        return PlayersSide(players_view(session.campaign, shown), seat(session, guest.link))

    return await guest.table.look(found)


@get(
    "/player/story", tags=["players"], summary="The story for players",
    opt=dict(OPEN), security=[{"player": []}],
)  # fmt: skip
async def player_story(
    request: Asked,
    session: Annotated[int, QueryParameter(ge=0, description="Which session; 0 is the latest.")] = 0,
) -> Story:
    """Return a session as players read it, where the referee shares it."""
    guest = _guest(request)
    shown = agreed(guest.table.path).sharing.shown
    told = await guest.table.look(lambda at: story(at.campaign, shown, session)) if shown.story else None
    return require(
        told, "no-session", "There is no such session for you.", "The referee can share the story."
    )


def _guest(request: Asked) -> LinkHolder:
    """Return the holder of the token that a program sends; raises `NotAuthorizedException`."""
    said = request.headers.get("authorization", "")
    token = said.removeprefix(BEARER).strip()
    known = said.startswith(BEARER) and len(token) <= LONGEST_TOKEN
    guest = guests_of(request).find(token) if known else None
    if guest is None:
        raise NotAuthorizedException
    return guest

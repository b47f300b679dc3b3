"""The story of a campaign, session by session: the referee's, with its secrets, and the players'.

Both are pages to read and print, and Markdown to send. Players read theirs by their link once the referee
shares it. Here the referee also ends one session and begins the next.
"""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.response import Redirect
from msgspec import Struct

from turnkeeper.app.session import Session
from turnkeeper.app.shelf.handing_on import file_name_for
from turnkeeper.views.referee.sessions import as_icalendar, sessions_played
from turnkeeper.views.story import Story, as_markdown, story
from turnkeeper.web import render
from turnkeeper.web.link_access import agreed
from turnkeeper.web.open_tables import OpenTable
from turnkeeper.web.pages.palette import missing
from turnkeeper.web.pages.player import LinkGone, gone, guest_of
from turnkeeper.web.requests import FORM, Asked
from turnkeeper.web.security import OPEN

MARKDOWN = "text/markdown"
ICALENDAR = "text/calendar"
NO_SESSION = "There is no such session"
MOST_TITLE = 80


class SessionForm(Struct, frozen=True):
    """The end of a session: the title of the next, and the head that was seen."""

    title: str = ""
    seen: str = ""


def _read(session: Session, table: OpenTable, number: int, *, secrets: bool) -> tuple[Story | None, str]:
    shown = agreed(table.path).sharing.shown
    return story(session.campaign, shown, number, secrets=secrets), session.head


@get("/c/{key:str}/story")
async def referee_story(
    request: Asked, table: OpenTable, session: int = 0, form: str = "", *, players: bool = False
) -> Response[str] | Response[bytes]:
    """Return a session as a story, the latest if unsaid: with secrets marked, or as the players read it."""
    told, head = await table.look(lambda at: _read(at, table, session, secrets=not players))
    if told is None:
        return missing(request, table, NO_SESSION, "The story of this campaign lists those there are.")
    if form == "markdown":
        return _markdown(told)
    if form == "icalendar":
        return await table.look(_icalendar)
    shared = agreed(table.path).sharing.shown.story
    played = await table.look(lambda at: {one.number: one for one in sessions_played(at.campaign)})
    values = {"key": table.key, "campaign": told.campaign, "head": head, "story": told, "shared": shared}
    values |= {"played": played}
    return render.page("story.html", {**values, "players": players, "base": f"/c/{table.key}/story"})


@post("/c/{key:str}/story", status_code=303)
async def end_session(table: OpenTable, data: Annotated[SessionForm, FORM]) -> Redirect:
    """End the session, and begin the next under a title or none."""
    said = f"new session {data.title.strip()[:MOST_TITLE]}".strip()
    await table.change(lambda session: session.say(said, data.seen))
    return Redirect(f"/c/{table.key}/story", status_code=303)


@get("/p/{token:str}/story", opt=dict(OPEN), exception_handlers={LinkGone: gone})
async def players_story(
    request: Asked, token: str, session: int = 0, form: str = ""
) -> Response[str] | Response[bytes]:
    """Return a session as the players read it, where the referee shares it."""
    table, _ = guest_of(request, token)
    if not agreed(table.path).sharing.shown.story:
        raise NotFoundException("The story is not shared.")
    told, _ = await table.look(lambda at: _read(at, table, session, secrets=False))
    if told is None:
        raise NotFoundException(NO_SESSION)
    if form == "markdown":
        return _markdown(told)
    return render.page("player_story.html", {"story": told, "token": token, "base": f"/p/{token}/story"})


def _icalendar(session: Session) -> Response[bytes]:
    campaign = session.campaign
    name = file_name_for(f"{campaign.store.facts.name} sessions", ".ics")
    return render.download(as_icalendar(campaign, sessions_played(campaign)).encode(), name, ICALENDAR)


def _markdown(told: Story) -> Response[bytes]:
    name = file_name_for(f"{told.campaign} {told.session.number}", ".md")
    return render.download(as_markdown(told).encode(), name, MARKDOWN)

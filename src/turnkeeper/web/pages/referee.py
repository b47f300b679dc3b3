"""The referee's page of one campaign: its state, the commands said to it, and the stream that updates it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Concatenate, ParamSpec

from litestar import Response, get, post
from litestar.enums import MediaType
from litestar.params import HeaderParameter
from litestar.response import Redirect
from msgspec import Struct

from turnkeeper.app.dice import DiceKind, split_faces
from turnkeeper.app.outcomes import Outcome
from turnkeeper.app.session import Session
from turnkeeper.web import render
from turnkeeper.web.drawing import referee_values
from turnkeeper.web.open_tables import OpenTable
from turnkeeper.web.requests import FORM, Asked, by_script
from turnkeeper.web.sse_channel import Listener

Given = ParamSpec("Given")
SeenHead = Annotated[str, HeaderParameter(name="X-Seen-Head", required=False)]
SeenVersion = Annotated[str, HeaderParameter(name="Last-Event-ID", required=False)]


class WordsForm(Struct, frozen=True):
    """A spoken command as a form sends it. ``faces`` are those of its throws, ``dice`` who answers others."""

    text: str = ""
    faces: str = ""
    dice: DiceKind | None = None
    seen: str = ""


class FacesForm(Struct, frozen=True):
    """Faces typed for the throw that is waited for; with ``rest`` the campaign's dice answer all others."""

    faces: str = ""
    rest: bool = False
    seen: str = ""


class MoveForm(Struct, frozen=True):
    """Where the head should move; ``to`` is a commit's id."""

    to: str = ""
    seen: str = ""


class HeadForm(Struct, frozen=True):
    """A form of one button; ``seen`` is the head that the page shows."""

    seen: str = ""


@get("/c/{key:str}")
async def screen(table: OpenTable) -> Response[str]:
    """Return the screen of a campaign."""

    def drawn(session: Session) -> dict[str, object]:
        session.refresh()
        return referee_values(table)

    return render.page("referee.html", await table.run(drawn))


@get("/c/{key:str}/events")
async def events(table: OpenTable, seen: SeenVersion = "") -> Listener:
    """Stream the parts of the screen that change."""
    return await table.join(table.referee, seen)


async def _acted(
    request: Asked,
    table: OpenTable,
    function: Callable[Concatenate[Session, Given], Outcome],
    *args: Given.args,
    **more: Given.kwargs,
) -> Response[str]:
    """Act on the session, and return the outcome with its revision.

    It is a part of the page, or for a browser without scripts the whole page.
    """

    def act(session: Session) -> tuple[Outcome, str]:
        return function(session, *args, **more), session.revision

    outcome, revision = await table.change(act)
    if not by_script(request):
        return Redirect(f"/c/{table.key}", status_code=303)
    part = render.part("outcome.html", outcome=outcome, key=table.key, revision=revision)
    return Response(
        f'<hx-partial hx-target="#part-outcome" hx-swap="outerMorph">{part}</hx-partial>',
        media_type=MediaType.HTML,
    )


@post("/c/{key:str}/say", status_code=200)
async def say(
    request: Asked, table: OpenTable, data: Annotated[WordsForm, FORM], seen_head: SeenHead = ""
) -> Response[str]:
    """Say a command to the campaign."""
    faces = split_faces((data.faces,))
    seen = seen_head or data.seen
    return await _acted(request, table, Session.say, data.text, seen, faces=faces, dice=data.dice)


@post("/c/{key:str}/answer", status_code=200)
async def answer(
    request: Asked, table: OpenTable, data: Annotated[FacesForm, FORM], seen_head: SeenHead = ""
) -> Response[str]:
    """Answer the throw that is waited for."""
    seen = seen_head or data.seen
    return await _acted(request, table, Session.answer, data.faces, seen, rest=data.rest)


@post("/c/{key:str}/give-up", status_code=200)
async def give_up(request: Asked, table: OpenTable, data: Annotated[HeadForm, FORM]) -> Response[str]:
    """Drop the command that waits for a throw."""
    del data
    return await _acted(request, table, Session.give_up)


@post("/c/{key:str}/undo", status_code=200)
async def undo(
    request: Asked, table: OpenTable, data: Annotated[HeadForm, FORM], seen_head: SeenHead = ""
) -> Response[str]:
    """Take back the last command."""
    return await _acted(request, table, Session.undo, seen_head or data.seen)


@post("/c/{key:str}/redo", status_code=200)
async def redo(
    request: Asked, table: OpenTable, data: Annotated[HeadForm, FORM], seen_head: SeenHead = ""
) -> Response[str]:
    """Redo the commands undone last."""
    return await _acted(request, table, Session.redo, seen_head or data.seen)


@post("/c/{key:str}/go", status_code=200)
async def go(
    request: Asked, table: OpenTable, data: Annotated[MoveForm, FORM], seen_head: SeenHead = ""
) -> Response[str]:
    """Go to any commit, on any branch."""
    return await _acted(request, table, Session.go, data.to, seen_head or data.seen)


HANDLERS = (screen, events, say, answer, give_up, undo, redo, go)

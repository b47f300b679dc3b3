"""Playing: saying commands to a campaign, and moving its head back, on, or to any commit."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from turnkeeper.app.foretelling import ThrowsAhead
from turnkeeper.app.session import Session
from turnkeeper.app.words import MOST_TIMES
from turnkeeper.chance.drivers import DiceKind
from turnkeeper.chance.typed import split_faces
from turnkeeper.views.referee.throwing import ThrowView, throw_view
from turnkeeper.web import acts
from turnkeeper.web.api.telling import DONE, refuse_outcome, to_response
from turnkeeper.web.open_tables import OpenTable

TAGS = ["play"]
LONGEST_TEXT = 2_000
Head = Annotated[
    str,
    Meta(
        max_length=64,
        description=(
            "The commit on which you believe the campaign stands, such as `head` of the view. If it has "
            "moved on since, nothing is done and you are told (409). Empty: whatever it stands on."
        ),
    ),
]


class SayRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A command, as one says it.

    ``faces`` answer its throws in order, one text a throw, such as ``4+5``, or by name, as in ``encounter
    check=4+5``. A single number is what the dice showed. ``dice`` says who answers the others: ``seeded`` the
    campaign's own, ``typed`` a person who is asked.
    """

    text: Annotated[str, Meta(max_length=LONGEST_TEXT, examples=["search"])]
    seen: Head = ""
    faces: Annotated[tuple[Annotated[str, Meta(max_length=200)], ...], Meta(max_length=400)] = ()
    dice: DiceKind | None = None


class AskRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A command whose throws are asked for, and the ``faces`` that are known of them."""

    text: Annotated[str, Meta(max_length=LONGEST_TEXT, examples=["search"])]
    faces: Annotated[tuple[Annotated[str, Meta(max_length=200)], ...], Meta(max_length=400)] = ()


class AnswerRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Faces for the waiting throw; ``r`` rolls the campaign's dice for it, ``rest`` for all others.

    Faces of the throws that follow may come along, a blank between throws: ``4+5 3``, or by name.
    """

    faces: Annotated[str, Meta(max_length=LONGEST_TEXT, examples=["4+5"])]
    seen: Head = ""
    rest: bool = False


class MoveRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The head moves back, or on, over a number of commands at once."""

    seen: Head = ""
    times: Annotated[int, Meta(ge=1, le=MOST_TIMES)] = 1


class GoRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The head moves to any commit, named by the first letters of its id."""

    to: Annotated[str, Meta(min_length=1, max_length=64)]
    seen: Head = ""


class HandOverRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The throw of that number (from 1), handed to the player of a link; an empty link takes it back."""

    link: Annotated[str, Meta(max_length=64)]
    number: Annotated[int, Meta(ge=1, le=10_000)]


@post("/campaigns/{key:str}/say", tags=TAGS, summary="Say a command", status_code=200, scope="play")
async def say(table: OpenTable, data: JSONBody[SayRequest]) -> DONE:
    """Say a command, in the words that `GET commands` lists; it is done once, whole, or not at all.

    A question is answered, in ``answer``, and nothing is done.

    With typed dice, ``asked`` says which throw is waited for: `POST answer` goes on.
    """
    faces = split_faces(data.faces)
    return to_response(await table.change(Session.say, data.text, data.seen, faces=faces, dice=data.dice))


@post(
    "/campaigns/{key:str}/throws",
    tags=TAGS,
    summary="Ask for the throws ahead",
    status_code=200,
    scope="play",
)
async def throws(table: OpenTable, data: JSONBody[AskRequest]) -> ThrowsAhead:
    """Return the throws that a command would need, in order; nothing is done."""
    outcome = await table.run(lambda session: session.ask(data.text, split_faces(data.faces)))
    return outcome if isinstance(outcome, ThrowsAhead) else refuse_outcome(outcome)


@get("/campaigns/{key:str}/throw", tags=TAGS, summary="The throw that is waited for")
async def throw(table: OpenTable) -> ThrowView | None:
    """Return the throw that is waited for, null when there is none."""
    return await table.run(lambda session: throw_view(session.wanted))


@post("/campaigns/{key:str}/answer", tags=TAGS, summary="Answer a throw", status_code=200, scope="play")
async def answer(table: OpenTable, data: JSONBody[AnswerRequest]) -> DONE:
    """Answer the throw that is waited for."""
    return to_response(await table.change(Session.answer, data.faces, data.seen, rest=data.rest))


@post("/campaigns/{key:str}/give-up", tags=TAGS, summary="Let a command go", status_code=200, scope="play")
async def give_up(table: OpenTable) -> DONE:
    """Drop the command that waits for a throw; nothing of it is recorded."""
    return to_response(await table.change(Session.give_up))


@post("/campaigns/{key:str}/undo", tags=TAGS, summary="Undo", status_code=200, scope="play")
async def undo(table: OpenTable, data: JSONBody[MoveRequest]) -> DONE:
    """Take back the last command, or several; it stays in the record, and `redo` or `go` comes back to it."""
    return to_response(await table.change(Session.undo, data.seen, data.times))


@post("/campaigns/{key:str}/redo", tags=TAGS, summary="Redo", status_code=200, scope="play")
async def redo(table: OpenTable, data: JSONBody[MoveRequest]) -> DONE:
    """Redo the commands undone last."""
    return to_response(await table.change(Session.redo, data.seen, data.times))


@post("/campaigns/{key:str}/go", tags=TAGS, summary="Go to a commit", status_code=200, scope="play")
async def go(table: OpenTable, data: JSONBody[GoRequest]) -> DONE:
    """Move the head to any commit of any branch."""
    return to_response(await table.change(Session.go, data.to, data.seen))


@post(
    "/campaigns/{key:str}/throw/ask",
    tags=TAGS,
    summary="Hand a throw to a player",
    status_code=200,
    scope="play",
)
async def ask(table: OpenTable, data: JSONBody[HandOverRequest]) -> DONE:
    """Ask a player for the waiting throw; their link must have that right."""
    return to_response(await acts.hand_over(table, data.link, data.number))

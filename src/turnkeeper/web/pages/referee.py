"""The referee's page of one campaign: its state, the commands said to it, and the stream that updates it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated
from weakref import WeakKeyDictionary

from litestar import Response, get, post
from litestar.params import HeaderParameter
from litestar.response import Redirect
from msgspec import Struct

from turnkeeper.app import stopwatch
from turnkeeper.app.outcomes import Outcome
from turnkeeper.app.session import Session
from turnkeeper.chance.drivers import DiceKind
from turnkeeper.chance.typed import split_faces
from turnkeeper.views.asked import asked, suggested
from turnkeeper.views.referee.blows import blow
from turnkeeper.views.referee.throwing import throw_view
from turnkeeper.views.referee.view import RefereeView, referee_view
from turnkeeper.web import render
from turnkeeper.web.link_access import agreed
from turnkeeper.web.open_tables import OpenTable
from turnkeeper.web.pages.map import map_shown
from turnkeeper.web.pages.people import portraits_of
from turnkeeper.web.requests import FORM, Asked, by_script, piece
from turnkeeper.web.security import name_of
from turnkeeper.web.sse_channel import Listener

SeenHead = Annotated[str, HeaderParameter(name="X-Seen-Head", required=False)]
SeenVersion = Annotated[str, HeaderParameter(name="Last-Event-ID", required=False)]


class RefereeForm(Struct, frozen=True):
    """What a form of the screen sends; ``seen`` is the head that it shows.

    A spoken command is a ``text`` with the ``faces`` of its throws and the ``dice`` for others. A throw that
    is waited for has ``faces``; with ``rest`` the campaign's dice answer all others. ``to`` is a commit's id.
    In place of a ``text`` an ``act`` is done to those in a fight ``who`` are chosen, with the ``points`` or
    the ``state`` that were typed.
    """

    text: str = ""
    faces: str = ""
    dice: DiceKind | None = None
    rest: bool = False
    to: str = ""
    seen: str = ""
    act: str = ""
    who: str | list[str] = ""
    points: str = ""
    state: str = ""


def _say(session: Session, form: RefereeForm, seen: str) -> Outcome:
    text = form.text
    if form.act:
        who = form.who if isinstance(form.who, list) else [form.who] * bool(form.who)
        text = blow(session.campaign, form.act, who, form.points, form.state)
    return session.say(text, seen, faces=split_faces((form.faces,)), dice=form.dice)


ACTS: Mapping[str, Callable[[Session, RefereeForm, str], Outcome]] = {
    "say": _say,
    "answer": lambda session, form, seen: session.answer(form.faces, seen, rest=form.rest),
    "give-up": lambda session, _form, _seen: session.give_up(),
    "undo": lambda session, _form, seen: session.undo(seen),
    "redo": lambda session, _form, seen: session.redo(seen),
    "go": lambda session, form, seen: session.go(form.to, seen),
}
"""What a form can do, by the end of its address."""
_SHOWN: WeakKeyDictionary[OpenTable, RefereeView] = WeakKeyDictionary()
"""What the stream of each table showed last; a table's own entry is touched in its own thread alone."""


def referee_values(table: OpenTable, before: RefereeView | None = None) -> dict[str, object]:
    """Return the values for the templates of the page, in the table's thread.

    ``before`` is the view shown last: changes since then are announced.
    """
    session, kept = table.session, agreed(table.path).sharing
    return {
        "key": table.key,
        "head": session.head,
        "revision": session.revision,
        "dice": session.dice,
        "throw": throw_view(session.wanted),
        "askable": [one for one in kept.open_links if one.answers],
        "display": kept.display,
        "handouts": [one.title for one in session.campaign.state.handouts],
        "stopwatch": stopwatch.line(session),
        "asked_of": "" if session.wanted is None else session.wanted.of,
        "view": referee_view(session.campaign, before),
        "map": map_shown(session.campaign),
        "portraits": portraits_of(session),
    }


def referee_parts(table: OpenTable) -> Mapping[str, str]:
    """Return the parts of the page."""
    values = referee_values(table, _SHOWN.get(table))
    view = values["view"]
    if isinstance(view, RefereeView):
        _SHOWN[table] = view
    return render.parts("parts", **values)


@get("/c/{key:str}")
async def screen(table: OpenTable) -> Response[str]:
    """Return the screen of a campaign."""
    return render.page("referee.html", await table.look(lambda _: referee_values(table)))


@get("/c/{key:str}/events")
async def events(request: Asked, table: OpenTable, seen: SeenVersion = "") -> Listener:
    """Stream the parts of the screen that change."""
    return await table.join(table.referee, seen, name_of(request))


@post([f"/c/{{key:str}}/{act}" for act in ACTS], status_code=200)
async def act(
    request: Asked, table: OpenTable, data: Annotated[RefereeForm, FORM], seen_head: SeenHead = ""
) -> Response[str]:
    """Act on the session by a form of the page."""
    function = ACTS[request.url.path.rpartition("/")[2]]

    return await told(
        request, table, lambda session: (function(session, data, seen_head or data.seen), data.text)
    )


async def told(
    request: Asked, table: OpenTable, act: Callable[[Session], tuple[Outcome, str]]
) -> Response[str]:
    """Act on the session, and return the outcome of the text that was said, with what that asks for.

    It is a part of the page with its revision, or for a browser without scripts the whole page.
    """

    def done(session: Session) -> dict[str, object]:
        outcome, text = act(session)
        return {
            "outcome": outcome,
            "asked": asked(session.campaign, outcome, text),
            "suggested": suggested(session.campaign, outcome),
            "revision": session.revision,
        }

    came = await table.change(done)
    if not by_script(request):
        return Redirect(f"/c/{table.key}", status_code=303)
    part = render.part("outcome.html", key=table.key, **came)
    return piece(f'<hx-partial hx-target="#part-outcome" hx-swap="outerMorph">{part}</hx-partial>')

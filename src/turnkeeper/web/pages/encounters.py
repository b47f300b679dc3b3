"""Who they are: the form of an encounter, said as one command."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, post
from msgspec import Struct
from msgspec.structs import asdict

from turnkeeper.app.outcomes import NotUnderstood, Outcome
from turnkeeper.app.session import Session
from turnkeeper.chance.drivers import DiceKind
from turnkeeper.views.parts import encounters
from turnkeeper.views.referee import creature_words
from turnkeeper.web.open_tables import OpenTable
from turnkeeper.web.pages.palette import shown
from turnkeeper.web.pages.referee import SeenHead, told
from turnkeeper.web.requests import FORM, Asked


class MeetForm(Struct, frozen=True):
    """Who is met: a name, how many, and their figures; ``met`` is the encounter that they are.

    ``many`` is the button of a number, which goes before what was typed.
    """

    name: str = ""
    count: str = ""
    many: str = ""
    hp: str = ""
    hd: str = ""
    morale: str = ""
    order: str = ""
    initiative: str = ""
    weapon: str = ""
    recovery: str = ""
    met: str = ""
    dice: DiceKind | None = None
    seen: str = ""


@get("/c/{key:str}/meet")
async def asked(request: Asked, table: OpenTable) -> Response[str]:
    """Return the form that asks who is met."""

    def found(session: Session) -> dict[str, object]:
        state, book = session.campaign.state, session.campaign.book
        kinds = encounters.creatures(state, book)
        often = encounters.often_wanted(kinds)
        return {"head": session.head, "fields": encounters.fields(book), "kinds": kinds, "often": often}

    return shown(request, "meet.html", {"key": table.key, **await table.run(found)}, "They meet ...")


@post("/c/{key:str}/meet", status_code=200)
async def meet(
    request: Asked, table: OpenTable, data: Annotated[MeetForm, FORM], seen_head: SeenHead = ""
) -> Response[str]:
    """Face those of a filled form, and return the outcome."""

    def act(session: Session) -> tuple[Outcome, str]:
        said = creature_words.faced(
            session.campaign, asdict(data) | {"count": data.many or data.count}, data.met
        )
        if isinstance(said, NotUnderstood):
            return said, ""
        return session.say(said, seen_head or data.seen, dice=data.dice), said

    return await told(request, table, act)

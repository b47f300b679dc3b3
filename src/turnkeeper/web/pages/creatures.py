"""The creatures of a campaign: those that are known, and lists that are pasted or brought as a file.

A list is shown as it was read before anything is kept; it is kept by commands.
"""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, post
from litestar.response import Redirect
from msgspec import Struct

from turnkeeper.app.outcomes import CommandDone, NotUnderstood, Outcome
from turnkeeper.app.session import Session
from turnkeeper.files.creature_list import CreatureList, read_list
from turnkeeper.play.dungeon.creatures import ForgetCreature
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.kernel.introducing.creatures import KEYS
from turnkeeper.views.referee.creature_words import written
from turnkeeper.web import render
from turnkeeper.web.acts import why_not
from turnkeeper.web.open_tables import OpenTable
from turnkeeper.web.request_limits import LARGEST_TEXT
from turnkeeper.web.requests import FORM, Asked, typed, uploaded

NO_DIE = "none"


class NamedCreature(Struct, frozen=True):
    """A kind of creature by its name."""

    name: str = ""


@get("/c/{key:str}/creatures")
async def creatures(table: OpenTable, did: str = "") -> Response[str]:
    """Show the kinds of creatures that a campaign knows, and the form for more."""
    return await _page(table, said="Kept. History takes it back." if did == "kept" else "")


async def _page(  # noqa: PLR0913 - what is shown besides the creatures
    table: OpenTable,
    *,
    said: str = "",
    wrong: str = "",
    text: str = "",
    die: str = "8",
    read: CreatureList | None = None,
    status: int = 200,
) -> Response[str]:
    def facts(session: Session) -> dict[str, object]:
        campaign = session.campaign
        kinds = tuple(reversed(campaign.state.creatures))
        return {"kinds": kinds, "campaign": campaign.store.facts.name}

    values = {"key": table.key, "said": said, "wrong": wrong, "text": text, "die": die, "read": read}
    shown = {**values, "columns": tuple(KEYS), **await table.run(facts)}
    return render.page("creatures.html", shown, status)


def _read(text: str, die: str) -> CreatureList:
    return read_list(text, 0 if die == NO_DIE else int(die) if die in ("4", "6", "8", "10", "12") else 8)


@post("/c/{key:str}/creatures/read", status_code=200, request_max_body_size=LARGEST_TEXT)
async def read(request: Asked, table: OpenTable) -> Response[str]:
    """Read a list, and show what was read of it and what was not; nothing is kept."""
    (data, _), text, die = await uploaded(request), await typed(request, "text"), await typed(request, "die")
    text = data.decode("utf-8", "replace") if data.strip() else text
    if not text.strip():
        return await _page(table, wrong="There is no list yet: paste one, or choose a file.", status=422)
    found = _read(text, die)
    wrong = await table.run(lambda session: _refused(session, found)) if found.creatures else ""
    return await _page(table, wrong=wrong, text=text, die=die, read=found)


def _refused(session: Session, found: CreatureList) -> str:
    """Return why the creatures of a list could not be kept, or nothing."""
    command, campaign = written(session.campaign, found.creatures), session.campaign
    told = command if isinstance(command, NotUnderstood) else campaign.decide(command, campaign.seeded())
    return told.message if isinstance(told, NotUnderstood | Refusal) else ""


@post("/c/{key:str}/creatures", status_code=200, request_max_body_size=LARGEST_TEXT)
async def keep(request: Asked, table: OpenTable) -> Response[str]:
    """Keep the creatures of a list, as one command that undo takes back."""
    text, die = await typed(request, "text"), await typed(request, "die")
    found = _read(text, die)

    def said(session: Session) -> Outcome:
        command = written(session.campaign, found.creatures)
        return command if isinstance(command, NotUnderstood) else session.carry_out(command)

    outcome = await table.change(said)
    if isinstance(outcome, CommandDone):
        return Redirect(f"/c/{table.key}/creatures?did=kept", status_code=303)
    return await _page(table, wrong=why_not(outcome)[0], text=text, die=die, read=found, status=422)


@post("/c/{key:str}/creatures/forget", status_code=200)
async def forget(table: OpenTable, data: Annotated[NamedCreature, FORM]) -> Response[str]:
    """Forget a kind of creature."""

    def said(session: Session) -> Outcome:
        return session.say(session.campaign.language.say(ForgetCreature(data.name)))

    outcome = await table.change(said)
    if isinstance(outcome, CommandDone):
        return Redirect(f"/c/{table.key}/creatures?did=kept", status_code=303)
    return await _page(table, wrong=why_not(outcome)[0], status=422)

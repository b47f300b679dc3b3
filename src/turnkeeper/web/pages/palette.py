"""Looked up while playing: completion, the handbook, why something happened, a rule.

Each is a piece of a page; opened by itself, as a browser without scripts does, it is a page of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from litestar import Response, get
from msgspec import Struct

from turnkeeper.app import log
from turnkeeper.app.log import Because
from turnkeeper.app.session import Session
from turnkeeper.rules.problems import UnknownNameError
from turnkeeper.views.handbook import groups, handbook, own_topics, questions
from turnkeeper.views.referee.log import log_page, why_at
from turnkeeper.views.referee.palette import suggestions
from turnkeeper.views.referee.view import RefereeView, referee_view
from turnkeeper.views.rulesheet import explain
from turnkeeper.web import render
from turnkeeper.web.open_tables import OpenTable
from turnkeeper.web.requests import Asked, by_script, piece

LAST = "last"
MOST_DIGITS = 9
LONGEST = 4000
"""The most that is read of a text being typed; more is no command."""


class KeyHelp(Struct, frozen=True):
    """A key and its help."""

    key: str
    does: str


ALWAYS = (
    KeyHelp("/", "say any command"),
    KeyHelp(":", "do anything by form: every command, with fields to fill in"),
    KeyHelp("?", "this help"),
    KeyHelp(";", "all steps, also those for which there is no room"),
    KeyHelp("Enter", "the first step that is offered; the space bar does the same"),
    KeyHelp("@", "the party: add people, and a card for each, which a digit opens"),
    KeyHelp("z", "undo the last command; the button says which"),
    KeyHelp("y", "redo, as shift and z"),
    KeyHelp(
        "d", "dice the other way for the next command: real instead of seeded, or seeded instead of real"
    ),
    KeyHelp("i", "call back what stopped the game after it was put aside"),
    KeyHelp("Escape", "close what is open, put aside what stopped the game, take back a throw"),
    KeyHelp("-", "show commands, dice and rules in the log, or leave them away"),
    KeyHelp("m", "on the map: take the party's token, for the arrow keys to carry"),
    KeyHelp("r", "in the empty field of a throw: throw it for me"),
    KeyHelp("a", "in the empty field of a throw: throw this and all others for me"),
)
ROWS = (
    KeyHelp("↑ ↓", "chooses somebody in the fight, with Shift one more; j and k do so too"),
    KeyHelp(
        "4 Enter", "wounds whoever is chosen by 4, and +4 heals; with nobody chosen digits are the buttons'"
    ),
    KeyHelp("Shift D", "who is chosen is down; Shift and K dead, F flees, S surrenders, U is up again"),
    KeyHelp("Shift C", "a condition, and how long it lasts on whoever is chosen"),
    KeyHelp("Escape", "nobody is chosen"),
)
"""The keys of the rows of a fight."""


def shown(
    request: Asked, inner: str, values: Mapping[str, object], title: str, status: int = 200
) -> Response[str]:
    """Return a piece for a page that is there already, else a page around it."""
    if by_script(request):
        return piece(render.part(inner, **values, alone=False))
    return render.page("sheet.html", {**values, "inner": inner, "heading": title, "alone": True}, status)


def missing(request: Asked, table: OpenTable, title: str, message: str) -> Response[str]:
    """Return that something is not there."""
    values = {"key": table.key, "title": title, "message": message}
    return shown(request, "_missing.html", values, title, 404)


@get("/c/{key:str}/complete")
async def completion(table: OpenTable, text: str = "") -> Response[str]:
    """Return the words that could be said next."""
    found = await table.run(lambda session: suggestions(session.campaign, text[:LONGEST]))
    return piece(render.part("palette.html", key=table.key, found=found))


@get("/c/{key:str}/help")
async def help_page(request: Asked, table: OpenTable) -> Response[str]:
    """Return every key and every command of this campaign."""

    def found(session: Session) -> dict[str, object]:
        view = referee_view(session.campaign)
        language = session.campaign.language
        topics = (*handbook(language), questions(), *own_topics(language, "screen"))
        return {"keys": keys_of(view), "groups": groups(topics)}

    return shown(request, "_help.html", {"key": table.key, **await table.run(found)}, "Keys and commands")


def keys_of(view: RefereeView) -> tuple[KeyHelp, ...]:
    """Return the keys that work just now: those of the steps offered, then those that always do."""
    steps = (*(view.halt.steps if view.halt is not None else ()), *view.steps)
    offered = {step.key: step.label for step in reversed(steps) if step.key}
    rows = ROWS if view.troops else ()
    return (*(KeyHelp(key, does) for key, does in reversed(offered.items())), *rows, *ALWAYS)


@get("/c/{key:str}/why/{ref:str}")
async def why(request: Asked, table: OpenTable, ref: str) -> Response[str]:
    """Return why a line of the log happened: by its reference, by its number from the first, or the last."""

    def found(session: Session) -> Because | None:
        if ref.isdecimal() and len(ref) <= MOST_DIGITS:
            return log.why(session.campaign, int(ref))
        groups = log_page(session.campaign).groups if ref == LAST else ()
        lines = (line.ref for group in reversed(groups) for line in reversed(group.lines) if line.rule)
        return why_at(session.campaign, next(lines, "") if ref == LAST else ref)

    because = await table.run(found)
    if because is None:
        return missing(request, table, "There is no such line", "It may be on another branch.")
    return shown(request, "_why.html", {"key": table.key, "because": because}, "Why")


@get("/c/{key:str}/rule/{rule:str}")
async def rule_page(request: Asked, table: OpenTable, rule: str) -> Response[str]:
    """Return one rule of the campaign's rule set in our words."""
    try:
        found = await table.run(lambda session: explain(session.campaign.book.set, rule))
    except UnknownNameError as fault:
        return missing(request, table, "There is no such rule", str(fault))
    return shown(request, "_rule.html", {"key": table.key, "rule": found}, "Rule")

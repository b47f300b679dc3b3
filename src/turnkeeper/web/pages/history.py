"""What happened: the log, and the tree of all that was played; a commit is shown before one goes there."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from litestar import Response, get

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.session import Session
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.record import Commit, CommitId, UnknownCommit
from turnkeeper.views.referee import searching, tree
from turnkeeper.views.referee.log import LogEntry, LogPage, log_page
from turnkeeper.views.referee.looking_back import LookBack, look_back, look_back_to
from turnkeeper.web import render
from turnkeeper.web.open_tables import OpenTable
from turnkeeper.web.pages.palette import missing, shown
from turnkeeper.web.requests import Asked

MOST_COMMANDS = 60
MOST_LINES = 300
MOST_DIGITS = 9
MOST_WORDS = 200
NOWHERE = "Nothing is recorded under that id"


@get("/c/{key:str}/history")
async def tree_page(request: Asked, table: OpenTable, at: str = "") -> Response[str]:
    """Return the tree: the way to the head, or to another commit, with the ends of all branches."""

    def found(session: Session) -> dict[str, object] | None:
        campaign = session.campaign
        point = campaign.named(at) if at else campaign.head
        if isinstance(point, Refusal):
            return None
        ends, more = tree.ends(campaign)
        part = tree.up_to(campaign, point) if at else tree.around(campaign)
        return {**_heading(table), "at": at, "shown": part, "ends": ends, "more": more}

    values = await table.look(found)
    if values is None:
        return missing(request, table, NOWHERE, "Follow the tree from where the campaign stands.")
    return render.page("history.html", values)


def _heading(table: OpenTable) -> dict[str, object]:
    """Return the values that every page of a campaign's past has, in the table's thread."""
    campaign = table.session.campaign
    return {"key": table.key, "head": campaign.head.id, "campaign": campaign.store.facts.name}


async def _stretch(
    request: Asked,
    table: OpenTable,
    start: str,
    cut: Callable[[Campaign, Commit], tree.CommitLine],
    *,
    whole: bool,
) -> Response[str]:
    """Return a stretch of the tree that begins or ends at a commit."""

    def found(session: Session) -> tree.CommitLine | None:
        point = session.campaign.named(start)
        return None if isinstance(point, Refusal) else cut(session.campaign, point)

    part = await table.run(found)
    if part is None:
        return missing(request, table, NOWHERE, "")
    return shown(request, "_stretch.html", {"key": table.key, "shown": part, "whole": whole}, "History")


@get("/c/{key:str}/history/before/{commit:str}")
async def before(request: Asked, table: OpenTable, commit: str, then: str = "") -> Response[str]:
    """Return the commits that led to one, and itself; ``then`` is the one that stands after it already."""

    def cut(campaign: Campaign, point: Commit) -> tree.CommitLine:
        return tree.up_to(campaign, point, then=CommitId(then))

    return await _stretch(request, table, commit, cut, whole=False)


@get("/c/{key:str}/history/after/{commit:str}")
async def after(request: Asked, table: OpenTable, commit: str) -> Response[str]:
    """Return a commit and what follows it."""
    return await _stretch(request, table, commit, tree.onward, whole=False)


@get("/c/{key:str}/history/from/{commit:str}")
async def fork(request: Asked, table: OpenTable, commit: str) -> Response[str]:
    """Return a way that leaves the line, from its first commit on, as a tree of its own."""
    return await _stretch(request, table, commit, tree.onward, whole=True)


@get("/c/{key:str}/history/at/{commit:str}")
async def look(request: Asked, table: OpenTable, commit: str) -> Response[str]:
    """Show the details of a commit, with the button that goes there."""

    def found(session: Session) -> tuple[tree.CommitDetails | Refusal, str]:
        return tree.about(session.campaign, commit), session.head

    told, head = await table.run(found)
    if isinstance(told, Refusal):
        return missing(request, table, NOWHERE, "")
    return shown(request, "_commit.html", {"key": table.key, "found": told, "head": head}, "History")


@get("/c/{key:str}/then")
async def then(request: Asked, table: OpenTable, at: str = "", ms: int | None = None) -> Response[str]:
    """Show how it stood at a commit, or at an instant, and nothing is changed."""

    def found(session: Session) -> tuple[LookBack | Refusal, str]:
        campaign = session.campaign
        told = look_back(campaign, at) if ms is None else look_back_to(campaign, ms)
        return told, session.head

    told, head = await table.run(found)
    if isinstance(told, Refusal):
        return missing(request, table, NOWHERE, "")
    values = {"key": table.key, "then": told, "view": told.view, "head": head}
    return shown(request, "_then.html", values, "A look back")


@get("/c/{key:str}/log")
async def log(
    request: Asked, table: OpenTable, before: str = "", lines: str = "", find: str = ""
) -> Response[str]:
    """Return a page of the log that ends at a commit, the head if unsaid, with a link further back.

    With words to ``find`` it has the commands that hold all of them.
    ``lines`` is how many are shown, by whole commands; a page's worth where it is no number.
    """
    words = find.strip()[:MOST_WORDS]
    most = min(int(lines), MOST_LINES) if lines.isdecimal() and len(lines) <= MOST_DIGITS else MOST_LINES

    def found(session: Session) -> dict[str, object] | None:
        try:
            if words:
                shown = searching.find(session.campaign, words, before)
            else:
                shown = log_page(session.campaign, before, MOST_COMMANDS, most)
        except UnknownCommit:
            return None
        values = {"before": before, "older": shown.older, "days": by_day(shown), "dates": shown.dates}
        values |= {"find": words}
        return {**_heading(table), **values, "said": _found_said(len(shown.groups), more=bool(shown.older))}

    values = await table.look(found)
    if values is None:
        return missing(request, table, "There is no such place in the log", "It may be of another campaign.")
    return render.page("log.html", values)


def _found_said(count: int, *, more: bool) -> str:
    commands, before = "command" if count == 1 else "commands", ", and more before" if more else ""
    return f"{count or 'No'} {commands} found{before}."


def by_day(shown: LogPage) -> list[tuple[str, list[LogEntry]]]:
    """Return the groups of a page by their days, the latest first; a time is a day and a time of day."""
    days = groupby(reversed(shown.entries), key=lambda one: one.at.rpartition(" ")[0])
    return [(day, list(entries)) for day, entries in days]

"""The log as a page of its own: events further back than the table shows, the latest first."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from litestar import Response, get

from turnkeeper.record import UnknownCommit
from turnkeeper.views.referee.log import log_page
from turnkeeper.web import render
from turnkeeper.web.open_tables import OpenTable
from turnkeeper.web.pages.palette import missing
from turnkeeper.web.requests import Asked

if TYPE_CHECKING:
    from turnkeeper.app.session import Session
    from turnkeeper.views.referee.log import LogGroup, LogPage

MOST_COMMANDS = 60
MOST_LINES = 300
MOST_DIGITS = 9


@get("/c/{key:str}/log")
async def page(request: Asked, table: OpenTable, before: str = "", lines: str = "") -> Response[str]:
    """Return a page of the log that ends at a commit, the head if unsaid, with a link further back.

    ``lines`` is how many are shown, by whole commands; a page's worth where it is no number.
    """
    most = min(int(lines), MOST_LINES) if lines.isdecimal() and len(lines) <= MOST_DIGITS else MOST_LINES

    def found(session: Session) -> dict[str, object] | None:
        session.refresh()
        try:
            shown = log_page(session.campaign, before, MOST_COMMANDS, most)
        except UnknownCommit:
            return None
        values = {"key": table.key, "head": session.head, "campaign": session.campaign.store.facts.name}
        return {**values, "before": before, "older": shown.older, "days": by_day(shown)}

    values = await table.run(found)
    if values is None:
        return missing(request, table, "There is no such place in the log", "It may be of another campaign.")
    return render.page("log.html", values)


def by_day(shown: LogPage) -> list[tuple[str, list[LogGroup]]]:
    """Return the groups of a page by their days, the latest first; a time is a day and a time of day."""
    latest_first = reversed(shown.groups)
    return [(day, list(groups)) for day, groups in groupby(latest_first, key=_day)]


def _day(group: LogGroup) -> str:
    return group.at.rpartition(" ")[0]


HANDLERS = (page,)

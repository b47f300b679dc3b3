"""The calendar of a campaign by months and years, what was played and is due, and how it gets one."""

from __future__ import annotations

import re

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from turnkeeper.app.outcomes import CommandDone, Outcome
from turnkeeper.app.session import Session
from turnkeeper.app.shelf.calendar_files import read_file
from turnkeeper.calendars.formats.accounts import Account
from turnkeeper.calendars.reading import load_preset, preset_ids
from turnkeeper.play.sky import calendar_events
from turnkeeper.rules.problems import RulesFault
from turnkeeper.views.players.calendar import players_month
from turnkeeper.views.referee.calendar import campaign_month, campaign_year, drop_words, event_words
from turnkeeper.web import acts, render
from turnkeeper.web.acts import why_not
from turnkeeper.web.link_access import agreed
from turnkeeper.web.open_tables import OpenTable
from turnkeeper.web.pages.player import LinkGone, gone, guest_of
from turnkeeper.web.request_limits import LARGEST_TEXT
from turnkeeper.web.requests import Asked, typed, uploaded
from turnkeeper.web.security import OPEN

MOST_LOSSES = 60
NO_CALENDAR = "There is no calendar to look at."
_DAY = re.compile(r"-?\d{1,18}", re.ASCII)


@get("/c/{key:str}/calendar")
async def calendar(table: OpenTable, day: int | None = None, did: str = "", by: str = "") -> Response[str]:
    """Show the month of a day, by the calendar's number of it; else that of today."""
    return await _page(table, day, by=by, said="Kept. History takes it back." if did == "kept" else "")


@get("/c/{key:str}/calendar/year")
async def calendar_year(table: OpenTable, day: int | None = None, by: str = "") -> Response[str]:
    """Show the year of a day, by the calendar's number of it; else this year."""

    def facts(session: Session) -> dict[str, object]:
        campaign = session.campaign
        return {"campaign": campaign.store.facts.name, "year": campaign_year(campaign, day, by)}

    found = await table.run(facts)
    if found["year"] is None:
        return await _page(table)
    return render.page("calendar_year.html", {"key": table.key, **found})


async def _page(  # noqa: PLR0913 - what is shown besides the month
    table: OpenTable,
    day: int | None = None,
    *,
    by: str = "",
    said: str = "",
    wrong: tuple[str, ...] = (),
    accounts: tuple[Account, ...] = (),
    date: str = "",
    status: int = 200,
) -> Response[str]:
    def facts(session: Session) -> dict[str, object]:
        campaign = session.campaign
        return {
            "campaign": campaign.store.facts.name,
            "head": campaign.head.id,
            "month": campaign_month(campaign, day, by),
            "checks": tuple(calendar_events.checks(campaign.book)),
        }

    lost = sorted((one for one in accounts if one.fate != "kept"), key=lambda one: one.fate == "left out")
    values = {
        "key": table.key,
        "said": said,
        "wrong": wrong,
        "lost": lost[:MOST_LOSSES],
        "more": max(0, len(lost) - MOST_LOSSES),
        "date": date,
        "presets": [load_preset(one).calendar for one in preset_ids()],
    }
    return render.page("calendar.html", {**values, **await table.run(facts)}, status)


@post("/c/{key:str}/calendar", status_code=200, request_max_body_size=LARGEST_TEXT)
async def begin(request: Asked, table: OpenTable) -> Response[str]:
    """Count the days by a calendar that comes along, or by that of a file: first with what would be lost."""
    (data, name), date = await uploaded(request), (await typed(request, "date")).strip()
    which, beside = await typed(request, "which"), bool(await typed(request, "beside"))
    try:
        text = data.decode("utf-8", "replace")
        variant = (await typed(request, "variant")).strip()
        found = read_file(text, name, variant) if text.strip() else None
    except RulesFault as fault:
        return await _page(table, wrong=tuple(map(str, fault.problems[:MOST_LOSSES])), date=date, status=422)
    if found is None and which not in preset_ids():
        return await _page(table, wrong=("Choose a calendar, or a file.",), date=date, status=422)
    taken = load_preset(which) if found is None else found.data
    today = date or ("" if found is None else found.today)
    accounts = () if found is None else found.accounts
    outcome = await acts.count_by(table, taken, today, beside=beside)
    if not isinstance(outcome, CommandDone):
        return await _page(table, wrong=why_not(outcome), accounts=accounts, date=date, status=422)
    if accounts:
        return await _page(table, said="Kept. History takes it back.", accounts=accounts)
    return Redirect(f"/c/{table.key}/calendar?did=kept", status_code=303)


@post("/c/{key:str}/calendar/event", status_code=200)
async def add_event(request: Asked, table: OpenTable) -> Response[str]:
    """Put an event on a day into the calendar, or take one of the campaign's own out of it."""
    name, day = (await typed(request, "name")).strip(), await typed(request, "day")
    number = int(day) if _DAY.fullmatch(day) else None
    drop, yearly, hidden = [bool(await typed(request, field)) for field in ("drop", "yearly", "hidden")]
    check = await typed(request, "check")

    def said(session: Session) -> Outcome:
        campaign = session.campaign
        if drop:
            return session.say(drop_words(campaign, name))
        words = event_words(campaign, name, number or 0, yearly=yearly, hidden=hidden, check=check)
        return session.say(words)

    try:
        outcome = await table.change(said)
    except LookupError:
        return await _page(table, number, wrong=("An event needs a name of one line.",), status=422)
    if not isinstance(outcome, CommandDone):
        return await _page(table, number, wrong=why_not(outcome), status=422)
    return await _page(table, number, said="Kept. History takes it back.")


@post("/c/{key:str}/calendar/drop", status_code=200)
async def drop(request: Asked, table: OpenTable) -> Response[str]:
    """Show the dates of a calendar beside the one in use no longer."""
    by = await typed(request, "by")
    outcome = await acts.drop_calendar(table, by)
    if not isinstance(outcome, CommandDone):
        return await _page(table, wrong=why_not(outcome), status=422)
    return Redirect(f"/c/{table.key}/calendar?did=kept", status_code=303)


@get("/p/{token:str}/calendar", opt=dict(OPEN), exception_handlers={LinkGone: gone})
async def players_calendar(request: Asked, token: str, day: int | None = None) -> Response[str]:
    """Show players the month of a day, else of today, where they are told the date."""
    table, _ = guest_of(request, token)
    shown = agreed(table.path).sharing.shown

    def facts(session: Session) -> dict[str, object]:
        campaign = session.campaign
        return {"campaign": campaign.store.facts.name, "month": players_month(campaign, shown, day)}

    found = await table.look(facts)
    if found["month"] is None:
        raise NotFoundException(NO_CALENDAR)
    return render.page("player_calendar.html", {"token": token, **found})

"""A month of the campaign's calendar as the players know it: dates, moons, feasts and the open events.

Nothing of the log comes here. This module must not know how it is drawn.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.app.campaign import Campaign
from turnkeeper.calendars.almanac import NoSuchDate
from turnkeeper.calendars.pages import DayFacts, in_weeks, month_page
from turnkeeper.play.sky.calendar import almanac_of, day_of
from turnkeeper.play.sky.calendar_events import answers

if TYPE_CHECKING:
    from turnkeeper.app.sharing import Shown

MOST_TOLD = 12


class DaySeen(Struct, frozen=True):
    """A day: what the calendar says of it, and the events that are no secret."""

    facts: DayFacts
    today: bool
    events: tuple[str, ...]


class MonthSeen(Struct, frozen=True):
    """A month as `CampaignMonth` has it, with nothing that happened, is due or is hidden."""

    calendar: str
    title: str
    week: tuple[str, ...]
    weeks: tuple[tuple[DaySeen | None, ...], ...]
    off: tuple[DaySeen, ...]
    chosen: DaySeen
    before: int
    after: int


def players_month(campaign: Campaign, shown: Shown, day: int | None = None) -> MonthSeen | None:
    """Return the month of a day, else of today, to players; nothing where they are told no date."""
    state, book = campaign.state, campaign.book
    if state.calendar is None or shown.time == "nothing":
        return None
    today, almanac = day_of(state, book), almanac_of(state.calendar.data)
    wanted = today if day is None else day
    try:
        page = month_page(almanac, wanted)
    except NoSuchDate:
        wanted, page = today, month_page(almanac, today)
    first, end = page.days[0].day, page.days[-1].day + 1
    events = answers(state, book, state.calendar).during(first, end)
    days = [
        DaySeen(
            one,
            one.day == today,
            tuple(each.name for each in events.get(one.day, ()) if not each.hidden)[:MOST_TOLD],
        )
        for one in page.days
    ]
    return MonthSeen(
        almanac.data.calendar.name,
        page.title,
        page.week,
        in_weeks(days, len(page.week), attrgetter("facts.column")),
        tuple(one for one in days if one.facts.column is None),
        next(one for one in days if one.facts.day == wanted),
        first - 1,
        end,
    )

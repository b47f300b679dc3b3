"""A month of the campaign's calendar: its dates, moons and feasts, what happened on its days, what is due."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.app.log import latest
from turnkeeper.calendars.almanac import NoSuchDate
from turnkeeper.calendars.pages import DayFacts, month_page
from turnkeeper.calendars.wording import say_date, say_day_of_year
from turnkeeper.play.sky.calendar import almanac_of, day_of, events_of
from turnkeeper.play.sky.calendar_events import AddCalendarEvent, DropCalendarEvent
from turnkeeper.time import Instant
from turnkeeper.views.parts.due import coming

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnkeeper.app.campaign import Campaign

MOST_LINES = 600
"""So many lines of the log, the latest, are looked through for what happened."""
MOST_TOLD = 12
FARTHEST = 800
"""So many days ahead it is looked for what is due."""
EVERY_DAY = frozenset(("dawn", "dusk", "hour"))


class DayInMonth(Struct, frozen=True):
    """A day: what the calendar says, the campaign's number of it, what happened on it and what is due.

    ``events`` are those of the calendar and the campaign's own, the referee's secrets by themselves; ``own``
    are those that can be taken out again.
    """

    facts: DayFacts
    number: int
    today: bool
    told: tuple[str, ...]
    due: tuple[str, ...]
    events: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    own: tuple[str, ...] = ()


class CampaignMonth(Struct, frozen=True):
    """The month that a day falls in; ``weeks`` are rows of the week's length, ``off`` the days off the week.

    ``chosen`` is the day that is looked at; ``before`` and ``after`` are days of the months beside, by the
    calendar's number of days.
    """

    calendar: str
    title: str
    week: tuple[str, ...]
    weeks: tuple[tuple[DayInMonth | None, ...], ...]
    off: tuple[DayInMonth, ...]
    chosen: DayInMonth
    before: int
    after: int


def campaign_month(campaign: Campaign, day: int | None = None) -> CampaignMonth | None:
    """Return the month of a day, else of today; nothing without a calendar, or beyond where it has dates."""
    state, book = campaign.state, campaign.book
    if state.calendar is None:
        return None
    today, almanac = day_of(state, book), almanac_of(state.calendar.data)
    wanted = today if day is None else day
    try:
        page = month_page(almanac, wanted)
    except NoSuchDate:
        wanted = today
        page = month_page(almanac, today)
    first, last = page.days[0].day, page.days[-1].day
    told, due = _told(campaign, first, last), _due(campaign, first, last)
    events = events_of(state.calendar.data, state.calendar.own).during(first, last + 1)
    days = [
        DayInMonth(
            one,
            one.day - state.calendar.first + 1,
            one.day == today,
            tuple(told.get(one.day, ())[-MOST_TOLD:]),
            tuple(due.get(one.day, ())[:MOST_TOLD]),
            tuple(each.name for each in events.get(one.day, ()) if not each.hidden)[:MOST_TOLD],
            tuple(each.name for each in events.get(one.day, ()) if each.hidden)[:MOST_TOLD],
            tuple(each.name for each in events.get(one.day, ()) if each in state.calendar.own)[:MOST_TOLD],
        )
        for one in page.days
    ]
    return CampaignMonth(
        almanac.data.calendar.name,
        page.title,
        page.week,
        tuple(_weeks(days, len(page.week))),
        tuple(one for one in days if one.facts.column is None),
        next(one for one in days if one.facts.day == wanted),
        first - 1,
        last + 1,
    )


def event_words(campaign: Campaign, name: str, day: int, *, yearly: bool, hidden: bool) -> str:
    """Return the command that puts an event on a day, by the calendar's number of it, once or every year.

    Raises ``LookupError`` for a name that cannot be said, and where no calendar is in use.
    """
    used = campaign.state.calendar
    if used is None:
        raise LookupError(name)
    almanac = almanac_of(used.data)
    try:
        when = say_day_of_year(almanac, almanac.date_of(day)) if yearly else say_date(almanac, day)
    except NoSuchDate as missing:
        raise LookupError(name) from missing
    return campaign.language.express(AddCalendarEvent(name, when, hidden=hidden, again=yearly)).text


def drop_words(campaign: Campaign, name: str) -> str:
    """Return the command that takes an event out again; raises ``LookupError`` for what cannot be said."""
    return campaign.language.express(DropCalendarEvent(name)).text


def _weeks(days: Iterable[DayInMonth], long: int) -> list[tuple[DayInMonth | None, ...]]:
    rows: list[list[DayInMonth | None]] = []
    last = long
    for one in days:
        column = one.facts.column
        if column is None:
            continue
        if column <= last or not rows:
            rows.append([None] * max(long, column + 1))
        rows[-1][column] = one
        last = column
    return list(map(tuple, rows))


def _told(campaign: Campaign, first: int, last: int) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for line in latest(campaign, MOST_LINES, each=False):
        day = day_of(campaign.state, campaign.book, Instant(line.at_ms))
        if first <= day <= last:
            found.setdefault(day, []).append(line.text)
    return found


def _due(campaign: Campaign, first: int, last: int) -> dict[int, list[str]]:
    state, book = campaign.state, campaign.book
    if state.calendar is None or not day_of(state, book) - 1 < last < day_of(state, book) + FARTHEST:
        return {}
    end = Instant((last + 1 - state.calendar.first) * book.scale.day.ms)
    found: dict[int, list[str]] = {}
    for one in sorted(coming(state, book, end, book.scale.day.ms), key=lambda each: each.at):
        day = day_of(state, book, one.at)
        if first <= day <= last and one.kind not in EVERY_DAY:
            found.setdefault(day, []).append(f"{book.scale.say_time_of_day(one.at)} {one.text}")
    return found

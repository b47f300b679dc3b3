"""A month or a year of the campaign's calendar: its dates, moons, feasts, what happened, what falls due."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from operator import attrgetter

from msgspec import Struct

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.log import instants_played, told_between
from turnkeeper.calendars.almanac import NoSuchDate
from turnkeeper.calendars.conditions import CalendarEvent
from turnkeeper.calendars.pages import MOST_SHOWN, DayFacts, in_weeks, month_page, year_page
from turnkeeper.calendars.wording import say_date, say_day_of_year
from turnkeeper.play.sky.calendar import almanac_of, by_another, date, day_of
from turnkeeper.play.sky.calendar_events import AddCalendarEvent, DropCalendarEvent, answers, strange
from turnkeeper.play.state import State
from turnkeeper.time import Instant
from turnkeeper.views.parts.due import coming

MOST_TOLD = 12
FARTHEST = 800
"""The days ahead for which what falls due is looked up."""
EVERY_DAY = frozenset(("dawn", "dusk", "hour"))


class DayInMonth(Struct, frozen=True):
    """A day: what the calendar says, the campaign's number of it, what happened on it and what falls due.

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


class OtherDay(Struct, frozen=True):
    """A day by another calendar of the campaign: its id, its name, its number of the day, and the date.

    The id of the one in use is empty.
    """

    by: str
    name: str
    day: int
    date: str


class CampaignMonth(Struct, frozen=True):
    """The month that a day falls in; ``weeks`` are rows of the week's length, ``off`` the days off the week.

    ``chosen`` is the day that is looked at; ``before`` and ``after`` are days of the months beside, by the
    calendar's number of days. ``by`` is the id of a calendar beside the one in use whose month it is, and
    ``others`` are the same day by the other calendars. ``strange`` says what its events ask for and the rules
    have not.
    """

    calendar: str
    title: str
    week: tuple[str, ...]
    weeks: tuple[tuple[DayInMonth | None, ...], ...]
    off: tuple[DayInMonth, ...]
    chosen: DayInMonth
    before: int
    after: int
    by: str
    others: tuple[OtherDay, ...]
    strange: tuple[str, ...]


class DayInYear(Struct, frozen=True):
    """A day among those of a year: whether anything was played or is due on it, and its events."""

    facts: DayFacts
    today: bool
    played: bool
    due: bool
    events: tuple[str, ...]
    secrets: tuple[str, ...]


class MonthInYear(Struct, frozen=True):
    """A month or feast of a year; ``first`` is its first day. Of a very long year it has no weeks."""

    title: str
    first: int
    week: tuple[str, ...]
    weeks: tuple[tuple[DayInYear | None, ...], ...]
    off: tuple[DayInYear, ...]


class CampaignYear(Struct, frozen=True):
    """The year that a day falls in; ``before`` and ``after`` are days of the years beside.

    ``by`` is the id of a calendar beside the one in use whose year it is.
    """

    calendar: str
    title: str
    months: tuple[MonthInYear, ...]
    before: int
    after: int
    by: str


def campaign_month(campaign: Campaign, day: int | None = None, by: str = "") -> CampaignMonth | None:
    """Return the month of a day, else of today; nothing without a calendar, or beyond where it has dates.

    ``by`` is the id of a calendar beside the one in use, whose month it is then.
    """
    state, book = by_another(campaign.state, by), campaign.book
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
    events = answers(state, book, state.calendar).during(first, last + 1)
    told, due = _told(campaign, state, first, last), _due(campaign, state, first, last, events)
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
        in_weeks(days, len(page.week), attrgetter("facts.column")),
        tuple(one for one in days if one.facts.column is None),
        next(one for one in days if one.facts.day == wanted),
        first - 1,
        last + 1,
        "" if state is campaign.state else by,
        tuple(_others(campaign, state, wanted)),
        tuple(islice(strange(book.set, (*state.calendar.data.events, *state.calendar.own)), MOST_TOLD)),
    )


def _others(campaign: Campaign, state: State, day: int) -> Iterator[OtherDay]:
    """Yield a day, by the number of the calendar that is looked at, as all other calendars show it."""
    used = campaign.state.calendar
    if used is None or not used.beside:
        return
    at = _midnight(campaign, state, day)
    for by in ("", *(one.data.calendar.id for one in used.beside)):
        other = by_another(campaign.state, by)
        if other.calendar is not None and other.calendar.data != (state.calendar and state.calendar.data):
            number = day_of(other, campaign.book, at)
            yield OtherDay(by, other.calendar.data.calendar.name, number, date(other, campaign.book, at))


def campaign_year(campaign: Campaign, day: int | None = None, by: str = "") -> CampaignYear | None:
    """Return the year of a day, else of today; nothing without a calendar, or beyond where it has dates.

    ``by`` is the id of a calendar beside the one in use, whose year it is then.
    """
    state, book = by_another(campaign.state, by), campaign.book
    if state.calendar is None:
        return None
    today, almanac = day_of(state, book), almanac_of(state.calendar.data)
    try:
        page = year_page(almanac, today if day is None else day)
    except NoSuchDate:
        page = year_page(almanac, today)
    first, end = page.before + 1, page.after
    events = answers(state, book, state.calendar).during(first, end)
    played = {day_of(state, book, at) for at in instants_played(campaign)}
    due = _due(campaign, state, first, end - 1, events)

    def seen(one: DayFacts) -> DayInYear:
        there = events.get(one.day, ())
        open_ones = tuple(each.name for each in there if not each.hidden)[:MOST_TOLD]
        hidden = tuple(each.name for each in there if each.hidden)[:MOST_TOLD]
        return DayInYear(one, one.day == today, one.day in played, one.day in due, open_ones, hidden)

    months = []
    for one in page.months:
        days = [seen(each) for each in one.days] if end - first <= MOST_SHOWN else []
        off = tuple(each for each in days if each.facts.column is None)
        weeks = in_weeks(days, len(one.week), attrgetter("facts.column"))
        months.append(MonthInYear(one.title, one.days[0].day, one.week, weeks, off))
    shown = "" if state is campaign.state else by
    return CampaignYear(almanac.data.calendar.name, page.title, tuple(months), page.before, page.after, shown)


def event_words(  # noqa: PLR0913 - what a form says of an event
    campaign: Campaign, name: str, day: int, *, yearly: bool, hidden: bool, check: str = ""
) -> str:
    """Return the command that puts an event on a day, by the calendar's number of it, once or every year.

    As it begins it makes a ``check`` of the rule set, if any. Raises ``LookupError`` for a name that cannot
    be said, and where no calendar is in use.
    """
    used = campaign.state.calendar
    if used is None:
        raise LookupError(name)
    almanac = almanac_of(used.data)
    try:
        when = say_day_of_year(almanac, almanac.date_of(day)) if yearly else say_date(almanac, day)
    except NoSuchDate as missing:
        raise LookupError(name) from missing
    return campaign.language.express(
        AddCalendarEvent(name, when, hidden=hidden, again=yearly, check=check)
    ).text


def drop_words(campaign: Campaign, name: str) -> str:
    """Return the command that takes an event out again; raises ``LookupError`` for what cannot be said."""
    return campaign.language.express(DropCalendarEvent(name)).text


def _told(campaign: Campaign, state: State, first: int, last: int) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for line in told_between(
        campaign, _midnight(campaign, state, first), _midnight(campaign, state, last + 1)
    ):
        found.setdefault(day_of(state, campaign.book, Instant(line.at_ms)), []).append(line.text)
    return found


def _midnight(campaign: Campaign, state: State, day: int) -> Instant:
    """Return the instant at which a day of the calendar begins, whose number may be before the campaign's."""
    used = state.calendar
    return Instant((day - (0 if used is None else used.first)) * campaign.book.scale.day.ms)


def _due(
    campaign: Campaign, state: State, first: int, last: int, events: dict[int, list[CalendarEvent]]
) -> dict[int, list[str]]:
    """Return the matters due on each day besides the calendar's events, which stand by themselves."""
    book = campaign.book
    if state.calendar is None or not day_of(state, book) - 1 < last < day_of(state, book) + FARTHEST:
        return {}
    end = _midnight(campaign, state, last + 1)
    found: dict[int, list[str]] = {}
    for one in sorted(coming(campaign.state, book, end, book.scale.day.ms), key=lambda each: each.at):
        day = day_of(state, book, one.at)
        shown = one.kind in EVERY_DAY or one.text in [each.name for each in events.get(day, ())]
        if first <= day <= last and not shown:
            found.setdefault(day, []).append(f"{book.scale.say_time_of_day(one.at)} {one.text}")
    return found

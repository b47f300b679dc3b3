"""A calendar as people look at it: what it is, a month of it, and a date of it in another.

Nothing here knows of a campaign: a calendar is the same for all that use it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec import Struct

from turnkeeper.calendars.almanac import Almanac, NoSuchDate
from turnkeeper.calendars.eras import name_in_cycle
from turnkeeper.calendars.layout import LaidPart
from turnkeeper.calendars.sky import next_full, next_new, phase_of, season_of
from turnkeeper.calendars.spoken_events import say_when
from turnkeeper.calendars.wording import say_date, say_day_of_year, say_numbers

Shown = TypeVar("Shown")
MOST_SHOWN = 1_000
"""A year of more days is shown by its months alone."""


class PartSheet(Struct, frozen=True):
    """A month or feast: its days in the first year, and whether leap rules change it."""

    name: str
    kind: str
    days: int
    leap: bool


class CalendarSheet(Struct, frozen=True):
    """A calendar in figures and words; the length of its year is the exact mean, in days."""

    id: str
    name: str
    sources: tuple[str, ...]
    parts: tuple[PartSheet, ...]
    week: tuple[str, ...]
    year_days: str
    moons: tuple[str, ...]
    seasons: tuple[str, ...]
    eras: tuple[str, ...]
    events: tuple[str, ...]


class DayFacts(Struct, frozen=True):
    """What a calendar says of one day; ``column`` is its place in the week, if it has one."""

    day: int
    date: str
    numbers: str
    short: str
    weekday: str
    column: int | None
    phases: tuple[tuple[str, str], ...]
    turns: tuple[str, ...]
    season: str
    dawn: str
    dusk: str
    cycles: tuple[tuple[str, str], ...]


class MonthPage(Struct, frozen=True):
    """A month or feast of one year, day by day, in weeks of its own week's length."""

    title: str
    week: tuple[str, ...]
    days: tuple[DayFacts, ...]


class YearPage(Struct, frozen=True):
    """A year, month by month and feast by feast; ``before`` and ``after`` are days of the years beside.

    Of a year of more than `MOST_SHOWN` days each month has only its first.
    """

    title: str
    months: tuple[MonthPage, ...]
    before: int
    after: int


class DateConversion(Struct, frozen=True):
    """One day in two calendars."""

    day: int
    said: DayFacts
    calendar: str
    found: DayFacts
    other: str


def calendar_sheet(almanac: Almanac) -> CalendarSheet:
    """Return a calendar's description of itself."""
    data = almanac.data
    first = almanac.year(almanac.first_year).layout
    parts = []
    for index, part in enumerate(data.parts):
        laid = first.part(index)
        changes = part.when is not None or any(one.when is not None for one in part.leap)
        parts.append(PartSheet(part.name, part.kind, laid.length if laid is not None else 0, changes))
    return CalendarSheet(
        data.calendar.id,
        data.calendar.name,
        data.calendar.sources,
        tuple(parts),
        data.week.days,
        str(almanac.mean_year),
        tuple(one.name for one in data.moons),
        tuple(one.name for one in data.seasons),
        tuple(one.name for one in data.eras),
        tuple(f"{one.name}: {say_when(one.when)}{', hidden' if one.hidden else ''}" for one in data.events),
    )


def day_facts(almanac: Almanac, day: int) -> DayFacts:
    """Return a day as a calendar has it."""
    data, date = almanac.data, almanac.date_of(day)
    weekday, season = almanac.weekday_of(day), season_of(almanac, day)
    moons = [one for one in data.moons if not one.hidden]
    turns = [f"{one.name}: full" for one in moons if next_full(almanac, one, day - 1) == day]
    turns += [f"{one.name}: new" for one in moons if next_new(almanac, one, day - 1) == day]
    return DayFacts(
        day,
        say_date(almanac, day),
        say_numbers(almanac, date),
        str(date.day) if not date.inner else say_day_of_year(almanac, date),
        weekday.name if weekday is not None else "",
        weekday.place if weekday is not None else None,
        tuple((one.name, phase_of(almanac, one, day)) for one in moons),
        tuple(turns),
        season.season.name if season is not None else "",
        _clock(almanac, season.dawn if season is not None else None),
        _clock(almanac, season.dusk if season is not None else None),
        tuple((one.name, name) for one in data.cycles if (name := name_in_cycle(almanac, one, day))),
    )


def _clock(almanac: Almanac, seconds: int | None) -> str:
    if seconds is None:
        return ""
    hours, minutes = divmod(seconds // almanac.data.clock.seconds, almanac.data.clock.minutes)
    return f"{hours:02}:{minutes:02}"


def month_page(almanac: Almanac, day: int) -> MonthPage:
    """Return the month or feast that a day falls in."""
    date, year = almanac.date_of(day), almanac.year_of(day)
    laid = year.layout.part_at(day - year.start)
    title = f"{almanac.data.parts[date.part].name} {date.year}".strip()
    return _month(almanac, laid, title, year.start + laid.start, laid.length)


def _month(almanac: Almanac, laid: LaidPart, title: str, start: int, length: int) -> MonthPage:
    days = tuple(day_facts(almanac, one) for one in range(start, start + length))
    return MonthPage(title, laid.week or almanac.data.week.days, days)


def in_weeks(
    days: Iterable[Shown], long: int, column: Callable[[Shown], int | None]
) -> tuple[tuple[Shown | None, ...], ...]:
    """Return days in rows of the week's length, each in its column; those off the week are left out."""
    rows: list[list[Shown | None]] = []
    last = long
    for one in days:
        there = column(one)
        if there is None:
            continue
        if there <= last or not rows:
            rows.append([None] * max(long, there + 1))
        rows[-1][there] = one
        last = there
    return tuple(map(tuple, rows))


def year_page(almanac: Almanac, day: int) -> YearPage:
    """Return the year that a day falls in."""
    year, parts = almanac.year_of(day), almanac.data.parts
    whole = year.layout.length <= MOST_SHOWN
    months = tuple(
        _month(almanac, one, parts[one.index].name, year.start + one.start, one.length if whole else 1)
        for one in year.layout.parts
    )
    return YearPage(str(almanac.date_of(day).year), months, year.start - 1, year.end)


def converted(one: Almanac, other: Almanac, day: int) -> DateConversion:
    """Return a day of one calendar in another, by the day that each counts from."""
    there = day + one.data.calendar.day_zero - other.data.calendar.day_zero
    facts = day_facts(one, day), day_facts(other, there)
    return DateConversion(day, facts[0], one.data.calendar.name, facts[1], other.data.calendar.name)


def nearest_told(almanac: Almanac, missing: NoSuchDate) -> str:
    """Return the nearest days to a date that is not there, as a hint."""
    days = dict.fromkeys((missing.before, missing.after))
    return f"the nearest: {' or '.join(say_date(almanac, day) for day in days)}"

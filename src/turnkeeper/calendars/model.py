"""What a calendar may say: months and feasts in one ordered list, leap rules, weeks, moons, seasons, events.

This is data as it stands in a file. What it means for a day is worked out by `almanac.Almanac`. Years in it
are as people write them, except in leap rules: where there is no year 0, the year before 1 is tested as 0.
"""

from __future__ import annotations

from typing import Annotated, Literal

from turnkeeper.calendars.conditions import CalendarEvent, PartOfCalendar, Recurrence, YearDay
from turnkeeper.calendars.values import (
    MOST_DAYS,
    MOST_LISTED,
    Days,
    Exact,
    Name,
    TimeOfDay,
    YearNumber,
)
from turnkeeper.rules.model.marks import Bounds, ListSize, TextForm

MOST_PARTS = 400
MOST_EVENTS = 5_000


class LeapDay(PartOfCalendar, frozen=True):
    """Days that a month gains, always or in some years; numbered ones lengthen it, below 0 shorten it.

    One that is not numbered stands after the day ``after``, or at the end, under its own name. ``weekday``
    is a day that the week of this month gains with it, after that many others.
    """

    name: Name = ""
    days: Annotated[int, Bounds(-MOST_DAYS, MOST_DAYS, never=0)] = 1
    when: Recurrence | None = None
    after: Annotated[int, Bounds(0, MOST_DAYS)] | None = None
    numbered: bool = True
    in_week: bool = True
    weekday: Name = ""
    weekday_after: Annotated[int, Bounds(0, MOST_LISTED)] = 0


class CalendarPart(PartOfCalendar, frozen=True):
    """A month or a feast of the year, in the order of the year; ``when`` says in which years, else in all."""

    name: Name
    days: Days
    abbr: Name = ""
    kind: Literal["month", "feast"] = "month"
    when: Recurrence | None = None
    in_week: bool = True
    week: tuple[Name, ...] = ()
    starts_on: Name = ""
    leap: tuple[LeapDay, ...] = ()


class Week(PartOfCalendar, frozen=True):
    """The days of the week, and whether it runs on or begins anew; ``first`` is the weekday it begins with.

    Where weeks run on, that is the weekday of day 0, the first of the first year.
    """

    days: Annotated[tuple[Name, ...], ListSize(distinct=True)] = ()
    runs: Literal["on", "by month", "by year"] = "on"
    first: Name = ""


class DayOfYear(PartOfCalendar, frozen=True):
    """A day of every year, by its month or feast and number."""

    part: Name
    day: Annotated[int, Bounds(1, MOST_DAYS)] = 1


class Years(PartOfCalendar, frozen=True):
    """How years are numbered, and which of them end early, each with the last day that it has."""

    zero: bool = False
    short: tuple[YearDay, ...] = ()


class CalendarClock(PartOfCalendar, frozen=True):
    """The parts of a day."""

    hours: Annotated[int, Bounds(1, 1_000)] = 24
    minutes: Annotated[int, Bounds(1, 1_000)] = 60
    seconds: Annotated[int, Bounds(1, 1_000)] = 60


class CalendarEra(PartOfCalendar, frozen=True):
    """An era from a day on, or from ever; its years go on, begin anew with ``first``, or count back.

    Years that count back end with ``first`` in the last year before the next era.
    """

    name: Name
    abbr: Name = ""
    begins: YearDay | None = None
    numbering: Literal["continue", "restart", "backwards"] = "continue"
    first: YearNumber = 1


class NameCycle(PartOfCalendar, frozen=True):
    """Names that come round: of years, of days, of months; each holds for ``length`` of them.

    Days of a month are counted from 1, those of a ``numbered month`` and of a year from 0: so weeks have
    names by them. Where a name is empty, or the day has no number in its month, the cycle says nothing.
    """

    name: Name
    names: Annotated[tuple[Name, ...], ListSize(1, "a cycle needs names")]
    of: Literal["year", "era year", "month", "day", "numbered month", "day of year", "day number"] = "year"
    length: Annotated[int, Bounds(1, 1_000_000_000)] = 1
    offset: YearNumber = 0


class MoonPhase(PartOfCalendar, frozen=True):
    """A phase of a moon, and its share of the cycle beside the other phases."""

    name: Name
    share: Exact = "1"


class MoonBegun(PartOfCalendar, frozen=True):
    """The years in which a moon begins anew: all of such a year is counted from a day of it as new.

    It is new ``after`` that many days from there, or before it below 0. Each further year until the next
    such one it is ``gains`` days ahead of its count.
    """

    when: Recurrence
    on: DayOfYear
    after: Exact = "0"
    gains: Exact = "0"


class CalendarMoon(PartOfCalendar, frozen=True):
    """A moon: the exact length of its cycle in days, and when it is new, counted in days from day 0.

    ``daily`` is a list of phases walked one a day in place of a cycle. With a ``variance`` each new moon
    comes up to this number of days early or late, by a throw that ``seed`` and its number decide for ever.
    ``rounding`` says how phases of one length are taken; ``middle`` takes any by the middle of a day of the
    cycle, whole days since it was new. Where it begins ``anew`` in some years, ``new`` says nothing.
    """

    name: Name
    cycle: Exact = ""
    new: Exact = "0"
    phases: tuple[MoonPhase, ...] = ()
    rounding: Literal["floor", "round", "ceil", "middle"] = "round"
    daily: tuple[Name, ...] = ()
    variance: Exact = "0"
    seed: Name = ""
    hidden: bool = False
    anew: MoonBegun | None = None


class CalendarSeason(PartOfCalendar, frozen=True):
    """A season: the day of the year on which it begins, or its length in days; with its dawn and dusk.

    One that begins by date lasts until the next begins, or until the day on which it ``ends``. Where dawn and
    dusk move from season to season, they stay for the days that it is ``steady``, and move in the rest of it.
    """

    name: Name
    begins: DayOfYear | None = None
    ends: DayOfYear | None = None
    length: Exact = ""
    dawn: TimeOfDay = ""
    dusk: TimeOfDay = ""
    steady: Exact = ""


class Daylight(PartOfCalendar, frozen=True):
    """The dawn and dusk of a day of every year."""

    on: DayOfYear
    dawn: TimeOfDay
    dusk: TimeOfDay


class NamedHours(PartOfCalendar, frozen=True):
    """A stretch of the day that has a name; it may go over midnight."""

    name: Name
    begins: TimeOfDay
    ends: TimeOfDay


class CalendarHead(PartOfCalendar, frozen=True):
    """A calendar's own words of itself: its id, its name, what it rests on, what it differs from.

    ``day_zero`` is the Gregorian day number of its day 0, by which dates are converted.
    """

    id: Annotated[
        str,
        TextForm("CalendarId", "Small letters, digits and dashes.", "^[a-z0-9][a-z0-9-]{0,59}$(?!\\n)"),
    ]
    name: Name
    extends: str = ""
    sources: tuple[str, ...] = ()
    day_zero: YearNumber = 0


class CalendarData(PartOfCalendar, frozen=True):
    """A calendar as a file states it.

    Where it has ``daylight``, dawn and dusk move from one such day to the next, and to the first days of
    those seasons that have a dawn; else they are those of the seasons, and move where they ``interpolate``.
    """

    calendar: CalendarHead
    parts: Annotated[tuple[CalendarPart, ...], ListSize(1, "a year needs a month")]
    clock: CalendarClock = CalendarClock()
    years: Years = Years()
    week: Week = Week()
    eras: tuple[CalendarEra, ...] = ()
    cycles: tuple[NameCycle, ...] = ()
    moons: tuple[CalendarMoon, ...] = ()
    seasons: tuple[CalendarSeason, ...] = ()
    season_offset: Exact = "0"
    interpolate: bool = False
    daylight: tuple[Daylight, ...] = ()
    hours: tuple[NamedHours, ...] = ()
    events: tuple[CalendarEvent, ...] = ()

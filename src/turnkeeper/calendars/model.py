"""What a calendar may say: months and feasts in one ordered list, leap rules, weeks, moons, seasons, events.

This is data as it stands in a file. What it means for a day is worked out by `almanac.Almanac`. Years in it
are as people write them, except in leap rules: where there is no year 0, the year before 1 is tested as 0.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Struct

from turnkeeper.calendars.values import (
    LARGEST_YEAR,
    MOST_DAYS,
    Days,
    Exact,
    Name,
    Numbered,
    Terms,
    TimeOfDay,
    YearNumber,
)
from turnkeeper.rules.model.marks import Bounds, ListSize, TextForm

MOST_PARTS = 400
MOST_LISTED = 1_000
MOST_EVENTS = 5_000


class _Said(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Part of a calendar: a name that it does not know is a fault of the file."""


class Recurrence(_Said, frozen=True):
    """The years that something comes in.

    ``every`` holds up to six numbers: the first that divides decides, ``!`` says no, ``+`` is not moved by
    ``offset``. Or the years of a ``cycle`` are listed. A leap day can count the appearances of its month, the
    first of which from year 0 on has the number 0.
    """

    every: Terms = ""
    offset: YearNumber = 0
    cycle: Annotated[int, Bounds(0, 1_000_000)] = 0
    years: tuple[Annotated[int, Bounds(0, 1_000_000)], ...] = ()
    counts: Literal["years", "appearances"] = "years"


class LeapDay(_Said, frozen=True):
    """Days that a month gains, always or in some years; numbered ones lengthen it, below 0 shorten it.

    One that is not numbered stands after the day ``after``, or at the end, under its own name. ``weekday``
    is a day that the week of this month gains with it, after so many others.
    """

    name: Name = ""
    days: Annotated[int, Bounds(-MOST_DAYS, MOST_DAYS, never=0)] = 1
    when: Recurrence | None = None
    after: Annotated[int, Bounds(0, MOST_DAYS)] | None = None
    numbered: bool = True
    in_week: bool = True
    weekday: Name = ""
    weekday_after: Annotated[int, Bounds(0, MOST_LISTED)] = 0


class CalendarPart(_Said, frozen=True):
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


class Week(_Said, frozen=True):
    """The days of the week, and whether it runs on or begins anew; ``first`` is the weekday it begins with.

    Where weeks run on, that is the weekday of day 0, the first of the first year.
    """

    days: Annotated[tuple[Name, ...], ListSize(distinct=True)] = ()
    runs: Literal["on", "by month", "by year"] = "on"
    first: Name = ""


class YearDay(_Said, frozen=True):
    """A day by its year, month or feast and number."""

    year: YearNumber
    part: Name = ""
    day: Annotated[int, Bounds(1, MOST_DAYS)] = 1


class DayOfYear(_Said, frozen=True):
    """A day of every year, by its month or feast and number."""

    part: Name
    day: Annotated[int, Bounds(1, MOST_DAYS)] = 1


class Years(_Said, frozen=True):
    """How years are numbered, and which of them end early, each with the last day that it has."""

    zero: bool = False
    short: tuple[YearDay, ...] = ()


class CalendarClock(_Said, frozen=True):
    """The parts of a day."""

    hours: Annotated[int, Bounds(1, 1_000)] = 24
    minutes: Annotated[int, Bounds(1, 1_000)] = 60
    seconds: Annotated[int, Bounds(1, 1_000)] = 60


class CalendarEra(_Said, frozen=True):
    """An era from a day on, or from ever; its years go on, begin anew with ``first``, or count back.

    Years that count back end with ``first`` in the last year before the next era.
    """

    name: Name
    abbr: Name = ""
    begins: YearDay | None = None
    numbering: Literal["continue", "restart", "backwards"] = "continue"
    first: YearNumber = 1


class NameCycle(_Said, frozen=True):
    """Names that come round: of years, of days, of months; each holds for ``length`` of them."""

    name: Name
    names: Annotated[tuple[Name, ...], ListSize(1, "a cycle needs names")]
    of: Literal["year", "era year", "month", "day", "day of year", "day number"] = "year"
    length: Annotated[int, Bounds(1, 1_000_000_000)] = 1
    offset: YearNumber = 0


class MoonPhase(_Said, frozen=True):
    """A phase of a moon, and its share of the cycle beside the other phases."""

    name: Name
    share: Exact = "1"


class CalendarMoon(_Said, frozen=True):
    """A moon: the exact length of its cycle in days, and when it is new, counted in days from day 0.

    ``daily`` is a list of phases walked one a day in place of a cycle. With a ``variance`` each new moon
    comes up to so many days early or late, by a throw that ``seed`` and its number decide for ever.
    ``rounding`` says how phases of one length are taken; ``middle`` takes any by the middle of a day of the
    cycle, whole days since it was new.
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


class CalendarSeason(_Said, frozen=True):
    """A season: the day of the year on which it begins, or its length in days; with its dawn and dusk.

    One that begins by date lasts until the next begins, or until the day on which it ``ends``.
    """

    name: Name
    begins: DayOfYear | None = None
    ends: DayOfYear | None = None
    length: Exact = ""
    dawn: TimeOfDay = ""
    dusk: TimeOfDay = ""


class NamedHours(_Said, frozen=True):
    """A stretch of the day that has a name; it may go over midnight."""

    name: Name
    begins: TimeOfDay
    ends: TimeOfDay


class OnDate(_Said, frozen=True, tag_field="on", tag="date"):
    """A day of the year by its month or feast, counted from the end below 0; with a year once, else yearly.

    ``missing`` says what holds in a year that has not so many days.
    """

    part: Name = ""
    day: Annotated[int, Bounds(-MOST_DAYS, MOST_DAYS, never=0)] = 1
    year: YearNumber | None = None
    missing: Literal["skip", "before", "after"] = "skip"


class OnDayOfMonth(_Said, frozen=True, tag_field="on", tag="day of month"):
    """A day of every month by its number, counted from the end below 0."""

    day: Annotated[int, Bounds(-MOST_DAYS, MOST_DAYS, never=0)] = 1


class OnWeekday(_Said, frozen=True, tag_field="on", tag="weekday"):
    """A day of the week: ``nth`` is which of them in a month, from the end below 0, and 0 is each of them."""

    weekday: Name
    nth: Annotated[int, Bounds(-MOST_LISTED, MOST_LISTED)] = 0


class OnMoon(_Said, frozen=True, tag_field="on", tag="moon"):
    """The day on which a moon is ``full`` or ``new``, or the first day of a phase that its calendar names.

    ``nth`` is which of them in a month, as of weekdays.
    """

    moon: Name
    phase: Name
    nth: Annotated[int, Bounds(-MOST_LISTED, MOST_LISTED)] = 0


class InMonth(_Said, frozen=True, tag_field="on", tag="month"):
    """Any day of a month or feast."""

    part: Name


class InSeason(_Said, frozen=True, tag_field="on", tag="season"):
    """Any day of a season, or the one that is so many days into it."""

    season: Name
    day: Annotated[int, Bounds(0, MOST_DAYS)] = 0


class InYears(_Said, frozen=True, tag_field="on", tag="years"):
    """Any day of the years that a rule holds in."""

    when: Recurrence


class InEra(_Said, frozen=True, tag_field="on", tag="era"):
    """Any day of an era."""

    era: Name


class InPhase(_Said, frozen=True, tag_field="on", tag="phase"):
    """Any day on which a moon is in one of some phases, not only the first of them."""

    moon: Name
    phases: Annotated[tuple[Name, ...], ListSize(1, "phases are missing")]


class OnNumber(_Said, frozen=True, tag_field="on", tag="number"):
    """Any day whose number in something lies within bounds, or is one in so many of them.

    A month is counted by its place in the calendar's list, a weekday by its place in the week; all are
    counted from 1. Days off the week have no weekday, and those without a number no number of their month.
    """

    of: Numbered
    least: YearNumber | None = None
    most: YearNumber | None = None
    every: Annotated[int, Bounds(1, LARGEST_YEAR)] = 1
    offset: YearNumber = 0


class EveryDays(_Said, frozen=True, tag_field="on", tag="every"):
    """Every so many days, counted from a day on in both directions."""

    days: Annotated[int, Bounds(1, LARGEST_YEAR)]
    since: YearDay


class AfterEvent(_Said, frozen=True, tag_field="on", tag="event"):
    """So many days after another event of the calendar begins, below 0 before; or any day up to ``last``."""

    event: Name
    days: Annotated[int, Bounds(-MOST_DAYS, MOST_DAYS)] = 0
    last: Annotated[int, Bounds(-MOST_DAYS, MOST_DAYS)] | None = None


class OnWeather(_Said, frozen=True, tag_field="on", tag="weather"):
    """The day on which one ``of`` some kinds of weather has come on so many ``days`` running.

    ``without`` is the day after so many whole days on which none of them came. In a season it is the
    ``first_of``, only the first such day counts. What the weather was is known, and nothing of what will be.
    """

    of: Annotated[tuple[Name, ...], ListSize(1, "kinds of weather are missing")]
    days: Annotated[int, Bounds(1, MOST_LISTED)] = 1
    without: bool = False
    first_of: Name = ""


class ByChance(_Said, frozen=True, tag_field="on", tag="chance"):
    """A share of all days, thrown for each day for ever by a hash of ``seed`` and the day's number."""

    share: Exact
    seed: Name = ""


class Several(_Said, frozen=True, tag_field="on", tag="several"):
    """How many of some conditions hold: all, any, none, an odd number, or at least ``count``."""

    of: Annotated[tuple[Condition, ...], ListSize(1, "conditions are missing")]
    hold: Literal["all", "any", "none", "odd", "at least"] = "all"
    count: Annotated[int, Bounds(1, MOST_LISTED)] = 1


Condition: TypeAlias = (
    OnDate
    | OnDayOfMonth
    | OnWeekday
    | OnMoon
    | InMonth
    | InSeason
    | InYears
    | InEra
    | InPhase
    | OnNumber
    | EveryDays
    | AfterEvent
    | OnWeather
    | ByChance
    | Several
)


class CalendarEvent(_Said, frozen=True):
    """A festival, or any other day that comes: when it begins, for how many days, who knows of it.

    ``remind`` is how many days before one is told. It begins on no day before ``since`` or after ``until``,
    nor on the days of ``never``, though its condition holds; on those of ``also`` it begins besides. Nor does
    it begin anew while it rests: so many days are from one beginning to the next, or more. ``check`` is a
    check or a table of the rule set, by its name, that is made or thrown on as it begins.
    """

    name: Name
    when: Condition
    days: Annotated[int, Bounds(1, MOST_DAYS)] = 1
    hidden: bool = False
    remind: Annotated[int, Bounds(0, MOST_DAYS)] = 0
    since: YearDay | None = None
    until: YearDay | None = None
    never: tuple[YearDay, ...] = ()
    also: tuple[YearDay, ...] = ()
    rest: Annotated[int, Bounds(0, MOST_DAYS)] = 0
    check: Name | Literal[""] = ""


class CalendarHead(_Said, frozen=True):
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


class CalendarData(_Said, frozen=True):
    """A calendar as a file states it."""

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
    hours: tuple[NamedHours, ...] = ()
    events: tuple[CalendarEvent, ...] = ()

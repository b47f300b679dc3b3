"""When something comes: the years of a rule, conditions as a closed tree, and events that hang on them.

This is data as it stands in a calendar's file. On which days a condition holds is worked out by `falling`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Struct

from turnkeeper.calendars.values import (
    LARGEST_YEAR,
    MOST_DAYS,
    MOST_LISTED,
    Exact,
    Name,
    Numbered,
    SunTurn,
    Terms,
    YearNumber,
)
from turnkeeper.rules.model.marks import Bounds, ListSize


class PartOfCalendar(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Part of a calendar: a name that it does not know is a fault of the file."""


class Recurrence(PartOfCalendar, frozen=True):
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


class YearDay(PartOfCalendar, frozen=True):
    """A day by its year, month or feast and number."""

    year: YearNumber
    part: Name = ""
    day: Annotated[int, Bounds(1, MOST_DAYS)] = 1


class OnDate(PartOfCalendar, frozen=True, tag_field="on", tag="date"):
    """A day of the year by its month or feast, counted from the end below 0; with a year once, else yearly.

    ``missing`` says what holds in a year that has fewer days.
    """

    part: Name = ""
    day: Annotated[int, Bounds(-MOST_DAYS, MOST_DAYS, never=0)] = 1
    year: YearNumber | None = None
    missing: Literal["skip", "before", "after"] = "skip"


class OnDayOfMonth(PartOfCalendar, frozen=True, tag_field="on", tag="day of month"):
    """A day of every month by its number, counted from the end below 0."""

    day: Annotated[int, Bounds(-MOST_DAYS, MOST_DAYS, never=0)] = 1


class OnWeekday(PartOfCalendar, frozen=True, tag_field="on", tag="weekday"):
    """A day of the week: ``nth`` is which of them in a month, from the end below 0, and 0 is each of them."""

    weekday: Name
    nth: Annotated[int, Bounds(-MOST_LISTED, MOST_LISTED)] = 0


class OnMoon(PartOfCalendar, frozen=True, tag_field="on", tag="moon"):
    """The day on which a moon is ``full`` or ``new``, or the first day of a phase that its calendar names.

    ``nth`` is which of them in a month, as of weekdays.
    """

    moon: Name
    phase: Name
    nth: Annotated[int, Bounds(-MOST_LISTED, MOST_LISTED)] = 0


class InMonth(PartOfCalendar, frozen=True, tag_field="on", tag="month"):
    """Any day of a month or feast."""

    part: Name


class InSeason(PartOfCalendar, frozen=True, tag_field="on", tag="season"):
    """Any day of a season, or the one at a number of days into it."""

    season: Name
    day: Annotated[int, Bounds(0, MOST_DAYS)] = 0


class InYears(PartOfCalendar, frozen=True, tag_field="on", tag="years"):
    """Any day of the years that a rule holds in."""

    when: Recurrence


class InEra(PartOfCalendar, frozen=True, tag_field="on", tag="era"):
    """Any day of an era."""

    era: Name


class InPhase(PartOfCalendar, frozen=True, tag_field="on", tag="phase"):
    """Any day on which a moon is in one of some phases, not only the first of them."""

    moon: Name
    phases: Annotated[tuple[Name, ...], ListSize(1, "phases are missing")]


class OnNumber(PartOfCalendar, frozen=True, tag_field="on", tag="number"):
    """Any day whose number in something lies within bounds, or is one in every few of them.

    A month is counted by its place in the calendar's list, a weekday by its place in the week; all are
    counted from 1. Days off the week have no weekday, and those without a number no number of their month.
    """

    of: Numbered
    least: YearNumber | None = None
    most: YearNumber | None = None
    every: Annotated[int, Bounds(1, LARGEST_YEAR)] = 1
    offset: YearNumber = 0


class OnSun(PartOfCalendar, frozen=True, tag_field="on", tag="sun"):
    """The day on which the days turn: the longest, the shortest, or the one half way from one to the other.

    How long days are follows from the dawn and dusk of the calendar's seasons.
    """

    turn: SunTurn


class EveryDays(PartOfCalendar, frozen=True, tag_field="on", tag="every"):
    """Every few days, counted from a day on in both directions."""

    days: Annotated[int, Bounds(1, LARGEST_YEAR)]
    since: YearDay


class AfterEvent(PartOfCalendar, frozen=True, tag_field="on", tag="event"):
    """Some days after another event of the calendar begins, below 0 before; or any day up to ``last``."""

    event: Name
    days: Annotated[int, Bounds(-MOST_DAYS, MOST_DAYS)] = 0
    last: Annotated[int, Bounds(-MOST_DAYS, MOST_DAYS)] | None = None


class OnWeather(PartOfCalendar, frozen=True, tag_field="on", tag="weather"):
    """The day on which one ``of`` some kinds of weather has come on ``days`` days running.

    ``without`` is the day after that many whole days on which none of them came. In a season it is the
    ``first_of``, only the first such day counts. What the weather was is known, and nothing of what will be.
    """

    of: Annotated[tuple[Name, ...], ListSize(1, "kinds of weather are missing")]
    days: Annotated[int, Bounds(1, MOST_LISTED)] = 1
    without: bool = False
    first_of: Name = ""


class ByChance(PartOfCalendar, frozen=True, tag_field="on", tag="chance"):
    """A share of all days, thrown for each day for ever by a hash of ``seed`` and the day's number."""

    share: Exact
    seed: Name = ""


class Several(PartOfCalendar, frozen=True, tag_field="on", tag="several"):
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
    | OnSun
    | EveryDays
    | AfterEvent
    | OnWeather
    | ByChance
    | Several
)


class CalendarEvent(PartOfCalendar, frozen=True):
    """A festival, or any other day that comes: when it begins, for how many days, who knows of it.

    ``remind`` is how many days before one is told. It begins on no day before ``since`` or after ``until``,
    nor on the days of ``never``, though its condition holds; on those of ``also`` it begins besides. Nor does
    it begin anew while it rests: that many days are from one beginning to the next, or more. ``check`` is a
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

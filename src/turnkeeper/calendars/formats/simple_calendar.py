"""Simple Calendar's exports: months and days counted from 0, one leap rule, moons by the lengths of phases.

Days before year 0 are worked out by the rules, where the program itself patches them.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from turnkeeper.calendars.almanac import Almanac, CalendarDate
from turnkeeper.calendars.conditions import Recurrence
from turnkeeper.calendars.formats.accounts import FileValue, Ledger
from turnkeeper.calendars.formats.building import (
    Names,
    anchored,
    clock_of,
    day_in,
    day_said,
    draft,
    grounded,
    moon,
    named,
    number,
    seconds_of_day,
    time_text,
    week_of,
    weekday_beginning,
    year_of,
)
from turnkeeper.calendars.formats.happening.noted import read_notes, write_notes
from turnkeeper.calendars.formats.leaping import (
    day_after,
    era_from_ever,
    floor_moon,
    leap_years,
    leaping,
    length_of,
    moon_by_lengths,
    no_year_zero,
    with_short,
)
from turnkeeper.calendars.formats.phases import reset_written, with_reset
from turnkeeper.calendars.formats.source import Tree
from turnkeeper.calendars.formats.spans import begin_by_date
from turnkeeper.calendars.model import (
    CalendarData,
    CalendarMoon,
    CalendarPart,
    CalendarSeason,
    NameCycle,
    Week,
)
from turnkeeper.calendars.values import MOST_DAYS

_LAST_SECOND = 10**9


def read_simple(root: FileValue, file: str) -> tuple[CalendarData, CalendarDate | None]:
    """Return the calendar of an export, the first where there are several, and the day it stands at."""
    single = root.at("calendar")
    node = single if single.there else root.at("calendars", 0)
    for other in root.each("calendars")[1:]:
        other.tell("dropped", "only the first calendar of a file is read")
    leap = node.at("leapYear")
    when = leap_years(leap.at("rule").text("none"), leap.at("customMod"), leap.at("startingYear"))
    week = week_of(node.each("weekdays"))
    names, nodes = Names(), node.each("months")
    parts = [_part(one, names, place, when, week) for place, one in enumerate(nodes, 1)]
    parts = with_short(parts, nodes, names)
    if not parts:
        node.at("months").refuse("there are no months")
    title = next((one for one in (node.at("name"), root.at("name")) if one.there), node.at("name"))
    data = draft(title, file, tuple(parts), zero=True)
    time, year = node.at("time"), node.at("year")
    data = replace(
        data,
        week=Week(week),
        clock=clock_of(time.at("hoursInDay"), time.at("minutesInHour"), time.at("secondsInMinute")),
        eras=era_from_ever(year.at("prefix"), year.at("postfix")),
        cycles=_year_names(year),
    )
    almanac = grounded(data, root.ledger, file)
    first = year.at("firstWeekday").whole(0, 0, max(len(week) - 1, 0))
    data = anchored(almanac, year_of(year.at("yearZero")), first)
    moons = [_moon(one, almanac, place, when) for place, one in enumerate(node.each("moons"), 1)]
    data = replace(data, moons=tuple(one for one in moons if one is not None), seasons=_seasons(node, data))
    data = replace(data, interpolate=any(one.dawn for one in data.seasons))
    almanac = grounded(data, root.ledger, file)
    return replace(data, events=read_notes(root, almanac)), _today(almanac, node.at("currentDate"))


def _part(
    node: FileValue, names: Names, place: int, when: Recurrence | None, week: tuple[str, ...]
) -> CalendarPart:
    feast = node.at("intercalary").flag()
    counts = node.at("intercalaryInclude").flag()
    start = node.at("startingWeekday")
    number = start.whole(0, 1, max(len(week), 1)) if start.there else 0
    node.at("numericRepresentation").tell("kept", "months are numbered anew")
    part = CalendarPart(
        names.name(node.at("name"), f"Month {place}"),
        0,
        kind="feast" if feast else "month",
        in_week=not feast or counts,
        starts_on=week[number - 1] if number and week else "",
    )
    length = length_of(node.at("numberOfDays"), node.at("numberOfLeapYearDays"), when)
    return length.with_rule(part, when)


def _year_names(year: FileValue) -> tuple[NameCycle, ...]:
    names = tuple(named(one, "?") for one in year.each("yearNames"))
    said, start = year.at("yearNamingRule"), year.at("yearNamesStart")
    begins = year_of(start)
    if not names:
        said.tell("kept", "without names of years it says nothing")
        return ()
    if said.text() != "repeat":
        said.tell("changed", "the names of years come round")
    return (NameCycle("name of the year", names, offset=-begins),)


def _moon(node: FileValue, almanac: Almanac, place: int, leap: Recurrence | None) -> CalendarMoon | None:
    found = moon(node, node.at("cycleLength").exact(), Names(), place)
    if found is None:
        return None
    first = node.at("firstNewMoon")
    day = day_said(almanac, first)
    adjust = node.at("cycleDayAdjust").exact() or Fraction(0)
    found = moon_by_lengths(found, node, day - adjust, last=False)
    found = with_reset(found, first, almanac.data, leap, adjust)
    if found.phases and adjust > Fraction(found.phases[0].share):
        node.at("cycleDayAdjust").tell("changed", "the first phase is not made longer by it")
    return found


def _seasons(node: FileValue, data: CalendarData) -> tuple[CalendarSeason, ...]:
    found = []
    for place, one in enumerate(node.each("seasons"), 1):
        month = one.at("startingMonth").whole(0, 0, len(data.parts) - 1)
        day = one.at("startingDay").whole(0, 0, MOST_DAYS) + 1
        rise, sink = one.at("sunriseTime"), one.at("sunsetTime")
        times = [time.whole(0, 0, _LAST_SECOND) if time.there else 0 for time in (rise, sink)]
        said = [time_text(seconds, data.clock) if any(times) else "" for seconds in times]
        for time, seconds, text in zip((rise, sink), times, said, strict=True):
            if text and seconds_of_day(text, data.clock) != seconds:
                time.tell("changed", f"it is at {text}")
        found.append(
            CalendarSeason(
                named(one.at("name"), f"Season {place}"),
                begins=day_in(data.parts, month, day, one.at("startingDay")),
                dawn=said[0],
                dusk=said[1],
            )
        )
    if any(one.dawn for one in found) and not all(one.dawn for one in found):
        return tuple(replace(one, dawn="", dusk="") for one in found)
    return tuple(found)


def _today(almanac: Almanac, node: FileValue) -> CalendarDate | None:
    return almanac.date_of(day_said(almanac, node)) if node.at("year").there else None


def write_simple(almanac: Almanac, today: CalendarDate, ledger: Ledger) -> Tree:
    """Return a calendar as Simple Calendar imports it, and note the losses."""
    data = almanac.data
    for section in ("calendar", "parts", "week", "clock", "moons", "seasons", "interpolate"):
        ledger.note((section,), "kept")
    if data.week.runs != "on":
        ledger.note(("week", "runs"), "dropped", "weeks run on there")
    found = leaping(data, ledger)
    zero = no_year_zero(data, ledger)
    return {
        "calendar": {
            "name": data.calendar.name,
            "currentDate": {
                "year": today.year,
                "month": today.part,
                "day": max(today.day, 1) - 1,
                "seconds": 0,
            },
            "leapYear": {
                "rule": found.rule,
                "customMod": found.number,
                "startingYear": found.offset,
            },
            "months": [
                _month(data, part, (length.days, length.leap), place, ledger)
                for place, part, length in found.parts
            ],
            "weekdays": [
                {"name": name, "abbreviation": name[:2], "numericRepresentation": place}
                for place, name in enumerate(data.week.days, 1)
            ],
            "year": _names_of_years(data, ledger)
            | {
                "numericRepresentation": today.year,
                "prefix": "",
                "postfix": _postfix(data, ledger),
                "firstWeekday": weekday_beginning(almanac, zero),
                "yearZero": zero,
            },
            "moons": [
                one
                for place in range(len(data.moons))
                if (one := _moon_written(almanac, place, found.when, ledger)) is not None
            ],
            "seasons": _seasons_written(data, ledger),
            "time": {
                "hoursInDay": data.clock.hours,
                "minutesInHour": data.clock.minutes,
                "secondsInMinute": data.clock.seconds,
                "gameTimeRatio": 1,
            },
        },
        "notes": write_notes(almanac, today, ledger),
    }


def _month(data: CalendarData, part: CalendarPart, days: tuple[int, int], place: int, ledger: Ledger) -> Tree:
    if part.week:
        ledger.note(("parts", place, "week"), "dropped", "months have no weeks of their own there")
    feast = not part.in_week or part.kind == "feast"
    if part.kind == "month" and feast:
        ledger.note(("parts", place, "kind"), "changed", "months off the week are feasts there")
    starts = data.week.days.index(part.starts_on) + 1 if part.starts_on in data.week.days else None
    if data.week.runs == "by month" and data.week.days and not feast:
        starts = starts or (data.week.days.index(data.week.first) if data.week.first else 0) + 1
        ledger.note(("week", "runs"), "kept", "each month says on which day of the week it begins")
    before = sum(1 for one in data.parts[:place] if one.kind == part.kind) + 1
    return {
        "name": part.name,
        "abbreviation": part.abbr or part.name[:3],
        "numericRepresentation": -before if feast else before,
        "numericRepresentationOffset": 0,
        "numberOfDays": days[0],
        "numberOfLeapYearDays": days[1],
        "intercalary": feast,
        "intercalaryInclude": feast and part.in_week,
        "startingWeekday": starts,
    }


def _postfix(data: CalendarData, ledger: Ledger) -> str:
    if data.eras and data.eras[0].begins is None and data.eras[0].numbering == "continue":
        ledger.note(("eras", 0), "kept")
        return f" {data.eras[0].abbr or data.eras[0].name}"
    return ""


def _names_of_years(data: CalendarData, ledger: Ledger) -> Tree:
    for place, one in enumerate(data.cycles):
        if one.of == "year" and one.length == 1:
            ledger.note(("cycles", place), "kept")
            return {"yearNames": list(one.names), "yearNamingRule": "repeat", "yearNamesStart": -one.offset}
    return {"yearNames": [], "yearNamingRule": "default", "yearNamesStart": 0}


def _moon_written(almanac: Almanac, place: int, leap: Recurrence | None, ledger: Ledger) -> Tree | None:
    one = almanac.data.moons[place]
    found = floor_moon(one, ("moons", place), ledger)
    if found is None:
        return None
    date, after = day_after(almanac, found.new)
    first: Tree = {"yearReset": "none", "yearX": 0, "month": date.part, "day": date.day - 1}
    if one.anew is not None:
        reset = reset_written(one.anew, almanac.data, leap, found.new - Fraction(one.new))
        if reset is None:
            why = "it is set back in leap years or every so many years there, a share of a day each year"
            ledger.note(("moons", place, "anew"), "dropped", why)
        else:
            first, after = first | reset[0], reset[1]
    return {
        "name": one.name,
        "cycleLength": number(Fraction(one.cycle)),
        "firstNewMoon": {"year": date.year, **first},
        "phases": found.written,
        "color": "#ffffff",
        "cycleDayAdjust": number(after),
    }


def _seasons_written(data: CalendarData, ledger: Ledger) -> list[Tree]:
    if not begin_by_date(data, ledger):
        return []
    names = [part.name for part in data.parts]
    for place, one in enumerate(data.seasons):
        if one.ends is not None:
            ledger.note(("seasons", place, "ends"), "dropped", "a season lasts until the next there")
    if any(one.dawn for one in data.seasons) and not data.interpolate:
        ledger.note(("interpolate",), "changed", "dawn and dusk move from season to season there")
    return [
        {
            "name": one.name,
            "startingMonth": names.index(one.begins.part),
            "startingDay": one.begins.day - 1,
            "color": "#ffffff",
            "icon": "none",
            "sunriseTime": seconds_of_day(one.dawn, data.clock) if one.dawn else 0,
            "sunsetTime": seconds_of_day(one.dusk, data.clock) if one.dusk else 0,
        }
        for one in data.seasons
        if one.begins is not None
    ]

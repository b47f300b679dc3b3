"""Seasons & Stars: months and the feasts between them, counted from 1; the rest is Gregorian."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from turnkeeper.calendars.almanac import Almanac, CalendarDate
from turnkeeper.calendars.conditions import Recurrence
from turnkeeper.calendars.formats.accounts import FileValue
from turnkeeper.calendars.formats.building import (
    Names,
    anchored,
    beginning,
    clock_of,
    day_in,
    day_near,
    days_of,
    draft,
    grounded,
    head,
    moon,
    named,
    week_of,
    year_of,
)
from turnkeeper.calendars.formats.happening.recurring import read_recurring
from turnkeeper.calendars.formats.leaping import (
    era_from_ever,
    leap_years,
    moon_by_lengths,
    with_short,
)
from turnkeeper.calendars.formats.spans import Span, seasons_of, weeks_by_month
from turnkeeper.calendars.model import (
    CalendarData,
    CalendarMoon,
    CalendarPart,
    CalendarSeason,
    Daylight,
    DayOfYear,
    LeapDay,
    NamedHours,
    Week,
)
from turnkeeper.calendars.reading import load_preset
from turnkeeper.calendars.values import MOST_DAYS

_GREGORIAN = "gregorian"


def read_stars(root: FileValue, file: str) -> tuple[CalendarData, CalendarDate | None]:
    """Return the calendar of a file, and the day that it stands at: the first of its current year."""
    leap, year, time = root.at("leapYear"), root.at("year"), root.at("time")
    said = leap.at("rule").text("none") if leap.there else _GREGORIAN
    when = leap_years(said, leap.at("interval"), leap.at("offset" if said == "custom" else "?"))
    week = week_of(root.each("weekdays")) or (
        load_preset(_GREGORIAN).week.days if not root.at("weekdays").there else ()
    )
    parts, months = _parts(root, when)
    titles = (root.at("translations", "en", "label"), root.at("name"), root.at("id"))
    label = next((one for one in titles if one.there), root.at("id"))
    data = draft(label, file, parts, zero=True)
    sources = tuple(one.text() for one in root.each("sources"))
    data = replace(
        data,
        calendar=replace(data.calendar, id=head(root.at("id").text("calendar")).id, sources=sources),
        week=Week(week),
        clock=clock_of(time.at("hoursInDay"), time.at("minutesInHour"), time.at("secondsInMinute")),
        eras=era_from_ever(year.at("prefix"), year.at("suffix")),
        hours=tuple(_hours(one, place) for place, one in enumerate(root.each("canonicalHours"), 1)),
    )
    almanac = grounded(data, root.ledger, file)
    first = year.at("startDay").whole(0, 0, max(len(week) - 1, 0))
    data = anchored(almanac, year_of(year.at("epoch")), first)
    moons = [_moon(one, almanac, months, place) for place, one in enumerate(root.each("moons"), 1)]
    data = replace(
        data, moons=tuple(one for one in moons if one is not None), seasons=_seasons(root, data, months)
    )
    data = replace(data, interpolate=any(one.dawn for one in data.seasons))
    almanac = grounded(data, root.ledger, file)
    data = replace(data, events=read_recurring(root, almanac, months))
    data = replace(data, cycles=weeks_by_month(root.at("weeks"), data))
    data = replace(data, daylight=_daylight(root, data, months))
    now = year.at("currentYear")
    return data, beginning(almanac, year_of(now)) if now.there else None


def _parts(root: FileValue, when: Recurrence | None) -> tuple[tuple[CalendarPart, ...], list[int]]:
    """Return months and feasts in the order of the year, and the place of each month among them."""
    names, nodes = Names(), root.each("months")
    if not nodes and not root.at("months").there:
        root.at("id").tell("changed", "it states no months; the Gregorian ones stand for them")
        found = load_preset(_GREGORIAN).parts
        return found, list(range(len(found)))
    months = [
        CalendarPart(
            names.name(node.at("name"), f"Month {place}"),
            days_of(node.at("days") if node.at("days").there else node.at("length")),
        )
        for place, node in enumerate(nodes, 1)
    ]
    said = [node.at("name").text() for node in nodes]
    months = _with_leap(months, said, root, when)
    feasts = [
        (node, _feast(node, names, place, when)) for place, node in enumerate(root.each("intercalary"), 1)
    ]
    months = with_short(months, nodes, names)
    parts: list[CalendarPart] = []
    places: list[int] = []
    for month, name in zip(months, said, strict=True):
        inner = [one for node, one in feasts if node.at("before").value == name]
        parts += inner
        places.append(len(parts))
        parts.append(month)
        parts += [
            one for node, one in feasts if node.at("after").value == name and not node.at("before").there
        ]
    for node, _ in feasts:
        place = node.at("before") if node.at("before").there else node.at("after")
        place.tell("kept") if place.text() in said else node.tell("dropped", "no month has this name")
    return tuple(parts), places


def _with_leap(
    months: list[CalendarPart], said: list[str], root: FileValue, when: Recurrence | None
) -> list[CalendarPart]:
    leap = root.at("leapYear")
    month = leap.at("month")
    name = month.text("February")
    days = leap.at("extraDays").whole(1, -MOST_DAYS, MOST_DAYS) if leap.at("extraDays").there else 1
    if when is None or name not in said:
        if month.there:
            month.tell("dropped", "no month has this name" if when is not None else "there are no leap years")
        return months
    index = said.index(name)
    whole = months[index]
    most = max(days, 1 - whole.days)
    if most != days:
        leap.at("extraDays").tell("changed", "a month keeps one day")
    if not most:
        return months
    return [*months[:index], replace(whole, leap=(LeapDay(days=most, when=when),)), *months[index + 1 :]]


def _feast(node: FileValue, names: Names, place: int, when: Recurrence | None) -> CalendarPart:
    only = node.at("leapYearOnly").flag()
    days = max(days_of(node.at("days"), 1), 1)
    if only and when is None:
        node.at("leapYearOnly").tell("changed", "there are no leap years; it has no days")
    return CalendarPart(
        names.name(node.at("name"), f"Feast {place}"),
        0 if only and when is None else days,
        kind="feast",
        when=when if only else None,
        in_week=node.at("countsForWeekdays").flag(default=True),
    )


def _hours(node: FileValue, place: int) -> NamedHours:
    hours = [node.at(name).whole(0, 0, 999) for name in ("startHour", "endHour")]
    minutes = [node.at(name).whole(0, 0, 999) for name in ("startMinute", "endMinute")]
    begins, ends = (f"{hour:02d}:{minute:02d}" for hour, minute in zip(hours, minutes, strict=True))
    return NamedHours(named(node.at("name"), f"hours {place}"), begins, ends)


def _moon(node: FileValue, almanac: Almanac, months: list[int], place: int) -> CalendarMoon | None:
    found = moon(node, node.at("cycleLength").exact(), Names(), place)
    if found is None:
        return None
    first = node.at("firstNewMoon")
    month = first.at("month").whole(1, 1, len(months))
    date = CalendarDate(year_of(first.at("year")), months[month - 1], first.at("day").whole(1, 1, MOST_DAYS))
    return moon_by_lengths(found, node, Fraction(day_near(almanac, date, first.at("day"))), last=True)


def _seasons(root: FileValue, data: CalendarData, months: list[int]) -> tuple[CalendarSeason, ...]:
    spans = []
    for place, node in enumerate(root.each("seasons"), 1):
        first = months[node.at("startMonth").whole(1, 1, len(months)) - 1]
        day = node.at("startDay").whole(1, 1, MOST_DAYS)
        end = node.at("endMonth")
        last = months[end.whole(1, 1, len(months)) - 1] if end.there else None
        ends = None if last is None else (last, _last(node.at("endDay"), data.parts[last].days))
        rise, sink = (node.at(name).text() for name in ("sunrise", "sunset"))
        times = (rise, sink) if _is_time(rise, data) and _is_time(sink, data) else ("", "")
        for name, said in (("sunrise", rise), ("sunset", sink)):
            if said and not all(times):
                node.at(name).tell("dropped", "no time of this day, or one without the other")
        season = CalendarSeason(named(node.at("name"), f"Season {place}"), dawn=times[0], dusk=times[1])
        spans.append(Span(season, (first, day), ends, node.at("endDay") if node.at("endDay").there else end))
    found = seasons_of(data.parts, spans)
    if any(one.dawn for one in found) and not all(one.dawn for one in found):
        return tuple(replace(one, dawn="", dusk="") for one in found)
    return found


def _daylight(root: FileValue, data: CalendarData, months: list[int]) -> tuple[Daylight, ...]:
    """Take the days of the sun, of which the file says dawn and dusk; they stand among dated seasons here."""
    found: dict[DayOfYear, Daylight] = {}
    for node in root.each("solarAnchors"):
        rise, sink = (node.at(name).text() for name in ("sunrise", "sunset"))
        if not data.seasons or not (_is_time(rise, data) and _is_time(sink, data)):
            node.lose("it needs a sunrise and a sunset, and the calendar seasons")
            continue
        month = months[node.at("month").whole(1, 1, len(months)) - 1]
        day = day_in(data.parts, month, node.at("day").whole(1, 1, MOST_DAYS), node.at("day"))
        for name in ("label", "type", "subtype"):
            node.at(name).tell("left out", "how long the day is says what day of the sun it is")
        if day in found or day in [one.begins for one in data.seasons if one.dawn]:
            node.lose("the dawn and dusk of that day are said already")
            continue
        found[day] = Daylight(day, rise, sink)
    return tuple(found.values())


def _last(node: FileValue, otherwise: int) -> int:
    return node.whole(otherwise, 1, MOST_DAYS) if node.there else otherwise


def _is_time(said: str, data: CalendarData) -> bool:
    hour, _, minute = said.partition(":")
    figures = hour.isdecimal() and minute.isdecimal() and len(hour) < 4 and 1 < len(minute) < 4  # noqa: PLR2004
    return figures and int(hour) < data.clock.hours and int(minute) < data.clock.minutes

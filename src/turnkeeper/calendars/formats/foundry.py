"""Foundry's own calendar configuration, and Calendaria's, which holds it and more.

Foundry counts months of seasons from 1, Calendaria from 0 but in files of before. Weekdays and leap years are
counted from the year that either calls its year zero.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from msgspec.structs import replace

from turnkeeper.calendars.almanac import Almanac, CalendarDate
from turnkeeper.calendars.conditions import Recurrence, YearDay
from turnkeeper.calendars.formats.accounts import FileValue
from turnkeeper.calendars.formats.building import (
    GREGORIAN_RULE,
    Names,
    anchored,
    beginning,
    clock_of,
    day_near,
    day_said,
    days_of,
    draft,
    exact_text,
    grounded,
    moon,
    named,
    new_at,
    rule,
    week_of,
    year_of,
)
from turnkeeper.calendars.formats.daylight import with_daylight
from turnkeeper.calendars.formats.fantasy_eras import season_offset
from turnkeeper.calendars.formats.fantasy_keys import CYCLES
from turnkeeper.calendars.formats.fantasy_reading import terms_of
from turnkeeper.calendars.formats.happening.festive import read_festivals
from turnkeeper.calendars.formats.leaping import (
    length_of,
    with_short,
)
from turnkeeper.calendars.formats.spans import Span, seasons_of, weeks_by_number
from turnkeeper.calendars.model import (
    CalendarData,
    CalendarEra,
    CalendarMoon,
    CalendarPart,
    CalendarSeason,
    LeapDay,
    MoonPhase,
    NameCycle,
    NamedHours,
    Week,
)
from turnkeeper.calendars.values import LARGEST_YEAR, MOST_DAYS


def read_foundry(root: FileValue, file: str) -> tuple[CalendarData, CalendarDate | None]:
    """Return the calendar of a configuration of either program, and the day that it stands at."""
    years, days = root.at("years"), root.at("days")
    when = _leap_years(root)
    week = week_of(days.each("values"))
    parts = _parts(root, when, week)
    title = root.at("name") if root.at("name").there else root.at("id")
    data = draft(title, file, parts, zero=True)
    clock = clock_of(days.at("hoursPerDay"), days.at("minutesPerHour"), days.at("secondsPerMinute"))
    data = replace(data, week=Week(week), clock=clock)
    almanac = grounded(data, root.ledger, file)
    zero = year_of(years.at("yearZero"))
    first = years.at("firstWeekday").whole(0, 0, max(len(week) - 1, 0))
    data = anchored(almanac, zero, first)
    _compare_length(days.at("daysPerYear"), data)
    moons = [_moon(one, almanac, place) for place, one in enumerate(root.each("moons"), 1)]
    data = replace(
        data,
        moons=tuple(one for one in moons if one is not None),
        eras=_eras(root, data),
        cycles=_cycles(root),
        hours=_hours(root, data),
    )
    data = _with_seasons(root, data)
    data = with_daylight(root, data)
    almanac = grounded(data, root.ledger, file)
    weeks = root.at("weeks")
    if weeks.at("enabled").value is False:
        weeks.tell("kept", "it is switched off")
    else:
        data = replace(data, cycles=(*data.cycles, *weeks_by_number(weeks, data)))
    data = replace(data, events=read_festivals(root, almanac, when))
    return data, _today(almanac, root.at("currentDate"), zero)


def _leap_years(root: FileValue) -> Recurrence | None:
    own, plain = root.at("leapYearConfig"), root.at("years", "leapYear")
    named_rule = own.at("rule").text("none")
    if named_rule != "none":
        for one in (plain.at("leapInterval"), plain.at("leapStart")):
            one.tell("kept", "the named rule goes before it")
    start = own.at("start")
    if named_rule == "custom":
        terms = terms_of(own.at("pattern"))
        return rule(", ".join(terms), year_of(start)) if terms else None
    if named_rule == "gregorian":
        return Recurrence(every=GREGORIAN_RULE, offset=year_of(start))
    node, begin = (
        (own.at("interval"), start)
        if named_rule == "simple"
        else (plain.at("leapInterval"), plain.at("leapStart"))
    )
    if not node.there:
        return None
    every = node.whole(0, 1, 999_999_999)
    if begin.there and year_of(begin) > 0:
        begin.tell("kept", "the leap years before it are counted back from it")
    return rule(str(every), year_of(begin)) if every else None


def _parts(root: FileValue, when: Recurrence | None, week: tuple[str, ...]) -> tuple[CalendarPart, ...]:
    names, nodes = Names(), root.each("months", "values")
    off = _festivals_off(root)
    if not nodes:
        days = days_of(root.at("days", "daysPerYear"), 365)
        leap = (LeapDay(when=when),) if when is not None else ()
        return (_with_off(CalendarPart("Day", days, leap=leap), off.get(-1, [])),)
    parts = []
    for place, node in enumerate(nodes):
        kind = node.at("type").text("month")
        feast = kind == "intercalary"
        start = node.at("startingWeekday")
        first = start.whole(0, 0, max(len(week) - 1, 0)) if start.there else None
        own = week_of(node.each("weekdays"))
        if own and len(own) != len(week):
            node.at("weekdays").tell("dropped", "its week has another number of days")
            own = ()
        if own:
            node.at("weekdays").tell("dropped", "other names of weekdays in one month are not kept")
        node.at("ordinal").tell("kept", "months stand in the order of the file")
        length = length_of(node.at("days"), node.at("leapDays"), when)
        part = CalendarPart(
            names.name(node.at("name"), f"Month {place + 1}"),
            0,
            kind="feast" if feast else "month",
            in_week=not feast,
            starts_on=week[first] if first is not None and week else "",
        )
        part = length.with_rule(part, when)
        parts.append(part if feast else _with_off(part, off.get(place, [])))
    return tuple(with_short(parts, nodes, names))


def _festivals_off(root: FileValue) -> dict[int, list[tuple[int, int]]]:
    """Return the days of festivals that no week counts, by their month: from which day on, and how many."""
    found: dict[int, list[tuple[int, int]]] = {}
    for node in root.each("festivals"):
        counts, old = node.at("countsForWeekday"), not node.at("dayOfMonth").there and node.at("day").there
        if counts.value is not False:
            continue
        yearly, month = node.at("dayOfYear"), node.at("month")
        from_one = 1 if old else 0
        place = -1 if yearly.there else month.whole(from_one, from_one, MOST_DAYS) - from_one
        day = yearly if yearly.there else node.at("day") if old else node.at("dayOfMonth")
        begin = day.whole(from_one, from_one, MOST_DAYS) - from_one
        counts.flag()
        if node.at("leapYearOnly").value:
            node.at("leapYearOnly").tell("dropped", "a day off the week is so every year")
            continue
        found.setdefault(place, []).append((begin, node.at("duration").whole(1, 1, MOST_DAYS)))
        node.at("conditionTree").tell("kept", "its date says it")
    return found


def _with_off(part: CalendarPart, off: list[tuple[int, int]]) -> CalendarPart:
    """Return a month with some of its days off the week, which stay numbered."""
    whole = part.days
    days = sorted({day for begin, count in off for day in range(begin, min(begin + count, whole))})
    apart = tuple(LeapDay(after=day, in_week=False) for day in days)
    return replace(part, days=whole - len(days), leap=(*apart, *part.leap)) if len(days) < whole else part


def _compare_length(node: FileValue, data: CalendarData) -> None:
    if not node.there:
        return
    days = sum(part.days + sum(one.days for one in part.leap if one.when is None) for part in data.parts)
    same = node.exact() == days
    node.tell("kept" if same else "changed", "as worked out" if same else f"the months give {days}")


def _moon(node: FileValue, almanac: Almanac, place: int) -> CalendarMoon | None:
    found = moon(node, node.at("cycleLength").exact(), Names(), place)
    if found is None:
        return None
    cycle = Fraction(found.cycle)
    first = node.at("referenceDate")
    old = first.at("day").there and not first.at("dayOfMonth").there
    day = first.at("day").whole(1, 1, MOST_DAYS) if old else first.at("dayOfMonth").whole(0, 0, MOST_DAYS) + 1
    month = first.at("month").whole(0, 0, len(almanac.data.parts) - 1)
    reference = day_near(almanac, CalendarDate(year_of(first.at("year")), month, day), first)
    phases, starts = _phases(node)
    at = (
        node.at("referencePhase").whole(0, 0, max(len(starts) - 1, 0))
        if node.at("referencePhase").there
        else 0
    )
    adjust = node.at("cycleDayAdjust").exact() or Fraction(0)
    new = reference - (starts[at] * cycle if starts else Fraction(0)) - adjust
    for name in ("phaseMode", "cycleVariance", "phaseSeed", "anchorPhases", "nodalPeriod", "eclipseMode"):
        one = node.at(name)
        if one.there and one.value not in ({}, [], 0, "fixed", "never", "none"):
            one.tell("dropped", "the moon keeps its cycle, and has no eclipses")
        else:
            one.tell("kept", "the moon keeps its cycle")
    return new_at(replace(found, phases=phases, rounding="middle"), new)


def _phases(node: FileValue) -> tuple[tuple[MoonPhase, ...], list[Fraction]]:
    """Take phases by their shares of the cycle, which follow each other from 0 to 1."""
    nodes = node.each("phases")
    bounds = [(one.at("start").exact(), one.at("end").exact()) for one in nodes]
    names = [named(one.at("name"), f"phase {place}") for place, one in enumerate(nodes, 1)]
    whole = [(start, end) for start, end in bounds if start is not None and end is not None]
    joined = (
        len(whole) == len(nodes)
        and bool(nodes)
        and whole[0][0] == 0
        and whole[-1][1] == 1
        and all(before[1] == after[0] for before, after in pairwise(whole))
        and all(start < end for start, end in whole)
    )
    if not joined:
        if any(start is not None for start, _ in bounds):
            node.at("phases").tell("changed", "the phases leave gaps or overlap; they are taken as equal")
        count = len(nodes)
        return tuple(MoonPhase(name) for name in names), [Fraction(at, count) for at in range(count)]
    phases = (
        MoonPhase(name, exact_text(end - start)) for name, (start, end) in zip(names, whole, strict=True)
    )
    return tuple(phases), [start for start, _ in whole]


def _eras(root: FileValue, data: CalendarData) -> tuple[CalendarEra, ...]:
    found: dict[int, CalendarEra] = {}
    for place, node in enumerate(root.each("eras"), 1):
        year = year_of(node.at("startYear"))
        if year in found:
            node.tell("dropped", "another era begins in that year")
            continue
        name = named(node.at("name"), f"Era {place}")
        first = next(part.name for part in data.parts if part.days)
        found[year] = CalendarEra(name, named(node.at("abbreviation")), YearDay(year, first))
        if node.at("endYear").there:
            node.at("endYear").tell("changed", "an era lasts until the next begins")
    return tuple(found[year] for year in sorted(found))


def _cycles(root: FileValue) -> tuple[NameCycle, ...]:
    found = []
    for place, node in enumerate(root.each("cycles"), 1):
        of = {"eraYear": "era_year", "monthDay": "day", "yearDay": "year_day"}
        said = node.at("basedOn").text("year")
        counted = CYCLES.get(of.get(said, said))
        names = tuple(named(one.at("name"), "?") for one in node.each("stages"))
        if counted is None or not names:
            node.tell("dropped", "its names or what it counts cannot be read")
            continue
        length = node.at("length").whole(1, 1, 1_000_000_000)
        offset = node.at("offset").whole(0, -LARGEST_YEAR, LARGEST_YEAR)
        found.append(NameCycle(named(node.at("name"), f"cycle {place}"), names, counted, length, offset))
    return tuple(found)


def _hours(root: FileValue, data: CalendarData) -> tuple[NamedHours, ...]:
    return tuple(
        NamedHours(
            named(node.at("name"), f"hours {place}"),
            f"{node.at('startHour').whole(0, 0, data.clock.hours - 1):02d}:00",
            f"{node.at('endHour').whole(0, 0, data.clock.hours) % data.clock.hours:02d}:00",
        )
        for place, node in enumerate(root.each("canonicalHours"), 1)
    )


def _with_seasons(root: FileValue, data: CalendarData) -> CalendarData:
    nodes = root.each("seasons", "values")
    kind = root.at("seasons", "type").text("dated")
    if kind == "periodic":
        lengths = [node.at("duration").whole(0, 0, MOST_DAYS) for node in nodes]
        good = [(node, days) for node, days in zip(nodes, lengths, strict=True) if days]
        seasons = tuple(
            CalendarSeason(named(node.at("name"), f"Season {place}"), length=str(days))
            for place, (node, days) in enumerate(good, 1)
        )
        offset = root.at("seasons", "offset").exact() or Fraction(0)
        return replace(data, seasons=seasons, season_offset=exact_text(season_offset(offset, [Fraction(1)])))
    # Foundry counts months and days from 1; Calendaria, whose lists are tables, from 0.
    base = 0 if isinstance(root.at("seasons", "values").value, dict) else 1
    spans = [_span(node, data, place, base) for place, node in enumerate(nodes, 1)]
    return replace(data, seasons=seasons_of(data.parts, [one for one in spans if one is not None]))


def _span(node: FileValue, data: CalendarData, place: int, base: int) -> Span | None:
    season = CalendarSeason(named(node.at("name"), f"Season {place}"))
    month, last = node.at("monthStart"), node.at("monthEnd")
    start, end = node.at("dayStart"), node.at("dayEnd")
    most = len(data.parts) - 1 + base
    if month.there:
        first = month.whole(base, base, most) - base
        ending = last.whole(base, base, most) - base if last.there else first
        days = data.parts[ending].days
        begin = start.whole(base, base, MOST_DAYS) - base + 1 if start.there else 1
        close = end.whole(base, base, MOST_DAYS) - base + 1 if end.there else days
        return Span(season, (first, begin), (ending, close), end if end.there else last)
    if not (start.there and end.there):
        node.tell("dropped", "it has no day on which it begins")
        return None
    return Span(season, _of_year(data, start), _of_year(data, end), end)


def _of_year(data: CalendarData, node: FileValue) -> tuple[int, int]:
    day = node.whole(0, 0, MOST_DAYS * len(data.parts))
    for index, part in enumerate(data.parts):
        days = part.days + sum(one.days for one in part.leap if one.when is None)
        if day < days:
            return index, day + 1
        day -= days
    return len(data.parts) - 1, data.parts[-1].days


def _today(almanac: Almanac, node: FileValue, zero: int) -> CalendarDate | None:
    if not node.at("year").there:
        return beginning(almanac, zero) if zero else None
    return almanac.date_of(day_said(almanac, node, "dayOfMonth"))

"""The seasons and eras of Fantasy-Calendar's and Calendarium's calendars."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from msgspec.structs import replace

from turnkeeper.calendars.almanac import Almanac, CalendarDate
from turnkeeper.calendars.conditions import YearDay
from turnkeeper.calendars.formats.accounts import FileValue
from turnkeeper.calendars.formats.building import (
    day_in,
    day_near,
    day_of_all_years,
    exact_text,
    named,
    time_text,
    year_of,
)
from turnkeeper.calendars.formats.fantasy_keys import Keys
from turnkeeper.calendars.model import CalendarData, CalendarEra, CalendarSeason
from turnkeeper.calendars.values import MOST_DAYS

_UNSAID = 90


def with_seasons(data: CalendarData, root: FileValue, keys: Keys) -> CalendarData:
    """Return a calendar with the seasons of a file, by length or by date."""
    nodes = root.each(*keys.seasons)
    periodic = nodes and all(
        any(node.at(name).there for name in keys.season_lengths)
        and (node.at("type").value in (None, "Periodic"))
        for node in nodes
    )
    found: list[CalendarSeason] = []
    for place, node in enumerate(nodes, 1):
        rise, sink = node.at("time", "sunrise"), node.at("time", "sunset")
        season = CalendarSeason(
            named(node.at("name"), f"Season {place}"), dawn=_time(rise, data), dusk=_time(sink, data)
        )
        node.at("type").tell("kept")
        if periodic:
            lengths = _lengths(node, keys)
            if not 0 < sum(lengths) < 10**9 or min(lengths) < 0:
                node.tell("dropped", "a season needs a length above 0 days")
                continue
            season = replace(season, length=exact_text(sum(lengths, Fraction(0))))
            if keys.by_appearance and season.dawn and lengths[1]:
                season = replace(season, steady=exact_text(lengths[1]))
            _compare_lengths(node, found, sum(lengths, Fraction(0)))
        else:
            part = node.at(keys.season_month).whole(0, 0, len(data.parts) - 1)
            day = node.at("day").whole(1, 1, MOST_DAYS)
            season = replace(season, begins=day_in(data.parts, part, day, node.at("day")))
        found.append(season)
    if any(one.dawn for one in found) and not all(one.dawn for one in found):
        found = [replace(one, dawn="", dusk="") for one in found]
    offset_node = root.at(*keys.season_offset)
    offset = offset_node.exact() or Fraction(0)
    if periodic and found:
        offset = season_offset(offset, [Fraction(one.length) for one in found])
        offset_node.tell("kept", "a season begins on the first day that lies in it whole")
    elif offset_node.there:
        offset = Fraction(0)
        offset_node.tell("kept", "seasons begin by date, so it says nothing")
    root.at("seasonal", "type").tell("kept")
    root.at("static_data", "seasons", "global_settings", "periodic_seasons").tell("kept")
    return replace(
        data,
        seasons=tuple(found),
        season_offset=exact_text(offset),
        interpolate=any(one.dawn for one in found),
    )


def _lengths(node: FileValue, keys: Keys) -> list[Fraction]:
    """Return the days in which a season moves towards the next, and those before in which it does not."""
    found = [node.at(name).exact() or Fraction(0) for name in keys.season_lengths]
    if keys.by_appearance and not found[0]:
        found[0] = Fraction(_UNSAID)
        node.at(keys.season_lengths[0]).tell(
            "changed", f"where it says none, the program takes {_UNSAID} days"
        )
    return found


def _compare_lengths(node: FileValue, before: list[CalendarSeason], length: Fraction) -> None:
    """Note where a file has worked out the length of a season, its beginning or its end otherwise."""
    start = sum((Fraction(one.length) for one in before), Fraction(0))
    for name, value in (("length", length), ("start", start), ("end", start + length)):
        stated = node.at(name)
        if not stated.there:
            continue
        said = stated.exact()
        same = said is not None and abs(said - value) < Fraction(1, 10**6)
        stated.tell("kept" if same else "changed", "as worked out" if same else f"it is {exact_text(value)}")


def season_offset(offset: Fraction, lengths: list[Fraction], *, back: bool = False) -> Fraction:
    """Return the offset by which seasons begin on the first whole day of each, not the day they fall in.

    With ``back`` the way back.
    """
    step = 1 - Fraction(1, lcm(offset.denominator, *(one.denominator for one in lengths)))
    return offset - step if back else offset + step


def _time(node: FileValue, data: CalendarData) -> str:
    hour = node.at("hour").whole(0, 0, data.clock.hours - 1)
    minute = node.at("minute").whole(0, 0, data.clock.minutes - 1)
    seconds = (hour * data.clock.minutes + minute) * data.clock.seconds
    return time_text(seconds, data.clock) if node.there else ""


def with_eras(data: CalendarData, root: FileValue, keys: Keys, almanac: Almanac) -> CalendarData:
    """Return a calendar with the eras of a file, and the years that they cut short."""
    eras: dict[tuple[int, int, int], CalendarEra] = {}
    short: dict[int, YearDay] = {}
    ever: CalendarEra | None = None
    for place, node in enumerate(root.each(*keys.eras), 1):
        era = CalendarEra(named(node.at("name"), f"Era {place}"))
        if node.at(*keys.starting).flag():
            ever = _first_era(ever, era, node)
            continue
        date = node.at("date")
        year = year_of(date.at("year"), 1)
        part = date.at(keys.era_month).whole(0, 0, len(data.parts) - 1)
        if year == 0 and not data.years.zero:
            node.tell("dropped", "there is no year 0")
            continue
        said = CalendarDate(year, part, date.at("day").whole(1, 1, MOST_DAYS))
        day = day_of_all_years(almanac, day_near(almanac, said, date.at("day")))
        begins = YearDay(day.year, data.parts[day.part].name, day.day)
        restart = node.at("settings", "restart").flag()
        at = (day.year, day.part, day.day)
        if at in eras:
            node.tell("dropped", "another era begins that day")
            continue
        cuts = node.at(*keys.cutting).flag()
        eras[at] = replace(era, begins=begins)
        if restart:
            eras[at] = replace(eras[at], numbering="restart", first=first_of_era(data, cuts=cuts))
            why = "its years begin with the one after that which it ends; the one day before has a year less"
            node.at("settings", "restart").tell("changed" if cuts else "kept", why if cuts else "")
        if cuts and day.year not in short:
            short[day.year] = begins
            node.at(*keys.cutting).tell("kept", "the day of the era is the last of its year")
    first = (ever,) if ever is not None else ()
    found = (*first, *(eras[at] for at in sorted(eras)))
    return replace(
        data, eras=found, years=replace(data.years, short=tuple(short[at] for at in sorted(short)))
    )


def first_of_era(data: CalendarData, *, cuts: bool) -> int:
    """Return the year that an era begins anew with: 0 where there is a year 0, one less if it ends a year.

    The program counts years anew from 0 on, and says 1 for it where there is no year 0. The year after one
    that an era ends has that number too.
    """
    return (0 if data.years.zero else 1) - cuts


def _first_era(before: CalendarEra | None, era: CalendarEra, node: FileValue) -> CalendarEra:
    node.at("date").tell("kept", "an era from ever has no first day")
    if before is not None:
        node.tell("dropped", "another era is from ever")
    return before or era

"""Eras and cycles of names: how a year is counted, and what it is called."""

from __future__ import annotations

from typing import assert_never

from turnkeeper.calendars.almanac import Almanac, CalendarDate
from turnkeeper.calendars.model import CalendarEra, NameCycle


def era_of(almanac: Almanac, day: int) -> CalendarEra | None:
    """Return the era that a day falls in, if the calendar has one for it."""
    there = None
    for one in almanac.data.eras:
        if first_day(almanac, one) <= day:
            there = one
    if there is None and almanac.data.eras and almanac.data.eras[0].begins is None:
        return almanac.data.eras[0]
    return there


def first_day(almanac: Almanac, era: CalendarEra) -> int:
    """Return the first day of an era; of one from ever, a day before all others."""
    if era.begins is None:
        return -(10**18)
    begins = era.begins
    return almanac.day_of(CalendarDate(begins.year, almanac.part_named(begins.part), begins.day))


def year_in_era(almanac: Almanac, day: int) -> int:
    """Return the year of a day as its era counts it; without an era, the year itself."""
    era = era_of(almanac, day)
    number = almanac.year_of(day).number
    if era is None:
        return almanac.year_said(number)
    match era.numbering:
        case "continue":
            return almanac.year_said(number)
        case "restart":
            begun = almanac.number_of(era.begins.year) if era.begins is not None else almanac.first_year
            return number - begun + era.first
        case "backwards":
            later = almanac.data.eras[almanac.data.eras.index(era) + 1 :]
            ends = later[0].begins if later else None
            first = almanac.number_of(ends.year) if ends is not None else almanac.first_year
            return first - 1 - number + era.first
        case _:
            assert_never(era.numbering)


def name_in_cycle(almanac: Almanac, cycle: NameCycle, day: int) -> str:
    """Return the name that a cycle has for a day; empty where it says nothing."""
    date = almanac.date_of(day)
    match cycle.of:
        case "year":
            value = date.year
        case "era year":
            value = year_in_era(almanac, day)
        case "month":
            value = date.part
        case "day":
            value = date.day
        case "numbered month":
            value = date.day - 1
            if date.inner or almanac.data.parts[date.part].kind != "month":
                return ""
        case "day of year":
            value = day - almanac.year_of(day).start
        case "day number":
            value = day
        case _:
            assert_never(cycle.of)
    return cycle.names[(value // cycle.length + cycle.offset // cycle.length) % len(cycle.names)]

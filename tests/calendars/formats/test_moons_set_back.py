"""Moons that Simple Calendar sets back keep the phases that its formula gives, and go out as they came in."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tests.calendars.formats.files import first_difference
from turnkeeper.calendars.almanac import Almanac, CalendarDate
from turnkeeper.calendars.formats.exporting import WRITERS, export_calendar
from turnkeeper.calendars.formats.importing import Imported, import_calendar
from turnkeeper.calendars.model import CalendarData, DayOfYear, MoonBegun
from turnkeeper.calendars.sky import phase_of

LENGTHS = (("dark", Fraction(1)), ("grows", Fraction(7)), ("full", Fraction(2)), ("wanes", Fraction(39, 2)))
CYCLE = Fraction(59, 2)


def _file(rule: str, **first: object) -> str:
    """Return a calendar of three months, the second a day longer in leap years, and a moon of 29.5 days."""
    moon = {
        "name": "Tide",
        "cycleLength": 29.5,
        "cycleDayAdjust": 0.5,
        "firstNewMoon": {"yearX": 0, "year": 1200, "month": 1, "day": 9, **first},
        "phases": [{"name": name, "length": float(days)} for name, days in LENGTHS],
    }
    tree: dict[str, Any] = {
        "calendar": {
            "name": "Set back",
            "leapYear": {"rule": rule, "customMod": 4},
            "months": [
                {"name": f"M{at}", "numberOfDays": 40 + at, "numberOfLeapYearDays": 40 + at + (at == 1)}
                for at in range(3)
            ],
            "weekdays": [{"name": one} for one in "ABC"],
            "year": {"numericRepresentation": 1200, "yearZero": 1000},
            "moons": [moon],
        }
    }
    return json.dumps(tree)


def _read(rule: str, **first: object) -> Imported:
    return import_calendar(_file(rule, **first), "tide.json")


def _leap(year: int, rule: str) -> bool:
    return year % 4 == 0 and (rule == "custom" or year % 100 != 0 or year % 400 == 0)


def _expected(almanac: Almanac, day: int, since: int, ahead: Fraction) -> str:
    """Return the phase by the program's formula: days since a new moon, and how far ahead it is."""
    new = almanac.day_of(CalendarDate(since, 1, 10))
    within = (day - new + ahead) % CYCLE + Fraction(1, 2)
    for name, days in LENGTHS:
        if within < days:
            return name
        within -= days
    return LENGTHS[0][0]


def _remarks(found: Imported, part: str) -> set[tuple[str, str]]:
    return {(one.fate, one.remark) for one in found.accounts if one.path.endswith(part)}


@pytest.mark.parametrize("rule", ["custom", "gregorian"])
def test_a_moon_set_back_in_leap_years_is_a_fourth_of_a_day_ahead_each_year(rule: str) -> None:
    found = _read(rule, yearReset="leap-year")
    (moon,) = found.data.moons
    almanac = Almanac(found.data)
    for year in (1200, 1201, 1203, 1204, 1299, 1300, 1303, 1304, 1307, 2399):
        since = next(one for one in range(year, 0, -1) if _leap(one, rule))
        shape = almanac.year(year)
        for day in range(shape.start, shape.end):
            wanted = _expected(almanac, day, since, Fraction(year - since, 4))
            assert phase_of(almanac, moon, day) == wanted, (year, day - shape.start)
    assert _remarks(found, "yearReset") == {("kept", "leap years are counted as the file states them")}


def test_a_moon_set_back_every_so_many_years_is_counted_from_the_last_of_them() -> None:
    found = _read("none", yearReset="x-years", yearX=3)
    (moon,) = found.data.moons
    almanac = Almanac(found.data)
    for year in (1199, 1200, 1201, 1202, 1203):
        since = year - year % 3
        shape = almanac.year(year)
        for day in range(shape.start, shape.end):
            assert phase_of(almanac, moon, day) == _expected(almanac, day, since, Fraction(year % 3, 3))
    assert ("changed", "in the years themselves it is counted from them too, as in those after") in _remarks(
        found, "yearReset"
    )


@pytest.mark.parametrize(
    "rule, first, fate, remark",
    [
        ("custom", {"yearReset": "x-years", "yearX": 0}, "dropped", "it needs a number from 1 up"),
        ("none", {"yearReset": "leap-year"}, "kept", "no year is one"),
        ("custom", {"yearReset": "sometimes"}, "dropped", "when it is set back is not understood"),
        ("custom", {"yearReset": ["x"]}, "dropped", "no text"),
    ],
)
def test_a_moon_of_which_no_year_is_known_keeps_its_cycle(
    rule: str, first: dict[str, object], fate: str, remark: str
) -> None:
    found = _read(rule, **first)
    assert found.data.moons[0].anew is None
    assert (fate, remark) in _remarks(found, "yearReset") | _remarks(found, "yearReset[0]")


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["custom", "gregorian", "none"])
@pytest.mark.parametrize("first", [{"yearReset": "leap-year"}, {"yearReset": "x-years", "yearX": 7}])
def test_it_goes_out_as_it_came_in(rule: str, first: dict[str, object]) -> None:
    """T24: the same date, weekday and phase on every day of a thousand years."""
    data = _read(rule, **first).data
    written = export_calendar(data, "simple-calendar")
    back = import_calendar(written.text, "back.json").data
    almanac = Almanac(data)
    years = range(almanac.year(900).start, almanac.year(1900).start)
    assert not first_difference(data, back, years)
    assert not [one for one in written.accounts if one.path.startswith("moons") and one.fate == "dropped"]


def _begun(data: CalendarData, **fields: str) -> CalendarData:
    begun = data.moons[0].anew
    assert begun is not None
    return replace(data, moons=(replace(data.moons[0], anew=replace(begun, **fields)),))


def test_what_the_program_cannot_say_of_it_is_told() -> None:
    data = _read("custom", yearReset="leap-year").data
    assert data.moons[0].anew == MoonBegun(data.parts[1].leap[0].when, DayOfYear("M1", 10), "-0.5", "0.25")  # type: ignore[arg-type]
    for to in WRITERS:
        fates = {one.fate for one in export_calendar(data, to).accounts if ".anew" in one.path}
        assert fates == ({"kept"} if to == "simple-calendar" else {"dropped"})
    for odd in ({"gains": "0"}, {"after": "0.5"}):
        told = export_calendar(_begun(data, **odd), "simple-calendar").accounts
        assert {one.fate for one in told if ".anew" in one.path} == {"dropped"}

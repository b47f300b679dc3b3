"""Weeks with names come in from Seasons & Stars and Calendaria, and go out to the first of them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from turnkeeper.calendars.almanac import Almanac
from turnkeeper.calendars.eras import name_in_cycle
from turnkeeper.calendars.formats.exporting import WRITERS, export_calendar
from turnkeeper.calendars.formats.importing import Imported, import_calendar
from turnkeeper.calendars.model import CalendarData, NameCycle
from turnkeeper.calendars.pages import day_facts
from turnkeeper.calendars.reading import load_preset
from turnkeeper.calendars.wording import read_date


def _stars(weeks: object, days: int = 12) -> Imported:
    """Return a calendar of two months, a feast between them, and weeks of three days."""
    tree: dict[str, Any] = {
        "id": "weeks",
        "translations": {"en": {"label": "Weeks"}},
        "year": {"epoch": 0},
        "months": [{"name": "Up", "days": days}, {"name": "Down", "days": days}],
        "intercalary": [{"name": "Rest", "after": "Up", "days": 1, "countsForWeekdays": False}],
        "weekdays": [{"name": one} for one in "ABC"],
        "leapYear": {"rule": "none"},
        "weeks": weeks,
    }
    return import_calendar(json.dumps(tree), "weeks.json")


def _calendaria(weeks: object) -> Imported:
    tree: dict[str, Any] = {
        "name": "Weeks",
        "metadata": {},
        "months": {"values": {one: {"name": one, "days": 10} for one in ("Up", "Down")}},
        "days": {"values": {one: {"name": one} for one in "ABC"}},
        "years": {"yearZero": 0},
        "weeks": weeks,
    }
    return import_calendar(json.dumps(tree), "weeks.json")


def _named(data: CalendarData, *dates: str) -> list[str]:
    almanac = Almanac(data)
    (cycle,) = data.cycles
    return [name_in_cycle(almanac, cycle, read_date(almanac, one)) for one in dates]


NAMES = [{"name": one, "abbreviation": "x"} for one in ("Seed", "Leaf", "Fruit", "Straw")]
DAYS = ("1 Up 5", "3 Up 5", "4 Up 5", "12 Up 5", "Rest 5", "1 Down 5")


def test_weeks_of_the_month_have_their_names_and_begin_anew_with_each_month() -> None:
    found = _stars({"type": "month-based", "perMonth": 4, "daysPerWeek": 3, "names": NAMES})
    assert _named(found.data, *DAYS) == ["Seed", "Seed", "Leaf", "Straw", "", "Seed"]
    almanac = Almanac(found.data)
    assert day_facts(almanac, read_date(almanac, "12 Up 5")).cycles == (("week", "Straw"),)
    assert day_facts(almanac, read_date(almanac, "Rest 5")).cycles == ()
    assert not [one for one in found.accounts if one.fate == "dropped" and one.path.startswith("weeks")]


@pytest.mark.parametrize(
    "rest, wanted",
    [("partial-last", "5th Week"), ("extend-last", "Straw"), ("none", "")],
)
def test_the_days_that_are_left_are_a_week_or_part_of_the_last_or_none(rest: str, wanted: str) -> None:
    """Of 14 days the 13th and the 14th are left after four weeks of three."""
    weeks = {"perMonth": 4, "names": NAMES, "remainderHandling": rest, "namingPattern": "ordinal"}
    assert _named(_stars(weeks, 14).data, "12 Up 5", "13 Up 5", "14 Down 5") == ["Straw", wanted, wanted]


def test_weeks_without_names_have_numbers() -> None:
    assert _named(_stars({"perMonth": 4}).data, "3 Up 5", "12 Down 5") == ["Week 1", "Week 4"]
    assert _stars({"perMonth": 4, "namingPattern": "none"}).data.cycles == ()


@pytest.mark.parametrize("weeks", [{"daysPerWeek": 99}, {"type": "year-based"}, 5, "x", [1]])
def test_weeks_that_cannot_be_counted_are_told(weeks: object) -> None:
    found = _stars(weeks)
    assert found.data.cycles == () or weeks in (5, "x", [1])
    assert [one for one in found.accounts if one.fate == "dropped" and one.path.startswith("weeks")]


def test_weeks_of_calendaria_are_of_the_month_or_of_the_year() -> None:
    """Weeks of three days: day 10 of the year, from 0, is in the fourth; ten days are four weeks."""
    names = {str(at): {"name": one, "weekNumber": at} for at, one in ((1, "Seed"), (2, "Leaf"), (4, "Straw"))}
    by_year = _calendaria({"enabled": True, "type": "year-based", "names": names}).data
    dates = ("1 Up 5", "4 Up 5", "7 Up 5", "10 Up 5", "2 Down 5", "3 Down 5")
    assert _named(by_year, *dates) == ["Seed", "Leaf", "", "Straw", "Straw", ""]
    again = _calendaria({"type": "year-based", "names": names, "repeat": True}).data
    assert _named(again, *dates) == ["Seed", "Leaf", "", "Straw", "Straw", "Seed"]
    by_month = _calendaria({"type": "month-based", "names": names}).data
    assert _named(by_month, *dates) == ["Seed", "Leaf", "", "Straw", "Seed", "Seed"]
    assert _calendaria({"enabled": True, "names": {}}).data.cycles == ()


def test_named_weeks_go_out_as_they_came_in_and_elsewhere_are_told() -> None:
    data = _stars({"perMonth": 4, "names": NAMES}).data
    written = export_calendar(data, "seasons-and-stars")
    back = import_calendar(written.text, "back.json").data
    almanacs = Almanac(data), Almanac(back)
    for day in range(1_000):
        one, other = (day_facts(almanac, day).cycles for almanac in almanacs)
        assert one == other
    for to in WRITERS:
        fates = {one.fate for one in export_calendar(data, to).accounts if one.path.startswith("cycles")}
        assert fates == ({"kept"} if to == "seasons-and-stars" else {"dropped"})


def test_a_cycle_with_gaps_or_an_offset_is_not_written_as_weeks() -> None:
    plain = load_preset("plain")
    for cycle in (
        NameCycle("w", ("a", "", "c"), "numbered month", 6),
        NameCycle("w", ("a", "b"), "numbered month", 6, 6),
        NameCycle("w", ("a", "b"), "year", 6),
    ):
        told = export_calendar(replace(plain, cycles=(cycle,)), "seasons-and-stars").accounts
        assert {one.fate for one in told if one.path.startswith("cycles") and one.value} == {"dropped"}

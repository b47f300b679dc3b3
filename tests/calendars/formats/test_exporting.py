"""What is written for a program is the same calendar, or its account says where it is not."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.calendars.calendars_made import calendars
from tests.calendars.formats.files import FORMATS, first_difference, imported
from turnkeeper.calendars.almanac import Almanac
from turnkeeper.calendars.formats.exporting import WRITERS, export_calendar
from turnkeeper.calendars.formats.importing import Imported, import_calendar
from turnkeeper.calendars.model import CalendarData, CalendarMoon, Week
from turnkeeper.calendars.reading import load_preset, preset_ids
from turnkeeper.rules.problems import RulesFault

BOTH_WAYS = tuple(one for one in FORMATS if one in WRITERS)
_THOUSAND_YEARS = 1_000


def _back(found: Imported) -> CalendarData:
    return import_calendar(export_calendar(found.data, found.format, found.today).text, "back.json").data


def _years(data: CalendarData, years: int) -> range:
    almanac = Almanac(data)
    return range(almanac.year(almanac.first_year).start, almanac.year(almanac.first_year + years).start)


@pytest.mark.parametrize("name", BOTH_WAYS)
def test_an_import_written_in_its_own_format_is_the_same_calendar(name: str) -> None:
    """T24, over 60 years of every day."""
    found = imported(name)
    assert not first_difference(found.data, _back(found), _years(found.data, 60))


@pytest.mark.long
@pytest.mark.parametrize("name", BOTH_WAYS)
def test_an_import_written_in_its_own_format_is_the_same_calendar_for_a_thousand_years(name: str) -> None:
    """T24."""
    found = imported(name)
    assert not first_difference(found.data, _back(found), _years(found.data, _THOUSAND_YEARS))


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("to", WRITERS)
def test_every_value_of_a_calendar_stands_in_the_account_of_its_export(name: str, to: str) -> None:
    written = export_calendar(imported(name).data, to)
    assert json.loads(written.text)
    assert all(one.remark for one in written.accounts if one.fate != "kept")
    assert import_calendar(written.text, "back.json").format == to


@pytest.mark.parametrize("calendar", preset_ids())
@pytest.mark.parametrize("to", WRITERS)
def test_a_calendar_of_ours_is_the_same_elsewhere_or_the_account_says_why_not(calendar: str, to: str) -> None:
    assert not _untold(load_preset(calendar), to, 30)


def test_what_a_calendar_does_not_have_cannot_be_dropped() -> None:
    written = export_calendar(imported("calendarium").data, "calendarium")
    assert [one for one in written.accounts if one.fate != "kept"] == []


@pytest.mark.slow
def test_a_month_that_comes_by_several_numbers_is_made_of_leap_days_elsewhere() -> None:
    """Second Wake comes in 7 of 19 years, and no month comes by more than one number there."""
    data = load_preset("drift")
    data = replace(data, week=replace(data.week, runs="on"), moons=())
    found = import_calendar(export_calendar(data, "fantasy-calendar").text, "back.json").data
    assert not first_difference(data, found, _years(data, 40))
    assert [part.days for part in found.parts] == [354, 0, 0]


def test_ours_are_held_whole_where_a_program_can() -> None:
    """Fantasy-Calendar holds the Gregorian calendar with its leap exceptions, Simple Calendar too."""
    for calendar, to in (
        ("gregorian", "fantasy-calendar"),
        ("gregorian", "simple-calendar"),
        ("plain", "foundry"),
    ):
        data = load_preset(calendar)
        found = import_calendar(export_calendar(data, to).text, "back.json").data
        almanac, other = Almanac(data), Almanac(found)
        first = almanac.year(1).start, other.year(1).start
        for day in range(0, 3_000, 7):
            assert almanac.date_of(first[0] + day) == other.date_of(first[1] + day), (calendar, to)
            assert almanac.weekday_of(first[0] + day) == other.weekday_of(first[1] + day), (calendar, to)


_MOONS = st.lists(
    st.builds(
        CalendarMoon,
        name=st.sampled_from(["a", "b"]),
        cycle=st.sampled_from(["8", "29.5", "59/3", "7.125"]),
        new=st.sampled_from(["0", "3", "1.5", "-20"]),
        rounding=st.sampled_from(["floor", "round", "ceil", "middle"]),
    ),
    max_size=2,
    unique_by=lambda one: one.name,
)


@pytest.mark.slow
@settings(max_examples=60, suppress_health_check=list(HealthCheck), deadline=None)
@given(data=calendars(), moons=_MOONS, to=st.sampled_from(sorted(WRITERS)))
def test_any_calendar_is_the_same_elsewhere_or_the_account_says_why_not(
    data: CalendarData, moons: list[CalendarMoon], to: str
) -> None:
    assert not _untold(replace(data, moons=tuple(moons)), to, 25)


def _untold(data: CalendarData, to: str, years: int) -> str:
    """Return where a calendar is another one elsewhere without a word of it, from its first year on.

    Dates follow from months and years, weekdays from the week besides, phases from the moon and the years.
    """
    written = export_calendar(data, to)
    told = {one.path.split(".")[0].split("[")[0] for one in written.accounts if one.fate != "kept"}
    try:
        found = import_calendar(written.text, "back.json").data
    except RulesFault as fault:
        return "" if told else str(fault)
    if told & {"parts", "years"}:
        return ""
    if "week" in told:
        data, found = (replace(one, week=Week()) for one in (data, found))
    if "moons" in told:
        data, found = (replace(one, moons=()) for one in (data, found))
    return first_difference(data, found, _years(data, years))

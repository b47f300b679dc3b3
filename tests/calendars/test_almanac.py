"""Days and dates: laws over calendars made up, and answers known from elsewhere."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.calendars.calendars_made import MANY_ARE_AT_FAULT, calendars, holds, walked
from tests.often import times
from turnkeeper.calendars.almanac import Almanac, CalendarDate, NoSuchDate
from turnkeeper.calendars.conditions import Recurrence, YearDay
from turnkeeper.calendars.model import CalendarData, CalendarHead, CalendarPart, LeapDay, Week, Years
from turnkeeper.calendars.progressions import YearSum, years_of
from turnkeeper.calendars.reading import load_preset, preset_ids
from turnkeeper.calendars.values import LARGEST_YEAR

FAR = 10**12 * 200
GREGORIAN = Almanac(load_preset("gregorian"))
PRESETS = [Almanac(load_preset(one)) for one in preset_ids()]


def _id(almanac: Almanac) -> str:
    return almanac.data.calendar.id


def _weekday(almanac: Almanac, day: int) -> str:
    found = almanac.weekday_of(day)
    return found.name if found is not None else ""


@pytest.mark.slow
@settings(max_examples=times(15), deadline=None, suppress_health_check=MANY_ARE_AT_FAULT)
@given(calendars())
def test_a_walk_day_by_day_finds_the_same_dates_and_weekdays(data: CalendarData) -> None:
    almanac = Almanac(data)
    for day, told in walked(data, 12).items():
        found = almanac.date_of(day)
        assert (found.year, found.part, found.day, found.inner, _weekday(almanac, day)) == told
        assert almanac.day_of(found) == day


@pytest.mark.slow
@settings(max_examples=times(15), deadline=None, suppress_health_check=MANY_ARE_AT_FAULT)
@given(calendars(), st.integers(2 - LARGEST_YEAR, LARGEST_YEAR - 2))
def test_every_day_is_there_and_back_and_the_next_day_is_later(data: CalendarData, day: int) -> None:
    # A year may be of one day: so there are as many years as days.
    almanac = Almanac(data)
    found = almanac.date_of(day)
    assert almanac.day_of(found) == day
    assert found < almanac.date_of(day + 1)


@pytest.mark.parametrize("almanac", PRESETS, ids=_id)
@given(day=st.integers(-FAR, FAR))
@settings(max_examples=times(40), deadline=None)
def test_every_day_of_a_calendar_that_comes_along_is_there_and_back(almanac: Almanac, day: int) -> None:
    found = almanac.date_of(day)
    assert almanac.day_of(found) == day
    assert found < almanac.date_of(day + 1)


@pytest.mark.slow
@pytest.mark.parametrize("step", [pytest.param(1, marks=pytest.mark.long), 397])
def test_every_day_from_1_to_9999_is_the_gregorian_one(step: int) -> None:
    """T13: weekdays are the real ones."""
    for day in range(0, date.max.toordinal(), step):
        real, found = date.fromordinal(day + 1), GREGORIAN.date_of(day)
        assert (found.year, found.part + 1, found.day) == (real.year, real.month, real.day)
        assert GREGORIAN.day_of(found) == day
        weekday = GREGORIAN.weekday_of(day)
        assert weekday is not None
        assert weekday.place == date.fromordinal(day + 1).weekday()


def test_the_leap_cycle_and_the_week_run_on_below_year_1() -> None:
    """T14: 400 Gregorian years are 146,097 days, which are 20,871 whole weeks."""
    for day in range(-800, 800):
        here, there = GREGORIAN.date_of(day), GREGORIAN.date_of(day - 146_097)
        assert (here.part, here.day) == (there.part, there.day)
        assert _weekday(GREGORIAN, day) == _weekday(GREGORIAN, day - 146_097)


def test_an_era_of_a_real_file_is_recomputed() -> None:
    """31 January of the year before year 1: that year has 366 days, so 366 - 30 days before day 0."""
    assert GREGORIAN.day_of(CalendarDate(-1, 0, 31)) == -336
    assert GREGORIAN.day_of(CalendarDate(2022, 1, 1)) == 738_186


def test_a_leap_day_of_every_year_between_months_and_a_year_0() -> None:
    """The year 1135 of 365 days each begins 1135 * 365 = 414,275 days after day 0; its day 336 is 335 on."""
    holiday = CalendarPart("Holiday", 0, kind="feast", leap=(LeapDay(),))
    data = CalendarData(
        CalendarHead("x", "X"), (holiday, CalendarPart("Year", 364)), years=Years(zero=True), week=Week()
    )
    assert Almanac(data).day_of(CalendarDate(1135, 1, 335)) == 414_610


def test_the_julian_and_the_gregorian_day_are_the_same_day() -> None:
    """4 October 1582 was a Thursday; the next day was 15 October 1582, a Friday."""
    julian = Almanac(load_preset("julian"))
    last = julian.day_of(CalendarDate(1582, 9, 4))
    first = GREGORIAN.day_of(CalendarDate(1582, 9, 15))
    assert last + julian.data.calendar.day_zero + 1 == first
    assert (_weekday(julian, last), _weekday(GREGORIAN, first)) == ("Thursday", "Friday")


def test_the_first_number_that_divides_decides_however_long_the_period() -> None:
    """1,237 of the years 1 to 5000, as Fantasy-Calendar counts them."""
    rule = Recurrence(every="!2203, !400, +!100, 4, !2", offset=1)
    years = YearSum([years_of(rule)])
    assert years.before(5001) - years.before(1) == sum(holds(rule, year) for year in range(1, 5001)) == 1237


def test_a_year_cut_short_is_followed_at_once_by_the_next() -> None:
    almanac = Almanac(load_preset("crowns"))
    last = almanac.day_of(CalendarDate(411, 4, 22))
    assert almanac.date_of(last + 1) == CalendarDate(412, 0, 1)
    week = almanac.data.week.days
    assert week.index(_weekday(almanac, last + 1)) == (week.index(_weekday(almanac, last)) + 1) % 5
    with pytest.raises(NoSuchDate):
        almanac.day_of(CalendarDate(411, 4, 23))
    for day in range(last - 2000, last + 2000):
        assert almanac.day_of(almanac.date_of(day)) == day


def test_a_year_cut_short_before_year_1_moves_the_days_before_it() -> None:
    """Five years of 10 days; the year -2 ends with its day 4, so day 0 stays and year -2 begins at -14."""
    one = CalendarPart("M", 10)
    made = CalendarData(CalendarHead("x", "X"), (one,), years=Years(zero=True))
    short = CalendarData(CalendarHead("x", "X"), (one,), years=Years(zero=True, short=(YearDay(-2, "", 4),)))
    assert Almanac(made).day_of(CalendarDate(-2, 0, 1)) == -20
    almanac = Almanac(short)
    assert [almanac.day_of(CalendarDate(year, 0, 1)) for year in (-3, -2, -1, 0, 1)] == [-24, -14, -10, 0, 10]
    assert [almanac.day_of(almanac.date_of(day)) for day in range(-60, 60)] == list(range(-60, 60))


@pytest.mark.parametrize(
    "date_said, before, after",
    [
        (CalendarDate(2023, 1, 29), CalendarDate(2023, 1, 28), CalendarDate(2023, 2, 1)),
        (CalendarDate(0, 0, 1), CalendarDate(-1, 11, 31), CalendarDate(1, 0, 1)),
        (CalendarDate(2023, 3, 0), CalendarDate(2023, 2, 31), CalendarDate(2023, 3, 1)),
    ],
)
def test_a_date_that_is_not_there_is_told_with_the_nearest_two(
    date_said: CalendarDate, before: CalendarDate, after: CalendarDate
) -> None:
    with pytest.raises(NoSuchDate) as told:
        GREGORIAN.day_of(date_said)
    assert (GREGORIAN.date_of(told.value.before), GREGORIAN.date_of(told.value.after)) == (before, after)


@pytest.mark.slow
def test_ten_thousand_years_are_not_all_kept() -> None:
    almanac = Almanac(load_preset("gregorian"))
    for year in range(1, 10_000):
        almanac.day_of(CalendarDate(year, 0, 1))
    assert len(almanac._years) <= 2_000
    assert len(almanac._layouts) == 2

"""A moon that begins anew in some years: counted in each of them from the last, and never walked for ever."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.often import times
from turnkeeper.calendars.almanac import Almanac, CalendarDate
from turnkeeper.calendars.checking import faults
from turnkeeper.calendars.conditions import CalendarEvent, Condition, InPhase, OnMoon, Recurrence
from turnkeeper.calendars.falling import EventDays
from turnkeeper.calendars.model import CalendarData, CalendarMoon, DayOfYear, MoonBegun
from turnkeeper.calendars.named_days import day_named
from turnkeeper.calendars.progressions import YearSum, last_year, years_of
from turnkeeper.calendars.reading import load_preset
from turnkeeper.calendars.sky import next_full, next_new, phase_of

HARVEST = load_preset("harvest")
CYCLE, GAINS, AFTER = Fraction(59, 2), Fraction(1, 3), Fraction(-1, 4)
BEGUN = MoonBegun(Recurrence(every="3", offset=1), DayOfYear("Harvest", 2), "-0.25", "1/3")
MOON = CalendarMoon("Tide", cycle="29.5", anew=BEGUN)
TIDE = Almanac(replace(HARVEST, moons=(MOON,)))
FIRST, YEARS = 1040, 12


def _new(year: int) -> Fraction:
    """Return when the moon is new by the count of a year."""
    begun = next(one for one in range(year, 0, -1) if one % 3 == 1)
    harvest = TIDE.part_named("Harvest")
    return TIDE.day_of(CalendarDate(begun, harvest, 2)) + AFTER - (year - begun) * GAINS


def _days() -> list[tuple[int, Fraction]]:
    """Return each day of some years with the instant from which its year counts the moon."""
    return [
        (day, _new(year))
        for year in range(FIRST, FIRST + YEARS)
        for day in range(TIDE.year(year).start, TIDE.year(year).end)
    ]


def _turns(share: Fraction) -> list[int]:
    """Return the days in which a share of the cycle is gone, each asked by itself."""
    found = []
    for day, new in _days():
        rounds = (day + 1 - new - share * CYCLE) / CYCLE
        # An instant of the moon lies in the day, its beginning counted and its end not.
        last = -(-rounds // 1) - 1
        if new + share * CYCLE + last * CYCLE >= day:
            found.append(day)
    return found


def _found(when: Condition) -> list[int]:
    event = CalendarEvent("One", when)
    first, end = TIDE.year(FIRST).start, TIDE.year(FIRST + YEARS).start
    return EventDays(TIDE, (event,)).days(event, first, end)


@pytest.mark.slow
def test_it_is_full_and_new_on_the_days_that_each_year_counts() -> None:
    assert _found(OnMoon("Tide", "new")) == _turns(Fraction(0))
    assert _found(OnMoon("Tide", "full")) == _turns(Fraction(1, 2))
    fulls = _turns(Fraction(1, 2))
    assert [next_full(TIDE, MOON, one) for one in fulls[:-1]] == fulls[1:]
    assert [next_new(TIDE, MOON, one - 1) for one in _turns(Fraction(0))] == _turns(Fraction(0))
    assert day_named(TIDE, "full moon", fulls[3]) == fulls[4]


@pytest.mark.slow
def test_its_phases_are_those_that_each_year_counts() -> None:
    """Of eight phases each begins half an eighth before its own instant."""
    wanted = [day for day, new in _days() if 7 <= (day - new) % CYCLE / CYCLE * 16 < 9]
    assert _found(InPhase("Tide", ("full moon",))) == wanted
    assert [day for day, _ in _days() if phase_of(TIDE, MOON, day) == "full moon"] == wanted
    begins = [day for day in wanted if phase_of(TIDE, MOON, day - 1) != "full moon"]
    assert _found(OnMoon("Tide", "full moon")) == begins


@pytest.mark.slow
@settings(max_examples=times(100), deadline=None)
@given(
    st.sampled_from(["4", "400, !100, 4", "!6, 3", "7, !2, 1"]), st.integers(-5, 5), st.integers(-900, 900)
)
def test_the_last_year_of_a_rule_is_found_without_a_walk(every: str, offset: int, number: int) -> None:
    years = YearSum([years_of(Recurrence(every=every, offset=offset))])
    walked = next(one for one in range(number, number - 1_000, -1) if years.at(one))
    assert last_year(years, number) == walked


def test_the_last_year_of_a_very_rare_rule_is_found_at_once() -> None:
    years = YearSum([years_of(Recurrence(every="999999999"))])
    assert last_year(years, 10**12) == 10**12 // 999_999_999 * 999_999_999
    assert last_year(years, -5) == -999_999_999


def _told(moon: CalendarMoon) -> list[str]:
    data: CalendarData = replace(HARVEST, moons=(moon,), events=())
    return [one.message for one in faults(data)]


@pytest.mark.parametrize(
    "moon, message",
    [
        (replace(MOON, variance="2"), "only a moon of a steady cycle begins anew"),
        (replace(MOON, cycle="", daily=("a", "b")), "only a moon of a steady cycle begins anew"),
        (replace(MOON, cycle="900"), "a moon that begins anew goes round within any year"),
        (
            replace(MOON, anew=replace(BEGUN, when=Recurrence(every="!3"))),
            "a moon begins anew in no year of it",
        ),
        (
            replace(MOON, anew=replace(BEGUN, when=Recurrence())),
            "say either every or a cycle, counted over years",
        ),
        (replace(MOON, anew=replace(BEGUN, on=DayOfYear("Nowhere"))), 'no month is called "Nowhere"'),
        (replace(MOON, anew=replace(BEGUN, on=DayOfYear("Harvest", 99))), "Harvest has 30 days"),
    ],
)
def test_a_moon_that_could_not_be_counted_is_told(moon: CalendarMoon, message: str) -> None:
    assert _told(MOON) == []
    assert _told(moon) == [message]

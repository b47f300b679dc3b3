"""Dates in words and numbers, eras, moons and seasons."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import times
from turnkeeper.calendars.almanac import Almanac, NoSuchDate
from turnkeeper.calendars.eras import name_in_cycle, year_in_era
from turnkeeper.calendars.model import CalendarMoon, MoonPhase
from turnkeeper.calendars.reading import load_preset, preset_ids
from turnkeeper.calendars.sky import next_full, next_new, phase_of, season_of
from turnkeeper.calendars.wording import DateSlip, read_date, say_date, say_numbers

GREGORIAN, HARVEST, CROWNS, WICKER = (
    Almanac(load_preset(one)) for one in ("gregorian", "harvest", "crowns", "wicker")
)


@pytest.mark.parametrize("calendar", preset_ids())
@given(day=st.integers(-400_000, 1_000_000))
@settings(max_examples=times(60), deadline=None)
def test_a_date_in_words_or_numbers_is_read_as_the_same_day(calendar: str, day: int) -> None:
    almanac = Almanac(load_preset(calendar)) if calendar not in _KEPT else _KEPT[calendar]
    _KEPT[calendar] = almanac
    assert read_date(almanac, say_date(almanac, day)) == day
    assert read_date(almanac, say_numbers(almanac, almanac.date_of(day))) == day


_KEPT: dict[str, Almanac] = {}


@pytest.mark.parametrize(
    "said",
    [
        "3rd of Harvest 1042",
        "3 harvest 1042",
        "Harvest 3, 1042",
        "the 3rd of Harvest in the year 1042",
        "Water, 3rd of Harvest 1042",
        # Feasts are no months: Harvest is the seventh.
        "1042-07-03",
    ],
)
def test_a_date_is_read_as_people_write_it(said: str) -> None:
    assert say_date(HARVEST, read_date(HARVEST, said)) == "3rd of Harvest 1042"


@pytest.mark.parametrize(
    "said, told",
    [
        ("3rd of Harvets 1042", "did you mean harvest"),
        ("", "a date is missing"),
        ("Harvest", "one day, one month and one year"),
        ("1042-20-01", "months are 1 to 13"),
        ("3 4 5 Harvest 1042", "one day, one month and one year"),
        ("x" * 500, "too long"),
    ],
)
def test_what_is_no_date_is_told_with_what_would_be(said: str, told: str) -> None:
    with pytest.raises(DateSlip) as slip:
        read_date(HARVEST, said)
    assert told in f"{slip.value.message} {slip.value.hint}"


@pytest.mark.parametrize("year", [10**12 + 1, 10**13, -(10**20), 10**39])
@pytest.mark.parametrize("form", ["3rd of Harvest {}", "{}-01-01", "Midsummer {}"])
def test_a_year_beyond_all_years_is_told_with_the_last_day_that_there_is(form: str, year: int) -> None:
    with pytest.raises(NoSuchDate, match="years go up to 1,000,000,000,000") as told:
        read_date(HARVEST, form.format(year))
    last = "30th of Embers 1000000000000" if year > 0 else "1st of Thaw -1000000000000"
    assert say_date(HARVEST, told.value.before) == say_date(HARVEST, told.value.after) == last


def test_a_feast_of_leap_years_is_missing_in_the_others_and_the_days_around_it_are_told() -> None:
    with pytest.raises(NoSuchDate) as told:
        read_date(HARVEST, "Oathday 1041")
    around = [say_date(HARVEST, day) for day in (told.value.before, told.value.after)]
    assert around == ["Midsummer 1041", "1st of Hay 1041"]
    assert say_date(HARVEST, read_date(HARVEST, "Oathday 1044")) == "Oathday 1044"


@pytest.mark.parametrize(
    "said, year",
    [
        ("1st of Anvil -1", 1),
        ("1st of Anvil -7", 7),
        ("1st of Anvil 411", 411),
        ("1st of Anvil 412", 1),
        # The reign begins in the middle of the year 431, which is its first.
        ("8th of Crucible 431", 20),
        ("9th of Crucible 431", 1),
        ("1st of Anvil 432", 2),
    ],
)
def test_eras_run_on_begin_anew_and_count_back(said: str, year: int) -> None:
    day = read_date(CROWNS, said)
    assert year_in_era(CROWNS, day) == year
    assert read_date(CROWNS, say_date(CROWNS, day)) == day


def test_the_ides_of_march_of_44_bc() -> None:
    """The year 44 BC is written -44: there is no year 0 between 1 BC and AD 1."""
    assert read_date(GREGORIAN, "15 March 44 BC") == read_date(GREGORIAN, "-44-03-15")


def test_names_of_years_come_round() -> None:
    (cycle,) = HARVEST.data.cycles
    names = [name_in_cycle(HARVEST, cycle, read_date(HARVEST, f"1 Thaw {year}")) for year in (3, 4, 5, 6)]
    assert names == ["the Ox", "the Heron", "the Loom", "the Ox"]


@pytest.mark.parametrize(
    "said, turn", [("9 Feb 2024", "new"), ("24 Feb 2024", "full"), ("21 Jan 2000", "full")]
)
def test_the_real_moon_is_new_and_full_on_its_real_days(said: str, turn: str) -> None:
    (moon,) = GREGORIAN.data.moons
    day = read_date(GREGORIAN, said)
    assert (next_new if turn == "new" else next_full)(GREGORIAN, moon, day - 1) == day


@given(day=st.integers(-(10**9), 10**9))
@settings(deadline=None)
def test_moons_run_on_over_years_and_turn_once_in_a_cycle(day: int) -> None:
    """T15: 200 cycles of 59/2 days are 5,900 days, over any year's end and leap day."""
    moon = CalendarMoon("m", cycle="59/2")
    assert phase_of(HARVEST, moon, day) == phase_of(HARVEST, moon, day + 5_900)
    assert day < next_new(HARVEST, moon, day) <= day + 30
    assert next_full(HARVEST, moon, day + 5_900) == next_full(HARVEST, moon, day) + 5_900


@given(day=st.integers(-(10**6), 10**6))
@settings(deadline=None)
def test_a_moon_with_a_variance_keeps_its_order_and_its_mean(day: int) -> None:
    moon = CalendarMoon("m", cycle="44", variance="6", seed="s")
    found = next_new(HARVEST, moon, day)
    each = [found]
    for _ in range(20):
        each.append(next_new(HARVEST, moon, each[-1]))
    assert all(31 < later - now < 57 for now, later in pairwise(each))
    assert abs(each[-1] - found - 20 * 44) <= 13
    assert day < found <= day + 56
    assert next_new(HARVEST, moon, found - 1) == found


def test_phases_have_their_shares_and_a_daily_list_is_walked() -> None:
    shares = (MoonPhase("dark", "1"), MoonPhase("light", "3"))
    moon = CalendarMoon("m", cycle="8", phases=shares, new="2")
    assert [phase_of(HARVEST, moon, day) for day in range(2, 11)] == ["dark"] * 2 + ["light"] * 6 + ["dark"]
    daily = CalendarMoon("d", daily=("a", "b", "b"), new="-1")
    assert [phase_of(HARVEST, daily, day) for day in range(-1, 3)] == ["a", "b", "b", "a"]


def test_dawn_moves_from_season_to_season() -> None:
    """Between 20 March, 06:00, and 21 June, 04:45, lie 93 days; on the 31st 25 of the 75 minutes are gone."""
    day = read_date(GREGORIAN, "20 March 2023")
    first, later = season_of(GREGORIAN, day), season_of(GREGORIAN, day + 31)
    assert first is not None
    assert later is not None
    assert (first.season.name, first.dawn, first.ends - first.began) == ("spring", 6 * 3600, 93)
    assert later.dawn == 6 * 3600 - 25 * 60


def test_a_season_runs_over_the_new_year_and_seasons_by_length_over_any() -> None:
    winter = season_of(GREGORIAN, read_date(GREGORIAN, "2 Jan 2024"))
    assert winter is not None
    assert winter.began == read_date(GREGORIAN, "21 Dec 2023")
    # From -12.5 on 91.3125 days are wet and 139.9 dry: it is dry from 78.8125, and wet again from 218.7125.
    names = [found.season.name for day in (-12, 77, 78, 217, 218) if (found := season_of(WICKER, day))]
    assert names == ["wet", "wet", "dry", "dry", "wet"]


def test_a_mean_year_is_exact() -> None:
    assert GREGORIAN.mean_year == Fraction(146_097, 400)

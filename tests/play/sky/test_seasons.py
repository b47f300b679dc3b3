"""Seasons and the light of day: which season, when it is night, what falls due once a day, and the dark."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.play.keeper import CALM, DAY, HOUR, MINUTE, ByName, Keeper, keep, of_kind
from turnkeeper.play.clock.checks import Checked
from turnkeeper.play.clock.clock import TaskInterrupted
from turnkeeper.play.dungeon.dark import DarknessFell
from turnkeeper.play.sky import seasons, weather
from turnkeeper.play.sky.weather import WeatherChanged
from turnkeeper.time import ORIGIN

YEAR = ["spring"] * 91 + ["summer"] * 91 + ["autumn"] * 91 + ["winter"] * 91
RAIN = ByName({"weather": "5", "outdoor check": "12", "outdoor check window": "12"})


def season(keeper: Keeper) -> str:
    return seasons.of(keeper.state, keeper.book)


@given(st.sampled_from(["spring", "summer", "autumn", "winter"]), st.integers(0, 2_000))
def test_days_are_counted_from_that_on_which_the_season_was_said(named: str, days: int) -> None:
    """G-TIME-1: four seasons of 91 days, by a calendar written out."""
    keeper = keep("wait 30 h", f"season {named}")
    at = keeper.now + DAY * days
    assert seasons.of(keeper.state, keeper.book, at) == YEAR[(YEAR.index(named) + days) % 364]


def test_a_season_changes_at_midnight_and_not_so_many_days_after_the_hour_it_was_said() -> None:
    keeper = keep("wait 18 h", "season winter")
    assert seasons.of(keeper.state, keeper.book, ORIGIN + DAY * 91 - MINUTE) == "winter"
    assert seasons.of(keeper.state, keeper.book, ORIGIN + DAY * 91) == "spring"


def test_a_season_without_an_end_stays() -> None:
    keeper = keep("season winter", rules="dungeon-game")
    assert seasons.of(keeper.state, keeper.book, ORIGIN + DAY * 1_000) == "winter"


def test_the_clock_set_back_brings_the_earlier_season_back() -> None:
    """T2."""
    keeper = keep("wait 1 h", "season winter", "wait 1 h", "season summer", "wait 1 h", "rule clock 01:30")
    assert season(keeper) == "winter"
    keeper.do("rule clock 00:30")
    assert season(keeper) == "spring"


@pytest.mark.parametrize(
    "named, dawn, dusk", [("spring", 6, 18), ("summer", 4, 20), ("autumn", 6, 18), ("winter", 8, 16)]
)
def test_each_season_has_its_dawn_and_its_dusk(named: str, dawn: int, dusk: int) -> None:
    keeper = keep(f"season {named}", "wait until dawn")
    assert keeper.now == ORIGIN + HOUR * dawn
    keeper.do("wait until dusk")
    assert keeper.now == ORIGIN + HOUR * dusk
    nights = [
        seasons.is_night(keeper.state, keeper.book, ORIGIN + MINUTE * (60 * hour)) for hour in range(24)
    ]
    assert nights == [not dawn <= hour < dusk for hour in range(24)]


def test_dawn_is_that_of_the_season_of_its_own_day() -> None:
    """Day 91 is the last of spring; the next day breaks at 04:00."""
    keeper = keep("wait until day 91 20:00", "wait until dawn")
    assert keeper.now == ORIGIN + DAY * 91 + HOUR * 4
    keeper.do("rule clock day 182 noon")
    keeper.do("rule clock day 183 dawn")
    assert keeper.now == ORIGIN + DAY * 182 + HOUR * 6


def test_what_nobody_knows_is_refused() -> None:
    assert str(keep().refused("season wintre")) == "there is no season 'wintre' (did you mean 'winter'?)"


# What falls due once a day


def test_g_fat_2_weather_is_rolled_at_each_dawn_in_order() -> None:
    """T5: three dawns in a jump of three days."""
    keeper = keep("enter wilderness", "no checks here for outdoors")
    keeper.do("wait 3 days", dice=RAIN)
    rolled = [one.at for one in of_kind(keeper.events, Checked)]
    assert rolled == [ORIGIN + DAY * day + HOUR * 6 for day in range(3)]
    assert [one.at for one in of_kind(keeper.events, WeatherChanged)] == rolled[:1]
    assert weather.kind_of(keeper.state, keeper.book) == "heavy rain"


def test_in_winter_snow_falls_at_a_later_dawn() -> None:
    keeper = keep("season winter", "enter wilderness", "no checks here for outdoors")
    (changed,) = of_kind(keeper.do("wait 1 day", dice=RAIN), WeatherChanged)
    assert (changed.weather, changed.at) == ("snow", ORIGIN + HOUR * 8)


def test_who_wakes_in_town_rolls_no_weather() -> None:
    assert of_kind(keep("party Varda").do("wait 1 day"), Checked) == []


@pytest.mark.slow
@given(st.lists(st.integers(1, 1_500), min_size=1, max_size=8))
def test_any_split_of_the_time_makes_the_same_dawns(parts: list[int]) -> None:
    """T1."""
    whole, split = (keep("enter wilderness", "no checks here for outdoors") for _ in range(2))
    whole.do(f"wait {sum(parts)} min", dice=RAIN)
    for part in parts:
        split.do(f"wait {part} min", dice=RAIN)
    assert of_kind(whole.events, Checked) == of_kind(split.events, Checked)
    assert whole.state == split.state


def test_g_hex_8_the_referee_says_how_the_weather_turns() -> None:
    keeper = keep("enter wilderness")
    keeper.do("wait 2 h", "4", "6")
    assert keeper.refused("wait 1 h").code == "question"
    assert keeper.told("choose storm")[1:] == ["the weather turns: storm"]
    keeper.do("resume", dice=CALM)
    assert weather.kind_of(keeper.state, keeper.book) == "storm"


# The dark


def test_night_makes_the_open_dark_and_a_light_makes_it_light() -> None:
    keeper = keep("wait until 19:00", "enter wilderness")
    assert not seasons.is_light(keeper.state, keeper.book)
    keeper.do("light torch")
    assert seasons.is_light(keeper.state, keeper.book)
    town = keep("wait until 19:00")
    assert seasons.is_light(town.state, town.book)


def test_nightfall_is_told_at_dusk_and_stops_nothing() -> None:
    keeper = keep("wait until noon", "enter wilderness")
    events = keeper.do("wait 2 days", dice=CALM)
    assert [one.at for one in of_kind(events, DarknessFell)] == [
        ORIGIN + HOUR * 18,
        ORIGIN + DAY + HOUR * 18,
    ]
    assert of_kind(events, TaskInterrupted) == []


def test_nightfall_is_not_told_to_those_with_a_light_until_it_goes_out() -> None:
    """Lit at 17:30 for an hour: it goes out at 18:30."""
    keeper = keep("wait until 17:30", "enter wilderness", "light torch")
    (fell,) = of_kind(keeper.do("wait 3 h", dice=CALM), DarknessFell)
    assert fell.at == ORIGIN + HOUR * 18 + MINUTE * 30


def test_a_light_that_goes_out_at_dusk_itself_tells_of_the_dark_once() -> None:
    keeper = keep("wait until 17:00", "enter wilderness", "light torch")
    assert len(of_kind(keeper.do("wait 3 h", dice=CALM), DarknessFell)) == 1


def test_a_search_begun_by_day_and_ended_by_night_finds_nothing() -> None:
    """A turn of searching from 17:55 ends at 18:05, in the dark."""
    keeper = keep("wait until 17:55", "enter wilderness")
    keeper.do("wait 1 min", dice=CALM)
    assert "In the dark" in keeper.told("search", dice=CALM)[-1]


def test_wherever_no_season_is_known_the_times_of_day_hold() -> None:
    """A rule set without seasons that names a dawn and no dusk: it is never night there."""
    keeper = keep("no checks here", "wait until dawn", rules="small")
    assert keeper.now == ORIGIN + HOUR * 6
    assert not seasons.is_night(keeper.state, keeper.book, ORIGIN + HOUR * 23)
    assert season(keeper) == ""
    assert keeper.refused("season winter").code == "no-seasons"
    assert keeper.refused("weather storm").code == "no-weather"

"""Weather: what it is, since when, on whom it bears, and how the clock set back undoes it."""

from __future__ import annotations

from fractions import Fraction

from tests.play.keeper import HOUR, keep, of_kind
from turnkeeper.play.sky import weather
from turnkeeper.play.sky.seasons import Shift
from turnkeeper.play.sky.weather import WeatherChanged
from turnkeeper.time import ORIGIN


def test_g_fat_2_the_referee_says_what_the_weather_is() -> None:
    keeper = keep("enter wilderness")
    assert keeper.told("weather storm") == ["the weather turns: storm"]
    assert weather.kind_of(keeper.state, keeper.book) == "storm"
    assert keeper.state.weather == Shift(ORIGIN, "storm")


def test_a_campaign_begins_in_clear_weather() -> None:
    keeper = keep("enter wilderness")
    bears = weather.of(keeper.state, keeper.book)
    assert bears is not None
    assert weather.kind_of(keeper.state, keeper.book) == "clear"
    assert (bears.slowed, bears.tires_every) == (Fraction(1), "")


def test_g_fat_2_inclement_weather_doubles_travel_and_tires_every_hour() -> None:
    for said in ("heavy rain", "snow", "high winds", "storm"):
        keeper = keep("enter wilderness", f"weather {said}")
        bears = weather.of(keeper.state, keeper.book)
        assert bears is not None
        assert (bears.slowed, bears.tires_every, bears.damp) == (Fraction(2), "1 h", True)


def test_weather_bears_only_on_those_who_are_outdoors() -> None:
    keeper = keep("weather storm", "enter dungeon Barrow")
    assert weather.of(keeper.state, keeper.book) is None
    assert weather.kind_of(keeper.state, keeper.book) == "storm"
    keeper.do("enter wilderness")
    assert weather.of(keeper.state, keeper.book) is keeper.book.set.weather["storm"]


def test_weather_goes_by_its_other_names_in_capitals_too() -> None:
    keeper = keep()
    (changed,) = of_kind(keeper.do("weather Rain"), WeatherChanged)
    assert changed.weather == "heavy rain"


def test_what_is_so_already_and_what_nobody_knows_is_refused() -> None:
    keeper = keep("weather snow")
    assert str(keeper.refused("weather snow")) == "the weather is snow already (weather clear)"
    assert str(keeper.refused("weather strom")) == "there is no weather 'strom' (did you mean 'storm'?)"


def test_the_clock_set_back_brings_the_earlier_weather_back() -> None:
    """T2."""
    keeper = keep("wait 1 h", "weather snow", "wait 1 h", "weather clear", "wait 1 h")
    keeper.do("rule clock 01:30")
    assert weather.kind_of(keeper.state, keeper.book) == "snow"
    assert keeper.state.weather == Shift(ORIGIN + HOUR, "snow")
    keeper.do("rule clock 00:59:50")
    assert weather.kind_of(keeper.state, keeper.book) == "clear"

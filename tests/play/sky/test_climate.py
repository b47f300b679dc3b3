"""Climates: weather by shares and stay, and by a flower; foretold, forecast, and the referee's word."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.play.keeper import ByName, keep, of_kind
from turnkeeper.play.sky import climate, weather
from turnkeeper.play.sky.climate import WeatherStepped, flower, law_after, step_of
from turnkeeper.rules import load_builtin
from turnkeeper.rules.model.cite import Cite
from turnkeeper.rules.model.climate import ClimateByFlower, ClimateByStay, FlowerStep

CALM = {"outdoor check": "12", "outdoor check window": "12"}
CITE = Cite("X-SKY-1", "house", why="A test.")
LASTING = "weather-that-lasts"


def chain(stay: str) -> ClimateByStay:
    """Return a climate in which rain has a quarter."""
    return ClimateByStay(CITE, {"clear": 3, "rain": 1}, stay)


@pytest.mark.parametrize(
    "stay, lasts", [("0", Fraction(4, 3)), ("3/10", Fraction(40, 21)), ("7/10", Fraction(40, 9))]
)
def test_a_spell_lasts_as_its_law_says_and_in_the_long_run_each_has_its_share(
    stay: str, lasts: Fraction
) -> None:
    """With a share of 1/4 a spell lasts 1 / ((1 - s)(3/4)): 1.33, 1.90 and 4.44 days."""
    rules = chain(stay)
    again = law_after(rules, "", ("rain", 0), 1)["rain"]
    assert 1 / (1 - again) == lasts
    # The shares are what they were after any number of steps: p = p P.
    after = {kind: law_after(rules, "", (kind, 0), 1)["rain"] for kind in ("clear", "rain")}
    assert Fraction(3, 4) * after["clear"] + Fraction(1, 4) * after["rain"] == Fraction(1, 4)


@pytest.mark.parametrize("steps", [1, 2, 5])
def test_a_forecast_is_the_closed_form(steps: int) -> None:
    """After n steps p + s^n (1 - p) of what it is now, and (1 - s^n) p of another."""
    stay = Fraction(3, 10) ** steps
    law = law_after(chain("3/10"), "", ("rain", 0), steps)
    assert law == {"rain": Fraction(1, 4) + stay * Fraction(3, 4), "clear": (1 - stay) * Fraction(3, 4)}


def test_a_season_has_shares_of_its_own_and_what_is_not_among_them_can_stay() -> None:
    rules = load_builtin(LASTING).climates["inland"]
    assert isinstance(rules, ClimateByStay)
    throw, led = step_of(rules, "winter", ("heavy rain", 0))
    # 7 x (5 + 4 + 1 + 1) and 3 x 11 for what stays.
    assert throw.dice == "1d110"
    assert {band.name: (band.low, band.high) for band in throw.bands} == {
        "clear": (1, 35),
        "snow": (36, 63),
        "high winds": (64, 70),
        "storm": (71, 77),
        "heavy rain": (78, 110),
    }
    assert led[-1] == ("heavy rain", 0)


def test_a_flower_is_whole_rings_and_each_step_leads_to_a_neighbour_or_the_rim() -> None:
    places = flower(19)
    assert len(set(places)) == 19
    assert [places[0].distance(one) for one in places] == [0] + [1] * 6 + [2] * 12
    for rim, to in (("stay", 1), ("across", 4)):
        steps = (FlowerStep("1-5", "n"), FlowerStep("6", "stay"))
        rules = ClimateByFlower(CITE, "1d6", steps, tuple("abcdefg"), rim)  # type: ignore[arg-type]
        _, led = step_of(rules, "", ("b", 1))
        # North of the northern cell is nothing: it stays there, or comes in from the south.
        assert led == [("abcdefg"[to], to), ("b", 1)]


def test_weather_comes_at_dawn_by_one_throw_and_pauses_nothing_that_stays() -> None:
    keeper = keep("party Varda wisdom 12", "enter wilderness", rules=LASTING)
    (rain,) = of_kind(keeper.do("wait until dawn", dice=ByName({**CALM, "weather": "76"})), WeatherStepped)
    assert (rain.weather, weather.kind_of(keeper.state, keeper.book)) == ("heavy rain", "heavy rain")
    assert rain.seen_by == "table"
    since = keeper.state.weather
    (still,) = of_kind(keeper.do("wait until dawn", dice=ByName({**CALM, "weather": "96"})), WeatherStepped)
    assert (still.weather, keeper.state.weather) == ("heavy rain", since)


def test_what_was_foretold_comes_without_a_throw_and_is_the_referees_until_then() -> None:
    keeper = keep("party Varda wisdom 12", "enter wilderness", rules=LASTING)
    (told,) = keeper.do("foretell weather 2", "104", "1")
    assert told.seen_by == "referee"
    assert keeper.refused("foretell weather 2").code == "foretold"
    (came,) = of_kind(keeper.do("wait until dawn", dice=ByName(CALM)), WeatherStepped)
    assert (came.weather, came.rolled) == ("storm", None)
    assert keeper.state.skies.coming == (("clear", 0),)
    keeper.do("weather snow")
    assert not keeper.state.skies.coming


def test_the_clock_set_back_brings_back_what_was_foretold() -> None:
    """T2."""
    keeper = keep("party Varda wisdom 12", "enter wilderness", rules=LASTING)
    keeper.do("foretell weather 1", "104")
    keeper.do("wait 1 min", dice=ByName(CALM))
    keeper.do("weather snow")
    keeper.do("rule clock 00:00:30")
    assert keeper.state.skies.coming == (("storm", 0),)


@pytest.mark.parametrize("steps", [0, climate.MOST_STEPS + 1])
def test_nothing_and_more_than_a_month_are_not_foretold(steps: int) -> None:
    keeper = keep("party Varda wisdom 12", "enter wilderness", rules=LASTING)
    assert keeper.refused(climate.ForetellWeather(steps)).code == "number"

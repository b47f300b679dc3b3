"""Climates by the referee's word: of a hex, of a region of the map, of all other country."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.play.keeper import ByName, keep, of_kind
from tests.play.wayfarers import QUIET, land, place, travellers
from turnkeeper.hexes import Region
from turnkeeper.play.journey.climates import CountryHasClimate
from turnkeeper.play.sky.country_weather import CountryWeather

LASTING = "weather-that-lasts"
LAND = replace(
    land("0101 grass", "0102 grass", "0103 grass", "0104 grass"),
    regions=(Region("The Weald", (place("0103"), place("0104"))),),
)


def test_a_region_of_the_map_has_a_climate_and_all_its_hexes_with_it() -> None:
    keeper = travellers(LAND, "party Varda", rules=LASTING)
    (has,) = of_kind(keeper.do("climate coast at the weald"), CountryHasClimate)
    assert (has.hexes, has.climate, has.seen_by) == ((place("0103"), place("0104")), "coast", "referee")
    (found,) = of_kind(keeper.do("stand at 0104", "7", dice=ByName(QUIET.faces)), CountryWeather)
    assert found.climate == "coast"


def test_the_last_word_on_a_place_holds_and_is_told() -> None:
    keeper = travellers(LAND, "party Varda", rules=LASTING)
    assert keeper.told("climate coast at The Weald") == ["climate of 0103, 0104: coast"]
    assert keeper.told("climate heights elsewhere") == [
        "climate of other country: heights",
        # Where the party has been from the beginning it keeps the weather that it has.
        "weather of heights country: clear",
    ]
    assert keeper.told("climate usual elsewhere")[0] == "climate of other country: usual"
    assert keeper.told("climate usual at The Weald") == ["climate of 0103, 0104: usual"]
    assert [one.climate for one in keeper.state.map.climates] == ["", ""]


def test_the_word_stays_with_its_map_and_while_the_clock_is_set_back() -> None:
    keeper = travellers(LAND, "party Varda", rules=LASTING)
    keeper.do("wait 1 min", dice=QUIET)
    keeper.do("climate coast at 0102", dice=QUIET)
    said = keeper.state.map.climates
    keeper.do("rule clock 06:00:30", dice=QUIET)
    assert keeper.state.map.climates == said
    assert said[0].land == keeper.state.map.name


@pytest.mark.parametrize(
    "said, code",
    [
        ("climate desert at 0102", "unknown-climate"),
        ("climate coast at 0909", "off-the-map"),
        ("climate coast at Nowhere", "unknown-hex"),
        ("climate heights at 0104", "same"),
    ],
)
def test_what_is_not_there_is_told(said: str, code: str) -> None:
    keeper = travellers(LAND, "party Varda", "climate heights at 0104", rules=LASTING)
    no = keeper.refused(said)
    assert no.code == code
    assert no.hint


def test_a_rule_set_without_climates_says_so() -> None:
    keeper = travellers(LAND, "party Varda")
    assert keeper.refused("climate coast at 0102").code == "no-climate"
    assert keep(rules=LASTING).refused("climate coast at 0102").code == "no-map"

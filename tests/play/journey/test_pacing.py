"""Paces of travel: what a party sets itself, and the fastest that the country and the slowest of it allow."""

from __future__ import annotations

import pytest

from tests.play.keeper import MINUTE, Keeper, house_rules
from tests.play.wayfarers import QUIET, column, hours, travellers
from turnkeeper.hexes import Land
from turnkeeper.rules.book import Rulebook

RULES = house_rules('remove = ["navigation", "tables.astray"]\n', "fifth")
OLDER = house_rules('options = ["5.1"]\n', "fifth")
DAYS = house_rules('options = ["miles-of-a-day"]\nremove = ["navigation", "tables.astray"]\n', "fifth")


def _party(held: Land, *said: str, rules: Rulebook = RULES) -> Keeper:
    return travellers(held, "party Varda; Orlo", *said, rules=rules)


@pytest.mark.parametrize(
    "words, pace, minutes",
    [
        # 6 miles at 4, 3 and 2 miles an hour.
        ("grass", "fast", 90),
        ("grass", "", 120),
        ("grass", "slow", 180),
        ("forest", "fast", 120),
        ("hills", "slow", 180),
        ("mountains", "fast", 180),
        ("swamp", "", 180),
        ("snow", "fast", 90),
    ],
)
def test_f_pace_3_no_faster_than_the_country_allows(words: str, pace: str, minutes: int) -> None:
    keeper = _party(column("grass", words), *([f"travel pace {pace}"] if pace else []))
    keeper.do("travel s", dice=QUIET)
    assert hours(keeper) == MINUTE * minutes


@pytest.mark.parametrize("words, minutes", [("mountains", 120), ("forest", 90), ("grass", 90)])
def test_f_pace_3_a_road_allows_the_next_faster_one(words: str, minutes: int) -> None:
    keeper = _party(column("grass", words, road="0101-0102"), "travel pace fast")
    keeper.do("travel s", dice=QUIET)
    assert hours(keeper) == MINUTE * minutes


@pytest.mark.parametrize("levels, minutes", [(2, 90), (3, 180)])
def test_f_pace_3_all_go_slowly_with_one_at_half_the_speed(levels: int, minutes: int) -> None:
    """Two levels of exhaustion leave 20 of 30 feet, three leave 15."""
    keeper = _party(column("grass", "grass"), f"tire Orlo {levels}", "travel pace fast")
    keeper.do("travel s", dice=QUIET)
    assert hours(keeper) == MINUTE * minutes


@pytest.mark.parametrize("pace, minutes", [("fast", 96), ("slow", 160)])
def test_f_pace_1_by_the_miles_of_a_day(pace: str, minutes: int) -> None:
    """30 and 18 miles in 480 minutes are 6 in 96 and in 160."""
    keeper = _party(column("grass", "grass"), f"travel pace {pace}", rules=DAYS)
    keeper.do("travel s", dice=QUIET)
    assert hours(keeper) == MINUTE * minutes


@pytest.mark.parametrize("words, minutes", [("grass", 90), ("forest", 180), ("mountains", 180)])
def test_f_pace_3_bad_ground_at_half_the_pace_in_the_older_document(words: str, minutes: int) -> None:
    keeper = _party(column("grass", words), "travel pace fast", rules=OLDER)
    keeper.do("travel s", dice=QUIET)
    assert hours(keeper) == MINUTE * minutes


@pytest.mark.parametrize("pace, minutes", [("", 264), ("cautious", 2640), ("sneaking", 2640)])
def test_c_move_4_with_care_a_tenth_of_the_way_is_made(pace: str, minutes: int) -> None:
    """31,680 feet at 120 a round are 264 minutes; days of 8 hours on the way are not looked at."""
    rules = house_rules('remove = ["travel.march"]\n', "cresthaven")
    keeper = _party(column("grass", "grass"), *([f"travel pace {pace}"] if pace else []), rules=rules)
    keeper.do("travel s")
    assert hours(keeper) == MINUTE * minutes


@pytest.mark.parametrize("pace, notices", [("", 8), ("cautious", 10), ("sneaking", 12)])
def test_c_surp_1_on_the_way_one_notices_by_the_pace_of_travel(pace: str, notices: int) -> None:
    """10 and Wisdom, 2 less at the normal pace, 2 more for who sneaks; the day's march ends under way."""
    said = [f"travel pace {pace}"] if pace else []
    keeper = travellers(column("grass", "mountains"), "party Varda wisdom 0", *said, rules="cresthaven")
    keeper.do("travel s")
    assert keeper.state.journey.plan.path
    assert f"ambush {notices}: not surprised: Varda ({notices})" in keeper.told(f"ambush {notices}")


def test_what_is_no_pace_and_what_is_set_already_is_refused() -> None:
    keeper = _party(column("grass", "grass"))
    assert keeper.refused("travel pace brisk").code == "unknown-pace"
    assert keeper.refused("travel pace normal").code == "same"

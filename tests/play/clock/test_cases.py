"""A check's table and chance go by the case that fits: scene, level of the place, time of day."""

from __future__ import annotations

import pytest

from tests.play.keeper import HOUR, Keeper, house_rules
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import ORIGIN

CASES = """
[procedures.wandering]
cases = [
  { levels = "4 or more", between = ["dusk", "dawn"], hits = 4 },
  { levels = "4 or more", hits = 2 },
  { between = ["dusk", "dawn"], hits = 3 },
  { levels = "9", table = "hunting" },
]
"""


def _book() -> Rulebook:
    return house_rules(CASES, "classic")


@pytest.mark.parametrize(
    "hour, level, hits",
    [
        (12, None, 1),  # no case fits: 1 in 6, as the table has it
        (12, 3, 1),
        (12, 4, 2),
        (12, 7, 2),
        (17, 4, 2),
        (18, 4, 4),  # the first case that fits holds, from dusk on
        (23, 4, 4),
        (5, 4, 4),  # and over midnight until dawn
        (6, 4, 2),
        (18, None, 3),
        (6, None, 1),
    ],
)
def test_the_first_case_that_fits_gives_the_chance(hour: int, level: int | None, hits: int) -> None:
    keeper = Keeper(_book(), ORIGIN + HOUR * hour)
    keeper.do("party Varda")
    keeper.do("enter dungeon Deep")
    if level is not None:
        keeper.do(f"place is level {level}")
    asked = keeper.needs("check now")
    assert [(band.low, band.high) for band in asked.bands] == [(1, hits), (hits + 1, 6)]


def test_a_case_can_have_a_table_of_its_own() -> None:
    keeper = Keeper(_book(), ORIGIN + HOUR * 12)
    keeper.do("party Varda")
    keeper.do("enter dungeon Deep")
    keeper.do("place is level 9")
    assert keeper.told("check now", "5")[0] == "encounter check 5 (ruling): no game"


def test_what_the_referee_says_of_a_place_goes_before_every_case_and_comes_back_with_it() -> None:
    keeper = Keeper(_book(), ORIGIN + HOUR * 12)
    keeper.do("party Varda")
    keeper.do("enter dungeon Deep")
    keeper.do("place is level 4")
    keeper.do("chance 5 in 6")
    keeper.do("enter settlement")
    keeper.do("enter dungeon Deep")
    assert [band.high for band in keeper.needs("check now").bands] == [5, 6]
    keeper.do("checks as usual")
    assert [band.high for band in keeper.needs("check now").bands] == [2, 6]


MET = """
[encounters]
tables = [
  { scenes = ["dungeon"], levels = "3 or more", table = "deep" },
  { scenes = ["wilderness"], terrain = ["swamp"], table = "bog" },
  { scenes = ["dungeon"], table = "shallow" },
]
[tables.deep]
dice = "1d6"
rule = { id = "B-ENC-1", origin = "house", why = "A test." }
entries = [{ on = "1-5", name = "ogre" }, { on = "6", name = "troll" }]
[tables.shallow]
dice = "1d6"
rule = { id = "B-ENC-1", origin = "house", why = "A test." }
entries = [{ on = "1-6", name = "rats" }]
[tables.bog]
dice = "1d6"
rule = { id = "B-ENC-1", origin = "house", why = "A test." }
entries = [{ on = "1-6", name = "toads" }]
"""


@pytest.mark.parametrize(
    "level, face, what", [(None, "2", "rats"), (2, "2", "rats"), (3, "2", "ogre"), (8, "6", "troll")]
)
def test_what_is_met_goes_by_the_level_of_the_place(level: int | None, face: str, what: str) -> None:
    keeper = Keeper(house_rules(MET, "classic"))
    keeper.do("party Varda")
    keeper.do("enter dungeon Deep")
    if level is not None:
        keeper.do(f"place is level {level}")
    keeper.do("check now", "1", face, "7")
    assert [one.what for one in keeper.state.meetings] == [what]


def test_the_table_of_the_place_goes_before_that_of_a_case() -> None:
    keeper = Keeper(house_rules(MET, "classic"))
    keeper.do("party Varda")
    keeper.do("enter dungeon Deep")
    keeper.do("use table bog for encounters")
    keeper.do("check now", "1", "2", "7")
    assert [one.what for one in keeper.state.meetings] == ["toads"]

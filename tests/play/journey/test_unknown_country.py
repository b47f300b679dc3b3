"""A hex whose words no class of a rule set takes: nobody comes into it, and it is said why."""

from __future__ import annotations

import pytest

from tests.play.keeper import house_rules
from tests.play.wayfarers import column, travellers

STRICT = house_rules("[terrain.flat]\notherwise = false\n")


@pytest.mark.parametrize("said", ["stand at 0102", "travel to 0102", "travel s"])
def test_country_that_no_class_takes_is_not_the_end_of_the_map(said: str) -> None:
    keeper = travellers(column("grass", "lava"), "party Varda", rules=STRICT)
    message = keeper.refused(said).message
    assert message.startswith("0102 is country that this rule set does not know")


@pytest.mark.parametrize(
    "said, told",
    [
        ("stand at 0103", "there is no hex 0103 on the map"),
        ("travel s 2 hexes", "0102 is country that this rule set does not know: there is no way on"),
        ("travel n", "the map ends before 0100: there is no way on"),
    ],
)
def test_the_end_of_the_map_is_told_as_one(said: str, told: str) -> None:
    keeper = travellers(column("grass", "lava"), "party Varda", rules=STRICT)
    assert keeper.refused(said).message == told

"""Hit dice are spent just after a rest that lets one, up to the level, and come back by another."""

from __future__ import annotations

import pytest

from tests.play.keeper import Keeper, house_rules, keep
from turnkeeper.play.party.party import Character
from turnkeeper.rules.book import Rulebook

HURT = "party Varda constitution 14 level 3 hp 2/30 die d8; Orlo constitution 6 level 1 hp 1/9 die d6"
OLDER = house_rules('options = ["5.1"]\n', "fifth")
"""The older document."""


def _of(keeper: Keeper, name: str) -> Character:
    who = keeper.state.party.find(name)
    assert who is not None
    return who


def test_f_rest_2_only_at_the_end_of_a_rest() -> None:
    keeper = keep(HURT, rules="fifth")
    assert "has not just ended a rest" in keeper.refused("spend 1 hit die by Varda").message
    keeper.do("short rest")
    keeper.do("wait 1 round")
    assert "has not just ended a rest" in keeper.refused("spend 1 hit die by Varda").message


def test_f_rest_2_each_die_gives_a_point_at_the_least() -> None:
    """A Constitution of 6 takes 2: a 1 would be less than nothing."""
    keeper = keep(HURT, "short rest", rules="fifth")
    keeper.do("spend 1 hit die by Orlo", "1")
    assert _of(keeper, "Orlo").hp == 2
    assert "Orlo has 0 hit dice left" in keeper.refused("spend 1 hit die by Orlo").message


def test_f_rest_2_no_more_than_there_are() -> None:
    keeper = keep(HURT, "short rest", rules="fifth")
    assert "Varda has 3 hit dice left" in keeper.refused("spend 4 hit dice by Varda").message
    keeper.do("spend 2 hit dice by Varda", "3", "4")
    assert _of(keeper, "Varda").hp == 2 + 3 + 2 + 4 + 2
    keeper.do("short rest")
    keeper.do("spend 1 hit die by Varda", "8")
    assert _of(keeper, "Varda").hp == 13 + 10


def test_f_rest_1_who_is_down_spends_none_and_a_long_rest_gives_them_nothing() -> None:
    keeper = keep(HURT, "hurt Orlo 1", "short rest", rules="fifth")
    assert "has not just ended a rest" in keeper.refused("spend 1 hit die by Orlo").message
    keeper.do("long rest")
    assert (_of(keeper, "Varda").hp, _of(keeper, "Orlo").hp) == (30, 0)


@pytest.mark.parametrize("rules, back", [("fifth", 3), (OLDER, 1)])
def test_f_rest_3_all_of_them_come_back_or_half_of_what_one_has(rules: str | Rulebook, back: int) -> None:
    """Half of three is one."""
    keeper = keep(HURT, "short rest", rules=rules)
    keeper.do("spend 3 hit dice by Varda", "1", "1", "1")
    keeper.do("long rest")
    assert _of(keeper, "Varda").spent_dice == 3 - back

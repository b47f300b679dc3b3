"""Supplies: what is counted runs out, what was never counted does not."""

from __future__ import annotations

import pytest

from tests.play.keeper import keep
from turnkeeper.play.party.supplies import MOST, Stock, UseUp


def test_what_is_counted_goes_down_by_one_name_however_it_is_said() -> None:
    keeper = keep("stock 6 torches", "stock 2 Torch", "stock 12 rations", "stock 3 iron spikes")
    keeper.do("use 5 torch")
    keeper.do("use 1 Ration")
    keeper.do("use 3 iron spikes")
    counts = {one.item: one.count for one in keeper.state.supplies.items}
    assert counts == {"torch": 3, "ration": 11, "iron spikes": 0}


@pytest.mark.parametrize("rules", ["glog", "dungeon-game", "cresthaven", "quest-of-destiny"])
def test_two_of_a_light_are_said_in_the_plural(rules: str) -> None:
    keeper = keep("stock 1 lantern", rules=rules, dice=None)
    assert keeper.told("stock 2 lanterns") == ["stock: +2 lanterns, now 3"]
    assert keeper.told("use 2 lanterns") == ["used: 2 lanterns"]
    assert keeper.told("stock 2 torches") == ["stock: 2 torches"]


def test_lunch_costs_a_ration_each_when_they_are_counted_g_heal_1() -> None:
    keeper = keep("party Varda; Orlo; Bram", "stock 7 rations")
    keeper.do("lunch")
    keeper.do("lunch")
    assert keeper.state.supplies.of("ration") == 1
    refusal = keeper.refused("lunch")
    assert (refusal.message, refusal.hint) == ("3 rations needed, 1 left", "stock 2 rations")


def test_what_was_never_counted_never_runs_out() -> None:
    keeper = keep("party Varda")
    for _ in range(3):
        keeper.do("lunch")
    assert keeper.state.supplies.items == ()


def test_too_few_or_not_counted_is_refused_and_nothing_is_lost() -> None:
    keeper = keep("stock 2 oil")
    assert keeper.refused("use 3 oil").code == "none-left"
    assert keeper.refused("use 1 rope").hint == "counted: oil"
    assert keep().refused("use 1 rope").hint == "stock 6 rope"
    assert keeper.state.supplies.of("oil") == 2


@pytest.mark.parametrize("count", [0, -1, -1000, MOST + 1])
def test_no_count_is_nothing_or_less_or_beyond_all_bounds(count: int) -> None:
    keeper = keep("stock 5 oil")
    assert keeper.refused(Stock(count, "oil")).code == "number"
    assert keeper.refused(UseUp(count, "oil")).code == "number"


def test_several_items_are_counted_at_once_each_with_its_number() -> None:
    keeper = keep()
    assert keeper.told("stock 10 torches, 3 rations and two flasks of oil") == [
        "stock: 10 torches",
        "stock: 3 rations",
        "stock: 2 oil",
    ]
    assert keeper.told("use 1 torch + 1 oil") == ["used: 1 torch", "used: 1 oil"]
    assert keeper.told("stock 1 rope and grapnel") == ["stock: 1 rope and grapnel"]


def test_of_several_items_each_has_a_number_or_nothing_is_counted() -> None:
    keeper = keep()
    assert keeper.refused(Stock(6, "torches, oil and 3 rations")).message == "how many oil?"
    assert keeper.refused("stock 6 torches, 0 oil").code == "number"
    assert keeper.state.supplies.items == ()

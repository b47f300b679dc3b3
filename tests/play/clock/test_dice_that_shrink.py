"""What is left of something as a die: thrown, stepped by effects and by hand, and gone in the end."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.play.keeper import Keeper, every_outcome, house_rules
from turnkeeper.chance.throws import Driver, Throw
from turnkeeper.play.decide import Decided, Needed
from turnkeeper.rules.book import Rulebook

FOOD = """
[register.O-FOOD-1]
origin = "house"
says = "Food is a d8, a d6 and a d4."
why = "Ours."

[trackers.food]
rule = { id = "O-FOOD-1", origin = "house", why = "Ours." }
name = "food"
counts.by = "die"
counts.dice = [8, 6, 4]
counts.low = 2
counts.name = "gone"
counts.do = [{ effect = "note", text = "Hungry." }]

[activities.sup]
rule = { id = "O-FOOD-1", origin = "house", why = "Ours." }
says = ["sup"]
do = [{ effect = "throw", tracker = "food" }]

[activities.feast]
rule = { id = "O-FOOD-1", origin = "house", why = "Ours." }
says = ["feast"]
do = [
  { effect = "throw", tracker = "food" },
  { effect = "throw", tracker = "food" },
  { effect = "throw", tracker = "food" },
]

[activities.buy]
rule = { id = "O-FOOD-1", origin = "house", why = "Ours." }
says = ["buy"]
do = [{ effect = "add", tracker = "food", count = 2 }]

[activities.spill]
rule = { id = "O-FOOD-1", origin = "house", why = "Ours." }
says = ["spill"]
do = [{ effect = "take", tracker = "food" }, { effect = "lose", item = "torch", count = 3 }]
"""


def _book() -> Rulebook:
    return house_rules(FOOD, "classic")


def _left(keeper: Keeper) -> int:
    last = keeper.state.trackers.last("food")
    return 8 if last is None else last.value


@pytest.mark.parametrize(
    "faces, left",
    [("3", [8]), ("2", [6]), ("1 3 2", [6, 6, 4]), ("2 2 1", [6, 4, 0])],
)
def test_a_low_throw_makes_the_die_smaller_and_the_last_one_is_gone(faces: str, left: list[int]) -> None:
    keeper = Keeper(_book())
    keeper.do("party Varda")
    for face, now in zip(faces.split(), left, strict=True):
        keeper.do("sup", face)
        assert _left(keeper) == now


def test_when_nothing_is_left_what_is_said_follows_and_nothing_is_thrown_any_more() -> None:
    keeper = Keeper(_book())
    keeper.do("party Varda")
    keeper.do("rule tracker food 4")
    assert [*keeper.told("sup", "1")][-3:] == ["food: d4 to nothing (1d4 = 1)", "food: gone", "Hungry."]
    assert keeper.told("sup") == ["sup"]
    assert keeper.refused("throw pool food").code == "empty"


def test_steps_up_and_down_stop_at_both_ends() -> None:
    keeper = Keeper(_book())
    keeper.do("party Varda")
    keeper.do("tracker food -2")
    assert _left(keeper) == 4
    keeper.do("buy")
    assert _left(keeper) == 8
    keeper.do("buy")
    assert _left(keeper) == 8
    keeper.do("tracker food -9")
    assert _left(keeper) == 0
    keeper.do("tracker food +1")
    assert _left(keeper) == 4
    assert keeper.refused("rule tracker food 7").hint == "rule tracker food 6"


def test_things_are_lost_as_far_as_they_are_counted() -> None:
    keeper = Keeper(_book())
    keeper.do("party Varda")
    assert keeper.told("spill")[-1] == "lost: 3 torches"
    assert keeper.state.supplies.of("torch") is None
    keeper.do("stock 4 torches")
    keeper.do("spill")
    assert keeper.state.supplies.of("torch") == 1
    assert keeper.told("spill")[-1] == "lost: 1 torch"
    assert keeper.state.supplies.of("torch") == 0


def test_the_law_of_three_throws() -> None:
    """By hand: a low throw of a d8 is 1/4, then 1/3 of a d6, then 1/2 of a d4; gone after three: 1/24."""
    start = Keeper(_book())
    start.do("party Varda")

    def thrice(driver: Driver) -> int | Throw:
        decided = start.ask("feast", dice=driver)
        if isinstance(decided, Needed):
            return decided.throw
        assert isinstance(decided, Decided)
        return decided.state.trackers.tracked[-1].point.value

    gone = sum((chance for chance, left in every_outcome(thrice) if left == 0), Fraction(0))
    assert gone == Fraction(1, 24)

"""What a sheet holds for a count of segments: an Initiative Order, the level's modifier, a smaller die."""

from __future__ import annotations

import pytest

from tests.play.keeper import Keeper, house_rules
from turnkeeper.play.kernel.introducing.newcomers import Newcomer, read_people, say_people

RULES = house_rules('[characters]\nwritten = ["order", "modifier", "initiative"]\n')


@pytest.mark.parametrize(
    "said, order, modifier, initiative",
    [
        ("Sefa order 12 modifier 2 initiative d8", 12, 2, "d8"),
        ("Sefa initiative 1d4", None, 0, "d4"),
        ("Sefa order -1 modifier -2", -1, -2, ""),
        ("Sefa", None, 0, ""),
    ],
)
def test_a_sheet_holds_order_modifier_and_starting_die(
    said: str, order: int | None, modifier: int, initiative: str
) -> None:
    (one,) = read_people(said, RULES)
    assert one == Newcomer("Sefa", order=order, modifier=modifier, initiative=initiative)
    assert read_people(say_people((one,), RULES), RULES) == (one,)
    keeper = Keeper(RULES)
    keeper.do(f"party {said}")
    who = keeper.state.party.members[0]
    assert (who.order, who.modifier, who.initiative) == (order, modifier, initiative)


@pytest.mark.parametrize("said", ["Sefa initiative 8", "Sefa order high", "Sefa modifier"])
def test_what_is_no_number_and_no_die_is_not_written(said: str) -> None:
    with pytest.raises(ValueError, match="wants a"):
        read_people(said, RULES)


def test_a_rule_set_without_a_count_writes_none_of_them() -> None:
    with pytest.raises(ValueError, match="nothing that is written"):
        read_people("Sefa hp 5 order 12", house_rules(""))


def test_order_modifier_and_starting_die_are_ruled() -> None:
    keeper = Keeper(RULES)
    keeper.do("party Sefa initiative d8")
    keeper.do("rule order of Sefa 11")
    keeper.do("rule modifier of Sefa -1")
    keeper.do("rule initiative of Sefa 6")
    who = keeper.state.party.members[0]
    assert (who.order, who.modifier, who.initiative) == (11, -1, "d6")
    assert keeper.refused("rule initiative of Sefa 1").hint == "rule initiative of Sefa 2"

"""Mana that comes back by dice, one throw for each whole length of rest."""

from __future__ import annotations

from tests.play.keeper import Keeper, house_rules
from turnkeeper.rules.book import Rulebook

RESTS = """
[activities.breather]
rule = { id = "C-MANA-1", origin = "house", why = "Ours." }
says = ["breather"]
takes = "10 min"
longer = true
rests = true
relief.mana = { rule = { id = "C-MANA-1", origin = "house", why = "Ours." }, each = "10 min", dice = "1d6" }
"""


def _book() -> Rulebook:
    return house_rules(RESTS, "cresthaven")


def _mana(keeper: Keeper) -> int | None:
    return keeper.state.party.members[0].mana


def test_each_whole_length_of_rest_is_a_throw_and_nobody_has_more_than_the_most() -> None:
    keeper = Keeper(_book())
    keeper.do("party Hugo mana 1/12")
    assert "Hugo regains 4 mana (1d6 = 4), has 5" in keeper.told("breather", "4")
    keeper.do("breather 25 min", "3", "2")
    assert _mana(keeper) == 100
    # Five minutes were left over: five more are a whole length.
    keeper.do("breather 15 min", "1", "6")
    assert _mana(keeper) == 120
    assert keeper.told("breather")[-1].startswith("breather")


def test_what_a_longer_rest_left_over_is_no_heap_of_short_ones() -> None:
    """Fifty minutes of an hour's rest are left over: ten more are one length of ten minutes, not six."""
    keeper = Keeper(_book())
    keeper.do("party Hugo mana 1/100")
    keeper.do("rest 50 min")
    keeper.do("breather", "1")
    assert _mana(keeper) == 20

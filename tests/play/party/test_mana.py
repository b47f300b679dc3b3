"""Mana: kept in tenths of a point, spent in whole ones, given back by the hour of rest (C-MANA-1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.play.keeper import MINUTE, ByName, Keeper, house_rules, keep, of_kind
from turnkeeper.play.party.mana import ManaChanged, SpendMana

CALM = ByName({"encounter check": "6", "healing of Mira": "1"})


def mira(*said: str, mana: str = "0/7") -> Keeper:
    return keep(f"party Mira constitution 0 die d6 mana {mana}", *said, rules="cresthaven", dice=CALM)


def tenths(keeper: Keeper) -> int:
    mana = keeper.state.party.members[0].mana
    assert mana is not None
    return mana


@pytest.mark.parametrize(
    "rests,comes_to",
    [
        (["rest 59 min"], 0),
        (["rest 1 h"], 7),  # a tenth of 7 points is 7 tenths
        (["short rest"], 7),
        (["rest 95 min"], 7),
        (["rest 95 min", "rest 25 min"], 14),  # 35 min over, and 25 are the second hour
        (["long rest"], 56),  # 8 h are 80 percent
        (["rest 9 h"], 63),
        (["rest 10 h"], 70),
        (["rest 60 turns"], 70),
        (["rest 20 h"], 70),
    ],
)
def test_c_mana_1_each_hour_of_rest_gives_a_tenth_of_the_most_exactly(
    rests: list[str], comes_to: int
) -> None:
    assert tenths(mira(*rests)) == comes_to


@given(parts=st.lists(st.integers(1, 200), min_size=1, max_size=6))
def test_c_mana_1_rest_in_parts_gives_what_it_gives_in_one(parts: list[int]) -> None:
    keeper = mira()
    for minutes in parts:
        keeper.do(f"rest {minutes} min", dice=CALM)
    assert tenths(keeper) == min(70, sum(parts) // 60 * 7)


def test_nobody_rests_for_mana_in_advance() -> None:
    keeper = mira("rest 50 min", "rest 10 h", "rest 30 min", "spend 2 mana of Mira", "rest 59 min")
    assert tenths(keeper) == 50


def test_waiting_and_sleeping_as_other_games_do_gives_none() -> None:
    assert tenths(mira("wait 10 h")) == 0


def test_only_whole_points_are_spent_and_what_is_there_is_told() -> None:
    keeper = mira("long rest")  # 5.6
    refusal = keeper.refused("spend 6 mana of Mira")
    assert (refusal.code, refusal.message) == (
        "too-little-mana",
        "6 mana needed, and Mira has 5.6 of 7 mana",
    )
    assert refusal.hint == "spend 5 mana of Mira"
    assert keeper.told("spend 5 mana of Mira") == ["Mira spends 5 mana, has 0.6"]
    assert keeper.refused("spend 1 mana of Mira").hint == "rest gives it back"
    assert keeper.refused(SpendMana(0, "Mira")).code == "number"
    assert keeper.refused("spend 1 mana of Orlo").code == "unknown-name"


def test_who_has_no_mana_written_spends_none() -> None:
    keeper = keep("party Orlo", rules="cresthaven", dice=None)
    assert keeper.refused("spend 1 mana of Orlo").hint == "rule mana of Orlo 5"
    assert keep("party Orlo").refused("spend 1 mana of Orlo").hint == "this rule set knows no mana"


def test_mana_is_ruled_in_points() -> None:
    keeper = mira("rule mana of Mira 3")
    assert tenths(keeper) == 30
    keeper.do("rule most mana of Mira 9")
    keeper.do("rest 1 h", dice=CALM)
    assert tenths(keeper) == 39
    assert keeper.refused("rule mana of Mira -1").code == "number"


def test_t2_a_clock_set_back_undoes_spending_and_rest() -> None:
    keeper = mira("rest 90 min")
    keeper.do("rule clock day 1 01:00")
    assert (tenths(keeper), keeper.state.mana_rested) == (0, 0)
    keeper = mira("wait 1 h", "spend 3 mana of Mira", mana="7")
    keeper.do("rule clock day 1 00:59")
    assert tenths(keeper) == 70


def test_a_rest_cut_short_keeps_the_mana_of_its_whole_hours() -> None:
    """House: it comes by the hour. The fourth check, 80 minutes on, brings somebody."""
    keeper = mira("enter dungeon Barrow")
    keeper.do("long rest", "6", "6", "6", "1", "2+3")
    assert keeper.now.ms == MINUTE.ms * 80
    assert tenths(keeper) == 7


def test_the_option_update_2024_gives_all_mana_for_a_long_rest() -> None:
    book = house_rules('options = ["update-2024"]\n', base="cresthaven")
    keeper = keep("party Mira mana 0/7", rules=book, dice=CALM)
    (given_back,) = of_kind(keeper.do("long rest", dice=CALM), ManaChanged)
    assert (given_back.by, given_back.now) == (70, 70)


def test_mana_is_written_with_what_is_left_or_whole() -> None:
    keeper = mira(mana="7")
    assert tenths(keeper) == 70
    assert keeper.language.say(keeper.parse("party Ada mana 3/7 die 1D8")) == "party Ada die d8 mana 3/7"
    assert keeper.refused("party Bo mana 8/7").code == "mana"
    assert keeper.refused("party Bo mana -1/7").code == "mana"
    with pytest.raises(ValueError, match="mana wants a number such as 7 or 5/7"):
        keeper.parse("party Bo mana lots")
    with pytest.raises(ValueError, match="die wants a die such as d8"):
        keeper.parse("party Bo die 8")


def test_where_no_mana_is_written_the_word_is_a_name_like_any_other() -> None:
    keeper = keep("party Mana hp 5/5; Die")
    assert [one.name for one in keeper.state.party.members] == ["Mana", "Die"]
    with pytest.raises(ValueError, match="nothing that is written"):
        keeper.parse("party Orlo hp 5/5 mana 3")

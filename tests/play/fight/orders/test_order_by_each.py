"""Everybody throws for the order once, and keeps it; who comes later throws as they come (F-INIT-1)."""

from __future__ import annotations

from tests.play.keeper import Keeper, house_rules, keep

PARTY = "party Varda dexterity 14; Orlo dexterity 9"
OLDER = house_rules('options = ["5.1"]\n', "fifth")


def _goes(keeper: Keeper) -> list[tuple[str, ...]]:
    assert keeper.state.fight is not None
    return [go.who for go in keeper.state.fight.goes]


def test_f_init_1_from_the_highest_down_and_the_same_in_each_round() -> None:
    """Varda 9 and 2 are 11, Orlo 13 less 1 is 12, the goblins 4 and 2 are 6."""
    keeper = keep(PARTY, "foes goblins 4 order 2", "fight", rules="fifth")
    keeper.do("round", "9", "13", "4")
    assert _goes(keeper) == [("Orlo",), ("Varda",), ("goblins",)]
    keeper.do("round")
    assert _goes(keeper) == [("Orlo",), ("Varda",), ("goblins",)]


def test_f_init_1_who_is_down_does_not_act_and_comes_back_where_they_were() -> None:
    keeper = keep("party Varda dexterity 14 hp 9/9; Orlo dexterity 9 hp 9/9", "fight 3 wolves", rules="fifth")
    keeper.do("round", "9", "13", "4")
    keeper.do("hurt Orlo 9")
    keeper.do("round")
    assert _goes(keeper) == [("Varda",), ("wolves",)]
    keeper.do("heal Orlo 1")
    keeper.do("round")
    assert _goes(keeper) == [("Orlo",), ("Varda",), ("wolves",)]


def test_f_init_1_equals_share_a_place() -> None:
    keeper = keep("party Varda dexterity 10; Orlo dexterity 10", "fight 3 wolves", rules="fifth")
    keeper.do("round", "8", "8", "9")
    assert _goes(keeper) == [("wolves",), ("Varda", "Orlo")]


def test_f_surp_1_the_surprised_throw_two_and_take_the_lower() -> None:
    keeper = keep(PARTY, "foes goblins 4", "fight surprised goblins", rules="fifth")
    keeper.do("round", "2", "3", "20+1")  # 4, 2 and 1
    assert _goes(keeper)[-1] == ("goblins",)


def test_f_surp_1_in_the_older_document_they_lose_their_first_turn_and_keep_their_place() -> None:
    keeper = keep(PARTY, "foes goblins 4", "fight surprised goblins", rules=OLDER)
    keeper.do("round", "9", "13", "20")
    assert _goes(keeper) == [("Orlo",), ("Varda",)]
    keeper.do("round")
    assert _goes(keeper) == [("goblins",), ("Orlo",), ("Varda",)]


def test_another_fight_is_thrown_for_anew() -> None:
    keeper = keep(PARTY, "fight 3 wolves", rules="fifth")
    keeper.do("round", "9", "13", "4")
    keeper.do("end fight")
    keeper.do("fight 2 bears")
    keeper.do("round", "13", "1", "4")
    assert _goes(keeper) == [("Varda",), ("bears",), ("Orlo",)]

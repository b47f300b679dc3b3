"""Turns that go round the table: who begins, who is passed over, and when time passes."""

from __future__ import annotations

import pytest

from tests.play.keeper import MINUTE, Keeper, book_of
from turnkeeper.play.clock import turn_order
from turnkeeper.time import ORIGIN


def _delve() -> Keeper:
    keeper = Keeper(book_of("torchlit"))
    keeper.do("party Varda dexterity 1; Orlo dexterity -1; Mira dexterity 0")
    keeper.do("enter dungeon Crypt")
    keeper.do("light torch for Mira")
    return keeper


@pytest.mark.parametrize(
    "faces, seats",
    [
        (("20", "1", "1", "1"), ("Varda", "Orlo", "Mira", "referee")),
        (("1", "20", "1", "1"), ("Orlo", "Mira", "referee", "Varda")),
        (("1", "1", "20", "1"), ("Mira", "referee", "Varda", "Orlo")),
        (("1", "1", "1", "20"), ("referee", "Varda", "Orlo", "Mira")),
        (("10", "12", "11", "11"), ("Varda", "Orlo", "Mira", "referee")),  # all of them 11: the first seat
    ],
)
def test_the_highest_begins_and_it_goes_round(faces: tuple[str, ...], seats: tuple[str, ...]) -> None:
    keeper = _delve()
    keeper.do("turn order", *faces)
    assert turn_order.left(keeper.state) == seats


def test_next_passes_a_turn_and_a_round_when_all_have_had_theirs() -> None:
    keeper = _delve()
    keeper.do("turn order", "1", "20", "1", "1")
    for left in (("Mira", "referee", "Varda"), ("referee", "Varda"), ("Varda",)):
        keeper.do("next")
        assert (turn_order.left(keeper.state), keeper.now) == (left, ORIGIN)
    keeper.do("next")
    assert keeper.now == ORIGIN + MINUTE * 6
    assert turn_order.left(keeper.state) == ("Orlo", "Mira", "referee", "Varda")


def test_who_cannot_act_is_passed_over_and_who_comes_has_a_seat() -> None:
    keeper = _delve()
    keeper.do("turn order", "1", "20", "1", "1")
    keeper.do("rule hp of Orlo 0")
    assert turn_order.left(keeper.state) == ("Mira", "referee", "Varda")
    keeper.do("party Vess dexterity 2")
    assert turn_order.left(keeper.state) == ("Mira", "Vess", "referee", "Varda")


def test_without_turns_next_passes_a_round() -> None:
    keeper = _delve()
    keeper.do("next")
    assert keeper.now == ORIGIN + MINUTE * 6
    keeper.do("turn order", "1", "20", "1", "1")
    keeper.do("end turn order")
    keeper.do("next")
    assert keeper.now == ORIGIN + MINUTE * 12
    assert keeper.refused("end turn order").code == "no-turn-order"


def test_a_time_that_is_said_passes_whoever_has_the_turn() -> None:
    keeper = _delve()
    keeper.do("turn order", "1", "20", "1", "1")
    keeper.do("wait 2 rounds")
    assert keeper.now == ORIGIN + MINUTE * 12


def test_in_a_fight_the_order_is_thrown_once_and_the_turn_is_kept_for_afterwards() -> None:
    keeper = _delve()
    keeper.do("turn order", "20", "1", "1", "1")
    keeper.do("foes goblins 3")
    keeper.do("fight")
    assert (
        keeper.told("round", "1", "1", "1", "20")[-1] == "round 1: goblins, then Varda, then Orlo, then Mira"
    )
    assert keeper.told("next") == ["goblins have acted"]
    assert keeper.refused("turn order").code == "fight"
    assert keeper.told("round")[-1] == "round 2: goblins, then Varda, then Orlo, then Mira"
    keeper.do("end fight")
    assert turn_order.left(keeper.state) == ("referee", "Varda", "Orlo", "Mira")


def test_the_surprised_have_no_turn_but_a_throw() -> None:
    keeper = _delve()
    keeper.do("foes goblins 3")
    keeper.do("fight ambush by goblins")
    keeper.do("done")
    assert (
        keeper.told("round", "20", "1", "1", "1")[-1] == "round 1: Varda, then Orlo, then Mira, then goblins"
    )


def test_who_is_done_outside_of_a_fight_has_had_a_turn_and_nobody_else_is() -> None:
    keeper = _delve()
    assert keeper.refused("done Varda").hint == "turn order"
    keeper.do("turn order", "20", "1", "1", "1")
    assert keeper.refused("done Orlo").message == "it is the turn of Varda"
    keeper.do("done Varda")
    keeper.do("done")
    assert (turn_order.left(keeper.state), keeper.now) == (("Mira", "referee"), ORIGIN)

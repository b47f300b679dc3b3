"""The fight: its rounds, its order, its ambush, and the whole turns it takes (G-ACT-3, G-INIT-1)."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.play.keeper import CALM, SECOND, TURN, ByName, Keeper, keep, of_kind
from turnkeeper.chance.drivers import TypedFaces
from turnkeeper.play.clock.checks import Checked
from turnkeeper.play.clock.clock import TaskEnded, TaskInterrupted
from turnkeeper.play.dungeon.encounters import EncounterMet
from turnkeeper.play.fight.fight import FightBegan, FightEnded, RoundOver
from turnkeeper.play.fight.orders.round_order import RoundBegan
from turnkeeper.time import ORIGIN

ROUND = SECOND * 10
STEADY = ByName({"encounter check": "12", "wisdom of Varda": "5"})


def fighting(*said: str) -> Keeper:
    keeper = keep("party Varda wisdom 10", "enter dungeon Barrow", *said)
    keeper.do("fight enemies", dice=STEADY)
    return keeper


@pytest.mark.parametrize("rounds,turns", [(0, 1), (1, 1), (59, 1), (60, 1), (61, 2), (120, 2), (121, 3)])
def test_g_act_3_a_fight_takes_whole_turns_as_many_as_it_needs(rounds: int, turns: int) -> None:
    """T22. 60 rounds of 10 s are the 600 s of a turn; the 61st begins the second.

    A round's time passes when it is over, so that of the last passes with the end of the fight.
    """
    keeper = fighting()
    for _ in range(rounds):
        keeper.do("round", dice=STEADY)
    assert keeper.now == ORIGIN + ROUND * max(rounds - 1, 0)
    (ended,) = of_kind(keeper.do("end fight", dice=STEADY), FightEnded)
    assert (ended.rounds, ended.took) == (rounds, TURN * turns)
    assert keeper.now == ORIGIN + TURN * turns
    # G-ENC-1: one check for the noise and one for each turn.
    causes = [one.cause for one in of_kind(keeper.events, Checked)]
    assert causes == ["loud"] + [""] * turns


def test_g_act_3_a_fight_begun_within_a_turn_takes_a_turn_from_there() -> None:
    keeper = keep("party Varda wisdom 10", "enter dungeon Barrow", "wait 4 min")
    for said in ("fight enemies", "round", "end fight"):
        keeper.do(said, dice=STEADY)
    assert keeper.now == ORIGIN + SECOND * 240 + TURN
    assert [one.at for one in of_kind(keeper.events, Checked)][1:] == [ORIGIN + TURN]


def test_g_act_3_a_fight_is_loud_at_once() -> None:
    keeper = keep("party Varda wisdom 10", "enter dungeon Barrow")
    began, checked = keeper.do("fight enemies", "9")
    assert isinstance(began, FightBegan)
    assert isinstance(checked, Checked)
    assert (checked.cause, checked.at) == ("loud", ORIGIN)


def test_what_comes_during_a_round_does_not_cut_it_short() -> None:
    """The turn ends within the first round, and its check brings an encounter: round 2 waits to be said."""
    keeper = fighting("wait 595 s")
    keeper.do("round", "5")
    events = keeper.do("round", "3", "3+4")
    assert [one.at for one in of_kind(events, EncounterMet)] == [ORIGIN + TURN]
    assert [one.at for one in of_kind(events, TaskEnded)] == [ORIGIN + SECOND * 605]
    assert events[-1] == RoundOver(1, left=True, at=keeper.now, rule="G-ACT-3")
    (second,) = of_kind(keeper.do("round", "5"), RoundBegan)
    assert (second.number, second.at) == (2, ORIGIN + SECOND * 605)
    keeper.do("end fight", dice=STEADY)


def test_looting_and_breath_can_be_cut_short_and_resumed() -> None:
    keeper = fighting("wait 4 min")
    keeper.do("round", dice=STEADY)
    # Begun at 4 min, so it lasts to 14 min; the check at 10 min brings something; 4 min are left.
    (cut,) = of_kind(keeper.do("end fight", "3", "3+4"), TaskInterrupted)
    assert (cut.what, cut.left) == ("looting and breath", SECOND * 240)
    keeper.do("part")
    (ended,) = of_kind(keeper.do("resume"), TaskEnded)
    assert (ended.rule, keeper.now) == ("G-ACT-3", ORIGIN + SECOND * 840)


@pytest.mark.parametrize("said", ["search", "rest 1 h", "move 10 ft", "lunch", "resume", "fight"])
def test_in_a_fight_the_clock_is_the_round(said: str) -> None:
    keeper = keep("party Varda wisdom 10", "enter dungeon Barrow")
    keeper.do("wait 1 h", "3", "3+4")
    keeper.do("fight enemies", dice=STEADY)
    assert keeper.refused(said).code == "fight"


def test_there_is_no_round_without_a_fight_and_no_fight_without_anybody_who_can() -> None:
    assert keep("party Varda wisdom 10").refused("round").code == "no-fight"
    assert keep("party Varda wisdom 10").refused("end fight").code == "no-fight"
    assert keep().refused("fight").code == "nobody"
    assert keep("party Varda hp 1", "hurt Varda 1").refused("fight").code == "nobody"


# The order


def order(*faces: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    keeper = keep("party Varda wisdom 10; Orlo wisdom 10; Piet wisdom 10", "fight enemies")
    (began,) = of_kind(keeper.do("round", *faces), RoundBegan)
    return began.before, began.after


def test_g_init_1_under_wisdom_acts_before_the_enemies_and_wisdom_itself_does_not() -> None:
    assert order("9", "10", "11") == (("Varda",), ("Orlo", "Piet"))


@pytest.mark.parametrize("faces", list(permutations(("2", "7", "9"))))
def test_g_init_1_among_themselves_the_lowest_roll_acts_first(faces: tuple[str, ...]) -> None:
    thrown = dict(zip(faces, ("Varda", "Orlo", "Piet"), strict=True))
    assert order(*faces) == ((thrown["2"], thrown["7"], thrown["9"]), ())


def test_g_init_1_after_the_enemies_too_the_lowest_roll_acts_first_and_ties_keep_the_marching_order() -> None:
    """T26."""
    assert order("20", "15", "15") == ((), ("Orlo", "Piet", "Varda"))
    assert order("4", "4", "4") == (("Varda", "Orlo", "Piet"), ())


def test_g_init_1_every_round_is_tested_anew_and_the_fallen_do_not_test() -> None:
    keeper = keep("party Varda wisdom 10 hp 3; Orlo wisdom 10", "fight enemies")
    keeper.do("round", "3", "15")
    keeper.do("hurt Varda 3")
    (second,) = of_kind(keeper.do("round", "3"), RoundBegan)
    assert (second.number, second.before, second.after) == (2, ("Orlo",), ())


def test_g_init_1_an_attribute_never_written_down_is_asked_for() -> None:
    refusal = keep("party Varda wisdom 10; Orlo", "fight enemies").refused("round")
    assert (refusal.code, refusal.hint) == ("no-attribute", "rule wisdom of Orlo 10")


def test_g_init_1_ambushers_act_once_before_any_order_is_tested() -> None:
    keeper = keep("party Varda wisdom 10", "foes goblins 6")
    assert keeper.told("fight ambush by Goblins") == ["fight; in ambush, acting once before anyone: goblins"]
    assert keep("party Varda", "foes rats 2", "fight ambush by party").state.fight is not None
    refusal = keep("party Varda", "foes goblins 6").refused("fight ambush by goblyns")
    assert refusal.hint == "did you mean 'goblins'?"


def test_a_fight_ends_with_its_sides_and_what_was_fought() -> None:
    keeper = keep(
        "party Varda wisdom 10", "enter dungeon Barrow", "enter room", "meet goblins", "foes goblins 6"
    )
    for said in ("fight", "round", "end fight"):
        keeper.do(said, dice=STEADY)
    assert (keeper.state.sides, keeper.state.meetings, keeper.state.fight) == ((), (), None)


def test_a_clock_set_back_before_a_fight_ends_it() -> None:
    """T2."""
    keeper = keep("party Varda wisdom 10", "wait 1 h", "foes goblins 6", "fight")
    keeper.do("round", dice=TypedFaces(["5"]))
    keeper.do("rule clock day 1 00:30")
    assert (keeper.state.fight, keeper.state.sides) == (None, ())


def test_a_lull_in_a_settlement_costs_the_turn_too_and_makes_no_check() -> None:
    keeper = keep("party Varda wisdom 10", "fight enemies", dice=CALM)
    keeper.do("round", "5")
    keeper.do("end fight")
    assert keeper.now == ORIGIN + TURN
    assert of_kind(keeper.events, Checked) == []

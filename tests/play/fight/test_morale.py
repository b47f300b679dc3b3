"""Morale: three triggers, once each; fixed scores; hirelings (G-MOR-1, G-MOR-2, G-MOR-3)."""

from __future__ import annotations

import pytest

from tests.play.keeper import CALM, HOUR, ByName, Keeper, keep, of_kind
from turnkeeper.chance.drivers import every_answer
from turnkeeper.chance.throws import Band
from turnkeeper.play.fight.morale import MoraleChecked
from turnkeeper.play.fight.sides import Side
from turnkeeper.play.fight.wounds import MemberDied
from turnkeeper.play.party.party import HitPointsChanged
from turnkeeper.time import ORIGIN

HOLDS = ByName(
    {"encounter check": "12", "morale of goblins": "2", "morale of Bram": "2", "morale of Rolf": "2"}
)


def facing(count: int = 6, morale: int = 7) -> Keeper:
    return keep("party Varda", "enter dungeon Barrow", f"foes goblins {count} morale {morale}")


def side(keeper: Keeper) -> Side:
    return keeper.state.sides[0]


def nerve_of(keeper: Keeper, said: str) -> list[tuple[str, int]]:
    return [(one.trigger, one.score) for one in of_kind(keeper.do(said, dice=HOLDS), MoraleChecked)]


def test_g_mor_1_each_trigger_comes_once_the_first_death_and_half_the_side() -> None:
    keeper = facing(6)
    assert nerve_of(keeper, "down 1 goblins") == []
    assert nerve_of(keeper, "kill 1 goblins") == [("first-death", 7)]
    # Two of six are down, one of them dead; with the third it is half.
    assert nerve_of(keeper, "down 1 goblins") == [("half-down", 7)]
    assert nerve_of(keeper, "kill 2 goblins") == []


def test_g_mor_1_one_blow_can_be_both_and_then_both_are_tested() -> None:
    assert nerve_of(facing(2), "kill 1 goblins") == [("first-death", 7), ("half-down", 7)]


def test_g_mor_1_half_of_an_odd_side_is_more_than_half() -> None:
    # Two of five are 40 %, three are 60 %.
    keeper = facing(5)
    assert nerve_of(keeper, "down 2 goblins") == []
    assert nerve_of(keeper, "down 1 goblins") == [("half-down", 7)]


def test_g_mor_1_the_frightening_is_for_the_referee_to_say_as_often_as_it_comes() -> None:
    keeper = facing()
    assert nerve_of(keeper, "morale goblins") == [("frightening", 7)]
    assert nerve_of(keeper, "morale goblins") == [("frightening", 7)]


def test_c_enc_1_who_fights_to_the_death_throws_for_nothing_and_the_craven_take_no_modifier() -> None:
    keeper = keep(
        "party Varda human strength 1", "foes rats 4 morale 2", "foes golems 2 morale 12", rules="cresthaven"
    )
    assert keeper.refused("morale golems").code == "untested"
    assert [one.score for one in of_kind(keeper.do("morale rats +5", "2"), MoraleChecked)] == [2]


def test_nobody_tests_when_nobody_is_left() -> None:
    assert nerve_of(facing(1), "kill 1 goblins") == []


@pytest.mark.parametrize("total,holds", [(6, True), (7, True), (8, False), (12, False)])
def test_g_mor_2_over_the_score_breaks_and_the_score_itself_holds(total: int, *, holds: bool) -> None:
    keeper = facing(6, 7)
    (tested,) = of_kind(keeper.do("kill 1 goblins", str(total)), MoraleChecked)
    assert (tested.holds, side(keeper).broken, tested.rule) == (holds, not holds, "G-MOR-2")


def test_g_mor_2_who_is_broken_is_not_tested_again() -> None:
    keeper = facing(2)
    # The first death breaks them, so that half the side down is not tested.
    assert [one.trigger for one in of_kind(keeper.do("kill 1 goblins", "12"), MoraleChecked)] == [
        "first-death"
    ]
    assert keeper.refused("morale goblins").code == "broken"


@pytest.mark.parametrize("modifier", [-2, -1, 1, 2])
@pytest.mark.parametrize("score", [2, 7, 12])
def test_g_mor_2_modifiers_change_the_score_unless_it_is_2_or_12(score: int, modifier: int) -> None:
    wanted = score if score in {2, 12} else score + modifier
    assert nerve_of(facing(6, score), f"morale goblins {modifier:+d}") == [("frightening", wanted)]


def test_g_mor_2_the_unbreakable_always_hold_and_the_craven_hold_once_in_36() -> None:
    # 2d6 is over 12 never, and over 2 in 35 of 36 ways.
    assert [way.weight for way in every_answer(facing(6, 12).needs("morale goblins"))] == [36]
    throw = facing(6, 2).needs("morale goblins")
    assert throw.bands == (Band("holds", None, 2), Band("breaks", 3, None))
    assert [way.weight for way in every_answer(throw)] == [1, 35]


@pytest.mark.parametrize("score", [1, 13])
def test_g_mor_1_morale_is_2_to_12(score: int) -> None:
    assert keep("party Varda").refused(f"foes goblins 6 morale {score}").code == "morale"


def test_a_side_without_a_score_is_not_tested_until_it_has_one() -> None:
    keeper = keep("party Varda", "foes goblins 6")
    assert nerve_of(keeper, "kill 1 goblin") == []
    assert keeper.refused("morale goblins").hint == "rule morale of goblins 7"
    keeper.do("rule morale of goblins 8")
    assert nerve_of(keeper, "morale goblins") == [("frightening", 8)]


def test_a_ruled_morale_is_that_of_the_side_also_where_a_member_has_the_same_name() -> None:
    keeper = keep("party Bram morale 5", "foes Bram 6 morale 7")
    (ruled,) = keeper.do("rule morale of Bram 8")
    assert (keeper.state.sides[0].morale, keeper.state.party.members[0].morale) == (8, 5)
    assert ruled.seen_by == "referee"


def test_the_dead_are_among_those_who_are_down() -> None:
    keeper = facing(6)
    keeper.do("down 2 goblins", dice=HOLDS)
    keeper.do("kill 5 goblins", dice=HOLDS)
    assert (side(keeper).down, side(keeper).dead) == (6, 5)
    assert keeper.refused("down 1 goblins").code == "number"
    assert keeper.refused("kill 2 goblins").message == "only 1 goblin is left to fall"
    keeper.do("kill 1 goblin", dice=HOLDS)
    assert side(keeper).dead == 6


def test_names_that_are_not_there_are_refused_with_what_would_work() -> None:
    keeper = facing()
    assert keeper.refused("kill 1 goblinz").hint == "did you mean 'goblins'?"
    assert keeper.refused("kill 1 Varda").hint == "kill Varda"
    assert keeper.refused("foes Goblins 3").code == "twice"
    assert keeper.refused("foes party 3").code == "twice"
    assert keeper.refused("foes ants 10001").code == "number"


# Hirelings


def hired() -> Keeper:
    return keep("party Varda hp 5; Orlo", "hire Bram morale 7; Rolf morale 12")


def whose_nerve(keeper: Keeper, said: str) -> list[tuple[str, str]]:
    return [(one.side, one.trigger) for one in of_kind(keeper.do(said, dice=HOLDS), MoraleChecked)]


def test_g_mor_3_hirelings_test_at_the_party_s_first_death_and_when_half_of_it_is_down() -> None:
    keeper = hired()
    assert whose_nerve(keeper, "kill Orlo") == [("Bram", "first-death"), ("Rolf", "first-death")]
    # Two of four: one dead, one without hit points.
    assert whose_nerve(keeper, "hurt Varda 5") == [("Bram", "half-down"), ("Rolf", "half-down")]
    assert whose_nerve(keeper, "kill Varda") == []


def test_g_mor_3_a_wound_that_fells_nobody_tests_nobody() -> None:
    keeper = hired()
    keeper.do("kill Orlo", dice=HOLDS)
    keeper.do("hire Newt morale 5")
    assert whose_nerve(keeper, "hurt Varda 2") == []


def test_g_mor_3_a_hireling_who_fell_does_not_test_and_one_without_a_score_never_does() -> None:
    keeper = keep("party Varda; Orlo; Piet", "hire Bram morale 7; Newt")
    assert whose_nerve(keeper, "kill Bram") == []
    keeper = keep("party Varda; Orlo; Piet", "hire Bram morale 7; Newt")
    assert whose_nerve(keeper, "kill Varda") == [("Bram", "first-death")]


def test_g_mor_3_a_hireling_checks_as_monsters_do_the_score_12_takes_no_modifier() -> None:
    keeper = hired()
    assert [one.score for one in of_kind(keeper.do("morale Bram -2", "2"), MoraleChecked)] == [5]
    assert [one.score for one in of_kind(keeper.do("morale Rolf -2", "2"), MoraleChecked)] == [12]


def test_g_mor_3_a_hireling_who_breaks_tests_no_more_and_acts_no_more_until_the_next_fight() -> None:
    keeper = keep("party Varda wisdom 10", "hire Bram wisdom 10 morale 7", "enter dungeon Barrow")
    keeper.do("fight enemies", dice=CALM)
    broke = of_kind(keeper.do("morale Bram", "8"), MoraleChecked)
    assert (broke[0].holds, broke[0].hireling) == (False, True)
    assert keeper.refused("morale Bram").code == "broken"
    keeper.do("round", "5")
    keeper.do("end fight", dice=CALM)
    keeper.do("fight enemies", dice=CALM)
    keeper.do("round", "5", "5")


def test_g_mor_3_a_hireling_who_held_is_tested_anew_in_the_next_fight() -> None:
    keeper = keep("party Varda; Orlo; Piet", "hire Bram morale 7", "enter dungeon Barrow")
    keeper.do("fight enemies", dice=CALM)
    assert whose_nerve(keeper, "kill Orlo") == [("Bram", "first-death")]
    keeper.do("end fight", dice=CALM)
    keeper.do("fight enemies", dice=CALM)
    # Of four two are dead then, which is half of them too.
    assert whose_nerve(keeper, "kill Piet") == [("Bram", "first-death"), ("Bram", "half-down")]


def test_who_has_no_score_is_not_tested_and_can_be_given_one() -> None:
    refusal = keep("party Varda").refused("morale Varda")
    assert (refusal.code, refusal.hint) == ("no-score", "rule morale of Varda 7")


def test_d_mor_1_what_is_advised_as_morale_is_a_score_of_the_game() -> None:
    """Where morale is 10 and the hit dice, 7 is none: 11 is that of one hit die."""
    keeper = keep("party Varda", "foes goblins 6", rules="dungeon-game")
    assert keeper.refused("morale goblins").hint == "rule morale of goblins 11"
    assert keeper.refused("morale wolves").hint == "foes goblins 6 morale 11"


def test_the_line_of_a_hireling_s_test_says_why() -> None:
    died, broke = keep("party Varda; Orlo; Piet", "hire Bram morale 7").told("kill Orlo", "4+4")
    assert died == "Orlo is dead"
    assert broke.startswith("morale of Bram 8 against 7 (a death in the party): breaks: ")


# The dead


def test_the_dead_stay_on_the_list_and_test_tire_eat_and_heal_no_more() -> None:
    keeper = keep(
        "party Varda wisdom 10 hp 3/7; Orlo wisdom 10 hp 3/7", "stock 5 rations", "enter dungeon Barrow"
    )
    assert of_kind(keeper.do("kill Orlo"), MemberDied)[0].who == "Orlo"
    keeper.do("light torch")
    assert keeper.needs("shout").name == "encounter check"
    events = keeper.do("lunch", dice=ByName({"encounter check": "12", "healing of Varda": "1"}))
    assert [one.who for one in of_kind(events, HitPointsChanged)] == ["Varda"]
    assert keeper.state.supplies.of("ration") == 4
    keeper.do("move 50 ft quickly")
    keeper.do("trap pit", "5")
    keeper.do("fight enemies", dice=CALM)
    keeper.do("round", "5")
    assert [one.name for one in keeper.state.party.members] == ["Varda", "Orlo"]


@pytest.mark.parametrize("said", ["kill Orlo", "hurt Orlo 1", "heal Orlo 1", "tire Orlo 1", "search by Orlo"])
def test_what_the_dead_cannot_is_refused(said: str) -> None:
    keeper = keep("party Varda; Orlo hp 3/7", "kill Orlo")
    assert keeper.refused(said).code == "dead"
    keeper.do("dismiss Orlo")
    assert keeper.refused(said).code == "unknown-name"


def test_a_clock_set_back_gives_the_dead_back() -> None:
    """T2."""
    keeper = keep("party Varda hp 3", "wait 2 h", "hurt Varda 5", "kill Varda", "wait 1 h")
    keeper.do("rule clock day 1 01:00")
    (varda,) = keeper.state.party.members
    assert (varda.died, varda.hp or None, keeper.now) == (None, 3, ORIGIN + HOUR)

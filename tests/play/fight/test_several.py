"""The same done to several at once, who leaves a fight and comes back, and what is remembered of a kind."""

from __future__ import annotations

import pytest

from tests.play.keeper import Keeper, keep, of_kind
from turnkeeper.play.fight import morale
from turnkeeper.play.fight.foes import FoeHurt
from turnkeeper.play.fight.morale import MoraleChecked
from turnkeeper.play.fight.sides import Side, several
from turnkeeper.views.parts import fights

QUEST = "quest-of-destiny"


def glog(*said: str) -> Keeper:
    return keep("party Varda wisdom 12 hp 7/7; Orlo wisdom 9", "foes goblins 6 morale 7 hp 5", *said)


def side(keeper: Keeper) -> Side:
    return keeper.state.sides[0]


@pytest.mark.parametrize(
    "said, names",
    [
        ("goblin 1+3 + Varda", ("goblin 1", "goblin 3", "Varda")),
        ("goblins 1, 3 and 5", ("goblin 1", "goblin 3", "goblin 5")),
        ("goblin 2-4", ("goblin 2", "goblin 3", "goblin 4")),
        ("Varda, Orlo", ("Varda", "Orlo")),
        ("goblin 1 + goblin 1", ("goblin 1",)),
        ("goblins", ("goblins",)),
        ("goblin 3", ("goblin 3",)),
    ],
)
def test_names_are_joined_as_people_write_them(said: str, names: tuple[str, ...]) -> None:
    assert several(glog().state, said) == names


def test_whoever_has_a_joint_in_their_name_is_meant_by_it() -> None:
    keeper = keep('party "Tom and Ann" wisdom 12 hp 5/5')
    assert keeper.told('hurt "Tom and Ann" 2') == ["Tom and Ann loses 2 hp, has 3"]


def test_a_blow_that_hits_several_is_one_command_and_tests_their_nerve_when_all_have_fallen() -> None:
    """G-MOR-1: the first death and half the side down, once each; the fall of all three comes first."""
    keeper = glog()
    events = keeper.do("hurt goblin 1+3+5 + Varda 5", "2 2", "3 3")
    assert [one.called for one in of_kind(events, FoeHurt)] == ["goblin 1", "goblin 3", "goblin 5"]
    checked = of_kind(events, MoraleChecked)
    assert [one.trigger for one in checked] == ["first-death", "half-down"]
    assert events.index(checked[0]) > max(map(events.index, of_kind(events, FoeHurt)))
    varda = keeper.state.party.find("Varda")
    assert varda is not None
    assert varda.hp == 2


def test_all_of_a_side_fall_whoever_fell_before() -> None:
    keeper = keep("party Varda", "foes goblins 6 hp 5", "kill goblin 2", "flee goblin 3")
    keeper.do("kill all goblins")
    assert (side(keeper).dead, side(keeper).fled) == (5, 1)
    assert keeper.refused("kill all goblins").hint == "end fight"


def test_the_same_befalls_everyone_and_all_who_stand_of_a_side() -> None:
    keeper = keep("party Varda hp 7/7; Orlo hp 3/4", "foes goblins 3 hp 5", "kill goblin 2")
    assert keeper.told("hurt everyone 2") == ["Varda loses 2 hp, has 5", "Orlo loses 2 hp, has 1"]
    assert keeper.told("hurt all goblins 1") == ["goblin 1 loses 1 hp, has 4", "goblin 3 loses 1 hp, has 4"]


def test_what_befalls_everyone_befalls_whose_hit_points_are_kept_and_names_the_others() -> None:
    keeper = keep("party Varda hp 5/7; Orlo; Mira hp 4/4")
    unkept = "the hit points of Orlo are not kept; rule hp of Orlo N writes them down"
    assert keeper.told("hurt everyone 1") == ["Varda loses 1 hp, has 4", "Mira loses 1 hp, has 3", unkept]
    assert keeper.told("heal everyone 1") == ["Varda regains 1 hp, has 5", "Mira regains 1 hp, has 4", unkept]
    assert keeper.refused("hurt Orlo 1").code == "no-hit-points"
    assert keep("party Varda; Orlo").refused("hurt everyone 1").code == "no-hit-points"


def test_what_one_of_several_forbids_is_done_to_none() -> None:
    keeper = glog()
    keeper.do("kill goblin 2", "3 3")
    assert keeper.refused("hurt goblin 1+2 3").code == "dead"
    assert not side(keeper).lost(1)


def test_who_surrenders_is_out_of_the_fight_and_no_casualty_and_can_be_roused() -> None:
    keeper = glog("fight")
    assert keeper.told("surrender goblin 1+2") == ["goblin 1 surrenders", "goblin 2 surrenders"]
    assert (
        fights.side_said(side(keeper)) == "goblins: 4 of 6 standing, 2 surrendered (1-2), hp 5 each, morale 7"
    )
    assert keeper.refused("flee goblin 1").code == "out"
    assert keeper.told("rouse goblin 2") == ["goblin 2 is in the fight again"]
    assert side(keeper).state_of(2) == ""
    keeper.do("round", "5", "15")
    keeper.do("surrender Orlo")
    assert keeper.refused("done Orlo").message == "Orlo has surrendered and does not act"


def test_one_of_the_party_goes_down_without_a_wound_and_is_roused() -> None:
    keeper = glog("down Orlo")
    assert [one.name for one in keeper.state.party.able] == ["Varda"]
    keeper.do("rouse Orlo")
    assert len(keeper.state.party.able) == 2
    keeper.do("hurt Varda 7")
    assert keeper.refused("rouse Varda").hint == "heal Varda 1"


def test_an_effect_on_several_lasts_until_each_has_acted() -> None:
    keeper = glog("fight")
    keeper.do("round", "5", "15")
    keeper.do("effect stunned on goblin 1+3 until their next turn")
    timers = [(one.called, one.until) for one in keeper.state.timers.live.values()]
    assert timers == [
        ("stunned (goblin 1)", "goblin 1 has acted"),
        ("stunned (goblin 3)", "goblin 3 has acted"),
    ]
    keeper.do("timer blessed 2 rounds for Varda + Orlo")
    assert [one.called for one in keeper.state.timers.live.values()][2:] == [
        "blessed (Varda)",
        "blessed (Orlo)",
    ]


@pytest.mark.parametrize(
    "rules, said, tests",
    [
        ("glog", "kill 0", ("the first death", "3 more down")),
        ("glog", "kill 1 goblins", ("2 more down",)),
        ("dungeon-game", "kill 0", ("the last one at half its health", "a round with a death")),
    ],
)
def test_what_would_test_a_side_next_comes_from_the_rules(
    rules: str, said: str, tests: tuple[str, ...]
) -> None:
    """G-MOR-1: its first death, half of it down; D-MOR-1: one alone at half health, a death in a round."""
    keeper = keep("party Anna", "foes goblins 6 morale 12", rules=rules)
    if said != "kill 0":
        keeper.do(said, "1 1")
    assert keeper.book.set.morale is not None
    assert morale.tested_next(side(keeper), keeper.book.set.morale) == tests


def test_the_weapon_of_a_kind_is_remembered_in_the_fight_and_in_the_next() -> None:
    """Q-REC-2: whoever of the orcs acts without a word does what one of them did last: 9 segments here."""
    keeper = keep("party Varda order 12", "foes orcs 2 order 9", rules=QUEST)
    keeper.do("fight", "10", "1", "2")
    keeper.do("act glaive for 9 by orc 1")
    assert keeper.told("act by orc 2") == [
        "round 1 segment 2, orc 2: glaive, recovery 9, next at round 2 segment 1"
    ]
    keeper.do("end fight")
    keeper.do("foes orcs 1 order 9")
    keeper.do("fight", "10", "3")
    assert "glaive, recovery 9" in keeper.told("act by orcs")[0]


def test_a_side_that_held_so_often_as_its_rules_say_is_tested_by_nothing_more() -> None:
    keeper = keep("party Anna", "foes goblins 7 morale 11", rules="classic")
    rules = keeper.book.set.morale
    assert rules is not None
    assert morale.tested_next(side(keeper), rules) == ("the first death", "4 more down")
    keeper.do("kill 1 goblins", "1 1")
    keeper.do("kill 3 goblins", "1 1")
    assert side(keeper).held == rules.steady
    assert morale.tested_next(side(keeper), rules) == ()


def test_the_weapon_that_is_written_of_a_kind_is_what_it_does_at_first() -> None:
    """Q-REC-2: 9 segments, as was written down for orcs and before any of them acted."""
    keeper = keep("party Varda order 12", "creature orc weapon glaive recovery 9", rules=QUEST)
    keeper.do("foes orcs 2 order 9")
    keeper.do("fight", "10", "1", "2")
    assert "glaive, recovery 9" in keeper.told("act by orc 1")[0]


def test_healing_all_of_the_party_heals_those_who_are_hurt_and_nobody_who_is_not() -> None:
    keeper = keep("party Varda wisdom 12 hp 5/7; Orlo wisdom 9 hp 4/4")
    assert keeper.told("heal all 1") == ["Varda regains 1 hp, has 6"]
    assert keeper.told("heal party 1") == ["Varda regains 1 hp, has 7"]
    assert keeper.refused("heal everyone 1").message == "nobody of the party is hurt"


def test_whoever_is_called_all_is_meant_by_it() -> None:
    keeper = keep("party All wisdom 12 hp 3/7; Orlo wisdom 9 hp 1/4")
    assert keeper.told("heal All 1") == ["All regains 1 hp, has 4"]


def test_damage_by_dice_is_thrown_once_for_all_who_are_named() -> None:
    keeper = glog()
    keeper.do("hurt goblin 1+2 + Varda 1d6", "4")
    assert [one.by for one in of_kind(keeper.events, FoeHurt)] == [4, 4]
    assert keeper.state.party.members[0].hp == 3  # 7 less 4
    assert keeper.told("hurt goblin 3 1d6", "3") == ["goblin 3 loses 3 hp (1d6 = 3), has 2"]


def test_what_the_dice_showed_is_typed_and_the_rest_is_added() -> None:
    keeper = keep("party Varda wisdom 12 hp 1/9; Orlo wisdom 9 hp 4/4")
    keeper.do("heal Varda 1d8+1", "3")
    assert keeper.state.party.members[0].hp == 5  # 1 and 3 and 1
    keeper.do("hurt Varda 1d4-1", "1")  # nothing, but at least 1
    assert keeper.state.party.members[0].hp == 4


def test_no_dice_fall_for_whoever_cannot_be_hurt_or_healed() -> None:
    keeper = glog()  # nothing is said of Orlo's hit points
    for said in ("hurt Orlo 1d6", "hurt Varda + Orlo 1d6", "hurt goblins 1d6", "hurt goblin 9 1d6"):
        assert keeper.refused(said).code in {"no-hit-points", "which", "number"}

"""The order of a round and who acts in it (D-INIT-1, C-INIT-1, G-INIT-1); surprise (D-ENC-2, C-SURP-1)."""

from __future__ import annotations

import pytest

from tests.play.keeper import CALM, DATA, MINUTE, Keeper, house_rules, keep, of_kind
from turnkeeper.play.fight.able import Lost
from turnkeeper.play.fight.fight import FightBegan, FightEnded
from turnkeeper.play.fight.orders.round_order import RoundBegan
from turnkeeper.play.fight.rounds import Go, HasActed, now, say_now
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.reading.load import builtin_text, load_rules
from turnkeeper.time import NO_TIME, ORIGIN

EIGHT = "Anna agility 10; Bert agility 10; Cora agility 10"


def dungeon(*said: str, people: str = EIGHT) -> Keeper:
    return keep(f"party {people}", *said, rules="dungeon-game")


def crest(*said: str) -> Keeper:
    return keep("party Mira elf wisdom 1; Orlo dwarf wisdom -1", *said, rules="cresthaven")


def unordered() -> Rulebook:
    """Return a small rule set without the order of its fights, which the table keeps then."""
    text = (DATA / "small.toml").read_text(encoding="utf-8")
    before, _, rest = text.replace(
        'causes = { begun = ["loud"] }\n\n[fight.order]', "[fight.order]"
    ).partition("[fight.order]")
    return Rulebook(load_rules(before + rest.partition("\n\n")[2], "small.toml", builtin_text))


def began(keeper: Keeper, *faces: str) -> RoundBegan:
    (event,) = of_kind(keeper.do("round", *faces), RoundBegan)
    return event


def row(keeper: Keeper) -> list[tuple[str, ...]]:
    """Return who acts now and after that, a quick action with a mark."""
    current = now(keeper.state)
    if current is None:
        return []
    return [(*(["quick"] if go.quick else []), *go.who) for go in (current.go, *current.then)]


# Tests of an attribute


def test_d_init_1_under_acts_before_over_after_and_equal_acts_before_with_a_quick_action_first() -> None:
    keeper = dungeon("foes goblins 4 hd 1", "fight")
    event = began(keeper, "9", "11", "10")
    assert (event.before, event.after, event.rule) == (("Anna", "Cora"), ("Bert",), "D-INIT-1")
    assert row(keeper) == [("quick", "Cora"), ("Anna",), ("Cora",), ("goblins",), ("Bert",)]
    assert keeper.told("done") == ["Cora has taken a quick action"]
    assert keeper.told("done") == ["Anna has acted"]
    assert keeper.told("done Cora") == ["Cora has acted"]
    assert keeper.told("done") == ["goblins have acted"]
    assert keeper.told("done Bert") == ["Bert has acted"]
    assert keeper.refused("done").code == "all-acted"


def test_d_init_1_the_encumbered_act_last_and_throw_nothing() -> None:
    keeper = dungeon("enter wilderness", "encumber Anna", "foes goblins 4 hd 1", "fight")
    event = began(keeper, "11", "2")
    assert (event.before, event.after, event.last) == (("Cora",), ("Bert",), ("Anna",))
    assert row(keeper) == [("Cora",), ("goblins",), ("Bert",), ("Anna",)]


@pytest.mark.parametrize(
    "weapon,thrown,before,quick",
    [
        ("large melee", "7", True, False),
        ("large melee", "8", True, True),
        ("large melee", "9", False, False),
        ("small ranged", "11", True, False),
        ("small ranged", "12", True, True),
        ("small ranged", "13", False, False),
        ("nothing", "10", True, True),
    ],
)
def test_d_init_1_weapons_count_as_2_agility_less_or_more(
    weapon: str, thrown: str, *, before: bool, quick: bool
) -> None:
    """Agility 10 is 8 with a large melee weapon and 12 with a small ranged one."""
    keeper = dungeon("wield small ranged by Anna", people="Anna agility 10")
    if weapon != "small ranged":
        keeper.do(f"wield {weapon} by Anna")
    keeper.do("fight enemies")
    event = began(keeper, thrown)
    assert (event.before == ("Anna",), event.tested[0].exact) == (before, quick)


def test_d_init_1_what_is_wielded_is_one_of_the_classes_that_count() -> None:
    keeper = dungeon()
    assert keeper.refused("wield large meele by Anna").hint == "did you mean 'large melee'?"
    assert keeper.refused("wield nothing by Anna").code == "same"
    assert keep("party Varda").refused("wield large melee by Varda").code == "no-weapons"


def test_g_init_1_the_enemies_stand_between_those_who_act_before_and_after() -> None:
    keeper = keep("party Anna wisdom 10; Bert wisdom 10", "fight enemies")
    keeper.do("round", "12", "3")
    # Nobody was faced by name: the enemies are the enemies.
    assert row(keeper) == [("Bert",), ("enemies",), ("Anna",)]
    keeper.do("done Bert")
    assert keeper.told("done enemies") == ["enemies have acted"]


def test_g_init_1_ambushers_have_a_go_before_the_first_round() -> None:
    keeper = keep("party Anna wisdom 10; Bert wisdom 10", "foes goblins 4", "fight ambush by goblins")
    assert keeper.refused("done Anna").code == "turn"
    keeper.do("done goblins")
    assert keeper.refused("done goblins").code == "all-acted"
    keeper.do("round", "3", "12")
    assert row(keeper) == [("Anna",), ("goblins",), ("Bert",)]


# Dice of the sides


def test_c_init_1_each_round_every_side_throws_and_the_high_acts_first() -> None:
    keeper = crest("foes ghouls 5", "foes rats 9", "fight")
    assert keeper.told("round", "2", "5", "3")[0] == "round 1: ghouls 5, then rats 3, then party 2"
    assert row(keeper) == [("ghouls",), ("rats",), ("Mira", "Orlo")]
    assert keeper.needs("round").name == "initiative of party"
    keeper.do("round", "6", "1", "2")
    assert row(keeper) == [("Mira", "Orlo"), ("rats",), ("ghouls",)]


def test_c_init_1_ties_are_simultaneous_so_that_whoever_falls_acts_all_the_same() -> None:
    keeper = crest("foes ghouls 5", "fight")
    keeper.do("round", "4", "4")
    assert row(keeper) == [("Mira", "Orlo", "ghouls")]
    keeper.do("done Mira")
    keeper.do("kill 5 ghouls")
    keeper.do("kill Orlo")
    assert say_now(keeper.state) == "Orlo and ghouls act now"
    keeper.do("done ghouls")
    keeper.do("done Orlo")
    assert row(keeper) == []


def test_who_falls_before_their_go_does_not_act() -> None:
    keeper = crest("foes ghouls 5", "fight")
    keeper.do("round", "5", "4")
    keeper.do("kill 5 ghouls")
    assert row(keeper) == [("Mira", "Orlo")]
    refusal = keeper.refused("done ghouls")
    assert (refusal.code, refusal.message) == ("cannot-act", "ghouls are out of the fight and do not act")


def test_c_init_1_who_came_late_or_was_broken_throws_from_the_next_round_on() -> None:
    keeper = crest("foes ghouls 5 morale 7", "fight")
    keeper.do("round", "5", "4")
    keeper.do("foes rats 9")
    assert row(keeper) == [("Mira", "Orlo"), ("ghouls",)]
    assert keeper.refused("done rats").code == "turn"
    keeper.do("morale ghouls", "12")
    assert row(keeper) == [("Mira", "Orlo")]
    keeper.do("round", "5", "6")
    assert row(keeper) == [("rats",), ("Mira", "Orlo")]


# Who acts


def test_out_of_turn_the_dead_strangers_and_before_the_first_round_are_told_who_acts_now() -> None:
    keeper = dungeon("foes goblins 4 hd 1", people="Anna agility 10; Bert agility 10 hp 3")
    assert keeper.refused("done").code == "no-fight"
    keeper.do("fight")
    assert keeper.refused("done").hint == "round"
    keeper.do("round", "5", "11")
    refusal = keeper.refused("done Bert")
    assert (refusal.code, refusal.hint) == ("turn", "Anna acts now, then goblins")
    assert keeper.refused("done goblin 2").code == "turn"
    keeper.do("kill goblin 2")
    refusal = keeper.refused("done goblin 2")
    assert (refusal.message, refusal.hint) == (
        "goblin 2 is dead and does not act",
        "Anna acts now, then goblins",
    )
    assert keeper.refused("done goblin 9").code == "number"
    assert keeper.refused("done gobbo").code == "unknown-name"
    assert keeper.refused("done goblins 2").code == "which"
    keeper.do("kill Bert")
    assert keeper.refused("done Bert").message == "Bert is dead and does not act"
    keeper.do("done Anna")
    assert keeper.refused("done Anna").hint == "goblins act now"


def test_of_many_one_after_the_other_may_act_or_all_at_once() -> None:
    keeper = dungeon("foes goblins 4 hd 1", "foes ogre 1 hd 4", "fight", people="Anna agility 10")
    keeper.do("round", "11")
    keeper.do("done goblin 2")
    assert keeper.refused("done goblin 2").message == "goblin 2 has acted"
    keeper.do("kill goblin 1")
    keeper.do("done goblin 3")
    assert row(keeper) == [("goblins", "ogre"), ("Anna",)]
    keeper.do("done goblin 4")
    assert row(keeper) == [("ogre",), ("Anna",)]
    (acted,) = of_kind(keeper.do("done"), HasActed)
    assert (acted.who, row(keeper)) == (("ogre",), [("Anna",)])


def test_the_fled_act_no_more_and_the_next_round_is_made_without_them() -> None:
    keeper = dungeon("foes goblins 4 hd 1", "fight", people="Anna agility 10; Bert agility 10")
    keeper.do("round", "5", "6")
    assert keeper.told("flee Anna") == ["Anna flees from the fight"]
    assert keeper.refused("flee Anna").code == "out"
    assert keeper.refused("done Anna").message == "Anna has fled and does not act"
    keeper.do("flee goblins")
    assert row(keeper) == [("Bert",)]
    event = began(keeper, "6")
    assert (event.before, row(keeper)) == (("Bert",), [("Bert",)])
    keeper.do("flee Bert")
    assert keeper.refused("round").code == "nobody"


def test_the_referee_s_order_is_a_ruling_and_who_is_not_named_follows() -> None:
    keeper = dungeon("foes goblins 4 hd 1", "fight")
    keeper.do("round", "5", "6", "11")
    keeper.do("done Anna")
    told = keeper.told("rule order goblins + Cora, Anna")
    assert told == ["ruling: the order is goblins and Cora, Anna, Bert"]
    assert row(keeper) == [("goblins", "Cora"), ("Anna",), ("Bert",)]
    assert keeper.refused("rule order Anna, Anna").code == "twice"
    assert keeper.refused("rule order Anna, Zed").code == "unknown-name"
    assert keeper.refused("rule order ,").code == "order"
    keeper.do("kill goblins 4")
    assert keeper.refused("rule order goblins").code == "cannot-act"


def test_an_order_said_before_the_first_round_begins_it_and_the_party_can_be_named_as_one() -> None:
    keeper = crest("foes goblins 4", "fight")
    keeper.do("rule order party", "1", "6")  # the goblins threw higher
    assert [one.number for one in of_kind(keeper.events, RoundBegan)] == [1]
    assert row(keeper)[0] != ("goblins",)
    assert row(keeper)[-1] == ("goblins",)


def test_an_order_that_the_table_keeps_can_be_said_and_is_gone_with_the_round() -> None:
    keeper = keep("party Anna", "foes goblins 4", "fight", "round", rules=unordered())
    assert keeper.refused("done Anna").code == "no-order"
    keeper.do("rule order goblins, Anna")
    assert row(keeper) == [("goblins",), ("Anna",)]
    keeper.do("round")
    assert row(keeper) == []


# Surprise


def test_d_enc_2_the_surprised_side_takes_no_actions_in_the_first_round() -> None:
    keeper = dungeon("foes goblins 4 hd 1")
    (event,) = of_kind(keeper.do("fight surprised party"), FightBegan)
    assert (event.surprised, event.rule) == ((Lost("party", 1),), "D-ENC-2")
    # Nobody throws: nobody of them acts.
    first = began(keeper)
    assert (first.tested, first.goes) == ((), (Go(("goblins",)),))
    assert keeper.refused("done Anna").message == "Anna is surprised and does not act"
    assert began(keeper, "5", "6", "7").before == ("Anna", "Bert", "Cora")


def test_d_enc_2_goblins_surprised_leave_the_first_round_to_the_party() -> None:
    keeper = dungeon("foes goblins 4 hd 1", "foes ogre 1 hd 4", "fight surprised goblins")
    keeper.do("round", "5", "6", "11")
    assert row(keeper) == [("Anna",), ("Bert",), ("ogre",), ("Cora",)]
    keeper.do("round", "5", "6", "11")
    assert row(keeper) == [("Anna",), ("Bert",), ("goblins", "ogre"), ("Cora",)]


def test_c_surp_1_whom_an_ambush_surprised_loses_the_first_round_of_the_fight_that_follows() -> None:
    """At the normal pace Mira notices 10 + 1 - 2 = 9 and Orlo 7, so that 9 surprises him alone."""
    keeper = crest("foes ghouls 5", "enter dungeon", "ambush 9")
    (event,) = of_kind(keeper.do("fight"), FightBegan)
    assert (event.surprised, event.rule) == ((Lost("Orlo", 1),), "C-SURP-1")
    keeper.do("round", "5", "4")
    assert row(keeper) == [("Mira",), ("ghouls",)]
    keeper.do("round", "5", "4")
    assert row(keeper) == [("Mira", "Orlo"), ("ghouls",)]


def test_c_surp_1_a_surprise_is_over_when_time_has_passed_since() -> None:
    keeper = crest("foes ghouls 5", "enter dungeon", "ambush 9", "wait 1 min")
    (event,) = of_kind(keeper.do("fight"), FightBegan)
    assert event.surprised == ()


def test_c_surp_1_a_side_surprised_throws_nothing_in_the_round_that_it_loses() -> None:
    keeper = crest("foes ghouls 5", "fight surprised ghouls")
    keeper.do("round", "1")
    assert row(keeper) == [("Mira", "Orlo")]


def test_surprise_is_of_somebody_who_is_there_and_of_a_game_that_knows_it() -> None:
    assert crest("foes ghouls 5").refused("fight surprised goblins").code == "unknown-side"
    # G-INIT-1: whoever comes upon the surprised is in ambush.
    glog = keep("party Anna wisdom 10", "foes goblins 4")
    refusal = glog.refused("fight surprised goblins")
    assert (refusal.code, refusal.hint) == ("no-surprise", "fight ambush by party")
    assert glog.refused("fight surprised party").hint == "fight ambush by goblins"
    assert crest("foes ghouls 5").refused("fight ambush by ghouls").hint == "fight surprised party"
    assert crest("foes ghouls 5").refused("fight ambush by party").hint == "fight surprised ghouls"
    (event,) = of_kind(crest().do("fight surprised enemies"), FightBegan)
    assert event.surprised == (Lost("enemies", 1),)
    (event,) = of_kind(crest("foes ghouls 5").do("fight surprised mira"), FightBegan)
    assert event.surprised == (Lost("Mira", 1),)


# The clock


@pytest.mark.parametrize(
    "differences,base,minutes,after",
    [
        ("", "dungeon-game", 1, 10),
        ('[fight]\nfills = ""\n', "dungeon-game", 1, 2),
        ('[fight]\nfills = ""\noff_clock = true\n', "dungeon-game", 0, 0),
    ],
)
def test_t22_d_time_4_what_a_fight_costs_is_a_rule_a_whole_turn_the_minutes_or_nothing(
    differences: str, base: str, minutes: int, after: int
) -> None:
    """Two rounds of a minute each, which pass when they are over; the turn that was begun has ten."""
    keeper = keep("party Anna agility 10", "fight enemies", rules=house_rules(differences, base))
    keeper.do("round", "5")
    keeper.do("round", "5")
    assert keeper.now == ORIGIN + MINUTE * minutes
    (ended,) = of_kind(keeper.do("end fight", dice=CALM), FightEnded)
    assert keeper.now == ORIGIN + MINUTE * after
    assert (ended.took == NO_TIME) is (after == 0)


def test_t22_off_the_clock_a_fight_can_still_cost_its_turn() -> None:
    keeper = keep("party Anna wisdom 10", "fight enemies", rules=house_rules("[fight]\noff_clock = true\n"))
    keeper.do("round", "5")
    assert keeper.now == ORIGIN
    keeper.do("end fight")
    assert keeper.now == ORIGIN + MINUTE * 10


def test_the_party_as_a_whole_can_be_said_to_have_acted() -> None:
    keeper = keep("party Varda; Orlo", "foes goblins 2", "fight", rules="cresthaven")
    keeper.do("round", "5", "2")
    (acted,) = of_kind(keeper.do("done party"), HasActed)
    assert acted.who == ("Varda", "Orlo")
    assert keeper.refused("done party").message == "it is not for the party to act now"


def test_the_hint_to_a_morale_that_cannot_be_is_one_that_can_d_mor_1() -> None:
    keeper = keep("party Varda agility 10", rules="dungeon-game")
    hint = keeper.refused("foes gods 5 morale 3").hint
    assert hint == "foes gods 5 morale 11"
    keeper.do(hint)


# What comes next


def test_next_marks_who_is_up_then_begins_the_next_round() -> None:
    """As `done` and `round` do, which say the same thing (D-INIT-1)."""
    keeper = dungeon("foes goblins 4 hd 1", "fight")
    assert row(keeper) == []
    (event,) = of_kind(keeper.do("next", "9", "11", "11"), RoundBegan)
    assert (event.number, event.before) == (1, ("Anna",))
    for told in ("Anna has acted", "goblins have acted", "Bert has acted", "Cora has acted"):
        assert keeper.told("next") == [told]
    (event,) = of_kind(keeper.do("next", "9", "11", "11"), RoundBegan)
    assert event.number == 2

"""What becomes of foes: wounds by number, flight, latecomers, the summoned, and their nerve (D-MOR-1)."""

from __future__ import annotations

import pytest

from tests.play.keeper import Keeper, keep, of_kind
from turnkeeper.play.fight.falling import SomeFell
from turnkeeper.play.fight.foes import FoeHurt
from turnkeeper.play.fight.morale import MoraleChecked
from turnkeeper.play.fight.rounds import now
from turnkeeper.play.fight.sides import MOST_OF_A_SIDE, Side
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.time import Duration
from turnkeeper.views.parts import fights

STANDS = "11"  # over an agility of 10: after the enemies


def dungeon(*said: str) -> Keeper:
    return keep("party Anna agility 10", *said, rules="dungeon-game")


def side(keeper: Keeper, name: str = "goblins") -> Side:
    return next(one for one in keeper.state.sides if one.name == name)


def nerves(keeper: Keeper, said: str, *faces: str) -> list[tuple[str, str, bool]]:
    checked = of_kind(keeper.do(said, *faces), MoraleChecked)
    return [(one.side, one.trigger, one.holds) for one in checked]


def acting(keeper: Keeper) -> tuple[str, ...]:
    current = now(keeper.state)
    assert current is not None
    return (*current.who, *(name for go in current.then for name in go.who))


# Numbers and hit points


def test_many_of_a_kind_are_numbered_and_fall_by_their_number() -> None:
    keeper = dungeon("foes goblins 6 hd 1")
    assert keeper.told("kill goblin 3") == ["goblin 3 dead"]
    assert keeper.told("down goblin 5") == ["goblin 5 down"]
    assert fights.side_said(side(keeper)) == "goblins: 4 of 6 standing, 1 dead (3), 1 down, morale 11"
    assert keeper.refused("kill goblin 3").hint == "goblin 1 stands"
    assert keeper.refused("down goblin 5").code == "out"
    assert keeper.refused("kill goblin 7").code == "number"
    # Without a number the lowest fall; the plural with a number is so many.
    keeper.do("kill 1 goblins")
    keeper.do("kill goblins 2")
    assert fights.side_said(side(keeper)) == "goblins: 1 of 6 standing, 4 dead (1-4), 1 down, morale 11"
    assert keeper.refused("kill goblins").code == "which"
    # Who was down already can still die.
    keeper.do("kill goblin 5")
    assert (side(keeper).dead, side(keeper).down) == (5, 5)


def test_where_hit_points_are_kept_one_who_has_none_left_is_dead() -> None:
    keeper = dungeon("foes goblins 3 hd 1 hp 4")
    assert keeper.told("hurt goblin 2 3") == ["goblin 2 loses 3 hp, has 1"]
    assert keeper.told("heal goblin 2 9") == ["goblin 2 regains 3 hp, has 4"]
    assert keeper.refused("heal goblin 2 1").code == "unhurt"
    assert keeper.told("hurt goblin 2 4") == ["goblin 2 loses 4 hp, has 0", "goblin 2 dead"]
    assert keeper.refused("hurt goblin 2 1").code == "dead"
    refusal = keeper.refused("hurt goblins 2")
    assert refusal.code in {"which", "dead"}
    assert keeper.refused("hurt goblin 1 0").code == "number"


def test_one_alone_needs_no_number_and_several_do() -> None:
    keeper = dungeon("foes ogre 1 hd 4 hp 20", "foes goblins 3 hd 1")
    keeper.do("hurt ogre 5")
    assert fights.side_said(side(keeper, "ogre")) == "ogre: 1 of 1 standing, hp 15/20, morale 14"
    assert keeper.told("hurt goblin 3 2") == ["goblin 3 loses 2 hp"]
    assert fights.side_said(side(keeper)) == "goblins: 3 of 3 standing, goblin 3 lost 2 hp, morale 11"
    assert keeper.told("kill ogre") == ["ogre dead"]


def test_a_member_of_the_party_comes_before_a_foe_of_the_same_name() -> None:
    keeper = keep("party Bram hp 5 morale 7", "foes Bram 6 morale 7")
    assert of_kind(keeper.do("hurt Bram 2"), FoeHurt) == []
    assert of_kind(keeper.do("kill Bram"), SomeFell) == []


def test_t2_a_clock_set_back_undoes_wounds_and_falls() -> None:
    keeper = dungeon("foes goblins 3 hd 1 hp 4", "fight")
    keeper.do("round", STANDS)
    keeper.do("hurt goblin 1 2")
    before = side(keeper)
    keeper.do("round", STANDS)
    keeper.do("hurt goblin 1 1")
    keeper.do("kill goblin 2")
    keeper.do("flee goblin 3")
    keeper.do("rule clock day 1 00:00:30")
    after = side(keeper)
    assert (after.fallen, after.slain, after.gone, after.wounds) == ((), (), (), before.wounds)


# Morale at once


def test_t_mor_1_one_that_came_alone_is_tested_as_soon_as_half_its_health_is_lost_and_once() -> None:
    """Of 20 hit points half is 10. A d20 and 1 hold from 15 on; the last of several came with others."""
    keeper = keep("foes ogre 1 morale 1 hp 20", "foes goblins 3 morale 1 hp 4", rules="torchlit", dice=None)
    assert nerves(keeper, "hurt ogre 9") == []
    assert nerves(keeper, "hurt ogre 1", "14") == [("ogre", "alone-halved", True)]
    assert nerves(keeper, "hurt ogre 5") == []
    assert nerves(keeper, "kill 2 goblins", "14") == [("goblins", "half-down", True)]
    assert nerves(keeper, "hurt goblin 3 2") == []


def test_t_mor_1_whose_hit_points_nobody_keeps_is_tested_when_half_of_them_are_said_to_be_lost() -> None:
    keeper = keep("foes ogre 1 morale 1", rules="torchlit", dice=None)
    assert nerves(keeper, "half ogre", "13") == [("ogre", "alone-halved", False)]


# Morale at the end of a round


def test_d_mor_1_a_lone_enemy_is_tested_as_the_first_round_at_half_health_ends_and_when_hurt_again() -> None:
    """Of 20 hit points half is 10. A d20 under 10 + 4 holds."""
    keeper = dungeon("foes ogre 1 hd 4 hp 20", "fight")
    assert nerves(keeper, "round", STANDS) == []
    assert nerves(keeper, "hurt ogre 9") == []
    # Round 1 ends with 11 left: more than half.
    assert nerves(keeper, "round", STANDS) == []
    assert nerves(keeper, "hurt ogre 1") == []
    assert nerves(keeper, "round", "13", STANDS) == [("ogre", "alone-at-half", True)]
    # Round 3 passes without a wound; in round 4 it is hurt again.
    assert nerves(keeper, "round", STANDS) == []
    keeper.do("hurt ogre 1")
    events = keeper.do("round", "14")
    assert [(one.side, one.holds, one.score) for one in of_kind(events, MoraleChecked)] == [
        ("ogre", False, 14)
    ]


def test_d_mor_1_whose_hit_points_nobody_knows_is_at_half_only_when_it_is_said() -> None:
    """Wounds alone tell no half of an unknown whole; one of a single hit point is whole or dead."""
    keeper = dungeon("foes ogre 1 hd 4", "foes rat 1 hd 1 hp 1", "fight")
    keeper.do("hurt ogre 9")
    assert nerves(keeper, "round", STANDS) == []
    keeper.do("half ogre")
    assert nerves(keeper, "round", "13", STANDS) == [("ogre", "alone-at-half", True)]


def test_d_mor_1_when_the_last_enemy_breaks_the_next_round_waits_to_be_asked_for_again() -> None:
    keeper = dungeon("foes ogre 1 hd 4", "fight")
    keeper.do("round", STANDS)
    keeper.do("half ogre")
    was = keeper.now + Duration(60_000)
    assert keeper.told("round", "20") == [
        "round 1: 1 round",
        "morale of ogre 20 under 14 (alone, and at half its health or less): breaks: flees or gives up",
        "round 1 is over: no enemy is left who fights",
    ]
    assert keeper.now == was
    assert nerves(keeper, "round", STANDS) == []


def test_d_mor_1_half_its_health_can_be_said_where_hit_points_are_not_kept() -> None:
    keeper = dungeon("foes ogre 1 hd 4", "foes goblins 2 hd 1", "foes bear 1 hd 5 hp 30", "fight")
    assert keeper.told("half ogre") == ["ogre is hurt, at half health or less"]
    assert keeper.refused("half goblins").code == "not-alone"
    assert keeper.refused("half bear").code == "kept"
    assert keep("party Varda", "foes ogre 1").refused("half ogre").code == "no-half"
    keeper.do("round", STANDS)
    assert nerves(keeper, "round", "1", STANDS) == [("ogre", "alone-at-half", True)]
    assert nerves(keeper, "round", STANDS) == []
    keeper.do("hurt ogre 2")
    assert nerves(keeper, "round", "1", STANDS) == [("ogre", "alone-at-half", True)]


def test_d_mor_1_a_group_is_tested_as_each_round_ends_in_which_one_of_them_dies() -> None:
    keeper = dungeon("foes goblins 5 hd 1", "fight")
    keeper.do("round", STANDS)
    assert nerves(keeper, "kill 1 goblins") == []
    assert nerves(keeper, "kill 1 goblins") == []
    assert nerves(keeper, "round", "10", STANDS) == [("goblins", "death-in-round", True)]
    # One who is only down is no death.
    assert nerves(keeper, "down 1 goblins") == []
    assert nerves(keeper, "round", STANDS) == []
    keeper.do("kill 1 goblins")
    assert nerves(keeper, "round", "11") == [("goblins", "death-in-round", False)]


def test_d_mor_1_the_last_of_a_group_is_alone_from_then_on() -> None:
    keeper = dungeon("foes goblins 2 hd 1 hp 4", "fight")
    keeper.do("round", STANDS)
    keeper.do("hurt goblin 2 2")
    keeper.do("kill goblin 1")
    # Both are so of this round, and it is tested once.
    assert len(nerves(keeper, "round", "5", STANDS)) == 1
    keeper.do("hurt goblin 2 1")
    assert nerves(keeper, "round", "5", STANDS) == [("goblins", "alone-at-half", True)]


def test_d_mor_1_hirelings_are_tested_as_a_round_ends_in_which_one_of_the_party_died() -> None:
    keeper = keep(
        "party Anna agility 10; Bert agility 10", "hire Cora agility 10 level 1", rules="dungeon-game"
    )
    keeper.do("fight enemies")
    keeper.do("round", "11", "11", "11")
    assert nerves(keeper, "kill Bert") == []
    assert nerves(keeper, "round", "10", "11", "11") == [("Cora", "death-in-round", True)]
    keeper.do("kill Anna")
    assert nerves(keeper, "round", "11") == [("Cora", "death-in-round", False)]


# Coming and going


def test_the_fleeing_are_no_casualties_and_flee_by_number_or_so_many_or_all() -> None:
    keeper = keep("party Varda wisdom 10", "foes goblins 6 morale 7")
    assert keeper.told("flee goblins 2") == ["2 of goblins flee"]
    assert keeper.told("flee goblin 6") == ["goblin 6 flees"]
    assert keeper.told("flee 1 goblins") == ["1 of goblins flees"]
    assert fights.side_said(side(keeper)) == "goblins: 2 of 6 standing, 4 fled (1-3, 6), morale 7"
    assert keeper.refused("flee goblin 6").code == "out"
    assert keeper.refused("flee goblins 3").code == "number"
    # Half of six would be three: one dead and four fled are not.
    assert nerves(keeper, "kill goblin 4", "2") == [("goblins", "first-death", True)]
    keeper.do("flee goblins")
    assert side(keeper).standing == 0
    assert keeper.refused("flee goblins").code == "number"
    assert keeper.refused("flee trolls").code == "unknown-side"
    assert keeper.refused("flee Varda").code == "no-fight"


def test_more_of_a_side_are_numbered_on_and_act_when_it_does() -> None:
    keeper = dungeon("foes goblins 2 hd 1", "fight")
    keeper.do("round", STANDS)
    assert keeper.told("more goblins 3") == ["3 more goblins: 5 in all"]
    assert keeper.told("kill goblin 5") == ["goblin 5 dead"]
    keeper.do("done goblins")
    assert acting(keeper) == ("Anna",)
    assert keeper.refused("more trolls 2").code == "unknown-side"
    assert keeper.refused("more goblins 9999").code == "number"


def test_the_summoned_act_with_their_friend_and_vanish() -> None:
    keeper = dungeon("foes ghouls 2 hd 2", "fight")
    keeper.do("round", STANDS)
    assert keeper.told("summon wolves 2 hp 5 for Anna") == ["summoned by Anna: 2 wolves, 5 hp each"]
    assert keeper.told("summon bones 4 for ghouls") == ["summoned by ghouls: 4 bones"]
    assert keeper.refused("done wolves").code == "turn"
    keeper.do("round", STANDS)
    assert acting(keeper) == ("ghouls", "bones", "Anna", "wolves")
    keeper.do("kill Anna")
    keeper.do("round")
    # Their friend is gone: they act at the end, by themselves.
    assert acting(keeper) == ("ghouls", "bones", "wolves")
    assert keeper.told("vanish wolves") == ["wolves vanish"]
    assert acting(keeper) == ("ghouls", "bones")
    assert keeper.refused("vanish wolves").code == "unknown-side"
    assert keeper.refused("vanish bone 2").code == "which"
    assert keeper.refused("summon ghouls 2").code == "twice"
    assert keeper.refused("summon imps 2 for Zed").code == "unknown-name"


def test_those_whom_the_party_summoned_throw_with_it_and_face_no_morale() -> None:
    keeper = keep("party Mira elf", "foes ghouls 2 morale 7", "summon wolves 2", "fight", rules="cresthaven")
    keeper.do("round", "2", "5")
    assert acting(keeper) == ("ghouls", "Mira", "wolves")
    assert nerves(keeper, "kill wolf 1") == []


@pytest.mark.parametrize(
    "said,code",
    [
        ("foes goblins 10001", "number"),
        ("foes goblins 6 hp 1000001", "hit-points"),
        ("foes goblins 6 hp -1", "hit-points"),
        ("foes party 6", "twice"),
        ("foes enemies 6", "twice"),
        ("down 2 trolls", "unknown-side"),
    ],
)
def test_sides_that_cannot_be_are_refused(said: str, code: str) -> None:
    assert keep("party Varda").refused(said).code == code


def test_ten_thousand_of_one_kind_are_one_side_and_act_as_one() -> None:
    keeper = dungeon(f"foes goblins {MOST_OF_A_SIDE} hd 1 hp 4", "fight")
    keeper.do("round", STANDS)
    keeper.do("kill 5000 goblins")
    keeper.do("hurt goblin 10000 2")
    keeper.do("done goblin 9999")
    keeper.do("done goblins")
    assert acting(keeper) == ("Anna",)
    assert side(keeper).fallen[0].last == MOST_OF_A_SIDE // 2
    assert len(side(keeper).fallen) == 1


@pytest.mark.parametrize("said", ["foes ogre 1 hd 4 hp 20 morale 9", "foes orcs 6 morale 7 hd 1"])
def test_what_is_written_of_a_side_in_another_order_is_no_name_of_it(said: str) -> None:
    """Nine of a side called `ogre 1 hd 4 hp 20` would come up against nobody's wish.

    In the words of the form itself it is one order; said freely, any will do.
    """
    keeper = dungeon()
    with pytest.raises(SpeechError):
        keeper.do(said)
    keeper.do('foes "guards of gate 2" 3 hp 4')  # a number in a name stands in quotes
    assert side(keeper, "guards of gate 2").count == 3


def test_hit_dice_in_a_game_without_them_are_refused_with_the_same_numbers() -> None:
    refusal = keep("party Varda").refused("foes trolls 3 hd 4 morale 9 hp 17")
    assert (refusal.code, refusal.hint) == ("hit-dice", "foes trolls 3 morale 9 hp 17")


def test_names_in_the_plural_mean_the_one_of_a_number_where_only_one_can_be_meant() -> None:
    keeper = keep("party Varda wisdom 12", "foes goblins 3 hp 6")
    keeper.do("hurt goblins 3 4")
    assert [one.number for one in of_kind(keeper.events, FoeHurt)] == [3]
    assert keeper.refused("hurt goblins 4 1").code == "number"
    keeper.do("heal goblins 3 2")


def test_one_of_a_side_is_told_in_the_singular() -> None:
    assert keep("party Varda").told("foes goblins 1 morale 7") == ["faced: 1 goblin, morale 7"]
    assert keep("party Varda").told("foes wolves 2") == ["faced: 2 wolves"]
    keeper = keep("party Varda", "enter dungeon B", "enter room", "next encounter is rats")
    told = keeper.told("wait 1 turn", "2")
    assert "encounter: rats enter" in told


@pytest.mark.parametrize("does", ["flee", "surrender"])
def test_of_several_one_who_leaves_is_named_and_the_last_goes_without_saying(does: str) -> None:
    keeper = dungeon("foes goblins 3 hd 1")
    assert keeper.refused(f"{does} goblin").code == "which"
    keeper.do("kill 2 goblins")
    assert keeper.told(f"{does} goblin") == [f"1 of goblins {does}s"]


def test_all_enemies_flee_of_whatever_side_they_are() -> None:
    keeper = dungeon("foes goblins 3 hd 1", "foes wolves 2 hd 2")
    keeper.do("kill 1 goblin")
    assert keeper.told("flee enemies") == ["2 of goblins flee", "2 of wolves flee"]
    assert keeper.refused("flee enemies").code == "number"

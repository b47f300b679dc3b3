"""Kinds of creatures: written down, learnt by facing them, and what fills in those who are faced."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.play.keeper import CALM, Keeper, book_of, keep
from tests.play.strategies import creatures
from turnkeeper.play.dungeon.creatures import CreaturesWritten, known, learnt
from turnkeeper.play.fight.sides import Side
from turnkeeper.play.kernel.introducing.creatures import Creature, read_creatures, say_creatures


def glog(*said: str) -> Keeper:
    return keep("party Varda wisdom 12", *said)


def side(keeper: Keeper, name: str = "goblins") -> Side:
    return next(one for one in keeper.state.sides if one.name == name)


@pytest.mark.slow
@given(st.lists(creatures(), min_size=1, max_size=4).map(tuple))
def test_what_is_written_down_is_read_again_as_it_was(kinds: tuple[Creature, ...]) -> None:
    assert read_creatures(say_creatures(kinds, book_of()), book_of()) == kinds


@pytest.mark.slow
@given(st.lists(creatures(), max_size=6))
def test_a_kind_is_known_once_and_the_one_learnt_last_stands_last(kinds: list[Creature]) -> None:
    there: tuple[Creature, ...] = ()
    for one in kinds:
        there = learnt(there, one)
        assert there[-1].name == one.name
    names = [one.name.casefold() for one in there]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    "said, wrong",
    [
        ("creature goblin hp many", "neither a number from 1 nor dice"),
        ("creature goblin hp 0", "neither a number"),
        ("creature hp 4", "begins with its name"),
        ("creature goblin morale high", "wants a whole number"),
        ("creature goblin initiative 8", "wants a die"),
        ("creature goblin note", "wants 1 to 300 letters"),
    ],
)
def test_what_cannot_be_read_of_a_kind_is_said(said: str, wrong: str) -> None:
    text = said.removeprefix("creature ")
    with pytest.raises(ValueError, match=wrong):
        read_creatures(text, book_of())


def test_only_the_referee_is_told_what_was_written_down() -> None:
    (written,) = glog().do("creature goblin hp 1d8-1 note hates light")
    assert isinstance(written, CreaturesWritten)
    assert written.seen_by == "referee"


def test_those_who_are_faced_are_as_they_are_known() -> None:
    keeper = glog("creature goblin hp 3 morale 7", "foes goblins 6")
    assert (side(keeper).hp, side(keeper).morale) == (3, 7)


def test_what_is_said_of_those_who_are_faced_goes_before_what_is_known() -> None:
    keeper = glog("creature goblin hp 3 morale 7", "foes goblins 6 morale 9 hp 5")
    assert (side(keeper).hp, side(keeper).morale) == (5, 9)
    # And is what is known of them from now on.
    assert known(keeper.state, "Goblin") == Creature("goblins", 6, 5, morale=9)


def test_a_score_that_is_none_under_these_rules_is_not_filled_in() -> None:
    """Morale is 2 to 12 (G-MOR-2): a list of another game may hold other scores."""
    assert side(glog("creature goblin morale 20", "foes goblins 2")).morale is None


def test_a_die_by_which_nobody_throws_here_is_not_filled_in() -> None:
    """A first turn is thrown with a d10 or a smaller die (Q-INIT-1), such as a d8."""
    said = "creature imp initiative d20; ghoul initiative d8"
    keeper = keep("party Kim", said, "foes imps 2", "foes ghouls 2", rules="quest-of-destiny")
    assert [one.initiative for one in keeper.state.sides] == ["", "d8"]
    keeper.do("more imps 1")
    assert keeper.refused("foes bats 2 initiative d20").code == "initiative"


def test_what_no_rule_here_reads_is_kept_beside_and_not_filled_in() -> None:
    keeper = glog("creature goblin order 9 initiative d8", "foes goblins 2")
    assert (side(keeper).order, side(keeper).initiative) == (0, "")
    assert (
        keep("party Kim", "creature goblin order 9", "foes goblins 2", rules="quest-of-destiny")
        .state.sides[0]
        .order
        == 9
    )


def test_hit_dice_that_are_known_give_morale_where_they_do_so() -> None:
    """Morale is 10 and the hit dice (D-MOR-1)."""
    keeper = keep("party Anna agility 10", "creature ogre hd 4", "foes ogre 1", rules="dungeon-game")
    assert side(keeper, "ogre").morale == 14


def test_how_many_there_are_and_the_hit_points_of_each_are_thrown_for() -> None:
    keeper = glog()
    # 2 + 1 are three; 8 - 1 and 4 - 1 are 7 and 3, and 1 - 1 is still 1.
    keeper.do("foes goblins 2d4 hp 1d8-1", "2+1", "8", "4", "1")
    goblins = side(keeper)
    assert (goblins.count, goblins.each, goblins.hp) == (3, (7, 3, 1), 0)
    assert [goblins.most(number) for number in (1, 2, 3, 4)] == [7, 3, 1, 0]
    assert keeper.told("hurt goblin 2 3") == ["goblin 2 loses 3 hp, has 0", "goblin 2 dead"]


def test_the_dice_are_known_and_not_what_they_came_to() -> None:
    keeper = glog()
    keeper.do("foes goblins 2d4 hp 1d8-1", "1+1", "8", "4")
    assert known(keeper.state, "goblins") == Creature("goblins", "2d4", "1d8-1")


def test_more_of_those_who_have_hit_points_each_throw_for_theirs() -> None:
    keeper = glog()
    keeper.do("foes goblins 2 hp 1d8-1", "8", "4")
    keeper.do("more goblins 1", "6")
    assert side(keeper).each == (7, 3, 5)


def test_dice_are_asked_for_one_by_one_by_name() -> None:
    keeper = glog()
    assert keeper.needs("foes goblins 2d4 hp 1d8-1").name == "number of goblins"
    assert keeper.needs("foes goblins 2d4 hp 1d8-1", "1+1", "3").name == "hit points of goblin 2"


def test_so_many_foes_that_nobody_would_throw_for_them_are_given_a_number() -> None:
    assert glog().refused("foes rats 101 hp 1d4").code == "number"
    assert glog().refused("foes rats 10001").code == "number"


def test_a_fight_fills_in_those_it_is_against() -> None:
    keeper = glog("creature goblin hp 4 morale 7")
    keeper.do("fight 6 goblins", dice=CALM)
    assert (side(keeper).count, side(keeper).hp, side(keeper).morale) == (6, 4, 7)


def test_an_encounter_and_its_number_are_one_command() -> None:
    keeper = glog("enter dungeon Barrow")
    keeper.do("meet 6 goblins", "4+4")
    assert [(one.what, one.feet) for one in keeper.state.meetings] == [("goblins", 80)]
    assert side(keeper).count == 6
    assert keeper.refused("meet 3 goblins").code == "twice"


def test_of_several_without_a_name_the_one_that_is_said_is_named() -> None:
    keeper = glog("enter dungeon Barrow")
    for _ in range(3):
        keeper.do("meet something", "4+4")
    keeper.do("foes rats 3 met as something 2")
    assert [one.what for one in keeper.state.meetings] == ["something", "rats", "something 3"]
    assert keeper.refused("foes bats 3 met as something 2").code == "unknown-encounter"


def test_who_is_parted_from_is_faced_no_longer_and_can_be_met_again() -> None:
    keeper = glog("enter dungeon Barrow")
    keeper.do("meet 6 goblins", "4+4")
    keeper.do("part")
    assert keeper.state.sides == ()
    keeper.do("meet 2 goblins", "4+4")
    assert side(keeper).count == 2


def test_who_fights_on_is_not_forgotten_when_something_else_is_parted_from() -> None:
    keeper = glog("enter dungeon Barrow")
    keeper.do("meet 6 goblins", "4+4")
    keeper.do("meet something", "4+4")
    keeper.do("part from something")
    assert [one.name for one in keeper.state.sides] == ["goblins"]


def test_a_clock_set_back_forgets_no_kind() -> None:
    keeper = glog("wait 1 h")
    keeper.do("creature goblin hp 3")
    keeper.do("rule clock day 1 00:10")
    assert known(keeper.state, "goblin") == Creature("goblin", 0, 3)

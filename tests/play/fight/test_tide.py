"""The Tide of Battle: where it begins, what is proposed and when, and whom it favours."""

from __future__ import annotations

import pytest

from tests.play.keeper import CALM, Keeper, house_rules, keep, of_kind
from tests.play.segments import QUEST, fought
from turnkeeper.play.fight.tide import TideBegan, TideNow, TideProposed, say

LONE = "party Varda morale 3 hp 5/5"


def tide_of(keeper: Keeper) -> TideNow:
    assert keeper.state.tide is not None
    return keeper.state.tide


def proposed(keeper: Keeper) -> list[tuple[str, str]]:
    return [(each.moment, each.favours) for each in tide_of(keeper).proposed]


def begun(party: str, *foes: str) -> Keeper:
    """Return a fight of these; everybody's first turn is at 1."""
    keeper = keep(party, *(f"foes {one}" for one in foes), rules=QUEST)
    people = len(keeper.state.party.able) + sum(side.standing for side in keeper.state.sides)
    keeper.do("fight", *("1",) * people, dice=CALM)
    return keeper


# --- the beginning


@pytest.mark.parametrize(
    "party, foes, value, said",
    [
        ("Varda morale 3; Orlo morale 1", ("goblins 2 morale 2",), 1, "+1 for the party"),
        ("Varda morale 1", ("goblins 1 morale 0", "ogre 1 morale 4"), -3, "+3 for the enemies"),
        ("Varda morale 2", ("ogre 1 morale 2",), 0, "even"),
        # Charisma 21 is 3 and level 21 adds 2; a foe without any counts as 0 (Q-MOR-1).
        ("Varda charisma 21 level 21; Orlo charisma 6", ("ogre 1",), 5, "+5 for the party"),
    ],
)
def test_it_begins_at_the_difference_of_the_highest_morale_on_each_side(
    party: str, foes: tuple[str, ...], value: int, said: str
) -> None:
    """Q-TIDE-1, Q-TIDE-2: above 0 it is the party's bonus, below 0 that of the enemies; there is no cap."""
    keeper = begun(f"party {party}", *foes)
    (began,) = of_kind(keeper.events, TideBegan)
    assert began.value == tide_of(keeper).value == value
    assert say(value) == said


def test_the_bonus_is_said_for_whom_it_favours() -> None:
    """Q-TIDE-1: one signed number: +2, +1, even, and then it is the enemies'."""
    keeper = begun("party Varda morale 2", "ogre 1")
    assert keeper.told("tide -1") == ["the Tide shifts: +1 for the party"]
    assert keeper.told("tide -1") == ["the Tide shifts: even"]
    assert keeper.told("tide -1") == ["the Tide shifts: +1 for the enemies"]
    assert keeper.refused("tide +0").code == "number"
    assert keeper.refused("tide +5000").code == "number"


def test_there_is_no_tide_without_a_fight() -> None:
    keeper = keep("party Varda", rules=QUEST)
    keeper.do("count", "1")
    for said in ("tide +1", "tide yes", "leader Varda"):
        assert keeper.refused(said).code == "no-tide"
    keeper = begun(LONE, "ogre 1")
    keeper.do("end fight")
    assert keeper.state.tide is None


# --- what is proposed


def test_two_to_one_at_the_start_is_proposed_for_the_many() -> None:
    """Q-TIDE-3."""
    assert proposed(begun("party Varda; Orlo", "goblins 4")) == [("outnumbered", "enemies")]
    assert proposed(begun("party Varda; Orlo", "ogre 1")) == [("outnumbered", "party")]
    assert proposed(begun("party Varda; Orlo", "goblins 3")) == []


def test_the_dead_of_earlier_are_none_of_those_who_fight() -> None:
    """Two of four are dead before it begins: 2 against 4 are outnumbered, and nobody has fallen in it yet."""
    keeper = keep("party Varda; Orlo; Sefa; Bram", "kill Sefa", "kill Bram", "foes goblins 4", rules=QUEST)
    keeper.do("fight", *"111111", dice=CALM)
    assert proposed(keeper) == [("outnumbered", "enemies")]
    keeper.do("kill Varda")
    # The first of two is half of them as well: one fall, one step.
    assert proposed(keeper)[1:] == [("half-down", "enemies")]


def test_one_fall_proposes_one_step_and_none_when_the_fight_is_won() -> None:
    """Q-TIDE-3: an ogre that leads is the first, the half and the leader at once; the last one is the end."""
    keeper = begun("party Varda; Orlo", "ogre 1", "goblins 1")
    keeper.do("leader ogre")
    keeper.do("kill ogre")
    assert proposed(keeper) == [("leader-falls", "party")]
    keeper.do("kill goblins")
    assert proposed(keeper) == [("leader-falls", "party")]
    keeper = begun("party Varda; Orlo; Sefa", "ogre 1")
    before = proposed(keeper)
    keeper.do("kill ogre")
    assert proposed(keeper) == before


def test_none_is_proposed_when_all_of_the_party_are_down() -> None:
    keeper = begun("party Varda hp 3/3", "ogre 1")
    keeper.do("hurt Varda 3")
    assert proposed(keeper) == []


def test_the_first_who_is_down_and_half_of_them_are_proposed_once_each() -> None:
    """Q-TIDE-3: of 4 goblins the first, then with the second the half; the third is no moment."""
    keeper = begun("party Varda; Orlo; Sefa", "goblins 4")
    keeper.do("down goblin 1")
    assert proposed(keeper) == [("first-down", "party")]
    keeper.do("kill goblin 1")
    assert len(proposed(keeper)) == 1
    keeper.do("kill goblin 2")
    assert proposed(keeper) == [("first-down", "party"), ("half-down", "party")]
    keeper.do("kill goblin 3")
    assert len(proposed(keeper)) == 2


def test_a_member_who_gets_up_and_falls_again_is_no_second_first() -> None:
    keeper = begun("party Varda hp 3/3; Orlo; Sefa", "goblins 3")
    keeper.do("hurt Varda 3")
    keeper.do("heal Varda 3")
    keeper.do("hurt Varda 3")
    assert proposed(keeper) == [("first-down", "enemies")]


@pytest.mark.parametrize("fall", ["kill Varda", "hurt Varda 5"])
def test_the_fall_of_a_leader_of_the_party_is_proposed(fall: str) -> None:
    """Q-TIDE-3."""
    keeper = begun("party Varda hp 5/5; Orlo; Sefa; Bram; Tam", "goblins 4")
    keeper.do("leader Varda")
    assert keeper.refused("leader varda").code == "leader"
    keeper.do(fall)
    assert proposed(keeper) == [("leader-falls", "enemies")]


def test_the_fall_of_a_leader_of_the_enemies_is_proposed_by_number() -> None:
    keeper = begun("party Varda; Orlo; Sefa", "goblins 5")
    assert keeper.refused("leader goblin 99").code == "number"
    keeper.do("leader goblin 3")
    keeper.do("kill goblin 1")
    assert proposed(keeper) == [("first-down", "party")]
    keeper.do("kill goblin 3")
    assert ("leader-falls", "party") in proposed(keeper)


def test_each_time_that_help_comes_it_is_proposed() -> None:
    """Q-TIDE-3: reinforcements, on either side, as often as they come."""
    keeper = begun("party Varda; Orlo", "goblins 3")
    keeper.do("more goblins 1")
    keeper.do("more goblins 1")
    keeper.do("foes wolves 1")
    keeper.do("hire Bram")
    assert proposed(keeper) == [("reinforcements", "enemies")] * 3 + [("reinforcements", "party")]


def test_a_total_surprise_of_a_whole_side_is_proposed_for_the_other() -> None:
    """Q-TIDE-3; of one of them alone it is not."""
    keeper = begun("party Varda; Orlo", "goblins 3")
    keeper.do("surprise goblin 1 totally")
    keeper.do("surprise Varda totally")
    assert proposed(keeper) == []
    keeper.do("surprise goblins totally")
    assert proposed(keeper) == [("totally-surprised", "party")]


def test_in_a_rule_set_that_names_fewer_moments_no_other_is_proposed() -> None:
    book = house_rules('[fight.tide]\nshifts = ["leader-falls"]\n', QUEST)
    keeper = keep("party Varda; Orlo", "foes goblins 4", rules=book)
    keeper.do("fight", *"111111", dice=CALM)
    keeper.do("kill 2 goblins")
    keeper.do("more goblins 3")
    assert proposed(keeper) == []


# --- the answer


def test_a_proposal_shifts_it_one_step_when_the_referee_says_yes() -> None:
    """Q-TIDE-2: a step; whoever answers means what was proposed last, which is what they were shown."""
    keeper = begun("party Varda morale 1; Orlo", "goblins 4")
    keeper.do("down 1 goblins")
    keeper.do("down 1 goblins")
    assert proposed(keeper) == [("outnumbered", "enemies"), ("first-down", "party"), ("half-down", "party")]
    half, first = "half of the enemies is down", "the first of the enemies is down"
    assert keeper.told("tide yes") == [f"the Tide shifts: +2 for the party ({half})"]
    assert keeper.told("tide no") == [f"the Tide does not shift for the party ({first})"]
    outnumbered = "the party are outnumbered two to one"
    assert keeper.told("tide yes") == [f"the Tide shifts: +1 for the party ({outnumbered})"]
    assert tide_of(keeper).value == 1
    assert keeper.refused("tide yes").hint == "tide +1"


def test_an_earlier_proposal_is_answered_by_its_moment() -> None:
    """Q-TIDE-2: two to one against the party is still open when the first goblin falls."""
    keeper = begun("party Varda; Orlo", "goblins 4")
    keeper.do("down 1 goblins")
    assert keeper.refused("tide yes half down").hint == "tide yes first down"
    keeper.do("tide yes outnumbered")
    assert tide_of(keeper).value == -1
    assert proposed(keeper) == [("first-down", "party")]
    keeper.do("tide no First-Down")
    assert (tide_of(keeper).value, proposed(keeper)) == (-1, [])


def test_a_proposal_is_for_the_eyes_of_the_referee() -> None:
    keeper = begun(LONE, "goblins 2")
    assert [each.seen_by for each in of_kind(keeper.events, TideProposed)] == ["referee"]


def test_without_any_enemy_named_nothing_is_outnumbered() -> None:
    keeper = keep("party Varda; Orlo", rules=QUEST)
    keeper.do("fight enemies", "1", "1", dice=CALM)
    assert proposed(keeper) == []


def test_the_tide_says_in_words_what_is_proposed() -> None:
    keeper = fought(1, 2, 3)
    assert keeper.told("kill goblin 1")[1:] == [
        "the Tide would shift for the party: half of the enemies is down",
    ]

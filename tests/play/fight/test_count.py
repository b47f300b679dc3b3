"""The segment count: who acts at which segment, in which order, and at which instant of the clock."""

from __future__ import annotations

import pytest

from tests.play.keeper import CALM, ByName, house_rules, keep, of_kind
from tests.play.segments import QUEST, SEGMENT, acts, count_of, counted, due, fought, one, up
from turnkeeper.chance.throws import Answer, Throw, from_text
from turnkeeper.play.clock.timers import TimerEnded
from turnkeeper.play.fight.count import Activated, CountEnded, FighterLeft
from turnkeeper.play.fight.counting import Count, Fighter
from turnkeeper.play.fight.fight import FightEnded
from turnkeeper.play.fight.joining import CountBegan
from turnkeeper.time import Instant

# --- beginning


def test_each_throws_a_d10_or_a_smaller_die_for_the_segment_of_their_first_turn() -> None:
    """Q-INIT-1: 1d10, by feats a d8, d6 or d4."""
    keeper = keep(
        "party Varda; Orlo initiative d6; Sefa initiative d4", "foes imps 1 initiative d8", rules=QUEST
    )
    assert keeper.needs("fight").dice == "1d10"
    assert keeper.needs("fight", "7").dice == "1d6"
    assert keeper.needs("fight", "7", "5").dice == "1d4"
    assert keeper.needs("fight", "7", "5", "4").dice == "1d8"
    keeper.do("fight", "7", "5", "4", "8")
    assert [due(keeper, name) for name in ("Varda", "Orlo", "Sefa", "imps")] == [
        (1, 7),
        (1, 5),
        (1, 4),
        (1, 8),
    ]


def test_the_initiative_order_is_half_of_two_attributes_and_the_level_modifier() -> None:
    """Q-INIT-5: (15 + 12) / 2 is 13 rounded down, and 2 by level make 15; what is written counts instead."""
    keeper = keep(
        "party Varda dexterity 15 intelligence 12 modifier 2; Orlo dexterity 15 intelligence 12 order 3",
        rules=QUEST,
    )
    keeper.do("count", "1", "1")
    assert [one(keeper, name).order for name in ("Varda", "Orlo")] == [15, 3]


def test_the_same_segment_goes_by_initiative_order_the_highest_first() -> None:
    """Q-INIT-4."""
    keeper = counted(("Varda", 9, 4), ("Orlo", 14, 4), ("Sefa", 11, 4))
    assert acts(keeper, "act for 5", "act for 5", "act for 5") == ["Orlo", "Sefa", "Varda"]


def test_orders_may_be_below_0_and_equals_stand_as_they_entered() -> None:
    """Q-INIT-4: highest Initiative Order first; the order of entry only says who is named first."""
    among = [(order, number) for number, order in enumerate((0, -2, 5, -2, 5, 0))]
    count = Count()
    for order, number in among:
        count = count.set(Fighter(number, f"wolf {number}", "wolves", order, 4, 4))
    assert [(each.order, each.id) for each in count.in_order()] == [
        (5, 2), (5, 4), (0, 0), (0, 5), (-2, 1), (-2, 3),
    ]  # fmt: skip


def test_a_recovery_of_nothing_acts_again_at_once_before_whoever_comes_after() -> None:
    """Where house rules let an action cost nothing."""
    free = house_rules("[fight.order]\nleast = 0\n", QUEST)
    keeper = counted(("Varda", 12, 1), ("Orlo", 10, 1), rules=free)
    said = ("act for 0", "act for 0", "act for 5", "act for 5")
    assert acts(keeper, *said) == ["Varda", "Varda", "Varda", "Orlo"]


@pytest.mark.parametrize("first, then", [("Varda", "Orlo"), ("Orlo", "Varda")])
def test_equals_in_both_act_at_once_and_may_be_said_in_either_order(first: str, then: str) -> None:
    """Q-INIT-4: truly simultaneous, so neither waits for the other; the instant is the same."""
    keeper = counted(("Varda", 12, 4), ("Orlo", 12, 4), ("Sefa", 5, 4))
    assert up(keeper) == ["Varda", "Orlo"]
    keeper.do(f"act dagger by {first}")
    at = keeper.now
    assert up(keeper) == [then]
    keeper.do(f"act dagger by {then}")
    assert keeper.now == at
    assert up(keeper) == ["Sefa"]
    assert due(keeper, "Varda") == due(keeper, "Orlo") == (1, 10)


def test_a_segment_ends_only_when_all_with_a_turn_in_it_have_acted() -> None:
    """Q-INIT-3: who comes back into the same round still acts in the order of segments."""
    keeper = counted(("Varda", 9, 3), ("Orlo", 14, 3), ("Sefa", 1, 4))
    assert acts(keeper, "act draw", "act dagger", "act dagger", "act dagger") == [
        "Orlo",
        "Varda",
        "Orlo",
        "Sefa",
    ]


# --- recovery


def test_a_dagger_used_at_6_brings_the_next_turn_at_2_of_the_next_round() -> None:
    """Q-REC-1, Q-REC-2: 6 + 6 = 12, which is segment 2 of round 2."""
    keeper = counted(("Varda", 12, 6))
    assert keeper.told("act dagger") == [
        "round 1 segment 6, Varda: dagger, recovery 6, next at round 2 segment 2"
    ]
    assert due(keeper, "Varda") == (2, 2)


@pytest.mark.parametrize(
    "begun, recovery, number, segment",
    [
        (1, 1, 1, 2),
        (3, 7, 1, 10),
        (4, 7, 2, 1),
        (10, 10, 2, 10),
        (10, 11, 3, 1),
        (5, 30, 4, 5),
        (10, 1000, 101, 10),
    ],
)
def test_what_is_over_ten_carries_into_the_rounds_after(
    begun: int, recovery: int, number: int, segment: int
) -> None:
    """Q-REC-1: ten is subtracted as often as needed."""
    keeper = counted(("Varda", 12, begun))
    keeper.do(f"act for {recovery}")
    assert due(keeper, "Varda") == (number, segment)


@pytest.mark.parametrize(
    "what, recovery",
    [
        ("dagger", 6), ("long sword", 7), ("unarmed", 5), ("knife", 6), ("sword", 7), ("staff", 7),
        ("two-handed", 9), ("bow", 8), ("crossbow", 10), ("draw", 1), ("drink potion", 1), ("turn key", 5),
        ("push", 5), ("bind", 10), ("unpack", 10),
    ],
)  # fmt: skip
def test_each_named_action_costs_what_the_rules_say(what: str, recovery: int) -> None:
    """Q-REC-2, Q-REC-4: from segment 1, the next turn is as many segments later."""
    keeper = counted(("Varda", 12, 1))
    keeper.do(f"act {what}")
    assert one(keeper, "Varda").due == 1 + recovery


# --- the clock


def test_ten_segments_are_exactly_fourteen_and_four_tenths_of_a_second() -> None:
    """Q-TIME-2: a segment is 1.44 s; segment 1 begins with the count, segment 11 is 14.4 s later."""
    keeper = counted(("Varda", 12, 1))
    began = keeper.now
    keeper.do("act for 10")
    assert keeper.now == began
    keeper.do("act for 10")
    assert (keeper.now - began).ms == 14_400
    for _ in range(98):
        keeper.do("act")
    # Turn 100 is at segment 991: 990 x 1.44 s = 1,425.6 s, with nothing lost on the way.
    assert (keeper.now - began).ms == 990 * SEGMENT == 1_425_600


def test_whatever_falls_due_on_the_way_does_so_at_its_own_instant() -> None:
    """A timer of 5 s begun with the count is over after 5 s, between segments 4 (4.32 s) and 5 (5.76 s)."""
    keeper = counted(("Varda", 12, 1), ("Orlo", 10, 9))
    keeper.do("timer oil 5 s")
    keeper.do("act for 9")
    (over,) = of_kind(keeper.do("act dagger by Orlo"), TimerEnded)
    assert over.at == Instant(5_000) == keeper.now
    keeper.do("act dagger by Orlo")
    assert keeper.now == Instant(8 * SEGMENT)


def test_the_count_stops_first_where_something_ends_and_stands_there() -> None:
    """Q-TIME-3: a poison of 5 segments begun at 1 is over as 6 begins, before its victim's turn at 10.

    What is done then counts from 6: a latecomer who throws 3 comes at 9.
    """
    keeper = counted(("Varda", 12, 1), ("Orlo", 10, 10))
    keeper.do("timer poison 5 segments for Orlo")
    keeper.do("act for 20")
    assert keeper.told("act dagger by Orlo") == [
        "timer poison (Orlo) is over",
        "the count stands at round 1 segment 6, before the turn at round 1 segment 10",
    ]
    assert (count_of(keeper).segment, due(keeper, "Orlo")) == (6, (1, 10))
    keeper.do("party Sefa")
    keeper.do("join count Sefa", "3")
    assert due(keeper, "Sefa") == (1, 9)


def test_what_ends_as_a_segment_begins_ends_before_the_turn_in_it() -> None:
    """Three segments from the start are over as segment 4 begins, and Varda knows it before she acts."""
    keeper = counted(("Varda", 12, 4))
    keeper.do("timer sleep 3 segments for Varda")
    assert keeper.told("act dagger")[0] == "timer sleep (Varda) is over"
    assert not one(keeper, "Varda").acted
    assert keeper.told("act dagger") == [
        "round 1 segment 4, Varda: dagger, recovery 6, next at round 1 segment 10"
    ]


def test_a_held_breath_is_counted_without_enemies_and_ends_at_its_own_segment() -> None:
    """Q-TIME-3: 30 segments from the start are over at 43.2 s, as segment 31 begins."""
    keeper = counted(("Varda", 12, 1))
    keeper.do("timer breath 30 segments for Varda")
    ended: list[TimerEnded] = []
    turns = 0
    while not ended:
        ended += of_kind(keeper.do("act for 4"), TimerEnded)
        turns += 1
    # Turns at 1, 5, 9 ... 29 pass 28 segments; on the way to the ninth, at 33, it is over.
    assert turns == 9
    assert ended[0].at == Instant(30 * SEGMENT) == Instant(43_200) == keeper.now
    assert keeper.told("end count") == ["the count ends at round 4 segment 1"]


def test_while_segments_are_counted_time_passes_with_the_turns_alone() -> None:
    keeper = counted(("Varda", 12, 1))
    for said in ("wait 1 min", "search", "extended rest"):
        assert keeper.refused(said).code == "count"
    assert keeper.refused("count").hint == "act, or end count"


# --- who acts


def test_an_action_out_of_turn_is_told_who_acts_now() -> None:
    keeper = fought(3, 5, 8)
    no = keeper.refused("act dagger by goblin 2")
    assert no.message == "it is not the turn of goblin 2, who acts at round 1 segment 8"
    assert no.hint == "Varda now, at round 1 segment 3"
    assert keeper.refused("act dagger by nobody").code == "unknown-fighter"
    assert keeper.refused("act dagger by globin 1").hint == "did you mean 'goblin 1'?"


def test_an_action_by_the_dead_is_told_who_acts_now() -> None:
    keeper = fought(3, 5, 8)
    keeper.do("kill goblin 1")
    no = keeper.refused("act dagger by goblin 1")
    assert (no.message, no.hint) == ("goblin 1 is dead", "Varda now, at round 1 segment 3")


def test_the_fallen_the_fled_and_the_gone_leave_when_their_turn_comes() -> None:
    keeper = fought(1, 2, 3, 4, 5, foes=("goblins 3", "ogre 1"))
    keeper.do("kill goblin 1")
    keeper.do("flee goblin 2")
    keeper.do("vanish ogre")
    keeper.do("act for 5")
    events = keeper.do("act dagger")
    assert [(left.name, left.why) for left in of_kind(events, FighterLeft)] == [
        ("goblin 1", "dead"), ("goblin 2", "fled"),
    ]  # fmt: skip
    assert of_kind(events, Activated)[0].name == "goblin 3"
    (gone,) = of_kind(keeper.do("act dagger by Varda"), FighterLeft)
    assert (gone.name, gone.why) == ("ogre", "gone")


def test_a_member_who_flees_acts_no_more() -> None:
    keeper = fought(1, 2, 3, party="Varda order 12; Orlo order 1", foes=("ogre 1",))
    keeper.do("flee Varda")
    assert of_kind(keeper.do("act dagger"), Activated)[0].name == "Orlo"
    assert keeper.refused("act dagger by Varda").message == "Varda is fled"


def test_names_with_spaces_and_words_of_the_form_are_said_and_understood() -> None:
    keeper = fought(9, 1, 2, foes=("men at arms 1", "hounds for hire 1"))
    keeper.do("act dagger by men at arms")
    keeper.do('act "sword for two by two" for 9 by "hounds for hire"')
    assert one(keeper, "hounds for hire").what == "sword for two by two"
    assert one(keeper, "hounds for hire").due == 2 + 9


# --- latecomers


def test_latecomers_throw_from_where_the_count_stands() -> None:
    """The sources do not say when they act first: so many segments from now as their die shows."""
    keeper = fought(6, 8, 9)
    keeper.do("act dagger")
    keeper.do("foes wolves 2 order 20")
    assert keeper.told("join count wolves", "3", "1") == [
        "they join the count: wolf 2 at round 1 segment 7, wolf 1 at round 1 segment 9"
    ]
    keeper.do("party Sefa order 2")
    keeper.do("join count Sefa", "10")
    assert due(keeper, "Sefa") == (2, 6)
    assert keeper.refused("join count wolves", "1").code == "there"
    no = keeper.refused("join count trolls")
    assert (no.code, no.hint) == ("unknown-name", "foes wolves 3")


def test_only_those_join_who_are_not_in_the_count() -> None:
    keeper = fought(1, 2, 3)
    keeper.do("act for 5")
    keeper.do("more goblins 1")
    assert keeper.told("join count goblins", "4") == ["they join the count: goblin 3 at round 1 segment 5"]


def test_whoever_left_and_can_act_again_joins_anew() -> None:
    """One of the same name, as when the dead are made anew: they throw from where the count stands."""
    keeper = keep("party Varda order 12; Orlo order 3 hp 3/3", rules=QUEST)
    keeper.do("count", "1", "4")
    acts(keeper, "act for 5", "act for 2")
    keeper.do("kill Orlo")  # at segment 4
    acts(keeper, "act for 5", "act for 5")  # at 6 and 11; Orlo's turn at 6 has come, and he is out
    assert one(keeper, "Orlo").out == "dead"
    assert keeper.refused("join count Orlo").code == "there"
    keeper.do("dismiss Orlo")
    keeper.do("party Orlo order 3")
    keeper.do("join count Orlo", "2")
    assert due(keeper, "Orlo") == (2, 3)
    assert len(count_of(keeper).fighters) == 2


def test_two_of_one_name_are_refused_and_not_lost() -> None:
    keeper = keep("party Ogre", "foes ogre 1", rules=QUEST)
    no = keeper.refused("fight", "1", "2")
    assert (no.code, no.message) == ("twice", "two in the count would be called ogre")


@pytest.mark.slow
def test_ten_thousand_copies_of_one_monster_are_counted_by_number() -> None:
    keeper = keep("party Varda order 12", "foes goblins 10000", rules=QUEST)
    dice = ByName({**CALM.faces, "initiative of Varda": "2"}, then=_Always("1"))
    (began,) = of_kind(keeper.do("fight", dice=dice), CountBegan)
    assert len(began.fighters) == 10_001
    assert up(keeper) == [f"goblin {number}" for number in range(1, 10_001)]
    keeper.do("act for 8 by goblin 10000")
    assert due(keeper, "goblin 10000") == (1, 9)
    assert keeper.refused("act by goblin 10001").code == "unknown-fighter"


@pytest.mark.slow
def test_more_than_a_count_holds_are_refused() -> None:
    keeper = keep("party Varda", "foes goblins 10000", "foes orcs 10000", rules=QUEST)
    assert keeper.refused("fight", "1").message == "a count has at most 20,000 creatures"


# --- ends and bad input


def test_a_count_with_nobody_in_it_is_refused() -> None:
    keeper = keep(rules=QUEST)
    assert keeper.refused("count").code == "nobody"
    assert keeper.refused("fight").code == "nobody"


def test_a_rule_set_without_segments_refuses_to_count() -> None:
    keeper = keep("party Varda wisdom 12")
    assert keeper.refused("count").hint == "fight, then round"
    assert keeper.refused("act").code == "no-count"


def test_nothing_is_counted_before_a_count_begins() -> None:
    keeper = keep("party Varda", rules=QUEST)
    for said in (
        "act",
        "delay",
        "disrupt Varda",
        "hamper Varda with load over heavy",
        "end count",
        "repeat for 2 rounds",
    ):
        assert keeper.refused(said).hint == "fight, or count without enemies"


def test_when_all_are_gone_nobody_is_left_to_act() -> None:
    keeper = counted(("Varda", 12, 1))
    keeper.do("kill Varda")
    assert keeper.refused("act").code == "nobody"
    keeper.do("end count")
    assert keeper.state.count is None


def test_a_fight_ends_at_the_segment_of_its_last_turn_and_costs_nothing_more() -> None:
    """T22: its segments add up on the clock; 12 segments are 11 x 1.44 s from its beginning."""
    keeper = fought(6, 9, 10)
    acts(keeper, "act dagger", "act dagger", "act dagger", "act dagger")  # 6, 9, 10 and 12
    assert keeper.refused("end count").hint == "end fight"
    assert keeper.refused("round").hint == "act, or repeat for 1 round"
    events = keeper.do("end fight")
    (over,) = of_kind(events, FightEnded)
    assert (over.rounds, over.took.ms) == (2, 11 * SEGMENT)
    assert [ended.segment for ended in of_kind(events, CountEnded)] == [12]
    assert (keeper.now.ms, keeper.state.count, keeper.state.sides) == (11 * SEGMENT, None, ())


# --- the clock ruled


def test_the_clock_set_forward_takes_the_count_along() -> None:
    keeper = counted(("Varda", 12, 1), ("Orlo", 10, 4))
    keeper.do("act for 9")
    keeper.do("rule clock 01:00")
    keeper.do("act for 9 by Orlo")
    assert keeper.now.ms == 3_600_000 + 3 * SEGMENT


def test_the_clock_set_back_gives_the_turns_back_at_their_own_instants() -> None:
    """T2, T23: what was timed runs again, and the count is at the segment where it was."""
    keeper = counted(("Varda", 12, 10))
    keeper.do("timer oil 10 s")
    began = count_of(keeper)
    for _ in range(2):
        keeper.do("act for 5")  # 9 segments: 12.96 s, and the oil is out on the way
    keeper.do("rule clock 00:00:05")
    assert count_of(keeper) == began
    for _ in range(2):
        keeper.do("act for 5")
    assert [over.at.ms for over in of_kind(keeper.events, TimerEnded)] == [10_000, 10_000]
    assert keeper.now.ms == 9 * SEGMENT
    assert due(keeper, "Varda") == (2, 5)


def test_a_clock_set_back_before_the_count_ends_it() -> None:
    keeper = keep("party Varda", "wait 1 h", rules=QUEST, dice=CALM)
    keeper.do("fight enemies", "1")
    keeper.do("rule clock 00:30")
    assert (keeper.state.count, keeper.state.fight, keeper.state.tide) == (None, None, None)


class _Always:
    """A driver that answers any throw with the same face."""

    def __init__(self, face: str) -> None:
        self.face = face

    def answer(self, throw: Throw, _number: int) -> Answer | None:
        return from_text(throw, self.face)


def test_a_fight_does_not_take_the_place_of_a_count_that_goes_on() -> None:
    """Q-TIME-3: whoever is counted would else lose their turns without a word."""
    keeper = counted(("Varda", 12, 4), ("Orlo", 12, 6))
    no = keeper.refused("fight")
    assert (no.message, no.hint) == ("a count is running already", "end count, then fight")
    assert fought(4, 5, 6).refused("fight").hint == "act, or end fight"


def test_who_acts_now_is_told_past_the_fallen_and_without_a_list_of_thousands() -> None:
    keeper = fought(9, 2, 3)
    keeper.do("kill 2 goblins")
    assert keeper.refused("act dagger by goblin 2").hint == "Varda now, at round 1 segment 9"
    many = fought(9, *[2] * 20, 5, foes=("goblins 20", "ogre 1"))
    six = " and ".join(f"goblin {number}" for number in range(1, 7))
    assert many.refused("act dagger by ogre").hint == f"{six} and 14 more now, at round 1 segment 2"

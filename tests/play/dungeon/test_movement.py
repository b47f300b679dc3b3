"""Movement in feet: it adds up to time exactly; and the traps that haste springs."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import times
from tests.play.keeper import CALM, TURN, house_rules, keep, of_kind
from turnkeeper.play.clock.clock import TaskInterrupted
from turnkeeper.play.dungeon.movement import FARTHEST, Move, TimeOwed, TrapNoticed, TrapSprung
from turnkeeper.time import Duration, Instant

# 7 feet a turn: a foot is 600,000 / 7 ms, which no clock of milliseconds can show.
SEVEN = """
[paces.cautious]
feet = 7
"""


def test_two_hundred_feet_with_care_are_a_turn_g_move_1() -> None:
    keeper = keep("enter dungeon")
    keeper.do("move 200 ft cautiously", "12")
    assert keeper.now == Instant(TURN.ms)


def test_six_hundred_feet_in_haste_are_a_turn_g_move_2() -> None:
    keeper = keep("enter dungeon")
    keeper.do("move 600 ft quickly", "12")
    assert keeper.now == Instant(TURN.ms)


def test_fifty_and_a_hundred_and_fifty_feet_are_two_hundred_t1() -> None:
    once, twice = keep("enter dungeon"), keep("enter dungeon")
    once.do("move 200 ft", "12")
    twice.do("move 50 ft")
    assert twice.now == Instant(150_000)  # 50 of 200 ft is a quarter of 10 min
    twice.do("move 150 ft", "12")
    assert once.state == twice.state


@given(st.lists(st.integers(1, 400), min_size=1, max_size=12), st.booleans())
def test_feet_add_up_however_they_are_parted_t1(legs: list[int], haste: bool) -> None:  # noqa: FBT001
    word = " quickly" if haste else ""
    once, many = keep("enter dungeon"), keep("enter dungeon")
    once.do(f"move {sum(legs)} ft{word}", dice=CALM)
    for feet in legs:
        many.do(f"move {feet} ft{word}", dice=CALM)
    assert once.state == many.state


@settings(max_examples=times(30))
@given(st.lists(st.integers(1, 40), min_size=1, max_size=12))
def test_parts_of_a_millisecond_are_owed_and_paid_t1_t25(legs: list[int]) -> None:
    keeper = keep("enter dungeon", rules=house_rules(SEVEN))
    for feet in legs:
        keeper.do(f"move {feet} ft", dice=CALM)
    exact = Fraction(sum(legs) * 600_000, 7)
    assert keeper.now.ms == exact.numerator // exact.denominator
    assert keeper.state.owed == exact - keeper.now.ms


def test_what_is_owed_is_told_to_the_referee_alone() -> None:
    keeper = keep("enter dungeon", rules=house_rules(SEVEN))
    (owed,) = of_kind(keeper.do("move 1 ft"), TimeOwed)
    assert (owed.parts, owed.of, owed.seen_by) == (2, 7, "referee")  # 600,000 = 7 x 85,714 + 2


def test_without_a_word_the_pace_stays_until_another_place() -> None:
    keeper = keep("enter dungeon", "party Mira elf", rules="cresthaven")
    keeper.do("move 12 ft cautiously")
    assert keeper.told("move 12 ft") == ["move 12 ft cautiously: 1 round"]
    keeper.do("enter dungeon Crypt")
    assert keeper.told("move 120 ft") == ["move 120 ft normally: 1 round"]


@pytest.mark.parametrize(
    "rules, risk, plain",
    [("cresthaven", "running", "move 60 ft normally"), ("glog", "quickly", "move 60 ft cautiously")],
)
def test_a_run_and_a_haste_that_sees_no_traps_are_said_each_time(rules: str, risk: str, plain: str) -> None:
    """C-MOVE-5, G-MOVE-2. What is met on the way is met at the pace that was gone."""
    keeper = keep("enter dungeon", "party Mira wisdom 3", rules=rules)
    assert keeper.told(f"move 60 ft {risk}")[-1].startswith(f"move 60 ft {risk}")
    if rules == "glog":
        assert of_kind(keeper.copy().do("trap pit", "1"), TrapSprung)
    assert keeper.told("move 60 ft")[-1].startswith(plain)


def test_a_long_way_is_checked_every_turn_and_can_be_interrupted_and_resumed() -> None:
    keeper = keep("enter dungeon")
    events = keeper.do("move 1000 ft", "12", "12", "3", "7")
    (stopped,) = of_kind(events, TaskInterrupted)
    assert (keeper.now, stopped.left) == (Instant(3 * TURN.ms), 2 * TURN)
    keeper.do("part")
    keeper.do("resume", "12", "12")
    assert keeper.now == Instant(5 * TURN.ms)


def test_a_hundred_thousand_feet_are_five_hundred_turns() -> None:
    keeper = keep("enter dungeon")
    keeper.do("move 100000 ft", dice=CALM)
    assert keeper.now == Instant(500 * TURN.ms)


@pytest.mark.parametrize("feet", [0, -1, FARTHEST + 1])
def test_no_move_is_nothing_or_back_or_beyond_all_bounds(feet: int) -> None:
    assert keep("enter dungeon").refused(Move(feet)).code == "distance"


def test_feet_are_counted_underground_only() -> None:
    assert keep("enter wilderness").refused("move 50 ft").hint == "enter dungeon"


def test_an_unknown_pace_is_named_with_those_there_are() -> None:
    keeper = keep("enter dungeon")
    assert keeper.refused("move 50 ft quikly").hint == "did you mean 'quickly'?"
    assert keeper.refused("move 50 ft sideways").code == "unknown-pace"


# --- traps


def test_care_notices_a_trap_g_move_1() -> None:
    keeper = keep("enter dungeon", "party Varda wisdom 12", "move 10 ft cautiously")
    assert of_kind(keeper.do("trap pit"), TrapNoticed)


def test_haste_springs_it_and_who_tests_under_wisdom_has_an_action_g_move_2() -> None:
    """A d20 under Wisdom; a roll equal to it is not under it (G-INIT-1)."""
    keeper = keep("enter dungeon", "party Varda wisdom 12; Orlo wisdom 9; Sif wisdom 7", "move 60 ft quickly")
    (sprung,) = of_kind(keeper.do("trap pit", "11", "9", "20"), TrapSprung)
    assert [(one.who, one.succeeded) for one in sprung.tested] == [
        ("Varda", True),
        ("Orlo", False),
        ("Sif", False),
    ]
    assert sprung.rule == "G-MOVE-2"


@pytest.mark.parametrize(
    "differs, succeeds",
    [
        ('[fight.order]\nattribute = "dexterity"\n', True),  # 9 under Dexterity 12, not under Wisdom 8
        ('[traps]\ndice = "1d20"\nattribute = "wisdom"\n[fight.order]\nattribute = "dexterity"\n', False),
    ],
)
def test_a_trap_is_tested_as_initiative_is_or_has_a_test_of_its_own(
    differs: str,
    succeeds: bool,  # noqa: FBT001
) -> None:
    keeper = keep("party Varda wisdom 8 dexterity 12", rules=house_rules(differs))
    keeper.do("enter dungeon")
    keeper.do("move 60 ft quickly")
    (sprung,) = of_kind(keeper.do("trap pit", "9"), TrapSprung)
    assert [one.succeeded for one in sprung.tested] == [succeeds]


def test_where_nobody_tests_for_initiative_a_trap_has_no_test() -> None:
    book = house_rules('remove = ["fight.order"]\n')
    keeper = keep("party Varda wisdom 8", "enter dungeon", "move 60 ft quickly", rules=book)
    assert keeper.refused("trap pit").code == "no-test"


def test_a_trap_in_haste_needs_people_and_their_wisdom() -> None:
    keeper = keep("enter dungeon", "move 60 ft quickly")
    assert keeper.refused("trap pit").code == "nobody"
    keeper.do("party Varda")
    assert keeper.refused("trap pit").hint == "rule wisdom of Varda 10"
    assert keeper.now == Instant(Duration(60_000).ms)

"""What the party does: the time it takes, what it needs, and what comes of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.play.keeper import CALM, DAY, HOUR, MINUTE, SECOND, TURN, ByName, Keeper, keep, of_kind
from turnkeeper.play.clock.checks import Checked
from turnkeeper.play.clock.clock import TaskEnded, TaskInterrupted
from turnkeeper.play.clock.resting import Rested
from turnkeeper.play.dungeon.activity import IN_THE_DARK, Do
from turnkeeper.play.dungeon.encounters import EncounterMet
from turnkeeper.play.party.fatigue import FatigueChanged
from turnkeeper.play.party.party import HitPointsChanged
from turnkeeper.play.party.supplies import Used
from turnkeeper.time import ORIGIN, Duration

HEALED = ByName({"encounter check": "12", "healing of Varda": "1", "healing of Orlo": "1"})


def delving(*said: str) -> Keeper:
    return keep("party Varda; Orlo", "enter dungeon Barrow", "light torch for Orlo", *said)


# Lengths


@pytest.mark.parametrize(
    "said,turns",
    [
        ("search", 1),
        ("search 20 x 20 ft", 1),
        ("search 10 x 10 ft", 1),
        ("search 20 x 21 ft", 2),  # 420 of 400 sq ft
        ("search 30 x 30 ft", 3),  # 900 sq ft are 2.25 times 400
        ("search 40 x 40 ft", 4),
        ("search 100 x 100 ft", 25),
        ("pick lock", 1),
        ("pick the lock by Varda", 1),
        ("identify the wand", 1),
        ("read", 3),
        ("decipher the runes", 3),
        ("sort the scrolls by Orlo", 3),
        ("lunch", 6),
        ("night", 48),
        ("rest 2 turns", 2),
        ("make noise", 0),
    ],
)
def test_how_long_each_takes_in_turns(said: str, turns: int) -> None:
    """G-SEARCH-2, G-ACT-1, G-ACT-4, G-ACT-5, G-HEAL-2."""
    keeper = delving()
    (ended,) = of_kind(keeper.do(said, dice=CALM), TaskEnded)
    assert keeper.now == ended.at == ORIGIN + TURN * turns


def test_g_act_2_breaking_a_door_takes_a_turn() -> None:
    keeper = delving()
    keeper.do("break down door", dice=CALM)
    assert keeper.now == ORIGIN + TURN


@pytest.mark.slow
@given(wide=st.integers(1, 500), long=st.integers(1, 500))
def test_g_search_2_an_area_takes_a_turn_for_each_400_square_feet_begun(wide: int, long: int) -> None:
    keeper = keep("party Varda", "enter dungeon Barrow", "light torch", dice=CALM)
    keeper.do(Do("search", f"{wide} x {long} ft"), dice=CALM)
    turns = (keeper.now - ORIGIN) // TURN
    assert (turns - 1) * 400 < wide * long <= turns * 400


def test_t6_a_rest_of_many_advances_the_clock_once() -> None:
    """T6."""
    keeper = keep("party Ada; Bo; Cy; Di; Ed; Flo", "enter dungeon Barrow")
    keeper.do("rest 1 h", dice=CALM)
    assert keeper.now == ORIGIN + HOUR


def test_resting_says_how_long_and_for_more_than_nothing() -> None:
    keeper = delving()
    assert keeper.refused(Do("rest")).code == "length"
    assert keeper.refused(Do("rest", lasts=Duration(0))).code == "length"
    assert keeper.refused(Do("rest", lasts=Duration(-1))).code == "length"
    assert keeper.refused(Do("search", lasts=TURN)).message == "search takes 1 turn"
    assert keeper.refused(Do("pick lock", "20 x 20 ft")).code == "area"


def test_what_is_not_known_is_refused_with_what_was_meant() -> None:
    keeper = delving()
    assert keeper.refused(Do("serch")).hint == "did you mean 'search'?"
    assert keeper.refused("search by Vada").hint == "did you mean 'Varda'?"


def test_who_does_it_and_about_what_is_told() -> None:
    assert delving().told("decipher the runes by varda", dice=CALM)[2] == "read the runes by Varda: 3 turns"
    assert delving().told("pick lock by varda", dice=CALM)[0] == "pick lock by Varda: 1 turn"
    assert delving().told("identify the wand", dice=CALM)[0] == "identify the wand: 1 turn"


# Searching


def test_g_search_2_a_search_in_the_dark_takes_its_time_and_finds_nothing() -> None:
    keeper = keep("party Varda", "enter dungeon Barrow", "enter room Hall", "hide silver key")
    (ended,) = of_kind(keeper.do("search", dice=CALM), TaskEnded)
    assert (ended.found, keeper.now) == (IN_THE_DARK, ORIGIN + TURN)
    assert keeper.state.secrets[0].found is None


def test_a_light_that_ticks_out_at_the_end_of_the_search_was_light_enough() -> None:
    """At one instant what ends comes before what is checked."""
    keeper = keep("party Varda", "enter dungeon Barrow", "light torch", "hide silver key")
    keeper.do("rule light torch 1 left")
    keeper.do("search", "6")
    assert keeper.state.secrets[0].found == ORIGIN + TURN


def test_by_day_a_search_needs_no_light() -> None:
    keeper = keep("party Varda", "hide silver key", "search")
    assert keeper.state.secrets[0].found == ORIGIN + TURN


# Lunch and night


def hurt(*hp: str) -> Keeper:
    people = "; ".join(f"{name} {one}" for name, one in zip(("Varda", "Orlo"), hp, strict=False))
    return keep(f"party {people}", "enter dungeon Barrow")


def test_g_heal_1_lunch_gives_back_1d6_and_the_level_up_to_the_most() -> None:
    keeper = hurt("level 3 hp 1/20", "hp 5/7")
    healed = of_kind(keeper.do("lunch", *["12"] * 5, "4", "6", "12"), HitPointsChanged)
    # 1 + 4 + 3 = 8; 5 + 6 + 1 = 12, but 7 at most.
    assert [(one.who, one.by, one.now) for one in healed] == [("Varda", 7, 8), ("Orlo", 2, 7)]
    assert healed[0].rolled is not None
    assert (healed[0].rolled.faces, healed[0].rule) == ((4,), "G-HEAL-1")


@pytest.mark.parametrize("said", ["lunch", "night"])
@pytest.mark.parametrize("below", [-1, -7])
def test_g_heal_2_below_0_a_lunch_or_a_night_brings_exactly_0(said: str, below: int) -> None:
    keeper = hurt(f"hp {below}/7")
    (healed,) = of_kind(keeper.do(said, dice=CALM), HitPointsChanged)
    assert (healed.by, healed.now, healed.rolled) == (-below, 0, None)


def test_g_heal_1_at_0_a_lunch_heals_as_usual() -> None:
    assert of_kind(hurt("hp 0/7").do("lunch", dice=HEALED), HitPointsChanged)[0].now == 2


def test_g_heal_2_a_good_night_gives_all_hit_points_back() -> None:
    keeper = hurt("hp 1/20", "hp 7/7")
    healed = of_kind(keeper.do("night", dice=CALM), HitPointsChanged)
    assert [(one.who, one.now, one.rule) for one in healed] == [("Varda", 20, "G-HEAL-2")]
    assert keeper.now == ORIGIN + HOUR * 8


def test_who_is_unhurt_and_whose_hit_points_are_not_kept_throws_nothing() -> None:
    assert of_kind(keep("party Varda hp 5; Orlo").do("lunch"), HitPointsChanged) == []


def test_g_heal_1_six_checks_come_on_the_way_of_a_lunch_and_48_on_that_of_a_night() -> None:
    assert len(of_kind(delving().do("lunch", dice=CALM), Checked)) == 6
    assert len(of_kind(delving().do("night", dice=CALM), Checked)) == 48


def test_g_heal_1_each_eats_a_ration_at_the_end_and_none_goes_where_none_are_counted() -> None:
    keeper = delving("stock 3 rations")
    (used,) = of_kind(keeper.do("lunch", dice=CALM), Used)
    assert (used.item, used.count, used.at) == ("ration", 2, ORIGIN + HOUR)
    assert keeper.refused("lunch").message == "2 rations needed, 1 left"
    assert of_kind(delving().do("lunch", dice=CALM), Used) == []


def test_g_heal_1_an_interrupted_lunch_is_resumed_and_only_then_eaten() -> None:
    keeper = hurt("hp 1/7")
    keeper.do("stock 1 ration")
    events = keeper.do("lunch", "12", "12", "3", "3+4")
    (cut,) = of_kind(events, TaskInterrupted)
    assert (cut.at, cut.left) == (ORIGIN + MINUTE * 30, MINUTE * 30)
    assert (of_kind(events, Used), of_kind(events, HitPointsChanged)) == ([], [])
    assert keeper.refused("resume").code == "unsafe"
    keeper.do("part")
    events = keeper.do("resume", "12", "12", "2", "12")
    assert (of_kind(events, Used)[0].count, of_kind(events, HitPointsChanged)[0].now) == (1, 4)
    assert keeper.now == ORIGIN + HOUR


@pytest.mark.parametrize("said", ["lunch", "night"])
def test_g_heal_1_there_is_no_lunch_and_no_night_where_something_was_met(said: str) -> None:
    refusal = delving("enter room", "meet owlbear").refused(said)
    assert (refusal.code, refusal.hint) == ("unsafe", "part, if that is over")


# Rest and fatigue


def rested(*said: str) -> list[int]:
    """Return Varda's fatigue, from three slots, after resting so."""
    keeper = keep("party Varda; Orlo", "tire Varda 3", "enter dungeon Barrow")
    for one in said:
        keeper.do(one, dice=CALM)
    return [one.now for one in of_kind(keeper.events, FatigueChanged)][1:]


@pytest.mark.parametrize(
    "rests,fatigue",
    [
        (["rest 1 h"], [2]),
        (["rest 59 min"], []),
        (["rest 30 min", "rest 30 min"], [2]),
        (["rest 30 min", "search", "rest 30 min"], [2]),
        (["rest 20 min"] * 5, [2]),
        (["rest 2 h 30 min", "rest 30 min"], [1, 0]),
        (["rest 8 h"], [0]),
        (["wait 8 h"], []),
    ],
)
def test_g_fat_1_an_hour_of_rest_restores_a_slot_in_however_many_pieces(
    rests: list[str], fatigue: list[int]
) -> None:
    assert rested(*rests) == fatigue


def test_g_fat_1_an_interrupted_rest_counts_as_far_as_it_went() -> None:
    keeper = keep("party Varda", "tire Varda 2", "enter dungeon Barrow")
    keeper.do("rest 1 h", "12", "12", "12", "3", "3+4")
    # 40 minutes rested; 20 are left, and make the hour full.
    assert of_kind(keeper.events, Rested)[-1].over == MINUTE * 40
    keeper.do("part")
    assert of_kind(keeper.do("resume", dice=CALM), FatigueChanged)[0].now == 1


def test_g_fat_1_a_night_of_eight_hours_sheds_eight_slots() -> None:
    """G-HEAL-2: an hour of sleep is an hour of rest."""
    keeper = keep("party Varda", "tire Varda 10")
    (shed,) = of_kind(keeper.do("night", dice=CALM), FatigueChanged)
    assert (shed.by, shed.now, shed.rule) == (-8, 2, "G-FAT-1")


def test_g_fat_1_a_night_cut_short_sheds_as_many_slots_as_hours_were_slept() -> None:
    keeper = keep("party Varda", "tire Varda 10", "enter dungeon Barrow")
    # The check of the 18th turn, at 3 h, is an encounter at 3+4 times 10 ft.
    (shed,) = of_kind(keeper.do("night", *["12"] * 17, "3", "3+4"), FatigueChanged)
    assert (shed.by, shed.now, shed.at) == (-3, 7, ORIGIN + HOUR * 3)
    keeper.do("part")
    (shed,) = of_kind(keeper.do("resume", dice=CALM), FatigueChanged)
    assert (shed.by, shed.now, shed.at) == (-5, 2, ORIGIN + HOUR * 8)


def test_g_fat_1_nobody_rests_in_advance() -> None:
    keeper = keep("party Varda", "rest 50 min", "tire Varda 1")
    assert of_kind(keeper.do("rest 10 min"), FatigueChanged) == []
    keeper = keep("party Varda", "tire Varda 1", "rest 1 h 50 min", "tire Varda 1")
    assert of_kind(keeper.do("rest 10 min"), FatigueChanged) == []


def test_g_fat_1_everybody_who_is_tired_sheds_a_slot() -> None:
    keeper = keep("party Varda; Orlo; Piet", "tire Varda 1", "tire Piet 2")
    shed = of_kind(keeper.do("rest 1 h"), FatigueChanged)
    assert [(one.who, one.by, one.now, one.rule) for one in shed] == [
        ("Varda", -1, 0, "G-FAT-1"),
        ("Piet", -1, 1, "G-FAT-1"),
    ]


def test_t2_rest_that_a_clock_set_back_undid_does_not_count() -> None:
    """T2."""
    keeper = keep("party Varda", "tire Varda 1", "rest 40 min", "rule clock day 1 00:00")
    assert of_kind(keeper.do("rest 40 min"), FatigueChanged) == []
    assert [one.now for one in of_kind(keeper.do("rest 20 min"), FatigueChanged)] == [0]


# Waiting, resuming, giving up


def test_next_is_the_step_of_the_scene() -> None:
    keeper = keep("party Varda", "next", "enter wilderness")
    assert keeper.now == ORIGIN + TURN
    keeper.do("next", dice=CALM)
    assert keeper.now == ORIGIN + TURN + HOUR * 4
    keeper.do("enter dungeon", dice=CALM)
    keeper.do("next", dice=CALM)
    assert keeper.now == ORIGIN + TURN * 2 + HOUR * 4


def test_waiting_until_a_time_of_day_and_never_backwards() -> None:
    keeper = keep("party Varda", "wait until dawn")
    assert keeper.now == ORIGIN + HOUR * 6
    keeper.do("wait until dawn")
    assert keeper.now == ORIGIN + HOUR * 6 + DAY
    assert keeper.refused("wait until day 1 03:00").code in {"past", "time"}


def test_the_last_thing_left_unfinished_is_the_first_resumed_and_can_be_given_up() -> None:
    keeper = delving()
    keeper.do("search 40 x 40 ft", "3", "3+4")
    keeper.do("part")
    keeper.do("wait 2 turns", "3", "3+4")
    assert [task.what for task in keeper.state.unfinished] == ["search", "wait"]
    keeper.do("part from something")
    assert keeper.told("abandon") == ["wait given up"]
    (ended,) = of_kind(keeper.do("resume", dice=CALM), TaskEnded)
    assert (ended.what, ended.takes) == ("search", TURN * 4)
    assert keeper.refused("resume").code == "nothing-unfinished"
    assert keeper.refused("abandon").code == "nothing-unfinished"


@pytest.mark.parametrize("again", ["search", "search 40 x 40 ft"])
def test_who_asks_again_for_what_was_left_unfinished_goes_on_with_it(again: str) -> None:
    """40 by 40 feet are 4 turns (G-SEARCH-2); what is met ends the first of them, so that 3 are left."""
    keeper = delving()
    keeper.do("search 40 x 40 ft", "3", "3+4")
    keeper.do("part")
    (ended,) = of_kind(keeper.do(again, dice=CALM), TaskEnded)
    assert (ended.takes, keeper.now) == (TURN * 4, ORIGIN + TURN * 4)
    assert keeper.state.unfinished == ()


@pytest.mark.parametrize("other", ["search by Varda", "search the altar", "search 20 x 20 ft"])
def test_who_asks_for_something_else_begins_that_and_leaves_the_first_unfinished(other: str) -> None:
    keeper = delving()
    keeper.do("search 40 x 40 ft", "3", "3+4")
    keeper.do("part")
    (ended,) = of_kind(keeper.do(other, dice=CALM), TaskEnded)
    assert ended.takes == TURN
    assert [task.what for task in keeper.state.unfinished] == ["search"]


def test_what_is_cut_short_at_its_very_end_is_done() -> None:
    """T16: the boundary belongs to the turn that ends, and so does what ends with it."""
    events = delving().do("search", "3", "3+4")
    assert len(of_kind(events, TaskEnded)) == 1
    assert of_kind(events, TaskInterrupted) == []
    assert len(of_kind(events, EncounterMet)) == 1


@given(st.lists(st.integers(1, 40), min_size=1, max_size=6))
def test_t1_a_stretch_of_time_makes_the_same_checks_however_it_is_cut(pieces: list[int]) -> None:
    """T1, in rounds of 10 s."""
    whole, cut = delving(), delving()
    whole.do(f"wait {sum(pieces)} rounds", dice=CALM)
    for piece in pieces:
        cut.do(f"wait {piece} rounds", dice=CALM)
    assert whole.now == cut.now == ORIGIN + SECOND * 10 * sum(pieces)
    assert of_kind(whole.events, Checked) == of_kind(cut.events, Checked)


def test_g_search_2_a_search_goes_on_only_where_it_was_begun() -> None:
    keeper = delving("enter room Hall", "hide silver key", "enter room Crypt", "hide golden key")
    keeper.do("search 30 x 30 ft", "3")
    keeper.do("part")
    keeper.do("enter room Hall")
    refusal = keeper.refused("resume")
    assert (refusal.code, refusal.message) == ("elsewhere", "search was begun in Barrow, room Crypt")
    keeper.do("enter room Crypt")
    keeper.do("resume", dice=CALM)
    assert [one.name for one in keeper.state.secrets if one.found is not None] == ["golden key"]

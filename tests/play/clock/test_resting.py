"""Rests: hit dice, what they end and keep burning, and no breaking them off (C-REST-1, C-REST-2)."""

from __future__ import annotations

import pytest

from tests.play.keeper import HOUR, MINUTE, TURN, ByName, Keeper, house_rules, keep, of_kind
from turnkeeper.play.clock.clock import TaskEnded, TaskInterrupted
from turnkeeper.play.clock.resting import TaskLost
from turnkeeper.play.clock.timers import TimerEnded
from turnkeeper.play.dungeon.dark import DarknessFell
from turnkeeper.play.dungeon.light import LightLit, LightWentOut
from turnkeeper.play.party.party import HitPointsChanged
from turnkeeper.play.party.supplies import Used
from turnkeeper.time import ORIGIN

CALM = ByName({"encounter check": "6", "healing of Mira": "5", "healing of Orlo": "1"})
MET = ("1", "2+3")


def rest(*said: str, people: str = "Mira constitution 1 die d8 hp 3/20") -> Keeper:
    return keep(f"party {people}", *said, rules="cresthaven", dice=CALM)


# Hit dice


def test_c_rest_1_a_short_rest_gives_a_hit_die_and_the_constitution_modifier_to_each_who_needs_it() -> None:
    keeper = rest(people="Mira constitution 1 die d8 hp 3/20; Orlo constitution -1 die d6 hp 2/5; Bo hp 4/4")
    healed = of_kind(keeper.do("short rest", dice=CALM), HitPointsChanged)
    # Mira 5 + 1; Orlo 1 - 1 is nothing, and 1 at least; Bo needs none, and his die was never written.
    assert [(one.who, one.by, one.now) for one in healed] == [("Mira", 6, 9), ("Orlo", 1, 3)]
    assert [one.rolled.dice for one in healed if one.rolled] == ["1d8+1", "1d6-1"]
    assert keeper.now == ORIGIN + HOUR


def test_a_hit_die_gives_no_more_than_was_lost() -> None:
    keeper = rest(people="Mira constitution 3 die d8 hp 7/9")
    assert of_kind(keeper.do("short rest", dice=CALM), HitPointsChanged)[0].now == 9


def test_what_a_rest_needs_and_was_never_written_is_asked_for_before_the_hour_passes() -> None:
    refusal = rest(people="Mira hp 3/9").refused("short rest")
    assert (refusal.code, refusal.hint) == ("no-die", "rule die of Mira 8")
    keeper = rest("rule die of Mira 8", people="Mira hp 3/9")
    assert keeper.refused("short rest").hint == "rule constitution of Mira 0"
    keeper.do("rule constitution of Mira 0")
    assert of_kind(keeper.do("short rest", dice=CALM), HitPointsChanged)[0].now == 8
    assert keeper.refused("rule die of Mira 1").code == "number"


def test_c_rest_2_a_long_rest_gives_all_hit_points_back_from_below_0_too() -> None:
    healed = of_kind(rest(people="Mira hp -3/9").do("long rest", dice=CALM), HitPointsChanged)
    assert [(one.by, one.now) for one in healed] == [(12, 9)]


def test_t6_a_rest_of_many_moves_the_clock_once() -> None:
    """T6."""
    keeper = rest(people="Ada; Bo; Cy; Di; Ed; Flo")
    keeper.do("long rest", dice=CALM)
    assert keeper.now == ORIGIN + HOUR * 8


# Broken off


@pytest.mark.parametrize("said", ["short rest", "long rest"])
def test_c_rest_2_a_rest_cut_short_gives_nothing_and_is_not_resumed(said: str) -> None:
    """C-REST-1 the same. The second check, 40 minutes on, brings somebody (T20)."""
    keeper = rest("stock 4 rations", "enter dungeon Barrow", "timer bless 50 min")
    events = keeper.do(said, "6", *MET)
    (lost,) = of_kind(events, TaskLost)
    assert (lost.what, lost.took, lost.at) == (said, MINUTE * 40, ORIGIN + MINUTE * 40)
    nothing = (TaskEnded, TaskInterrupted, HitPointsChanged, Used, TimerEnded)
    assert not [one for one in events if isinstance(one, nothing)]
    assert keeper.refused("resume").code == "nothing-unfinished"
    assert keeper.refused(said).code == "unsafe"


def test_why_a_rest_came_to_nothing_is_told() -> None:
    keeper = rest("enter dungeon Barrow")
    told = keeper.told("long rest", "6", *MET)
    assert told[-1] == (
        "long rest cut short after 4 turns: it counts only without interruption, so begin it anew"
    )


def test_a_meal_cut_short_is_resumed() -> None:
    keeper = rest("enter dungeon Barrow", "wait 10 min")
    (cut,) = of_kind(keeper.do("eat", "4", *MET), TaskInterrupted)
    assert cut.left == TURN * 3
    keeper.do("part")
    keeper.do("resume", dice=CALM)
    assert keeper.now == ORIGIN + TURN * 5


def test_nobody_rests_in_a_fight() -> None:
    keeper = rest("fight enemies")
    assert keeper.refused("short rest").code == "fight"
    assert keeper.refused("long rest").code == "fight"


# What ends


def test_c_rest_1_effects_of_an_hour_or_less_are_over_after_a_short_rest_each_at_its_own_minute() -> None:
    keeper = rest("timer bless 30 min", "timer haste 1 h", "timer ward 81 min", "timer curse", "wait 20 min")
    ended = of_kind(keeper.do("short rest", dice=CALM), TimerEnded)
    assert [(one.called, one.at - ORIGIN, one.early) for one in ended] == [
        ("bless", MINUTE * 30, False),
        ("haste", HOUR, False),
    ]
    assert [one.name for one in keeper.state.timers.live.values()] == ["ward", "curse"]


def test_what_a_rest_ends_by_rule_ends_with_it_and_its_whole_length_counts() -> None:
    """A rest that ends what is of 2 hours: one ruled longer is as long as it was ruled."""
    rules = house_rules('[activities."short rest"]\nends = "2 h"\n', base="cresthaven")
    keeper = keep("timer bless 2 h", "timer ward 121 min", "remind oil every 50 min", rules=rules, dice=CALM)
    keeper.do("timer haste 90 min")
    keeper.do("rule timer haste 3 h left")
    keeper.do("wait 30 min")
    ended = of_kind(keeper.do("short rest", dice=CALM), TimerEnded)
    assert [(one.called, one.at - ORIGIN, one.early, one.rule) for one in ended] == [
        ("bless", MINUTE * 90, True, "C-REST-1")
    ]
    assert [one.name for one in keeper.state.timers.live.values()] == ["ward", "oil", "haste"]


# What burns


def delve(*said: str) -> Keeper:
    return rest("stock 9 torches", "enter dungeon Barrow", "light torch", *said)


def test_c_rest_1_c_light_1_a_fresh_torch_is_the_torch_that_a_short_rest_uses_and_no_other_is_taken() -> None:
    """T16: it burns its six turns and goes out as the rest ends."""
    keeper = delve()
    events = keeper.do("short rest", dice=CALM)
    (out,) = of_kind(events, LightWentOut)
    assert out.at == ORIGIN + HOUR
    assert not [one for one in events if isinstance(one, (Used, LightLit))]
    assert keeper.state.supplies.of("torch") == 8


def test_c_rest_1_a_torch_that_goes_out_on_the_way_is_followed_by_the_next_at_its_own_minute() -> None:
    keeper = delve("wait 25 min")
    events = keeper.do("short rest", dice=CALM)
    (lit,) = of_kind(events, LightLit)
    (out,) = of_kind(events, LightWentOut)
    assert lit.at == out.at == ORIGIN + HOUR
    assert [one.count for one in of_kind(events, Used)] == [1]
    assert of_kind(events, DarknessFell) == []
    # Six turns of torch have burned in six turns of rest: 35 minutes of one and 25 of the other.
    later = of_kind(keeper.do("wait 36 min", dice=CALM), LightWentOut)
    assert [one.at for one in later] == [ORIGIN + HOUR * 2]


def test_a_lantern_is_filled_up_by_those_who_rest() -> None:
    keeper = rest("stock 2 oil", "enter dungeon Barrow", "light lantern", "wait 23 turns")
    events = keeper.do("short rest", dice=CALM)
    assert [one.item for one in of_kind(events, Used)] == ["oil"]
    (lit,) = of_kind(events, LightLit)
    assert (lit.again, lit.at) == (True, ORIGIN + HOUR * 4)
    assert len(keeper.state.lights.every()) == 1


def test_with_no_torch_left_the_dark_falls_and_the_rest_goes_on() -> None:
    keeper = rest("stock 1 torch", "enter dungeon Barrow", "light torch", "wait 25 min")
    events = keeper.do("short rest", dice=CALM)
    (dark,) = of_kind(events, DarknessFell)
    assert dark.at == ORIGIN + HOUR
    assert of_kind(events, TaskLost) == []
    assert keeper.now == ORIGIN + MINUTE * 85


def test_a_torch_that_goes_out_over_those_who_sleep_does_not_wake_them() -> None:
    keeper = delve()
    events = keeper.do("long rest", dice=CALM)
    assert [one.at for one in of_kind(events, DarknessFell)] == [ORIGIN + HOUR]
    assert of_kind(events, LightLit) == []
    assert keeper.now == ORIGIN + HOUR * 8
    assert len(of_kind(events, TaskEnded)) == 1


def test_the_dark_still_stops_whoever_does_anything_else() -> None:
    keeper = delve("wait 55 min")
    assert len(of_kind(keeper.do("search 30 x 60 ft", dice=CALM), TaskInterrupted)) == 1


# The times of common actions


@pytest.mark.parametrize(
    "said,minutes",
    [
        ("search", 10),
        ("search 30 x 30 ft", 10),
        ("search 30 x 31 ft", 20),
        ("map 60 x 60 ft", 40),
        ("listen", 1),
        ("open door", 1),
        ("pick lock by Mira", 1),
        ("instant shield by Mira", 0),
        ("drink", 0),
    ],
)
def test_c_act_1_c_act_2_c_time_3_how_long_each_takes(said: str, minutes: int) -> None:
    """C-ACT-1: a turn for each 30 by 30 ft, rounded up. C-ACT-2: a round an attempt. C-TIME-3: no time."""
    keeper = rest(said)
    assert keeper.now == ORIGIN + MINUTE * minutes


def test_c_act_2_to_search_for_traps_takes_1d4_rounds_and_is_no_search_about_traps() -> None:
    keeper = rest()
    assert keeper.told("search for traps in the hall by Mira", "3") == [
        "search for traps (1d4 = 3) takes 3 rounds",
        "search for traps in the hall by Mira: 3 rounds",
    ]


def test_c_time_3_what_is_instant_is_done_in_a_fight_too() -> None:
    keeper = rest("fight enemies")
    keeper.do("instant shield by Mira")
    assert keeper.refused("listen").code == "fight"

"""A rest that was interrupted for a short while can be resumed, and takes longer for it (Q-REST-1)."""

from __future__ import annotations

import pytest

from tests.play.keeper import DAY, HOUR, MINUTE, ByName, Keeper, keep, of_kind
from turnkeeper.play.clock.clock import TaskEnded, TaskLapsed
from turnkeeper.play.clock.resting import TaskLost
from turnkeeper.time import Duration, Instant

# A check falls due every 24 minutes in the dungeon, 1 in 6.
CALM = ByName({"encounter check": "6"})
MET = ("1", "3+4")


def barrow(*said: str) -> Keeper:
    first = ("party Sefa; Orlo", "enter dungeon Barrow", "stock 20 torch")
    return keep(*first, *said, rules="quest-of-destiny", dice=CALM)


def asleep_until_the_first_check() -> Keeper:
    """Return a game in which an extended rest was broken off 24 minutes into it."""
    keeper = barrow()
    keeper.do("extended rest", *MET)
    keeper.do("part")
    return keeper


@pytest.mark.parametrize("away", [Duration(1), MINUTE * 20, HOUR - Duration(1)])
def test_q_rest_1_less_than_an_hour_away_is_made_good_by_an_hour(away: Duration) -> None:
    """6 h of sleep, 24 min of them had; 5 h 36 min and an hour for the interruption are left."""
    keeper = asleep_until_the_first_check()
    keeper.do(f"wait {away.ms} ms", dice=CALM)
    events = keeper.do("resume", dice=CALM)
    assert keeper.now == Instant(0) + MINUTE * 24 + away + HOUR * 6 + MINUTE * 36
    (ended,) = of_kind(events, TaskEnded)
    assert ended.takes == HOUR * 7


def test_q_rest_1_each_interruption_costs_an_hour() -> None:
    keeper = asleep_until_the_first_check()
    keeper.do("resume", "6", *MET)  # at 00:48 nothing, at 01:12 something again
    keeper.do("part")
    events = keeper.do("resume", dice=CALM)
    assert [one.takes for one in of_kind(events, TaskEnded)] == [HOUR * 8]
    assert keeper.now == Instant(0) + HOUR * 8


def test_q_rest_1_an_hour_away_is_no_longer_under_an_hour() -> None:
    """Broken off at 00:24, it comes to nothing at 01:24 to the millisecond, whatever goes on then."""
    keeper = asleep_until_the_first_check()
    events = keeper.do("wait 3 h", dice=CALM)
    assert [one.at for one in of_kind(events, TaskLapsed)] == [Instant(0) + MINUTE * 84]
    assert keeper.state.unfinished == ()
    assert keeper.refused("resume").code == "nothing-unfinished"


def test_t1_time_away_in_parts_counts_as_in_one() -> None:
    parts, whole = asleep_until_the_first_check(), asleep_until_the_first_check()
    for _ in range(2):
        parts.do("wait 30 min", dice=CALM)
    whole.do("wait 1 h", dice=CALM)
    assert parts.state == whole.state
    assert parts.state.unfinished == ()


def test_a_clock_ruled_forward_past_the_hour_lets_nobody_go_on_sleeping() -> None:
    keeper = asleep_until_the_first_check()
    keeper.do("rule clock 05:00")
    assert keeper.refused("resume").code == "too-late"
    keeper.do("abandon")


def test_what_was_resumed_in_time_never_lapses_afterwards() -> None:
    keeper = asleep_until_the_first_check()
    events = keeper.do("resume", dice=CALM)
    assert of_kind(events, TaskLapsed) == []


def test_q_rest_1_an_extended_rest_is_six_hours_or_more() -> None:
    keeper = barrow("tire Sefa 2")
    refusal = keeper.refused("extended rest 5 h")
    assert (refusal.code, refusal.hint) == ("length", "extended rest 6 hours")
    keeper.do("sleep 9 h", dice=CALM)
    assert keeper.now == Instant(0) + HOUR * 9
    assert [one.fatigue for one in keeper.state.party.members] == [1, 0]
    keeper.do("sleep for 6 h", dice=CALM)
    assert keeper.now == Instant(0) + HOUR * 15 < Instant(0) + DAY


def test_q_rest_1_a_short_rest_is_a_phase_and_interrupted_gives_nothing() -> None:
    """A check falls due at 00:24, which cuts short what was begun at 00:13."""
    keeper = barrow()
    events = keeper.do("short rest", dice=CALM)
    assert [one.takes for one in of_kind(events, TaskEnded)] == [MINUTE * 12]
    keeper.do("wait 1 min", dice=CALM)
    events = keeper.do("short rest", *MET)
    assert [one.took for one in of_kind(events, TaskLost)] == [MINUTE * 11]
    assert of_kind(events, TaskEnded) == []
    assert keeper.refused("short rest").code == "unsafe"
    keeper.do("part")
    assert keeper.refused("resume").code == "nothing-unfinished"

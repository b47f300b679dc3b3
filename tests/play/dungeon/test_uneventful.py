"""Quiet steps are one command, which stops at whatever players could decide by."""

from __future__ import annotations

import pytest

from tests.play.keeper import CALM, DAY, HOUR, MINUTE, TURN, ByName, keep
from turnkeeper.play.clock.clock import TaskEnded
from turnkeeper.play.dungeon.encounters import EncounterMet
from turnkeeper.play.dungeon.uneventful import SAYS
from turnkeeper.time import Duration

DELVE = ("party Varda; Orlo", "enter dungeon Barrow")


def test_twenty_quiet_turns_are_one_command_and_the_torch_ticks_end_it() -> None:
    """G-ENC-2: 10 to 12 is nothing, 6 and 7 tick the lights; a check each turn, of which the 21st ticks."""
    keeper = keep(*DELVE, "light torch for Orlo")
    began = keeper.now
    keeper.do(SAYS, *["12"] * 20, "7")
    assert keeper.now - began == TURN * 21
    assert not keeper.state.unfinished
    ended = keeper.events[-1]
    assert isinstance(ended, TaskEnded)
    assert ended.takes == TURN * 21


def test_it_comes_to_the_state_of_as_many_single_turns() -> None:
    """T1: one command of quiet turns and one turn after another are the same."""
    at_once, by_turns = keep(*DELVE, "light torch for Orlo"), keep(*DELVE, "light torch for Orlo")
    at_once.do(SAYS, "12", "11", "7")
    for face in ("12", "11", "7"):
        by_turns.do("next", face)
    assert at_once.state == by_turns.state


def test_an_encounter_stops_it_at_its_own_minute_and_leaves_nothing_to_resume() -> None:
    """T20; G-ENC-2: 3 is an encounter, G-ENC-4: in a corridor at 2d6 x 10 ft."""
    keeper = keep(*DELVE, "light torch for Orlo")
    events = keeper.do(SAYS, "12", "3", "7")
    assert any(isinstance(one, EncounterMet) for one in events)
    assert keeper.now.ms == (TURN * 2).ms
    assert not keeper.state.unfinished
    keeper.refused(SAYS)


@pytest.mark.parametrize(
    "said, after", [("timer bless 5 turns", TURN * 5), ("remind mule every 25 min", MINUTE * 25)]
)
def test_a_timer_and_a_reminder_stop_it(said: str, after: Duration) -> None:
    keeper = keep(*DELVE, "light torch for Orlo", said)
    began = keeper.now
    keeper.do(SAYS, dice=CALM)
    assert keeper.now - began == after


@pytest.mark.parametrize("rules, turns", [("cresthaven", 5), ("quest-of-destiny", 4)])
def test_it_ends_a_step_before_the_last_light_does(rules: str, turns: int) -> None:
    """A torch burns an hour: 6 turns of 10 minutes (C-LIGHT-1), 5 phases of 12 (Q-LIGHT-1)."""
    quiet = ByName(dict.fromkeys(("encounter check", "wandering monsters"), "6"))
    keeper = keep("party Varda; Orlo", "enter dungeon", "light torch", rules=rules)
    began = keeper.now
    keeper.do(SAYS, dice=quiet)
    assert keeper.now - began == Duration(HOUR.ms // (turns + 1)) * turns


def test_where_nothing_happens_it_ends_after_a_day() -> None:
    keeper = keep("party Varda; Orlo", "enter dungeon Barrow")
    began = keeper.now
    keeper.do("in the dark") if keeper.state.place.benighted else None
    keeper.do(SAYS, dice=CALM)
    assert keeper.now - began == DAY


def test_where_there_is_day_it_ends_at_dusk_and_at_dawn() -> None:
    """G: dawn at 06:00 and dusk at 18:00; a step is a watch of 4 hours."""
    keeper = keep("party Varda; Orlo", "enter wilderness", "wait until dawn", dice=CALM)
    keeper.do(SAYS, dice=CALM)
    assert keeper.now.ms % DAY.ms == (HOUR * 18).ms

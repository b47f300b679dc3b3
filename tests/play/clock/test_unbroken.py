"""What breaks a rest on the way, and what wants one that nothing broke."""

from __future__ import annotations

import pytest

from tests.play.keeper import HOUR, MINUTE, TURN, ByName, Keeper, keep

QUIET = ByName({"encounter check": "6", "outdoors": "6", "encounter check window": "24"})


def _running(keeper: Keeper) -> list[str]:
    return [one.name for one in keeper.state.timers.live.values()]


def test_b_spell_2_a_night_that_was_broken_and_gone_on_with_is_none_to_learn_after() -> None:
    keeper = keep("party Vess", "learn spells", rules="classic", dice=QUIET)
    keeper.do("sleep broken after 2 h", dice=QUIET)
    assert keeper.now.ms == 3 * HOUR.ms
    keeper.do("resume", dice=QUIET)
    assert keeper.now.ms == 9 * HOUR.ms
    assert keeper.refused("learn spells").message.endswith("no learn spells until sleep in one go")
    keeper.do("sleep", dice=QUIET)
    keeper.do("learn spells", dice=QUIET)


def test_v_rest_5_four_hours_of_a_broken_night_in_one_go_are_quiet_hours() -> None:
    keeper = keep("party Vess", "learn spells", rules="advanced", dice=QUIET)
    keeper.do("sleep broken after 3 h", dice=QUIET)
    assert _running(keeper) == ["spells were learnt"]
    keeper.do("resume", dice=QUIET)
    assert not _running(keeper)


def test_f_rest_4_a_long_rest_that_is_broken_leaves_a_short_one_and_takes_an_hour_more() -> None:
    """By hand: from 22:00 to 02:00, a minute of fight, then four hours and one more: 07:01."""
    keeper = keep("party Mira constitution 12 hp 3/12 die d8 level 2", rules="fifth", dice=QUIET)
    keeper.do("wait 22 h", dice=QUIET)
    keeper.do("long rest broken after 4 h")
    assert keeper.now.ms == 26 * HOUR.ms
    keeper.do("wait 1 min", dice=QUIET)
    keeper.do("resume", dice=QUIET)
    assert keeper.now.ms == 31 * HOUR.ms + MINUTE.ms
    assert keeper.state.party.members[0].hp == 12


@pytest.mark.parametrize("said", ["sleep broken after 8 h", "sleep broken after 9 h"])
def test_what_breaks_it_comes_on_the_way(said: str) -> None:
    assert keep("party Vess", rules="classic").refused(said).code == "length"


def test_b_move_4_thirty_rounds_of_running_exhaust_until_three_turns_of_rest() -> None:
    keeper = keep("party Mira", "enter dungeon Deep", "light lantern for Mira", rules="classic", dice=QUIET)
    keeper.do("move 3480 ft running", dice=QUIET)  # 29 rounds of 120 ft
    assert not _running(keeper)
    keeper.do("move 120 ft running", dice=QUIET)
    assert keeper.now.ms == TURN.ms // 2
    assert _running(keeper) == ["exhausted: 2 less to hit, to damage and to armour"]
    keeper.do("rest 2 turns", dice=QUIET)
    assert _running(keeper)
    keeper.do("rest after running", dice=QUIET)
    assert not _running(keeper)
    keeper.do("move 3600 ft running", dice=QUIET)
    assert _running(keeper)


def test_v_rest_2_a_flight_owes_two_turns_of_rest() -> None:
    keeper = keep("party Mira", "enter dungeon Deep", "light lantern for Mira", rules="advanced", dice=QUIET)
    keeper.do("move 450 ft fleeing", dice=QUIET)
    assert _running(keeper) == ["two turns of rest are owed"]
    keeper.do("rest", dice=QUIET)
    assert _running(keeper) == ["two turns of rest are owed"]
    keeper.do("rest after pursuit", dice=QUIET)
    assert not _running(keeper)


def test_t_light_1_lights_burn_through_a_rest_for_as_long_as_it_went() -> None:
    keeper = keep("party Tobb", "stock 3 rations", "enter camp Ledge", rules="torchlit", dice=QUIET)
    keeper.do("light torch for Tobb")
    assert keeper.told("rest broken after 30 min", dice=QUIET)[-1] == "30 min skipped: 1 light burns"
    assert len(keeper.state.lights.lit) == 1
    told = keeper.told("resume", dice=QUIET)
    assert "torch (Tobb) goes out" in told


def test_v_rest_2_who_evades_what_they_met_owes_two_turns_too() -> None:
    keeper = keep("party Mira", "meet orcs 60 ft away", rules="advanced", dice=QUIET)
    keeper.do("evade")
    assert _running(keeper) == ["two turns of rest are owed"]
    keeper.do("part")

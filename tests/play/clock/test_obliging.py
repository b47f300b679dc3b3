"""What a rule obliges to is owed until it is done, and once, however often it fell due."""

from __future__ import annotations

from tests.play.keeper import TURN, ByName, keep

QUIET = ByName({"encounter check": "6", "encounter check window": "24"})


def test_b_rest_1_weariness_is_owed_once_and_a_turn_of_rest_lifts_it() -> None:
    keeper = keep("party Varda", "enter dungeon Deep", "light lantern for Varda", rules="classic", dice=QUIET)
    keeper.do("wait 13 turns", dice=QUIET)
    (owed,) = keeper.state.timers.live.values()
    assert (owed.name, owed.until, owed.began.ms) == (
        "weary: 1 less to hit and to damage",
        "rest",
        6 * TURN.ms,
    )
    keeper.do("rest", dice=QUIET)
    assert not keeper.state.timers.live


def test_b_rest_1_a_turn_of_rest_in_each_hour_keeps_weariness_away() -> None:
    keeper = keep("party Varda", "enter dungeon Deep", "light lantern for Varda", rules="classic", dice=QUIET)
    for _ in range(3):
        keeper.do("wait 5 turns", dice=QUIET)
        keeper.do("rest", dice=QUIET)
    assert not keeper.state.timers.live


def test_a_day_of_rest_cut_short_lifts_nothing() -> None:
    keeper = keep("party Varda", "leave for wilderness", "no checks here for outdoors", rules="classic")
    keeper.do("wait 7 days")
    assert [one.until for one in keeper.state.timers.live.values()] == ["day of rest"]
    keeper.do("timer alarm 1 h")
    keeper.do("rest")
    assert any(one.until == "day of rest" for one in keeper.state.timers.live.values())


def test_b_food_2_what_is_found_is_added_where_it_is_counted() -> None:
    keeper = keep("party Varda", "leave for wilderness", rules="classic")
    assert "gained: 4 rations (1d6 = 4)" in keeper.told("forage", "1", "4")
    assert keeper.state.supplies.of("ration") is None
    keeper.do("stock 2 rations")
    keeper.do("end timer food was looked for")
    keeper.do("forage", "1", "4")
    assert keeper.state.supplies.of("ration") == 6
    keeper.do("end timer food was looked for")
    keeper.do("forage", "2")
    assert keeper.state.supplies.of("ration") == 6


def test_b_food_2_food_is_looked_for_once_a_day() -> None:
    keeper = keep("party Varda", "leave for wilderness", "no checks here for outdoors", rules="classic")
    keeper.do("forage", "2")
    keeper.do("wait 23 h")
    no = keeper.refused("forage")
    assert (no.code, no.message) == ("too-soon", "food was looked for: no forage for 1 h more")
    keeper.do("wait 1 h")
    keeper.do("forage", "2")

"""Time underground is time underground: no turn goes unchecked by walking through a door.

The interval and the chance of checks belong to the area (D-ENC-1, G-ENC-1); the count of turns does not.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.play.keeper import MINUTE, ByName, Keeper, keep, of_kind
from turnkeeper.play.clock.checks import Checked
from turnkeeper.play.fight.fight import FightEnded
from turnkeeper.time import ORIGIN, Duration

NOTHING = ByName({"encounter check": "6"})
"""No encounter under any of the four: light ticks under `glog`, nothing under the others."""
TURNS = {"glog": 1, "dungeon-game": 3, "cresthaven": 2, "quest-of-destiny": 2}
"""Turns between two checks: G-ENC-1, D-ENC-1, C-ENC-1, Q-LIGHT-1."""
TURN = {"glog": 10, "dungeon-game": 10, "cresthaven": 10, "quest-of-destiny": 12}
"""Minutes of a turn, or of a phase (Q-TIME-1)."""


def checks(keeper: Keeper) -> list[int]:
    """Return when each check was made, in minutes since the campaign began."""
    return [(one.at - ORIGIN).ms // MINUTE.ms for one in of_kind(keeper.events, Checked) if not one.cause]


def delving(rules: str) -> Keeper:
    return keep("party Varda", "enter dungeon A", rules=rules, dice=NOTHING)


def test_two_places_turn_and_turn_about_are_checked_like_one() -> None:
    """D-ENC-1: after every third turn; A, B, A, B at two turns each are eight turns, so two checks."""
    keeper = delving("dungeon-game")
    for place in "BABA":
        keeper.do("wait 2 turns", dice=NOTHING)
        keeper.do(f"enter dungeon {place}", dice=NOTHING)
    assert checks(keeper) == [30, 60]


def test_moves_from_place_to_place_add_up_to_turns() -> None:
    """G-MOVE-1, G-ENC-1: 190 ft are 9.5 minutes at 200 ft a turn; three of them are 28.5, two whole turns."""
    keeper = delving("glog")
    for place in "BCD":
        keeper.do("move 190 ft cautiously", dice=NOTHING)
        keeper.do(f"enter dungeon {place}", dice=NOTHING)
    assert checks(keeper) == [10, 20]


def test_a_busier_place_checks_at_the_end_of_the_turn_when_its_interval_has_run_already() -> None:
    """D-ENC-1: two turns of three have run, and where it is every second turn the check is the turn's."""
    keeper = delving("dungeon-game")
    keeper.do("enter dungeon B")
    keeper.do("checks every 2 turns")
    keeper.do("enter dungeon A")
    keeper.do("wait 25 min", dice=NOTHING)
    keeper.do("enter dungeon B")
    keeper.do("wait 1 h", dice=NOTHING)
    assert checks(keeper) == [30, 50, 70]


def test_another_interval_said_on_the_spot_takes_over_the_count() -> None:
    """D-ENC-1: two turns have run; every second turn from then on is due with the turn under way."""
    keeper = delving("dungeon-game")
    keeper.do("wait 2 turns", dice=NOTHING)
    keeper.do("checks every 2 turns")
    keeper.do("wait 3 turns", dice=NOTHING)
    assert checks(keeper) == [30, 50]
    keeper.do("checks as usual")
    keeper.do("wait 3 turns", dice=NOTHING)
    assert checks(keeper) == [30, 50, 80]


def test_where_nothing_is_checked_the_count_stands() -> None:
    keeper = delving("dungeon-game")
    keeper.do("enter dungeon B")
    keeper.do("no checks here")
    keeper.do("enter dungeon A")
    keeper.do("wait 2 turns", dice=NOTHING)
    keeper.do("enter dungeon B")
    keeper.do("wait 5 turns", dice=NOTHING)
    keeper.do("enter dungeon A")
    keeper.do("wait 1 turn", dice=NOTHING)
    assert checks(keeper) == [80]


def test_the_rest_of_the_turn_after_a_fight_is_that_of_the_turn_begun_elsewhere() -> None:
    """D-TIME-4: 7 minutes in one place and a fight of a round in the next: the turn ends at 10."""
    keeper = delving("dungeon-game")
    keeper.do("foes goblins 2 hd 1")
    keeper.do("wait 7 min", dice=NOTHING)
    keeper.do("enter dungeon B")
    keeper.do("fight")
    dice = ByName({"encounter check": "6", "Varda initiative": "20"}, NOTHING)
    keeper.do("end fight", dice=dice)
    assert of_kind(keeper.events, FightEnded)
    assert keeper.now == ORIGIN + MINUTE * 10


def test_the_clock_set_back_sets_the_count_back() -> None:
    keeper = delving("dungeon-game")
    keeper.do("wait 25 min", dice=NOTHING)
    keeper.do("enter dungeon B")
    keeper.do("rule clock day 1 00:10")
    keeper.do("wait 20 min", dice=NOTHING)
    assert checks(keeper) == [30]


PLACES = {"A": None, "B": 2, "C": 4}
"""Intervals of named places in turns, where they are not the rule set's; D is not checked, O is outside."""
STEPS = st.lists(st.tuples(st.sampled_from("ABCDO"), st.integers(0, 45)), max_size=12)


def owed(rules: str, walk: list[tuple[str, int]]) -> list[int]:
    """Return when checks are owed on a walk, told off minute by minute: one tally, however it is walked."""
    turn, made, now, tally, under_way = TURN[rules], [], 0, 0, 0
    for place, minutes in walk:
        every = {"D": None, "O": None}.get(place, (PLACES.get(place) or TURNS[rules]) * turn)
        for _ in range(minutes):
            now += 1
            under_way = (under_way + (place != "O")) % turn
            tally += every is not None
            if every is not None and (tally == every or (tally > every and under_way == 0)):
                made.append(now)
                tally = 0
    return made


@pytest.mark.slow
@pytest.mark.parametrize("rules", TURNS)
@given(walk=STEPS)
def test_any_walk_yields_the_checks_that_its_turns_owe(rules: str, walk: list[tuple[str, int]]) -> None:
    keeper = delving(rules)
    unit = "phases" if rules == "quest-of-destiny" else "turns"
    for place, every in PLACES.items():
        if every:
            keeper.do(f"enter dungeon {place}")
            keeper.do(f"checks every {every} {unit}")
    keeper.do("enter dungeon D")
    keeper.do("no checks here")
    for place, minutes in walk:
        entered = "settlement" if place == "O" else f"dungeon {place}"
        if keeper.state.place.name != place and (place != "O" or keeper.state.place.scene == "dungeon"):
            keeper.do(f"enter {entered}", dice=NOTHING)
        if minutes:
            keeper.do(f"wait {minutes} min", dice=NOTHING)
    assert checks(keeper) == owed(rules, walk)


@pytest.mark.slow
@given(whole=st.integers(1, 60), cut=st.integers(0, 60))
def test_two_stays_are_one(whole: int, cut: int) -> None:
    """T1: a door walked through in between changes no check."""
    one, two = delving("cresthaven"), delving("cresthaven")
    one.do(f"wait {whole + cut} min", dice=NOTHING)
    two.do(f"wait {whole} min", dice=NOTHING)
    two.do("enter dungeon B")
    if cut:
        two.do(f"wait {cut} min", dice=NOTHING)
    assert checks(one) == checks(two)
    assert one.now - two.now == Duration(0)

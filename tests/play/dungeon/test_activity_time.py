"""Activities of the rule set: the time each takes, what it needs, what comes of it."""

from __future__ import annotations

import pytest

from tests.play.keeper import CALM, HOUR, TURN, keep, of_kind
from turnkeeper.play.clock.checks import Checked
from turnkeeper.play.clock.clock import TaskEnded, TaskInterrupted
from turnkeeper.play.clock.resting import Rested
from turnkeeper.play.dungeon.activity import Do
from turnkeeper.play.party.party import HitPointsChanged
from turnkeeper.time import Duration, Instant


@pytest.mark.parametrize(
    "said, minutes",
    [
        ("search", 10),  # G-SEARCH-2: a turn
        ("search 20 x 20 ft", 10),
        ("search 20 x 21 ft", 20),  # for each 20 x 20 ft (H): 420 square feet are more than one
        ("search 40 x 40 ft", 40),
        ("search 60 x 70 ft behind the altar", 110),  # 4,200 of 400 each: 10.5, so 11
        ("pick lock", 10),  # G-ACT-1
        ("break door", 10),  # G-ACT-2
        ("lunch", 60),  # G-ACT-4
        ("identify the ring", 10),  # G-ACT-5
        ("read the runes", 30),
        ("decipher the runes", 30),
        ("sort", 30),
        ("night", 480),  # G-HEAL-2: 8 h, 2 watches
        ("rest 25 min", 25),
        ("rest for 1 h by Varda", 60),
        ("make noise", 0),
    ],
)
def test_each_takes_its_time(said: str, minutes: int) -> None:
    keeper = keep("party Varda")
    (ended,) = of_kind(keeper.do(said), TaskEnded)
    assert keeper.now == ended.at == Instant(minutes * 60_000)
    assert ended.takes == Duration(minutes * 60_000)


@pytest.mark.parametrize(
    "said, checks", [("break door", 2), ("make noise", 1), ("pick lock", 1), ("lunch", 6)]
)
def test_what_is_loud_is_checked_once_more_and_lunch_as_any_six_turns(said: str, checks: int) -> None:
    """G-ENC-1 (a loud act causes a roll of its own, H) and G-HEAL-1 (its six turns are rolled for)."""
    keeper = keep("party Varda", "enter dungeon")
    events = keeper.do(said, *["12"] * checks)
    assert [event.cause for event in of_kind(events, Checked)].count("loud") == (
        said in {"break door", "make noise"}
    )


def test_lunch_heals_a_die_and_the_level_up_to_the_most_g_heal_1() -> None:
    keeper = keep("party Varda level 3 hp 1/20; Orlo hp 6/7; Sif hp 5/5; Tove")
    events = keeper.do("lunch", "4", "6")  # 4 + 3 for Varda; 6 + 1 for Orlo, who lacks 1; nobody else is hurt
    assert [(event.who, event.by) for event in of_kind(events, HitPointsChanged)] == [
        ("Varda", 7),
        ("Orlo", 1),
    ]


@pytest.mark.parametrize("said", ["lunch", "night"])
def test_below_zero_a_lunch_or_a_night_brings_exactly_zero_g_heal_2(said: str) -> None:
    keeper = keep("party Varda hp 3/20")
    keeper.do("hurt Varda 9")
    keeper.do(said)
    (varda,) = keeper.state.party.members
    assert varda.hp is not None
    assert varda.hp == 0


def test_a_night_heals_all_g_heal_2() -> None:
    keeper = keep("party Varda hp 1/20", "stock 3 rations")
    keeper.do("night")
    (varda,) = keeper.state.party.members
    assert varda.hp is not None
    assert varda.hp == 20
    assert keeper.state.supplies.of("ration") == 2


def test_an_hour_of_rest_sheds_a_slot_in_one_or_in_pieces_g_fat_1() -> None:
    keeper = keep("party Varda; Orlo", "tire Varda 3", "tire Orlo 1")

    def tired() -> list[int]:
        return [one.fatigue for one in keeper.state.party.members]

    keeper.do("rest 59 min")
    assert tired() == [3, 1]
    keeper.do("rest 1 min")
    assert tired() == [2, 0]
    keeper.do("rest 130 min")  # two hours, and ten minutes over
    assert tired() == [0, 0]


def test_a_rest_cut_short_counts_as_far_as_it_went() -> None:
    keeper = keep("party Varda", "tire Varda 2", "enter dungeon")
    events = keeper.do("rest 2 h", *["12"] * 3, "3", "7")
    (stopped,) = of_kind(events, TaskInterrupted)
    (rested,) = of_kind(events, Rested)
    assert (stopped.left, rested.over) == (2 * HOUR - 4 * TURN, 4 * TURN)
    keeper.do("part")
    keeper.do("resume", dice=CALM)
    assert keeper.state.party.members[0].fatigue == 0


def test_what_needs_a_safe_place_is_refused_while_something_is_near_when_resumed_too() -> None:
    keeper = keep("party Varda", "enter dungeon")
    keeper.do("lunch", "3", "7")
    assert keeper.refused("resume").code == "unsafe"
    assert keeper.refused("lunch").code == "unsafe"
    keeper.do("part")
    keeper.do("resume", dice=CALM)


@pytest.mark.parametrize(
    "command, code",
    [
        (Do("dance"), "unknown-activity"),
        (Do("lunch", lasts=HOUR), "length"),
        (Do("lunch", area="20 x 20 ft"), "area"),
        (Do("rest"), "length"),
        (Do("search", who="Nobody"), "unknown-name"),
    ],
)
def test_what_does_not_fit_is_refused(command: Do, code: str) -> None:
    assert keep("party Varda").refused(command).code == code

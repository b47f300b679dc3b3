"""A night that nobody camped for is one without shelter (D-CAMP-2), and is charged for once (D-HEX-7)."""

from __future__ import annotations

import pytest

from tests.play.keeper import HOUR, ByName, Keeper, keep, of_kind
from turnkeeper.play.journey.nights import NightInTheOpen
from turnkeeper.play.party.exertion import ExertionOwed

PEOPLE = "party Varda brawn 12 cunning 13; Orlo brawn 9 cunning 8"
QUIET = ByName({"encounter check": "6"})


def outside(*said: str) -> Keeper:
    """Return a party in the wilds at 06:00 of the first day: no night lies behind it that it spent there."""
    game = keep(PEOPLE, rules="dungeon-game", dice=None)
    for one in ("enter wilderness", "no checks here", "wait until 06:00", *said):
        game.do(one)
    return game


def owed(game: Keeper) -> list[int]:
    return [one.owes for one in game.state.party.members]


def test_the_night_is_told_at_dawn_and_the_recovery_die_is_all_it_gives() -> None:
    """D-CAMP-2: 3 of 12 hit points, and the 1d3 of a first level falls on 2."""
    game = keep("party Varda brawn 12 hp 3/12", "enter wilderness", rules="dungeon-game", dice=None)
    game.do("no checks here")
    game.do("wait until day 2 05:59")
    told = game.told("wait 1 h", "2")
    assert told[0] == "a night in the open, without a camp"
    assert told[1:3] == ["Varda regains 2 hp (1d3 = 2), has 5", "Varda must exert 1d3 of any attribute"]


def test_every_night_of_a_long_wait_is_one() -> None:
    """T4, T5: each at its own dawn, in order."""
    game = outside()
    nights = of_kind(game.do("wait until day 4 12:00"), NightInTheOpen)
    assert [one.at.ms for one in nights] == [(24 * day + 6) * HOUR.ms for day in (1, 2, 3)]
    assert owed(game) == [3, 3]


@pytest.mark.parametrize("hour", ["06:00", "12:00", "18:00"])
def test_a_camp_at_any_hour_since_the_dawn_before_is_enough(hour: str) -> None:
    """D-HEX-1 gives one watch to camp and sleep, and does not say which."""
    game = outside(*(() if hour == "06:00" else (f"wait until {hour}",)))
    game.do("camp with shelter")
    assert not of_kind(game.do("wait until day 2 07:00"), NightInTheOpen)
    assert owed(game) == [0, 0]


def test_a_camp_over_dawn_and_one_of_days_are_no_nights_in_the_open() -> None:
    game = outside("wait until day 2 03:00")
    assert not of_kind(game.do("camp with shelter for 60 h"), NightInTheOpen)
    assert owed(game) == [0, 0]


def test_a_camp_without_shelter_is_charged_for_once() -> None:
    game = outside("wait until 18:00")
    game.do("camp without shelter")
    game.do("wait until day 2 12:00")
    assert owed(game) == [1, 1]


@pytest.mark.parametrize("scene", ["settlement", "dungeon"])
def test_who_is_not_out_of_doors_from_dusk_to_dawn_has_a_roof(scene: str) -> None:
    inside = outside(f"enter {scene}", "no checks here") if scene == "dungeon" else outside(f"enter {scene}")
    assert not of_kind(inside.do("wait until day 2 12:00"), NightInTheOpen)
    late = keep(PEOPLE, "wait until day 1 19:00", "enter wilderness", rules="dungeon-game", dice=None)
    assert not of_kind(late.do("wait until day 2 12:00", dice=QUIET), NightInTheOpen)


def test_two_advances_over_the_night_are_one() -> None:
    """T1: however the waiting is divided."""
    once, twice = outside(), outside()
    once.do("wait 30 h")
    for _ in range(30):
        twice.do("wait 1 h")
    assert owed(once) == owed(twice) == [1, 1]


def test_a_clock_set_back_before_dawn_owes_nothing_yet() -> None:
    """T2."""
    game = outside("wait until day 2 08:00")
    assert owed(game) == [1, 1]
    game.do("rule clock day 2 05:00")
    assert owed(game) == [0, 0]
    assert of_kind(game.do("wait 2 h"), ExertionOwed)


def test_nobody_there_and_no_rule_of_camps_is_no_night() -> None:
    assert not of_kind(outside("dismiss Varda", "dismiss Orlo").do("wait 30 h"), NightInTheOpen)
    quest = keep("party Varda", "enter wilderness", rules="quest-of-destiny", dice=None)
    assert not of_kind(quest.do("wait until day 2 12:00"), NightInTheOpen)

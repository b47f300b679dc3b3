"""Areas: how often a place is checked and at what chance, kept with the place (D-ENC-1, D-ENC-3)."""

from __future__ import annotations

import pytest

from tests.play.keeper import MINUTE, ByName, Keeper, keep, of_kind
from turnkeeper.play.clock.checks import Checked
from turnkeeper.play.dungeon.encounters import EncounterMet
from turnkeeper.play.kernel.event import Event
from turnkeeper.time import ORIGIN

QUIET = ByName({"encounter check": "6", "encounter distance": "1+1", "torch (Orlo) usage": "1+1"})


def in_dungeon(*said: str) -> Keeper:
    return keep("party Orlo", "enter dungeon Barrow", *said, rules="dungeon-game", dice=QUIET)


def minutes(events: tuple[Event, ...]) -> list[int]:
    return [(one.at - ORIGIN) // MINUTE for one in of_kind(events, Checked)]


def test_d_enc_1_every_third_turn_unless_the_area_says_otherwise() -> None:
    assert minutes(in_dungeon().do("wait 2 h", dice=QUIET)) == [30, 60, 90, 120]
    assert minutes(in_dungeon("checks every 2 turns").do("wait 1 h", dice=QUIET)) == [20, 40, 60]
    assert minutes(in_dungeon("checks every 6 turns for wandering").do("wait 2 h", dice=QUIET)) == [60, 120]
    assert minutes(in_dungeon("no checks here").do("wait 2 h")) == []


def test_d_enc_1_turns_are_counted_from_entering_whenever_the_interval_was_said() -> None:
    """Said at 50 minutes, every second turn: 60 and 80, for turns 6 and 8 are the even ones."""
    keeper = in_dungeon()
    keeper.do("wait 50 min", dice=QUIET)
    keeper.do("checks every 2 turns")
    assert minutes(keeper.do("wait 30 min", dice=QUIET)) == [60, 80]


def test_a_place_keeps_its_interval_and_its_chance_and_another_has_its_own() -> None:
    keeper = in_dungeon("checks every 2 turns", "chance 3 in 6")
    keeper.do("enter dungeon Crypt")
    assert minutes(keeper.do("wait 30 min", dice=QUIET)) == [30]
    keeper.do("enter dungeon Barrow")
    assert minutes(keeper.do("wait 20 min", dice=QUIET)) == [50]
    assert of_kind(keeper.do("wait 20 min", "3", "1+1"), EncounterMet)


@pytest.mark.parametrize("hits", range(1, 7))
def test_d_enc_3_the_area_raises_or_lowers_the_chance(hits: int) -> None:
    for face in range(1, 7):
        keeper = in_dungeon(f"chance {hits} in 6")
        faces = (str(face), "1+1") if face <= hits else (str(face),)
        assert bool(of_kind(keeper.do("wait 30 min", *faces), EncounterMet)) == (face <= hits)


def test_as_usual_takes_both_back() -> None:
    keeper = in_dungeon("checks every 2 turns", "chance 6 in 6", "checks as usual")
    assert minutes(keeper.do("wait 30 min", "2")) == [30]
    assert str(keeper.refused("checks as usual")).startswith("the encounter check is as usual here already")


def test_where_windows_are_fixed_no_other_pace_is_advised() -> None:
    """Two hours each have a window of their own (G-HEX-6)."""
    wild = keep("party Varda", "leave for wilderness", rules="glog")
    hint = wild.refused("checks as usual").hint
    assert hint == "no checks here for outdoors"
    wild.do(hint)
    assert wild.refused("checks every 20 min").code == "window"


def test_what_cannot_be_is_refused_with_what_works() -> None:
    keeper = in_dungeon()
    assert str(keeper.refused("chance 7 in 6")) == "7 in 6 is more than always (chance 6 in 6)"
    assert str(keeper.refused("chance 3 in 20")) == "the encounter check is thrown with a d6 (chance 3 in 6)"
    assert str(keeper.refused("no checks here for wandring")) == (
        "nothing called 'wandring' is checked here (did you mean 'wandering'?)"
    )
    town = keep(rules="dungeon-game")
    assert town.refused("checks every 2 turns").code == "no-checks"
    assert keep("enter dungeon").refused("chance 1 in 6").code == "no-chance"


def test_a_chance_that_the_table_of_the_place_does_not_have_is_not_heeded() -> None:
    keeper = in_dungeon("chance 6 in 6", "use table reaction for wandering")
    assert keeper.told("wait 30 min", "7")[1:] == ["encounter check 7: uninterested"]

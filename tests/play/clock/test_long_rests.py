"""A long rest is taken once in a while, may be taken up again, and cut short it can still be a short one."""

from __future__ import annotations

from tests.play.keeper import ByName, Keeper, house_rules, keep
from turnkeeper.play.party.party import Character
from turnkeeper.rules.book import Rulebook

HURT = "party Varda constitution 14 level 3 hp 2/30 die d8"
OLDER = house_rules('options = ["5.1"]\n', "fifth")
"""The older document."""
MET = house_rules('options = ["wandering"]\n', "fifth")
OLDER_MET = house_rules('options = ["wandering", "5.1"]\n', "fifth")
QUIET = ByName({"encounter check": "6"})
HOUR = 3_600_000


def _of(keeper: Keeper, name: str) -> Character:
    who = keeper.state.party.find(name)
    assert who is not None
    return who


def test_f_rest_3_sixteen_hours_between_one_and_the_next() -> None:
    keeper = keep(HURT, "long rest", "wait 15 h", rules="fifth")
    assert "a long rest is behind them: no long rest for 1 h more" in keeper.refused("long rest").message
    keeper.do("wait 1 h")
    keeper.do("long rest")
    assert keeper.state.now.ms == 32 * HOUR


def test_f_rest_3_a_day_passes_between_the_ends_of_two_in_the_older_document_too() -> None:
    keeper = keep(HURT, "long rest", rules=OLDER)
    assert "no long rest" in keeper.refused("long rest").message


def _broken(rules: Rulebook, *faces: str) -> tuple[Keeper, str]:
    """Return a game in which something came upon a long rest, and what was told of it."""
    keeper = keep(HURT, "enter dungeon", rules=rules)
    told = "; ".join(keeper.told("long rest", *faces, "3+4"))
    keeper.do("part")
    return keeper, told


def test_f_rest_4_broken_after_two_hours_it_is_a_short_rest_and_takes_seven_more() -> None:
    """Six of the eight hours are left, and one more for the break."""
    keeper, told = _broken(MET, "6", "1")
    assert "short rest" in told
    assert "hit dice may be spent now: Varda" in told
    keeper.do("spend 1 hit die by Varda", "8")
    keeper.do("resume", dice=QUIET)
    assert keeper.state.now.ms == 9 * HOUR
    assert _of(keeper, "Varda").hp == 30


def test_f_rest_4_broken_within_the_hour_it_is_nothing_yet() -> None:
    """Half an hour after they came, the check of the hour breaks it."""
    keeper = keep(HURT, "enter dungeon", "wait 30 minutes", rules=MET)
    assert "hit dice" not in "; ".join(keeper.told("long rest", "1", "3+4"))


def test_f_rest_4_the_older_document_takes_it_up_without_an_hour_more() -> None:
    keeper, told = _broken(OLDER_MET, "6", "1")
    assert "hit dice" not in told
    keeper.do("resume", dice=QUIET)
    assert keeper.state.now.ms == 8 * HOUR

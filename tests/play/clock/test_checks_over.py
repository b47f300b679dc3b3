"""Checks that add the attribute to the throw, over a difficulty, where a rule set has them (Q-TRAV-1)."""

from __future__ import annotations

import pytest

from tests.play.keeper import house_rules, keep, of_kind
from turnkeeper.play.kernel.speech import quote
from turnkeeper.play.party.saves import AttributeTested
from turnkeeper.rules.book import Rulebook

PARTY = "party Sefa resilience 3 stealth -2; Orlo awareness 0"
QUEST = "quest-of-destiny"


def outcome(said: str, *faces: str, rules: str | Rulebook = QUEST) -> AttributeTested:
    (one,) = of_kind(keep(PARTY, rules=rules).do(said, *faces), AttributeTested)
    return one


@pytest.mark.parametrize("face", range(1, 21))
def test_q_trav_1_resilience_is_added_to_a_d20_and_ten_is_enough(face: int) -> None:
    one = outcome("check resilience of Sefa against 10", str(face))
    assert (one.rolled.total, one.succeeded) == (face + 3, face + 3 >= 10)
    assert (one.against, one.score, one.exact, one.rule) == (10, 3, False, "Q-TRAV-1")


@pytest.mark.parametrize("face, succeeded", [("13", False), ("14", True)])
def test_below_nothing_it_takes_away(face: str, succeeded: bool) -> None:  # noqa: FBT001 - a fact of the table
    assert outcome("save stealth of Sefa against 12", face).succeeded is succeeded


@pytest.mark.parametrize("face, succeeded", [("10", False), ("11", True)])
def test_where_equal_is_not_enough_it_has_to_be_more(face: str, succeeded: bool) -> None:  # noqa: FBT001
    strict = house_rules("[checks]\nequal = false\n", QUEST)
    assert outcome("check awareness of Orlo against 10", face, rules=strict).succeeded is succeeded


def test_the_throw_names_its_bands_and_is_told() -> None:
    game = keep(PARTY, rules=QUEST)
    asked = game.needs("check resilience of Sefa against 10")
    assert (asked.name, asked.dice) == ("resilience check of Sefa", "1d20+3")
    assert [(band.name, band.low, band.high) for band in asked.bands] == [
        ("succeeds", 10, None),
        ("fails", None, 9),
    ]
    assert game.told("check resilience of Sefa against 10", "9") == [
        "resilience check of Sefa: 12 against 10, succeeds"
    ]


def test_a_difficulty_is_needed_here_and_elsewhere_there_is_none() -> None:
    refusal = keep(PARTY, rules=QUEST).refused("check resilience of Sefa")
    assert (refusal.code, refusal.hint) == ("no-difficulty", "check resilience of Sefa against 10")
    dungeon = keep("party Varda brawn 12", rules="dungeon-game")
    refusal = dungeon.refused("save brawn of Varda against 10")
    assert (refusal.code, refusal.hint) == ("difficulty", "save brawn of Varda")


def test_somebody_may_be_called_against() -> None:
    name = "Bram against 10"
    game = keep(f'party "{name}" resilience 1', rules=QUEST)
    events = game.do(f"check resilience of {quote(name, frozenset({'against'}))} against 5", "4")
    assert of_kind(events, AttributeTested)[0].who == name

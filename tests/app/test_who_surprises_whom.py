"""Who comes upon whom is read from where they stand in the sentence, and never left out of it."""

from __future__ import annotations

from functools import cache

import pytest

from tests.app.campaigns import begun, do
from tests.app.phrasebook import UNCLEAR, is_refused, meaning_of
from turnkeeper.app.campaign import Campaign
from turnkeeper.rules.reading.load import load_builtin

THEY = (
    "the orcs attack by surprise",
    "the orcs ambush us",
    "the orcs attack the party by surprise",
    "orcs ambush the party",
    "ambushed by orcs",
    "the orcs jump us from ambush",
    "orcs attack from hiding",
)
WE = (
    "we ambush the orcs",
    "the party ambushes the orcs",
    "ambush the orcs",
    "attack the orcs by surprise",
    "we attack the orcs by surprise",
)


@cache
def facing_orcs(rules: str, sheet: str) -> Campaign:
    """Return a campaign with three orcs faced; asking what a phrase means changes nothing of it."""
    campaign = begun(rules=load_builtin(rules))
    do(campaign, f"party Varda {sheet}")
    do(campaign, "foes orcs 3")
    return campaign


@pytest.mark.parametrize("said", [*THEY, *WE])
def test_who_lies_in_ambush_acts_once_before_anyone(said: str) -> None:
    """G-INIT-1: ambushers act first, so it matters who they are."""
    ambush = "orcs" if said in THEY else "party"
    assert meaning_of(facing_orcs("glog", "wisdom 9"), said) == f"fight ambush by {ambush}"


@pytest.mark.parametrize("rules,sheet", [("dungeon-game", "agility 9"), ("cresthaven", "wisdom 1")])
@pytest.mark.parametrize(
    "said",
    [
        *THEY, *WE, "the orcs surprise us", "surprised by orcs", "the party is surprised",
        "we surprise the orcs", "surprise the orcs", "the orcs are surprised",
    ],
)  # fmt: skip
def test_who_is_come_upon_is_surprised(rules: str, sheet: str, said: str) -> None:
    """D-ENC-2, C-SURP-1: the surprised side does nothing in the first round."""
    theirs = (*WE, "we surprise the orcs", "surprise the orcs", "the orcs are surprised")
    surprised = "orcs" if said in theirs else "party"
    assert meaning_of(facing_orcs(rules, sheet), said) == f"fight surprised {surprised}"


@pytest.mark.parametrize("said", [*THEY, *WE])
def test_where_segments_are_counted_it_is_no_fight_without_surprise(said: str) -> None:
    """Q-SURP-1: surprise is said of them in the count, and is not dropped from how it begins."""
    assert meaning_of(facing_orcs("quest-of-destiny", "order 9"), said) not in {"fight with orcs", "fight"}


def test_a_plain_attack_is_a_plain_fight() -> None:
    for rules, sheet in (
        ("glog", "wisdom 9"),
        ("dungeon-game", "agility 9"),
        ("quest-of-destiny", "order 9"),
    ):
        assert meaning_of(facing_orcs(rules, sheet), "the orcs attack") == "fight with orcs"


def test_an_ambush_by_those_whom_nobody_faces_is_refused_and_says_what_it_lacks() -> None:
    campaign = facing_orcs("glog", "wisdom 9")
    assert meaning_of(campaign, "the trolls ambush us") == "fight ambush by trolls"
    assert is_refused(campaign, "fight ambush by trolls")


@pytest.mark.parametrize("rules, sheet", [("dungeon-game", "agility 9"), ("quest-of-destiny", "order 9")])
def test_no_fight_begins_by_strangers_where_nobody_lies_in_ambush(rules: str, sheet: str) -> None:
    campaign = facing_orcs(rules, sheet)
    meant = meaning_of(campaign, "the trolls ambush us")
    assert meant == UNCLEAR or is_refused(campaign, meant)


@pytest.mark.parametrize(
    "said,meant",
    [
        ("6 goblins attack with morale 7", "foes goblins 6 morale 7"),
        ("6 goblins with morale 7 attack", "foes goblins 6 morale 7"),
        ("3 goblins, hp 4 each, charge", "foes goblins 3 hp 4"),
        ("goblin attackers 3 morale 7", "foes goblin attackers 3 morale 7"),
    ],
)
def test_that_they_attack_is_no_part_of_their_name(said: str, meant: str) -> None:
    assert meaning_of(facing_orcs("glog", "wisdom 9"), said) == meant

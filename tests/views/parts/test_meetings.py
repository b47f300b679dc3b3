"""The card of an encounter: what is asked of those who are met, and its answers, under each game's rules."""

from __future__ import annotations

import pytest

from tests.app.campaigns import begun, do
from turnkeeper.app.campaign import Campaign
from turnkeeper.rules import builtin_ids
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.time import Duration
from turnkeeper.views.parts import encounters
from turnkeeper.views.parts.saying import until
from turnkeeper.views.parts.steps import StepBuilder
from turnkeeper.views.referee.creature_words import faced


def met(rules: str, *said: str) -> Campaign:
    campaign = begun(rules=load_builtin(rules))
    for each in ("party Varda hp 5", "enter dungeon Barrow", "light torch for Varda", "meet goblins", *said):
        do(campaign, each)
    return campaign


def met_in(rules: str, scene: str) -> Campaign:
    campaign = begun(rules=load_builtin(rules))
    for each in ("party Varda hp 5", f"enter {scene}", "meet goblins"):
        do(campaign, each)
    return campaign


def answers(campaign: Campaign) -> list[str]:
    (card,) = encounters.meetings(campaign.state, campaign.book)
    make = StepBuilder(campaign.state, campaign.book)
    return [one.say for one in encounters.steps(card, make, "")]


def test_where_dice_tell_who_is_surprised_the_card_throws_them_once() -> None:
    campaign = met("classic")
    assert answers(campaign)[:2] == ["throw surprise", "reaction"]
    # A torch warns the goblins: the party alone throws, and is surprised on 1 and 2 (B-SURP-1).
    do(campaign, "throw surprise", "2")
    assert answers(campaign)[0] == "reaction"


def test_who_lies_in_wait_is_asked_on_the_card() -> None:
    assert answers(met("cresthaven"))[0] == "ambush "


def test_surprise_is_asked_only_where_it_changes_the_distance() -> None:
    # In a corridor the printed distance is the same for whoever is surprised; outdoors it is not (G-HEX-7).
    assert "surprised by goblins" not in answers(met("glog"))
    campaign = met_in("glog", "wilderness")
    assert answers(campaign)[0] == "surprised by goblins"
    do(campaign, "surprised by goblins")


def test_a_card_ages_before_one_s_eyes_until_it_is_there_and_goes_when_they_part() -> None:
    """B-ENC-1: 8 on the dice is 80 ft, which goblins at 120 ft a turn, 40 ft a round, come in 2 rounds."""
    campaign = begun(rules=load_builtin("classic"))
    for each in ("party Varda hp 5", "enter dungeon Barrow", "light torch for Varda"):
        do(campaign, each)
    do(campaign, "meet goblins", "4 4")
    (card,) = encounters.meetings(campaign.state, campaign.book)
    assert (card.away, card.when, card.near_of_1000) == ("80 ft away and coming", "here in 2 rounds", 0)
    do(campaign, "let it come")
    # Of what is there no way is left to draw.
    for away, when, near in (("40 ft away and coming", "here in 1 round", 500), ("here", "", -1)):
        do(campaign, "wait 1 round")
        (card,) = encounters.meetings(campaign.state, campaign.book)
        assert (card.away, card.when, card.near_of_1000) == (away, when, near)
    do(campaign, "part")
    assert encounters.meetings(campaign.state, campaign.book) == ()


@pytest.mark.parametrize(
    "rules, scene", [(rules, scene) for rules in builtin_ids() for scene in load_builtin(rules).scenes]
)
def test_every_answer_on_the_card_that_wants_no_more_can_be_given(rules: str, scene: str) -> None:
    for said in answers(met_in(rules, scene)):
        if not said.endswith(" "):
            do(met_in(rules, scene), said)


def test_weapon_and_recovery_are_asked_where_a_count_reads_them_and_are_remembered() -> None:
    campaign = met("quest-of-destiny")
    asked = [one.name for one in encounters.fields(campaign.book)]
    assert asked[-2:] == ["weapon", "recovery"]
    said = faced(
        campaign, {"name": "goblins", "count": "2", "weapon": "long claws", "recovery": "4"}, "goblins"
    )
    assert said == "foes goblins 2 weapon long claws recovery 4 met as goblins"
    do(campaign, said)
    (known,) = encounters.creatures(campaign.state, campaign.book)
    assert (known.figures["weapon"], known.figures["recovery"]) == ("long claws", "4")
    assert "weapon" not in [one.name for one in encounters.fields(load_book("glog"))]


def load_book(rules: str) -> Rulebook:
    return begun(rules=load_builtin(rules)).book


def test_a_short_time_that_is_left_is_said_in_whole_units_rounded_up() -> None:
    # A round of this game is 10 seconds: 17.5 of them are over within 2; an hour is said as it is.
    scale = load_book("classic").scale
    assert [until(Duration(ms), scale) for ms in (17_500, 20_000, 3_600_000)] == [
        "2 rounds",
        "2 rounds",
        "6 turns",
    ]


def test_names_that_are_often_wanted_stand_beside_few_kinds_and_none_twice() -> None:
    campaign = met("glog")
    assert encounters.often_wanted(encounters.creatures(campaign.state, campaign.book)) == (
        "bandits", "ghouls", "goblins", "rats", "skeletons", "wolves",
    )  # fmt: skip
    for kind in ("goblin hp 3", "ogre hp 12", "harpy hp 9"):
        do(campaign, f"creature {kind}")
    assert encounters.often_wanted(encounters.creatures(campaign.state, campaign.book)) == (
        "bandits", "ghouls", "rats", "skeletons", "wolves",
    )  # fmt: skip
    do(campaign, "creature owlbear hp 20")
    assert encounters.often_wanted(encounters.creatures(campaign.state, campaign.book)) == ()

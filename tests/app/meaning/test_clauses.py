"""A sentence of which one clause is the command, told of dice, or of a verb that nothing knows."""

from __future__ import annotations

import pytest

from tests.app.campaigns import begun, do
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.meaning.saying import is_allowed
from turnkeeper.app.outcomes import CommandDone, NotUnderstood
from turnkeeper.app.session import Session
from turnkeeper.app.understanding import understand
from turnkeeper.rules.reading.load import load_builtin

LIT = (
    "party Varda wisdom 12 hp 5/7; Orlo wisdom 9 hp 4",
    "stock 3 torch",
    "enter dungeon Barrow",
    "light torch for Varda",
)
FIGHT = (*LIT, "foes goblins 6 morale 7 hp 4", "fight", "round")


def campaign_of(*said: str) -> Campaign:
    campaign = begun()
    for one in said:
        do(campaign, one)
    return campaign


@pytest.mark.parametrize(
    "text, means",
    [
        ("Varda trips on the stairs and lands badly, 1 damage", "hurt Varda 1"),
        ("poison needle! Varda takes 2", "hurt Varda 2"),
        ("Varda douses the sputtering torch", "douse torch of Varda"),
        ("we sit tight for two turns", "wait 2 turns"),
        ("they mosey 60 feet down the hall", "move 60 ft"),
        ("three bats flutter out of the shaft", "meet 3 bats"),
    ],
)
def test_one_clause_is_the_command_and_the_others_tell_more(text: str, means: str) -> None:
    meant = understand(campaign_of(*LIT), text)
    assert not isinstance(meant, NotUnderstood), meant
    assert meant.text == means
    assert meant.free  # it is told back


@pytest.mark.parametrize(
    "text",
    [
        "Varda falls after 40 feet, the torch stays lit",  # a number
        "if the rope holds, Orlo picks the lock",  # a condition
        "Varda refuses to move, they wait",  # what turns the meaning
        "Ana turns up and joins us",  # a newcomer
        "Varda lights a torch and Orlo three",  # a number, and another member
        "the torch burns low, light the next",  # another command
        "put out the wrong torch",  # a word that tells one torch from another
    ],
)
def test_no_number_condition_or_command_is_left_out(text: str) -> None:
    campaign = campaign_of(*LIT)
    meant = understand(campaign, text)
    assert isinstance(meant, NotUnderstood) or not is_allowed(campaign, meant), meant


@pytest.mark.parametrize(
    "text, means",
    [
        ("Varda skewers goblin 3, 2 points", "hurt goblin 3 2"),
        ("goblins 1 and 2 are toast", "kill goblin 1+2"),
        ("goblin 1 throws down his weapons and gives up", "surrender goblin 1"),
        ("we leg it back up the passage", "flee party"),
    ],
)
def test_an_idiom_or_a_strange_verb_in_a_fight_is_told_by_what_it_is_said_of(text: str, means: str) -> None:
    meant = understand(campaign_of(*FIGHT), text)
    assert not isinstance(meant, NotUnderstood), meant
    assert meant.text == means


def test_what_dice_showed_is_understood_as_it_is_told() -> None:
    campaign = begun(rules=load_builtin("classic"))
    session = Session(campaign)
    for said in ("party Mira hp 6; Tobb hp 8", "enter dungeon Crypt", "foes orcs 4 hp 5", "fight"):
        assert isinstance(session.say(said), CommandDone), said
    done = session.say("party got a 4, orcs got a 2")
    assert isinstance(done, CommandDone)
    assert done.understood == "round"
    assert any("party 4, then orcs 2" in one.text for one in done.told)


def test_dice_that_no_rule_asks_for_are_not_understood() -> None:
    session = Session(campaign_of(*LIT))
    assert isinstance(session.say("Varda got a 4, Orlo got a 2"), NotUnderstood)

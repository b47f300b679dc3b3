"""Texts that mean nothing as a whole: the word at fault is told, and what could be meant is offered."""

from __future__ import annotations

import pytest

from tests.app.campaigns import begun, do
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.outcomes import CommandDone, NotUnderstood
from turnkeeper.app.session import Session
from turnkeeper.app.understanding import understand
from turnkeeper.play.kernel.event import Refusal


def in_the_barrow() -> Campaign:
    campaign = begun()
    for said in ("party Varda hp 5/7; Orlo hp 4", "stock 3 torch", "enter dungeon Barrow"):
        do(campaign, said)
    return campaign


def heard(text: str) -> NotUnderstood:
    meant = understand(in_the_barrow(), text)
    assert isinstance(meant, NotUnderstood), meant
    return meant


@pytest.mark.parametrize(
    "text, word",
    [("Varda yodels", "yodels"), ("everyone yodels", "yodels"), ("Orlo lights a zither", "zither")],
)
def test_the_word_that_no_command_has_is_at_fault_not_a_name_before_it(text: str, word: str) -> None:
    meant = heard(text)
    assert meant.message == f"{word!r} is not understood"
    assert text[meant.column - 1 :].startswith(word)


def test_a_text_that_nothing_comes_near_is_noted_by_its_number_with_all_its_words() -> None:
    session = Session(in_the_barrow())
    before = session.head
    outcome = session.say("Varda yodels to the moon")
    assert isinstance(outcome, NotUnderstood)
    assert outcome.choices == ('note "Varda yodels to the moon"',)
    assert session.head == before
    done = session.say("1")
    assert isinstance(done, CommandDone)
    assert "Varda yodels to the moon" in done.told[-1].text


@pytest.mark.parametrize(
    "text, first",
    [
        ("bought 3 rations at 5 sp each", "stock 3 rations"),
        ("Varda crouches, then lights a torch", "light torch for Varda"),
        ("Orlo takes 2 damage, the clumsy oaf", "hurt Orlo 2"),
    ],
)
def test_what_is_left_without_odd_words_is_offered_and_not_done(text: str, first: str) -> None:
    campaign = in_the_barrow()
    session = Session(campaign)
    before = session.head
    outcome = session.say(text)
    if isinstance(outcome, CommandDone):  # an aside that alone is left out is no question
        assert outcome.understood == first
        return
    assert isinstance(outcome, NotUnderstood)
    assert outcome.choices[0] == first
    assert session.head == before


@pytest.mark.parametrize("text", ["nobody lights a torch in here", "unless it rains Varda lights a torch"])
def test_what_is_not_so_comes_to_nothing(text: str) -> None:
    assert not any("light" in one and not one.startswith("note") for one in heard(text).choices)


def test_whoever_is_not_here_is_told_so_by_the_rules() -> None:
    campaign = in_the_barrow()
    meant = understand(campaign, "Varda hits goblin 1 for 4")
    assert not isinstance(meant, NotUnderstood)
    told = campaign.decide(meant, campaign.seeded())
    assert isinstance(told, Refusal)
    assert "goblin 1" in told.message


def test_a_command_of_other_rules_is_told_of_however_it_is_said() -> None:
    campaign = in_the_barrow()
    for text in ("camp", "make camp", "we set up camp"):
        meant = understand(campaign, text)
        assert not isinstance(meant, NotUnderstood), text
        told = campaign.decide(meant, campaign.seeded())
        assert isinstance(told, Refusal)
        assert "camp" in told.message

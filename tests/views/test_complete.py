"""Completion offers what could be said next, from the declared forms and from the state."""

from __future__ import annotations

import pytest

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import in_memory
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session
from turnkeeper.rules import load_builtin
from turnkeeper.views.complete import complete

SAID = (
    "party Varda wisdom 12; Orlo the Grey wisdom 9",
    "hire Bram morale 7",
    "enter dungeon Barrow",
    "light torch for Varda",
    "timer bless 3 turns for Varda",
    "foes goblins 4",
)


@pytest.fixture(scope="module")
def campaign() -> Campaign:
    """Return a campaign with something of everything."""
    begun = in_memory("barrow", load_builtin("glog"), seed="lantern")
    for said in SAID:
        assert isinstance(Session(begun).say(said), CommandDone), said
    return begun


def offered(campaign: Campaign, text: str) -> list[str]:
    """Return whole lines that completion would make of a text."""
    return [text[: one.start] + one.text for one in complete(campaign, text)]


@pytest.mark.parametrize(
    "text, lines",
    [
        ("dou", ["douse"]),
        ("douse ", ["douse torch"]),
        ("light c", ["light candle"]),
        ("light candle f", ["light candle for"]),
        (
            "light candle for ",
            ["light candle for Varda", "light candle for Orlo the Grey", "light candle for Bram"],
        ),
        ("light candle for orlo", ["light candle for Orlo the Grey"]),
        ("light candle for Orlo the", ["light candle for Orlo the Grey"]),
        ("end ", ["end timer", "end fight"]),
        ("end timer ", ["end timer bless"]),
        ("enter d", ["enter dungeon"]),
        ("kill 1 ", ["kill 1 goblins"]),
        ("move 200 ft c", ["move 200 ft cautiously"]),
        ("wait until da", ["wait until dawn"]),
        ("morale B", ["morale Bram"]),
        ("use table enc", ["use table encounter check"]),
        ("use table encounter check for wa", ["use table encounter check for wandering"]),
        ("zzz", []),
        ("note anything at all ", []),
    ],
)
def test_what_could_follow_is_offered(campaign: Campaign, text: str, lines: list[str]) -> None:
    assert offered(campaign, text) == lines


def test_whatever_is_offered_first_brings_every_command_to_its_end(campaign: Campaign) -> None:
    assert {"search", "light", "rule", "undo"} - set(offered(campaign, "")) == {"undo"}


def test_choices_are_offered_while_a_question_waits(campaign: Campaign) -> None:
    assert offered(campaign, "choose ") == []
    # An 8 is weariness: the party rests, or takes a slot of fatigue.
    assert isinstance(Session(campaign).say("make noise", faces=("4+4",)), CommandDone)
    assert offered(campaign, "choose ") == ["choose rest", "choose fatigue"]
    campaign.undo()


def test_noise_is_not_completed(campaign: Campaign) -> None:
    assert complete(campaign, "x" * 10_000_000) == []
    assert complete(campaign, "light " * 100) == []


def test_a_word_of_several_commands_means_what_it_does_by_itself() -> None:
    """Under GLOG `search` alone is the activity of a turn (G-SEARCH-2), though `search hex` begins so too."""
    campaign = in_memory("barrow", load_builtin("glog"), seed="lantern")
    assert [(one.text, one.meaning) for one in complete(campaign, "sear")] == [("search", "Takes 1 turn.")]
    assert [one.meaning for one in complete(campaign, "res") if one.text == "rest"] == [
        "Takes as long as you say."
    ]

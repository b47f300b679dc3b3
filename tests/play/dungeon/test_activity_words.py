"""What a game calls its activities is heard in other words, of whatever game."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.play.keeper import book_of
from turnkeeper.play.dungeon.activity import Do
from turnkeeper.play.dungeon.activity_words import ways_of
from turnkeeper.play.kernel.language import Language
from turnkeeper.play.registry import DECLARED
from turnkeeper.rules.book import Rulebook


def heard_in(says: tuple[str, ...], text: str) -> list[str]:
    """Return the activities that a text means in a game with one that is called so."""
    base = book_of("glog").set
    one = replace(base.activities["pick lock"], says=says)
    language = Language(DECLARED, Rulebook(replace(base, activities={"new": one})))
    found = language.hear(text, lambda *_: None, lambda _: True)
    return [str(one.said.text) for one in found if isinstance(one.said.command, Do)]


@pytest.mark.parametrize(
    "says, text",
    [
        ("smash the portcullis", "Bram batters down the gate"),
        ("wedge gate", "hammer spikes into the door"),
        ("defuse trap", "disable the tripwire"),
        ("crack the padlock", "jimmy the lock"),
        ("decipher runes", "translate the runes"),
        ("treat wounds", "give first aid"),
        ("check for hidden doors", "feel for secret doors"),
        ("hearken", "put an ear to the wall"),
        ("brew potion", "start to brew potion"),
    ],
)
def test_a_game_written_tomorrow_gets_the_words_of_its_activity(says: str, text: str) -> None:
    assert heard_in((says,), text.removeprefix("Bram ")) == [says]


def test_an_activity_of_another_kind_has_no_words_of_it() -> None:
    assert heard_in(("open stuck door",), "bash the gate") == []
    assert heard_in(("rest twice",), "take a breather") == []
    assert list(ways_of("regroup")) == []

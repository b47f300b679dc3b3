"""Spells cast where the rules know nothing of them are asked about, with what notes them."""

from __future__ import annotations

from tests.app.phrasebook import campaign_in
from turnkeeper.app.meaning.castings import asked_of_casting
from turnkeeper.app.meaning.saying import Saying
from turnkeeper.app.outcomes import NotUnderstood


def saying(setting: str, said: str) -> Saying:
    return Saying(campaign_in(setting), said, lambda one: NotUnderstood(one.text, "", 1))


def choices(setting: str, said: str) -> tuple[str, ...]:
    asked = asked_of_casting(saying(setting, said))
    assert isinstance(asked, NotUnderstood)
    return asked.choices


def test_a_spell_without_a_length_is_asked_about_for_whoever_bears_it() -> None:
    assert choices("old", "Varda casts shield on Orlo") == (
        "timer shield for Orlo",
        "timer shield 1 turn for Orlo",
        "note Varda casts shield on Orlo",
    )
    assert choices("old", "Varda casts light on the door")[0] == "timer light on the door for Varda"


def test_each_choice_is_a_command_that_the_rules_allow() -> None:
    campaign = campaign_in("fifth")
    for one in choices("fifth", "Mira casts mage armor on herself"):
        assert campaign.language.understand(one).text == one


def test_a_length_a_ritual_and_words_that_are_no_spell_are_not_asked_about() -> None:
    for said in ("Varda casts web for 6 turns", "Varda casts about for tracks", "the orc casts web"):
        assert asked_of_casting(saying("old", said)) is None

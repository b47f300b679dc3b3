"""The story: sessions cut where they were ended, told in the players' words, and no secret in it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.app import secretive
from tests.app.campaigns import WISE, begun, delving, do
from tests.often import times
from tests.play.keeper import ByName
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.sharing import Shown
from turnkeeper.views.story import Story, as_markdown, story

STEADY = ByName({**WISE.faces, "morale of goblins": "3 4"})
cuts = st.sampled_from(("new session", "new session Down", "wait 1 h"))


def told(campaign: Campaign, number: int = 0, shown: Shown | None = None, *, secrets: bool = False) -> Story:
    found = story(campaign, shown or Shown(), number, secrets=secrets)
    assert found is not None
    return found


def texts(found: Story, *, secret: bool = False) -> list[str]:
    lines = [one for chapter in found.chapters for part in chapter.paragraphs for one in part.lines]
    return [one.text for one in lines if one.secret == secret]


def test_a_session_ends_where_the_next_was_begun_and_each_is_told_by_itself() -> None:
    campaign = delving("wait 1 turn", "new session Deeper", "douse torch", "new session")
    assert [str(one) for one in told(campaign).sessions] == ["Session 1", "Session 2: Deeper", "Session 3"]
    assert "Into the dungeon: Barrow." in texts(told(campaign, 1))
    assert texts(told(campaign, 2)) == ["Orlo's torch is put out.", "It is dark: nothing burns."]
    assert texts(told(campaign)) == []
    assert story(campaign, Shown(), 4) is None


def test_what_was_prepared_before_any_time_passed_belongs_to_the_first_session() -> None:
    campaign = begun()
    do(campaign, "party Varda")
    do(campaign, "new session Into the Barrow")
    assert [str(one) for one in told(campaign).sessions] == ["Session 1: Into the Barrow"]
    assert texts(told(campaign)) == ["Varda joins the party."]


def test_a_sentence_is_said_of_the_party_as_it_was_then() -> None:
    campaign = delving("wait 1 turn", "douse torch", "dismiss Orlo")
    assert "Later, Orlo's torch is put out." in texts(told(campaign))


def test_days_and_places_are_chapters_and_parts_of_a_day_paragraphs() -> None:
    campaign = delving("wait 1 turn", "douse torch", "leave for wilderness", "wait 24 h", "weather storm")
    found = told(campaign)
    assert [one.heading for one in found.chapters][:3] == [
        "Day 1, settlement",
        "Day 1, Barrow",
        "Day 1, wilderness",
    ]
    assert [one.when for one in found.chapters[0].paragraphs] == ["the first watch"]
    timeless = told(campaign, shown=Shown(time="nothing"))
    assert {one.day for one in timeless.chapters} == {""}
    assert {part.when for one in timeless.chapters for part in one.paragraphs} == {""}


def test_an_evening_is_prose_who_did_the_same_is_named_together_and_quiet_is_half_a_sentence() -> None:
    campaign = delving("write Orlo as hp 6", "foes goblins 6 morale 12 hp 5")
    said = "wait 3 turns; fight; round; hurt Orlo 1; hurt Varda 2; kill 1 goblins; kill 2 goblins; round"
    for each in (*said.split("; "), "flee 1 goblins", "end fight"):
        do(campaign, each, dice=STEADY)
    found = texts(told(campaign, shown=Shown(time="exact")))
    # The fight is told under its own hour; three turns of ten minutes have gone by quietly before it.
    assert found[-4:] == [
        "Half an hour later, a fight begins with goblins.",
        "In the first round, Orlo and Varda are hurt and three of the goblins die.",
        "In the second round, one of the goblins flees.",
        "The fight is over after two rounds.",
    ]
    vague = texts(told(campaign, shown=Shown(time="nothing")))
    assert "Later, a fight begins with goblins." in vague


@pytest.mark.parametrize("count, often", [(2, "twice"), (3, "three times")])
def test_what_happens_again_at_once_is_told_once_with_its_number(count: int, often: str) -> None:
    campaign = delving(*(one for _ in range(count) for one in ("enter corridor", "note a")))
    assert f"Into a corridor, {often}." in texts(told(campaign))


def test_the_referee_s_has_the_same_sentences_and_marks_what_players_were_not_told() -> None:
    campaign = delving("secret note Orlo is a spy", "note the lever is rusted", "wait 1 turn")
    players, referee = told(campaign), told(campaign, secrets=True)
    assert texts(referee) == texts(players)
    assert texts(referee, secret=True) == ["Orlo is a spy.", "The lever is rusted."]
    assert texts(players, secret=True) == []


def test_as_markdown_it_can_be_sent_and_no_sign_of_it_is_a_mark_by_chance() -> None:
    campaign = begun()
    do(campaign, "party Varda")
    do(campaign, "new session The *Pit*")
    do(campaign, "secret note a_b")
    # A heading for the campaign, the session and each day and place; a quote for a secret.
    assert as_markdown(told(campaign, secrets=True)) == (
        "# Barrow\n\n## Session 1: The \\*Pit\\*\n\n### Day 1, settlement\n\n"
        "*00:00.* Varda joins the party.\n\n> secret: A\\_b.\n"
    )


@settings(deadline=None, max_examples=times(30))
@given(
    st.sampled_from(secretive.SETS),
    st.lists(
        st.one_of(secretive.secrets, secretive.outdoors, secretive.fights, secretive.open_, cuts), max_size=25
    ),
    secretive.showing,
)
def test_no_secret_is_in_the_bytes_of_the_players_story(base: str, said: list[str], shown: Shown) -> None:
    campaign = secretive.played(base, said)
    for one in told(campaign).sessions:
        assert secretive.leaks(secretive.encoded(told(campaign, one.number, shown)), campaign) == []

"""The palette: offers, the place that is open, what is wrong, what was said lately."""

from __future__ import annotations

import re

import pytest

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import in_memory
from turnkeeper.app.log import lines
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session
from turnkeeper.app.words import words_on
from turnkeeper.rules import load_builtin
from turnkeeper.views.referee.palette import MOST_OFFERS, suggestions
from turnkeeper.web.render import HERE


def begun() -> Campaign:
    campaign = in_memory("barrow", load_builtin("glog"), seed="lantern")
    for said in ("party Varda wisdom 12; Orlo", "enter dungeon Barrow", "note a door", "note a door"):
        assert isinstance(Session(campaign).say(said), CommandDone), said
    return campaign


@pytest.mark.slow
def test_with_nothing_typed_what_was_said_lately_is_offered_each_once_and_the_latest_first() -> None:
    found = suggestions(begun(), "")
    # They are in Barrow already and nobody joins twice: neither could be said again.
    assert found.recent == ("note a door",)
    assert not found.whole
    assert found.wrong is None
    assert len(found.offers) == MOST_OFFERS
    assert found.more > 0


@pytest.mark.slow
def test_a_piece_that_makes_a_whole_command_is_marked_so() -> None:
    found = {one.text: one for one in suggestions(begun(), "light torch for ").offers}
    assert found["Varda"].whole
    assert found["Varda"].start == len("light torch for ")
    assert not next(one for one in suggestions(begun(), "ligh").offers if one.text == "light").whole


def test_the_place_that_is_open_is_marked_in_the_form() -> None:
    forms = suggestions(begun(), "light torch for ").forms
    assert ("light LIGHT [for", "WHO]") in [(one.before, one.now) for one in forms]
    assert all(one.help for one in forms)


def test_what_cannot_become_a_command_is_told_where_it_goes_wrong() -> None:
    found = suggestions(begun(), "lihgt torch")
    assert found.offers == ()
    assert found.wrong is not None
    assert (found.wrong.before, found.wrong.at) == ("", "lihgt torch")
    assert "light" in found.wrong.hint


def test_what_can_still_become_a_command_is_not_called_wrong() -> None:
    assert suggestions(begun(), "ligh").wrong is None


def test_what_would_be_refused_now_stands_behind() -> None:
    campaign = begun()
    for said in ("foes goblins 3 hp 4", "fight"):
        assert isinstance(Session(campaign).say(said), CommandDone), said
    begins = suggestions(campaign, "w").offers
    assert [one.text for one in begins if one.ready] == ["weather", "write", "why"]
    assert {"wait"} <= {one.text for one in begins if not one.ready}
    # Rooms can change while they fight, the scene cannot.
    scenes = [
        one.ready for one in suggestions(campaign, "enter ").offers if one.text in campaign.book.set.scenes
    ]
    assert scenes == [False, False, False]
    first = [one.ready for one in suggestions(campaign, "").offers]
    assert first == sorted(first, reverse=True)


@pytest.mark.slow
def test_a_whole_command_says_so() -> None:
    assert suggestions(begun(), "light torch for Varda").whole


@pytest.mark.slow
def test_undo_is_offered_and_can_be_said() -> None:
    assert "undo" in [one.text for one in suggestions(begun(), "und").offers]
    assert suggestions(begun(), "undo").whole


def offers(campaign: Campaign, text: str) -> dict[str, str]:
    found = suggestions(campaign, text)
    assert found.wrong is None
    return {one.text: one.meaning for one in found.offers}


@pytest.mark.slow
def test_words_of_the_screen_take_what_the_terminals_take() -> None:
    campaign = begun()
    # Four commands were said: undo 2 stands before the first of the two notes.
    assert offers(campaign, "undo ") == {
        "1": "back before: note a door",
        "2": "back before: note a door",
        "3": "back before: enter dungeon Barrow",
        "4": "back before: party Varda wisdom 12; Orlo",
    }
    assert offers(campaign, "redo ") == {}
    campaign.undo()
    assert offers(campaign, "redo ") == {"1": "as far as: note a door"}
    assert campaign.head.parent is not None
    assert campaign.head.parent[:8] in offers(campaign, "go ")
    assert list(offers(campaign, "export ")) == ["playthrough", "file"]
    assert "light" in offers(campaign, "help li")


def test_why_offers_the_numbers_of_lines_that_a_rule_caused() -> None:
    found = offers(begun(), "why ")
    assert found
    assert all("(G-" in meaning for meaning in found.values())
    # The numbers are those of the log as the terminal shows it.
    numbered = {str(line.number): str(line) for line in lines(begun()) if line.rule}
    assert found == {number: numbered[number] for number in reversed(numbered)}


def test_a_commit_is_found_by_what_it_says() -> None:
    campaign = begun()
    found = offers(campaign, "go barrow")
    assert list(found.values()) == ["back to: enter dungeon Barrow"]
    assert suggestions(campaign, "go barrow").offers[0].start == len("go ")


@pytest.mark.slow
def test_words_of_the_screen_can_be_said_as_they_are_and_a_wrong_number_is_marked() -> None:
    campaign = begun()
    assert all(
        suggestions(campaign, text).whole for text in ("undo 2", "why 3", "log 50", "export file", "? light")
    )
    wrong = suggestions(campaign, "undo twice").wrong
    assert wrong is not None
    assert (wrong.before, wrong.at) == ("undo ", "twice")


def test_each_word_of_the_screen_opens_something_or_moves_the_head() -> None:
    """The palette of a page has an opener for each that the session does not carry out."""
    template = (HERE / "templates" / "overlays.html").read_text("utf-8")
    openers = set(re.findall(r'data-word="([a-z-]+)"', template))
    assert {one.word for one in words_on("screen")} <= openers | {"undo", "redo", "stopwatch"}


@pytest.mark.slow
def test_nonsense_of_any_length_only_gives_a_sentence() -> None:
    for text in ("\x00", "🜁 " * 50, "a" * 5000, '"', "light " * 400, "{{7*7}}", "light torch for \ud800"):
        found = suggestions(begun(), text)
        assert found.offers == ()
        assert found.wrong is not None


@pytest.mark.slow
def test_a_text_can_be_filled_in_as_a_form_where_it_has_something_to_fill_in() -> None:
    assert suggestions(begun(), "light torch for ").fillable[0].id == "light.light"
    assert [one.title for one in suggestions(begun(), "timer haste 2 h").fillable] == ["Timer …"]
    # Nothing can be filled in of "resume", and nothing begins with "zort".
    assert not suggestions(begun(), "resume").fillable
    assert not suggestions(begun(), "zort").fillable


def test_a_question_shows_its_answer_while_it_is_typed() -> None:
    campaign = begun()
    found = suggestions(campaign, "where are we")
    assert found.answer == ("dungeon Barrow, corridor",)
    assert (found.whole, found.wrong, found.understood, found.fillable) == (True, None, "", ())
    assert suggestions(campaign, "light torch").answer == ()

"""The palette: offers, the place that is open, what is wrong, what was said lately."""

from __future__ import annotations

from turnkeeper.rules import load_builtin
from turnkeeper.table.campaign import Campaign
from turnkeeper.table.library import in_memory
from turnkeeper.table.referee.palette import MOST_OFFERS, suggestions
from turnkeeper.table.spoken import Happened, carry_out


def begun() -> Campaign:
    campaign = in_memory("barrow", load_builtin("glog"), seed="lantern")
    for said in ("party Varda wisdom 12; Orlo", "enter dungeon Barrow", "note a door", "note a door"):
        assert isinstance(carry_out(campaign, said), Happened), said
    return campaign


def test_with_nothing_typed_what_was_said_lately_is_offered_each_once_and_the_latest_first() -> None:
    found = suggestions(begun(), "")
    assert found.recent[:2] == ("note a door", "enter dungeon Barrow")
    assert not found.whole
    assert found.wrong is None
    assert len(found.offers) == MOST_OFFERS
    assert found.more > 0


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


def test_a_whole_command_says_so() -> None:
    assert suggestions(begun(), "light torch for Varda").whole


def test_undo_is_offered_and_can_be_said() -> None:
    assert "undo" in [one.text for one in suggestions(begun(), "und").offers]
    assert suggestions(begun(), "undo").whole


def test_nonsense_of_any_length_only_gives_a_sentence() -> None:
    for text in ("\x00", "🜁 " * 50, "a" * 5000, '"', "light " * 400, "{{7*7}}", "light torch for \ud800"):
        found = suggestions(begun(), text)
        assert found.offers == ()
        assert found.wrong is not None

"""Words that move the head: undo 3, redo 2, go; as they are read, and at the session."""

from __future__ import annotations

import pytest

from tests.app.campaigns import begun, do
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.outcomes import MovedTo, NotUnderstood, Stale
from turnkeeper.app.session import Session
from turnkeeper.app.words import HeadMove, read_move, read_own
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.kernel.speech import SpeechError

NOTES = ("note oak", "note ash", "note elm", "note yew")


def noted() -> Campaign:
    campaign = begun()
    for said in NOTES:
        do(campaign, said)
    return campaign


def last(campaign: Campaign) -> str:
    return campaign.head.summary


@pytest.mark.parametrize(
    "text, move",
    [
        ("undo", HeadMove("undo")),
        ("  UNDO   3 ", HeadMove("undo", 3)),
        ("u 2", HeadMove("undo", 2)),
        ("z", HeadMove("undo")),
        ("redo 007", HeadMove("redo", 7)),
        ("go 1a2b", HeadMove("go", to="1a2b")),
        ("go", None),
        ("undone", None),
        ("", None),
    ],
)
def test_a_move_is_read_from_what_is_said(text: str, move: HeadMove | None) -> None:
    assert read_move(text, ()) == move


@pytest.mark.parametrize(
    "text, column", [("undo twice", 6), ("redo 0", 6), ("undo -1", 6), ("undo 3 4", 6), ("undo 10000000", 6)]
)
def test_a_number_that_is_none_is_told_where_it_stands(text: str, column: int) -> None:
    with pytest.raises(SpeechError) as fault:
        read_move(text, ())
    assert fault.value.column == column


def test_a_verb_of_the_rule_set_goes_before_a_word_of_ours() -> None:
    assert read_move("go north", {"go"}) is None


@pytest.mark.parametrize("times", [1, 2, 3, 4])
def test_several_at_once_lead_where_one_after_the_other_does(times: int) -> None:
    """The head, and what redo finds, are the same."""
    at_once, by_steps = noted(), noted()
    assert isinstance(at_once.undo(times), MovedTo)
    for _ in range(times):
        by_steps.undo()
    assert last(at_once) == last(by_steps)
    for _ in range(times):
        assert at_once.store.redo_of(at_once.head.id) == by_steps.store.redo_of(by_steps.head.id)
        at_once.redo()
        by_steps.redo()
    assert last(at_once) == NOTES[-1]


def test_it_says_what_it_took_back_and_did_again() -> None:
    campaign = noted()
    back = campaign.undo(3)
    assert isinstance(back, MovedTo)
    assert back.said == "undo: note yew; note elm; note ash"
    again = campaign.redo(2)
    assert isinstance(again, MovedTo)
    assert (again.said, last(campaign)) == ("redo: note ash; note elm", "note elm")


def test_more_than_there_are_are_as_many_as_there_are() -> None:
    campaign = noted()
    all_back = campaign.undo(99)
    assert isinstance(all_back, MovedTo)
    assert all_back.said == "undo: note yew; note elm; note ash; and 1 more; no more are left"
    assert campaign.head.parent is None
    nothing = campaign.undo(2)
    assert isinstance(nothing, Refusal)
    assert nothing.code == "nothing-to-undo"


def test_the_session_hears_them_and_refuses_them_of_another_head() -> None:
    """T7: two screens that both say undo 2 do not take back four."""
    session = Session(noted())
    seen = session.head
    assert isinstance(session.say("undo 2", seen), MovedTo)
    assert last(session.campaign) == "note ash"
    assert isinstance(session.say("undo 2", seen), Stale)
    assert isinstance(session.say(f"go {seen[:8]}"), MovedTo)
    assert last(session.campaign) == NOTES[-1]
    nowhere = session.say("go 00000000")
    assert isinstance(nowhere, Refusal)
    assert nowhere.code == "commit"
    # What could be no id is no commit: it is said to the party.
    assert isinstance(session.say("go deeper"), NotUnderstood)
    wrong = session.say("undo twice")
    assert isinstance(wrong, NotUnderstood)
    assert (wrong.code, wrong.column) == ("speech", 6)


@pytest.mark.parametrize(
    "text, takes",
    [
        ("pause the clock", "pause"),
        ("pause the torch, pizza's here", "pause"),
        ("we're back, start the clock", "run"),
        ("stopwatch drop", "drop"),
    ],
)
def test_the_stopwatch_is_told_in_other_words_what_it_takes(text: str, takes: str) -> None:
    own = read_own(text, ("light", "search"))
    assert own is not None
    assert (own[0].word, own[1]) == ("stopwatch", takes)


def test_a_clause_that_does_something_else_is_no_word_of_the_stopwatch() -> None:
    assert read_own("light a torch, stop the clock", ("light", "search")) is None

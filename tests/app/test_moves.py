"""Words that move the head: undo 3, redo 2, go; as the terminal has them, and at the session."""

from __future__ import annotations

import pytest

from tests.app.campaigns import begun, do
from turnkeeper.app import branches
from turnkeeper.app.campaign import Campaign, Moved
from turnkeeper.app.moves import Move, made, read_move
from turnkeeper.app.session import Moved as Went
from turnkeeper.app.session import Refused, Session, Stale
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
        ("undo", Move("undo")),
        ("  UNDO   3 ", Move("undo", 3)),
        ("u 2", Move("undo", 2)),
        ("z", Move("undo")),
        ("redo 007", Move("redo", 7)),
        ("go 1a2b", Move("go", to="1a2b")),
        ("go", None),
        ("undone", None),
        ("", None),
    ],
)
def test_a_move_is_read_from_what_is_said(text: str, move: Move | None) -> None:
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
    """The terminal goes step by step; the head, and what redo finds, are the same."""
    at_once, by_steps = noted(), noted()
    assert isinstance(made(at_once, Move("undo", times)), Moved)
    branches.undo(by_steps, times)
    assert last(at_once) == last(by_steps)
    for _ in range(times):
        assert at_once.store.redo_of(at_once.head.id) == by_steps.store.redo_of(by_steps.head.id)
        at_once.redo()
        by_steps.redo()
    assert last(at_once) == NOTES[-1]


def test_it_says_what_it_took_back_and_did_again() -> None:
    campaign = noted()
    back = made(campaign, Move("undo", 3))
    assert isinstance(back, Moved)
    assert back.said == "undo: note yew; note elm; note ash"
    again = made(campaign, Move("redo", 2))
    assert isinstance(again, Moved)
    assert (again.said, last(campaign)) == ("redo: note ash; note elm", "note elm")


def test_more_than_there_are_are_as_many_as_there_are() -> None:
    campaign = noted()
    all_back = made(campaign, Move("undo", 99))
    assert isinstance(all_back, Moved)
    assert all_back.said == "undo: note yew; note elm; note ash; and 1 more; no more are left"
    assert campaign.head.parent is None
    nothing = made(campaign, Move("undo", 2))
    assert isinstance(nothing, Refusal)
    assert nothing.code == "nothing-to-undo"


def test_the_desk_hears_them_and_refuses_them_of_another_head() -> None:
    """T7: two screens that both say undo 2 do not take back four."""
    session = Session(noted())
    seen = session.head
    assert isinstance(session.say("undo 2", seen), Went)
    assert last(session.campaign) == "note ash"
    assert isinstance(session.say("undo 2", seen), Stale)
    assert isinstance(session.say(f"go {seen[:8]}"), Went)
    assert last(session.campaign) == NOTES[-1]
    nowhere = session.say("go nowhere")
    assert isinstance(nowhere, Refused)
    assert nowhere.code == "commit"
    wrong = session.say("undo twice")
    assert isinstance(wrong, Refused)
    assert (wrong.code, wrong.column) == ("speech", 6)

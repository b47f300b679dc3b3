"""What the referee gives the players to read, and takes back."""

from __future__ import annotations

import pytest

from tests.play.keeper import TURN, book_of, keep
from turnkeeper.play.kernel.language import Language
from turnkeeper.play.party.handouts import MOST_OUT, HandOut, TakeBack
from turnkeeper.play.registry import DECLARED
from turnkeeper.time import ORIGIN


@pytest.mark.parametrize(
    "said,title,text",
    [
        ("hand out torn letter saying Come alone.", "torn letter", "Come alone."),
        ('hand out "A torn letter": Come alone.', "A torn letter", "Come alone."),
        ('hand out "Old saying" saying All: ends "well".', "Old saying", 'All: ends "well".'),
        ("hand out map saying go from Ling to Kell", "map", "go from Ling to Kell"),
    ],
)
def test_a_handout_is_said_with_a_title_and_a_text(said: str, title: str, text: str) -> None:
    language = Language(DECLARED, book_of())
    command = language.parse(said)
    assert command == HandOut(title, text)
    assert language.parse(language.say(command)) == command


def test_it_takes_no_time_and_everybody_at_the_table_may_know() -> None:
    keeper = keep("party Varda")
    (event,) = keeper.do("hand out letter saying Come alone.")
    assert (keeper.now, event.seen_by) == (ORIGIN, "table")
    assert [(one.title, one.text) for one in keeper.state.handouts] == [("letter", "Come alone.")]


def test_a_slash_between_spaces_begins_a_new_line_and_one_within_a_word_does_not() -> None:
    keeper = keep("hand out verse saying By night / and/or by day / it walks.")
    assert keeper.state.handouts[0].lines == ("By night", "and/or by day", "it walks.")


def test_taking_back_names_the_handout_in_any_case_and_leaves_the_others() -> None:
    keeper = keep("hand out Letter saying One.", "hand out Map saying Two.", "take back handout LETTER")
    assert [one.title for one in keeper.state.handouts] == ["Map"]


def test_one_title_is_out_once_and_may_be_given_again_when_it_was_taken_back() -> None:
    keeper = keep("hand out letter saying One.")
    assert keeper.refused("hand out LETTER saying Two.").code == "twice"
    keeper.do("take back handout letter")
    keeper.do("hand out letter saying Two.")
    assert [one.text for one in keeper.state.handouts] == ["Two."]


def test_taking_back_what_is_not_out_names_what_was_probably_meant() -> None:
    keeper = keep("hand out letter saying One.")
    assert keeper.refused("take back handout lettre").hint == "did you mean 'letter'?"


def test_t2_a_clock_set_back_takes_back_what_was_given_since_and_gives_what_was_taken_since() -> None:
    keeper = keep("hand out letter saying One.", "wait 1 turn", "take back handout letter")
    keeper.do("hand out map saying Two.")
    assert keeper.now == ORIGIN + TURN
    keeper.do("rule clock day 1 00:05")
    assert [one.title for one in keeper.state.handouts] == ["letter"]


def test_the_state_keeps_a_bounded_number_of_them() -> None:
    keeper = keep()
    for number in range(3):
        keeper.do(f"hand out page {number} saying {number}")
        keeper.do(f"take back handout page {number}")
    assert keeper.state.handouts == ()
    for number in range(MOST_OUT):
        keeper.do(f"hand out page {number} saying {number}")
    assert keeper.refused("hand out one more saying too much").code == "too-many"


def test_taking_back_is_said_as_it_is_read() -> None:
    language = Language(DECLARED, book_of())
    assert language.say(TakeBack("torn letter")) == "take back handout torn letter"


def test_a_handout_has_a_picture_beside_its_text_or_alone() -> None:
    keeper = keep(
        "hand out letter saying Come alone. with picture 0123456789abcdef",
        "hand out map with picture fedcba9876543210",
        "hand out note saying drawn with picture frames",
    )
    assert [(one.title, one.lines, one.picture) for one in keeper.state.handouts] == [
        ("letter", ("Come alone.",), "0123456789abcdef"),
        ("map", (), "fedcba9876543210"),
        # What is no digest is part of the text.
        ("note", ("drawn with picture frames",), ""),
    ]
    keeper.do("take back handout map")
    assert [one.title for one in keeper.state.handouts] == ["letter", "note"]

"""What nobody could mean: refused or asked about, in bounded work, and never obeyed as something else."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import pytest

from tests.app.campaigns import delving
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session

MOST_CALLS = 100_000
"""At most, for a phrase: less than 50 ms of work, and counted it does not hang on how fast a machine is."""
BAD = {
    "letters": "x" * 10_000,
    "letters of the longest command": "x" * 3_999,
    "digits": "7" * 10_000,
    "one number": "7",
    "numbers": "1 " * 390,
    "Greek": "αναψε την δαδα",
    "a control character": "light\x00torch",
    "colours of a terminal": "\x1b[31mlight torch\x1b[0m",
    "right to left": "\u202elight torch",
    "words of the most": "hurt " * 390,
    "more words than that": "light torch for " + "Varda " * 600,
    "a name of hundreds": "light torch for " + "Varda " * 390,
    "numbers as remarks": "search 1 " * 130,
    "two commands": "light torch; search",
    "two lines": "light torch\nsearch",
}


def calls_of(do: Callable[[], object]) -> int:
    """Return how many functions are called while something is done."""
    calls = 0

    def count(_frame: FrameType, happens: str, _about: object) -> None:
        nonlocal calls
        calls += happens == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        do()
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.parametrize("said", BAD.values(), ids=BAD)
def test_nothing_is_done_and_it_is_told_in_bounded_work(said: str) -> None:
    session = Session(delving())
    head = session.head
    assert not isinstance(session.say(said), CommandDone)
    assert session.head == head
    assert calls_of(lambda: session.say(said)) < MOST_CALLS


@pytest.mark.parametrize(
    "said, done",
    [
        ("Rest lights a torch", "light torch for Rest"),
        ("Light picks the lock", "pick lock by Light"),
        ("rest 1 turn by Search", "rest 1 turn by Search"),
        ("Search lights a torch", "light torch for Search"),
        ("Search searches", "search by Search"),
        ("Search picks the lock", "pick lock by Search"),
        ("search the altar", "search the altar"),
        ("search carefully", "search carefully"),
    ],
)
def test_a_name_that_is_a_verb_is_who_does_it(said: str, done: str) -> None:
    session = Session(delving("party Search; Rest; Light"))
    outcome = session.say(said)
    assert isinstance(outcome, CommandDone)
    assert outcome.summary.replace('"', "").startswith(done)

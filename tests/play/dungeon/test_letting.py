"""What is met holds the clock, and the refusal names answers that the rules take then."""

from __future__ import annotations

import re

import pytest

from tests.play.keeper import Keeper, book_of
from turnkeeper.chance.drivers import Seeded
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.rules import builtin_ids

PARTY = "party Varda hp 5/9; Orlo hp 4/4"
SEEDED = Seeded(b"", "")


def stands(rules: str, *said: str) -> Keeper:
    """Return a game under a rule set after these commands."""
    keeper = Keeper(book_of(rules))
    for one in said:
        keeper.do(one, dice=SEEDED)
    return keeper


@pytest.mark.parametrize("rules", builtin_ids())
@pytest.mark.parametrize(
    "said",
    [
        (PARTY, "enter dungeon Barrow", "meet goblins"),
        (PARTY, "enter dungeon Barrow", "meet something"),
        (PARTY, "enter dungeon Barrow", "meet goblins", "meet wolves"),
        (PARTY, "enter dungeon Barrow", "meet something", "meet wolves"),
        ("enter dungeon Barrow", "meet goblins"),
    ],
    ids=["named", "nameless", "two", "a nameless one first", "nobody there to fight"],
)
def test_each_answer_that_a_refusal_names_is_taken(rules: str, said: tuple[str, ...]) -> None:
    keeper = stands(rules, *said)
    refusal = keeper.ask("wait 10 min", dice=SEEDED)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "encounter"
    answers = re.split(r", or |, | or ", refusal.hint)
    assert len(answers) > 1
    refused = {one: str(told) for one in answers if isinstance(told := keeper.ask(one, dice=SEEDED), Refusal)}
    assert not refused


def test_what_is_here_already_is_let_be() -> None:
    keeper = stands("glog", PARTY, "enter dungeon Barrow", "enter room Hall", "meet goblins")
    assert keeper.refused("wait 10 min").hint == "part, fight, or let it be"


def test_who_is_coming_is_let_come() -> None:
    keeper = stands("glog", PARTY, "enter dungeon Barrow", "enter corridor", "meet goblins")
    assert keeper.refused("wait 10 min").hint == "part, fight, or let it come"


@pytest.mark.parametrize("how,other", [("come", "be"), ("be", "come")])
def test_an_encounter_is_let_come_or_be_once_and_the_other_may_be_ruled_after_it(
    how: str, other: str
) -> None:
    keeper = stands("glog", PARTY, "enter dungeon Barrow", "enter corridor", "meet goblins", f"let it {how}")
    assert keeper.refused(f"let it {how}").code == "let"
    keeper.do(f"let it {other}")


def test_in_a_fight_the_weary_are_not_told_to_choose_the_rest_that_is_refused_there() -> None:
    """G-ENC-2: an 8 asks whether the weary rest; combat is loud, so that a fight can begin with it."""
    keeper = stands("glog", PARTY, "enter dungeon Barrow", "foes goblins 3 hp 4")
    keeper.do("fight", "8")
    assert keeper.refused("choose rest").code == "fight"
    assert keeper.refused("round").hint == "choose fatigue"

"""The throws of a command, told beforehand: certain ones in order, and what depends on what falls."""

from __future__ import annotations

import pytest

from tests.app.test_typed_dice import TEN, delve, session
from turnkeeper.app.foretelling import ThrowsAhead
from turnkeeper.app.outcomes import CommandDone, NotUnderstood, WrongFaces
from turnkeeper.app.session import Session
from turnkeeper.play.kernel.event import Refusal


def ahead(one: Session, text: str, *faces: str) -> ThrowsAhead:
    before = one.head
    found = one.ask(text, faces)
    assert isinstance(found, ThrowsAhead), found
    assert one.head == before
    assert one.wanted is None
    return found


def names(found: ThrowsAhead) -> list[str]:
    return [throw.name for throw in found.throws]


@pytest.mark.slow
def test_throws_that_come_whatever_falls_are_all_told_in_order() -> None:
    one = session("quest-of-destiny", f"party {TEN}")
    found = ahead(one, "count")
    assert names(found) == [f"initiative of P{number}" for number in range(1, 11)]
    assert {throw.dice for throw in found.throws} == {"1d10"}  # Q-INIT-1
    assert not found.depends


def test_where_what_comes_depends_on_what_falls_the_first_is_told_and_the_rest_only_named() -> None:
    found = ahead(delve(), "search")
    # G-ENC-2: from 2 to 4 an encounter, which alone has a distance (G-ENC-4).
    assert [str(throw) for throw in found.throws] == ["encounter check: 2d6 (G-ENC-2)"]
    assert found.depends
    assert [str(throw) for throw in found.perhaps] == ["encounter distance: 2d6x10 (G-ENC-4)"]


@pytest.mark.parametrize("shown, then", [("3", ["encounter distance"]), ("7", []), ("12", [])])
def test_faces_that_are_known_settle_what_follows(shown: str, then: list[str]) -> None:
    found = ahead(delve(), "search", shown)
    assert names(found) == ["encounter check", *then]
    assert found.throws[0].total == int(shown)
    assert not found.depends


def test_modifiers_stand_in_the_dice_that_are_told() -> None:
    # Varda's 1 and gifts worth 1 more.
    assert [str(throw) for throw in ahead(delve(), "reaction +1").throws] == ["reaction: 2d6+2 (G-REACT-1)"]


@pytest.mark.parametrize("text", ["note the lever is rusted", "undo", "u 2"])
def test_words_without_throws_have_none(text: str) -> None:
    found = ahead(delve(), text)
    assert (found.throws, found.depends, found.perhaps) == ((), False, ())


def test_what_cannot_be_done_is_refused_as_when_it_is_said() -> None:
    one = delve()
    assert one.ask("dismiss Vrada") == one.say("dismiss Vrada")
    assert isinstance(one.ask("dismiss Vrada"), Refusal)
    assert isinstance(one.ask("flibber"), NotUnderstood)
    assert isinstance(one.ask("search", ("13",)), WrongFaces)


@pytest.mark.parametrize("text", ["search", "count", "wait 2 turns", "light torch for Orlo"])
def test_the_faces_of_the_certain_throws_are_never_too_many(text: str) -> None:
    for one in (delve(), session("quest-of-destiny", "party Varda; Orlo", "enter dungeon Barrow")):
        found = one.ask(text)
        if isinstance(found, ThrowsAhead):
            faces = tuple(f"{throw.name}=r" for throw in found.throws)
            assert isinstance(one.say(text, faces=faces), CommandDone)

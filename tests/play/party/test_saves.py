"""Checks and saves: who succeeds, with what advantage, and what the rules refuse."""

from __future__ import annotations

import pytest

from tests.play.keeper import Keeper, house_rules, keep, of_kind
from turnkeeper.chance.throws import Throw
from turnkeeper.play.party.saves import AttributeTested

PEOPLE = "party Varda agility 10 brawn 12 cunning 13; Orlo agility 12"


def party(*said: str) -> Keeper:
    return keep(PEOPLE, *said, rules="dungeon-game", dice=None)


def outcome(game: Keeper, said: str, *faces: str) -> AttributeTested:
    (one,) = of_kind(game.do(said, *faces), AttributeTested)
    return one


@pytest.mark.parametrize("face", range(1, 21))
def test_a_throw_up_to_the_attribute_succeeds_and_none_above_it(face: int) -> None:
    """D-TERM-1, brute force over the die: Varda's brawn is 12."""
    one = outcome(party(), "save brawn of Varda", str(face))
    assert (one.succeeded, one.exact) == (face <= 12, face == 12)
    assert (one.save, one.rolled.faces, one.rule) == (True, (face,), "D-TERM-1")


@pytest.mark.parametrize("first", [1, 12, 13, 20])
@pytest.mark.parametrize("second", [1, 12, 13, 20])
def test_with_advantage_either_die_will_do_and_with_disadvantage_both_must(first: int, second: int) -> None:
    """D-TERM-2."""
    faces = f"{first}+{second}"
    better = outcome(party(), "check brawn of Varda with advantage", faces)
    worse = outcome(party(), "check brawn of Varda with disadvantage", faces)
    assert better.succeeded == (first <= 12 or second <= 12)
    assert worse.succeeded == (first <= 12 and second <= 12)
    assert (better.advantage, worse.advantage) == (1, -1)
    assert better.rolled.faces == worse.rolled.faces == (first, second)


def test_a_check_takes_no_time_and_changes_nothing_by_itself() -> None:
    game = party()
    before = game.state
    game.do("check cunning of Varda", "20")
    assert game.state == before


def test_the_throw_says_whose_it_is_and_by_which_rule() -> None:
    asked: Throw = party().needs("check cunning of Varda")
    assert (asked.name, asked.dice, asked.rule) == ("cunning check of Varda", "1d20", "D-TERM-1")
    assert [band.name for band in asked.bands] == ["succeeds", "succeeds exactly", "fails"]


def test_what_was_exerted_is_missing_from_the_attribute() -> None:
    """D-TERM-4: 12 less 3 is 9."""
    game = party()
    game.do("exert 1d3 brawn of Varda", "3")
    assert outcome(game, "check brawn of Varda", "10").score == 9


def test_hunger_is_a_disadvantage_that_an_advantage_cancels() -> None:
    """D-CAMP-4 and D-TERM-2: with both of them one die is thrown."""
    game = party("stock 1 ration", "wait 1 day")
    hungry = outcome(game, "check brawn of Varda", "3+17")
    assert (hungry.rolled.total, hungry.hampered, hungry.advantage) == (17, "hungry", -1)
    both = outcome(game, "check brawn of Varda with advantage", "13")
    assert (both.rolled.faces, both.hampered, both.advantage) == ((13,), "hungry", 0)
    assert outcome(game, "check brawn of Varda with disadvantage", "3+17").advantage == -1
    assert outcome(game, "check cunning of Varda", "3").hampered == ""


def test_where_the_attribute_itself_is_no_success_it_fails_exactly() -> None:
    book = house_rules(
        '[checks]\nequal = false\nrule = { id = "D-TERM-1", origin = "house", why = "harder" }\n',
        base="dungeon-game",
    )
    game = keep(PEOPLE, rules=book, dice=None)
    assert not outcome(game, "check brawn of Varda", "12").succeeded
    assert outcome(game, "check brawn of Varda", "11").succeeded


@pytest.mark.parametrize(
    "said,code",
    [
        ("check cunning of Bram", "unknown-name"),
        ("check wit of Varda", "unknown-attribute"),
        ("save cunning of Orlo", "no-attribute"),
        ("check Cunnning of Varda", "unknown-attribute"),
    ],
)
def test_what_cannot_be_tested_is_refused(said: str, code: str) -> None:
    refusal = party().refused(said)
    assert refusal.code == code
    assert refusal.hint


def test_the_dead_check_nothing() -> None:
    assert party("kill Varda").refused("save brawn of Varda").code == "dead"


def test_a_rule_set_without_checks_refuses_them() -> None:
    """In glog a check of an attribute is not among the rules."""
    assert keep("party Varda wisdom 12").refused("check wisdom of Varda").code == "no-checks"


def test_a_rule_set_without_advantage_refuses_it() -> None:
    book = house_rules(
        '[checks]\nrule = { id = "G-INIT-1", origin = "house", why = "so" }\ndice = "1d20"\nequal = true\n'
    )
    game = keep("party Varda wisdom 12", rules=book, dice=None)
    assert game.refused("check wisdom of Varda with advantage").code == "no-advantage"
    assert outcome(game, "check wisdom of Varda", "12").succeeded


def test_check_morale_is_the_morale_of_a_side() -> None:
    game = party("foes goblins 3 hd 1")
    assert game.told("check morale of goblins", "10")[-1].startswith("morale of goblins 10 under 11")

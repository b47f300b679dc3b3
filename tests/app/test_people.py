"""Rows of a table are people as they are said, and each problem stands at its cell."""

from __future__ import annotations

import pytest

from tests.play.keeper import book_of, keep
from turnkeeper.app.people import NAMES, CellProblem, commands_of, problems_of, somebody, tidy_name, words_of
from turnkeeper.chance.drivers import Seeded
from turnkeeper.files.people_list import PersonRow
from turnkeeper.rules import builtin_ids
from turnkeeper.views.figures import read_figures


def test_a_row_is_a_person_in_the_words_of_the_command() -> None:
    row = PersonRow("Level 3 Bram", {"hp": "5/7", "hireling": "yes", "wisdom": "", "strength": "9"})
    (said,) = commands_of([words_of(row, book_of())])
    bram = keep(said).state.party.members[0]
    assert (bram.name, bram.hp, bram.most_hp, bram.hireling) == ("Level 3 Bram", 5, 7, True)
    assert (bram.attribute("strength"), bram.attribute("wisdom")) == (9, None)


@pytest.mark.parametrize("rules", builtin_ids())
def test_every_column_of_every_rule_set_can_be_said(rules: str) -> None:
    book = book_of(rules)
    kinds = {"number": "3", "points": "3/7", "die": "d8", "yes": "yes"}
    cells = {one.name: one.choices[0] if one.choices else kinds[one.kind] for one in read_figures(book)}
    assert problems_of([PersonRow("Varda", cells)], book) == []
    (said,) = commands_of([words_of(PersonRow("Varda", cells), book)])
    (varda,) = keep(said, rules=rules).state.party.members
    assert (varda.name, varda.hp, varda.most_hp) == ("Varda", 3, 7)


def test_an_empty_row_says_nothing_and_one_without_a_name_asks_for_it() -> None:
    assert words_of(PersonRow("", {"hp": ""}), book_of()) == ""
    (problem,) = problems_of([PersonRow(""), PersonRow("", {"hp": "5"})], book_of())
    assert (problem.row, problem.cell) == (1, "name")


def test_each_problem_stands_at_its_cell() -> None:
    rows = [PersonRow("Varda", {"hp": "lots", "level": "2"}), PersonRow("VARDA"), PersonRow("a;b")]
    found = [(one.row, one.cell) for one in problems_of(rows, book_of())]
    assert found == [(0, "hp"), (1, "name"), (2, "name")]
    assert problems_of([PersonRow("Orlo")], book_of(), ["orlo"]) == [
        CellProblem(0, "name", "Orlo is in the party already", "give another name")
    ]


def test_quotes_in_a_name_stay() -> None:
    assert tidy_name('Orlo "the Hawk"') == "Orlo “the Hawk”"
    (said,) = commands_of([words_of(PersonRow('Orlo "the Hawk"'), book_of())])
    assert keep(said).state.party.members[0].name == "Orlo “the Hawk”"


def test_a_name_is_found_for_whoever_has_none() -> None:
    assert somebody(["Ansa", "BERO"], book_of()).name == "Cwen"
    assert somebody(NAMES, book_of()).name == "Ansa 2"


@pytest.mark.parametrize("rules", builtin_ids())
def test_whoever_was_just_found_can_fight_a_first_round(rules: str) -> None:
    """G-INIT-1: Wisdom is thrown under; D-INIT-1: Agility; Q-INIT-5: the Order comes of two scores."""
    book = book_of(rules)
    row = somebody([], book)
    assert problems_of([row], book) == []
    (said,) = commands_of([words_of(row, book)])
    keeper = keep(said, "foes goblins 6", "enter dungeon Barrow", rules=rules)
    for each in ("fight",) if rules == "quest-of-destiny" else ("fight", "round"):
        keeper.do(each, dice=Seeded(b"people", each))
    assert keeper.state.fight is not None or keeper.state.count is not None


def test_a_crowd_joins_by_one_command() -> None:
    book = book_of()
    rows = [
        PersonRow(f"Hero {number}", {"strength": "9", "wisdom": "8", "hp": "5/7"}) for number in range(60)
    ]
    said = list(commands_of(words_of(one, book) for one in rows))
    assert len(said) == 1
    assert len(keep(*said).state.party.members) == 60

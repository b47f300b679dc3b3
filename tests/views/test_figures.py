"""Which figures of a person a rule set reads, and by which rules: against the data of each."""

from __future__ import annotations

import pytest

from tests.play.keeper import book_of
from turnkeeper.play.kernel.introducing.entries import names_of
from turnkeeper.rules import builtin_ids
from turnkeeper.views.figures import figures, read_figures

READ = {
    "advanced": {
        "strength", "dexterity", "charisma", "race", "level", "hp", "morale", "carrying", "reaction",
        "wields", "hireling",
    },
    "torchlit": {
        "dexterity", "intelligence", "charisma", "gear", "hp", "morale", "carrying", "reaction", "hireling",
    },
    "fifth": {
        "strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma", "perception",
        "survival", "stealth", "str-save", "dex-save", "con-save", "int-save", "wis-save", "cha-save",
        "race", "level", "hp", "die", "carrying",
    },
    "classic": {"charisma", "hp", "morale", "carrying", "reaction", "wields", "hireling"},
    "glog": {"strength", "wisdom", "level", "hp", "morale", "carrying", "reaction", "hireling"},
    "dungeon-game": {
        "agility", "brawn", "cunning", "level", "hp", "morale", "reaction", "wields", "hireling",
    },
    "cresthaven": {
        "strength", "constitution", "wisdom", "race", "hp", "die", "mana", "morale", "carrying", "reaction",
        "hireling",
    },
    "quest-of-destiny": {
        "dexterity", "intelligence", "charisma", "resilience", "level", "hp", "order", "modifier",
        "initiative", "morale", "reaction",
    },
}  # fmt: skip
"""Read off the files of the sets by hand: what each part of one throws against, adds up or changes."""


@pytest.mark.parametrize("rules", builtin_ids())
def test_a_column_stands_for_each_figure_that_the_rules_read_and_for_no_other(rules: str) -> None:
    assert {one.name for one in read_figures(book_of(rules))} == READ[rules]


@pytest.mark.parametrize("rules", builtin_ids())
def test_each_says_its_rules_in_the_words_of_the_register(rules: str) -> None:
    register = book_of(rules).set.register
    for one in read_figures(book_of(rules)):
        assert all(why.says == register[why.rule].says for why in one.why)
        assert all(why.rule in one.reason and why.says in one.reason for why in one.why)


def test_a_figure_cites_the_rule_that_reads_it() -> None:
    read = {
        (rules, one.name): [why.rule for why in one.why]
        for rules in builtin_ids()
        for one in figures(book_of(rules))
    }
    assert read["glog", "wisdom"] == ["G-INIT-1", "G-MOVE-2"]
    assert read["glog", "carrying"] == ["G-FAT-4"]
    assert read["dungeon-game", "brawn"] == ["D-HEX-7", "D-HEX-3", "D-CAMP-4"]
    assert read["cresthaven", "race"] == ["C-MOVE-2"]
    assert read["quest-of-destiny", "modifier"] == ["Q-INIT-5"]
    assert read["glog", "charisma"] == []


@pytest.mark.parametrize("rules", builtin_ids())
def test_all_that_a_sheet_can_hold_is_a_figure_but_notes_and_portrait(rules: str) -> None:
    book = book_of(rules)
    assert [one.name for one in figures(book)] == [
        one for one in names_of(book) if one not in {"notes", "portrait"}
    ]


def test_what_holds_where_nothing_is_written_is_the_rule_set_s_own() -> None:
    usual = {one.name: one.usual for one in figures(book_of("cresthaven"))}
    assert (usual["race"], usual["level"], usual["hp"]) == ("human", "1", "")

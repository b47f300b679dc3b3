"""A list of people is read whatever it looks like, and what cannot be placed is kept."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.play.keeper import book_of
from turnkeeper.files.people_list import MOST_ROWS, PersonRow, read_people_list
from turnkeeper.rules import builtin_ids


def read(text: str, rules: str = "glog") -> list[tuple[str, dict[str, str], tuple[str, ...]]]:
    return [(one.name, one.cells, one.left) for one in read_people_list(text, book_of(rules))]


def test_names_stand_one_on_a_line() -> None:
    assert read("Varda\n\n- Orlo the thief\n2. Bram\n") == [
        ("Varda", {}, ()),
        ("Orlo the thief", {}, ()),
        ("Bram", {}, ()),
    ]


def test_what_is_written_of_them_follows_in_any_words_and_order() -> None:
    said = "Varda, Str 12, hp 7\nOrlo the Third, HP: 5/7, wis=9 fighter; Bram hireling morale 7"
    assert read(said) == [
        ("Varda", {"strength": "12", "hp": "7"}, ()),
        ("Orlo the Third", {"hp": "5/7", "wisdom": "9"}, ("fighter",)),
        ("Bram", {"hireling": "yes", "morale": "7"}, ()),
    ]


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_a_table_goes_by_its_header_in_any_order(mark: str) -> None:
    lines = (("Hit points", "NAME", "Class", "str"), ("5/7", "Varda", "Fighter", "12"), ("", "Orlo", "", "9"))
    cut = [mark.join(line) if mark != "|" else f"| {' | '.join(line)} |" for line in lines]
    assert read("\n".join([cut[0], *(["|---|:--:|--|--|"] if mark == "|" else []), *cut[1:]])) == [
        ("Varda", {"hp": "5/7", "strength": "12"}, ("Class Fighter",)),
        ("Orlo", {"strength": "9"}, ()),
    ]


def test_races_and_weapons_are_words_of_the_rule_set() -> None:
    assert read("Mira the elf strength +1, mana 3/7\nBo, dwarf", "cresthaven") == [
        ("Mira", {"race": "elf", "strength": "1", "mana": "3/7"}, ()),
        ("Bo", {"race": "dwarf"}, ()),
    ]
    assert read("Varda agility 12 wields large melee\nOrlo, small ranged", "dungeon-game") == [
        ("Varda", {"agility": "12", "wields": "large melee"}, ()),
        ("Orlo", {"wields": "small ranged"}, ()),
    ]


def test_no_more_are_read_than_a_table_holds() -> None:
    assert len(read("\n".join(f"Hero {number}" for number in range(200)))) == MOST_ROWS


PIECES = st.sampled_from(
    [
        "Varda",
        "hp",
        "Str",
        "12",
        "5/7",
        ",",
        ";",
        "\t",
        "|",
        "\n",
        '"',
        "name",
        "=",
        ":",
        "---",
        "elf",
        "the",
        " ",
    ]
)


@given(rules=st.sampled_from(builtin_ids()), pieces=st.lists(PIECES | st.text(max_size=3), max_size=40))
def test_whatever_is_pasted_is_read_into_rows(rules: str, pieces: list[str]) -> None:
    for one in read_people_list("".join(pieces), book_of(rules)):
        assert one.name or one.cells or one.left


NAMES = st.text(st.characters(categories=("Lu", "Ll")), min_size=1, max_size=8)
CELLS = st.fixed_dictionaries(
    {},
    optional={
        "strength": st.integers(-3, 18).map(str),
        "hp": st.just("5/7"),
        "hireling": st.sampled_from(["yes", "no"]),
        "carrying": st.integers(0, 9).map(str),
    },
)


@pytest.mark.slow
@given(rows=st.lists(st.tuples(NAMES, CELLS), min_size=1, max_size=8), mark=st.sampled_from(",;\t"))
def test_a_table_that_was_written_is_read_alike(rows: list[tuple[str, dict[str, str]]], mark: str) -> None:
    columns = ("name", "strength", "hp", "hireling", "carrying")
    text = StringIO()
    written = csv.writer(text, delimiter=mark, lineterminator="\n")
    written.writerow(columns)
    for name, cells in rows:
        written.writerow([name, *(cells.get(one, "") for one in columns[1:])])
    assert list(read_people_list(text.getvalue(), book_of())) == [
        PersonRow(name, cells) for name, cells in rows
    ]

"""People as referees introduce them: each is somebody of their own, with what is written of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.play.keeper import book_of, keep
from turnkeeper.play.kernel.introducing.newcomers import read_people, say_people
from turnkeeper.rules import builtin_ids


@pytest.mark.parametrize(
    "rules, said, canonical",
    [
        ("classic", "Aldric, Brin, Cora", "Aldric; Brin; Cora"),
        ("classic", "aldric, brin and cora", "aldric; brin; cora"),
        (
            "classic",
            "Aldric the fighter 8 hp and Cora the elf 4/6 hp",
            "Aldric the fighter hp 8/8; Cora the elf hp 4/6",
        ),
        ("classic", "Aldric 8 hp 13 str; Brin 4/6", "Aldric strength 13 hp 8/8; Brin hp 4/6"),
        ("classic", "Aldric (fighter, 8 hp); Brin (thief)", "Aldric (fighter) hp 8/8; Brin (thief)"),
        ("classic", "Aldric HP: 5 of 7, str=12; Bo", "Aldric strength 12 hp 5/7; Bo"),
        ("classic", "Aldric, 3rd-level fighter, 8hp", "Aldric fighter level 3 hp 8/8"),
        ("classic", "Mira, a dwarf fighter, and Tom, a henchman", "Mira dwarf fighter; Tom hireling"),
        ("classic", "Varda, thief", "Varda thief"),
        ("cresthaven", "Mira the elf strength +1, mana 3/7", "Mira elf strength 1 mana 3/7"),
        ("cresthaven", "human Bob and a dwarf Gimli", "Bob human; Gimli dwarf"),
        ("dungeon-game", "Varda wields large melee, Orlo", 'Varda wields "large melee"; Orlo'),
        # A name stays whole: with its article, a word that elsewhere says more, or whatever stands in quotes.
        ("classic", "The Nameless", "The Nameless"),
        ("classic", "Tom retainer", "Tom retainer"),
        ("classic", '"Smith, Ned and Co" hp 3', '"Smith, Ned and Co" hp 3/3'),
    ],
)
def test_people_are_introduced_as_one_speaks(rules: str, said: str, canonical: str) -> None:
    book = book_of(rules)
    people = read_people(said, book)
    assert say_people(people, book) == canonical
    assert read_people(canonical, book) == people


@pytest.mark.parametrize(
    "said", ["Varda ac 4", "Varda hp 5 fierce", "Varda 5", "Varda hp high", "hp 5", "Varda, Orlo 9", ";"]
)
def test_what_says_something_else_is_refused_and_nobody_joins(said: str) -> None:
    with pytest.raises(
        ValueError, match=r"is nothing that is written|wants a|begin with a name|nobody was named"
    ):
        read_people(said, book_of())


def test_a_list_of_names_is_a_party_of_as_many() -> None:
    keeper = keep("party Aldric, Brin and Cora")
    assert [one.name for one in keeper.state.party.members] == ["Aldric", "Brin", "Cora"]


PIECES = 'Varda the a and & , ; ( ) hp 8 5/7 8hp level 3rd elf " Orlo : with wields large str +1 "hp" "elf"'
WORDS = st.sampled_from(PIECES.split())


@given(rules=st.sampled_from(builtin_ids()), words=st.lists(WORDS | st.text(max_size=3), max_size=14))
def test_whoever_is_read_is_said_so_that_they_are_read_alike(rules: str, words: list[str]) -> None:
    book = book_of(rules)
    try:
        people = read_people(" ".join(words), book)
    except ValueError:
        return
    assert read_people(say_people(people, book), book) == people

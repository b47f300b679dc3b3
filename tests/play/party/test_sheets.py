"""What is written of a member is written anew, several entries in one step."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.play.keeper import book_of, keep
from turnkeeper.play.kernel.introducing.entries import WrittenEntry, names_of, read_sheet, say_sheet
from turnkeeper.play.party.sheets import entry_of, rewritten
from turnkeeper.rules import builtin_ids

PORTRAIT = "5a" * 8


def test_several_entries_are_written_in_one_step_and_the_others_stay() -> None:
    keeper = keep("party Varda wisdom 12 hp 5/7 level 2; Orlo")
    told = keeper.told("write Varda as wisdom 13, hp 6/9, hireling yes")
    assert told == ["written of Varda: wisdom 13, hp 6/9, hireling yes"]
    varda, orlo = keeper.state.party.members
    assert (varda.attribute("wisdom"), varda.hp, varda.most_hp, varda.hireling) == (13, 6, 9, True)
    assert (varda.level, orlo.hp) == (2, None)


def test_none_takes_an_entry_off_the_sheet() -> None:
    keeper = keep("party Varda wisdom 12 hp 5/7 level 2 morale 8")
    keeper.do("write Varda as wisdom none, hp none, level none, morale none")
    varda = keeper.state.party.members[0]
    assert (varda.attribute("wisdom"), varda.hp, varda.level, varda.morale) == (None, None, 1, None)


def test_what_time_has_done_stays_and_what_a_number_alone_says_is_what_is_left() -> None:
    keeper = keep("party Varda wisdom 12 hp 5/7", "hurt Varda 2", "tire Varda 1")
    keeper.do("write Varda as hp 6, strength 10")
    varda = keeper.state.party.members[0]
    assert (varda.hp, varda.most_hp, varda.fatigue) == (6, 7, 1)


def test_what_the_rules_never_allow_is_refused_as_when_they_join() -> None:
    keeper = keep("party Varda hp 5/7")
    assert keeper.refused("write Varda as hp 8/7").code == "hit-points"
    assert keeper.refused("write Varda as carrying 3").code == "no-attribute"
    assert keeper.refused("write Varda as hp 5/7").code == "same"
    assert keeper.refused("write Zed as hp 5").code == "unknown-name"


def test_notes_are_for_the_referee_and_take_the_rest_of_the_words() -> None:
    keeper = keep("party Varda")
    (event,) = keeper.do('write Varda as level 2, notes fears water, and "the Hawk"')
    assert event.seen_by == "referee"
    assert keeper.state.party.members[0].notes == 'fears water, and "the Hawk"'


def test_a_portrait_is_named_by_its_digest_and_told_without_it() -> None:
    keeper = keep("party Varda")
    assert keeper.told(f"write Varda as portrait {PORTRAIT}") == ["written of Varda: a portrait"]
    assert keeper.state.party.members[0].portrait == PORTRAIT
    assert keeper.told("write Varda as portrait none") == ["written of Varda: no portrait"]


def test_what_is_said_in_quotes_after_a_name_keeps_its_quotes() -> None:
    keeper = keep('party Varda "the Hawk" hp 5; "Bram 2"')
    assert [one.name for one in keeper.state.party.members] == ["Varda “the Hawk”", "Bram 2"]


VALUES = st.one_of(st.integers(-9, 40).map(str), st.sampled_from(["3/7", "d8", "yes", "none", "elf", "x"]))


@given(rules=st.sampled_from(builtin_ids()), said=st.lists(st.tuples(st.integers(0, 30), VALUES), min_size=1))
def test_a_sheet_that_was_read_is_said_and_read_alike_and_all_else_is_refused(
    rules: str, said: list[tuple[int, str]]
) -> None:
    book = book_of(rules)
    names = names_of(book)
    text = ", ".join(f"{names[place % len(names)]} {value}" for place, value in said)
    sheet: tuple[WrittenEntry, ...] | None = None
    with suppress(ValueError):
        sheet = read_sheet(text, book)
    assert sheet is None or read_sheet(say_sheet(sheet), book) == sheet


@pytest.mark.parametrize("rules", builtin_ids())
def test_every_entry_of_a_rule_set_can_be_written_read_back_and_taken_off(rules: str) -> None:
    book, keeper = book_of(rules), keep("party Varda", rules=rules)
    plain = keeper.state.party.members[0]
    values = {"hp": "3/7", "mana": "3/7", "die": "d8", "initiative": "d6", "hireling": "yes"}
    values |= {"race": next(iter(book.set.races), ""), "notes": "shy, and tall", "portrait": PORTRAIT}
    for name in names_of(book):
        value = values.get(name, "large melee" if name == "wields" else "5")
        one = rewritten(plain, WrittenEntry(name, value))
        assert (entry_of(plain, name), entry_of(one, name)) == ("", value)
        assert rewritten(one, WrittenEntry(name, "no" if name == "hireling" else "none")) == plain

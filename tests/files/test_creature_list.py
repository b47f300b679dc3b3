"""Lists of creatures: whatever is brought is read as far as it goes, and what was not read is said."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.play.keeper import book_of
from turnkeeper.files.creature_list import MOST_CHARACTERS, READS, CreatureList, read_list
from turnkeeper.play.kernel.introducing.creatures import KEYS, read_creatures, say_creatures

PIECES = st.sampled_from(
    (
        *(
            "Goblin",
            "name",
            "hp",
            "HD",
            "1-1",
            "1d8-1",
            "ML",
            "7",
            "#AP",
            "2d4",
            "AC 6",
            "½",
            "note",
            "MV 60'",
        ),
        *(":", ",", ";", "|", "\t", "\n", "(", ")", "---", '"', "{", "[", "}", "]", " ", "\x00", "\ud800"),
        *("999999999999", "0d0", "MV 60'"),
    )
)
FIELDS = st.sampled_from(("name", "hp", "morale", "monsters", "x"))
JSON = st.recursive(
    st.none() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(FIELDS, inner, max_size=4),
)


def holds(found: CreatureList) -> None:
    """A command says every kind that was read, and reads it again as it was."""
    for one in found.creatures:
        assert read_creatures(say_creatures((one,), book_of()), book_of()) == (one,)
    assert all(one.line >= 1 and one.why for one in found.unread)


@example("hp\t", 0)
@given(st.lists(PIECES | st.text(max_size=6), max_size=30).map("".join), st.sampled_from((0, 6, 8)))
def test_any_text_is_read_or_said_not_to_be(text: str, die: int) -> None:
    found = read_list(text, die)
    holds(found)
    headed = text.strip()[:1] in "[{" or "name" in text.casefold()
    assert found.creatures or found.unread or headed or not any(one.isalnum() for one in text)


@pytest.mark.slow
@given(JSON)
def test_any_json_is_read_or_said_not_to_be(value: object) -> None:
    holds(read_list(json.dumps(value)))


@pytest.mark.parametrize(
    "text",
    [
        "Goblin: hp 1d8-1, ML 7, #AP 2d4",
        "Goblin  ML 7; hp 1d8-1; No. Appearing: 2d4",
        "Goblin\nhp 1d8-1 ML 7\n#AP 2d4",
        "name,hp,morale,number\nGoblin,1d8-1,7,2d4\n",
        "Number;Monster;Morale;Hit points\n2d4;Goblin;7;1d8-1",
        "Name\tML\tHP\tNA\nGoblin\t7\t1d8 - 1\t2d4",
        "| Name | HP | ML | #AP |\n|------|----|----|-----|\n| Goblin | 1d8-1 | 7 | 2d4 |",
        '[{"name": "Goblin", "hp": "1d8-1", "morale": 7, "number": "2d4"}]',
        '{"monsters": [{"Name": "Goblin", "Hit Points": "1d8-1", "ML": 7, "NA": "2d4"}]}',
        '{"Goblin": {"hp": "1d8-1", "ml": "7", "number appearing": "2d4"}}',
    ],
)
def test_one_goblin_reads_the_same_in_every_form(text: str) -> None:
    (found,) = read_list(text).creatures
    assert (found.name, found.number, found.hp, found.morale) == ("Goblin", "2d4", "1d8-1", 7)


def test_an_open_stat_block_is_read_over_its_lines_and_loses_nothing() -> None:
    found = read_list(
        "Goblin\n"
        "AC 6 [13], HD 1-1 (3hp), Att 1 x weapon (1d6), THAC0 19 [0], MV 60' (20'),\n"
        "SV D14 W15, ML 7 (9 with king), AL Chaotic, XP 5, NA 2d4 (6d10)\n"
    )
    (goblin,) = found.creatures
    assert (goblin.number, goblin.hp, goblin.hd, goblin.morale, goblin.speed) == ("2d4", "1d8-1", 1, 7, 60)
    assert goblin.weapon == "1 x weapon (1d6)"
    assert goblin.note.startswith("AC 6 [13], HD 1-1 (3hp), THAC0 19 [0], MV 60' (20')")
    assert "ML 7 (9 with king)" in goblin.note
    assert found.unread == ()


@pytest.mark.parametrize(
    "hit_dice, points",
    [("2", "2d8"), ("1-1", "1d8-1"), ("4+1", "4d8+1"), ("1/2", "1d4"), ("\u00bd", "1d4"), ("3*", "3d8")],
)
def test_hit_points_that_are_not_written_are_thrown_for_by_the_hit_dice(hit_dice: str, points: str) -> None:
    assert read_list(f"Thing: HD {hit_dice}").creatures[0].hp == points
    assert read_list(f"Thing: HD {hit_dice}", die=0).creatures[0].hp == 0
    assert read_list(f"Thing: HD {hit_dice}, hp 5").creatures[0].hp == 5


def test_a_range_is_its_dice_and_what_it_was_stands_in_the_note() -> None:
    (found,) = read_list("name,number\nGoblin,2-8").creatures
    assert (found.number, found.note) == ("2d4", "number 2-8")


def test_what_was_not_read_is_said_with_its_line() -> None:
    found = read_list("name,hp,morale,colour\nGhoul,9,high,grey\n,5,7\nOrc,3,7,green,extra")
    assert [(one.line, one.text) for one in found.unread] == [
        (1, "colour"),
        (2, "morale high"),
        (3, ", 5, 7"),
        (4, "extra"),
    ]
    assert [one.name for one in found.creatures] == ["Ghoul", "Orc"]
    assert [one.text for one in read_list("Once upon a time.").unread] == ["Once upon a time"]
    assert [one.line for one in read_list('[{"name": "Orc"}, 3]').unread] == [2]


def test_a_text_that_is_too_long_is_not_read() -> None:
    found = read_list("x" * (MOST_CHARACTERS + 1))
    assert (len(found.creatures), len(found.unread)) == (0, 1)


def test_every_figure_of_a_kind_can_be_read() -> None:
    assert READS.keys() | {"note"} == {*KEYS, "name"}

"""What a person types becomes a name that can be shown and a file's name that stays in its folder."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.app.shelf.naming import (
    LONGEST_NAME,
    MOST_STEM_BYTES,
    free_name,
    free_stem,
    stem_for,
    tidied,
)


@pytest.mark.slow
@given(st.text(max_size=300))
def test_a_file_name_made_from_any_text_stays_in_its_folder(said: str) -> None:
    stem = stem_for(said)
    assert 0 < len(stem.encode()) <= MOST_STEM_BYTES + len("-campaign")
    assert not set(stem) & set('/\\:*?"<>|.\0 ')
    assert Path(stem).name == stem
    assert stem[0] not in "-."
    assert all(unicodedata.category(sign)[0] in "LNM" or sign == "-" for sign in stem)


@pytest.mark.slow
@given(st.text(max_size=300))
def test_a_name_as_shown_is_one_line_that_turns_nothing_round(said: str) -> None:
    name = tidied(said)
    assert tidied(name) == name
    assert not set(name) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\n\r\0")
    assert len(name.splitlines()) <= 1


@pytest.mark.parametrize(
    "said, stem",
    [
        ("../../etc/passwd", "etc-passwd"),
        ("con", "con-campaign"),
        ("LPT1", "LPT1-campaign"),
        ("...", "campaign"),
        ("", "campaign"),
        ("קבר המלך", "קבר-המלך"),
        ("Mörk  Borg", "Mörk-Borg"),
        ("👨‍👩‍👧 family", "family"),
        ("❤️", "campaign"),
        ("Barrow.turnkeeper", "Barrow-turnkeeper"),
        ("x" * 200, "x" * 60),
        ("墓" * 200, "墓" * 50),  # 150 bytes at 3 bytes each
    ],
)
def test_names_that_no_system_can_take_as_they_are(said: str, stem: str) -> None:
    assert stem_for(said) == stem


@pytest.mark.parametrize("said", ["👨‍👩‍👧 قلعه‌ها", "שלום", "Ægir’s Hall"])  # noqa: RUF001
def test_emoji_and_scripts_are_kept_as_they_are_shown(said: str) -> None:
    assert tidied(said) == said


def test_a_stem_is_free_when_nothing_beside_it_bears_it_in_any_case(tmp_path: Path) -> None:
    (tmp_path / "BARROW.turnkeeper").touch()
    (tmp_path / "barrow-2.table.json").touch()
    assert free_stem("barrow", tmp_path, (".turnkeeper", ".table.json")) == "barrow-3"
    assert free_stem("fen", tmp_path, (".turnkeeper", ".table.json")) == "fen"


def test_a_numbered_name_is_no_longer_than_any_other() -> None:
    long = "x" * LONGEST_NAME
    assert free_name(long, [long]) == "x" * (LONGEST_NAME - 2) + " 2"

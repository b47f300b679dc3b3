"""The page of words: forty at most, a line each, and each of them is used."""

from __future__ import annotations

import re

import pytest

from tests.house.sources import PACKAGE, ROOT

ROWS = re.findall(
    r"^\| ([^|]+) \| ([^|]+) \|$", (ROOT / "docs" / "words.md").read_text("utf-8"), re.MULTILINE
)[1:]
WORDS = [word for words, _ in ROWS for word in words.split(", ")]
MOST = 40


def test_there_are_forty_words_at_most_and_none_twice() -> None:
    assert 0 < len(ROWS) <= MOST
    assert len(set(WORDS)) == len(WORDS)


@pytest.mark.parametrize("word", WORDS)
def test_each_word_is_said_in_the_source_or_on_a_screen(word: str) -> None:
    written = re.compile(r"\b" + "[ _]?".join(map(re.escape, word.split())), re.IGNORECASE)
    files = (file for kind in ("py", "html", "js") for file in PACKAGE.rglob(f"*.{kind}"))
    assert any(written.search(file.read_text("utf-8")) for file in files)

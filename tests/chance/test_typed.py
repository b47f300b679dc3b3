"""Faces at the end of a text: found in one pass, however long the text is."""

from __future__ import annotations

from timeit import repeat

import pytest

from turnkeeper.chance.typed import faces_at_end


@pytest.mark.parametrize(
    "said, before, faces",
    [
        ("orcs: dagger 3 9 4", "orcs: dagger", "3 9 4"),
        ("orcs: dagger 3, 9,4", "orcs: dagger", "3, 9,4"),
        ("initiative 12 7", "initiative", "12 7"),
        ("reaction 9", "reaction", "9"),
        ("act dagger by orc 1 3 9", "act dagger by orc", "1 3 9"),
        ("throw 2d6 3 4", "throw 2d6", "3 4"),
        ("orcs act 1234 3 4", "orcs act 1234", "3 4"),
    ],
)
def test_numbers_at_the_end_are_taken_for_faces(said: str, before: str, faces: str) -> None:
    assert faces_at_end(said) == (before, faces)


@pytest.mark.parametrize(
    "said", ["", "3 4", "- 3 4", "dagger 3 4 ", "dagger 3 4 for", "dagger 3 1234", "a\nb 3 4"]
)
def test_numbers_without_words_or_not_at_the_end_are_none(said: str) -> None:
    assert faces_at_end(said) is None


@pytest.mark.parametrize("said", ["x" * 4_000, "x" + " " * 3_998 + "5", "x " + "1 " * 1_997 + "1234"])
def test_the_longest_command_takes_no_time_to_speak_of(said: str) -> None:
    """The square of 4,000 letters takes a tenth of a second; a phrase may take half of that at most."""
    assert min(repeat(lambda: faces_at_end(said), number=1, repeat=5)) < 0.02

"""What a mistyped word was meant to be, and that only one place looks for it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.house.sources import PACKAGE, holding, imports, modules
from turnkeeper.spelling import LONGEST, nearest

WORDS = st.lists(st.text(max_size=12), max_size=6)


@given(st.text(max_size=12), WORDS)
def test_what_is_found_is_one_of_the_names_as_it_is_written(word: str, names: list[str]) -> None:
    found = nearest(word, names)
    assert found is None or found in names


@given(st.text(min_size=1, max_size=12), WORDS)
def test_a_name_itself_is_always_found_whatever_its_capitals(word: str, names: list[str]) -> None:
    found = nearest(word.casefold(), [word, *names])
    assert found == word


@pytest.mark.parametrize(
    "word, alike, found",
    # Of 4 and 5 letters the 3 of "lan" agree: 2 x 3 / 9, or 66 in a hundred. Of 2 and 3 one, 2 x 1 / 5: 40.
    [("lant", 60, "lance"), ("lant", 67, None), ("mx", 41, None), ("mx", 40, "min")],
)
def test_so_much_of_both_must_agree(word: str, alike: int, found: str | None) -> None:
    assert nearest(word, ["lance", "min"], alike) == found


def test_a_text_without_end_is_looked_at_so_far_and_no_further() -> None:
    name = "x" * LONGEST
    assert nearest(name + "y" * 1_000_000, [name]) == name


@pytest.mark.slow
def test_only_one_place_looks_for_what_is_alike() -> None:
    asking = {
        module.relative_to(PACKAGE).as_posix()
        for module in holding(r"\bdifflib\b", modules())
        for _, source, _ in imports(module)
        if source == "difflib"
    }
    assert asking == {"spelling/__init__.py"}

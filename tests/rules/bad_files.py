"""Bad rule files for tests: a good one with a place marked, and the one problem that must stand there."""

from __future__ import annotations

from pathlib import Path

import pytest

from turnkeeper.rules import Problem, RulesFault, builtin_text, load_rules

DATA = Path(__file__).parent / "data"
SMALL = (DATA / "small.toml").read_text("utf-8")
MARK = "@@"
FACTOR = 'a whole number from 1 up, such as 2, or a ratio of two, such as "3/2"'


def changed(old: str, new: str, text: str = SMALL) -> str:
    """Return the text with a passage replaced; the passage must stand in it once."""
    assert text.count(old) == 1, old
    return text.replace(old, new)


def marked_place(text: str) -> tuple[str, int, int]:
    """Return the text without its mark, and the line and column where the mark stood."""
    before, mark, after = text.partition(MARK)
    assert mark
    return before + after, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


def problems_of(text: str, name: str = "my.toml") -> tuple[Problem, ...]:
    """Return every problem of a text that must have some."""
    with pytest.raises(RulesFault) as caught:
        load_rules(text, name, builtin_text)
    return caught.value.problems

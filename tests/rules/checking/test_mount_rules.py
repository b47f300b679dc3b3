"""Mounts in a rule file: what `[mounts]` may say, and what makes no sense is told with its place."""

from __future__ import annotations

import pytest

from tests.rules.bad_files import SMALL, marked_place, problems_of
from turnkeeper.rules import load_builtin, load_rules
from turnkeeper.rules.model.travel import PushDies
from turnkeeper.rules.reading.load import builtin_text

GOOD = """
[register.D-HEX-5]
origin = "printed"
says = "A pushed mount may die."

[mounts]
rule = { id = "D-HEX-5", origin = "printed" }
carries = 2

[mounts.push_dies]
rule = { id = "D-HEX-5", origin = "printed" }
dice = "1d6"
least = 2
more_each_day = 1
most = 6

[mounts.vehicles.cart]
rule = { id = "D-HEX-5", origin = "printed" }
fewest = 1
most = 2
carries = 3
"""


def push_dies() -> PushDies:
    """Return the price of pushing in the dungeon-game."""
    mounts = load_builtin("dungeon-game").mounts
    assert mounts is not None
    assert mounts.push_dies is not None
    return mounts.push_dies


def test_a_small_set_may_have_mounts() -> None:
    mounts = load_rules(SMALL + GOOD, "my.toml", builtin_text).mounts
    assert mounts is not None
    assert (mounts.carries, mounts.vehicles["cart"].most) == (2, 2)


@pytest.mark.parametrize(
    "old, new, message, hint",
    [
        ('dice = "1d6"', 'dice = "1d@@"', "'1d' is no throw", ""),
        ("least = 2", "least = @@-1", "-1 is too low", "at least 0"),
        ("most = 6", "most = @@1", "1 is below the least, 2", "swap the two"),
        ("more_each_day = 1", "more_each_day = @@-1", "-1 is too low", "at least 0"),
        ("carries = 2", "carries = @@0", "0 is too low", "at least 1"),
        ("carries = 3", "carries = @@0", "0 is too low", "at least 1"),
        ("fewest = 1", "fewest = @@0", "0 is too low", "at least 1"),
        ("most = 2", "most = @@0", "0 is below the fewest, 1", "swap the two"),
        ("[mounts.vehicles.cart]", '[mounts.vehicles.@@"a {b}"]', "'a {b}' cannot be said", "small letters"),
    ],
)
def test_what_makes_no_sense_of_mounts_is_told_at_its_place(
    old: str, new: str, message: str, hint: str
) -> None:
    assert GOOD.count(old) == 1
    text, line, column = marked_place(SMALL + GOOD.replace(old, new))
    (problem,) = problems_of(text)
    assert (problem.line, problem.column) == (line, column)
    assert message in problem.message
    assert hint in problem.hint


def test_d_hex_5_is_two_in_six_and_one_more_each_day() -> None:
    assert [push_dies().dies_up_to(before) for before in range(7)] == [2, 3, 4, 5, 6, 6, 6]


def test_d_hex_8_loads_and_teams() -> None:
    mounts = load_builtin("dungeon-game").mounts
    assert mounts is not None
    assert mounts.carries == 2
    assert {name: (one.fewest, one.most, one.carries) for name, one in mounts.vehicles.items()} == {
        "cart": (1, 2, 3),
        "wagon": (2, 12, 3),
    }

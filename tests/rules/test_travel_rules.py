"""Travel, camps and terrain in a house file: what cannot be is told once, at its own place, with its hint."""

from __future__ import annotations

import pytest

from tests.rules.bad_files import marked_place, problems_of
from turnkeeper.rules.load import builtin_text, load_rules

HEAD = '[ruleset]\nid = "house"\nname = "House rules"\nextends = "dungeon-game"\n\n'


@pytest.mark.parametrize(
    "differences, path, message, hint",
    [
        (
            '[travel.march]\nday = @@"5 watches"',
            "travel.march.day",
            "'5 watches' is longer than a day",
            "a part of the day",
        ),
        (
            '[travel.march]\nforced = @@"25 h"',
            "travel.march.forced",
            "'25 h' is longer than a day",
            "a part of the day",
        ),
        (
            "[terrain.mountains]\nseen_from = @@51",
            "terrain.mountains.seen_from",
            "51 is too high",
            "at most 50",
        ),
        (
            "[camp.natural.found.forest]\n@@sommer = 20",
            "camp.natural.found.forest.sommer",
            "there is no season 'sommer'",
            'did you mean "summer"?',
        ),
        # The table that is named wrong is the only fault: the one that was meant may veer.
        (
            '[navigation]\nveer = @@"veers"',
            "navigation.veer",
            "there is no table 'veers'",
            'did you mean "veer"?',
        ),
    ],
)
def test_what_cannot_be_is_told_once_at_its_place(
    differences: str, path: str, message: str, hint: str
) -> None:
    text, line, column = marked_place(HEAD + differences)
    (problem,) = problems_of(text)
    assert (problem.file, problem.line, problem.column) == ("my.toml", line, column)
    assert (problem.path, problem.message, problem.hint) == (path, message, hint)


@pytest.mark.parametrize(
    "differences",
    [
        '[travel.march]\nday = "4 watches"',
        "[terrain.mountains]\nseen_from = 50",
        "[camp.natural.found.forest]\nsummer = 12",
    ],
)
def test_what_just_can_be_is_in_order(differences: str) -> None:
    assert load_rules(HEAD + differences, "my.toml", builtin_text).travel

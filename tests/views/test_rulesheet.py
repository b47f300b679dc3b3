"""What a rule set says for reading, and of what it says nothing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from turnkeeper.rules.reading.load import builtin_ids, load_builtin
from turnkeeper.views.rulesheet import sheet, uncovered

TORCHLIT = load_builtin("torchlit")
GLOG = load_builtin("glog")


def test_a_game_without_overland_hexes_says_so() -> None:
    """Who has no journeys is not said to have no way to lose besides."""
    assert uncovered(TORCHLIT).startswith("Nothing is said of journeys over hexes, mounts, shelter")
    assert "losing the way" not in uncovered(TORCHLIT)


def test_what_a_rule_set_says_is_not_told_as_lacking() -> None:
    assert "the weather" not in uncovered(GLOG)
    assert "losing the way" in uncovered(GLOG)
    assert "the weather" in uncovered(replace(GLOG, weather={}))
    # The slots of an inventory are loads (G-FAT-4), the tide of a battle is morale (Q-TIDE-1).
    assert "what loads do" not in uncovered(GLOG)
    assert "morale" not in uncovered(load_builtin("quest-of-destiny"))


@pytest.mark.parametrize("name", builtin_ids())
def test_the_page_of_a_rule_set_tells_it(name: str) -> None:
    rules = load_builtin(name)
    assert sheet(rules).uncovered == uncovered(rules)

"""The page of the odds: its plan is answered, and it names all that can be asked and nothing else."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest

from turnkeeper.app.plans.answering import plan_odds
from turnkeeper.play.kernel.essence import named_in
from turnkeeper.play.registry import REGISTRY

PAGE = (Path(__file__).parents[2] / "docs" / "odds.md").read_text("utf-8")


@pytest.mark.slow
def test_the_plan_of_the_page_is_answered() -> None:
    (block,) = re.findall(r"(?m)^    rules: glog\n(?:(?:    .*)?\n)+?(?=^\S)", PAGE)
    found = plan_odds(dedent(block), "page.plan")
    assert [one.asked for one in found.answers] == [
        "when dark",
        "how many encounters",
        "chance of an encounter by 6 turns",
    ]


def test_the_page_names_all_that_can_be_asked_and_nothing_else() -> None:
    rows = re.findall(r"(?m)^\| (?:\*\*)?(?:conditions|figures|occurrences)(?:\*\*)? \|(.*)\|$", PAGE)
    told = [name for row in rows for name in re.findall(r"`([^`]+)`", row)]
    known = REGISTRY.observables
    assert [name for name in told if all(named_in(one, name) is None for one in known)] == []
    assert [one.says for one in known if all(named_in(one, name) is None for name in told)] == []

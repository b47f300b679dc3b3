"""Tests with a browser share one server, and so one folder: each begins campaigns of names of its own."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

SHARED = ("screen", "screen.folder")
BEGIN = {"begin", "begun", "sat_down"}


def names_in(text: str) -> list[str]:
    """Return the names of the campaigns that are begun beside the shared server, as the calls have them."""
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    begun = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in BEGIN]
    there = [call for call in begun if call.args and ast.unparse(call.args[0]) in SHARED]
    texts = [[one.value for one in call.args if isinstance(one, ast.Constant)] for call in there]
    return [str(said[0]) for said in texts if said]


def test_the_names_are_found_where_campaigns_are_begun() -> None:
    text = "begin(screen.folder, 'One', 'x'), sat_down(screen, people, 'Two'), begin(mortal.folder, 'Three')"
    assert names_in(text) == ["One", "Two"]


@pytest.mark.slow
def test_no_two_tests_begin_campaigns_of_one_name() -> None:
    """Which tests share a server differs from run to run, so it would fail in some runs alone."""
    here = sorted(Path(__file__).parent.rglob("test_*.py"))
    found = Counter(name for file in here for name in names_in(file.read_text("utf-8")))
    assert not [name for name, times in found.items() if times > 1]

"""The game that is played where nobody chooses is named once in the code."""

from __future__ import annotations

import ast
import re

from tests.house.sources import PACKAGE, holding, modules, place, tree
from turnkeeper.rules import DEFAULT_GAME

NAMED = rf"\b{DEFAULT_GAME}\b"


def test_the_default_game_is_named_in_one_place() -> None:
    found = []
    for module in holding(NAMED, modules()):
        whole = tree(module)
        told = {id(node.value) for node in ast.walk(whole) if isinstance(node, ast.Expr)}  # docstrings
        found += [
            place(module, node)
            for node in ast.walk(whole)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told
            if re.search(NAMED, node.value)
        ]
    assert len(found) == 1, found
    assert found[0].startswith("src/turnkeeper/rules/__init__.py:")


def test_no_page_and_no_script_names_it() -> None:
    pages = [*(PACKAGE / "web").rglob("*.html"), *(PACKAGE / "web" / "static").rglob("*.js")]
    assert not list(holding(NAMED, pages))

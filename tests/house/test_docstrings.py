"""Docstrings name the thing and its verb: phrases that stand in for a noun are kept out of them."""

from __future__ import annotations

import ast
import re

from tests.house.sources import ROOT, holding, modules, place, tree

STANDING_IN = re.compile(
    r"\bwhat is\b|\bsomebody\b|\bso many\b|\bwhat comes of\b|\AReturn what\b", re.IGNORECASE
)
NO_BEGINNING = re.compile(r"(Tell|Let) ")


def _stands_in(said: str, where: str) -> bool:
    """Return whether a docstring is at fault; in the shell some are help, which tells users what is done."""
    text = " ".join(said.split())
    shell = where.startswith("src/turnkeeper/cli/")
    named = STANDING_IN.search(text) and not (shell and "commands.py:" in where)
    return bool(named or (NO_BEGINNING.match(text) and not shell))


def test_no_docstring_says_what_is_or_somebody_or_so_many() -> None:
    found = []
    for module in holding(
        r"(?i)what\s+is|somebody|so\s+many|what\s+comes\s+of|\"\"\"(?:Tell|Let|Return what) ", modules()
    ):
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                said, where = node.value.value, place(module, node)
                if isinstance(said, str) and _stands_in(said, where):
                    found.append(where)
    assert not found


def test_no_docstring_of_tests_or_tools_begins_with_what_it_returns_or_lets() -> None:
    """Outside of the program they are shorter, and begin with the same plain verbs."""
    others = [file for folder in ("tests", "benchmarks", "tools") for file in (ROOT / folder).rglob("*.py")]
    begun = r'"""(?:Tell|Let|Return what) '
    assert not [
        place(file, node)
        for file in holding(begun, sorted(others))
        for node in ast.walk(tree(file))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and re.match(r"(?:Tell|Let|Return what) ", ast.get_docstring(node) or "")
    ]

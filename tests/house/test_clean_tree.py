"""What is kept in the repository is finished, at home on every machine, and of a size that can be read."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.sources import PACKAGE, ROOT, holding, kept_files, modules, place, tree

# Put together from pieces, or this file would find itself.
_UNFINISHED = re.compile(r"\b(?:TO" + "DO|FIX" + "ME|XX" + r"X)\b")
_MACHINE = re.compile(r"/(?<![\w.-]/)(?:work|root|home/[a-z]|Users|tmp/lab)/")
_REGISTRIES = re.compile("|".join([r"pypi\.o" + "rg", r"pythonhosted\.o" + "rg", r"npmjs\.(o" + "rg|com)"]))

_LONGEST_FUNCTION = 60
_LONGEST_FILE = 400


def _found(pattern: re.Pattern[str]) -> Iterator[str]:
    for path in kept_files():
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue  # not a text
        for hit in pattern.finditer(text):
            yield f"{path.relative_to(ROOT).as_posix()}:{text.count(chr(10), 0, hit.start()) + 1}"


@pytest.mark.slow
@pytest.mark.parametrize(
    "pattern", [_UNFINISHED, _MACHINE, _REGISTRIES], ids=["unfinished", "machine paths", "registry hosts"]
)
def test_no_kept_file_holds(pattern: re.Pattern[str]) -> None:
    assert not list(_found(pattern))


def test_the_locks_name_no_address_and_pin_every_package_by_hash() -> None:
    for lock in sorted((ROOT / "requirements").glob("*.lock")):
        text = lock.read_text("utf-8")
        assert "://" not in text
        pins = re.findall(r"^[\w.-]+==\S+", text, flags=re.MULTILINE)
        unhashed = re.findall(r"^[\w.-]+==[^\n\\]*$", text, flags=re.MULTILINE)
        assert pins
        assert not unhashed


def test_every_decision_gives_context_choice_and_price() -> None:
    decisions = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    for decision in decisions:
        assert re.fullmatch(r"\d{4}-[a-z0-9-]+\.md", decision.name)
        headings = re.findall(r"^## (.+?)\s*$", decision.read_text("utf-8"), flags=re.MULTILINE)
        assert headings == ["Context", "Choice", "Price"], decision.name
    numbers = [decision.name[:4] for decision in decisions]
    assert numbers == sorted(set(numbers))


@pytest.mark.slow
def test_every_module_says_what_it_is_for() -> None:
    said = set(holding(r'\A(?:#.*\n)*r?"""\s*\w', modules()))
    assert not [
        place(module, tree(module))
        for module in modules()
        if module not in said and not ast.get_docstring(tree(module))
    ]


def _functions(node: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function in a block, or in blocks within it; there are none in expressions."""
    for block in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inside in getattr(node, block, ()):
            if isinstance(inside, ast.FunctionDef | ast.AsyncFunctionDef):
                yield inside
            yield from _functions(inside)


@pytest.mark.slow
def test_no_function_is_too_long_to_be_seen_at_once() -> None:
    functions = [(module, node) for module in modules() for node in _functions(tree(module))]
    too_long = [
        f"{place(module, node)} {node.name}"
        for module, node in functions
        if (node.end_lineno or node.lineno) - node.lineno >= _LONGEST_FUNCTION
    ]
    assert len(functions) > len(modules())
    assert not too_long


def test_a_long_file_says_why_it_is_long() -> None:
    """A module of more than 400 lines holds "Long because ..." in its docstring."""
    too_long = [
        place(module, tree(module))
        for module in modules()
        if len(module.read_text("utf-8").splitlines()) > _LONGEST_FILE
        and "Long because" not in (ast.get_docstring(tree(module)) or "")
    ]
    assert not too_long


def _skips(test: Path) -> list[str]:
    return [
        f"{place(test, node)} {node.attr}"
        for node in ast.walk(tree(test))
        if isinstance(node, ast.Attribute) and node.attr in {"skip", "skipif", "skipIf", "importorskip"}
    ]


@pytest.mark.slow
def test_a_test_skips_only_through_needs() -> None:
    """tests/needs.py skips aloud on a small machine and fails where everything is promised."""
    tests = sorted(set((ROOT / "tests").rglob("*.py")) - {ROOT / "tests" / "needs.py"})
    assert not [skip for test in holding(r"\b(?:skip|importorskip)", tests) for skip in _skips(test)]


def test_the_newest_entry_of_the_changelog_is_the_version_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    newest = re.search(
        r"^## \[?v?(\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE
    )
    assert newest
    assert newest[1] == project["version"]


def test_the_package_is_marked_as_typed() -> None:
    assert (PACKAGE / "py.typed").exists()


@pytest.mark.slow
def test_nothing_below_the_rule_sets_exists_for_one_rule_of_one_game() -> None:
    """A general part is described by what it does; which rule it carries out stands in the data."""
    rule = re.compile(r"\b[A-Z]-[A-Z]+-\d+\b")
    cites = [
        f"{place(module, node)}: {line.strip()}"
        for module in modules()
        if module.relative_to(PACKAGE).parts[0] in {"play", "rules", "hexes", "odds", "calendars"}
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        for line in (ast.get_docstring(node) or "").splitlines()
        if rule.search(line) and ">>>" not in line
    ]
    assert not cites

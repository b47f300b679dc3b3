"""What is kept in the repository is finished, at home on every machine, and of a size that can be read."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

from tests.house.sources import PACKAGE, ROOT, kept_files, modules, place, tree

# Put together from pieces, or this file would find itself.
_UNFINISHED = re.compile("|".join([r"\bTO" + r"DO\b", r"\bFIX" + r"ME\b", r"\bXX" + r"X\b"]))
_MACHINE = re.compile(
    "|".join(rf"(?<![\w.-])/{top}/" for top in ("work", "root", "home/[a-z]", "Users", "tmp/lab"))
)
_REGISTRIES = re.compile("|".join([r"pypi\.o" + "rg", r"pythonhosted\.o" + "rg", r"npmjs\.(o" + "rg|com)"]))

_LONGEST_FUNCTION = 60
_LONGEST_FILE = 400


def _kept_lines() -> list[tuple[str, str]]:
    lines = []
    for path in kept_files():
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue  # not a text
        name = path.relative_to(ROOT).as_posix()
        lines += [(f"{name}:{number}", line) for number, line in enumerate(text.splitlines(), start=1)]
    return lines


@pytest.mark.parametrize(
    "pattern", [_UNFINISHED, _MACHINE, _REGISTRIES], ids=["unfinished", "machine paths", "registry hosts"]
)
def test_no_kept_file_holds(pattern: re.Pattern[str]) -> None:
    assert not [where for where, line in _kept_lines() if pattern.search(line)]


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


def test_every_module_says_what_it_is_for() -> None:
    assert not [place(module, tree(module)) for module in modules() if not ast.get_docstring(tree(module))]


def test_no_function_is_too_long_to_be_seen_at_once() -> None:
    functions = [
        (module, node)
        for module in modules()
        for node in ast.walk(tree(module))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    too_long = [
        f"{place(module, node)} {node.name}"
        for module, node in functions
        if (node.end_lineno or node.lineno) - node.lineno >= _LONGEST_FUNCTION
    ]
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


def test_a_test_skips_only_through_needs() -> None:
    """tests/needs.py skips aloud on a small machine and fails where everything is promised."""
    tests = sorted(set((ROOT / "tests").rglob("*.py")) - {ROOT / "tests" / "needs.py"})
    assert not [skip for test in tests for skip in _skips(test)]


def test_the_newest_entry_of_the_changelog_is_the_version_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    newest = re.search(
        r"^## \[?v?(\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE
    )
    assert newest
    assert newest[1] == project["version"]


def test_the_package_is_marked_as_typed() -> None:
    assert (PACKAGE / "py.typed").exists()

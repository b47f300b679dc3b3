"""Below the table nothing looks at the world: no clock, no dice of its own, no files, no network, no log.

So the same record gives the same campaign on every machine and in every year.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.sources import PACKAGE, holding, imports, modules, place, room, tree

_AT_OR_ABOVE_TABLE = {"", "cli", "web", "views", "app"}
_PURE = {"spelling", "time", "chance", "hexes", "rules", "calendars", "play", "odds"}

# The adapter to a campaign's file may know files; the clock and chance are as closed to it as to the rest.
_FILE_ADAPTERS = {PACKAGE / "record" / "sqlite.py", PACKAGE / "record" / "campaign_file.py"}
_FILE_MODULES = {"errno", "fcntl", "io", "os", "pathlib", "shutil", "sqlite3", "stat", "tempfile"}

# A process has one set of locks on a file, whichever of its threads opened it: they are counted together.
_FILE_GATES = {"threading"}

_WORLD = {
    "asyncio",
    "datetime",
    "glob",
    "http",
    "locale",
    "logging",
    "multiprocessing",
    "platform",
    "random",
    "secrets",
    "select",
    "selectors",
    "signal",
    "socket",
    "ssl",
    "subprocess",
    "threading",
    "time",
    "urllib",
    "uuid",
    "zoneinfo",
}
_CALLS = {"__import__", "breakpoint", "compile", "eval", "exec", "input", "open", "print"}

_LOWER = [module for module in modules() if room(module) not in _AT_OR_ABOVE_TABLE]
_PURE_MODULES = [module for module in modules() if room(module) in _PURE]


def test_no_module_below_the_table_imports_the_world() -> None:
    named = "|".join(sorted(_WORLD | _FILE_MODULES))
    assert not [
        f"{place(module, node)} {source}"
        for module in holding(rf"^\s*(?:from|import)\s+(?:{named})\b", _LOWER)
        for node, source, name in imports(module)
        # A pure path is a name, not a file.
        if source.partition(".")[0] in _closed_to(module)
        and not (source == "pathlib" and name.startswith("Pure"))
    ]


def _closed_to(module: Path) -> set[str]:
    return _WORLD - _FILE_GATES if module in _FILE_ADAPTERS else _WORLD | _FILE_MODULES


@pytest.mark.slow
def test_no_module_below_the_table_opens_prints_or_evaluates() -> None:
    """T12: no text of a rule set is ever evaluated as code."""
    called = "|".join(sorted(_CALLS))
    assert not [
        f"{place(module, node)} {node.func.id}"
        for module in holding(rf"(?<![\w.])(?:{called})\s*\(", _LOWER)
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CALLS
    ]


def _inexact(node: ast.AST) -> Iterator[ast.AST]:
    """Every use of floats and of Any below a node, but for two that no game value comes from."""
    match node:
        # How alike two words must be, as the standard library's difflib wants it said.
        case ast.keyword(arg="cutoff"):
            return
        # The question whether a value from outside is a float.
        case ast.Call(func=ast.Name(id="isinstance"), args=[asked, _]):
            yield from _inexact(asked)
            return
        case ast.MatchClass(cls=ast.Name(id="float")):
            return
        case ast.Constant(value=float()) | ast.Name(id="float" | "Any") | ast.Attribute(attr="Any"):
            yield node
        case _:
            pass
    for child in ast.iter_child_nodes(node):
        yield from _inexact(child)


@pytest.mark.slow
def test_the_pure_rooms_know_neither_float_nor_any() -> None:
    """T25: an integer clock stays integer."""
    inexact = holding(r"\bfloat\b|\bAny\b|\d\.\d|\d\.(?!\w)|\.\d|\d[eE][-+]?\d", _PURE_MODULES)
    assert not [place(module, node) for module in inexact for node in _inexact(tree(module))]

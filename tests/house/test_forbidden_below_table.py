"""Below the table nothing looks at the world: no clock, no dice of its own, no files, no network, no log.

So the same record gives the same campaign on every machine and in every year.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.sources import PACKAGE, imports, modules, place, room, tree

_AT_OR_ABOVE_TABLE = {"", "cli", "web", "table"}
_PURE = {"spelling", "time", "chance", "hexes", "rules", "play", "odds"}

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


def _name(module: Path) -> str:
    return module.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("module", _LOWER, ids=_name)
def test_no_module_below_the_table_imports_the_world(module: Path) -> None:
    closed = _WORLD - _FILE_GATES if module in _FILE_ADAPTERS else _WORLD | _FILE_MODULES
    found = [
        f"{place(module, node)} {source}"
        for node, source, name in imports(module)
        # A pure path is a name, not a file.
        if source.partition(".")[0] in closed and not (source == "pathlib" and name.startswith("Pure"))
    ]
    assert not found


@pytest.mark.parametrize("module", _LOWER, ids=_name)
def test_no_module_below_the_table_opens_prints_or_evaluates(module: Path) -> None:
    """T12: no text of a rule set is ever evaluated as code."""
    found = [
        f"{place(module, node)} {node.func.id}"
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CALLS
    ]
    assert not found


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


@pytest.mark.parametrize("module", _PURE_MODULES, ids=_name)
def test_the_pure_rooms_know_neither_float_nor_any(module: Path) -> None:
    """T25: an integer clock stays integer."""
    assert not [place(module, node) for node in _inexact(tree(module))]

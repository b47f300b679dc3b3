"""The project's own files, as the house tests read them."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.needs import needs

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "turnkeeper"


def modules() -> list[Path]:
    """Every Python file of the package, in a stable order."""
    return sorted(PACKAGE.rglob("*.py"))


def room(module: Path) -> str:
    """The package directly under turnkeeper that a module lives in; empty for the top itself."""
    inside = module.relative_to(PACKAGE)
    return inside.parts[0] if len(inside.parts) > 1 else ""


def holding(pattern: str, files: Iterable[Path]) -> Iterator[Path]:
    """Those files whose text has something in it: to parse a file is far more work than to read it."""
    sought = re.compile(pattern, re.MULTILINE)
    return (file for file in files if sought.search(file.read_text("utf-8")))


def tree(module: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(module.read_text("utf-8"), filename=str(module))


def place(module: Path, node: ast.AST) -> str:
    """Where something stands, in a form that a terminal makes clickable."""
    return f"{module.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}"


def imports(module: Path) -> Iterator[tuple[ast.stmt, str, str]]:
    """Each import of a file: the statement, the module that is imported from, and the name (or empty)."""
    for node in ast.walk(tree(module)):
        match node:
            case ast.Import(names=names):
                yield from ((node, alias.name, "") for alias in names)
            case ast.ImportFrom(module=str(source), names=names, level=0):
                yield from ((node, source, alias.name) for alias in names)
            case _:
                pass


def kept_files() -> list[Path]:
    """Every file that is, or is about to be, part of the repository; so not what .gitignore leaves out."""
    needs((ROOT / ".git").exists(), "a git checkout")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return [path for name in sorted(filter(None, listed.split("\0"))) if (path := ROOT / name).is_file()]

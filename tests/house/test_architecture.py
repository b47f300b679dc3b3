"""ARCHITECTURE.md is the map of the house: nothing is missing from it and nothing on it is invented."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

from tests.house.sources import PACKAGE, ROOT, modules, tree
from turnkeeper.rules.model.lights import Burns

_MAP = ROOT / "ARCHITECTURE.md"
_PACKAGES = sorted({module.parent for module in modules()} - {PACKAGE})


def _name(package: Path) -> str:
    return package.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("package", _PACKAGES, ids=_name)
def test_every_package_is_on_the_map(package: Path) -> None:
    """The map names a package by its path below turnkeeper, with a slash: ``play/``."""
    named = re.search(rf"(?<![\w-]){re.escape(_name(package))}/", _MAP.read_text("utf-8"))
    assert named, f"say in ARCHITECTURE.md what {_name(package)}/ is for"


def test_the_map_fits_two_screens() -> None:
    """A screen has fifty lines."""
    assert len(_MAP.read_text("utf-8").splitlines()) <= 100


def test_every_path_on_the_map_exists() -> None:
    """A path is anything in backticks with a slash or a file's ending; ``*`` may stand in it."""
    quoted = re.findall(r"`([\w./*-]+(?:/|\.(?:py|toml|md|lock)))`", _MAP.read_text("utf-8"))
    places = [ROOT, PACKAGE.parent, PACKAGE]
    invented = [path for path in quoted if not any(any(place.glob(path.rstrip("/"))) for place in places)]
    assert not invented


@pytest.mark.slow
def test_a_currency_of_light_stands_in_the_two_files_that_the_map_names() -> None:
    kinds = {kind.__name__ for kind in get_args(Burns)}
    named = {
        _name(module)
        for module in modules()
        if kinds & {node.id for node in ast.walk(tree(module)) if isinstance(node, ast.Name)}
    }
    assert named == {"rules/model/lights.py", "play/dungeon/burning.py"}
    assert all(f"`{path}`" in _MAP.read_text("utf-8") for path in named)

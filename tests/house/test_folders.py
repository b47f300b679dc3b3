"""The house is found by looking: small folders, tests beside their like, one meaning for each name."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from tests.house.sources import PACKAGE, ROOT, modules, tree

_MOST_IN_A_FOLDER = 20
_PLAY = PACKAGE / "play"


def test_no_folder_of_source_holds_more_than_twenty_modules() -> None:
    found = Counter(module.parent for module in modules() if module.name != "__init__.py")
    assert not {str(folder.relative_to(ROOT)): n for folder, n in found.items() if n > _MOST_IN_A_FOLDER}


def test_every_folder_says_what_lives_there() -> None:
    folders = {module.parent for module in modules()}
    assert not [folder for folder in sorted(folders) if not ast.get_docstring(tree(folder / "__init__.py"))]


@pytest.mark.slow
def test_no_class_name_stands_in_two_modules() -> None:
    """A name of one module's own, with an underscore before it, is nobody else's."""
    where: defaultdict[str, list[str]] = defaultdict(list)
    for module in modules():
        for node in tree(module).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                where[node.name].append(str(module.relative_to(PACKAGE)))
    assert not {name: found for name, found in where.items() if len(found) > 1}


def test_tests_mirror_the_folders_of_the_source() -> None:
    """Each folder of source has one of tests, and each of tests is one of the source or tests the whole."""
    whole = {"house", "playthroughs", "web/browser", "web/server"}
    folders = {
        path.parent.relative_to(ROOT / "tests").as_posix() for path in (ROOT / "tests").rglob("test_*.py")
    }
    assert not sorted(one for one in folders - whole - {"."} if not (PACKAGE / one).is_dir())
    held = {module.parent for module in modules() if module.name != "__init__.py"} - {PACKAGE}
    assert not sorted(
        one for one in (at.relative_to(PACKAGE).as_posix() for at in held) if one not in folders
    )


@pytest.mark.slow
def test_every_mechanism_is_in_the_registry() -> None:
    """A module that declares one and is not named would be silent."""
    declared = {
        module.stem
        for module in modules()
        if _PLAY in module.parents
        and any(
            isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and node.targets[0].id == "MECHANISM"
            for node in tree(module).body
        )
    }
    registry: Path = _PLAY / "registry.py"
    named = {node.id for node in ast.walk(tree(registry)) if isinstance(node, ast.Name)}
    assert declared
    assert not sorted(declared - named)

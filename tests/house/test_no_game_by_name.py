"""Games are data: no code names one, and no file calls one by a trade or product name."""

from __future__ import annotations

import ast
import re

from tests.house.sources import PACKAGE, ROOT, modules, place, tree
from turnkeeper.rules import DEFAULT_GAME, builtin_ids, load_builtin

TRADE_NAMES = re.compile(
    r"dungeons (?:&|and) dragons|\bA?D&D\b|\bOSRIC\b|shadowdark|old[- ]school essentials|labyrinth lord"
    r"|arcane library|necrotic gnome|wizards of the coast|pathfinder|\bmoldvay\b|\bgygax\b|\bB/X\b|\bSRD\b",
    re.IGNORECASE,
)
WORDS_TOO = frozenset({"classic", "advanced", "fifth"})
"""Ids of games that are plain English words as well, which a list of words may hold."""
LISTS_OF_WORDS = frozenset({PACKAGE / "spelling" / "plainer.py"})
RULE_ID = re.compile(r"\b[BCDFGQTV]-[A-Z]+-\d+\b")


def test_no_trade_or_product_name_but_in_the_attribution_that_its_licence_asks_for() -> None:
    """``fifth`` is under CC-BY-4.0, which wants its sentence word for word; no other text has one."""
    attribution = load_builtin("fifth").ruleset.notice
    assert "Creative Commons Attribution 4.0" in attribution
    assert TRADE_NAMES.search(attribution)
    files = [
        *PACKAGE.glob("rules/sets/*.toml"),
        *PACKAGE.glob("rules/examples/*"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "docs").rglob("*.toml"),
        *(ROOT / one for one in ("README.md", "CHANGELOG.md", "ARCHITECTURE.md")),
    ]
    owed = " ".join(attribution.split())
    found = [
        f"{file.relative_to(ROOT)}: {name[0]}"
        for file in files
        if file.is_file()
        for name in TRADE_NAMES.finditer(" ".join(file.read_text("utf-8").split()).replace(owed, ""))
    ]
    assert found == []


def test_each_game_but_the_one_under_cc_by_says_that_it_is_independent() -> None:
    for game in builtin_ids():
        notice = load_builtin(game).ruleset.notice
        assert ("ndependent" in notice) != ("Creative Commons Attribution 4.0" in notice), game


def test_no_code_names_a_game_but_the_one_default_in_its_one_place() -> None:
    named = [
        (module, node)
        for module in modules()
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Constant) and node.value in builtin_ids()
        if not (module in LISTS_OF_WORDS and node.value in WORDS_TOO)
    ]
    assert [(module.relative_to(PACKAGE).as_posix(), node.value) for module, node in named] == [
        ("rules/__init__.py", DEFAULT_GAME)
    ], [place(module, node) for module, node in named]


def test_no_module_below_the_games_cites_a_rule_of_one_as_its_reason() -> None:
    """The model of rules, the play and the ground under both serve all games alike, in comments too."""
    below = ("rules", "play", "time", "chance", "hexes", "spelling", "odds", "calendars")
    found = [
        f"{module.relative_to(PACKAGE)}: {one[0]}"
        for folder in below
        for module in sorted((PACKAGE / folder).rglob("*.py"))
        for one in RULE_ID.finditer(module.read_text("utf-8"))
    ]
    assert found == []

"""Pages and API change a campaign by words to its session, or by an act that both share: `web/acts.py`.

So a page can do nothing that a program cannot, and whatever is changed is sent to everyone who looks on.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.house.sources import PACKAGE, modules, place, room, tree

_SESSION = {"say", "carry_out", "answer", "hand_over", "give_up", "undo", "redo", "go", "write_down"}
_CAMPAIGN = {"record", "do", "undo", "redo", "go"}
_FILES = {"write_bytes", "write_text", "unlink", "mkdir", "rename", "put_away", "bring_back", "write_whole"}
_DOORS = {"tables": {"move", "close"}, "guests": {"change"}}
"""What of those who hold the open campaigns and their links only an act may ask for."""
_HANDLERS = [one for one in modules() if one.parent in {PACKAGE / "web" / "pages", PACKAGE / "web" / "api"}]

Function = tuple[str, str]
"""A function by its module and its name."""


def _name(module: Path) -> str:
    return ".".join(("turnkeeper", *module.relative_to(PACKAGE).with_suffix("").parts))


def _known(module: Path) -> dict[str, Function]:
    """The functions that a name of a module may mean: its own, and those imported."""
    here = {
        one.name: (_name(module), one.name) for one in tree(module).body if isinstance(one, ast.FunctionDef)
    }
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.ImportFrom) and node.module:
            here |= {one.asname or one.name: (node.module, one.name) for one in node.names}
    return here


def _said_of(node: ast.Attribute) -> str:
    """The last name before the dot: ``campaign`` of ``session.campaign.undo``."""
    match node.value:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name.casefold().removesuffix("_of")
        case _:
            return ""


def _changes_by_itself(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(attr=attr):
            of = _said_of(node)
            return attr in _FILES or attr in {"session": _SESSION, "campaign": _CAMPAIGN}.get(of, set())
        case ast.Name(id="write_whole"):
            return True
        case _:
            return False


def _meant(known: dict[str, Function], node: ast.AST) -> Function | None:
    """The function that a name, or a name of an imported module, stands for."""
    match node:
        case ast.Name(id=name):
            return known.get(name)
        case ast.Attribute(value=ast.Name(id=name), attr=attr) if name in known:
            return ".".join(known[name]), attr
        case _:
            return None


@cache
def _changing() -> frozenset[Function]:
    """Every function of app and views that may change a campaign or a file, itself or by another."""
    calls: dict[Function, set[Function]] = {}
    changing = {("turnkeeper.app.library", "create")}
    for module in modules():
        if room(module) not in {"app", "views"} or module == PACKAGE / "app" / "session.py":
            continue
        known = _known(module)
        for one in tree(module).body:
            if isinstance(one, ast.FunctionDef):
                inside = list(ast.walk(one))
                calls[_name(module), one.name] = {found for node in inside if (found := _meant(known, node))}
                if any(map(_changes_by_itself, inside)):
                    changing.add((_name(module), one.name))
    grown = True
    while grown:
        more = {one for one, called in calls.items() if called & changing} - changing
        changing |= more
        grown = bool(more)
    return frozenset(changing)


def _round_the_acts(module: Path) -> Iterator[str]:
    known = _known(module)
    for node in ast.walk(tree(module)):
        if _meant(known, node) in _changing():
            yield f"{place(module, node)} {ast.unparse(node)}"
        if isinstance(node, ast.Attribute):
            of = _said_of(node)
            changes = _CAMPAIGN if of == "campaign" else _DOORS.get(of, set())
            if node.attr in changes | _FILES:
                yield f"{place(module, node)} {ast.unparse(node)}"


@pytest.mark.slow
def test_pages_and_api_change_a_campaign_by_its_session_or_by_an_act() -> None:
    assert not [found for module in _HANDLERS for found in _round_the_acts(module)]


@pytest.mark.slow
def test_what_changes_a_campaign_or_a_file_is_told_from_what_looks() -> None:
    """What a view says is looked at; what plays on by other rules, or shares, changes."""
    changing = _changing()
    assert ("turnkeeper.app.maps.using", "use") in changing
    assert ("turnkeeper.app.shelf.playing_on", "kept_beside") in changing
    assert ("turnkeeper.app.sharing", "write") in changing
    assert ("turnkeeper.views.referee.log", "log_page") not in changing
    assert ("turnkeeper.views.players.seat", "seat") not in changing


@pytest.mark.slow
def test_no_front_end_moves_or_changes_a_campaign_but_by_its_session() -> None:
    """One session means one meaning of undo, of what is said twice and of what comes too late."""
    fronts = [one for one in modules() if room(one) in {"cli", "web", "views"} or one.name == "public.py"]
    assert not [
        f"{place(module, node)} {ast.unparse(node)}"
        for module in fronts
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Attribute)
        and _said_of(node) in {"campaign", "table", "_campaign"}
        and node.attr in _CAMPAIGN
    ]

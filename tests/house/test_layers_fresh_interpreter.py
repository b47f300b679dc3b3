"""The pure rooms stay light and alone: seen from a fresh interpreter, they load nothing heavy or impure."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.sources import PACKAGE
from tests.needs import needs

# Loads every module of the rooms named, then tells what is loaded, one name a line.
_LOOK = """
import importlib, pkgutil, sys
for name in sys.argv[1:]:
    top = importlib.import_module(name)
    for found in pkgutil.walk_packages(getattr(top, "__path__", []), name + "."):
        importlib.import_module(found.name)
print(*sorted(sys.modules), sep="\\n")
"""

# Heavy: imported only inside the function that needs it, for a command is one short process.
_HEAVY = {"lark", "icepool", "jsonschema", "referencing", "tomllib", "rich", "prompt_toolkit"}
# Somebody else's work: the terminal, the record, the web.
_FOREIGN = {"cyclopts", "sqlite3", "asyncio", "numpy"}
# Impure: what a rule of the game must never ask.
_IMPURE = {
    "random",
    "secrets",
    "uuid",
    "socket",
    "ssl",
    "http",
    "logging",
    "subprocess",
    "tempfile",
    "threading",
}


def _loaded(tmp_path: Path, *names: str) -> set[str]:
    told = subprocess.run(
        [sys.executable, "-c", _LOOK, *names], cwd=tmp_path, check=False, capture_output=True, text=True
    )
    assert told.returncode == 0, told.stderr
    return set(told.stdout.split())


def _rooms_above(loaded: set[str], allowed: set[str]) -> set[str]:
    rooms = {name.split(".")[1] for name in loaded if name.startswith("turnkeeper.")}
    return rooms - allowed


@pytest.mark.slow
@pytest.mark.parametrize(
    "room, below",
    [
        ("spelling", set()),
        ("time", {"spelling"}),
        ("chance", {"spelling"}),
        ("rules", {"spelling", "time", "chance", "hexes"}),
        ("calendars", {"spelling", "time", "chance", "hexes", "rules"}),
        ("play", {"spelling", "time", "chance", "hexes", "rules", "calendars"}),
    ],
)
def test_a_pure_room_loads_only_the_rooms_below_it_and_nothing_heavy(
    tmp_path: Path, room: str, below: set[str]
) -> None:
    needs((PACKAGE / room / "__init__.py").exists(), f"the room {room}")
    # msgspec, and what it pulls in of its own accord, is allowed everywhere.
    loaded = _loaded(tmp_path, f"turnkeeper.{room}") - _loaded(tmp_path, "msgspec")
    tops = {name.partition(".")[0] for name in loaded}
    assert not tops & (_HEAVY | _FOREIGN | _IMPURE)
    assert not _rooms_above(loaded, {room} | below)


@pytest.mark.slow
@pytest.mark.parametrize("room", ["record", "files", "app", "views"])
def test_what_stands_on_the_rules_knows_no_front_end(tmp_path: Path, room: str) -> None:
    needs((PACKAGE / room / "__init__.py").exists(), f"the room {room}")
    loaded = _loaded(tmp_path, f"turnkeeper.{room}")
    assert not {name.partition(".")[0] for name in loaded} & {"rich", "cyclopts", "prompt_toolkit"}
    assert not {"cli", "web"} & _rooms_above(loaded, set())

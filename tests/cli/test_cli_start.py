"""Starting is most of what a short command costs: what it does not need, it does not load."""

from __future__ import annotations

import subprocess
import sys

import pytest

_LOOK = """
import sys
from turnkeeper.cli.main import main
main(sys.argv[1:])
print(*sys.modules, file=sys.stderr)
"""
HEAVY = {"rich", "cyclopts", "prompt_toolkit", "lark", "icepool", "jsonschema", "tomllib", "attrs"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", [("do", "search", "-c", "Barrow"), ("status", "--json"), ("undo",), ("--help",)]
)
@pytest.mark.usefixtures("barrow")
def test_the_shortest_commands_load_nothing_heavy(words: tuple[str, ...]) -> None:
    command = [sys.executable, "-c", _LOOK, *words]
    told = subprocess.run(command, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert not {name.partition(".")[0] for name in told.stderr.split()} & HEAVY
    assert told.stdout

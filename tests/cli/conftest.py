"""A folder of its own for each test, with nothing chosen by the environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import Shell

SEED = "lantern"


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    """Return a command line in an empty folder."""
    monkeypatch.chdir(tmp_path)
    for name in ("TURNKEEPER_CAMPAIGN", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return Shell(capsys, monkeypatch)


@pytest.fixture
def barrow(shell: Shell) -> Shell:
    """Return a command line beside a campaign: two people in a dungeon with a torch, at 08:00."""
    shell.good("new", "Barrow", "--seed", SEED, "--begin", "day 1 08:00")
    for said in ("party Varda wisdom 12; Orlo wisdom 9", "enter dungeon Barrow", "light torch for Orlo"):
        shell.good("do", said)
    return shell

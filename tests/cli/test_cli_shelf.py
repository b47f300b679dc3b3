"""Campaigns as files, from the command line: listed, renamed, put away, brought back, copied, imported."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.shell import Shell

pytestmark = pytest.mark.usefixtures("barrow")


@pytest.mark.slow
def test_the_campaigns_of_a_folder_are_listed_with_their_clocks(shell: Shell) -> None:
    shell.good("new", "Fen", "--rules", "cresthaven")
    told = shell.good("campaigns", "list")
    assert [line.split("  ")[0] for line in told.out.splitlines()] == ["Fen", "Barrow"]
    assert "Fen.turnkeeper" in told.out
    assert shell.good("shelf", "list").out == told.out, "its older name"
    assert [one["name"] for one in shell.good("campaigns", "list", "--json").json] == ["Fen", "Barrow"]


@pytest.mark.slow
def test_a_campaign_is_renamed_with_its_file(shell: Shell) -> None:
    told = shell.good("campaigns", "rename", "The King's Barrow", "-c", "Barrow")
    assert told.out == "The-Kings-Barrow.turnkeeper\n"
    assert shell.good("status", "--json").json["campaign"] == "The King's Barrow"
    assert shell("campaigns", "rename", " ").code == 2


@pytest.mark.slow
def test_a_campaign_is_put_away_and_brought_back(shell: Shell) -> None:
    assert shell.good("campaigns", "archive").out == "archive/Barrow.turnkeeper\n"
    assert shell("status").code == 3
    assert "archive/Barrow.turnkeeper" in shell.good("campaigns", "list").out
    assert shell("campaigns", "back", "Fen").code == 3
    assert shell("campaigns", "back", "../../Barrow").code == 0
    shell.good("status")


@pytest.mark.slow
def test_a_copy_is_taken_in_elsewhere_and_nothing_is_overwritten(shell: Shell, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()
    copy = tmp_path / "handed-on.turnkeeper"
    assert shell.good("campaigns", "copy", str(copy), "-c", "Barrow").out == f"{copy}\n"
    assert shell("campaigns", "copy", str(copy), "-c", "Barrow").code == 3
    told = shell.good("campaigns", "import", str(copy), "--folder", str(there))
    assert told.out == f"{there / 'Barrow.turnkeeper'}\n"
    again = shell.good("campaigns", "import", str(copy), "--folder", str(there))
    assert again.out == f"{there / 'Barrow-2.turnkeeper'}\n"
    assert "Barrow 2" in again.err


@pytest.mark.slow
def test_a_campaign_is_checked_on_demand_to_its_last_commit(shell: Shell) -> None:
    """A bit of the index on line and depth that `status` never looks at is found too."""
    for number in range(6):
        shell.good("do", f"note {number}")
    assert "Barrow.turnkeeper is whole" in shell.good("campaigns", "check").out
    path = Path("Barrow.turnkeeper")
    with closing(sqlite3.connect(path)) as file:
        name = "sqlite_autoindex_commits_2"
        ((root,),) = file.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,))
    # The last byte of the page: the serial in the first entry of the index.
    damaged = bytearray(path.read_bytes())
    damaged[root * 4096 - 1] ^= 1
    path.write_bytes(damaged)
    told = shell("campaigns", "check")
    assert told.code == 3
    assert "damaged" in told.err


@pytest.mark.slow
def test_every_problem_of_a_playthrough_is_told_and_nothing_is_made(shell: Shell, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.play"
    wrong.write_text("rules: glog\n> dance\n= the moon fell\n> wait 0 turns\n")
    there = sorted(Path().iterdir())
    told = shell("campaigns", "import", str(wrong))
    assert told.code == 1
    assert "wrong.play:2:3:" in told.err
    assert "wrong.play:4:" in told.err
    assert sorted(Path().iterdir()) == there


@pytest.mark.slow
def test_what_is_no_campaign_is_not_taken_in(shell: Shell, tmp_path: Path) -> None:
    torn = tmp_path / "torn.turnkeeper"
    torn.write_bytes(b"SQLite format 3\x00 and then nothing")
    told = shell("campaigns", "import", str(torn))
    assert told.code == 3
    assert "torn.turnkeeper" in told.err
    assert shell("campaigns", "import", str(tmp_path / "nowhere")).code == 3

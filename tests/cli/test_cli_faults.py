"""Whatever goes wrong is told in a sentence with a hint and an exit code, and nothing is lost."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from turnkeeper.app.campaign import Campaign
from turnkeeper.chance.throws import Driver
from turnkeeper.cli import main as cli_main
from turnkeeper.cli.exits import Exit, of_speech
from turnkeeper.play.kernel.language import Understood
from turnkeeper.record import CannotWrite
from turnkeeper.record.sqlite import SqliteStore

FILE = "Barrow.turnkeeper"


def _process(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "turnkeeper", *words]
    return subprocess.run(command, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["status", "do", "log", "undo", "export", "branches", "why"])
@pytest.mark.parametrize("damage", ["empty", "noise", "cut", "another"])
def test_a_file_that_is_no_whole_campaign_is_refused_by_every_command(
    barrow: Shell, damage: str, command: str
) -> None:
    whole = Path(FILE).read_bytes()
    broken = {
        "empty": b"",
        "noise": os.urandom(5_000),
        "cut": whole[: len(whole) // 2],
        "another": whole[:68] + b"\0\0\0\0" + whole[72:],
    }[damage]
    Path(FILE).write_bytes(broken)
    told = barrow(command, *(["search"] if command == "do" else []))
    assert (told.code, told.out) == (3, "")
    assert FILE in told.err
    assert "Traceback" not in told.err
    assert Path(FILE).read_bytes() == broken


def test_a_campaign_of_a_newer_turnkeeper_is_left_alone(barrow: Shell) -> None:
    data = bytearray(Path(FILE).read_bytes())
    data[60:64] = (99).to_bytes(4, "big")  # where SQLite keeps the version that its user sets
    Path(FILE).write_bytes(data)
    told = barrow("do", "search")
    assert (told.code, told.out) == (3, "")
    assert "newer Turnkeeper" in told.err
    assert Path(FILE).read_bytes() == data


@pytest.mark.slow
def test_a_folder_is_no_campaign(barrow: Shell) -> None:
    Path("folder").mkdir()
    told = barrow("status", "-c", "folder")
    assert told.code == 3
    assert "it is a folder" in told.err


@pytest.mark.slow
def test_a_full_disk_is_told_and_nothing_was_recorded(barrow: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_parts: object, **_named: object) -> None:
        raise CannotWrite(FILE, "the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(SqliteStore, "append", full)
        told = barrow("do", "search")
    assert (told.code, told.out) == (3, "")
    assert "the disk is full; nothing was recorded" in told.err
    assert barrow.good("status", "--json").json["clock"]["instant"] == "day 1 08:00"


@pytest.mark.slow
def test_a_read_only_folder_is_told_and_can_still_be_looked_at(
    barrow: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Rights do not hold for everybody who runs tests; what the system says of them does.
    allowed = os.access
    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda path, mode: mode != os.W_OK and allowed(path, mode))
        told = barrow("do", "search")
        assert (told.code, told.out) == (3, "")
        assert "read-only" in told.err
        assert barrow("status").code == 0
        assert barrow("log").code == 0


@pytest.mark.slow
def test_a_slower_writer_is_told_and_nothing_is_lost(barrow: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """T7: two screens on one campaign; the other one is a process of its own."""
    decide = Campaign.decide

    def interrupted(self: Campaign, said: Understood, driver: Driver | None = None) -> object:
        decided = decide(self, said, driver)
        monkeypatch.setattr(Campaign, "decide", decide)
        assert _process("do", "note the other screen was here").returncode == 0
        return decided

    monkeypatch.setattr(Campaign, "decide", interrupted)
    told = barrow("do", "search")
    assert (told.code, told.out) == (4, "")
    assert "note the other screen was here" in told.err
    assert "nothing of yours was recorded" in told.err
    log = barrow.good("log").out
    assert log.endswith("the other screen was here\n")
    assert "search" not in log
    barrow.good("do", "search")


@pytest.mark.slow
def test_a_pipe_that_is_closed_early_is_no_fault(barrow: Shell) -> None:
    for _ in range(3):
        barrow.good("do", "note " + "x" * 3_900)
    command = [sys.executable, "-m", "turnkeeper", "export"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == Exit.PIPE_CLOSED


@pytest.mark.slow
@pytest.mark.usefixtures("barrow")
def test_output_that_cannot_be_written_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.StringIO):
        def flush(self) -> None:
            raise OSError(28, os.strerror(28))

    monkeypatch.setattr(sys, "stdout", Full())
    assert cli_main.main(["status"]) == Exit.FILE


@pytest.mark.slow
def test_an_interrupt_is_quiet(barrow: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_parts: object, **_named: object) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Campaign, "decide", interrupt)
    # Whoever starts the tests in the background lets them ignore the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        told = barrow("do", "search")
    finally:
        signal.signal(signal.SIGINT, before)
    assert (told.code, told.out, told.err) == (130, "", "")


@pytest.mark.slow
@pytest.mark.parametrize("fault", [ZeroDivisionError("by nothing"), LookupError("a table without an entry")])
def test_a_fault_of_our_own_is_one_short_message_and_a_trace_only_on_request(
    barrow: Shell, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def broken(*_parts: object, **_named: object) -> None:
        raise fault

    monkeypatch.setattr(Campaign, "decide", broken)
    told = barrow("do", "search")
    assert (told.code, told.out) == (70, "")
    assert "Turnkeeper's own fault" in told.err
    assert "Traceback" not in told.err
    assert "Traceback" in barrow("--debug", "do", "search").err


def test_a_name_from_elsewhere_cannot_command_the_terminal(shell: Shell) -> None:
    Path("evil.play").write_text("rules: glog\nname: \x1b[31mred\n> party Varda\n")
    told = shell("replay", "evil.play")
    assert "\x1b" not in told.out + told.err


def test_a_question_that_a_command_leaves_open_ends_in_its_own_mark() -> None:
    assert of_speech("Varda hits for 5", 1, "which of them is hurt?", "").message.startswith(
        "which of them is hurt?\n"
    )

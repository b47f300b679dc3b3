"""What somebody types who has read the README and nothing else, and how they are helped along."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import Shell


def _process(said: str) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in which ``turnkeeper`` is this program."""
    keeper = f"turnkeeper() {{ '{sys.executable}' -m turnkeeper \"$@\"; }}; {said}"
    return subprocess.run(["/bin/sh", "-c", keeper], check=False, capture_output=True, text=True)


@pytest.mark.slow
def test_the_command_that_a_new_campaign_proposes_can_be_typed_as_it_stands(shell: Shell) -> None:
    """A shell would take what follows a bare semicolon for a command of its own."""
    told = shell.good("new", "Barrow")
    proposed = told.err.split("`")[-2]
    assert proposed.startswith("turnkeeper do ")
    done = _process(proposed)
    assert (done.returncode, done.stderr) == (0, "")
    assert [row.split()[3] for row in done.stdout.splitlines()] == ["Varda", "Orlo"]


@pytest.mark.slow
@pytest.mark.parametrize("first", [["--json"], ["-c", "Barrow"], ["--campaign", "Barrow"]])
def test_an_option_before_its_command_is_told_where_it_stands(barrow: Shell, first: list[str]) -> None:
    told = barrow(*first, "status")
    assert (told.code, told.out) == (2, "")
    assert f"{first[0]!r} stands after its command" in told.err
    assert f"turnkeeper status {' '.join(first)}" in told.err


@pytest.mark.slow
def test_what_is_said_without_do_is_shown_with_it(barrow: Shell) -> None:
    told = barrow("search", "20x20")
    assert (told.code, told.out) == (2, "")
    assert "`turnkeeper do search 20x20`" in told.err


def test_a_word_too_many_is_named_in_plain_words(barrow: Shell) -> None:
    told = barrow("branches", "all", "of", "them")
    assert (told.code, told.out) == (2, "")
    assert "'all' is too much here" in told.err


@pytest.mark.slow
def test_the_log_takes_a_number_of_lines_as_it_does_at_the_prompt(barrow: Shell) -> None:
    assert barrow.good("log", "2").out == barrow.good("log", "--last", "2").out
    assert len(barrow.good("log", "2").out.splitlines()) == 2
    assert barrow("log", "0").code == 2


@pytest.mark.slow
def test_a_question_is_not_followed_by_more_marks(barrow: Shell) -> None:
    told = barrow.good("do", "next", "--faces", "8")
    refused = barrow("do", "search")
    for said in (told.err, barrow.good("status").out, refused.err):
        assert "do they rest?" in said
        assert "?:" not in said
        assert "?." not in said


@pytest.mark.slow
def test_whatever_can_be_asked_for_can_be_had_as_json(barrow: Shell) -> None:
    text = barrow.good("export").out
    assert barrow.good("export", "--json").json == {"file": None, "playthrough": text}
    assert barrow.good("export", "-o", "a.play", "--json").json == {"file": "a.play", "playthrough": text}
    assert barrow.good("rules", "schema", "--json").json == barrow.good("rules", "schema").json


@pytest.mark.slow
@pytest.mark.parametrize("words", [["new"], ["status", "-c"], ["do"], ["dice"], ["go"], ["rules", "why"]])
def test_bytes_that_are_no_text_are_nobodys_fault_of_ours(barrow: Shell, words: list[str]) -> None:
    told = barrow(*words, "x\udcff")
    assert told.code in {1, 2, 3}, told
    assert "own fault" not in told.err


@pytest.mark.slow
def test_a_very_long_word_is_not_repeated_at_length(barrow: Shell) -> None:
    told = barrow("dice", "--" + "x" * 20_000)
    assert told.code == 2
    assert len(told.err) < 1_000


@pytest.mark.slow
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
@pytest.mark.parametrize("said", ["status", "do lihgt torch", "play"])
def test_a_stream_that_was_closed_is_no_fault_of_ours(barrow: Shell, closed: str, said: str) -> None:
    del barrow
    done = _process(f"turnkeeper {said} {closed}")
    assert done.returncode in {0, 2}, done
    assert "own fault" not in done.stderr
    assert Path("Barrow.turnkeeper").exists()


@pytest.mark.slow
def test_at_a_terminal_whose_output_goes_elsewhere_lines_are_heard_without_a_prompt(barrow: Shell) -> None:
    """A prompt in a file helps nobody: what is data goes there, as with lines from a pipe."""
    del barrow
    leader, follower = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "turnkeeper", "play"],
        stdin=follower,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(follower)
    os.write(leader, b"note it is cold\nquit\n")
    out, err = process.communicate(timeout=120)
    os.close(leader)
    assert (process.returncode, out, err) == (0, "day 1 08:00  it is cold\n", "")

"""`turnkeeper odds`: one plan in every shape, several side by side, numbers that vary, and what is wrong."""

from __future__ import annotations

import csv
import io
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.cli.shell import Shell, Told

TEXT = """rules: glog, cresthaven
> party Varda strength 0; Orlo strength 0
> enter dungeon Barrow
> stock 1 torch
> light torch for Varda
repeat 2 times
  > next
end
when a question: > choose fatigue
ask when dark
ask chance of dark at the end
ask how many encounters over 20 min
"""


def bad(shell: Shell, *words: str) -> Told:
    told = shell(*words)
    assert told.code in {2, 3}, told
    assert not told.out
    return told


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "two.plan"
    path.write_text(TEXT)
    return path


@pytest.mark.slow
def test_a_plan_is_told_in_sentences_and_tables_with_bars(shell: Shell, plan: Path) -> None:
    told = shell.good("odds", str(plan)).out
    # Two ticks of 11 in 36 each put a torch out (G-ENC-2): (11/36)^2 = 9.34 %.
    assert "dark after 2 turns on average; half by" not in told
    assert "never in 90.66 %" in told
    assert "chance of dark at the end: 9.34 %, or about 1 in 11" in told
    assert "1 in 4" in told


@pytest.mark.slow
def test_in_floating_point_it_tells_the_same_and_how_far_off_it_can_be(shell: Shell, plan: Path) -> None:
    exact, told = (shell.good("odds", str(plan), *words).out for words in ((), ("--floats",)))
    *figures, law = told.rstrip().splitlines()
    *known, _ = exact.rstrip().splitlines()
    assert figures == known
    assert law.startswith("in floating point, each chance within 1 in 10^1")
    assert "do not go together" in bad(shell, "odds", str(plan), "--floats", "--sample", "10").err


@pytest.mark.slow
def test_every_shape_tells_the_same_and_needs_nothing_else(shell: Shell, plan: Path) -> None:
    data = shell.good("odds", str(plan), "--json").json
    assert data["answers"][1]["sentence"].startswith("chance of dark at the end: 9.34 %")
    rows = list(csv.DictReader(io.StringIO(shell.good("odds", str(plan), "--csv").out)))
    assert {row["asked"] for row in rows} >= {"when dark"}
    picture = ET.fromstring(shell.good("odds", str(plan), "--svg").out)  # noqa: S314 - our own
    assert picture.tag.endswith("svg")
    page = shell.good("odds", str(plan), "--html").out
    assert "9.34 %" in page
    assert page.count("<figure") <= page.count("<table") + 1
    assert all(word not in page for word in ("<script", "src=", "@import", "url("))
    assert page.count("http") == page.count("http://www.w3.org/2000/svg")


@pytest.mark.slow
def test_it_is_written_into_a_new_file_and_over_none(shell: Shell, plan: Path, tmp_path: Path) -> None:
    path = tmp_path / "odds.html"
    shell.good("odds", str(plan), "--html", "-o", str(path))
    assert path.read_text().startswith("<!doctype html>")
    assert "nothing was overwritten" in bad(shell, "odds", str(plan), "--html", "-o", str(path)).err


@pytest.mark.slow
def test_two_rule_sets_stand_side_by_side(shell: Shell, plan: Path) -> None:
    told = shell.good("odds", str(plan), "--rules", "glog", "--rules", "cresthaven").out
    # A torch of cresthaven burns an hour: it is not dark after 20 minutes.
    assert "chance of dark at the end: 9.34 % with glog, 0.00 % with cresthaven; 9.34 points less" in told


@pytest.mark.slow
def test_a_number_of_the_plan_varies(shell: Shell, plan: Path) -> None:
    """Both throws of two, two of three: (11/36)^2 and 3 (11/36)^2 - 2 (11/36)^3."""
    told = shell.good("odds", str(plan), "--vary", "times 1..3").out
    assert "from 0.00 % with times 1 to 22.30 % with times 3; most from 2 to 3, 9.34 % to 22.30 %" in told
    data = shell.good("odds", str(plan), "--vary", "times=2,3", "--json").json
    assert data["axes"] == ["times"]
    assert [row["said"] for row in data["answers"][1]["rows"]] == ["9.34 %", "22.30 %"]


@pytest.mark.slow
def test_what_was_answered_is_kept_and_gone_on_from(shell: Shell, plan: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    first = shell.good("odds", str(plan), "--vary", "times 1..3", "--keep", str(kept)).out
    lines = kept.read_bytes().splitlines(keepends=True)
    assert len(lines) == 3
    kept.write_bytes(b"".join(lines[:2]) + lines[2][:20])
    again = shell.good("odds", str(plan), "--vary", "times 1..3", "--keep", str(kept)).out
    assert again == first


@pytest.mark.slow
def test_a_grid_of_a_million_is_estimated_and_asked_about(shell: Shell, plan: Path) -> None:
    told = bad(shell, "odds", str(plan), "--vary", "times 1..1000", "--vary", "min 1..1000")
    assert "1,000,000 plans take about" in told.err
    assert "--yes" in told.err


@pytest.mark.parametrize(
    "words, said",
    [
        (("--vary", "goblins 1..3"), "no number stands beside 'goblins'"),
        (("--vary", "times"), "vary what?"),
        (("--vary", "times 3..1"), "vary what?"),
        (("--vary", "times 1..9999", "--vary", "min 1..9999"), "varies into 99,980,001 plans"),
        (("--rules", "glob"), "there is no rule set 'glob'"),
        (("--csv", "--json"), "do not go together"),
    ],
)
def test_what_is_wrong_is_told(shell: Shell, plan: Path, words: tuple[str, ...], said: str) -> None:
    assert said in bad(shell, "odds", str(plan), *words).err


@pytest.mark.slow
def test_all_problems_are_told_at_once_with_their_places(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "wrong.plan"
    path.write_text(
        "rules: glog\n> party Varda\nrepeat until drak\n> next\nend\nask how many hats\nvary hats 1..3\n"
    )
    told = bad(shell, "odds", str(path)).err
    assert "wrong.plan:7:1" in told
    path.write_text("rules: glog\n> party Varda\nrepeat until drak\n> next\nend\nask how many hats\n")
    told = bad(shell, "odds", str(path)).err
    assert "wrong.plan:3:14" in told
    assert "wrong.plan:6:14" in told
    path.write_text("> next\n" * 1_500_000)
    assert "at most 200,000 characters" in bad(shell, "odds", str(path)).err


def test_a_broken_campaign_is_told_and_left_as_it_is(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "broken.turnkeeper"
    path.write_bytes(b"no campaign" * 100)
    told = bad(shell, "odds", "wait 1 h", "-c", str(path))
    assert "broken" in told.err
    assert path.read_bytes() == b"no campaign" * 100


@pytest.mark.slow
def test_any_number_of_processes_answers_the_same(shell: Shell, plan: Path) -> None:
    words = ("odds", str(plan), "--vary", "times 1..6", "--csv", "--workers")
    assert shell.good(*words, "2").out == shell.good(*words, "1").out


@pytest.mark.slow
@pytest.mark.parametrize("how", [(), ("--floats",), ("--sample", "500", "--workers", "1")], ids=str)
def test_the_same_bytes_come_whatever_the_order_of_sets(plan: Path, how: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "turnkeeper", "odds", str(plan), "--json", *how]
    told = [
        subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, check=True, capture_output=True)
        for seed in ("1", "2")
    ]
    assert told[0].stdout == told[1].stdout
    assert b'"answers"' in told[0].stdout

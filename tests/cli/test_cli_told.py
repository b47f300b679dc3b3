"""What the shell tells: short, and with --verbose every event; help without what stands there twice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.shell import Shell

SIX = "party " + "; ".join(f"{name} strength 20" for name in ("Varda", "Orlo", "Ana", "Bea", "Cyd", "Dov"))
STORM = (
    SIX,
    "enter wilderness",
    "season summer",
    "no checks here for outdoors",
    "stand at 0101",
    "weather storm",
)


@pytest.fixture
def storm(shell: Shell) -> Shell:
    Path("land.txt").write_text("0101 hills\n0102 mountains\n", encoding="utf-8")
    shell.good("new", "Storm", "--map", "land.txt")
    for said in ("wait until 07:00", *STORM):
        shell.good("do", said)
    return shell


@pytest.mark.slow
def test_a_mountain_hex_in_a_storm_takes_eight_lines_at_most(storm: Shell) -> None:
    told = storm.good("do", "travel", "south").out.splitlines()
    assert len(told) <= 8
    assert "each takes 12 slots of fatigue: Varda 12, Orlo 12" in "\n".join(told)


@pytest.mark.slow
def test_verbose_tells_every_event(storm: Shell) -> None:
    told = storm.good("do", "travel", "south", "--verbose").out.splitlines()
    assert sum("takes 1 slot of fatigue" in line for line in told) == 6 * 12


@pytest.mark.slow
def test_the_log_is_as_short_and_verbose_as_long(storm: Shell) -> None:
    storm.good("do", "travel", "south")
    short = storm.good("log", "--all").out
    assert short.count("slot of fatigue") == 0
    assert short.count("slots of fatigue") == 1
    assert storm.good("log", "--all", "--verbose").out.count("1 slot of fatigue") == 6 * 12
    events = storm.good("log", "--all", "--json").json
    assert [one["number"] for one in events] == list(range(1, len(events) + 1))
    # A number that the short log shows is that of an event; `why` keeps all that its line tells.
    number = next(line for line in short.splitlines() if "slots of fatigue" in line).split()[0]
    assert storm.good("why", number).out.count("1 slot of fatigue") == 6 * 12


@pytest.mark.slow
def test_a_program_is_given_every_event_and_what_people_are_told(storm: Shell) -> None:
    done = storm.good("do", "travel south", "--json").json
    assert sum(one["kind"] == "fatigue-changed.1" for one in done["lines"]) == 6 * 12
    assert len(done["told"]) <= 8
    numbers = [number for one in done["told"] for number in (one["number"], *one["others"])]
    assert sorted(numbers) == [one["number"] for one in done["lines"]]


@pytest.mark.slow
@pytest.mark.parametrize("options, lines", [((), 1), (("--verbose",), 6 * 12)])
def test_play_is_as_short_unless_it_is_asked_for_more(
    storm: Shell, options: tuple[str, ...], lines: int
) -> None:
    told = storm.good("play", *options, stdin="travel south\n").out
    assert told.count("of fatigue") == lines


def test_help_says_each_form_once(shell: Shell) -> None:
    said = shell.good("commands", "--rules", "glog").out
    assert "pick lock [TEXT] [by WHO]" in said
    assert "pick lock [by WHO]" not in said
    assert "search [20x20] [TEXT] [by WHO]" in said


@pytest.mark.slow
def test_the_descent_has_turns_of_its_own(shell: Shell) -> None:
    shell.good("new", "Barrow")
    for said in ("party Varda", "wait until 08:00", "enter dungeon", "no checks here", "wait 2 turns"):
        shell.good("do", said)
    # Two turns have passed, so that the third runs; of the watch from 08:00 it is the third too.
    assert "turn 3 in the dungeon" in shell.good("status").out
    shell.good("do", "leave for settlement")
    assert "in the dungeon" not in shell.good("status").out

"""`rules coverage` and `rules why`: what a rule rests on, and what of it the house chose."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import Shell
from turnkeeper.rules import load_builtin


def blocks(out: str) -> dict[str, list[str]]:
    """Return the lines that stand below each rule."""
    found: dict[str, list[str]] = {}
    under: list[str] = []
    for line in out.splitlines():
        if line[:2] == "G-":
            under = found.setdefault(line.split()[0], [])
        under.append(line)
    return found


def test_every_rule_of_the_register_is_listed_in_its_order(shell: Shell) -> None:
    told = shell.good("rules", "coverage", "glog")
    assert list(blocks(told.out)) == list(load_builtin("glog").register)
    assert told.err == ""
    json = shell.good("rules", "coverage", "--json").json
    assert [one["id"] for one in json] == list(load_builtin("glog").register)


def test_a_rule_is_shown_with_its_origins_its_entries_its_tests_and_its_playthroughs(shell: Shell) -> None:
    torch = blocks(shell.good("rules", "coverage").out)["G-LIGHT-2"]
    assert torch[0] == "G-LIGHT-2  printed, in part house"
    assert torch[1] == "Where       lights.torch, lights.lantern, lights.candle"
    assert torch[2].startswith("Tests       tests/")
    assert any("::test_" in line for line in torch)
    assert any(line.startswith("Played in   ") and "light-by-ticks.play" in line for line in torch)


def test_a_choice_of_the_house_gives_its_reason_when_asked(shell: Shell) -> None:
    def reasons(*words: str) -> list[str]:
        lines = blocks(shell.good("rules", "coverage", *words).out)["G-LIGHT-2"]
        return [line for line in lines if line.startswith("House")]

    assert reasons() == []
    (reason,) = reasons("--why")
    assert reason.startswith("House       lights.candle: ")


def test_a_file_of_house_rules_is_listed_as_well(shell: Shell) -> None:
    Path("odd.toml").write_text(
        '[ruleset]\nid = "odd"\nname = "Odd"\nextends = "glog"\n'
        '[register.H-ODD-1]\norigin = "printed"\nsays = "A rule that nothing carries out."\n'
    )
    told = shell.good("rules", "coverage", "odd.toml").out
    assert "H-ODD-1  printed\nWhere       nowhere\nTests       none\nPlayed in   none\n" in told
    assert "Missing     H-ODD-1 (an entry, a test, a playthrough)" in told.replace(" " * 12, "Missing     ")


@pytest.mark.slow
@pytest.mark.parametrize("words", [("coverage", "glgo"), ("why", "G-LIGTH-2")])
def test_a_mistyped_name_gets_a_suggestion(shell: Shell, words: tuple[str, str]) -> None:
    wrong = shell("rules", *words)
    assert wrong.code == 2
    assert "did you mean" in wrong.err


def test_a_rule_is_explained_whole_and_then_what_the_house_chose_for_an_entry(shell: Shell) -> None:
    says, where, house = shell.good("rules", "why", "G-LIGHT-2").out.splitlines()[1:]
    assert says.startswith("Says ")
    assert where.startswith("Where ")
    assert house.startswith("House       lights.candle: ")

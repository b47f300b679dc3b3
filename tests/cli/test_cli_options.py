"""Options of a rule set on the command line: shown, explained, switched on, kept and handed on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import Shell

OFFERING = """\
[ruleset]
id = "two-ways"
name = "Two ways"
extends = "glog"

[options.three-ticks]
rule = { id = "G-LIGHT-2", origin = "house", why = "Good pitch." }
says = "A torch is out at its third tick."
changes.lights.torch.burns.ticks = 3

[options.dim]
rule = { id = "G-LIGHT-3", origin = "companion" }
says = "A torch shines 10 feet."
changes.lights.torch.bright = 10
"""


@pytest.fixture(autouse=True)
def file(shell: Shell) -> Path:
    """A rule set with two options, in the folder of the test."""
    del shell  # it has moved there
    path = Path("two-ways.toml")
    path.write_text(OFFERING)
    return path


def test_a_rule_set_shows_its_options_and_which_are_on(shell: Shell) -> None:
    told = shell.good("rules", "show", "two-ways.toml", "--option", "dim").out
    rows = [" ".join(line.split()) for line in told[told.index("\noptions\n") :].splitlines()]
    assert "three-ticks G-LIGHT-2 A torch is out at its third tick." in rows
    assert "dim (on) G-LIGHT-3 A torch shines 10 feet." in rows


def test_a_rule_set_without_options_shows_none(shell: Shell) -> None:
    Path("bare.toml").write_text(
        '[ruleset]\nid = "bare"\nname = "Bare"\nextends = "glog"\nremove = ["options"]\n'
    )
    assert "\noptions\n" not in shell.good("rules", "show", "bare.toml").out


@pytest.mark.slow
def test_the_choices_of_the_house_tell_only_of_options_that_are_on(shell: Shell) -> None:
    told = shell.good("rules", "show", "two-ways.toml", "--house").out
    assert "three-ticks" not in told
    assert "Good pitch" not in told
    on = shell.good("rules", "show", "two-ways.toml", "--house", "--option", "three-ticks").out
    assert 'changed by the option "three-ticks" (G-LIGHT-2)' in " ".join(on.split())


@pytest.mark.slow
def test_why_names_the_option_that_gives_the_other_reading(shell: Shell) -> None:
    words = ("rules", "why", "G-LIGHT-2", "--rules", "two-ways.toml")
    assert "three-ticks: A torch is out at its third tick." in shell.good(*words).out
    assert "three-ticks (on): A torch" in shell.good(*words, "--option", "three-ticks").out
    assert shell.good(*words, "--json").json["options"] == [
        {"option": "three-ticks", "says": "A torch is out at its third tick.", "on": False}
    ]


@pytest.mark.slow
def test_a_campaign_is_begun_with_options_and_keeps_them(shell: Shell) -> None:
    """G-LIGHT-2 with an option: three ticks."""
    told = shell.good(
        "new", "Long", "--rules", "two-ways.toml", "--option", "three-ticks", "--option", "dim", "--seed", "s"
    )
    assert "under Two ways with three-ticks, dim." in told.err
    Path("two-ways.toml").unlink()
    shell.good("do", "enter dungeon")
    shell.good("do", "light torch")
    text = shell.good("export").out
    Path("long.play").write_text(text + "= status lights: torch: 3 ticks\n")
    shell.good("replay", "long.play")
    assert "options:" not in text
    assert '| options = ["three-ticks", "dim"]' in text


def test_an_option_that_the_set_has_not_is_told_and_nothing_is_begun(shell: Shell) -> None:
    told = shell("new", "Long", "--rules", "two-ways.toml", "--option", "three-tics")
    assert told.code == 2
    assert "two-ways has no option 'three-tics'" in told.err
    assert 'did you mean "three-ticks"?' in told.err
    assert not Path("Long.turnkeeper").exists()


@pytest.mark.slow
def test_what_can_be_said_is_listed_under_options_too(shell: Shell) -> None:
    assert shell.good("commands", "search", "--rules", "two-ways.toml", "--option", "dim").out


@pytest.mark.slow
def test_why_looks_a_rule_up_in_every_game_that_comes_along(shell: Shell) -> None:
    """C-TIME-2 is of cresthaven, X-POOL-1 of an example, and Z-1 of none."""
    assert "segment-10s" in shell.good("rules", "why", "C-TIME-2").out
    assert shell.good("rules", "why", "x-pool-1", "--json").json["id"] == "X-POOL-1"
    assert "glog has no rule 'Z-1'" in shell("rules", "why", "Z-1").err

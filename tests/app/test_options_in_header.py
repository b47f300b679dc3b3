"""The header of a playthrough switches options on, and an export of such a session needs no more."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.app.campaigns import replay_text
from turnkeeper.app.export import export_text
from turnkeeper.files.playthrough import read_playthrough
from turnkeeper.files.rules_text import standing_alone
from turnkeeper.rules.model.lights import ByTicks
from turnkeeper.rules.reading import load

SHEET = """\
rules: two-ways
| [ruleset]
| id = "two-ways"
| name = "Two ways"
| extends = "glog"
| [options.three-ticks]
| rule = { id = "G-LIGHT-2", origin = "companion" }
| says = "A torch is out at its third tick."
| changes.lights.torch.burns.ticks = 3
| [options.dim]
| rule = { id = "G-LIGHT-3", origin = "companion" }
| says = "A torch shines 10 feet."
| changes.lights.torch.bright = 10
"""
BUILT_IN = "\n".join(line.removeprefix("| ") for line in SHEET.splitlines()[1:])


@pytest.fixture
def built_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The rules of the sheet as if they came with the program."""
    known = load.builtin_text
    monkeypatch.setattr(load, "builtin_text", lambda name: BUILT_IN if name == "two-ways" else known(name))
    return iter(())


def test_the_header_switches_options_on() -> None:
    """G-LIGHT-2 as the option has it: three ticks."""
    replayed = replay_text(SHEET + "options: three-ticks  dim\n> light torch\n", "f")
    assert not replayed.problems
    assert replayed.campaign is not None
    rules = replayed.campaign.book.set
    assert rules.ruleset.options == ("three-ticks", "dim")
    assert (rules.lights["torch"].burns, rules.lights["torch"].bright) == (ByTicks(3), 10)


def test_an_option_that_the_rules_have_not_is_told_where_it_is_named() -> None:
    # The header has 13 lines before it; `options: three-ticks ` is 21 characters.
    assert [str(problem) for problem in replay_text(SHEET + "options: three-ticks dimm\n", "f").problems] == [
        "f:14:22: two-ways has no option 'dimm' (did you mean \"dim\"?)"
    ]


def test_options_are_named_on_one_line_before_the_first_command() -> None:
    told = replay_text(SHEET + "options: dim\noptions: three-ticks\n> search\n", "f").problems
    assert [(problem.line, problem.column) for problem in told] == [(15, 1)]


@pytest.mark.slow
@pytest.mark.usefixtures("built_in")
@pytest.mark.parametrize("options", ["", "options: dim\n", "options: dim three-ticks\n"])
def test_an_export_under_rules_of_the_program_names_the_options_alone(options: str) -> None:
    here = replay_text(f"rules: two-ways\n{options}seed: s\n> light torch\n", "f", library=load.builtin_text)
    assert here.campaign is not None
    text = export_text(here.campaign)
    assert text.startswith(f"rules: two-ways\n{options}seed: s\n")
    there = replay_text(text, "f", library=load.builtin_text)
    assert not there.problems
    assert there.campaign is not None
    assert there.campaign.book.set == here.campaign.book.set
    assert there.campaign.head.id == here.campaign.head.id


@pytest.mark.slow
@pytest.mark.parametrize("options", ["", "options: dim\n", "options: dim three-ticks\n"])
def test_an_export_under_rules_that_come_along_holds_them_with_their_options_made(options: str) -> None:
    here = replay_text(f"{SHEET}{options}> light torch\n", "f").campaign
    assert here is not None
    text = export_text(here)
    assert read_playthrough(text, "f").playthrough.setting("options") is None
    there = replay_text(text, "f")
    assert not there.problems
    assert there.campaign is not None
    assert there.campaign.book.set == standing_alone(here.book.set)
    assert there.campaign.state == here.state
    assert export_text(there.campaign) == text

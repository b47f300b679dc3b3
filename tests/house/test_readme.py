"""What the README shows a newcomer is run, line by line, and holds."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.campaigns import replay_text
from turnkeeper.cli.main import main
from turnkeeper.rules import builtin_text, load_rules
from turnkeeper.rules.model.lights import ByTicks

README = Path(__file__).parents[2] / "README.md"


def blocks(language: str) -> list[str]:
    """Return the fenced blocks of a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```", README.read_text(), re.MULTILINE | re.DOTALL)


def steps() -> Iterator[tuple[str, list[str]]]:
    """Yield each command of the console blocks with the output lines shown below it."""
    command, shown = "", list[str]()
    for line in "".join(blocks("console")).splitlines():
        if line.startswith("$ "):
            if command:
                yield command, shown
            command, shown = line[2:], []
        else:
            shown.append(line)
    yield command, shown


@pytest.mark.slow
def test_the_two_minute_session_happens_as_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TURNKEEPER_CAMPAIGN", raising=False)
    ran = 0
    for command, shown in steps():
        program, *words = shlex.split(command)
        assert program == "turnkeeper"
        assert main(words) == 0, command
        out = capsys.readouterr().out.splitlines()
        if shown:
            assert out == shown, command
        ran += 1
    assert ran >= 9


def test_the_playthrough_shown_replays_without_a_problem() -> None:
    (text,) = blocks("playthrough")
    replayed = replay_text(text, "README.md")
    assert not replayed.problems


def test_the_house_rules_shown_load_and_lengthen_the_torch() -> None:
    (text,) = blocks("toml")
    assert load_rules(text, "longer.toml", builtin_text).lights["torch"].burns == ByTicks(3)

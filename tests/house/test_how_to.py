"""What docs/how-to shows is run: its files are written as named, its commands do what is shown below them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.house.sources import ROOT
from turnkeeper.cli.main import main
from turnkeeper.rules import builtin_ids, builtin_text, load_builtin, load_rules
from turnkeeper.rules.lights import ByTicks

PAGES = sorted((ROOT / "docs" / "how-to").glob("*.md"))
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"`([\w-]+\.toml)`:\n\n```toml\n(.*?)^```", re.MULTILINE | re.DOTALL)
SWITCH = ROOT / "docs" / "how-to" / "switch-a-house-rule.md"


def files_of(page: Path) -> dict[str, str]:
    """Return the rule files that a page shows, by the names that stand above them."""
    return dict(_FILE.findall(page.read_text("utf-8")))


def steps_of(page: Path) -> list[tuple[str, list[str]]]:
    """Return the commands of a page, each with the output that is shown below it."""
    steps: list[tuple[str, list[str]]] = []
    for kind, block in _BLOCK.findall(page.read_text("utf-8")):
        for line in block.splitlines() if kind == "console" else ():
            if line.startswith("$ "):
                steps.append((line[2:], []))
            else:
                steps[-1][1].append(line)
    return steps


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.stem))
def test_what_a_page_shows_happens(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TURNKEEPER_CAMPAIGN", raising=False)
    for name, text in files_of(page).items():
        Path(name).write_text(text, "utf-8")
    steps = steps_of(page)
    assert steps
    for command, shown in steps:
        program, *words = shlex.split(command)
        assert program == "turnkeeper"
        assert main(words) == 0, command
        out = capsys.readouterr().out.splitlines()
        assert not shown or out == shown, command


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.stem))
def test_every_rule_file_that_a_page_shows_is_named_and_in_order(page: Path) -> None:
    shown = [text for kind, text in _BLOCK.findall(page.read_text("utf-8")) if kind == "toml"]
    assert list(files_of(page).values()) == shown
    for name, text in files_of(page).items():
        rules = load_rules(text, name, builtin_text)
        assert rules.ruleset.id == name.removesuffix(".toml")


def test_the_house_files_of_the_page_change_what_it_says() -> None:
    files = {name: load_rules(text, name, builtin_text) for name, text in files_of(SWITCH).items()}
    assert files["stubs.toml"].lights["candle"].burns == ByTicks(1)
    assert "candle" not in files["no-candles.toml"].lights
    assert files["long-segments.toml"].time != load_builtin("cresthaven").time
    assert set(builtin_ids()) >= {rules.ruleset.extends for rules in files.values()}

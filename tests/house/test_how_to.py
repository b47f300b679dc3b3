"""What docs/how-to shows is run, from its first line to its last.

A file is written as it is named above it, or what stands there is added to it. Commands do what is shown
below them; those of a block that says ``refused`` end with an exit code.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import get_args

import pytest

from tests.house.sources import ROOT
from turnkeeper.cli.main import main
from turnkeeper.rules import RulesFault, builtin_ids, builtin_text, example_ids, load_builtin, load_rules
from turnkeeper.rules.model.lights import Burns, ByTicks
from turnkeeper.rules.model.procedures import ChoiceEffect, Effect
from turnkeeper.rules.model.trackers import Counts

PAGES = sorted((ROOT / "docs" / "how-to").glob("*.md"))
_BLOCK = re.compile(
    r"(?:(?P<add>[Aa]dd to )?`(?P<name>[\w-]+\.toml)`:\n\n)?"
    r"^```(?P<kind>\w+)(?P<refused> refused)?\n(?P<text>.*?)^```",
    re.MULTILINE | re.DOTALL,
)
SWITCH = ROOT / "docs" / "how-to" / "switch-a-house-rule.md"
WRITE = ROOT / "docs" / "how-to" / "write-a-rule-set.md"


def blocks_of(page: Path) -> list[re.Match[str]]:
    """Return the blocks of a page in their order."""
    return list(_BLOCK.finditer(page.read_text("utf-8")))


def written(block: re.Match[str], files: dict[str, str]) -> str:
    """Return the text that a file has after a block that shows it, or a part to be added to it."""
    before = files[block["name"]] if block["add"] else ""
    return before + block["text"]


def files_of(page: Path) -> dict[str, str]:
    """Return the rule files that a page shows, by the names that stand above them, as they are at its end."""
    files: dict[str, str] = {}
    for block in blocks_of(page):
        if block["kind"] == "toml":
            files[block["name"]] = written(block, files)
    return files


def steps_of(block: re.Match[str]) -> list[tuple[str, list[str]]]:
    """Return the commands of a block, each with the output that is shown below it."""
    steps: list[tuple[str, list[str]]] = []
    for line in block["text"].splitlines():
        if line.startswith("$ "):
            steps.append((line[2:], []))
        else:
            steps[-1][1].append(line)
    return steps


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.stem))
def test_what_a_page_shows_happens(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TURNKEEPER_CAMPAIGN", raising=False)
    files: dict[str, str] = {}
    run = 0
    for block in blocks_of(page):
        if block["kind"] == "toml":
            files[block["name"]] = written(block, files)
            Path(block["name"]).write_text(files[block["name"]], "utf-8")
        for command, shown in steps_of(block) if block["kind"] == "console" else ():
            program, *words = shlex.split(command)
            assert program == "turnkeeper"
            assert (main(words) != 0) == bool(block["refused"]), command
            out = capsys.readouterr().out.splitlines()
            assert not shown or out == shown, command
            run += 1
    assert run


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.stem))
def test_every_rule_file_that_a_page_shows_is_named_and_in_order(page: Path) -> None:
    assert all(block["name"] for block in blocks_of(page) if block["kind"] == "toml")
    for name, text in files_of(page).items():
        rules = load_rules(text, name, builtin_text)
        assert rules.ruleset.id == name.removesuffix(".toml")


def test_the_page_of_writing_tells_every_effect_every_currency_and_every_example() -> None:
    text = WRITE.read_text("utf-8")
    kinds = [*get_args(Effect), *get_args(ChoiceEffect), *get_args(Burns), *get_args(Counts)]
    tags = {str(kind.__struct_config__.tag) for kind in kinds}
    assert [tag for tag in sorted(tags) if f"`{tag}`" not in text and f'"{tag}"' not in text] == []
    assert [name for name in example_ids() if f"`{name}`" not in text] == []


def test_the_circle_that_the_page_of_writing_shows_is_what_is_told() -> None:
    doom = files_of(WRITE)["doom.toml"]
    (told,) = (block["text"] for block in blocks_of(WRITE) if block["kind"] == "text")
    wrong = doom.replace(
        '{ effect = "reset", tracker = "doom" }', '{ effect = "set", tracker = "doom", to = 0 }'
    )
    assert wrong != doom
    with pytest.raises(RulesFault) as caught:
        load_rules(wrong, "doom.toml", builtin_text)
    assert "".join(f"{problem}\n" for problem in caught.value.problems).startswith(told.rstrip("\n"))


def test_the_house_files_of_the_page_change_what_it_says() -> None:
    files = {name: load_rules(text, name, builtin_text) for name, text in files_of(SWITCH).items()}
    assert files["stubs.toml"].lights["candle"].burns == ByTicks(1)
    assert "candle" not in files["no-candles.toml"].lights
    assert files["long-segments.toml"].time != load_builtin("cresthaven").time
    assert set(builtin_ids()) >= {rules.ruleset.extends for rules in files.values()}

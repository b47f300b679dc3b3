"""One playthrough a mechanism: each holds, and together they leave nothing out."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.app.campaigns import replay_text
from turnkeeper.app import codec
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.export import export_text
from turnkeeper.app.replay import Replayed
from turnkeeper.files.playthrough import Comment, decode_text, print_playthrough, read_playthrough
from turnkeeper.play.kernel.event import Command, Event
from turnkeeper.play.registry import DECLARED, EVENT_KINDS
from turnkeeper.rules.reading.load import builtin_text, digest, load_builtin, load_rules

HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "docs" / "playthroughs.md"
FILES = sorted(HERE.glob("*.play"))
RULE_ID = re.compile(r"\b[A-Z]-[A-Z]+-\d+\b")


@cache
def text_of(file: Path) -> str:
    return decode_text(file.read_bytes(), file.name)


@cache
def replayed(file: Path) -> Replayed:
    return replay_text(text_of(file), file.name)


def campaign_of(file: Path) -> Campaign:
    campaign = replayed(file).campaign
    assert campaign is not None
    return campaign


def name_of(file: Path) -> str:
    return file.stem


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_the_playthrough_holds(file: Path) -> None:
    assert not replayed(file).problems, "\n" + "\n".join(map(str, replayed(file).problems))


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_it_is_in_canonical_form_and_says_first_what_it_shows(file: Path) -> None:
    """Two sentences or more, and the ids of the rules."""
    session = read_playthrough(text_of(file), file.name).playthrough
    assert print_playthrough(session) == text_of(file)
    comments = []
    for row in session.rows:
        if not isinstance(row, Comment):
            break
        comments.append(row.text)
    said = "".join(comments)
    assert len(re.findall(r"\.(?= |$)|: ", said)) >= 2
    assert RULE_ID.search(said)


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_what_is_exported_of_it_replays_to_the_identical_campaign(file: Path) -> None:
    here = campaign_of(file)
    there = replay_text(export_text(here), file.name)
    assert not there.problems
    assert there.campaign is not None
    assert there.campaign.state == here.state
    assert there.campaign.head.id == here.head.id


@cache
def happened() -> tuple[frozenset[type[Command]], frozenset[type[Event]]]:
    """Return every kind of command and event on any branch of any playthrough."""
    commands: set[type[Command]] = set()
    events: set[type[Event]] = set()
    for campaign in map(campaign_of, FILES):
        for commit in campaign.reachable():
            command = codec.decode_command(commit.command)
            commands |= {type(command)} if command is not None else set()
            events |= {type(event) for event in codec.decode_events(commit.events)}
    return frozenset(commands), frozenset(events)


@pytest.mark.slow
def test_every_declared_command_is_carried_out_in_a_playthrough() -> None:
    assert [one.command.__name__ for one in DECLARED if one.command not in happened()[0]] == []


@pytest.mark.slow
def test_every_kind_of_event_happens_in_a_playthrough() -> None:
    assert [kind.__name__ for kind in EVENT_KINDS if kind not in happened()[1]] == []


def test_every_printed_rule_is_cited_by_a_playthrough_and_none_is_invented() -> None:
    cited = {rule for file in FILES for rule in RULE_ID.findall(text_of(file))}
    register = load_builtin("glog").register
    assert {key for key, entry in register.items() if entry.origin == "printed"} <= cited
    assert {rule for rule in cited if rule.startswith("G-")} <= register.keys()


_EXPORTS = """
import sys
from pathlib import Path
from tests.app.campaigns import replay_text
from turnkeeper.app.export import export_text
for name in sys.argv[1:]:
    campaign = replay_text(Path(name).read_text("utf-8"), Path(name).name).campaign
    sys.stdout.buffer.write(export_text(campaign).encode())
"""


@pytest.mark.parametrize(
    "files",
    [
        pytest.param(FILES[::4], id="every fourth", marks=pytest.mark.slow),
        pytest.param(FILES, id="all", marks=pytest.mark.long),
    ],
)
def test_a_playthrough_gives_the_same_bytes_under_two_hash_seeds(files: list[Path]) -> None:
    """T26: nothing is decided by set or hash order."""
    command = [sys.executable, "-c", _EXPORTS, *map(str, files)]
    told = [
        subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, check=True, capture_output=True)
        for seed in ("1", "2")
    ]
    assert told[0].stdout == told[1].stdout
    assert told[0].stdout.count(b"rules: ") >= len(files)


def test_the_usage_dice_of_the_playthrough_are_those_of_the_rule_tests() -> None:
    file = HERE.parent / "rules" / "data" / "usage-dice.toml"
    ours = load_rules(file.read_text("utf-8"), file.name, builtin_text)
    assert digest(campaign_of(HERE / "light-usage-dice.play").book.set) == digest(ours)


# -------------------------------------------------------------------------------------------------- the docs

BLOCKS = re.findall(r"^```(\S[^\n]*)\n(.*?)^```$", DOCS.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("text", [text for kind, text in BLOCKS if kind == "playthrough"])
def test_every_example_of_the_docs_holds(text: str) -> None:
    assert not replay_text(text, "barrow.play").problems


def test_the_problems_that_the_docs_show_are_those_that_are_told() -> None:
    wrong, told = (text for kind, text in BLOCKS if kind in {"playthrough problems", "text"})
    assert "".join(f"{problem}\n" for problem in replay_text(wrong, "barrow.play").problems) == told


def test_the_docs_explain_every_key_of_the_header() -> None:
    from turnkeeper.files.playthrough import KEYS, LONGEST_LINE, MOST_CHARACTERS

    text = DOCS.read_text("utf-8")
    assert [key for key in KEYS if f"| `{key}`" not in text] == []
    assert f"{MOST_CHARACTERS:,}" in text
    assert f"{LONGEST_LINE:,}" in text

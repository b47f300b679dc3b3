"""Looks up which tests and playthroughs show each rule, and writes that and the pages of docs/rules.

A test shows a rule when its name or docstring holds the id: ``G-LIGHT-2``, ``test_g_light_2_...``, and in a
name also ``g_mor_1_to_3`` and ``g_enc_3_and_4``. A playthrough shows a rule when its replay holds and

- an event was caused by it, or
- a fact names it, or
- a comment after the first command names it, and a fact stands below, before the next comment. That is how a
  rule is shown which only ever acts through others: that nothing burns by the clock, say.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tools import rule_pages
from turnkeeper.app import codec
from turnkeeper.app.replay import replay_text
from turnkeeper.files.playthrough import Comment, FactRow, Said, decode_text, read_playthrough
from turnkeeper.rules.coverage import ShownBy
from turnkeeper.rules.problems import RulesFault
from turnkeeper.rules.reading.load import (
    builtin_ids,
    builtin_text,
    draw,
    example_ids,
    load_builtin,
    load_rules,
)
from turnkeeper.views.referee.facts import facts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

ROOT = Path(__file__).parents[1]
INDEX = ROOT / "src" / "turnkeeper" / "rules" / "coverage.json"
DRAWN = ROOT / "src" / "turnkeeper" / "rules" / "compiled"
PLAYTHROUGHS = ROOT / "tests" / "playthroughs"
AGAIN = "run tools/coverage"

_ID = re.compile(r"\b[A-Z]-[A-Z]+-\d+\b")
_IN_NAME = re.compile(r"(?<![a-z0-9])([a-z])_([a-z]+)_(\d+)((?:_(?:and|to)_\d+)*)(?![a-z0-9])")
_AND_MORE = re.compile(r"_(and|to)_(\d+)")


class DoesNotHold(Exception):  # noqa: N818 - named by what happened
    """A playthrough cannot show anything, for it has problems."""


@cache
def known_rules() -> frozenset[str]:
    """Return the id of every rule that the list of docs/rules holds, and of those that examples add."""
    listed = tomllib.loads((ROOT / "docs" / "rules" / "ids.toml").read_text("utf-8"))
    examples = [rule for one in example_ids() for rule in load_builtin(one).register]
    return frozenset([*examples, *(rule for rules in listed.values() for rule in rules)])


def index_text() -> str:
    """Return the text that the index should have."""
    tests, playthroughs = tests_showing(), playthroughs_showing()
    index = {
        rule: ShownBy(tuple(tests.get(rule, ())), tuple(playthroughs.get(rule, ())))
        for rule in sorted(known_rules() & (tests.keys() | playthroughs.keys()), key=_in_order)
    }
    return msgspec.json.format(msgspec.json.encode(index), indent=2).decode() + "\n"


def _in_order(rule: str) -> tuple[str, int]:
    kind, _, number = rule.rpartition("-")
    return kind, int(number)


# Tests


def tests_showing() -> dict[str, list[str]]:
    """Return the tests that show each rule, as ``file::name`` in the order of files and lines."""
    found: dict[str, list[str]] = {}
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        where = file.relative_to(ROOT).as_posix()
        for name, rules in shown_in(file.read_text("utf-8")):
            for rule in rules:
                found.setdefault(rule, []).append(f"{where}::{name}")
    return found


def shown_in(source: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of every test of a Python text with the rules that it shows."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            said = _ID.findall(ast.get_docstring(node) or "")
            yield node.name, list(dict.fromkeys([*named_in(node.name), *said]))


def named_in(name: str) -> Iterator[str]:
    """Yield the rules that the name of a test holds.

    >>> list(named_in("test_g_mor_1_to_3_morale_breaks_above_the_score"))
    ['G-MOR-1', 'G-MOR-2', 'G-MOR-3']
    """
    for game, topic, number, more in _IN_NAME.findall(name):
        last = int(number)
        numbers = [last]
        for joint, text in _AND_MORE.findall(more):
            numbers += range(last + 1, int(text) + 1) if joint == "to" else [int(text)]
            last = int(text)
        yield from (f"{game.upper()}-{topic.upper()}-{one}" for one in numbers)


# Playthroughs


def playthroughs_showing() -> dict[str, list[str]]:
    """Return the playthroughs that show each rule, by the names of their files, in the order of those."""
    found: dict[str, list[str]] = {}
    for file in sorted(PLAYTHROUGHS.glob("*.play")):
        for rule in dict.fromkeys(shown_by_playing(decode_text(file.read_bytes(), file.name), file.name)):
            found.setdefault(rule, []).append(file.name)
    return found


def shown_by_playing(text: str, name: str) -> Iterator[str]:
    """Yield every rule that a playthrough shows, some oftener; raises `DoesNotHold` for one with problems."""
    replayed = replay_text(text, name, facts)
    if replayed.campaign is None or replayed.problems:
        raise DoesNotHold("\n".join(map(str, replayed.problems)))
    for commit in replayed.campaign.reachable():
        yield from (event.rule for event in codec.decode_events(commit.events) if event.rule)
    yield from _said_with_facts(text, name)


def _said_with_facts(text: str, name: str) -> Iterator[str]:
    rows = read_playthrough(text, name).playthrough.rows
    begun = next((at for at, row in enumerate(rows) if isinstance(row, Said)), len(rows))
    claimed: list[str] = []
    in_comment = False
    for row in rows[begun:]:
        match row:
            case Comment(text=said):
                claimed = (claimed if in_comment else []) + _ID.findall(said)
            case FactRow(text=said):
                yield from claimed
                yield from _ID.findall(said)
            case _:
                pass
        in_comment = isinstance(row, Comment)


# Writing


def drawn() -> Iterable[tuple[Path, Callable[[], str]]]:
    """Return every file that is drawn, with what draws it."""
    return [
        *((DRAWN / f"{ruleset}.json", partial(ready, ruleset)) for ruleset in builtin_ids()),
        (INDEX, index_text),
        *((ROOT / file, draw) for file, draw in rule_pages.pages()),
    ]


def ready(ruleset: str) -> str:
    """Return a rule set of ours checked and made ready, so that loading it parses no TOML."""
    text = builtin_text(ruleset) or ""
    return draw(text, load_rules(text, f"{ruleset}.toml", builtin_text)).decode()


def main() -> int:
    """Write what has changed; returns the exit code."""
    code = 0
    for file, made in drawn():
        where = file.relative_to(ROOT)
        try:
            text = made()
        except (RulesFault, DoesNotHold) as fault:
            print(f"{where}: not written\n{fault}", file=sys.stderr)
            code = 1
            continue
        file.parent.mkdir(exist_ok=True)
        if not file.exists() or file.read_text("utf-8") != text:
            file.write_text(text, "utf-8")
            print(f"{where}: written")
    return code


if __name__ == "__main__":
    sys.exit(main())

"""Files broken in any way are read in bounds or refused with a sentence, and nothing in them is lost."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from copy import deepcopy

import pytest

from tests.calendars.formats.files import FORMATS, read_or_problems, sample
from turnkeeper.calendars.almanac import Almanac
from turnkeeper.calendars.falling import EventDays
from turnkeeper.calendars.formats.accounts import leaves
from turnkeeper.calendars.formats.exporting import WRITERS, export_calendar
from turnkeeper.calendars.reading import read_calendar
from turnkeeper.files.rules_text import write_calendar
from turnkeeper.rules.problems import shown

MOST_PROBLEMS_TOLD = 400
_HOSTILE: tuple[object, ...] = (
    None, True, -1, 0, 1, 7, 31, 366, 10**6, 10**12, 10**13, -(10**12), 0.5, 29.530588853, 1e300, -0.0, 1e-12,
    "", "0", "4", "400,!100,4", "!,+", "x" * 500, "<b>bold</b>", "\u202eback", "a\nb", "{{7*7}}",
    [], {}, [1], {"a": 1}, [[]], ["&&"], ["!", []], ["0", [["Day", "0", ["1"]]]], ["Year", "6", ["0", "0"]],
    ["Events", "0", [0, "1"]], ["Date", "0", ["1000000000000", "0", "1"]], [None, None], [5, 2],
)  # fmt: skip


def _places(tree: object) -> list[tuple[object, str | int]]:
    """Return every place of a tree: what holds it, and its name in that."""
    found: list[tuple[object, str | int]] = []
    waiting = [tree]
    while waiting:
        one = waiting.pop()
        names: list[str | int] = list(one) if isinstance(one, dict) else []
        names = list(range(len(one))) if isinstance(one, list) else names
        for name in names:
            found.append((one, name))
            waiting.append(one[name])  # type: ignore[index]
    return found


def _mutated(name: str, dice: random.Random) -> str:
    tree = json.loads(sample(name))
    for _ in range(dice.randint(1, 4)):
        places = _places(tree)
        if not places:
            break
        holder, at = dice.choice(places)
        _change(holder, at, dice)
    text = json.dumps(tree)
    if dice.random() < 0.1:
        cut = dice.randrange(len(text))
        return text[:cut] + dice.choice(["", "}", '"', "[", "\x00"]) + text[cut + dice.randint(0, 3) :]
    return text


def _change(holder: object, at: str | int, dice: random.Random) -> None:
    ways: tuple[Callable[[], object], ...] = (
        lambda: _set(holder, at, deepcopy(dice.choice(_HOSTILE))),
        lambda: _set(holder, at, deepcopy(dice.choice(_HOSTILE))),
        lambda: _set(holder, at, dice.randint(-50, 50)),
        lambda: holder.pop(at) if isinstance(holder, dict) else None,
        lambda: holder.pop(int(at)) if isinstance(holder, list) else None,
        lambda: holder.append(holder[int(at)]) if isinstance(holder, list) else None,
    )
    dice.choice(ways)()


def _set(holder: object, at: str | int, value: object) -> None:
    if isinstance(holder, dict):
        holder[at] = value
    elif isinstance(holder, list):
        holder[int(at)] = value


def _holds(text: str) -> bool:
    """Check one file; returns whether it could be read."""
    found = read_or_problems(text)
    if isinstance(found, tuple):
        assert 0 < len(found) <= MOST_PROBLEMS_TOLD
        assert all(one.message for one in found)
        return False
    stated = [shown(path) for path, _ in leaves(json.loads(text))]
    assert [one.path for one in found.accounts][: len(stated)] == stated
    assert all(one.remark for one in found.accounts if one.fate != "kept")
    assert read_calendar(write_calendar(found.data), "x.toml") == found.data
    EventDays(Almanac(found.data), found.data.events).between(0, 400)
    for to in WRITERS:
        assert export_calendar(found.data, to, found.today).text
    return True


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
def test_mutated_files_are_read_in_bounds_or_refused(name: str) -> None:
    dice = random.Random(f"mutated {name}")  # noqa: S311 - the same files every time
    assert sum(_holds(_mutated(name, dice)) for _ in range(40)) > 5


@pytest.mark.long
@pytest.mark.parametrize("name", FORMATS)
def test_ten_thousand_mutated_files_are_read_in_bounds_or_refused(name: str) -> None:
    dice = random.Random(f"many {name}")  # noqa: S311 - the same files every time
    for _ in range(10_000 // len(FORMATS) + 1):
        _holds(_mutated(name, dice))

"""The JSON of a foreign file as plain data, within bounds of size, depth and figures, and free of floats."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import NoReturn, TypeAlias, cast

from turnkeeper.rules.problems import Problem, RulesFault

Tree: TypeAlias = "dict[str, object]"
LARGEST_FILE = 8_000_000
DEEPEST_TREE = 60
MOST_LEAVES = 400_000
_LONGEST_FIGURE = 18
_LARGEST_POWER = 15


def read_tree(text: str, name: str) -> Tree:
    """Return the table that a text states; raises `RulesFault` where it is none or too much of one."""
    if len(text) > LARGEST_FILE:
        refuse(name, f"{len(text):,} characters; a calendar file has at most {LARGEST_FILE:,}")
    try:
        data = json.loads(
            text.removeprefix("\ufeff"), parse_float=_exact, parse_int=_whole, parse_constant=str
        )
    except json.JSONDecodeError as fault:
        problem = Problem(name, fault.lineno, fault.colno, "", f"this is not JSON: {fault.msg}")
        raise RulesFault([problem]) from fault
    except RecursionError:
        data = None
    if _too_deep(data):
        refuse(name, f"lists or tables stand more than {DEEPEST_TREE} deep inside each other")
    if not isinstance(data, dict):
        refuse(name, "a calendar file is one table", "it begins with {")
    return cast("Tree", data)


def refuse(name: str, message: str, hint: str = "") -> NoReturn:
    """Refuse a file as a whole."""
    raise RulesFault([Problem(name, 1, 1, "", message, hint)])


def _whole(said: str) -> object:
    return int(said) if len(said) <= _LONGEST_FIGURE else said


def _exact(said: str) -> object:
    """Return a number with a point as it is written, or its text where it is too large to be one of ours."""
    if len(said) > _LONGEST_FIGURE * 2:
        found = Decimal(said[: _LONGEST_FIGURE * 2]) if "e" not in said.lower() else None
    else:
        found = Decimal(said)
    if found is None or not found.is_finite() or abs(found.adjusted()) > _LARGEST_POWER:
        return said
    return found


def _too_deep(data: object) -> bool:
    level = [data]
    leaves = 0
    for _ in range(DEEPEST_TREE):
        level = [
            inner
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
        leaves += len(level)
        if not level or leaves > MOST_LEAVES:
            break
    return data is None or bool(level)

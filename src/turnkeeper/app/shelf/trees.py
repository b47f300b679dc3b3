"""Plain data as a tree: what stands at a path, and the same data with something else there."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from turnkeeper.rules.reading.fields import under

if TYPE_CHECKING:
    from turnkeeper.rules.problems import Path
    from turnkeeper.rules.reading.fields import Table


def at(data: object, path: Path) -> object:
    """Return what stands at a path of plain data, or ``None``."""
    return reduce(under, path, data)


def put(data: Table, path: Path, value: object) -> Table:
    """Return data with a value at a path; what is on the way is made."""
    found = _put(data, path, value)
    assert isinstance(found, dict)  # noqa: S101 - a table stays one
    return found


def _put(held: object, path: Path, value: object) -> object:
    if not path:
        return value
    head, rest = path[0], path[1:]
    match held:
        case list() | tuple() if isinstance(head, int):
            return [_put(one, rest, value) if index == head else one for index, one in enumerate(held)]
        case dict():
            return {**held, head: _put(held.get(head), rest, value)}
        case _:
            return {head: _put(None, rest, value)}


def taken(data: Table, path: Path) -> Table:
    """Return data without what stands at a path."""
    held = at(data, path[:-1])
    if not isinstance(held, dict):
        return data
    kept = {name: value for name, value in held.items() if name != path[-1]}
    return put(data, path[:-1], kept) if path[:-1] else kept


def renamed(data: Table, path: Path, name: str) -> Table:
    """Return data in which the item of a dictionary has another name, and its place among the others."""
    held = at(data, path[:-1])
    if not isinstance(held, dict):
        return data
    return put(data, path[:-1], {name if each == path[-1] else each: one for each, one in held.items()})

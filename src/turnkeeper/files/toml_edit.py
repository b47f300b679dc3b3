"""A value changed in a TOML text: all the rest of the text, its comments and its order stay as they are.

There is more than one way to write a value down. The first that reads back as the data wanted is taken, so
that an edit never breaks a text. This module must not know what a rule set is.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from turnkeeper.files.rules_text import write_name, write_table, write_value
from turnkeeper.rules.problems import RulesFault
from turnkeeper.rules.reading.positions import Scanned, scan
from turnkeeper.rules.reading.source import read_source

HEADED = 2
"""A table has a heading down to this depth, such as ``[lights.torch]``; deeper ones are written inline."""


def with_value(text: str, path: tuple[str | int, ...], value: object) -> str:
    r"""Return a text with a value at a path, or the text itself where it cannot be written or is no TOML.

    >>> with_value("[a.b]  # mine\nc = 1 # one\n", ("a", "b", "c"), 2)
    '[a.b]  # mine\nc = 2 # one\n'
    """
    try:
        wanted = put(_read(text), path, value)
    except RulesFault:
        return text
    return next((one for one in _written(text, path, value) if _reads_as(one, wanted)), text)


def with_block(text: str, block: str) -> str:
    """Return a text with some lines at its end, after an empty one."""
    return f"{text.rstrip()}\n\n{block.strip()}\n".lstrip("\n")


def _reads_as(text: str, wanted: object) -> bool:
    try:
        return _read(text) == wanted
    except RulesFault:
        return False


def _read(text: str) -> object:
    return read_source(text, "").data


def put(held: object, path: tuple[str | int, ...], value: object) -> object:
    """Return plain data with a value at a path, adding missing tables on the way."""
    if not path:
        return value
    head, rest = path[0], path[1:]
    if isinstance(held, list):
        return [put(one, rest, value) if index == head else one for index, one in enumerate(held)]
    table = held if isinstance(held, dict) else {}
    return {**table, head: put(table.get(head), rest, value)}


def _written(text: str, path: tuple[str | int, ...], value: object) -> Iterator[str]:
    """Yield the ways to write a value down: in its place, in a table, instead of a value, under a heading."""
    found = scan(text, "")
    if path in found.values:
        start, end = found.values[path]
        yield text[:start] + write_value(value) + text[end:]
    names = [str(part) for part in path]
    for depth in range(len(path) - 1, 0, -1):
        rest = names[depth:]
        yield from _into(text, found, path[:depth], f"{write_name(rest[0])} = {_nested(rest[1:], value)}")
        yield from _into(
            text, found, path[:depth], f"{'.'.join(map(write_name, rest))} = {write_value(value)}"
        )
    for depth in range(len(path) - 1, 0, -1):
        if path[:depth] in found.values:
            # What stands there is no table: it gives way to one.
            start, end = found.values[path[:depth]]
            yield text[:start] + _nested(names[depth:], value) + text[end:]
    heading = names[: min(HEADED, len(names) - 1)]
    rest = names[len(heading) :]
    inner = reduce(lambda held, name: {name: held}, reversed(rest[1:]), value)
    yield with_block(text, write_table(heading, {rest[0]: inner}))


def _into(text: str, found: Scanned, table: tuple[str | int, ...], line: str) -> Iterator[str]:
    """Yield the text with a line more in one of its tables."""
    if table in found.values:
        start, end = found.values[table]
        inside = text[start + 1 : end - 1].strip()
        yield f"{text[:start]}{{ {inside}{', ' if inside else ''}{line} }}{text[end:]}"
    elif table in found.tables:
        end = text.find("\n", found.tables[table])
        head, tail = (text, "") if end < 0 else (text[:end], text[end:])
        yield f"{head}\n{line}{tail or chr(10)}"


def _nested(names: list[str], value: object) -> str:
    return write_value(reduce(lambda held, name: {name: held}, reversed(names), value))

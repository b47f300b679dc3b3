"""What was typed into a form of house rules, put over the data of a rule set.

A number is a number only where one was typed: anything else stays the text that it is, so that the loader can
say what is wrong with it. This module must not know what a field means.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec import inspect as types

from turnkeeper.rules.fields import Spot, Table, is_entries, lists, section_names, spots, struct_of, type_at
from turnkeeper.rules.problems import shown
from turnkeeper.table.shelf.naming import LONGEST_NAME, tidied

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from turnkeeper.rules.problems import Path
    from turnkeeper.rules.ruleset import About

Typed: TypeAlias = "Mapping[str, Sequence[str]]"

FIELD, WHY, LEAVE, HELD, ROWS = "set:", "why:", "without:", "has:", "rows:"
MORE, DROP = "more", "drop"
NAME, OPTION, OPTIONS_SHOWN = "name", "option", "options"
ON = "on"
MOST_PASSES = 6
MOST_ROWS = 60
LONGEST_COUNT = 4
_NUMBER = re.compile(r"-?\d{1,9}")


class Filled(Struct, frozen=True):
    """The data of a rule set as somebody wants it, under what name, with which options and reasons."""

    data: Table
    name: str
    options: tuple[str, ...]
    whys: dict[str, str] = {}


def text_of(value: object) -> str:
    """Return a value as it is typed: a list with one item a line, a switch as ``on`` or nothing."""
    match value:
        case None | False:
            return ""
        case True:
            return ON
        case list() | tuple():
            return "\n".join(text_of(one) for one in value)
        case _:
            return str(value)


def filled_in(data: Table, base: Table, about: About, typed: Typed) -> Filled:
    """Return what somebody filled in over a rule set's data; ``base`` is what that was made from."""
    for _ in range(MOST_PASSES):
        # A mechanism of another kind, or one more row, has fields that are there only then.
        before = data
        data = _set_all(_as_many_rows(data, typed), typed)
        if data == before:
            break
    data = _rows_changed(data, typed)
    whys: dict[str, str] = {}
    for path in entry_paths(base, data):
        name = shown(path)
        why = _one(typed.get(WHY + name, ())).strip()
        if HELD + name in typed:
            data = _with_or_without(data, base, path, gone=LEAVE + name in typed)
        if why:
            whys[name] = why
            data = _because(data, path, why)
    options = tuple(typed.get(OPTION, ())) if OPTIONS_SHOWN in typed else about.options
    name = tidied(_one(typed.get(NAME, ())))[:LONGEST_NAME] or about.name
    return Filled(data, name, options, whys)


def _one(sent: Sequence[str]) -> str:
    return sent[-1] if sent else ""


def _set_all(data: Table, typed: Typed) -> Table:
    for spot in spots(data):
        sent = typed.get(FIELD + shown(spot.path))
        if sent is not None:
            data = _set(data, spot, sent)
    return data


def _as_many_rows(data: Table, typed: Typed) -> Table:
    """Return the data with as many rows in each list as the form showed: copies of its last, or fewer."""
    for path in lists(data):
        wanted, held = _one(typed.get(ROWS + shown(path), ())), at(data, path)
        if wanted.isdecimal() and isinstance(held, (list, tuple)) and held:
            count = max(1, min(int(wanted[:LONGEST_COUNT]), MOST_ROWS))
            rows = [*held[:count], *([held[-1]] * (count - len(held)))]
            data = put(data, path, rows) if count != len(held) else data
    return data


def _rows_changed(data: Table, typed: Typed) -> Table:
    """Return the data with one row more at the end of a list, or without a row, as a button asked."""
    more, drop = _one(typed.get(MORE, ())), _one(typed.get(DROP, ()))
    for path in lists(data):
        held = at(data, path)
        if not isinstance(held, (list, tuple)):
            continue
        if shown(path) == more and len(held) < MOST_ROWS:
            return put(data, path, [*held, held[-1]])
        gone = [index for index in range(len(held)) if shown((*path, index)) == drop]
        if gone and len(held) > 1:
            return put(data, path, [one for index, one in enumerate(held) if index not in gone])
    return data


def _set(data: Table, spot: Spot, sent: Sequence[str]) -> Table:
    """Return the data with what was sent for a field, unless it is what stands there."""
    typed = (ON if ON in sent else "") if spot.kind == "switch" else _one(sent).replace("\r\n", "\n")
    if spot.kind == "list":
        typed = "\n".join(line.strip() for line in typed.split("\n") if line.strip())
    if typed == text_of(spot.value):
        return data
    if spot.kind == "choice" and _is_tag(spot.path, data):
        return put(data, spot.path[:-1], _of_kind(data, spot.path, typed))
    if type_at(spot.path, data) is None:
        return data
    value = _value(spot, typed)
    if not spot.required and (value == spot.default or (spot.kind == "number" and value == "")):
        return taken(data, spot.path)
    return put(data, spot.path, value)


def _value(spot: Spot, typed: str) -> object:
    match spot.kind:
        case "switch":
            return typed == ON
        case "number":
            return _number(typed.strip())
        case "list":
            return [_number(one) if spot.numbers else one for one in typed.split("\n") if one]
        case "text":
            return typed
        case _:
            return typed.strip()


def _number(typed: str) -> int | str:
    return int(typed) if _NUMBER.fullmatch(typed) else typed


def _is_tag(path: Path, data: Table) -> bool:
    kind = type_at(path[:-1], data)
    held = kind.types if isinstance(kind, types.UnionType) else ()
    return any(isinstance(one, types.StructType) and one.tag_field == path[-1] for one in held)


def _of_kind(data: Table, path: Path, tag: str) -> Table:
    """Return a mechanism as one of another kind: what both kinds have stays."""
    held = at(data, path[:-1])
    before = held if isinstance(held, dict) else {}
    name = str(path[-1])
    kind = type_at(path[:-1], data)
    found = struct_of(kind, {name: tag}) if kind is not None else None
    known = {field.encode_name for field in found.fields} if found is not None else set()
    return {name: tag} | {key: value for key, value in before.items() if key in known}


def entry_paths(base: Table, data: Table) -> list[Path]:
    """Return the path of every entry that one of two rule sets has, section by section."""
    sections = (name for name in section_names() if name in data or name in base)
    return [path for section in sections for path in _entries_of(section, base, data)]


def _entries_of(section: str, base: Table, data: Table) -> list[Path]:
    if not is_entries(section):
        return [(section,)]
    both = (at(data, (section,)), at(base, (section,)))
    names = dict.fromkeys(str(name) for held in both if isinstance(held, dict) for name in held)
    return [(section, name) for name in names]


def _with_or_without(data: Table, base: Table, path: Path, *, gone: bool) -> Table:
    """Return the data without an entry that is left out, or with one again that no longer is."""
    there, before = at(data, path) is not None, at(base, path)
    if gone and there:
        return taken(data, path)
    return put(data, path, before) if not gone and not there and before is not None else data


def _because(data: Table, path: Path, why: str) -> Table:
    """Return the data with an entry that says why the house chose so."""
    cite = at(data, (*path, "rule"))
    if not isinstance(cite, dict):
        return data
    return put(data, (*path, "rule"), {**cite, "origin": "house", "why": why})


def at(data: object, path: Path) -> object:
    """Return what stands at a path of plain data, or ``None``."""
    value = data
    for part in path:
        match value:
            case dict():
                value = value.get(part)
            case list() | tuple() if isinstance(part, int) and part < len(value):
                value = value[part]
            case _:
                return None
    return value


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

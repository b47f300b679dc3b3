"""What was typed into a form of house rules, put over the data of a rule set.

A number is a number only where one was typed: anything else stays the text that it is, so that the loader can
say what is wrong with it. This module must not know what a field means.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec import inspect as types

from turnkeeper.app.shelf.adding import Grown, Misnamed, Typed, as_shaped, changes_shape, grown, last
from turnkeeper.app.shelf.citing import WHY, resting, with_rule, without_idle
from turnkeeper.app.shelf.naming import LONGEST_NAME, tidied
from turnkeeper.app.shelf.trees import at, put, taken
from turnkeeper.rules.problems import shown
from turnkeeper.rules.reading.fields import (
    Spot,
    Table,
    is_entries,
    is_optional,
    section_names,
    spots,
    struct_of,
    type_at,
)
from turnkeeper.rules.reading.joints import blank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnkeeper.rules.model.ruleset import RuleSetHead
    from turnkeeper.rules.problems import Path

FIELD, LEAVE, HELD = "set:", "without:", "has:"
NAME, OPTION, OPTIONS_SHOWN = "name", "option", "options"
ON = "on"
MOST_PASSES = 10
_NUMBER = re.compile(r"-?\d{1,9}")


class Filled(Struct, frozen=True):
    """The data of a rule set as somebody wants it, under what name, with which options and reasons.

    A form that was sent to be ``reshaped`` is not looked through; what was added last stands ``at`` a path.
    """

    data: Table
    name: str
    options: tuple[str, ...]
    whys: dict[str, str] = {}
    misnamed: dict[str, Misnamed] = {}
    reshaped: bool = False
    at: Path = ()


def text_of(value: object) -> str:
    """Return a value as it is typed: a list with one item a line, a switch as ``on`` or nothing."""
    match value:
        case None | False:
            return ""
        case True:
            return ON
        case list() | tuple():
            return "\n".join(_item(one) for one in value)
        case _:
            return str(value)


def _item(value: object) -> str:
    """Return an item of a list as it is typed on its line; a pair with a comma."""
    return ", ".join(map(text_of, value)) if isinstance(value, (list, tuple)) else text_of(value)


def filled_in(data: Table, base: Table, about: RuleSetHead, typed: Typed) -> Filled:
    """Return what somebody filled in over a rule set's data; ``base`` is what that was made from."""
    kept = data
    for _ in range(MOST_PASSES):
        # A mechanism of another kind, a new entry or one more row has fields that are there only then.
        before = data
        data = _set_all(as_shaped(data, base, typed), typed)
        if data == before:
            break
    more = grown(data, (base, kept), typed)
    data, whys = _ruled(more, base, kept, typed)
    options = tuple(typed.get(OPTION, ())) if OPTIONS_SHOWN in typed else about.options
    name = tidied(last(typed.get(NAME, ())))[:LONGEST_NAME] or about.name
    return Filled(data, name, options, whys, more.misnamed, changes_shape(typed), more.at)


def _ruled(more: Grown, base: Table, kept: Table, typed: Typed) -> tuple[Table, dict[str, str]]:
    """Return the data without the entries left out, each other resting on its rule; and the reasons typed."""
    data = more.data
    whys: dict[str, str] = {}
    for path in entry_paths(base, kept, data):
        name = shown(more.was.get(path, path))
        why = last(typed.get(WHY + name, ())).strip()
        if HELD + name in typed:
            data = _with_or_without(data, base, path, gone=LEAVE + name in typed)
        if at(data, path) is not None and at(base, path) is None:
            data = with_rule(data, path, name, typed)
        elif why:
            whys[name] = why
            data = _because(data, path, why)
    return without_idle(resting(data), kept, base), whys


def _set_all(data: Table, typed: Typed) -> Table:
    for spot in spots(data):
        sent = typed.get(FIELD + shown(spot.path))
        if sent is not None:
            data = _set(data, spot, sent)
    return data


def _set(data: Table, spot: Spot, sent: Sequence[str]) -> Table:
    """Return the data with what was sent for a field, unless it is what stands there."""
    typed = (ON if ON in sent else "") if spot.kind == "switch" else last(sent).replace("\r\n", "\n")
    if spot.kind in {"list", "pairs"}:
        typed = "\n".join(line.strip() for line in typed.split("\n") if line.strip())
    if typed == text_of(spot.value) and not (spot.kind == "switch" and spot.value is None):
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
        case "pairs":
            lines = [one.split(",") for one in typed.split("\n") if one]
            return [[_number(each.strip()) for each in line] for line in lines]
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
    begun = blank(found)
    new = begun if isinstance(begun, dict) else {}
    return {name: tag} | new | {key: value for key, value in before.items() if key in known}


def entry_paths(*sets: Table) -> list[Path]:
    """Return the path of every entry that one of some rule sets has, section by section."""
    sections = (name for name in section_names() if any(name in one for one in sets))
    return [path for section in sections for path in _entries_of(section, sets)]


def _entries_of(section: str, sets: Sequence[Table]) -> list[Path]:
    if not is_entries(section):
        return [(section,)]
    tables = (at(one, (section,)) for one in sets)
    names = dict.fromkeys(str(name) for held in tables if isinstance(held, dict) for name in held)
    return [(section, name) for name in names]


def can_be_without(path: Path) -> bool:
    """Tell whether a rule set can do without an entry."""
    return len(path) > 1 or is_optional(str(path[0]))


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

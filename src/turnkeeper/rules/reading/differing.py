"""The differences of one rule set from another, as a house file says them: the way back from merging.

Merged over the first, the outcome says what the second does. Lists are told whole, and a mechanism of another
kind too, as merging takes them. What an entry leaves at its default, and the other had not, is said outright.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import NODEFAULT
from msgspec import inspect as types

from turnkeeper.rules.reading.fields import Table, default_of, struct_of, type_at
from turnkeeper.rules.reading.merge import ABOUT, is_other_kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.rules.problems import Path


def difference(base: Table, wanted: Table) -> tuple[Table, list[str]]:
    """Return the changes that lead from one rule set's data to another's, and its removals.

    A set's own heading is no rule and is not compared.
    """
    changes: Table = {}
    remove: list[str] = []
    for section, held in wanted.items():
        if section == ABOUT:
            continue
        before = base.get(section)
        if not isinstance(held, dict) or not isinstance(before, dict):
            changes[section] = held
            continue
        changed = _changes(before, held, (section,), wanted)
        if changed:
            changes[section] = changed
        remove += _left_out(before, held, (section,), wanted)
    remove += [section for section in base if section != ABOUT and section not in wanted]
    return changes, remove


def _changes(base: Table, wanted: Table, path: Path, whole: Table) -> Table:
    changes: Table = {}
    for name, value in wanted.items():
        before = base.get(name)
        if isinstance(value, dict) and isinstance(before, dict) and not is_other_kind(before, value):
            changed = _changes(before, value, (*path, name), whole)
            if changed:
                changes[name] = changed
        elif name not in base or before != value:
            changes[name] = value
    defaults = _defaults(wanted, type_at(path, whole))
    return changes | {name: defaults[name] for name in base if name not in wanted and name in defaults}


def _left_out(base: Table, wanted: Table, path: Path, whole: Table) -> Iterator[str]:
    """Yield what only a removal can express: entries by name, and parts that are absent by default."""
    defaults = _defaults(wanted, type_at(path, whole))
    for name, before in base.items():
        value = wanted.get(name)
        if name not in wanted and name not in defaults:
            yield ".".join((*map(str, path), name))
        elif isinstance(value, dict) and isinstance(before, dict) and not is_other_kind(before, value):
            yield from _left_out(before, value, (*path, name), whole)


def _defaults(wanted: Table, kind: types.Type | None) -> Table:
    """Return the defaults of a part that a file can say outright: values and lists."""
    found = struct_of(kind, wanted) if kind is not None else None
    defaults = {one.encode_name: default_of(one) for one in found.fields} if found is not None else {}
    return {name: value for name, value in defaults.items() if value not in (None, {}, NODEFAULT)}

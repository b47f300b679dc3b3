"""The differences of one rule set from another, as a house file says them: the way back from merging.

Merged over the first, the outcome says what the second does. Lists are told whole, and a mechanism of another
kind too, as merging takes them. What an entry leaves at its default, and the other had not, is said outright.
"""

from __future__ import annotations

from msgspec import NODEFAULT
from msgspec import inspect as types

from turnkeeper.rules.problems import Path
from turnkeeper.rules.reading.fields import Table, default_of, struct_of, type_at
from turnkeeper.rules.reading.merge import ABOUT, is_other_kind


def difference(base: Table, wanted: Table) -> tuple[Table, list[str]]:
    """Return the changes that lead from one rule set's data to another's, and its removals.

    A set's own heading is no rule and is not compared.
    """
    rules, said = ({name: held for name, held in data.items() if name != ABOUT} for data in (base, wanted))
    return _differ(rules, said, (), wanted)


def _differ(base: Table, wanted: Table, path: Path, whole: Table) -> tuple[Table, list[str]]:
    """Return the changes of a part, and what only a removal can express.

    These are entries, and parts that are absent by default, each by its name from the top.
    """
    changes: Table = {}
    inside: dict[str, list[str]] = {}
    for name, value in wanted.items():
        before = base.get(name)
        if isinstance(value, dict) and isinstance(before, dict) and not is_other_kind(before, value):
            changed, inside[name] = _differ(before, value, (*path, name), whole)
            changes |= {name: changed} if changed else {}
        elif name not in base or before != value:
            changes[name] = value
    defaults = _defaults(wanted, type_at(path, whole))
    remove: list[str] = []
    for name in base:
        if name not in wanted and name in defaults:
            changes[name] = defaults[name]
        elif name not in wanted:
            remove.append(".".join((*map(str, path), name)))
        remove += inside.get(name, [])
    return changes, remove


def _defaults(wanted: Table, kind: types.Type | None) -> Table:
    """Return the defaults of a part that a file can say outright: values and lists."""
    found = struct_of(kind, wanted) if kind is not None else None
    defaults = {one.encode_name: default_of(one) for one in found.fields} if found is not None else {}
    return {name: value for name, value in defaults.items() if value not in (None, {}, NODEFAULT)}

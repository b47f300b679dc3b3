"""How two rule sets differ, entry by entry in plain words: ``torch: burns 6 turns against 2 ticks``.

It is drawn from the data of both, and from the words that the model has beside its fields. This module must
not know what any entry means.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import NODEFAULT, Struct

from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.problems import Path
from turnkeeper.rules.reading.fields import (
    Table,
    default_of,
    is_entries,
    section_names,
    struct_of,
    type_at,
    words_of,
)
from turnkeeper.views.rulefacts import in_words, otherwise, unlike


class RuleContrast(Struct, frozen=True, omit_defaults=True):
    """What two rule sets say otherwise in an entry, or with no ``entry`` which entries only one has."""

    section: str
    entry: str
    says: tuple[str, ...]

    def __str__(self) -> str:
        """Return it as a sentence would have it."""
        return f"{self.entry or self.section}: {'; '.join(self.says)}"


def contrasts(one: RuleSet, other: RuleSet) -> list[RuleContrast]:
    """Return how two rule sets differ, section by section: what entries of both say, and who has which."""
    sets: tuple[Table, Table] = (msgspec.to_builtins(one), msgspec.to_builtins(other))
    names = one.ruleset.id, other.ruleset.id
    return [found for section in section_names() for found in _in_section(section, sets, names)]


def _in_section(section: str, sets: tuple[Table, Table], names: tuple[str, str]) -> Iterator[RuleContrast]:
    if not is_entries(section):
        says = tuple(_says((section,), sets)) if all(held.get(section) for held in sets) else ()
        only = [f"only in {name}" for name, held in zip(names, sets, strict=True) if held.get(section)]
        if says or len(only) == 1:
            yield RuleContrast(section, "", says or tuple(only))
        return
    entries = [held.get(section) or {} for held in sets]
    first, second = (one if isinstance(one, dict) else {} for one in entries)
    for entry in (name for name in first if name in second):
        if says := tuple(_says((section, entry), sets)):
            yield RuleContrast(section, entry, says)
    lacking = ((names[0], first, second), (names[1], second, first))
    only = [
        f"only in {name}: {', '.join(entry for entry in here if entry not in there)}"
        for name, here, there in lacking
        if any(entry not in there for entry in here)
    ]
    if only:
        yield RuleContrast(section, "", tuple(only))


def _says(entry: Path, sets: tuple[Table, Table]) -> Iterator[str]:
    """Yield the differences of an entry that both have."""
    first, second = sets
    for path, one, other in unlike(_whole(entry, first), _whole(entry, second), entry):
        what = " ".join(str(part).replace("_", " ") for part in path[len(entry) :])
        values = zip(sets, otherwise(one, other), strict=True)
        said = [words_of(path, data) or in_words("", value) or "nothing" for data, value in values]
        yield f"{what} {said[0]} against {said[1]}".strip()


def _whole(path: Path, data: Table) -> object:
    """Return a part of a rule set with what it leaves at its default."""
    value: object = data
    for part in path:
        value = value.get(str(part)) if isinstance(value, dict) else None
    found = struct_of(type_at(path, data), value)
    if not isinstance(value, dict) or found is None:
        return value
    defaults = {one.encode_name: default_of(one) for one in found.fields}
    inner = {name: _whole((*path, name), data) for name in value}
    return {name: one for name, one in defaults.items() if one not in (NODEFAULT, None)} | inner

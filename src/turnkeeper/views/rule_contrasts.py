"""How two rule sets differ, entry by entry in plain words: ``torch: burns 6 turns against 2 ticks``.

It is drawn from the data of both, and from the words that the model has beside its fields. This module must
not know what any entry means.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import replace

from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.problems import Path
from turnkeeper.rules.reading.fields import (
    Table,
    at,
    default_of,
    is_entries,
    section_names,
    struct_of,
    type_at,
    words_of,
)
from turnkeeper.time import TimeScale
from turnkeeper.views.rulefacts import in_words, otherwise, unlike


class RuleContrast(Struct, frozen=True, omit_defaults=True):
    """What two rule sets say otherwise in an entry, or with no ``entry`` which entries only one has."""

    section: str
    entry: str
    says: tuple[str, ...]
    shared: bool = False

    def __str__(self) -> str:
        """Return it as a sentence would have it, with its section where the name is ``shared``."""
        called = f"{self.section}, {self.entry}" if self.shared else self.entry or self.section
        return f"{called}: {'; '.join(self.says)}"


class _Pair(Struct, frozen=True):
    """Two rule sets as data, by their names, with the units in which they say lengths."""

    sets: tuple[Table, Table]
    names: tuple[str, str]
    scales: tuple[TimeScale, TimeScale]

    def as_long(self, one: object, other: object) -> bool:
        """Return whether two values are one length of time: ``4 h`` and ``24 turns`` of ten minutes."""
        if not (isinstance(one, str) and isinstance(other, str) and one and other):
            return False
        try:
            lengths = [
                scale.parse_duration(said) for scale, said in zip(self.scales, (one, other), strict=True)
            ]
        except ValueError:
            return False
        return lengths[0] == lengths[1]


def contrasts(one: RuleSet, other: RuleSet) -> list[RuleContrast]:
    """Return how two rule sets differ, section by section: what entries of both say, and who has which."""
    sets: tuple[Table, Table] = (msgspec.to_builtins(one), msgspec.to_builtins(other))
    pair = _Pair(sets, (one.ruleset.id, other.ruleset.id), (Rulebook(one).scale, Rulebook(other).scale))
    found = [found for section in section_names() for found in _in_section(section, pair)]
    called = Counter(each.entry or each.section for each in found)
    return [replace(each, shared=True) if each.entry and called[each.entry] > 1 else each for each in found]


def _in_section(section: str, pair: _Pair) -> Iterator[RuleContrast]:
    sets, names = pair.sets, pair.names
    if not is_entries(section):
        says = _says((section,), pair) if all(held.get(section) for held in sets) else ()
        only = [f"only in {name}" for name, held in zip(names, sets, strict=True) if held.get(section)]
        if says or len(only) == 1:
            yield RuleContrast(section, "", says or tuple(only))
        return
    entries = [held.get(section) or {} for held in sets]
    first, second = (one if isinstance(one, dict) else {} for one in entries)
    for entry in (name for name in first if name in second):
        if says := _says((section, entry), pair):
            yield RuleContrast(section, entry, says)
    lacking = ((names[0], first, second), (names[1], second, first))
    only = [
        f"only in {name}: {', '.join(entry for entry in here if entry not in there)}"
        for name, here, there in lacking
        if any(entry not in there for entry in here)
    ]
    if only:
        yield RuleContrast(section, "", tuple(only))


def _says(entry: Path, pair: _Pair) -> tuple[str, ...]:
    """Return the differences of an entry that both have: what each says, then what only one of them says."""
    sets, names, both = pair.sets, pair.names, list[str]()
    alone: dict[str, list[str]] = {name: [] for name in names}
    whole = [_whole(entry, data) for data in sets]
    for path, one, other in unlike(whole[0], whole[1], entry):
        if pair.as_long(one, other):
            continue
        what = " ".join(str(part).replace("_", " ") for part in path[len(entry) :])
        values = otherwise(one, other)
        said = [
            words_of(path, data) or _in_words(path, data, value)
            for data, value in zip(sets, values, strict=True)
        ]
        if all(said) and not values[0] == values[1] == []:
            both.append(f"{what} {_closed(said[0])} against {_closed(said[1])}".strip())
        elif values[0] == values[1] == []:
            both.append(f"{what} in another order".strip())
        else:
            name, value = next((name, one) for name, one in zip(names, said, strict=True) if one)
            alone[name].append(what if value == "yes" else f"{what} {_closed(value)}".strip())
    only = [f"only in {name}: {', '.join(found)}" for name, found in alone.items() if found]
    return (*both, *only)


def _closed(said: str) -> str:
    """Return a value in brackets where it is a list, so that one sees where it ends."""
    return f"({said})" if {",", ";"} & set(said) else said


def _in_words(path: Path, data: Table, value: object) -> str:
    """Return a value in words; empty where it says nothing, as a part left out does.

    A part of another kind than that of the other set is told as it is said, without its defaults.
    """
    if value is None or value in (False, 0, "", (), [], {}):
        kept = type_at(path, data)
        told = value in (False, 0) and kept is not None and _means_something(path, data, value)
        return in_words("", value) if told else ""
    return in_words("", at(data, path) if isinstance(value, dict) else value)


def _means_something(path: Path, data: Table, value: object) -> bool:
    """Return whether a 0 or a no is said on purpose: where it is not the default."""
    found = struct_of(type_at(path[:-1], data), at(data, path[:-1]))
    fields = {} if found is None else {one.encode_name: default_of(one) for one in found.fields}
    return path[-1] not in fields or fields[str(path[-1])] != value


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

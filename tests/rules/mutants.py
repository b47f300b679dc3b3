"""Rule sets with one thing wrong: every fault that a schema can state, made from the types of the model."""

from __future__ import annotations

from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields, replace

from turnkeeper.rules.model.marks import Bounds, ListSize, NeededIf, TextForm
from turnkeeper.rules.model.ruleset import RuleSet

Table = dict[str, object]
Path = tuple[str | int, ...]

NOT_OF_FORM = {
    "Length": ("soon", "turn", "10", "0 turns", "6:40", "1 turn!", " "),
    "Dice": ("many", "3d", "d", "2d6+", "d6d6", "1 of 6", " "),
    "TimeOfDay": ("noon", "6", "06:4", "06:60", " "),
    "Ratio": ("0", "1/0", "-3", "3/", "1.5", " "),
    "Chance": ("1", "0/0", "-1/3", "3/", "0.5", " "),
    "Totals": ("two", "1-", "2 or", "3+", ""),
    "Area": ("big", "20", "20 by 20", "0 x 20 ft"),
    "Phrase": ("", " "),
    "SpokenWords": ("", "Go There", "go  there", " go"),
    "RuleSetId": ("", "A", "-a", "a b", "a" * 61, "a\n"),
    "OptionName": ("", "A", "a b", "a" * 61),
    "EntryName": ("", " a", "a ", "a" * 61),
    "DangerName": ("", "Deadly", "very bad", "deadly2"),
    "RaceName": ("", "Elf", "high elf", "elf2"),
    "VehicleName": ("", "Cart", "ox  cart", "cart2"),
    "ItemName": ("", "Ration"),
}
"""Texts that are not of a form, each wrong in another way."""
BEYOND = 1_000_001


class Field(Struct, frozen=True):
    """A field, or a part as a whole: where the part stands, the name of its class, and what is in a list."""

    part: Path
    owner: str
    name: str = ""
    whole: bool = True

    def __str__(self) -> str:
        """Return the field as a reader of the model knows it."""
        return f"{self.owner}.{self.name}"


class Mutant(Struct, frozen=True):
    """One change that makes a rule set wrong; ``kind`` says how.

    ``at`` is the field of which part. ``value`` then stands at the path: `NODEFAULT` is nothing; with
    ``renamed`` it is a name there.
    """

    kind: str
    at: Field
    path: Path
    value: object
    renamed: bool = False

    def made(self, data: Table) -> Table:
        """Return some data with the change made."""
        return _changed(data, self.path, self)

    def part(self, data: Table) -> object:
        """Return the part in which the change was made."""
        found: object = data
        for name in self.at.part:
            found = found[name]  # type: ignore[index]
        return found


def _changed(value: object, path: Path, mutant: Mutant) -> Table:
    head, rest = path[0], path[1:]
    if isinstance(value, list):
        return [  # type: ignore[return-value]
            (_changed(one, rest, mutant) if rest else mutant.value) if index == head else one
            for index, one in enumerate(value)
        ]
    assert isinstance(value, dict)
    if rest:
        return {name: _changed(one, rest, mutant) if name == head else one for name, one in value.items()}
    if mutant.renamed:
        return {str(mutant.value) if name == head else name: one for name, one in value.items()}
    kept = {name: one for name, one in value.items() if name != head}
    return kept if mutant.value is NODEFAULT else {**kept, str(head): mutant.value}


def mutants(data: Table, *, whole: bool = True) -> Iterator[Mutant]:
    """Yield every mutant of a rule set; of a difference, which is not ``whole``, nothing is left out."""
    yield from _of_part(RuleSet, data, (), whole=whole)


def _of_part(kind: type[Struct], table: Table, path: Path, *, whole: bool) -> Iterator[Mutant]:
    owner = kind.__name__
    yield Mutant("unknown name", Field(path, owner), (*path, "nonesuch"), 1)
    hints = get_type_hints(kind, include_extras=True)
    for field in fields(kind):
        if field.name not in table:
            continue
        at, below = Field(path, owner, field.name, whole), (*path, field.name)
        if field.required and whole:
            yield Mutant("missing", at, below, NODEFAULT)
        for mark in get_args(hints[field.name])[1:]:
            if isinstance(mark, NeededIf) and whole and table.get(mark.field) == mark.holds:
                yield Mutant("needed", at, below, NODEFAULT)
                yield Mutant("needed", at, below, " ")
        wrong = _of_value(hints[field.name], table[field.name], below, at)
        # What is the default of its field says nothing there, and so is never wrong.
        yield from (one for one in wrong if one.path != below or one.value != field.default)


def _of_value(hint: object, value: object, path: Path, at: Field) -> Iterator[Mutant]:
    marks: tuple[object, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *marks_said = get_args(hint)
        marks = tuple(marks_said)
    for mark in marks:
        yield from (Mutant(kind, at, path, wrong) for kind, wrong in _wrong(mark, value, whole=at.whole))
    if hint in (int, bool):
        yield Mutant("wrong type", at, path, "x")
        yield Mutant("wrong type", at, path, [1])
        if hint is int:
            yield Mutant("too large", at, path, BEYOND)
            yield Mutant("too small", at, path, -BEYOND)
    elif hint is str:
        yield Mutant("wrong type", at, path, 7)
        yield Mutant("cannot be shown", at, path, "a\u0007b")
    elif isinstance(hint, type) and issubclass(hint, Struct) and isinstance(value, dict):
        yield Mutant("wrong type", at, path, "x")
        yield from _of_part(hint, value, path, whole=at.whole)
    elif get_origin(hint) is Literal:
        yield Mutant("none of", at, path, "nonesuch")
        yield Mutant("wrong type", at, path, 7)
    elif get_origin(hint) in {Union, UnionType}:
        yield from _of_union(get_args(hint), value, path, at)
    else:
        yield from _of_several(hint, value, path, at)


def _of_union(inner: tuple[object, ...], value: object, path: Path, at: Field) -> Iterator[Mutant]:
    kinds = [one for one in inner if isinstance(one, type) and issubclass(one, Struct)]
    meant = next((one for one in kinds if _is_meant(one, value)), None)
    if len(kinds) > 1 and meant is not None:
        yield Mutant("none of", at, (*path, str(meant.__struct_config__.tag_field)), "nonesuch")
    plain = [one for one in inner if one is not type(None)]
    yield from _of_value(meant if kinds else plain[0], value, path, at)


def _of_several(hint: object, value: object, path: Path, at: Field) -> Iterator[Mutant]:
    inner = get_args(hint)
    if get_origin(hint) is tuple and isinstance(value, list):
        yield Mutant("wrong type", at, path, "x")
        for index, one in enumerate(value):
            item = inner[0] if inner[1:] == (...,) else inner[index]
            # What stands in a list must be whole in a difference too.
            yield from _of_value(item, one, (*path, index), replace(at, whole=True))
    elif get_origin(hint) is dict and isinstance(value, dict):
        yield Mutant("wrong type", at, path, "x")
        for name, one in value.items():
            for mark in get_args(inner[0])[1:]:
                for kind, wrong in _wrong(mark, name, whole=at.whole):
                    yield Mutant(kind, at, (*path, name), wrong, renamed=True)
            yield from _of_value(inner[1], one, (*path, name), at)


def _is_meant(kind: type[Struct], value: object) -> bool:
    config = kind.__struct_config__
    return isinstance(value, dict) and (config.tag is None or value.get(str(config.tag_field)) == config.tag)


def _wrong(mark: object, value: object, *, whole: bool) -> Iterator[tuple[str, object]]:
    """Yield each value that cannot stand under a mark, with its fault."""
    match mark:
        case Bounds():
            if mark.least is not None:
                yield "too small", mark.least - 1
            if mark.most is not None:
                yield "too large", mark.most + 1
            if mark.never is not None:
                yield "never", mark.never
            if mark.step > 1:
                yield "no step", mark.step + 1
        case TextForm(title=title):
            yield from (("not of its form", text) for text in NOT_OF_FORM[title])
        case ListSize() if mark.distinct and isinstance(value, list) and value:
            yield "twice", [*value, value[0]]
        case ListSize() if mark.fewest and (whole or isinstance(value, list)):
            yield "too few", type(value)()
        case _:
            return

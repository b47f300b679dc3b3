"""The fields of a rule set, one by one, read off its typed model, for forms.

Values are plain data as a file states them, and may be wrong or missing: a form shows what was typed. Rules
are cited beside fields and are none themselves. This module must not know how a field is drawn.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec import inspect as types

from turnkeeper.rules.model.cite import Cite
from turnkeeper.rules.model.marks import text_kind
from turnkeeper.rules.model.ruleset import RuleSet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.rules.problems import Path

Table: TypeAlias = dict[str, object]
FieldKind = Literal["text", "number", "duration", "dice", "choice", "switch", "list", "pairs"]

NO_FIELDS = frozenset({"ruleset", "register", "options"})
"""Sections that are not edited field by field: what a set says of itself, its rules in words, its options."""
_SENTENCE = re.compile(r"(?<=[.?!])\s+")
_PART = re.compile(r"(?<=[.;?!])\s+")
_MARKED = re.compile(r"``([^`]*)``")


class Spot(Struct, frozen=True):
    """One field: where it stands, what can be said there, and what is.

    ``value`` is plain data, or the ``default`` of a field that is not ``said``. ``choices`` are the values of
    a choice; a list has one kind of items, ``numbers``, pairs of them, or texts. What is ``required`` has no
    default. One that ``forks`` says which other fields there are.
    """

    path: Path
    kind: FieldKind
    value: object
    said: bool
    required: bool = False
    choices: tuple[str, ...] = ()
    numbers: bool = False
    help: str = ""
    default: object = None
    forks: bool = False


def spots(data: Table) -> Iterator[Spot]:
    """Yield every field of a rule set's data, in the order of the model."""
    for field in model().fields:
        if field.name not in NO_FIELDS and field.name in data:
            yield from _spots(field.type, data[field.name], (field.name,))


def section_names() -> tuple[str, ...]:
    """Return the sections that have fields, in the order of the model."""
    return tuple(field.name for field in model().fields if field.name not in NO_FIELDS)


def section_help(section: str) -> str:
    """Return what a section is, in a sentence or a few."""
    field = next(one for one in model().fields if one.name == section)
    inner = field.type.value_type if isinstance(field.type, types.DictType) else field.type
    found = struct_of(inner, {})
    return "" if found is None else about(found.cls)


def is_optional(section: str) -> bool:
    """Tell whether a rule set can be without a section."""
    return not next(one for one in model().fields if one.name == section).required


def is_entries(section: str) -> bool:
    """Tell whether a section holds entries by name, and is not one entry itself."""
    return isinstance(type_at((section,), {}), types.DictType)


@cache
def model() -> types.StructType:
    """Return the type of a rule set."""
    found = types.type_info(RuleSet)
    assert isinstance(found, types.StructType)  # noqa: S101 - a rule set is a struct
    return found


def type_at(path: Path, data: object) -> types.Type | None:
    """Return the type of what stands at a path of some data, or ``None`` where nothing can."""
    kind: types.Type | None = model()
    value = data
    for part in path:
        kind = _inner(kind, value, part)
        value = under(value, part)
    return kind


def under(value: object, part: str | int) -> object:
    """Return what stands in plain data by a name or in a place, or ``None``."""
    match value:
        case dict():
            return value.get(part)
        case list() | tuple() if isinstance(part, int) and part < len(value):
            return value[part]
        case _:
            return None


def _inner(kind: types.Type | None, value: object, part: str | int) -> types.Type | None:
    match kind:
        case types.DictType():
            return kind.value_type
        case types.VarTupleType():
            return kind.item_type
        case None:
            return None
        case _:
            found = struct_of(kind, value)
            fields = found.fields if found is not None else ()
            return next((field.type for field in fields if field.encode_name == part), None)


def struct_of(kind: types.Type, value: object) -> types.StructType | None:
    """Return the struct that a value is meant to be: of several the one that its tag names."""
    match kind:
        case types.StructType():
            return kind
        case types.UnionType():
            structs = [one for one in kind.types if isinstance(one, types.StructType)]
            if len(structs) == 1:
                return structs[0]
            held = value if isinstance(value, dict) else {}
            return next((one for one in structs if held.get(one.tag_field) == one.tag), None)
        case _:
            return None


def default_of(field: types.Field) -> object:
    """Return the default of a field as plain data; `NODEFAULT` where it has none."""
    if field.default is not NODEFAULT:
        return msgspec.to_builtins(field.default)
    return (
        [] if field.default_factory in {list, tuple} else {} if field.default_factory is dict else NODEFAULT
    )


def _spots(kind: types.Type, value: object, path: Path) -> Iterator[Spot]:
    """Yield the fields of something that is there."""
    match kind:
        case types.DictType() if isinstance(value, dict):
            for name, inner in value.items():
                at = Spot(path, "text", inner, said=True, required=True)
                yield from _one(kind.value_type, inner, (*path, str(name)), at)
        case types.VarTupleType() if isinstance(value, (list, tuple)):
            for index, inner in enumerate(value):
                yield from _spots(kind.item_type, inner, (*path, index))
        case types.StructType() | types.UnionType():
            yield from _of_struct(kind, value, path)
        case _:
            return


def _of_struct(kind: types.StructType | types.UnionType, value: object, path: Path) -> Iterator[Spot]:
    held = value if isinstance(value, dict) else {}
    found = struct_of(kind, held)
    tagged = [one for one in getattr(kind, "types", ()) if isinstance(one, types.StructType)]
    if len(tagged) > 1:
        tag = str(tagged[0].tag_field)
        names = tuple(str(one.tag) for one in tagged)
        helped = about(found.cls) if found is not None else ""
        where = (*path, tag)
        yield Spot(where, "choice", held.get(tag), tag in held, True, names, help=helped, forks=True)
    for field in found.fields if found is not None else ():
        said = field.encode_name in held
        there = held[field.encode_name] if said else default_of(field)
        usual, helped = default_of(field), help_of(found, field.name)
        at = Spot(path, "text", there, said, required=field.required, help=helped, default=usual)
        yield from _one(field.type, there, (*path, field.encode_name), at, found)


def _one(
    kind: types.Type, value: object, path: Path, at: Spot, owner: types.StructType | None = None
) -> Iterator[Spot]:
    """Yield one field, or those of what stands there."""
    if is_cited(kind):
        return
    leaf = _leaf(kind, owner.cls if owner is not None else None, str(path[-1]))
    if leaf is not None:
        spot_kind, choices, numbers = leaf
        there, usual = (None if one is NODEFAULT else one for one in (value, at.default))
        yield Spot(path, spot_kind, there, at.said, at.required, choices, numbers, at.help, usual)
    elif at.said or (at.required and value is NODEFAULT):
        yield from _spots(kind, {} if value is NODEFAULT else value, path)


def _leaf(kind: types.Type, owner: type | None, name: str) -> tuple[FieldKind, tuple[str, ...], bool] | None:
    """Return what can be said in a field that holds no others: its kind, its choices, whether numbers."""
    match kind:
        case types.StrType():
            return (text_kind(owner, name) if owner is not None else "text"), (), False
        case types.IntType():
            return "number", (), True
        case types.BoolType():
            return "switch", (), False
        case types.LiteralType():
            return "choice", tuple(map(str, kind.values)), False
        case types.VarTupleType(item_type=types.StrType() | types.LiteralType()):
            return "list", (), False
        case types.VarTupleType(item_type=types.IntType()):
            return "list", (), True
        case types.VarTupleType(item_type=types.TupleType()):
            return "pairs", (), True
        case types.UnionType() if any(isinstance(one, types.IntType) for one in kind.types):
            return "number", (), True
        case _:
            return None


def is_cited(kind: types.Type) -> bool:
    """Tell whether what stands there is a cite, or holds nothing but cites."""
    match kind:
        case types.StructType():
            return kind.cls is Cite
        case types.VarTupleType():
            return is_cited(kind.item_type)
        case types.DictType():
            return is_cited(kind.value_type)
        case types.UnionType():
            return any(is_cited(one) for one in kind.types)
        case _:
            return False


@cache
def about(kind: type) -> str:
    """Return what a part of a rule set is: the first sentence of its docstring, short of names of fields."""
    first = _SENTENCE.split(_doc(kind), maxsplit=1)[0]
    before, marked, _ = first.partition("``")
    return _plain(first) if not marked else before.rpartition(",")[0].strip() + "." if "," in before else ""


def help_of(kind: types.StructType | None, field: str) -> str:
    """Return what a struct's docstring says of a field, in whole sentences."""
    return "" if kind is None else _help_of(kind.cls, field)


@cache
def _help_of(kind: type, field: str) -> str:
    return " ".join(_plain(one) for one in _PART.split(_doc(kind)) if f"``{field}``" in one)


def _doc(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split())


def _plain(sentence: str) -> str:
    said = _MARKED.sub(lambda found: found[1].replace("_", " "), sentence)
    return f"{said[:1].upper()}{said[1:].removesuffix(';')}" + ("." if said.endswith(";") else "")

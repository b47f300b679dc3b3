"""The typed model's account of each part of a rule set: its type, its default, and its meaning in words.

The words are those of the docstrings. Values are plain data as a file states them, and may be wrong or
missing.
"""

from __future__ import annotations

import re
from functools import cache, reduce
from typing import TypeAlias

import msgspec
from msgspec import NODEFAULT
from msgspec import inspect as types

from turnkeeper.rules.model.cite import Cite
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.problems import Path
from turnkeeper.spelling.sentences import capitalised

Table: TypeAlias = dict[str, object]

NO_FIELDS = frozenset({"ruleset", "register", "options"})
"""Sections that hold no rules of play: what a set says of itself, its rules in words, its options."""
_SENTENCE = re.compile(r"(?<=[.?!])\s+")
_PART = re.compile(r"(?<=[.;?!])\s+")
_MARKED = re.compile(r"``([^`]*)``")


def section_names() -> tuple[str, ...]:
    """Return the sections that have entries of play, in the order of the model."""
    return tuple(field.name for field in model().fields if field.name not in NO_FIELDS)


def section_help(section: str) -> str:
    """Return the meaning of a section, in a sentence or a few."""
    kind = type_at((section,), {})
    held = kind.value_type if isinstance(kind, types.DictType) else kind
    found = struct_of(held, {})
    if found is None:  # one of several kinds: their own meanings
        return " ".join(about(one.cls) for one in variants(held)) if held is not None else ""
    return about(found.cls)


def is_entries(section: str) -> bool:
    """Return whether a section holds entries by name, and is not one entry itself."""
    return isinstance(type_at((section,), {}), types.DictType)


@cache
def model() -> types.StructType:
    """Return the type of a rule set."""
    found = types.type_info(RuleSet)
    assert isinstance(found, types.StructType)  # noqa: S101 - a rule set is a struct
    return found


def type_at(path: Path, data: object) -> types.Type | None:
    """Return the type of the value at a path of some data, or ``None`` where nothing can stand."""
    kind: types.Type | None = model()
    value = data
    for part in path:
        kind = _inner(kind, value, part)
        value = under(value, part)
    return kind


def at(data: object, path: Path) -> object:
    """Return the value at a path of plain data, or ``None``."""
    return reduce(under, path, data)


def under(value: object, part: str | int) -> object:
    """Return the value in plain data by a name or an index, or ``None``."""
    match value:
        case dict():
            return value.get(part)
        case list() | tuple() if isinstance(part, int) and part < len(value):
            return value[part]
        case _:
            return None


def bare(kind: types.Type | None) -> types.Type | None:
    """Return a type without its metadata for the schema, and without ``None`` where it may be missing."""
    match kind:
        case types.Metadata():
            return bare(kind.type)
        case types.UnionType():
            there = [one for one in kind.types if not isinstance(one, types.NoneType)]
            return bare(there[0]) if len(there) == 1 else kind
        case _:
            return kind


def _inner(kind: types.Type | None, value: object, part: str | int) -> types.Type | None:
    match bare(kind):
        case types.DictType(value_type=inner):
            return bare(inner)
        case types.VarTupleType(item_type=inner):
            return bare(inner)
        case _:
            found = struct_of(kind, value)
            fields = found.fields if found is not None else ()
            return next((bare(field.type) for field in fields if field.encode_name == part), None)


def variants(kind: types.Type | None) -> tuple[types.StructType, ...]:
    """Return the structs that a type admits: one, or the kinds of a mechanism that a tag tells apart."""
    match bare(kind):
        case types.StructType() as found:
            return (found,)
        case types.UnionType() as union:
            return tuple(one for one in map(bare, union.types) if isinstance(one, types.StructType))
        case _:
            return ()


def struct_of(kind: types.Type | None, value: object) -> types.StructType | None:
    """Return the struct that a value is meant to be: of several the one that its tag names."""
    found = variants(kind)
    if len(found) == 1:
        return found[0]
    held = value if isinstance(value, dict) else {}
    return next((one for one in found if held.get(one.tag_field) == one.tag), None)


def words_of(path: Path, data: object) -> str:
    """Return a part of a rule set in the words that its type has for its values; empty where it has none.

    They stand beside the fields: ``in_words``, with the names of fields in braces.
    """
    value = at(data, path)
    found = struct_of(type_at(path, data), value)
    words = getattr(found.cls, "in_words", "") if found is not None else ""
    if found is None or not words or not isinstance(value, dict):
        return ""
    held = {one.encode_name: value.get(one.encode_name, default_of(one)) for one in found.fields}
    told = {
        name: ", ".join(map(str, one)) if isinstance(one, list | tuple) else one for name, one in held.items()
    }
    return str(words).format_map(told)


def default_of(field: types.Field) -> object:
    """Return the default of a field as plain data; `NODEFAULT` where it has none."""
    if field.default is not NODEFAULT:
        return msgspec.to_builtins(field.default)
    return (
        [] if field.default_factory in {list, tuple} else {} if field.default_factory is dict else NODEFAULT
    )


def is_cited(kind: types.Type) -> bool:
    """Return whether a type is a cite, or holds nothing but cites."""
    match bare(kind):
        case types.StructType(cls=cls):
            return cls is Cite
        case types.VarTupleType(item_type=inner):
            return is_cited(inner)
        case _:
            return False


@cache
def about(kind: type) -> str:
    """Return the meaning of a part of a rule set: its docstring's first sentence.

    It goes up to the clause that names a field; a field that stands in the first clause is taken as a word.
    """
    first = _SENTENCE.split(_doc(kind), maxsplit=1)[0]
    before, marked, _ = first.partition("``")
    end = max(map(before.rfind, ",;:"))
    return _plain(first) if not marked or end < 0 else before[:end].strip() + "."


def help_of(kind: types.StructType | None, field: str) -> str:
    """Return the meaning of a field from its struct's docstring: whole sentences, field names as words."""
    return " ".join(map(_plain, meaning_of(kind, field)))


def meaning_of(kind: types.StructType | None, field: str) -> tuple[str, ...]:
    """Return the sentences in which a struct's docstring names a field."""
    return () if kind is None else _meaning_of(kind.cls, field)


@cache
def _meaning_of(kind: type, field: str) -> tuple[str, ...]:
    return tuple(one for one in _PART.split(_doc(kind)) if f"``{field}``" in one)


def _doc(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split())


def _plain(sentence: str) -> str:
    said = _MARKED.sub(lambda found: found[1].replace("_", " "), sentence)
    return f"{capitalised(said).removesuffix(';')}" + ("." if said.endswith(";") else "")

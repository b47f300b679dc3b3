"""Marks on the types of the model: what must hold of a value beyond its plain type, declared once.

A field is declared as ``Annotated[int, Bounds(1)]``, mostly by a name from `values`. The checks
(`checking.values`), the JSON Schema (`reading.schema`) and forms all find the marks here. Decoding goes by
the plain types alone: a bound that is drawn closer one day must not shut a campaign that keeps older rules.

A value that is the default of its field is always good: an empty text there means that nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import UnionType
from typing import Annotated, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from turnkeeper.rules.problems import Path


class Bounds(Struct, frozen=True):
    """The least and the most that a number can be, and the message for one beyond them.

    A number is also a multiple of ``step``, and is not ``never``.
    """

    least: int | None = None
    most: int | None = None
    low: str = "{value} is too low"
    high: str = "{value} is too high"
    hint: str = ""
    step: int = 1
    never: int | None = None


class TextForm(Struct, frozen=True):
    """The form of a text: a pattern that every good one matches, and the message for another.

    ``reads`` names the reader that has the last word, where a pattern cannot say everything. ``title`` and
    ``about`` are what the schema calls and says of it.
    """

    title: str
    about: str
    pattern: str
    message: str = ""
    hint: str = ""
    longest: int | None = None
    reads: Literal["", "duration", "dice", "time of day"] = ""


class Reference(Struct, frozen=True):
    """A name that refers to an entry of a section of the same rule set, or to an attribute or time of day."""

    to: str
    noun: str


class ListSize(Struct, frozen=True):
    """The fewest items of a list or a dictionary, and whether each is in it only once."""

    fewest: int = 0
    message: str = ""
    hint: str = ""
    distinct: bool = False


class Reads(Struct, frozen=True):
    """A figure of a person, such as ``level``, that is read where this field says something.

    Names of attributes (`Reference`) read theirs by themselves.
    """

    figure: str


class NeededIf(Struct, frozen=True):
    """A text that must be said where another field of the same part holds a certain value."""

    field: str
    holds: str
    message: str
    hint: str


Mark: TypeAlias = Bounds | TextForm | Reference | ListSize | NeededIf | Reads


class Shape(Struct, frozen=True):
    """The marks of a type and of the types inside it, as far as they are lists and dictionaries."""

    marks: tuple[Mark, ...] = ()
    items: Shape | None = None
    keys: Shape | None = None


class MarkedField(Struct, frozen=True):
    """A field with marks; its default is ``NODEFAULT`` where it has none."""

    name: str
    default: object
    shape: Shape


class MarkedValue(Struct, frozen=True):
    """A value with a mark, and where it stands below its part; ``at_key`` says that it is a name there."""

    path: Path
    value: object
    mark: Mark
    at_key: bool = False


@cache
def marked_fields(kind: type[Struct]) -> tuple[MarkedField, ...]:
    """Return the fields of a part of the model that have marks, or hold something that has."""
    hints = get_type_hints(kind, include_extras=True)
    found = ((one, _shape(hints[one.name])) for one in fields(kind))
    return tuple(MarkedField(one.name, one.default, shape) for one, shape in found if shape is not None)


def _shape(hint: object) -> Shape | None:
    inner = get_args(hint)
    origin = get_origin(hint)
    if origin is Annotated:
        below = _shape(inner[0]) or Shape()
        marks = tuple(one for one in inner[1:] if isinstance(one, Mark))
        found = Shape((*marks, *below.marks), below.items, below.keys)
    elif origin is tuple and inner[1:] == (...,):
        found = Shape(items=_shape(inner[0]))
    elif origin is dict:
        found = Shape(items=_shape(inner[1]), keys=_shape(inner[0]))
    elif origin in {Union, UnionType} and len(inner) == 2:  # noqa: PLR2004 - something or nothing
        return next((_shape(one) for one in inner if one is not type(None)), None)
    else:
        return None
    return None if found == Shape() else found


@cache
def parts_of(kind: type[Struct]) -> dict[str, type[Struct]]:
    """Return every part that one of a kind can hold, by the name of its class, the whole included."""
    found: dict[str, type[Struct]] = {}
    waiting: list[object] = [kind]
    for hint in waiting:
        if isinstance(hint, type) and issubclass(hint, Struct):
            if hint.__name__ not in found:
                found[hint.__name__] = hint
                waiting += get_type_hints(hint, include_extras=True).values()
        else:
            waiting += get_args(hint)
    return found


def marked_values(part: Struct) -> Iterator[MarkedValue]:
    """Yield each value of a part that has a mark, and those in its lists and dictionaries.

    A field at its default is left out; other parts inside it speak for themselves.
    """
    for field in marked_fields(type(part)):
        value = getattr(part, field.name)
        for mark in field.shape.marks:
            if isinstance(mark, NeededIf) and getattr(part, mark.field) == mark.holds:
                yield MarkedValue((field.name,), value, mark)
        if value is not None and (field.default is NODEFAULT or value != field.default):
            yield from values_within(value, field.shape, (field.name,))


def values_within(value: object, shape: Shape, path: Path) -> Iterator[MarkedValue]:
    """Yield a value for each of its marks, then what stands in it."""
    for mark in shape.marks:
        if not isinstance(mark, NeededIf):
            yield MarkedValue(path, value, mark)
    if isinstance(value, dict):
        for name, inner in value.items():
            for mark in shape.keys.marks if shape.keys is not None else ():
                yield MarkedValue((*path, name), name, mark, at_key=True)
            if shape.items is not None:
                yield from values_within(inner, shape.items, (*path, name))
    elif shape.items is not None and isinstance(value, tuple):
        for index, inner in enumerate(value):
            yield from values_within(inner, shape.items, (*path, index))


def marks_of(kind: type[Struct], field: str) -> tuple[Mark, ...]:
    """Return the marks of a field of a part; none of a field that there is not."""
    return next((one.shape.marks for one in marked_fields(kind) if one.name == field), ())

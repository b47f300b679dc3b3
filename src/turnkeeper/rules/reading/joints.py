"""Where a rule set can be longer or shorter: dictionaries, lists of tables, and parts that may be missing.

Read off the typed model, so that what is added to it can be added to a rule set by a form as well. Values are
plain data as a file states them, and may be wrong. This module must not know what any entry means.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import NODEFAULT, Struct
from msgspec import inspect as types

from turnkeeper.rules.reading.fields import NO_FIELDS, about, is_cited, model, struct_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.rules.problems import Path
    from turnkeeper.rules.reading.fields import Table


class Joint(Struct, frozen=True):
    """A place where more or less can stand.

    It is a dictionary, whose items have ``names``; a list with ``count`` rows; or a part that is ``there`` or
    not. ``leaves`` says that what a dictionary holds are values and no tables.
    """

    path: Path
    kind: Literal["named", "rows", "part"]
    names: tuple[str, ...] = ()
    count: int = 0
    there: bool = False
    leaves: bool = False
    about: str = ""


def joints(data: Table) -> Iterator[Joint]:
    """Yield every joint of a rule set's data, the outer before the inner, in the order of the model."""
    for field in model().fields:
        if field.name not in NO_FIELDS:
            yield from _joints(field.type, data.get(field.name), (field.name,), required=field.required)


def _joints(kind: types.Type, value: object, path: Path, *, required: bool) -> Iterator[Joint]:
    if is_cited(kind):
        return
    match kind:
        case types.DictType():
            yield from _of_dictionary(kind, value if isinstance(value, dict) else {}, path)
        case types.VarTupleType() if _is_table(kind.item_type):
            rows = value if isinstance(value, (list, tuple)) else ()
            yield Joint(path, "rows", count=len(rows), about=_about(kind.item_type))
            for index, inner in enumerate(rows):
                yield from _joints(kind.item_type, inner, (*path, index), required=True)
        case types.UnionType() if _is_table(kind) and _may_be_missing(kind):
            yield Joint(path, "part", there=isinstance(value, dict), about=_about(kind))
            if isinstance(value, dict):
                yield from _of_struct(kind, value, path)
        case types.StructType() | types.UnionType() if required or value is not None:
            yield from _of_struct(kind, value if isinstance(value, dict) else {}, path)
        case _:
            return


def _of_dictionary(kind: types.DictType, held: Table, path: Path) -> Iterator[Joint]:
    leaves = not _is_table(kind.value_type) and not isinstance(kind.value_type, types.DictType)
    yield Joint(path, "named", tuple(map(str, held)), leaves=leaves, about=_about(kind.value_type))
    for name, inner in held.items():
        yield from _joints(kind.value_type, inner, (*path, str(name)), required=True)


def _of_struct(kind: types.Type, held: Table, path: Path) -> Iterator[Joint]:
    found = struct_of(kind, held)
    for field in found.fields if found is not None else ():
        inner = held.get(field.encode_name)
        yield from _joints(field.type, inner, (*path, field.encode_name), required=field.required)


def _is_table(kind: types.Type) -> bool:
    match kind:
        case types.StructType():
            return True
        case types.UnionType():
            return any(isinstance(one, types.StructType) for one in kind.types)
        case _:
            return False


def _may_be_missing(kind: types.UnionType) -> bool:
    return any(isinstance(one, types.NoneType) for one in kind.types)


def _about(kind: types.Type) -> str:
    found = struct_of(kind, {})
    return about(found.cls) if found is not None else ""


def blank(kind: types.Type | None) -> object:
    """Return what stands in something new of a type before anything is said of it.

    Values that it cannot be without are missing; a list of tables that it needs has one row.
    """
    match kind:
        case types.StructType() | types.UnionType() if _is_table(kind):
            found = struct_of(kind, {})
            fields = [one for one in found.fields if one.required] if found is not None else []
            begun = {one.encode_name: _begun(one.type) for one in fields if not is_cited(one.type)}
            return {name: value for name, value in begun.items() if value is not NODEFAULT}
        case types.DictType():
            return {}
        case _:
            return ""


def _begun(kind: types.Type) -> object:
    """Return what stands in a field that is needed; `NODEFAULT` in one that somebody has to fill in."""
    match kind:
        case types.BoolType():
            return False
        case types.VarTupleType() if _is_table(kind.item_type):
            return [blank(kind.item_type)]
        case types.DictType() | types.StructType():
            return blank(kind)
        case types.UnionType() if _is_table(kind):
            return {}
        case _:
            return NODEFAULT

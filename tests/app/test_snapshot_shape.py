"""A snapshot is used only by programs whose state has the shape that it was written in.

The shape of the state, every struct that it is made of with its fields, their types and defaults, has a
digest, and each digest its own `SNAPSHOT_VERSION`. What no test can see is a change of what a field means:
that asks for another version too.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from types import UnionType
from typing import Any, Union, get_args, get_origin

import msgspec
from msgspec.structs import FieldInfo, fields

from turnkeeper.app import codec
from turnkeeper.play.state import State

SHAPES = {
    1: "fa3c25ab008e77b8",
    2: "b7716178e8e6a3cf",
    3: "eceac6d910a70e2b",
    4: "3591730e8e485afe",
    5: "7d019643ce63cf60",
    6: "dd2dd6971ad89d28",
    7: "5134d7b4631c0333",
    8: "74c50ff40142f224",
    9: "deff10a74a666e59",
    10: "55a8af4b4cdf7e89",
    11: "82d43bfffce918a9",
    12: "344ee84175a56f5c",
    13: "830d7b52f6d4a798",
    14: "36895634000043f1",
}
"""The digest of each version's shape. Lines are added here, and never changed once they were released."""


def said(kind: Any) -> str:  # noqa: ANN401 - whatever was annotated
    """Return a type in words that do not depend on the module it stands in."""
    origin, args = get_origin(kind), get_args(kind)
    if origin in {Union, UnionType}:
        return " | ".join(map(said, args))
    if kind is Ellipsis:
        return "..."
    if origin is None:
        return kind.__name__ if isinstance(kind, type) else repr(kind)
    return f"{getattr(origin, '__name__', origin)}[{', '.join(map(said, args))}]"


def structs_in(kind: Any) -> Iterator[type[msgspec.Struct]]:  # noqa: ANN401 - whatever was annotated
    """Yield the structs that a type is made of, itself included, some of them more than once."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
    for inner in get_args(kind):
        yield from structs_in(inner)


def reachable(root: type[msgspec.Struct]) -> list[type[msgspec.Struct]]:
    """Return every struct that a value of this one can hold, itself the first."""
    found = [root]
    for kind in found:
        for field in fields(kind):
            found += [inner for inner in dict.fromkeys(structs_in(field.type)) if inner not in found]
    return found


def shape(root: type[msgspec.Struct]) -> str:
    """Return all that the stored form of a value depends on, a line for each struct and each field."""
    lines = []
    for kind in reachable(root):
        config = kind.__struct_config__
        lines.append(f"{kind.__name__} {'list' if config.array_like else 'table'} {config.tag}")
        lines += [f"  {one.encode_name}: {said(one.type)}{default_of(one)}" for one in fields(kind)]
    return "\n".join(lines)


def default_of(field: FieldInfo) -> str:
    """Return the default: left out when written, so that another one would be read in its place."""
    if field.required:
        return ""
    default = field.default
    if default is msgspec.NODEFAULT:
        assert callable(field.default_factory)
        default = field.default_factory()
    return f" = {codec._ENCODER.encode(default).decode()}"


def test_another_shape_of_the_state_has_another_snapshot_version() -> None:
    there = shape(State)
    assert sha256(there.encode()).hexdigest()[:16] == SHAPES.get(codec.SNAPSHOT_VERSION), (
        f"the state has another shape: raise SNAPSHOT_VERSION, and give it a line in SHAPES\n{there}"
    )


def test_no_two_versions_have_one_shape() -> None:
    assert len(set(SHAPES.values())) == len(SHAPES)
    assert max(SHAPES) == codec.SNAPSHOT_VERSION


def test_every_room_s_slice_is_part_of_the_shape() -> None:
    """Those that stand in an ordered map too, which the encoder writes by a hook."""
    names = {kind.__name__ for kind in reachable(State)}
    assert names >= {"Light", "BurnSpan", "Filled", "Timer", "Task", "Question", "Character", "Supply", "Had"}


def test_a_renamed_or_retyped_field_or_another_default_is_another_shape() -> None:
    class Plain(msgspec.Struct):
        count: int = 0

    class Renamed(msgspec.Struct):
        number: int = 0

    class Retyped(msgspec.Struct):
        count: int | None = 0

    class Otherwise(msgspec.Struct):
        count: int = 1

    shapes = {shape(kind).partition("\n")[2] for kind in (Plain, Renamed, Retyped, Otherwise)}
    assert len(shapes) == 4

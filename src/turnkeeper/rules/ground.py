"""What the checks of a rule set stand on: the set, its scale, and the names that may be referred to.

Here too is the walk over everything a set holds, each value with its path.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.rules.problems import Fault
from turnkeeper.time import ScaleError, SpokenTimeError, TimeScale

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnkeeper.rules.problems import Path
    from turnkeeper.rules.ruleset import RuleSet
    from turnkeeper.time import Duration


LONGEST_NAME = 60
_ID = re.compile(r"[a-z0-9][a-z0-9_-]*")


class Ground(Struct, frozen=True):
    """A set that may have lost some entries to faults of shape, and what its file named all the same.

    ``names`` holds the names of each section, the lost entries among them; ``lost`` are the sections that
    cannot be asked at all. ``based`` says that the set changes another.
    """

    rules: RuleSet
    names: dict[str, tuple[str, ...]]
    lost: frozenset[str]
    based: bool
    scale: TimeScale | None


def is_id(text: str) -> bool:
    """Tell whether a text may be the id of a rule set: small letters, digits and hyphens.

    >>> is_id("my-table"), is_id("../glog")
    (True, False)
    """
    return _ID.fullmatch(text) is not None and len(text) <= LONGEST_NAME


def build_scale(rules: RuleSet) -> tuple[TimeScale | None, list[Fault]]:
    """Return the set's scale, or none and every reason why its units do not make one."""
    try:
        return TimeScale.build(rules.time.units), []
    except ScaleError as fault:
        return None, [
            Fault(_unit(problem.index, problem.field), problem.message, problem.hint)
            for problem in fault.problems
        ]


def _unit(index: int | None, field: str) -> Path:
    path: Path = ("time", "units")
    if index is None:
        return path
    return (*path, index, field) if field else (*path, index)


def length_of(text: str, scale: TimeScale | None) -> Duration | None:
    """Return a length as the set says it; ``None`` of one that cannot be read: `check` tells of it."""
    if scale is None:
        return None
    try:
        return scale.parse_duration(text)
    except SpokenTimeError:
        return None


def section_names(data: dict[str, object], sections: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the names that each section of a file's data holds, well said or not."""
    held = {section: data.get(section) for section in sections}
    return {
        section: tuple(map(str, names)) if isinstance(names, dict) else () for section, names in held.items()
    }


def structs(value: object, path: Path = ()) -> Iterator[tuple[Path, Struct]]:
    """Yield every part of a rule set with its path, the outer before the inner."""
    match value:
        case Struct():
            yield path, value
            for name in value.__struct_fields__:
                yield from structs(getattr(value, name), (*path, name))
        case dict():
            for name, inner in value.items():
                yield from structs(inner, (*path, name))
        case tuple():
            for index, inner in enumerate(value):
                yield from structs(inner, (*path, index))
        case _:
            return


def leaves(value: object, path: Path = ()) -> Iterator[tuple[Path, str | int]]:
    """Yield every text and number of a rule set with its path."""
    match value:
        case str() | int():
            yield path, value
        case Struct():
            for name in value.__struct_fields__:
                yield from leaves(getattr(value, name), (*path, name))
        case dict():
            for name, inner in value.items():
                yield from leaves(inner, (*path, name))
        case tuple() | list():
            for index, inner in enumerate(value):
                yield from leaves(inner, (*path, index))
        case _:
            return

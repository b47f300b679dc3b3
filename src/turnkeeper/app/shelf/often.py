"""The values of a rule set that tables change most often, as fields beside its text.

Which they are is declared below, by their ways through any rule set; what can be said in each is read off the
typed model. No game is named here, and a rule set that has none of a sort has no such fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec import inspect as types

from turnkeeper.app.shelf.house_text import HouseText, label_of
from turnkeeper.rules.model.marks import Bounds, Mark, TextForm, marks_of
from turnkeeper.rules.problems import Path, shown
from turnkeeper.rules.reading.fields import (
    NO_FIELDS,
    at,
    bare,
    help_of,
    is_entries,
    struct_of,
    type_at,
    variants,
)

_OFTEN = (
    "ruleset.name",
    "lights.*.burns.*",
    "lights.*.burns_in.*.lasts",
    "lights.*.bright",
    "lights.*.shadow",
    "activities.*.takes",
    "paces.*.feet",
    "paces.*.times",
    "races.*.feet",
    "procedures.*.every",
    "procedures.*.window.each",
    "tables.*.dice",
    "tables.*.entries.*.on",
    "trackers.*.counts.*",
    "travel.pays.*",
    "travel.roads.times",
    "travel.search.*",
    "travel.toil.*.every",
    "travel.march.day",
    "travel.march.forced",
    "terrain.*.crossing",
    "terrain.*.slowed",
    "weather.*.toil.slowed",
    "weather.*.toil.every",
    "seasons.*.*",
    "scenes.*.step",
    "scenes.*.dark",
    "encounters.*.dice",
    "morale.dice",
    "fight.round",
    "fight.costs",
    "fight.fills",
    "fight.order.dice",
    "camp.takes",
    "camp.*.dice",
    "provisions.*.due",
    "provisions.*.overdue",
    "provisions.*.without",
    "provisions.*.each_day",
)
"""Ways to values that are changed most often; ``*`` stands for any name, and for each row of a list."""
FieldKind = Literal["text", "number", "choice", "switch", "mechanism"]
"""How a value is chosen; that of a mechanism decides which other values there are."""
ON = "on"
_NUMBER = re.compile(r"-?\d{1,9}")


class Allowed(Struct, frozen=True):
    """The values the model allows in one place: their kind, their choices, and other bounds in words."""

    kind: FieldKind
    choices: tuple[str, ...] = ()
    bounds: str = ""


class OftenField(Struct, frozen=True):
    """One value: as it is typed, as the ``base`` has it, and the values ``allowed`` there.

    ``line`` is where the text says it, 0 where it does not; ``wrong`` its fault there.
    """

    path: Path
    name: str
    label: str
    value: str
    base: str | None
    allowed: Allowed
    help: str
    line: int
    wrong: tuple[str, ...]

    @property
    def changed(self) -> bool:
        """Return whether it is not as the base has it."""
        return self.base is not None and self.base != self.value


class OftenEntry(Struct, frozen=True):
    """The fields of one entry, such as a kind of light."""

    label: str
    fields: tuple[OftenField, ...]


class OftenSection(Struct, frozen=True):
    """The fields of one section, entry by entry."""

    name: str
    label: str
    entries: tuple[OftenEntry, ...]

    @property
    def changed(self) -> int:
        """Return how many of its values are not as the base has them."""
        return sum(one.changed for entry in self.entries for one in entry.fields)

    @property
    def wrong(self) -> bool:
        """Return whether something is wrong with one of its values."""
        return any(one.wrong for entry in self.entries for one in entry.fields)


def often_changed(house: HouseText) -> list[OftenSection]:
    """Return the values of a text's rules that are changed most often, in the order of the declaration."""
    sections: dict[str, dict[str, list[OftenField]]] = {}
    for one in often_fields(house):
        section = str(one.path[0])
        entry = ".".join(map(str, _entry_of(one.path)[1:]))
        sections.setdefault(section, {}).setdefault(entry, []).append(one)
    return [
        OftenSection(
            name, label_of((name,)), tuple(OftenEntry(entry, tuple(fields)) for entry, fields in held.items())
        )
        for name, held in sections.items()
    ]


def often_fields(house: HouseText) -> Iterator[OftenField]:
    """Yield the values of a text's rules that are changed most often."""
    for pattern in _OFTEN:
        for path, value in _led_to(pattern.split("."), house.own, ()):
            allowed = _allowed(house, path)
            if allowed is not None:
                yield _field(house, path, value, allowed)


def _led_to(pattern: list[str], value: object, path: Path) -> Iterator[tuple[Path, str | int]]:
    """Yield the texts, numbers and switches to which a way leads, each with its path."""
    if not pattern:
        if isinstance(value, str | int):
            yield path, value
        return
    inner: list[tuple[str | int, object]] = []
    match value:
        case dict() if pattern[0] == "*":
            inner = [(str(name), held) for name, held in value.items() if name not in {"rule", "also"}]
        case dict() if pattern[0] in value:
            inner = [(pattern[0], value[pattern[0]])]
        case list() if pattern[0] == "*":
            inner = list(enumerate(value))
    for name, held in inner:
        yield from _led_to(pattern[1:], held, (*path, name))


def _allowed(house: HouseText, path: Path) -> Allowed | None:
    """Return the values the model allows at a path, or ``None`` where it holds no single value."""
    above, name = type_at(path[:-1], house.own), str(path[-1])
    owner = struct_of(above, at(house.own, path[:-1]))
    bounds = _bounds(marks_of(owner.cls, name)) if owner is not None else ""
    match bare(type_at(path, house.own)):
        case types.BoolType():
            return Allowed("switch")
        case types.IntType():
            return Allowed("number", bounds=bounds)
        case types.LiteralType(values=values):
            return Allowed("choice", tuple(map(str, values)))
        case types.StrType() | types.UnionType():
            return Allowed("text", bounds=bounds)
        case None:
            tags = tuple(str(one.tag) for one in variants(above) if one.tag_field == name)
            return Allowed("mechanism", tags) if len(tags) > 1 else None
        case _:
            return None


def _bounds(marks: tuple[Mark, ...]) -> str:
    """Return the bounds of a value, in sentences."""
    told: list[str] = []
    for mark in marks:
        match mark:
            case Bounds(least=least, most=most):
                told += [f"At least {least}."] if least is not None else []
                told += [f"At most {most}."] if most is not None else []
            case TextForm(about=about):
                told.append(about)
            case _:
                continue
    return " ".join(told)


def _field(house: HouseText, path: Path, value: str | int, allowed: Allowed) -> OftenField:
    name, parent = shown(path), path[:-1]
    row = at(house.own, (*parent, "name")) if isinstance(parent[-1], int) else None
    words = [label_of((part,)) for part in path[len(_entry_of(path)) :] if isinstance(part, str)]
    base = at(house.base, path) if path[0] not in NO_FIELDS else None
    owner = struct_of(type_at(parent, house.own), at(house.own, parent))
    return OftenField(
        path,
        name,
        str(row or " ".join(words)),
        as_typed(value),
        as_typed(base) if isinstance(base, str | int) else None,
        allowed,
        help_of(owner, str(path[-1])),
        house.line(path),
        tuple(one.message for one in house.found.problems if one.path == name),
    )


def _entry_of(path: Path) -> Path:
    """Return the path of the entry in which a value stands."""
    section = str(path[0])
    return path[:2] if section not in NO_FIELDS and is_entries(section) else path[:1]


def as_typed(value: str | int) -> str:
    """Return a value as a field has it: a switch as ``on`` or nothing.

    >>> as_typed(True), as_typed(2), as_typed("1 turn")
    ('on', '2', '1 turn')
    """
    return (ON if value else "") if isinstance(value, bool) else str(value)


def as_meant(typed: str, kind: FieldKind) -> str | int | bool:
    """Return the text typed into a field as a value; a number only where one was typed.

    >>> as_meant(" 3 ", "number"), as_meant("many", "number"), as_meant("on", "switch")
    (3, 'many', True)
    """
    said = typed.strip()
    if kind == "switch":
        return said == ON
    return int(said) if kind == "number" and _NUMBER.fullmatch(said) else said

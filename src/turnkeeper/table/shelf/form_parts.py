"""The parts of a form of house rules, ready to be placed: sections, entries, their fields and reasons."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.rules.fields import FieldKind
from turnkeeper.rules.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable


class Because(Struct, frozen=True):
    """A rule that an entry carries out: its id, where it comes from, what it says, why the house chose so."""

    rule: str
    origin: str
    says: str
    why: str = ""
    where: str = ""


class Field(Struct, frozen=True):
    """One field: ``value`` as it is typed, ``own`` as the rule set that is changed has it, ``None`` if not.

    ``within`` is the part of its entry in which it stands, ``row`` that part's name when it is a row of a
    list, and ``rows`` the list's when it is the last. One that is ``rare`` is at its default.
    """

    name: str
    label: str
    within: str
    kind: FieldKind
    value: str
    own: str | None
    choices: tuple[str, ...] = ()
    help: str = ""
    rare: bool = False
    wrong: tuple[Problem, ...] = ()
    row: str = ""
    rows: str = ""

    @property
    def changed(self) -> bool:
        """Tell whether it is not as the rule set that is changed has it."""
        return self.own is None or self.own != self.value


class Part(Struct, frozen=True):
    """Fields of an entry that belong together; a row of a list can be taken out, the last one followed."""

    label: str
    fields: tuple[Field, ...]
    row: str = ""
    rows: str = ""


class Entry(Struct, frozen=True):
    """One entry of a section, such as a kind of light; ``left_out`` when the house does without it."""

    name: str
    label: str
    because: tuple[Because, ...]
    fields: tuple[Field, ...]
    removable: bool
    left_out: bool = False
    why: str = ""
    wrong: tuple[Problem, ...] = ()

    @property
    def changed(self) -> bool:
        """Tell whether anything in it is not as the rule set that is changed has it."""
        return self.left_out or any(field.changed for field in self.fields)

    @property
    def usual(self) -> list[Part]:
        """Return the fields that are said, part by part."""
        return _by_part(field for field in self.fields if not field.rare)

    @property
    def rarely(self) -> list[Part]:
        """Return the fields that are at their defaults, part by part."""
        return _by_part(field for field in self.fields if field.rare)

    @property
    def faulty(self) -> bool:
        """Tell whether anything is wrong in it."""
        return bool(self.wrong) or any(field.wrong for field in self.fields)


class Section(Struct, frozen=True):
    """One part of a rule set."""

    name: str
    label: str
    help: str
    entries: tuple[Entry, ...]


class Switch(Struct, frozen=True):
    """Another reading that is offered: what holds with it off, and with it on.

    One that is ``spent`` was switched on in the rules themselves, and cannot be taken back here.
    """

    name: str
    rules: tuple[str, ...]
    off: str
    on: str
    is_on: bool
    spent: bool = False


class Form(Struct, frozen=True):
    """The rules of a table as they can be changed: over which rule set, under what name, what is wrong."""

    base: str
    base_name: str
    name: str
    sections: tuple[Section, ...]
    switches: tuple[Switch, ...]
    rows: tuple[tuple[str, int], ...] = ()
    wrong: tuple[Problem, ...] = ()
    problems: int = 0


def _by_part(fields: Iterable[Field]) -> list[Part]:
    parts = (tuple(together) for _, together in groupby(fields, lambda field: field.within))
    return [Part(part[0].within, part, part[0].row, part[0].rows) for part in parts]

"""The parts of a form of house rules, ready to be placed: sections, entries, their fields and reasons."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from turnkeeper.rules.problems import Problem
from turnkeeper.rules.reading.fields import FieldKind

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

    ``within`` is the part of its entry in which it stands, ``group`` that part's name. One that is ``rare``
    is at its default; one that is ``needed`` is new and must be filled in. ``drop`` takes it out.
    One that ``forks`` says which other fields there are; one of ``names`` holds a name of such things.
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
    group: str = ""
    needed: bool = False
    drop: str = ""
    forks: bool = False
    names: str = ""

    @property
    def changed(self) -> bool:
        """Tell whether it is not as the rule set that is changed has it."""
        return self.own is None or self.own != self.value


class Offer(Struct, frozen=True):
    """Something that can be added: an item by its name, the first row of a list, or a part.

    ``label`` says what, as in "kind of light"; ``typed`` is a name that cannot be given. One of ``names`` is
    called as one of such things.
    """

    name: str
    kind: Literal["named", "rows", "part"]
    label: str
    about: str = ""
    typed: str = ""
    wrong: tuple[Problem, ...] = ()
    names: str = ""


class Joined(Struct, frozen=True):
    """What can be done to a part of an entry: taken out, followed by one more, added to."""

    drop: str = ""
    more: str = ""
    offers: tuple[Offer, ...] = ()


class Part(Struct, frozen=True):
    """Fields of an entry that belong together."""

    label: str
    fields: tuple[Field, ...]
    joined: Joined


class Called(Struct, frozen=True):
    """The name of an entry that is new in the form, as it was typed, and what is wrong with it."""

    typed: str
    wrong: tuple[Problem, ...] = ()


class Entry(Struct, frozen=True):
    """One entry of a section, such as a kind of light; ``left_out`` when the house does without it.

    What is ``ours`` the house has added: it has a rule of its own, which ``says`` something. What was added
    in this very form is ``called`` by a name that can still be changed. ``joined`` has what can be done to
    its parts, by their names, and to the entry itself by its own.
    """

    name: str
    label: str
    because: tuple[Because, ...]
    fields: tuple[Field, ...]
    removable: bool
    alone: bool
    changed: bool
    left_out: bool = False
    ours: bool = False
    fresh: bool = False
    called: Called | None = None
    says: str = ""
    why: str = ""
    wrong: tuple[Problem, ...] = ()
    says_wrong: tuple[Problem, ...] = ()
    why_wrong: tuple[Problem, ...] = ()
    joined: dict[str, Joined] = {}

    @property
    def usual(self) -> list[Part]:
        """Return the fields that are said, part by part."""
        return self._parts(field for field in self.fields if not field.rare)

    @property
    def rarely(self) -> list[Part]:
        """Return the fields that are at their defaults, part by part."""
        return self._parts(field for field in self.fields if field.rare)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """Return what can be added to the entry itself."""
        return self.joined[self.name].offers if self.name in self.joined else ()

    @property
    def faulty(self) -> bool:
        """Tell whether anything is wrong in it."""
        return bool(self.slips)

    @property
    def slips(self) -> list[tuple[str, str, Problem]]:
        """Return what is wrong in it: the name of what stands there, what that is called, and the problem."""
        called = self.called.wrong if self.called is not None else ()
        offered = [one for joined in self.joined.values() for one in joined.offers]
        found = [
            (self.name, "", self.wrong),
            (f"called:{self.name}", "its name", called),
            *((one.name, one.label, one.wrong) for one in self.fields),
            *((f"add:{one.name}", one.label, one.wrong) for one in offered),
            (f"says:{self.name}", "what the rule says", self.says_wrong),
            (f"why:{self.name}", "why you play it so", self.why_wrong),
        ]
        return [(name, label, wrong[0]) for name, label, wrong in found if wrong]

    def _parts(self, fields: Iterable[Field]) -> list[Part]:
        parts = ((name, tuple(together)) for name, together in groupby(fields, lambda field: field.group))
        return [Part(part[0].within, part, self.joined.get(name, Joined())) for name, part in parts]


class Section(Struct, frozen=True):
    """One part of a rule set; ``marks`` are the hidden names and values that say what was added and taken."""

    name: str
    label: str
    help: str
    entries: tuple[Entry, ...]
    offer: Offer | None = None
    marks: tuple[tuple[str, str], ...] = ()

    @property
    def changed(self) -> int:
        """Return how many of its entries are not as the rule set that is changed has them."""
        return sum(one.changed for one in self.entries)


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
    """The rules of a table as they can be changed: over which rule set, under what name, what is wrong.

    ``others`` are the sections of which there is nothing yet. ``focus`` is the name of what was added last.
    ``names`` are those that fields may hold, by what they are names of.
    """

    base: str
    base_name: str
    name: str
    sections: tuple[Section, ...]
    switches: tuple[Switch, ...]
    others: tuple[Section, ...] = ()
    wrong: tuple[Problem, ...] = ()
    problems: int = 0
    focus: str = ""
    names: dict[str, tuple[str, ...]] = {}

"""The figures of a person that a rule set reads, each with the rules that do: the columns of a party's table.

They are found by the marks of the typed model, so that a new field that reads one shows up by itself, and a
game that does not read a figure has no column for it. This module must not know any game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from turnkeeper.play.kernel.introducing.entries import HP, MANA, NOTES, PORTRAIT, names_of
from turnkeeper.play.kernel.introducing.newcomers import FLAGS, RACE, WIELDS, weapons_of
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.checking.ground import structs
from turnkeeper.rules.model.cite import Cite
from turnkeeper.rules.model.marks import Reads, Reference, marked_values
from turnkeeper.rules.model.orders import OrderByCount, OrderByTests
from turnkeeper.rules.problems import Path

FigureKind = Literal["number", "points", "die", "choice", "yes"]
_KINDS: dict[str, FigureKind] = {HP: "points", MANA: "points", RACE: "choice", WIELDS: "choice"}
_KINDS |= {"die": "die", "initiative": "choice", **dict.fromkeys(FLAGS, "yes")}
_LABELS = {
    HP: "hit points",
    "die": "hit die",
    "carrying": "load",
    "modifier": "level modifier",
}
_LABELS |= {"initiative": "first die"}
_EXAMPLES = {HP: "5/7", MANA: "3/7", "die": "d8"}


class ReadBy(Struct, frozen=True):
    """A rule that reads a figure, in the words of the register."""

    rule: str
    says: str


class Figure(Struct, frozen=True):
    """A figure of a person: its name in commands, its label, the form of its values, and why it is there.

    ``choices`` are all that it can be, where they are few. ``usual`` is what holds where it is not written,
    ``example`` how it is written where that is no plain number. Nothing reads one without ``why``.
    """

    name: str
    label: str
    kind: FigureKind
    choices: tuple[str, ...] = ()
    usual: str = ""
    example: str = ""
    why: tuple[ReadBy, ...] = ()

    @property
    def reason(self) -> str:
        """How it is written, where that is no plain number, and the rules that read it, in one text."""
        such = f"Such as {self.example}. " if self.example else ""
        return such + " · ".join(f"{one.rule}: {one.says}" for one in self.why)


def figures(book: Rulebook) -> tuple[Figure, ...]:
    """Return every figure that can be written of a person, in the order of a table."""
    read = dict(_read_by(book))
    says = {name: entry.says for name, entry in book.set.register.items()}
    return tuple(
        Figure(
            name,
            _LABELS.get(name, name),
            _KINDS.get(name, "number"),
            _choices(name, book),
            _usual(name, book),
            _EXAMPLES.get(name, ""),
            tuple(ReadBy(rule, says.get(rule, "")) for rule in read.get(name, ())),
        )
        for name in names_of(book)
        if name not in (NOTES, PORTRAIT)
    )


def read_figures(book: Rulebook) -> tuple[Figure, ...]:
    """Return the figures that the rules of this set read: the columns of the table.

    One that can only be what it is anyway, such as the only race of a set, is none.
    """
    return tuple(one for one in figures(book) if one.why and one.choices != (one.usual,))


def _read_by(book: Rulebook) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each figure that is read, with the ids of the rules that do, each once.

    How a figure is written, as a modifier or a score, does not read it.
    """
    found: dict[str, dict[str, None]] = {}
    parts = dict(structs(book.set))
    for path, part in parts.items():
        for value in marked_values(part):
            mark = value.mark
            named = str(value.value) if isinstance(mark, Reference) and mark.to == "attributes" else ""
            figure = mark.figure if isinstance(mark, Reads) else named
            if figure and not (part is book.set.characters and "modifiers" in value.path):
                own = getattr(value.value, "rule", None)
                rule = own.id if isinstance(own, Cite) else _rule_of(path, parts)
                found.setdefault(figure, {})[rule] = None
    traps, order = book.set.traps, book.set.order
    if traps is not None and not traps.dice and isinstance(order, OrderByTests):  # tested as initiative is
        found.setdefault(order.attribute, {})[traps.rule.id] = None
    yield from ((figure, tuple(rules)) for figure, rules in found.items())


def _rule_of(path: Path, parts: dict[Path, Struct]) -> str:
    """Return the rule that the part at a path carries out: its own, or that of the part it stands in."""
    above = (path[:length] for length in range(len(path), -1, -1))
    cited = (getattr(parts.get(place), "rule", None) for place in above)
    return next(one.id for one in cited if isinstance(one, Cite))


def _choices(name: str, book: Rulebook) -> tuple[str, ...]:
    order = book.set.order
    if name == RACE:
        return tuple(book.set.races)
    if name == WIELDS:
        return weapons_of(book)
    if name == "initiative" and isinstance(order, OrderByCount):
        return tuple(one.removeprefix("1") for one in (order.dice, *order.smaller))
    return ()


def _usual(name: str, book: Rulebook) -> str:
    if name == RACE and book.set.movement is not None:
        return book.set.movement.otherwise
    return "1" if name == "level" else ""

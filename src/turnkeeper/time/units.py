"""The units of time as a rule set states them, settled into exact lengths or refused with every reason.

A rule set may say how long a unit is more than once ("10 rounds", "100 segments", "10 min"). All of it must
agree to the millisecond; what the printed text gets wrong is kept under ``disputed`` and not used. This
module must not know how times are spoken, beyond the lengths in such statements.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.time.instant import Duration
from turnkeeper.time.words import (
    CLOCK_LENGTHS,
    RESERVED,
    Reader,
    SpokenTimeError,
    Term,
    is_word,
    read_terms,
    total_ms,
)

MOST_UNITS = 100


class UnitSpec(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit as a rule set states it: in other units (``of``), by the clock (``length``), or both.

    ``disputed`` holds printed statements that the rule set overrules: they are kept and shown, not used.
    """

    name: str
    plural: str = ""
    of: tuple[str, ...] = ()
    length: str = ""
    disputed: tuple[str, ...] = ()


class Unit(Struct, frozen=True):
    """A unit of a scale, with its exact length and the statements that its rule set overrules."""

    name: str
    plural: str
    length: Duration
    disputed: tuple[str, ...] = ()


class ScaleProblem(Struct, frozen=True):
    """A fault of a unit: its place in the list (None: of the list itself), the field, and why."""

    index: int | None
    field: str
    message: str
    hint: str = ""


class ScaleError(ValueError):
    """Units that cannot make a scale; ``problems`` holds every reason."""

    def __init__(self, problems: Sequence[ScaleProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(problem.message for problem in problems))


class _Statement(Struct, frozen=True):
    field: str
    text: str
    reader: Reader
    terms: list[Term]

    def says(self, ms: int) -> str:
        """Return the statement with its sum, as in "10 rounds make 600 s"."""
        if self.field == "length":
            return f"{self.text} is {_seconds(ms)}"
        makes = "makes" if len(self.terms) == 1 and self.terms[0].count == self.terms[0].parts else "make"
        return f"{self.text} {makes} {_seconds(ms)}"


def settle(specs: Sequence[UnitSpec]) -> tuple[Unit, ...]:
    """Return the units from small to large; raises `ScaleError` with all problems at once."""
    if len(specs) > MOST_UNITS:
        message = f"a scale has at most {MOST_UNITS} units, and this has {len(specs)}"
        raise ScaleError([ScaleProblem(None, "", message)])
    settling = _Settling(specs)
    units = settling.units()
    if settling.problems:
        in_file = sorted(settling.problems, key=lambda one: MOST_UNITS if one.index is None else one.index)
        raise ScaleError(in_file)
    return units


class _Settling:
    """The work of settling one list of units; it collects problems and goes on."""

    def __init__(self, specs: Sequence[UnitSpec]) -> None:
        self.problems: list[ScaleProblem] = []
        self._specs = specs
        self._words: dict[str, int] = {}
        for index, spec in enumerate(self._specs):
            if self._name(index, "name", spec.name) or spec.plural:
                self._name(index, "plural", spec.plural or plural_of(spec.name))
        self._said = [list(self._statements(index, spec)) for index, spec in enumerate(self._specs)]
        self._lengths: dict[int, int | None] = {}
        self._path: list[int] = []

    def _problem(self, index: int | None, field: str, message: str, hint: str = "") -> None:
        self.problems.append(ScaleProblem(index, field, message, hint))

    def _name(self, index: int, field: str, said: str) -> bool:
        """Take a word as a name of the unit; return whether it can be one."""
        word = said.casefold()
        other = self._words.setdefault(word, index)
        if other != index:
            hint = "each unit needs a name and a plural of its own"
            self._problem(index, field, f'"{said}" already names unit {self._specs[other].name}', hint)
        elif not is_word(said) or word in RESERVED:
            hint = "use one word of letters, with hyphens if need be, that means nothing else in a time"
            self._problem(index, field, f'"{said[:40]}" cannot be the name of a unit', hint)
        else:
            return True
        return False

    def _statements(self, index: int, spec: UnitSpec) -> Iterator[_Statement]:
        said = [("length", spec.length)] if spec.length else []
        said += [("of", text) for text in spec.of]
        used = [(field, text) for field, text in said if text not in spec.disputed]
        if not used:
            self._problem(
                index, "length", f"{spec.name}: its length is not said", 'such as length = "10 min"'
            )
        for field, text in used:
            try:
                reader = Reader(text)
                terms = read_terms(reader)
                reader.end()
                self._known(reader, terms, field)
            except SpokenTimeError as fault:
                message = f"{spec.name}: {fault.message}, in {fault.text!r} at column {fault.column}"
                self._problem(index, field, message, fault.hint)
            else:
                yield _Statement(field, text, reader, terms)

    def _known(self, reader: Reader, terms: Sequence[Term], field: str) -> None:
        """Insist that a statement speaks of units that it may speak of."""
        own = self._words if field == "of" else {}
        for term in terms:
            if field == "length" and term.unit in self._words and term.unit not in CLOCK_LENGTHS:
                message = f'a length is said by the clock, and "{term.unit}" are units of this list'
                reader.fail(message, f'of = ["{reader.text}"]', term.unit_column)
        total_ms(reader, [replace(term, count=0) for term in terms], dict.fromkeys(own, 1) | CLOCK_LENGTHS)

    def units(self) -> tuple[Unit, ...]:
        """Return all units that have a length, from small to large, adding faults to the problems."""
        units = [
            Unit(spec.name, spec.plural or plural_of(spec.name), Duration(ms), spec.disputed)
            for index, spec in enumerate(self._specs)
            if (ms := self._length(index)) is not None
        ]
        if all(spec.name.casefold() != "day" for spec in self._specs):
            self._problem(None, "", "no unit is called day", 'a scale needs one, such as length = "24 h"')
        for index, spec in enumerate(self._specs):
            words = (spec.name.casefold(), spec.plural.casefold() or plural_of(spec.name.casefold()))
            if self._lengths[index] != 1 and any(CLOCK_LENGTHS.get(word) == 1 for word in words):
                self._problem(index, "name", f"{spec.name}: one millisecond is the same on every clock")
        # Of two units of one length the one stated first counts as the larger: it is the one that is said.
        units.reverse()
        return tuple(sorted(units, key=lambda unit: unit.length))

    def _length(self, index: int) -> int | None:
        """Return a unit's length by its first statement that can be summed; the others must agree."""
        if index in self._path:
            self._circle(self._path[self._path.index(index) :])
            return None
        if index not in self._lengths:
            self._path.append(index)
            sums = [(one, ms) for one in self._said[index] if (ms := self._sum(index, one)) is not None]
            self._path.pop()
            self._lengths[index] = sums[0][1] if sums else None
            for one, ms in sums[1:]:
                if ms != sums[0][1]:
                    message = f"{self._specs[index].name}: {sums[0][0].says(sums[0][1])}, but {one.says(ms)}"
                    hint = "correct one of them, or list under disputed what the rule set overrules"
                    self._problem(index, one.field, message, hint)
        return self._lengths[index]

    def _sum(self, index: int, said: _Statement) -> int | None:
        """Return the milliseconds that a statement makes, or None where they cannot be known."""
        lengths = dict(CLOCK_LENGTHS)
        for term in said.terms:
            other = self._words.get(term.unit) if said.field == "of" else None
            if other is not None:
                length = self._length(other)
                if length is None:
                    return None
                lengths[term.unit] = length
        name = self._specs[index].name
        try:
            ms = total_ms(said.reader, said.terms, lengths)
        except SpokenTimeError as fault:
            self._problem(index, said.field, f"{name}: {said.text}: {fault.message}", fault.hint)
            return None
        if ms == 0:
            self._problem(index, said.field, f"{name}: {said.text} is no time at all")
            return None
        return ms

    def _circle(self, circle: list[int]) -> None:
        """Report a circle of definitions once, at its first unit in the list."""
        start = circle.index(min(circle))
        names = [self._specs[index].name for index in (*circle[start:], *circle[:start], circle[start])]
        message = f"{names[0]}: its length goes round in a circle: {' -> '.join(names)}"
        if all(problem.message != message for problem in self.problems):
            self._problem(min(circle), "of", message, 'give one of them a length, such as length = "10 min"')


def plural_of(name: str) -> str:
    """Return the usual plural of an English word.

    >>> [plural_of(name) for name in ("turn", "watch", "day", "century")]
    ['turns', 'watches', 'days', 'centuries']
    """
    if name.endswith(("s", "x", "z", "ch", "sh")):
        return name + "es"
    if name.endswith("y") and name[-2:-1] not in tuple("aeiou"):
        return name[:-1] + "ies"
    return name + "s"


def _seconds(ms: int) -> str:
    whole, rest = divmod(ms, 1000)
    return f"{whole}.{rest:03}".rstrip("0").rstrip(".") + " s"

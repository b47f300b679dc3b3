"""What the checks of a rule set stand on: the set, its scale, the names that may be referred to.

Here too are the walk over everything that a set holds, each value with its path, and the checks of a kind of
part, by its type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import TypeVar, cast

from msgspec import Struct

from turnkeeper.chance.notation import Dice, DiceError, parse_dice
from turnkeeper.rules.model.marks import marked_fields
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.model.values import LARGEST_NUMBER
from turnkeeper.rules.problems import Fault, Path
from turnkeeper.time import Duration, Instant, ScaleError, SpokenTimeError, TimeScale

Part = TypeVar("Part", bound=Struct)
Check = Callable[[Part, Path, "Ground"], Iterator[Fault]]
"""Given a part of a rule set, its path and the ground it stands on: its faults."""
ANY_DAY = "day 1 "
"""What stands before a time of day, so that it is read as an instant."""


class Held:
    """All that a rule set holds: its parts with their paths, the outer before the inner, and its oddities.

    ``odd`` are the numbers beyond `LARGEST_NUMBER` and the texts that cannot be shown, each with its path.
    """

    def __init__(self, whole: object) -> None:
        self.parts: list[tuple[Path, Struct]] = []
        self.by_type: dict[type[Struct], list[tuple[Path, Struct]]] = {}
        self.odd: list[tuple[Path, str | int]] = []
        self._gather(whole, ())
        for path, part in self.parts:
            self.by_type.setdefault(type(part), []).append((path, part))

    def of(self, kind: type[Part]) -> Iterator[tuple[Path, Part]]:
        """Yield each part of a type, or of a type made from it, with its path."""
        for made, found in self.by_type.items():
            if issubclass(made, kind):
                yield from cast("list[tuple[Path, Part]]", found)

    def _gather(self, value: object, path: Path) -> None:
        if isinstance(value, Struct):
            self.parts.append((path, value))
        for name, inner in _within(value):
            if isinstance(inner, str):
                if not can_be_shown(inner):
                    self.odd.append(((*path, name), inner))
            elif isinstance(inner, int):
                if abs(inner) > LARGEST_NUMBER:
                    self.odd.append(((*path, name), inner))
            elif inner:
                self._gather(inner, (*path, name))


class Ground(Struct, frozen=True):
    """A set that may have lost some entries to faults of shape, and what its file named all the same.

    ``names`` holds the names of each section, the lost entries among them; ``lost`` are the sections in which
    something could not be read. ``based`` says that the set changes another. ``held`` is all that the set
    holds: walked once for all checks.
    """

    rules: RuleSet
    names: dict[str, tuple[str, ...]]
    lost: frozenset[str]
    based: bool
    scale: TimeScale | None
    held: Held

    def length(self, text: str) -> Duration | None:
        """Return a length as the set says it; ``None`` of one that cannot be read."""
        if self.scale is None or not text:
            return None
        try:
            return self.scale.parse_duration(text)
        except SpokenTimeError:
            return None

    def time_of_day(self, text: str) -> Instant | None:
        """Return a time on day 1; ``None`` of one that cannot be read."""
        try:
            return self.scale.parse_instant(ANY_DAY + text) if self.scale is not None else None
        except SpokenTimeError:
            return None

    def dice(self, text: str) -> Dice | None:
        """Return dice as the set says them; ``None`` of those that cannot be read."""
        try:
            return parse_dice(text) if text else None
        except DiceError:
            return None

    def lacks(self, section: str) -> bool:
        """Return whether the set has no such section, and did not lose it to a fault either."""
        return getattr(self.rules, section) is None and section not in self.lost


class PartChecks:
    """What must fit together, by the type of the part that says it; the whole set is a part too."""

    def __init__(self) -> None:
        self._by_kind: dict[type[Struct], list[Callable[..., Iterator[Fault]]]] = {}

    def of(self, kind: type[Part]) -> Callable[[Check[Part]], Check[Part]]:
        """Return a decorator for a check of all parts of a type, or of types that are made from it."""

        def enter(check: Check[Part]) -> Check[Part]:
            self._by_kind.setdefault(kind, []).append(check)
            return check

        return enter

    def faults(self, ground: Ground) -> Iterator[Fault]:
        """Yield every fault of the parts of a set."""
        for kind, checks in self._by_kind.items():
            for path, part in ground.held.of(kind):
                for check in checks:
                    yield from check(part, path, ground)


def said_twice(said: Iterable[tuple[Path, str, str]], hint: str) -> Iterator[Fault]:
    """Yield a fault for each word that was said before, from words with their places and what they mean."""
    meant: dict[str, str] = {}
    for path, word, means in said:
        if word in meant:
            yield Fault(path, f"{word!r} means {meant[word]!r} already", hint)
        meant.setdefault(word, means)


def only_one(entries: Mapping[str, Struct], at: tuple[str, str], message: str, hint: str) -> Iterator[Fault]:
    """Yield a fault for each entry of a section, after the first, in which a field of it is true."""
    section, field = at
    chosen = [name for name, entry in entries.items() if getattr(entry, field)]
    for name in chosen[1:]:
        yield Fault((section, name, field), message.format(chosen[0]), hint)


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


@cache
def sections() -> tuple[str, ...]:
    """Return the tables of a rule set whose names are the author's own; every entry stands by itself."""
    return tuple(field.name for field in marked_fields(RuleSet))


def section_names(data: dict[str, object]) -> dict[str, tuple[str, ...]]:
    """Return the names that each section of a file's data holds, well said or not."""
    held = {section: data.get(section) for section in sections()}
    return {
        section: tuple(map(str, names)) if isinstance(names, dict) else () for section, names in held.items()
    }


def can_be_shown(text: str) -> bool:
    """Return whether a text holds nothing but lines of characters that can be printed."""
    return text.isprintable() or text.replace("\n", "").isprintable()


def structs(value: object) -> list[tuple[Path, Struct]]:
    """Return every part of a rule set with its path."""
    return Held(value).parts


def _within(value: object) -> Iterable[tuple[str | int, object]]:
    """Return the direct content of a part, by its name or its place."""
    match value:
        case Struct():
            return [(name, getattr(value, name)) for name in value.__struct_fields__]
        case dict():
            return value.items()
        case tuple() | list():
            return enumerate(value)
        case _:
            return ()

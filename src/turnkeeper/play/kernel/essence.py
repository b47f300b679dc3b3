"""Essence: the part of a state that its future can depend on, relative to now; and what a plan can ask of it.

Two states of equal essence answer the same command with the same faces alike, and end in equal essence: the
law of congruence, on which odds merge situations. Each mechanism declares the part of its slice that belongs
to it; any other slice stays whole, with its instants as lengths from now, which is never wrong and merges
less. Observables, declared there too, are what a plan can wait for and its odds can be asked about: each has
its words, in which `{name}` stands for a name. This module must not know any slice.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.time import Duration, Instant, SortedMap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from turnkeeper.play.kernel.event import Event
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook

    Essence = Callable[["Outlook"], Hashable]
    _Parts = tuple[Hashable, tuple[Instant, ...]]

MOST_KEPT = 8192


class Outlook:
    """A state as its future sees it, under a rule set, as long as it stays within some ``scenes``.

    ``numbers`` are those of whatever was begun and goes on: only their order matters.
    """

    __slots__ = ("_ranks", "book", "now", "scenes", "state")

    def __init__(self, state: State, book: Rulebook, scenes: frozenset[str], numbers: Iterable[int]) -> None:
        """Look from a state into its future."""
        self.state = state
        self.book = book
        self.scenes = scenes
        self.now: Instant = state.now
        self._ranks = {number: rank for rank, number in enumerate(sorted(set(numbers)))}

    def rank(self, number: int) -> int:
        """Return the place of a number among those of all that was begun and goes on, the oldest first."""
        return self._ranks[number]

    def ago(self, at: Instant) -> int:
        """Return how long ago an instant was, in milliseconds; less than 0 for a future one."""
        return self.now.ms - at.ms

    def phase(self, since: Instant, length: Duration) -> int:
        """Return how far now is into a length that repeats from an instant on, in milliseconds."""
        return (self.now.ms - since.ms) % length.ms

    def relative(self, value: object) -> Hashable:
        """Return a whole value as a key, with each instant as a length from now."""
        key, instants = _taken_apart(value)
        return (key, tuple(map(self.ago, instants))) if instants else key

    @property
    def outdoors(self) -> bool:
        """Return whether the future can be outdoors."""
        return any(one.outdoors for name, one in self.book.set.scenes.items() if name in self.scenes)


def timeless(value: object) -> Hashable:
    """Return a whole value as a key, without its instants."""
    return _taken_apart(value)[0]


def _taken_apart(value: object) -> _Parts:
    """Return a whole value as a key without its instants, and these; most were met before.

    The same object is known again at once, an equal one by its value. What cannot be hashed is put together
    from its fields, of which most are the same as before.
    """
    known = _SAME.get(id(value))
    if known is not None and known[0] is value:
        return known[1]
    try:
        parts = _by_value(value)
    except TypeError:
        parts = _by_fields(value) if isinstance(value, Struct) else _apart(value)
    if len(_SAME) >= MOST_KEPT:
        _SAME.clear()
    _SAME[id(value)] = (value, parts)
    return parts


def _by_fields(value: Struct) -> _Parts:
    parts = [_taken_apart(getattr(value, name)) for name in value.__struct_fields__]
    return tuple(key for key, _ in parts), tuple(chain.from_iterable(instants for _, instants in parts))


def _apart(value: object) -> _Parts:
    instants: list[Instant] = []
    return _key(value, instants), tuple(instants)


_by_value = lru_cache(maxsize=MOST_KEPT, typed=True)(_apart)
_SAME: dict[int, tuple[object, _Parts]] = {}


def _key(value: object, instants: list[Instant]) -> Hashable:
    """Return a value as a key; its instants are put aside in their order."""
    match value:
        case None | str() | int():
            return value
        case Instant():
            instants.append(value)
            return Instant
        case Duration(ms=ms):
            return ms
        case Struct():
            return tuple(_key(getattr(value, name), instants) for name in value.__struct_fields__)
        case tuple():
            return tuple(_key(one, instants) for one in value)
        case SortedMap():
            return tuple((_key(key, instants), _key(one, instants)) for key, one in value.items())
        case _:
            return value


# What a plan can ask


class Condition(Struct, frozen=True):
    """Something that is so or not: ``dark``, ``{name} is down``. ``holds`` is given the name, if any."""

    says: str
    help: str
    holds: Callable[[State, Rulebook, str], bool]


class Quantity(Struct, frozen=True):
    """A number that a state has: ``fatigue of {name}``; ``None`` where it has none."""

    says: str
    help: str
    value: Callable[[State, Rulebook, str], int | None]


class Occurrence(Struct, frozen=True):
    """Something that happens and is counted: ``encounters``; ``counts`` gives how many an event is."""

    says: str
    help: str
    counts: Callable[[Event, str], int]


Observable = Condition | Quantity | Occurrence


def occurs(says: str, help: str, *kinds: type[Event]) -> Occurrence:  # noqa: A002 - what the person reads
    """Return the declaration that each event of some kinds is one."""
    return Occurrence(says, help, lambda event, _name: isinstance(event, kinds))


_OF_MANY = {"is": "(?:is|are)", "are": "(?:is|are)", "acts": "acts?"}
_NUMBER = re.compile(r"(?<=\+)(is|are|acts)(?=\\)")


@lru_cache(maxsize=512)
def _pattern(says: str) -> re.Pattern[str]:
    before, slot, after = says.partition("{name}")
    name = "(?P<name>.+?)" if slot else "(?P<name>)"
    after = _NUMBER.sub(lambda one: _OF_MANY[one[1]], re.escape(after).replace(r"\ ", r"\s+"))
    return re.compile(re.escape(before).replace(r"\ ", r"\s+") + name + after, re.IGNORECASE)


def named_in(one: Observable, text: str) -> str | None:
    """Return the name that a text gives an observable, empty for one without; ``None`` if it is another.

    >>> named_in(Condition("{name} is down", "", lambda *_: True), "Varda is down")
    'Varda'
    >>> named_in(Condition("{name} acts now", "", lambda *_: True), "goblins act now")
    'goblins'
    """
    found = _pattern(one.says).fullmatch(text.strip())
    return None if found is None else found["name"]

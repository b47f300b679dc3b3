"""Essence: the part of a state that its future can depend on, relative to now; and what a plan can ask of it.

Two states of equal essence answer the same command with the same faces alike, and end in equal essence: the
law of congruence, on which odds merge situations. Each mechanism declares the part of its slice that belongs
to it; any other slice stays whole, with its instants as lengths from now, which is never wrong and merges
less. Observables, declared there too, are what a plan can wait for and its odds can be asked about: each has
its words, in which `{name}` stands for a name. This module must not know any slice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from itertools import chain, compress
from operator import attrgetter, is_not

from msgspec import Struct

from turnkeeper.play.kernel.event import Event, State
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import Duration, Instant, SortedMap

Essence = Callable[["Outlook"], Hashable]
Numbers = tuple[Callable[[State], Iterable[int]], ...]
_Parts = tuple[Hashable, tuple[Instant, ...]]

MOST_KEPT = 8192


class Outlook:
    """A state as its future sees it, under a rule set, as long as it stays within some ``scenes``.

    ``numbers`` are those of whatever was begun and goes on: only their order matters.
    """

    __slots__ = ("_numbers", "_ranks", "book", "scenes", "state")

    def __init__(self, state: State, book: Rulebook, scenes: frozenset[str], numbers: Numbers) -> None:
        """Look from a state into its future."""
        self.state = state
        self.book = book
        self.scenes = scenes
        self._numbers = numbers
        self._ranks: dict[int, int] | None = None

    @property
    def now(self) -> Instant:
        """Return the instant of the state."""
        return self.state.now

    def rank(self, number: int) -> int:
        """Return the place of a number among those of all that was begun and goes on, the oldest first."""
        if self._ranks is None:
            every = sorted({one for each in self._numbers for one in each(self.state)})
            self._ranks = {one: rank for rank, one in enumerate(every)}
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


class Essences:
    """The essences of many states under one rule set, as numbers: equal ones stand for equal parts.

    What each part reads of a state is noted. It is made once for all states that have the very same of that,
    and states share most of what they have with those that they come from.
    """

    def __init__(self, book: Rulebook, parts: Iterable[Essence], numbers: Numbers) -> None:
        """Begin with no state known."""
        self._book = book
        self._parts = tuple(parts)
        self._numbers = numbers
        self._values: dict[Hashable, int] = {}
        self._within: dict[frozenset[str], _Within] = {}

    def of(self, state: State, scenes: frozenset[str]) -> tuple[int, ...]:
        """Return the essence of a state within some scenes."""
        within = self._within.get(scenes)
        if within is None:
            parts = [_Part(self._numbered(one, scenes)) for one in self._parts]
            within = self._within[scenes] = _Within(parts, state)
        return within.of(state)

    def _numbered(self, part: Essence, scenes: frozenset[str]) -> Callable[[State], int]:
        def number(state: State) -> int:
            value = part(Outlook(state, self._book, scenes, self._numbers))
            return self._values.setdefault(value, len(self._values))

        return number


class _Within:
    """The parts of essences within some scenes, as they were last: those that read nothing new stay."""

    __slots__ = ("_all", "_last", "_names", "_numbers", "_parts", "_readers")

    def __init__(self, parts: Iterable[_Part], state: State) -> None:
        self._parts = tuple(parts)
        self._names = state.__struct_fields__
        self._all = attrgetter(*self._names)
        self._last = self._all(state)
        self._readers: dict[str, set[int]] = {name: set() for name in self._names}
        self._numbers = [0] * len(self._parts)
        self._look(range(len(self._parts)), state)

    def of(self, state: State) -> tuple[int, ...]:
        """Return the essence of a state."""
        slices = self._all(state)
        new = compress(self._names, map(is_not, slices, self._last))
        self._look(set().union(*map(self._readers.__getitem__, new)), state)
        self._last = slices
        return tuple(self._numbers)

    def _look(self, numbers: Iterable[int], state: State) -> None:
        for number in numbers:
            part = self._parts[number]
            found = part.known(state)
            if found is None:
                before = part.reads
                found = part.made(state)
                for name in part.reads - before:
                    self._readers[name].add(number)
            self._numbers[number] = found


class _Part:
    """One part of an essence, made once for all states that have the very same of what it ``reads``.

    What it reads hangs on nothing but what it has read before. So it is right to look at all that it ever
    read, and what was known before it read more is forgotten.
    """

    __slots__ = ("_known", "_make", "_slices", "_timed", "reads")

    def __init__(self, make: Callable[[State], int]) -> None:
        self._make = make
        self._read(frozenset())

    def _read(self, reads: frozenset[str]) -> None:
        """Begin the notes anew with these."""
        self.reads = reads
        self._timed = "now" in reads
        names = sorted(reads - {"now"}) or ["__class__"]
        # Of several names, if need be the same twice, it is a tuple.
        self._slices: Callable[[State], tuple[object, ...]] = attrgetter(names[0], *names)
        # What is kept beside a number cannot go, so that its id stays its own.
        self._known: dict[tuple[int, ...], tuple[int, tuple[object, ...]]] = {}

    def known(self, state: State) -> int | None:
        """Return the number of the part of a state, if it was made for the very same before."""
        found = self._known.get(self._key(state, self._slices(state)))
        return None if found is None else found[0]

    def made(self, state: State) -> int:
        """Return the number of the part of a state that was not met before."""
        noted = _NotedState(state)
        # It has all that a state has; what needs a true one fails at once.
        found = self._make(noted)  # type: ignore[arg-type]
        read = _read_of(noted)
        if not read <= self.reads:
            self._read(self.reads.union(read))
        slices = self._slices(state)
        self._known[self._key(state, slices)] = found, slices
        return found

    def _key(self, state: State, slices: tuple[object, ...]) -> tuple[int, ...]:
        """Return a key that knows the very same slices again; an instant is known by its time."""
        return (state.now.ms, *map(id, slices)) if self._timed else tuple(map(id, slices))


class _NotedState:
    """A state that notes which of its slices are read: what was read once is its own."""

    def __init__(self, of: State) -> None:
        self._of = of

    def __getattr__(self, name: str) -> object:
        of = getattr(type(self._of), name)
        if isinstance(of, property) and of.fget is not None:
            return of.fget(self)
        found = self.__dict__[name] = getattr(self._of, name)
        return found


def _read_of(noted: _NotedState) -> set[str]:
    """Return the names of the slices that were read."""
    return vars(noted).keys() - {"_of"}


def timeless(value: object) -> Hashable:
    """Return a whole value as a key, without its instants."""
    return _taken_apart(value)[0]


def _taken_apart(value: object) -> _Parts:
    """Return a whole value as a key without its instants, and these; most were met before.

    The same object is known again at once, an equal one by its value. What cannot be hashed is put together
    from its fields, of which most are the same as before.
    """
    kind = type(value)
    if kind in _PLAIN:
        return value, ()
    known = _SAME.get(id(value))
    if known is not None and known[0] is value:
        return known[1]
    if kind in _IN_FIELDS:
        parts = _by_fields(value)  # type: ignore[arg-type]  # only structures are noted there
    else:
        try:
            parts = _by_value(value)
        except TypeError:
            if isinstance(value, Struct):
                _IN_FIELDS.add(kind)
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
_PLAIN = frozenset({type(None), bool, int, str})
_IN_FIELDS: set[type] = set()
"""The kinds of structures of which one could not be hashed."""


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

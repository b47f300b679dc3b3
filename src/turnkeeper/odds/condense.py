"""A chain condensed for one question: only what the question can tell apart, and no situation without time.

What passes no time is worked into the edges before it. Then situations from which the same follows by the
same weights become one, which changes no law. Where neither the question nor the plan looks at the clock, any
length of time is one step, and what stays as it is goes on to where it leads at last.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from math import gcd, lcm
from typing import TypeAlias

from msgspec import Struct

from turnkeeper.odds.chain import BEYOND, Chain, ClockFork, Ends, Moves, Situation, Transition
from turnkeeper.odds.following import CircleError
from turnkeeper.odds.questions import Effect, Inquiry, Value

_Way: TypeAlias = tuple[int, int, Effect]
"""Where an edge leads, how many milliseconds pass, and what the question sees of it."""
_Ways: TypeAlias = dict[_Way, int]
"""Ways on with their weights, which are out of their sum and have no common divisor."""


class NeverEndsError(Exception):
    """A plan that can come to where nothing ends it any more."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__("this plan can come to a point from which it never ends")


class CondensedEdge(Struct, frozen=True, array_like=True):
    """A way on: its weight, where it leads, how many milliseconds pass, and what the question sees of it."""

    weight: int
    to: int
    ms: int
    effect: Effect


class CondensedNode(Struct, frozen=True):
    """A situation of a condensed chain.

    One with ``links`` goes on along them, out of a ``total``. One with two ``forks`` goes on, without time,
    to the first once ``by_ms`` milliseconds have passed, else to the second. One with neither ends the plan.
    ``kept`` is what the question must know of it; one that is ``beyond`` was not explored.
    """

    links: tuple[CondensedEdge, ...] = ()
    total: int = 1
    forks: tuple[int, ...] = ()
    by_ms: int = 0
    kept: Value = None
    beyond: bool = False


class Condensed(Struct, frozen=True):
    """A chain for one question; it begins with its first node."""

    nodes: tuple[CondensedNode, ...]


def condense(chain: Chain, question: Inquiry) -> Condensed:
    """Return a chain condensed for a question; raises `CircleError` and `NeverEndsError`."""
    _require_ends(chain)
    ways = _timed(chain, question)
    if not _looks_at_the_clock(chain, question):
        ways = [_stepped(one) for one in ways]
    classes = _lumped(chain, question, ways)
    return _built(chain, question, ways, classes)


def _timed(chain: Chain, question: Inquiry) -> list[_Ways]:
    """Return the ways on from each situation that pass time, or lead to where the plan forks or ends.

    They lead on to where time passes next: what takes none is done at the same instant.
    """
    found: list[_Ways] = [{} for _ in chain.situations]
    rests: list[_Ways] = [{} for _ in chain.situations]
    for number in _inward(chain):
        one = chain.situations[number]
        if isinstance(one, Moves) and not any(edge.ms for edge in one.edges):
            rests[number] = _led_on(chain, question, number, rests)
    for number in _inward(chain):
        if isinstance(chain.situations[number], Moves):
            found[number] = _timed_from(chain, question, number, found, rests)
    return found


def _led_on(chain: Chain, question: Inquiry, number: int, rests: list[_Ways]) -> _Ways:
    """Return to where a situation that passes no time leads at the same instant."""
    ways = _Composed(question)
    for edge in _leaving(chain, question, number):
        effect = question.effect(edge)
        if rests[edge.to]:
            ways.join(edge.weight, 0, effect, rests[edge.to])
        else:
            ways.put(edge.weight, (edge.to, 0, effect))
    return ways.found()


def _timed_from(
    chain: Chain, question: Inquiry, number: int, found: list[_Ways], rests: list[_Ways]
) -> _Ways:
    """Return the ways on from one situation; those of what it leads to without time were ``found`` before."""
    ways = _Composed(question)
    for edge in _leaving(chain, question, number):
        effect = question.effect(edge)
        if not edge.ms and isinstance(chain.situations[edge.to], Moves):
            ways.join(edge.weight, 0, effect, found[edge.to])
        elif edge.ms and rests[edge.to]:
            ways.join(edge.weight, edge.ms, effect, rests[edge.to])
        else:
            ways.put(edge.weight, (edge.to, edge.ms, effect))
    return ways.found()


def _leaving(chain: Chain, question: Inquiry, number: int) -> Iterator[Transition]:
    """Yield the edges that lead away; one that stands there again at the same instant goes on at last."""
    one = chain.situations[number]
    for edge in one.edges if isinstance(one, Moves) else ():
        if edge.to != number or edge.ms:
            yield edge
        elif question.crossed(question.effect(edge), 0, 0) != (0, False):
            raise CircleError


class _Composed:
    """Ways on that are put together from edges and from what comes after them."""

    def __init__(self, question: Inquiry) -> None:
        self._question = question
        self._direct: list[tuple[int, _Way]] = []
        self._joined: list[tuple[int, int, Effect, _Ways]] = []

    def put(self, weight: int, way: _Way) -> None:
        """Add a way of a weight."""
        self._direct.append((weight, way))

    def join(self, weight: int, ms: int, effect: Effect, later: _Ways) -> None:
        """Add an edge of a weight with the ways after it."""
        self._joined.append((weight, ms, effect, later))

    def found(self) -> _Ways:
        """Return all ways with their weights."""
        sums = [sum(later.values()) for *_, later in self._joined]
        over = lcm(*sums)
        ways: _Ways = {}
        for weight, way in self._direct:
            _add(ways, way, weight * over)
        for (weight, ms, effect, later), of in zip(self._joined, sums, strict=True):
            for (to, more_ms, seen), more in later.items():
                then = self._question.then(effect, seen, ms)
                _add(ways, (to, ms + more_ms, then), weight * (over // of) * more)
        return _least(ways)


def _least(ways: _Ways) -> _Ways:
    """Return ways on with their weights divided by what is common to them."""
    common = gcd(*ways.values())
    return ways if common <= 1 else {way: weight // common for way, weight in ways.items()}


def _looks_at_the_clock(chain: Chain, question: Inquiry) -> bool:
    return question.timed or any(isinstance(one, ClockFork) for one in chain.situations)


def _stepped(ways: _Ways) -> _Ways:
    """Return ways on with each length of time as one step."""
    found: _Ways = {}
    for (to, ms, effect), weight in ways.items():
        _add(found, (to, min(ms, 1), effect), weight)
    return _least(found)


def _left(ways: _Ways, place: int, question: Inquiry) -> _Ways:
    """Return the ways that lead away from a place at last, if nothing is seen while it stays."""
    stays = {way for way in ways if way[0] == place and question.crossed(way[2], 0, 0) == (0, False)}
    return _least({way: weight for way, weight in ways.items() if way not in stays})


def _add(ways: _Ways, way: _Way, weight: int) -> None:
    ways[way] = ways.get(way, 0) + weight


def _inward(chain: Chain) -> list[int]:
    """Return all situations, each after those that it leads to without time; raises `CircleError`."""
    before: list[list[int]] = [[] for _ in chain.situations]
    waits = [0] * len(chain.situations)
    for number, one in enumerate(chain.situations):
        for to in {to for to, ms in ways_on(one) if not ms and to != number}:
            before[to].append(number)
            waits[number] += 1
    order = [number for number, count in enumerate(waits) if not count]
    for number in order:
        for earlier in before[number]:
            waits[earlier] -= 1
            if not waits[earlier]:
                order.append(earlier)
    if len(order) < len(waits):
        raise CircleError
    return order


def ways_on(one: Situation) -> list[tuple[int, int]]:
    """Return where a situation leads, and how many milliseconds pass on the way."""
    match one:
        case Moves(edges=edges):
            return [(edge.to, edge.ms) for edge in edges]
        case ClockFork(yes=yes, no=no):
            return [(yes, 0), (no, 0)]
        case Ends():
            return []


def _require_ends(chain: Chain) -> None:
    """Raise `NeverEndsError` if some situation leads to no end."""
    into: list[list[int]] = [[] for _ in chain.situations]
    for number, one in enumerate(chain.situations):
        for to, _ in ways_on(one):
            into[to].append(number)
    ending = {number for number, one in enumerate(chain.situations) if isinstance(one, Ends)}
    back = list(ending)
    while back:
        new = [number for number in into[back.pop()] if number not in ending]
        ending.update(new)
        back += new
    if len(ending) < len(chain.situations):
        raise NeverEndsError


def _lumped(chain: Chain, question: Inquiry, ways: list[_Ways]) -> list[int]:
    """Return the class of each situation: those of one class are alike in all that can follow.

    What can only end at last is put into its class once all that it leads to are in theirs. The others begin
    together; their classes are split as long as their members lead to different ones.
    """
    split = _Split(chain, ways)
    changed = split.begin(
        [
            (_kept(chain, question, number), type(one), one is BEYOND, getattr(one, "ms", 0))
            for number, one in enumerate(chain.situations)
        ]
    )
    while changed:
        changed = split.after(changed)
    return split.classes


class _Split:
    """Situations in classes that are split further and further."""

    def __init__(self, chain: Chain, ways: list[_Ways]) -> None:
        self.classes = [0] * len(ways)
        self._members: list[list[int]] = []
        self._seen: list[Hashable] = [None] * len(ways)
        self._forks = [(one.yes, one.no) if isinstance(one, ClockFork) else () for one in chain.situations]
        self._ways = [list(found.items()) for found in ways]
        self._before: list[list[int]] = [[] for _ in ways]
        self._waits: list[int] = []
        for number, found in enumerate(ways):
            ahead = {*(way[0] for way in found), *self._forks[number]}
            self._waits.append(len(ahead))
            for to in ahead:
                self._before[to].append(number)

    def begin(self, keys: list[Hashable]) -> set[int]:
        """Put all into their first classes; returns those that can come round again, or lead to such."""
        numbers: dict[Hashable, int] = {}
        order = [number for number, waits in enumerate(self._waits) if not waits]
        for number in order:
            self._put(number, numbers, (keys[number], self._follows(number)))
            for earlier in self._before[number]:
                self._waits[earlier] -= 1
                if not self._waits[earlier]:
                    order.append(earlier)
        others = {number for number, waits in enumerate(self._waits) if waits}
        for number in sorted(others):
            self._put(number, numbers, keys[number])
        return others

    def _put(self, number: int, numbers: dict[Hashable, int], key: Hashable) -> None:
        kind = self.classes[number] = numbers.setdefault(key, len(numbers))
        if kind == len(self._members):
            self._members.append([])
        self._members[kind].append(number)

    def after(self, changed: set[int]) -> set[int]:
        """Split the classes of those for whom something changed; returns for whom that changes something."""
        for number in changed:
            self._seen[number] = self._follows(number)
        moved: list[int] = []
        for kind in sorted({self.classes[number] for number in changed}):
            groups: dict[Hashable, list[int]] = {}
            for number in self._members[kind]:
                groups.setdefault(self._seen[number], []).append(number)
            largest, *others = sorted(groups.values(), key=len, reverse=True)
            self._members[kind] = largest
            for group in others:
                for number in group:
                    self.classes[number] = len(self._members)
                self._members.append(group)
                moved += group
        return {earlier for number in moved for earlier in self._before[number]}

    def _follows(self, number: int) -> Hashable:
        """Return what follows from a situation, as far as classes are told apart."""
        classes = self.classes
        merged: dict[Hashable, int] = {}
        for (to, ms, effect), weight in self._ways[number]:
            key = (classes[to], ms, effect)
            merged[key] = merged.get(key, 0) + weight
        common = gcd(*merged.values()) or 1
        forks = tuple(classes[to] for to in self._forks[number])
        return forks, frozenset((key, weight // common) for key, weight in merged.items())


def _kept(chain: Chain, question: Inquiry, number: int) -> Value:
    return None if chain.situations[number] is BEYOND else question.kept(chain, number)


def _built(chain: Chain, question: Inquiry, ways: list[_Ways], classes: list[int]) -> Condensed:
    """Return the condensed chain: of each class one situation, if anything leads there."""
    first = {kind: number for number, kind in reversed(list(enumerate(classes)))}
    places: dict[int, int] = {classes[0]: 0}
    order = [classes[0]]
    nodes: list[CondensedNode] = []
    looks_at_the_clock = _looks_at_the_clock(chain, question)

    def place(number: int) -> int:
        kind = classes[number]
        if kind not in places:
            places[kind] = len(order)
            order.append(kind)
        return places[kind]

    for kind in order:
        number = first[kind]
        one, kept = chain.situations[number], _kept(chain, question, number)
        if isinstance(one, ClockFork):
            nodes.append(CondensedNode(forks=(place(one.yes), place(one.no)), by_ms=one.ms, kept=kept))
            continue
        merged: _Ways = {}
        for (to, ms, effect), weight in ways[number].items():
            _add(merged, (place(to), ms, effect), weight)
        if not looks_at_the_clock:
            merged = _left(merged, places[kind], question)
        merged = _least(merged)
        links = tuple(CondensedEdge(weight, *way) for way, weight in merged.items())
        total = sum(merged.values()) or 1
        nodes.append(CondensedNode(links, total, kept=kept, beyond=one is BEYOND))
    return Condensed(tuple(nodes))

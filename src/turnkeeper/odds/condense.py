"""A chain condensed for one question: only what the question can tell apart, and no situation without time.

What passes no time is worked into the edges before it. Then situations from which the same follows by the
same weights become one, which changes no law. Where neither the question nor the plan looks at the clock, any
length of time is one step, and what stays as it is goes on to where it leads at last.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd, lcm

from msgspec import Struct

from turnkeeper.odds.chain import BEYOND, Chain, ClockFork, Ends, Moves, Situation, Transition
from turnkeeper.odds.following import CircleError
from turnkeeper.odds.lumping import Way, Ways, kept_in, lumped
from turnkeeper.odds.questions import Effect, Inquiry, Value


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
        ways = {number: _stepped(one) for number, one in ways.items()}
    classes = lumped(chain, question, ways)
    return _built(chain, question, ways, classes)


def _timed(chain: Chain, question: Inquiry) -> dict[int, Ways]:
    """Return the ways on from each situation that pass time, or lead to where the plan forks or ends.

    They lead on to where time passes next: what takes none is done at the same instant. Where nothing leads
    any more after that is left out.
    """
    inward = _inward(chain)
    rests: list[Ways] = [{} for _ in chain.situations]
    for number in inward:
        one = chain.situations[number]
        if isinstance(one, Moves) and not any(edge.ms for edge in one.edges):
            rests[number] = _led_on(chain, question, number, rests)
    wanted = _wanted(chain, rests)
    found: dict[int, Ways] = {}
    for number in inward:
        if number in wanted:
            found[number] = _timed_from(chain, question, number, found, rests)
    return found


def _wanted(chain: Chain, rests: list[Ways]) -> set[int]:
    """Return the situations from which the ways on are looked for: the first, and what they lead to."""
    wanted, ahead = {0}, [0]
    while ahead:
        for to, ms in ways_on(chain.situations[ahead.pop()]):
            new = {way[0] for way in rests[to]} if ms and rests[to] else {to}
            ahead += new - wanted
            wanted |= new
    return wanted


def _led_on(chain: Chain, question: Inquiry, number: int, rests: list[Ways]) -> Ways:
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
    chain: Chain, question: Inquiry, number: int, found: dict[int, Ways], rests: list[Ways]
) -> Ways:
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
        elif question.crossed(question.effect(edge), 0) != (0, False):
            raise CircleError


class _Composed:
    """Ways on that are put together from edges and from what comes after them."""

    def __init__(self, question: Inquiry) -> None:
        self._question = question
        self._direct: list[tuple[int, Way]] = []
        self._joined: list[tuple[int, int, Effect, Ways]] = []

    def put(self, weight: int, way: Way) -> None:
        """Add a way of a weight."""
        self._direct.append((weight, way))

    def join(self, weight: int, ms: int, effect: Effect, later: Ways) -> None:
        """Add an edge of a weight with the ways after it."""
        self._joined.append((weight, ms, effect, later))

    def found(self) -> Ways:
        """Return all ways with their weights."""
        sums = [sum(later.values()) for *_, later in self._joined]
        over = lcm(*sums)
        ways: Ways = {}
        for weight, way in self._direct:
            _add(ways, way, weight * over)
        then = self._question.then
        for (weight, ms, effect, later), of in zip(self._joined, sums, strict=True):
            times = weight * (over // of)
            for (to, more_ms, seen), more in later.items():
                way = to, ms + more_ms, then(effect, seen, ms)
                ways[way] = ways.get(way, 0) + times * more
        return _least(ways)


def _least(ways: Ways) -> Ways:
    """Return ways on with their weights divided by their common factor."""
    common = gcd(*ways.values())
    return ways if common <= 1 else {way: weight // common for way, weight in ways.items()}


def _looks_at_the_clock(chain: Chain, question: Inquiry) -> bool:
    return question.timed or any(isinstance(one, ClockFork) for one in chain.situations)


def _stepped(ways: Ways) -> Ways:
    """Return ways on with each length of time as one step."""
    found: Ways = {}
    for (to, ms, effect), weight in ways.items():
        _add(found, (to, min(ms, 1), effect), weight)
    return _least(found)


def _left(ways: Ways, place: int, question: Inquiry) -> Ways:
    """Return the ways that lead away from a place at last, if nothing is seen while it stays."""
    stays = {way for way in ways if way[0] == place and question.crossed(way[2], 0) == (0, False)}
    return _least({way: weight for way, weight in ways.items() if way not in stays})


def _add(ways: Ways, way: Way, weight: int) -> None:
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


def _built(chain: Chain, question: Inquiry, ways: dict[int, Ways], classes: dict[int, int]) -> Condensed:
    """Return the condensed chain: of each class one situation, if anything leads there."""
    first = {classes[number]: number for number in sorted(classes, reverse=True)}
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
        one, kept = chain.situations[number], kept_in(chain, question, number)
        if isinstance(one, ClockFork):
            nodes.append(CondensedNode(forks=(place(one.yes), place(one.no)), by_ms=one.ms, kept=kept))
            continue
        merged: Ways = {}
        for (to, ms, effect), weight in ways[number].items():
            _add(merged, (place(to), ms, effect), weight)
        if not looks_at_the_clock:
            merged = _left(merged, places[kind], question)
        merged = _least(merged)
        links = tuple(CondensedEdge(weight, *way) for way, weight in merged.items())
        total = sum(merged.values()) or 1
        nodes.append(CondensedNode(links, total, kept=kept, beyond=one is BEYOND))
    return Condensed(tuple(nodes))

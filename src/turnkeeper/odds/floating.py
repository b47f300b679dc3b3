"""The law of a question in floating point, with a bound for how far off it can be.

All chances of an instant move along the links of a length at once, so that it costs little where whole
numbers grow long: where much is counted, or the way is long. A chance is a sum of products of numbers never
negative, so an operation puts it off by half a unit in its last place at most, and the number of operations
bounds the whole. Whoever imports this module loads numpy.
"""

from __future__ import annotations

import heapq
from fractions import Fraction
from itertools import accumulate, chain
from math import ldexp
from typing import TYPE_CHECKING, NamedTuple

from numpy import add, array, bincount, float64, int64, ones, unique, zeros

from turnkeeper.odds.chain import NEVER, Chain
from turnkeeper.odds.condense import Condensed, condense
from turnkeeper.odds.law import LOOK_EVERY, TAIL
from turnkeeper.odds.questions import Effect, Inquiry, Law, Value, in_order, number_goes_along

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Chances = NDArray[float64]
    """The chance of each node; where a number goes along, a column for each number."""
    Places = NDArray[int64]

UNITS = 1 << 53
"""An operation puts its result off by one part in this many at most."""
BITS = 100
"""The bits of the whole number that a told chance becomes."""


class FloatChain:
    """A chain laid out as arrays for one question; raises `CircleError` and `NeverEndsError`."""

    def __init__(self, chain: Chain, question: Inquiry) -> None:
        """Condense the chain and lay it out."""
        self._arrays = _Arrays(condense(chain, question), question)

    def law(self, *, tail: Fraction = TAIL) -> Law:
        """Return the law of the question, followed until less than the tail is open."""
        return _Floating(self._arrays).law(tail)


class _Ways(NamedTuple):
    """All links of a length on which the same is seen: from where, how likely, and to where.

    Those to one node follow each other from one of the ``starts`` on, ``most`` at most. ``leaving`` is how
    likely each node is left by them.
    """

    ms: int
    effect: Effect
    sources: Places
    chances: Chances
    targets: Places
    starts: Places
    most: int
    leaving: Chances


class _Kinds(NamedTuple):
    """Nodes that answer, those with the same answer one after the other, and what it depends on."""

    order: Places
    starts: Places
    kept: list[Value]


class _Arrays:
    """A condensed chain as arrays; a number goes along with the chances if it ``counts``."""

    def __init__(self, condensed: Condensed, question: Inquiry) -> None:
        self.question = question
        self.nodes = condensed.nodes
        links: dict[tuple[int, Effect], list[tuple[int, int, int, int]]] = {}
        for number, one in enumerate(self.nodes):
            for link in one.links:
                found = links.setdefault((link.ms, link.effect), [])
                found.append((link.to, number, link.weight, one.total))
        self.counts = number_goes_along(question, (effect for _, effect in links))
        self.ways = [self._laid(ms, effect, found) for (ms, effect), found in links.items()]
        self.forks = [number for number, one in enumerate(self.nodes) if one.forks]
        others = [number for number, one in enumerate(self.nodes) if not one.forks]
        # Of what is beyond no answer is known.
        self.all = self._by_kind(others)
        self.ends = self._by_kind([number for number in others if not self.nodes[number].links])

    def _laid(self, ms: int, effect: Effect, found: list[tuple[int, int, int, int]]) -> _Ways:
        targets, sources, weights, totals = zip(*sorted(found), strict=True)
        chances = array([weight / total for weight, total in zip(weights, totals, strict=True)])
        leaving: Chances = bincount(sources, chances, len(self.nodes)).astype(float64)
        different, starts, many = unique(targets, return_index=True, return_counts=True)
        if self.counts:
            chances, leaving = chances[:, None], leaving[:, None]
        return _Ways(ms, effect, array(sources), chances, different, starts, int(many.max()), leaving)

    def _by_kind(self, numbers: list[int]) -> _Kinds:
        kinds: dict[Value, list[int]] = {}
        for number in numbers:
            if not self.nodes[number].beyond:
                kinds.setdefault(self.nodes[number].kept, []).append(number)
        ends = list(accumulate(map(len, kinds.values()), initial=0))
        order = array([*chain.from_iterable(kinds.values())], int64)
        return _Kinds(order, array(ends[:-1], int64), list(kinds))

    def operations(self, instants: int) -> int:
        """Return of how many operations at most a chance comes, by the number of instants before it."""
        each = 2 + sum(way.most + 1 for way in self.ways) + len(self.forks)
        return instants * each + 2 * len(self.nodes)


class _Floating:
    """Moves the chances of a chain, instant by instant."""

    def __init__(self, arrays: _Arrays) -> None:
        self._arrays = arrays
        self._question = arrays.question
        self._layers: dict[int, Chances] = {}
        self._times: list[int] = []
        self._told: dict[Value, int] = {}

    def law(self, tail: Fraction) -> Law:
        """Return the law, followed until less than the tail is open."""
        begins = array([0])
        self._put(0, begins, ones((1, 1) if self._arrays.counts else 1), 0)
        instants = 0
        while self._times:
            instants += 1
            if instants % LOOK_EVERY == 0 and sum(one.sum() for one in self._layers.values()) < tail:
                break
            at = heapq.heappop(self._times)
            self._move(at, self._past_forks(at, self._layers.pop(at)))
        known = sum(self._told.values())
        whole = max(1 << BITS, known)
        operations = self._arrays.operations(instants)
        return Law(in_order(self._told), whole, whole - known, Fraction(operations, UNITS - operations))

    def _past_forks(self, at: int, layer: Chances) -> Chances:
        """Return the chances of an instant after the forks that the clock decides."""
        for number in self._arrays.forks:
            to, one = number, self._arrays.nodes[number]
            while one.forks:
                to = one.forks[at < one.by_ms]
                one = self._arrays.nodes[to]
            layer[to] += layer[number]
            layer[number] = 0
        return layer

    def _move(self, at: int, layer: Chances) -> None:
        """Move the chances of an instant on, or tell their values."""
        until = self._question.until
        self._tell_kinds(self._arrays.ends, at, layer, 0)
        for way in self._arrays.ways:
            number, is_told = self._question.crossed(way.effect, at)
            if is_told and (until == NEVER or number <= until):
                self._tell(number, add.reduce(layer * way.leaving))
                continue
            more = 0 if is_told else number
            if until != NEVER and at + way.ms > until:
                self._tell_kinds(self._arrays.all, NEVER, layer * way.leaving, more)
            else:
                moved = add.reduceat(layer.take(way.sources, 0) * way.chances, way.starts)
                if way.ms or moved.any():
                    self._put(at + way.ms, way.targets, moved, more)

    def _put(self, at: int, nodes: Places, chances: Chances, more: int) -> None:
        """Add chances to nodes at an instant, with so much more counted."""
        layer = self._layers.get(at)
        if layer is None:
            heapq.heappush(self._times, at)
        if not self._arrays.counts:
            if layer is None:
                layer = self._layers[at] = zeros(len(self._arrays.nodes))
                layer[nodes] = chances
            else:
                layer[nodes] += chances
            return
        wide = chances.shape[1] + more
        if layer is None or layer.shape[1] < wide:
            wider = zeros((len(self._arrays.nodes), wide))
            if layer is not None:
                wider[:, : layer.shape[1]] = layer
            layer = self._layers[at] = wider
        layer[nodes, more:wide] += chances

    def _tell_kinds(self, kinds: _Kinds, at: int, layer: Chances, more: int) -> None:
        """Add the answers of nodes that are over at an instant."""
        if not kinds.kept:
            return
        found = layer.take(kinds.order, 0)
        if len(found) > len(kinds.kept):
            found = add.reduceat(found, kinds.starts)
        for kept, chances in zip(kinds.kept, found.tolist(), strict=True):
            for had, chance in enumerate(chances if self._arrays.counts else (chances,)):
                self._tell(self._question.answer(kept, at, had + more), chance)

    def _tell(self, value: Value, chance: float64) -> None:
        if chance:
            self._told[value] = self._told.get(value, 0) + int(ldexp(chance, BITS))

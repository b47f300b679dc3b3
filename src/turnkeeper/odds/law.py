"""The exact law of a question about a chain: weights move from situation to situation, states do not.

Time is a layer: situations are taken in the order of their instants, so that steps of any length fit. Weights
are integers over powers of one common denominator, and the scale of their node, until the end. A plan that
can go on for ever is followed until less than a stated part is open, and the law says how much that is. Where
something is counted, the weights of all counts move together (`odds/slots.py`).
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple, TypeAlias

from turnkeeper.odds.chain import NEVER, Chain
from turnkeeper.odds.condense import Condensed, CondensedNode, condense
from turnkeeper.odds.questions import Effect, Inquiry, Law, Value, in_order, number_goes_along
from turnkeeper.odds.scales import Rounds, rounds_of, scaled
from turnkeeper.odds.slots import Slots
from turnkeeper.odds.steady import steady_chain

TAIL = Fraction(1, 10**12)
LOOK_EVERY = 32


def law_of(chain: Chain, question: Inquiry) -> Law:
    """Return the law of the question; raises `CircleError` and `NeverEndsError`."""
    return law_of_condensed(condense(chain, question), question)


def law_of_condensed(chain: Condensed, question: Inquiry, *, tail: Fraction = TAIL) -> Law:
    """Return the law of the question about a chain that was condensed for it."""
    nodes = chain.nodes
    rounds = rounds_of(nodes)
    following = steady_chain(nodes, rounds, question) or _Following(nodes, rounds, question)
    return _law(following.told(tail, LOOK_EVERY), following.base, following.scale)


def _law(told: dict[int, dict[Value, int]], base: int, scale: int) -> Law:
    """Return the law of weights that are over powers of a base times a scale."""
    weights: dict[Value, int] = {}
    most = max(told, default=0)
    at, times = most, 1
    for power in sorted(told, reverse=True):
        at, times = power, times * base ** (at - power)
        for value, weight in told[power].items():
            weights[value] = weights.get(value, 0) + weight * times
    total = base**most * scale
    common = gcd(total, *weights.values())
    found = in_order({value: one // common for value, one in weights.items()})
    return Law(found, total // common, (total - sum(weights.values())) // common)


_Layer: TypeAlias = defaultdict[int, int]
"""The weight of each node at an instant, over one power of the denominator, in slots where it counts."""


class _Link(NamedTuple):
    """A way on with its weight over the denominator of all."""

    weight: int
    to: int
    ms: int
    effect: Effect


class _Links(NamedTuple):
    """The ways on from a node: those of one length that add as much to the count, and others one by one."""

    alike: tuple[tuple[int, int, tuple[_Link, ...]], ...]
    single: tuple[_Link, ...]


class _Following:
    """Moves the weight of a condensed chain, instant by instant.

    What has passed the same number of throws has the same denominator, and lies in one layer.
    """

    def __init__(self, nodes: Sequence[CondensedNode], rounds: Rounds, question: Inquiry) -> None:
        self._nodes = nodes
        self.base, self._scales = scaled(nodes, rounds)
        self.scale = lcm(*self._scales)
        self._question = question
        effects = {link.effect for one in nodes for link in one.links}
        self._slots = Slots(self.base, self.scale) if number_goes_along(question, effects) else None
        self._links = [self._weighed(number, one) for number, one in enumerate(nodes)]
        self._layers: dict[int, dict[int, _Layer]] = {}
        self._times: list[int] = []
        self._told: dict[int, dict[Value, int]] = {}
        self._gone: dict[int, int] = {}
        self._put(0, 0, 1, 0)

    def _weighed(self, number: int, node: CondensedNode) -> _Links:
        times = self.base if node.total > 1 else 1
        over = node.total * self._scales[number]
        alike: dict[tuple[int, int], list[_Link]] = {}
        single: list[_Link] = []
        for one in node.links:
            link = _Link(one.weight * times * self._scales[one.to] // over, one.to, one.ms, one.effect)
            more, is_told = self._question.crossed(one.effect, 0)
            by_clock = isinstance(one.effect, tuple) and more
            if is_told or by_clock or self._nodes[one.to].forks:
                single.append(link)
            else:
                alike.setdefault((one.ms, more), []).append(link)
        return _Links(tuple((*of, tuple(links)) for of, links in alike.items()), tuple(single))

    def told(self, tail: Fraction, look_every: int) -> dict[int, dict[Value, int]]:
        """Return the weights of the values by the power of the base, until less than the tail is open."""
        looked = 0
        while self._times:
            looked += 1
            if looked % look_every == 0 and self._is_done(tail):
                break
            at = heapq.heappop(self._times)
            if self._slots is not None:
                every = (layer for layers in self._layers.values() for layer in layers.values())
                self._slots.make_room(max(self._layers[at]) + 1, every)
            self._move(at, *self._aligned(self._layers.pop(at)))
        return self._told

    def _is_done(self, tail: Fraction) -> bool:
        """Return whether less than a part of the weight is still on its way."""
        most = max(self._gone, default=0)
        whole = self.base**most * self.scale
        gone = sum(weight * self.base ** (most - power) for power, weight in self._gone.items())
        return bool((whole - gone) * tail.denominator < whole * tail.numerator)

    def _aligned(self, layers: dict[int, _Layer]) -> tuple[int, _Layer]:
        """Return the layers of an instant as one, over the highest of their powers, and it."""
        most = max(layers)
        found = layers.pop(most)
        for power, layer in layers.items():
            times = self.base ** (most - power)
            for node, weight in layer.items():
                found[node] += weight * times
        return most, found

    def _layer(self, at: int, power: int) -> _Layer:
        layers = self._layers.get(at)
        if layers is None:
            layers = self._layers[at] = {}
            heapq.heappush(self._times, at)
        found = layers.get(power)
        if found is None:
            found = layers[power] = defaultdict(int)
        return found

    def _put(self, at: int, node: int, weight: int, power: int) -> None:
        """Add weight to a situation at an instant, past the forks that the clock decides."""
        while forks := self._nodes[node].forks:
            then = forks[at < self._nodes[node].by_ms]
            weight *= self._scales[then] // self._scales[node]
            node = then
        self._layer(at, power)[node] += weight

    def _tell(self, value: Value, node: int, weight: int, power: int) -> None:
        """Note the weight of a value, which is over the scale of a node."""
        weight *= self.scale // self._scales[node]
        told = self._told.setdefault(power, {})
        told[value] = told.get(value, 0) + weight
        self._gone[power] = self._gone.get(power, 0) + weight

    def _move(self, at: int, power: int, layer: _Layer) -> None:
        """Move the weights of an instant on along the links of their nodes, or tell their values."""
        until = self._question.until
        for node, weight in layer.items():
            (alike, single), one = self._links[node], self._nodes[node]
            if not one.links:
                self._over(one, node, at, weight, power)
                continue
            then = power + (one.total > 1)
            for ms, more, links in alike:
                if until != NEVER and at + ms > until:
                    single += links
                    continue
                ahead, moved = self._layer(at + ms, then), self._counted(weight, more)
                for of, to, _, _ in links:
                    ahead[to] += moved * of
            for link in single:
                self._cross(at, one, link, weight * link.weight, then)

    def _counted(self, weight: int, more: int) -> int:
        """Return a weight with so much more counted."""
        return weight if self._slots is None or not more else self._slots.shifted(weight, more)

    def _over(self, one: CondensedNode, node: int, at: int, weight: int, power: int) -> None:
        """Add the values that are known at a node's end, or note that none is known."""
        for had, part in enumerate((weight,) if self._slots is None else self._slots.each(weight)):
            if one.beyond:
                scale = self.scale // self._scales[node]
                self._gone[power] = self._gone.get(power, 0) + part * scale
            elif part:
                self._tell(self._question.answer(one.kept, at, had), node, part, power)

    def _cross(self, at: int, one: CondensedNode, link: _Link, weight: int, power: int) -> None:
        """Move a weight on along a link on which a value is told, or beyond the question."""
        until = self._question.until
        number, is_told = self._question.crossed(link.effect, at)
        if is_told and (until == NEVER or number <= until):
            self._tell(number, link.to, weight, power)
            return
        counted = weight if is_told else self._counted(weight, number)
        if until == NEVER or at + link.ms <= until:
            self._put(at + link.ms, link.to, counted, power)
        else:
            self._over(one, link.to, NEVER, counted, power)

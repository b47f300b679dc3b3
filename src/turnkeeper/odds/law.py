"""The exact law of what is asked of a chain: weights move from situation to situation, states do not.

Time is a layer: situations are taken in the order of their instants, so that steps of any length fit. Weights
are integers over powers of one common denominator until the end. A plan that can go on for ever is followed
until less than a stated part of it is open, and the law says how much that is.
"""

from __future__ import annotations

import heapq
from fractions import Fraction
from math import gcd
from typing import Generic, TypeVar

from turnkeeper.odds.chain import NEVER, Chain
from turnkeeper.odds.condense import Condensed, condense
from turnkeeper.odds.questions import Inquiry, Law, Value

TAIL = Fraction(1, 10**12)
LOOK_EVERY = 32
Key = TypeVar("Key")


def law_of(chain: Chain, question: Inquiry, *, tail: Fraction = TAIL) -> Law:
    """Return the law of what is asked; raises `CircleError` and `NeverEndsError`."""
    return _Following(condense(chain, question), question).law(tail)


class _Sums(Generic[Key]):
    """Weights of keys, as integers over powers of one denominator."""

    def __init__(self, base: int) -> None:
        self.base = base
        self.of: dict[Key, tuple[int, int]] = {}

    def add(self, key: Key, weight: int, power: int) -> None:
        """Add a weight over a power of the base."""
        have, of = self.of.get(key, (0, power))
        if of < power:
            have *= self.base ** (power - of)
        elif power < of:
            weight *= self.base ** (of - power)
        self.of[key] = have + weight, max(of, power)

    def exactly(self) -> tuple[dict[Key, int], int]:
        """Return all weights over one denominator, and it."""
        most = max((power for _, power in self.of.values()), default=0)
        whole = {key: weight * self.base ** (most - power) for key, (weight, power) in self.of.items()}
        return whole, self.base**most


class _Following:
    """Moves the weight of a condensed chain, instant by instant."""

    def __init__(self, chain: Condensed, question: Inquiry) -> None:
        self._chain = chain
        self._question = question
        self._layers: dict[int, _Sums[tuple[int, int]]] = {}
        self._times: list[int] = []
        self._told: _Sums[Value] = _Sums(chain.base)
        self._beyond: _Sums[None] = _Sums(chain.base)
        self._put(0, 0, 0, 1, 0)

    def law(self, tail: Fraction) -> Law:
        """Follow the chain until less than a part of the weight has no value yet."""
        looked = 0
        while self._times:
            looked += 1
            if looked % LOOK_EVERY == 0 and self._open() < tail:
                break
            at = heapq.heappop(self._times)
            for (node, had), (weight, power) in self._layers.pop(at).of.items():
                self._move(at, node, had, weight, power)
        weights, total = self._told.exactly()
        common = gcd(total, *weights.values())
        told = sorted(((value, one // common) for value, one in weights.items()), key=_order)
        return Law(tuple(told), total // common, (total - sum(weights.values())) // common)

    def _open(self) -> Fraction:
        """Return the part of the weight that is still on its way."""
        gone = Fraction(0)
        for weights, total in (self._told.exactly(), self._beyond.exactly()):
            gone += Fraction(sum(weights.values()), total)
        return 1 - gone

    def _put(self, at: int, node: int, had: int, weight: int, power: int) -> None:
        """Add weight to a situation at an instant, past the forks that the clock decides."""
        while forks := self._chain.nodes[node].forks:
            node = forks[at < self._chain.nodes[node].by_ms]
        one = self._chain.nodes[node]
        if one.beyond:
            self._beyond.add(None, weight, power)
            return
        if not one.links:
            self._told.add(self._question.answer(one.kept, at, had), weight, power)
            return
        if at not in self._layers:
            self._layers[at] = _Sums(self._chain.base)
            heapq.heappush(self._times, at)
        self._layers[at].add((node, had), weight, power)

    def _move(self, at: int, node: int, had: int, weight: int, power: int) -> None:
        """Move the weight of a situation on along its links, or tell its value."""
        one = self._chain.nodes[node]
        if one.total > 1:
            weight, power = weight * (self._chain.base // one.total), power + 1
        until = self._question.until
        for link in one.links:
            number, is_told = self._question.crossed(link.effect, at, had)
            share = weight * link.weight
            if is_told and (until == NEVER or number <= until):
                self._told.add(number, share, power)
            elif until == NEVER or at + link.ms <= until:
                self._put(at + link.ms, link.to, number, share, power)
            else:
                self._told.add(self._question.answer(one.kept, NEVER, number), share, power)


def _order(one: tuple[Value, int]) -> tuple[bool, str, int]:
    value = one[0]
    return value is None, "" if isinstance(value, int) else str(value), value if isinstance(value, int) else 0

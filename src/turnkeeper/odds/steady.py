"""Chains of equal steps that come round to nothing but the same node: a recurrence tells how they go on.

A node in which a weight of ``s`` stays at every step is left by sums of powers of ``s``. So the chance
step by step is a sequence that becomes nothing under ``next - s * this``, done once for each node that stays
so on the longest way. The first terms are moved along the links; the others follow from as many numbers as
there are such nodes, however many nodes and links there are besides. All are whole numbers: nothing is
rounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from math import lcm
from operator import add, mul
from typing import TYPE_CHECKING, NamedTuple

from turnkeeper.odds.chain import NEVER
from turnkeeper.odds.questions import Effect, Inquiry, Value, number_goes_along
from turnkeeper.odds.scales import Rounds, scaled

if TYPE_CHECKING:
    from fractions import Fraction

    from turnkeeper.odds.condense import CondensedNode

    _Ways = list[tuple[int, int]]
    """To where, and with which weight."""


MOST_STAYS = 16
"""Of chains in which more different weights stay nothing is saved."""


class _Teller(NamedTuple):
    """What tells a value: the effect of a link, or a node that ends; one that is beyond tells none."""

    effect: Effect
    kept: Value = None
    is_end: bool = False
    beyond: bool = False


def steady_chain(nodes: Sequence[CondensedNode], rounds: Rounds, question: Inquiry) -> SteadyChain | None:
    """Return the nodes of a condensed chain as a steady one, if they are and it saves work."""
    links = [link for one in nodes for link in one.links]
    lengths = {link.ms for link in links}
    if question.until != NEVER or len(lengths) != 1 or 0 in lengths or any(one.forks for one in nodes):
        return None
    if len(rounds.members) < len(nodes) or number_goes_along(question, (link.effect for link in links)):
        return None
    found = SteadyChain(nodes, rounds, question, lengths.pop())
    return found if found.saves(len(links)) else None


class SteadyChain:
    """A chain of equal steps. Its weights are whole numbers over a power of ``base`` times ``scale``."""

    def __init__(self, nodes: Sequence[CondensedNode], rounds: Rounds, question: Inquiry, ms: int) -> None:
        """Take the nodes in rounds of one each, the question, and the length of a step."""
        self.base, self._scales = scaled(nodes, rounds)
        self.scale = lcm(*self._scales)
        self._question = question
        self._ms = ms
        self._tellers: dict[_Teller, int] = {}
        self._steps: list[_Ways] = []
        self._tells: list[_Ways] = []
        for number, one in enumerate(nodes):
            self._lay(number, one)
        self._waits, self._rates = self._longest([number for (number,) in rounds.members])

    def _lay(self, number: int, node: CondensedNode) -> None:
        """Lay out the ways on from a node, and what it tells."""
        steps: _Ways = []
        tells: _Ways = []
        for link in node.links:
            over = node.total * self._scales[number]
            weight = link.weight * self.base * self._scales[link.to] // over
            if self._question.crossed(link.effect, 0)[1]:
                share = self.scale // self._scales[link.to]
                tells.append((self._teller(_Teller(link.effect)), weight * share))
            else:
                steps.append((link.to, weight))
        if not node.links:
            # What is told at a step lies over the denominator after it.
            weight = self.base * self.scale // self._scales[number]
            tells.append((self._teller(_Teller(NEVER, node.kept, is_end=True, beyond=node.beyond)), weight))
        self._steps.append(steps)
        self._tells.append(tells)

    def _teller(self, one: _Teller) -> int:
        return self._tellers.setdefault(one, len(self._tellers))

    def _longest(self, inward: Sequence[int]) -> tuple[int, list[int]]:
        """Return how many nodes keep nothing on the longest way, and the weights that stay in the others.

        Each weight is there as often as on the way that has most of it. The nodes come ``inward``, each after
        all to which it leads.
        """
        stays = [sum(weight for to, weight in ways if to == at) for at, ways in enumerate(self._steps)]
        if len(set(stays)) > MOST_STAYS:
            return 0, []
        rates = sorted(set(stays))
        none = (0,) * len(rates)
        longest: dict[int, tuple[int, ...]] = {}
        for at in inward:
            most = map(max, none, none, *(longest[to] for to, _ in self._steps[at] if to != at))
            longest[at] = tuple(many + (rate == stays[at]) for many, rate in zip(most, rates, strict=True))
        found = dict(zip(rates, longest[0], strict=True))
        return found.pop(0, 0), [rate for rate, many in found.items() for _ in range(many)]

    def saves(self, links: int) -> bool:
        """Return whether anything stays at all, and fewer numbers are needed than there are links."""
        return 0 < len(self._rates) * len(self._tellers) < links

    def told(self, tail: Fraction, look_every: int) -> dict[int, dict[Value, int]]:
        """Return the weights of the values by the power of the base, until less than the tail is open.

        Whether it is so is looked at before every so manieth step.
        """
        found: dict[int, dict[Value, int]] = {}
        gone, whole = 0, self.scale
        for power, weights in enumerate(self._all_told(), 1):
            if power % look_every == 0 and (whole - gone) * tail.denominator < whole * tail.numerator:
                break
            gone, whole = gone * self.base + sum(weights), whole * self.base
            found[power] = self._valued((power - 1) * self._ms, weights)
        return found

    def _valued(self, at: int, weights: list[int]) -> dict[Value, int]:
        """Return the weights that are told at an instant, by their values."""
        found: dict[Value, int] = {}
        for one, weight in zip(self._tellers, weights, strict=True):
            if weight and not one.beyond:
                ends = self._question.answer(one.kept, at, 0)
                value = ends if one.is_end else self._question.crossed(one.effect, at)[0]
                found[value] = found.get(value, 0) + weight
        return found

    def _all_told(self) -> Iterator[list[int]]:
        """Yield the weight that each teller tells, step by step, for ever."""
        moved = self._moved()
        yield from islice(moved, self._waits)
        first = list(islice(moved, len(self._rates)))
        columns = [_differences(one, self._rates) for one in zip(*first, strict=True)]
        while True:
            yield [one[0] for one in columns]
            columns = [list(map(add, map(mul, one, self._rates), (*one[1:], 0))) for one in columns]

    def _moved(self) -> Iterator[list[int]]:
        """Yield the same, moved along the links."""
        layer = [1, *(0 for _ in self._steps[1:])]
        while True:
            told = [0] * len(self._tellers)
            then = [0] * len(layer)
            for weight, steps, tells in zip(layer, self._steps, self._tells, strict=True):
                if not weight:
                    continue
                for teller, of in tells:
                    told[teller] += weight * of
                for to, of in steps:
                    then[to] += weight * of
            yield told
            layer = then


def _differences(terms: Sequence[int], rates: Sequence[int]) -> list[int]:
    """Return the first of some terms, and what it becomes under ``next - rate * this`` for the rates in turn.

    There are as many terms as rates. After the last rate it is nothing, and is left out.
    """
    found = []
    for rate in rates:
        found.append(terms[0])
        terms = [after - rate * this for this, after in pairwise(terms)]
    return found

"""Sampling a chain: very many playings walk over its situations at once, a batch as arrays of numbers.

The chain is condensed for the question first. How long a walker stays where it is comes from one draw, so
that a playing costs what happens in it and not how long it takes. A draw tells 2^40 ways apart. What a batch
comes to hangs on the seed and its own number alone: any number of workers finds the same.

This module alone uses numpy, and loads it where it is called.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from turnkeeper.odds.chain import NEVER, Chain
from turnkeeper.odds.condense import Condensed, CondensedEdge, CondensedNode, condense
from turnkeeper.odds.questions import Inquiry, Law, Value, in_order

if TYPE_CHECKING:
    from numpy import bool_, int64
    from numpy.random import Generator
    from numpy.typing import NDArray

    Numbers = NDArray[int64]
    Mask = NDArray[bool_]
    _Walkers = tuple[Numbers, Numbers, Numbers]
    """The node, the instant and the number of each."""

BATCH = 1 << 15
_BITS = 40
_WIDE = 1 << _BITS
_LONG = 1 << 62
_DENSE = 1 << 21
_Over = tuple[int, int, int, int]


def law_of_counts(counts: Counter[Value]) -> Law:
    """Return the law that samples show: each value with how often it came up."""
    return Law(in_order(counts), counts.total(), 0)


class ChainSampler:
    """Samples the answer to one question about a chain; raises `CircleError` and `NeverEndsError`."""

    def __init__(self, chain: Chain, question: Inquiry) -> None:
        """Condense the chain and lay it out as arrays."""
        self._question = question
        self._walk = _Walk(condense(chain, question), question)

    def sample(self, seed: bytes, number: int, size: int = BATCH) -> tuple[Counter[Value], int]:
        """Return how often each value came up in the batch of a number, and how often none is known."""
        from numpy.random import PCG64, Generator, SeedSequence

        counts: Counter[Value] = Counter()
        unknown = 0
        for node, at, had, times in self._walk.batch(Generator(PCG64(SeedSequence([number, *seed]))), size):
            if node == NEVER:
                counts[had] += times
            elif self._walk.nodes[node].beyond:
                unknown += times
            else:
                counts[self._question.answer(self._walk.nodes[node].kept, at, had)] += times
        return counts, unknown


class _Walk:
    """A condensed chain as arrays: of each link where it leads, how long it takes, and what it shows."""

    def __init__(self, chain: Condensed, question: Inquiry) -> None:
        from numpy import array, int64, zeros

        self.nodes = chain.nodes
        self._until = _LONG if question.until == NEVER else question.until
        links: list[CondensedEdge] = []
        bounds: list[int] = []
        stays, lasts = zeros(len(chain.nodes)), zeros(len(chain.nodes), int64)
        for number, one in enumerate(chain.nodes):
            stay, rest = _stay(number, one, question)
            if stay is not None:
                stays[number], lasts[number] = stay.weight / one.total, stay.ms
            whole, reached = sum(link.weight for link in rest), 0
            for link in rest:
                reached += link.weight
                links.append(link)
                bounds.append((number << _BITS) + (reached * _WIDE // whole))
        self._stays, self._lasts = stays, lasts
        self._bounds = array(bounds, int64)
        self._to = array([one.to for one in links], int64)
        self._ms = array([one.ms for one in links], int64)
        self._ends = array([not one.links and not one.forks for one in chain.nodes])
        self._forks = array([bool(one.forks) for one in chain.nodes])
        self._fork_by = array([one.by_ms for one in chain.nodes], int64)
        self._fork_to = array([one.forks or (0, 0) for one in chain.nodes], int64)
        self._effects = _Effects(links, question)

    def batch(self, dice: Generator, size: int) -> list[_Over]:
        """Return how a batch ends: node, instant, number, and how many walkers; no node where it is told."""
        from numpy import int64, zeros

        found: list[_Walkers] = []
        at, had = zeros(size, int64), zeros(size, int64)
        node = self._past_forks(zeros(size, int64), at)
        while True:
            over = self._ends[node]
            if over.any():
                found.append((node[over], at[over], had[over]))
                node, at, had = node[~over], at[~over], had[~over]
            if not len(node):
                return _together(found)
            node, at, had = self._step(dice, found, node, at, had)

    def _step(
        self, dice: Generator, found: list[_Walkers], node: Numbers, at: Numbers, had: Numbers
    ) -> _Walkers:
        """Return walkers a link further, without those that are over; what these came to is noted."""
        from numpy import full_like

        stays = self._stays[node]
        if stays.any():
            at = at + (dice.geometric(1 - stays) - 1) * self._lasts[node]
        draws = (node << _BITS) + dice.integers(0, _WIDE, len(node))
        link = self._bounds.searchsorted(draws, side="right")
        then = at + self._ms[link]
        late = at > self._until
        number, told = self._effects.crossed(link, at, had, self._until)
        told &= ~late
        number[late] = had[late]
        late |= ~told & (then > self._until)
        for some, which in ((told, full_like(node, NEVER)), (late, node)):
            if some.any():
                found.append((which[some], full_like(node[some], NEVER), number[some]))
        on = ~(told | late)
        then = then[on]
        return self._past_forks(self._to[link[on]], then), then, number[on]

    def _past_forks(self, node: Numbers, at: Numbers) -> Numbers:
        """Return the nodes after those at which the clock decides."""
        while (forks := self._forks[node]).any():
            ways = self._fork_to[node[forks]]
            early = at[forks] < self._fork_by[node[forks]]
            node = node.copy()
            node[forks] = ways[:, 1] * early + ways[:, 0] * ~early
        return node


def _stay(
    number: int, node: CondensedNode, question: Inquiry
) -> tuple[CondensedEdge | None, list[CondensedEdge]]:
    """Return the link on which nothing is seen and all stays as it is, if there is one, and the others."""
    for link in node.links:
        if link.to == number and len(node.links) > 1 and question.crossed(link.effect, 0) == (0, False):
            return link, [one for one in node.links if one is not link]
    return None, list(node.links)


class _Effects:
    """What a question sees of links, as arrays."""

    def __init__(self, links: list[CondensedEdge], question: Inquiry) -> None:
        from numpy import array, full, int64

        widest = max((len(one.effect) for one in links if isinstance(one.effect, tuple)), default=0)
        self._spread = full((len(links), widest), _LONG, int64) if widest else None
        adds, tells = [0] * len(links), [_LONG] * len(links)
        for number, one in enumerate(links):
            if isinstance(one.effect, tuple):
                if self._spread is not None:
                    self._spread[number, : len(one.effect)] = one.effect
                continue
            seen, told = question.crossed(one.effect, 0)
            (tells if told else adds)[number] = seen
        self._adds, self._tells = array(adds, int64), array(tells, int64)

    def crossed(self, link: Numbers, at: Numbers, had: Numbers, until: int) -> tuple[Numbers, Mask]:
        """Return the numbers after links that begin at instants, and which of them are values already."""
        from numpy import where

        tells = self._tells[link]
        told = (tells != _LONG) & (tells <= until - at)
        number = where(told, at + tells, had + self._adds[link])
        if self._spread is not None:
            number += (self._spread[link] <= (until - at)[:, None]).sum(axis=1)
        return number, told


def _together(found: list[_Walkers]) -> list[_Over]:
    """Return walkers that are over, alike ones together, with how many they are; they are in order."""
    from numpy import bincount, concatenate, flatnonzero, gcd, unique

    columns = [concatenate(one) for one in zip(*found, strict=True)]
    lows = [int(one.min()) for one in columns]
    steps = [int(gcd.reduce(one - low)) or 1 for one, low in zip(columns, lows, strict=True)]
    codes, widths = columns[0] - lows[0], []
    for one, low, step in zip(columns, lows, steps, strict=True):
        place = (one - low) // step
        widths.append(int(place.max()) + 1)
        codes = place if len(widths) == 1 else codes * widths[-1] + place
    if int(codes.max()) < _DENSE:
        many = bincount(codes)
        kinds = flatnonzero(many)
        times = many[kinds]
    else:
        kinds, times = unique(codes, return_counts=True)
    rows = []
    for code, count in zip(kinds.tolist(), times.tolist(), strict=True):
        rest, had = divmod(code, widths[2])
        places = (*divmod(rest, widths[1]), had)
        node, at, had = (place * step + low for place, step, low in zip(places, steps, lows, strict=True))
        rows.append((node, at, had, count))
    return rows

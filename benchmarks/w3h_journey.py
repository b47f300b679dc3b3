"""W3h, the odds of a journey: a chain of 2,016 states made by hand, beside scipy.sparse and icepool.

24 hexes cost one to three watches, 48 in all. In each watch the weather may turn; by the weather the party
may veer, gains nothing then and was lost, and may tire; and by 2 in 6 it meets something. Asked are when it
arrives, whether it was ever lost, how tired it arrives, and how many it met. Ours answers in whole numbers,
and in floats, until less than 1 in 10^12 is open; scipy moves floats by a matrix as many watches, icepool
whole numbers for the first 60. All must agree. Each figure is the least CPU time of some rounds: quote
ratios from one run.

    python benchmarks/w3h_journey.py [--rounds N]
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import product
from pathlib import Path
from time import process_time
from typing import TypeAlias

import icepool
import numpy as np
from scipy.sparse import csr_array

from turnkeeper.odds.chain import Chain, Ends, Moves, Situation, Transition
from turnkeeper.odds.condense import condense
from turnkeeper.odds.floating import FloatChain
from turnkeeper.odds.law import TAIL, law_of, law_of_condensed
from turnkeeper.odds.questions import AtEnd, HowItEnds, HowMany, Inquiry, Law

RESULTS = Path(__file__).parent / "results" / "w3h_journey.md"
COSTS = (1, 2, 3, 2) * 6
WEATHERS, TIRED, EARLY = 3, 7, 60
TURNS_TO = ((4, 1, 1), (2, 3, 1), (1, 2, 3))
"""Of six, how often each weather turns into each."""
VEERS, TIRES, MEETS = (1, 2, 3), (1, 2, 4), 2
"""Of six, by the weather, how often the party veers and tires; and how often it meets something."""
OF = 6**4
WATCH = 4 * 60 * 60_000

_Table: TypeAlias = list[dict[tuple[int, int], int]]
"""Of each state the weights of the ways on, out of `OF`: where they lead, and how many are met."""


def states(watches: int) -> int:
    """Return how many states a journey of a number of watches has, without its ends."""
    return watches * WEATHERS * TIRED * 2


def number(watches: int, way: int, weather: int, tired: int, lost: int) -> int:
    """Return the number of a state; those beyond `states` are ends."""
    if way == watches:
        return states(watches) + tired * 2 + lost
    return ((way * WEATHERS + weather) * TIRED + tired) * 2 + lost


def watch_from(watches: int, way: int, weather: int, tired: int, lost: int) -> Iterator[tuple[int, int, int]]:
    """Yield what can come of a watch: a weight, a state, and how many were met."""
    for then, veers, tires, meets in product(range(WEATHERS), (0, 1), (0, 1), (0, 1)):
        weight = TURNS_TO[weather][then]
        weight *= VEERS[weather] if veers else 6 - VEERS[weather]
        weight *= TIRES[weather] if tires else 6 - TIRES[weather]
        weight *= MEETS if meets else 6 - MEETS
        more = min(tired + tires, TIRED - 1)
        yield weight, number(watches, way + 1 - veers, then, more, lost | veers), meets


def table(watches: int) -> _Table:
    """Return the ways on from every state, alike ones together."""
    found: _Table = []
    for state in product(range(watches), range(WEATHERS), range(TIRED), (0, 1)):
        ways: dict[tuple[int, int], int] = {}
        for weight, to, met in watch_from(watches, *state):
            ways[to, met] = ways.get((to, met), 0) + weight
        assert sum(ways.values()) == OF
        found.append(ways)
    return found


def chain_of(ways: _Table) -> Chain:
    """Return the states as a chain of situations; at its end the labels are: ever lost, and how tired."""
    found: list[Situation] = []
    for each in ways:
        edges = [Transition(weight, to, WATCH, ((WATCH,) * met,)) for (to, met), weight in each.items()]
        found.append(Moves(tuple(edges), OF))
    labels = tuple((at % 2, at // 2 % TIRED) for at in range(len(ways) + TIRED * 2))
    return Chain((*found, *[Ends("arrived", ())] * (TIRED * 2)), labels, 0)


class ByMatrix:
    """The same in floats, by a sparse matrix; one for all that is met, and one for what is met and not."""

    def __init__(self, ways: _Table) -> None:
        """Lay the table out."""
        self._ways = ways
        self._any, self._none, self._some = (self._matrix(met) for met in ((0, 1), (0,), (1,)))

    def _matrix(self, met: tuple[int, ...]) -> csr_array:
        rows = [
            (to, at, weight / OF)
            for at, each in enumerate(self._ways)
            for (to, how_many), weight in each.items()
            if how_many in met
        ]
        to, at, chance = zip(*rows, strict=True)
        size = len(self._ways) + TIRED * 2
        return csr_array((chance, (to, at)), shape=(size, size))

    def ends(self, watches: int) -> np.ndarray:
        """Return the chance of each end after each watch: it answers all but how many are met."""
        many = len(self._ways)
        state, found = np.zeros(many + TIRED * 2), []
        state[0] = 1
        for _ in range(watches):
            state = self._any @ state
            found.append(state[many:].copy())
        return np.array(found)

    def met(self, watches: int) -> np.ndarray:
        """Return the chance of each number of those met."""
        many = len(self._ways)
        state, found = np.zeros((many + TIRED * 2, watches + 1)), np.zeros(watches + 1)
        state[0, 0] = 1
        for _ in range(watches):
            some = self._some @ state
            state = self._none @ state
            state[:, 1:] += some[:, :-1]
            found += state[many:].sum(axis=0)
        return found


def by_icepool(ways: _Table) -> float:
    """Move an icepool die of states on for the first watches; returns the chance of having arrived."""
    dice: dict[int, icepool.Die[int]] = {}
    for at, each in enumerate(ways):
        weights: dict[int, int] = {}
        for (to, _), weight in each.items():
            weights[to] = weights.get(to, 0) + weight
        dice[at] = icepool.Die(weights)
    for end in range(len(ways), len(ways) + TIRED * 2):
        dice[end] = icepool.Die({end: 1})
    state = icepool.Die({0: 1})
    for _ in range(EARLY):
        state = state.map(dice)
    return float(state.probability(">=", len(ways)))


def timed(rounds: int, work: Callable[[], object]) -> float:
    """Return the least CPU time that work takes, in milliseconds."""
    found = []
    for _ in range(rounds):
        began = process_time()
        work()
        found.append((process_time() - began) * 1000)
    return min(found)


def by_value(law: Law, per: int = 1) -> dict[int, float]:
    """Return the chances of the numbers of a law, in so many milliseconds."""
    return {value // per: weight / law.total for value, weight in law.weights if isinstance(value, int)}


def require_same(ours: dict[int, float], theirs: np.ndarray) -> None:
    """Require that each value has the same chance."""
    assert sum(ours.values()) > 1 - 1e-11
    assert all(abs(chance - theirs[value]) < 1e-11 for value, chance in ours.items())


def require_close(ours: Law, exact: Law) -> None:
    """Require that the law in floats is within its bound of the exact one, and what was cut off."""
    within, known = ours.off + TAIL, by_value(exact)
    assert all(abs(chance - known[value]) <= within for value, chance in by_value(ours).items())


MET = "how many it met"
COLUMNS = (
    "asked, in ms",
    "nodes",
    "condense",
    "then exact",
    "condense and lay out",
    "then floats",
    "scipy",
    "exact, times scipy",
    "floats, times scipy",
)
QUESTIONS: dict[str, Inquiry] = {
    "when it arrives": HowItEnds(times=True),
    "whether it was ever lost": AtEnd(0),
    "how tired it arrives": AtEnd(1),
    MET: HowMany(0),
}


def compared(rounds: int) -> list[str]:
    """Answer the questions both ways and return the lines of the table."""
    ways = table(sum(COSTS))
    chain, matrix = chain_of(ways), ByMatrix(ways)
    laws = {asked: law_of(chain, question) for asked, question in QUESTIONS.items()}
    arrives = by_value(laws["when it arrives"], WATCH)
    watches = max(arrives)
    ends = matrix.ends(watches)
    arrived = ends.sum(axis=1)
    require_same(arrives, np.array([0.0, *arrived]))
    require_same(by_value(laws["whether it was ever lost"]), ends.sum(axis=0).reshape(TIRED, 2).sum(axis=0))
    require_same(by_value(laws["how tired it arrives"]), ends.sum(axis=0).reshape(TIRED, 2).sum(axis=1))
    require_same(by_value(laws[MET]), matrix.met(watches))
    assert abs(by_icepool(ways) - arrived[:EARLY].sum()) < 1e-11
    lines = []
    for asked, question in QUESTIONS.items():
        condensed, floats = condense(chain, question), FloatChain(chain, question)
        require_close(floats.law(), laws[asked])
        once = timed(rounds, partial(condense, chain, question))
        then = timed(rounds, partial(law_of_condensed, condensed, question))
        laid = timed(rounds, partial(FloatChain, chain, question))
        quick = timed(rounds, floats.law)
        theirs = timed(rounds, partial(matrix.met if asked == MET else matrix.ends, watches))
        lines.append(
            f"| {asked} | {len(condensed.nodes):,} | {once:,.0f} | {then:,.0f} | {laid:,.0f} | {quick:,.1f} "
            f"| {theirs:,.1f} | {then / theirs:.1f} | {quick / theirs:.2f} |"
        )
    first = timed(rounds, lambda: by_icepool(ways))
    lines += [
        "",
        f"Both follow {watches} watches. icepool takes {first:,.0f} ms for the first {EARLY} of them.",
    ]
    return lines


def growth() -> list[str]:
    """Return how the work grows with the length of the way."""
    lines = []
    for watches in (12, 24, 48, 96):
        chain = chain_of(table(watches))
        times = [timed(1, partial(law_of, chain, one)) for one in QUESTIONS.values()]
        lines.append(
            f"| {watches} | {states(watches):,} | " + " | ".join(f"{ms:,.0f}" for ms in times) + " |"
        )
    return lines


def page(rounds: int) -> list[str]:
    """Run both beside each other and return the lines of the page."""
    return [
        "# W3h: the odds of a journey",
        "",
        f"{datetime.now(UTC):%Y-%m-%d}, CPython {platform.python_version()}.",
        f"By `benchmarks/w3h_journey.py`: the least CPU time of {rounds} rounds.",
        "",
        f"A chain of {states(sum(COSTS)):,} states, made by hand: {len(COSTS)} hexes, {sum(COSTS)} watches.",
        "Ours condenses it for the question,",
        "then moves whole numbers until less than 1 in 10^12 is open, or lays it out and moves floats; scipy",
        "moves floats, one matrix for all questions but the last. The chances agree to 10^-11.",
        "",
        f"| {' | '.join(COLUMNS)} |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
        *compared(rounds),
        "",
        "## Growth with the watches of the way",
        "",
        "One run each, in ms.",
        "",
        "| watches | states | arrives | lost | tired | met |",
        "|---:|---:|---:|---:|---:|---:|",
        *growth(),
        "",
    ]


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    lines = page(parser.parse_args().rounds)
    RESULTS.write_text("\n".join(lines), "utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()

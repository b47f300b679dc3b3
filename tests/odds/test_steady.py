"""A chain of equal steps has the law that moving its weights one by one gives, to the last digit."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from random import Random

import pytest

from turnkeeper.odds.chain import BEYOND, NEVER, Chain, Ends, Moves, Situation, Transition
from turnkeeper.odds.condense import condense
from turnkeeper.odds.law import LOOK_EVERY, TAIL, law_of
from turnkeeper.odds.questions import FirstTime, HowItEnds, Inquiry, Value
from turnkeeper.odds.scales import rounds_of
from turnkeeper.odds.steady import steady_chain

STEP = 600_000
TIMED: tuple[Inquiry, ...] = (FirstTime(0), HowItEnds(times=True))


def way(weight: int, to: int, first: int = NEVER) -> Transition:
    return Transition(weight, to, STEP, (), (first,))


def made(seed: int, *, beyond: bool = False) -> Chain:
    """Return a chain of some nodes that stay as they are or lead to later ones, and two ends."""
    chance = Random(seed)  # noqa: S311 - nothing is secret
    many, stays = chance.randint(2, 9), chance.sample((0, 1, 2, 3, 5, 7), 3)
    found: list[Situation] = []
    for at in range(many):
        others = chance.sample(range(at + 1, many + 2), min(chance.randint(1, 4), many + 1 - at))
        ways = [way(chance.randint(1, 4), to, chance.choice((NEVER, NEVER, 0, STEP))) for to in others]
        stay = chance.choice(stays)
        ways += [way(stay, at)] * (stay > 0)
        found.append(Moves(tuple(ways), sum(one.weight for one in ways)))
    last = BEYOND if beyond else Ends("gone", (False,))
    return Chain((*found, Ends("dark", (True,)), last), ((),) * (many + 2), 0)


def by_hand(chain: Chain, question: Inquiry) -> tuple[dict[Value, Fraction], Fraction]:
    """Move the chances on one by one; returns those of the values, and what is open."""
    found: dict[Value, Fraction] = defaultdict(Fraction)
    layer, step, gone = {0: Fraction(1)}, 0, Fraction(0)
    while layer:
        if (step + 1) % LOOK_EVERY == 0 and 1 - gone < TAIL:
            break
        then: dict[int, Fraction] = defaultdict(Fraction)
        for at, chance in layer.items():
            one = chain.situations[at]
            if isinstance(one, Ends):
                gone += chance
                if one is not BEYOND:
                    held = isinstance(question, HowItEnds) or one.holds[0]
                    found[step * STEP if held else None] += chance
                continue
            assert isinstance(one, Moves)
            for edge in one.edges:
                more = chance * edge.weight / one.total
                if isinstance(question, FirstTime) and edge.firsts[0] != NEVER:
                    found[step * STEP + edge.firsts[0]] += more
                    gone += more
                else:
                    then[edge.to] += more
        layer, step = then, step + 1
    return found, 1 - sum(found.values(), Fraction(0))


@pytest.mark.parametrize("beyond", [False, True])
@pytest.mark.parametrize("question", TIMED)
def test_the_law_of_a_steady_chain_is_that_of_moving_its_weights_one_by_one(
    question: Inquiry, *, beyond: bool
) -> None:
    steady = 0
    for seed in range(40):
        chain = made(seed, beyond=beyond)
        nodes = condense(chain, question).nodes
        steady += steady_chain(nodes, rounds_of(nodes), question) is not None
        law, (known, is_open) = law_of(chain, question), by_hand(chain, question)
        assert {value: Fraction(weight, law.total) for value, weight in law.weights} == known, seed
        assert Fraction(law.still_open, law.total) == is_open, seed
    assert steady > 10


def test_a_geometric_wait_is_known_by_its_first_term() -> None:
    """Each step 1 in 6, else as before: after k steps it is (5/6)^(k - 1) x 1/6."""
    chain = Chain((Moves((way(1, 1), way(5, 0)), 6), Ends("", (True,))), ((), ()), 0)
    law = law_of(chain, FirstTime(0))
    for number, (value, weight) in enumerate(law.weights):
        assert value == (number + 1) * STEP
        assert Fraction(weight, law.total) == Fraction(5, 6) ** number / 6
    assert len(law.weights) > 100


def test_what_comes_round_by_way_of_another_is_moved_along_its_links() -> None:
    chain = Chain((Moves((way(1, 1),), 1), Moves((way(1, 2), way(1, 0)), 2), Ends("", (True,))), ((),) * 3, 0)
    nodes = condense(chain, FirstTime(0)).nodes
    assert steady_chain(nodes, rounds_of(nodes), FirstTime(0)) is None
    assert law_of(chain, FirstTime(0)).weights[0][0] == 2 * STEP

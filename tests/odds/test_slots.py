"""How often something happens: the law in slots is that of moving each count by itself."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from random import Random

import pytest

from turnkeeper.odds.chain import NEVER, Chain, ClockFork, Ends, Moves, Situation, Transition
from turnkeeper.odds.law import LOOK_EVERY, TAIL, law_of
from turnkeeper.odds.questions import HowMany, Law
from turnkeeper.odds.slots import ROOM, Slots

STEP = 600_000
FORK_AT = 5 * STEP


def made(seed: int) -> Chain:
    """Return a chain that comes round, with a fork by the clock; on some ways something happens, or twice."""
    chance = Random(seed)  # noqa: S311 - nothing is secret
    many = chance.randint(2, 5)
    found: list[Situation] = []
    for _ in range(many):
        others = chance.sample(range(many + 2), chance.randint(1, 3))
        ways = [
            Transition(chance.randint(1, 3), to, STEP, (chance.choice(((), (), (0,), (1, STEP))),))
            for to in (*others, many + 1)
        ]
        found.append(Moves(tuple(ways), sum(one.weight for one in ways)))
    fork = ClockFork(FORK_AT, many + 1, 0)
    return Chain((*found, fork, Ends("over", ())), ((),) * (many + 2), 0)


def by_hand(chain: Chain, until: int) -> dict[int, Fraction]:
    """Move the chance of each situation and count on one by one; returns that of each count at the end."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    layer, at = {(0, 0): Fraction(1)}, 0
    while layer and (at // STEP + 1) % LOOK_EVERY:
        then: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for (number, had), chance in layer.items():
            one = chain.situations[number]
            while isinstance(one, ClockFork):
                one = chain.situations[one.yes if at >= one.ms else one.no]
            if isinstance(one, Ends):
                found[had] += chance
                continue
            assert isinstance(one, Moves)
            for edge in one.edges:
                more = sum(until == NEVER or at + after <= until for after in edge.counts[0])
                if until != NEVER and at + STEP > until:
                    found[had + more] += chance * edge.weight / one.total
                else:
                    then[edge.to, had + more] += chance * edge.weight / one.total
        layer, at = then, at + STEP
    assert not layer or 1 - sum(found.values()) < TAIL
    return found


def chances(law: Law) -> dict[int, Fraction]:
    return {value: Fraction(weight, law.total) for value, weight in law.weights if isinstance(value, int)}


@pytest.mark.parametrize("until", [7 * STEP, 7 * STEP + 1])
@pytest.mark.parametrize("seed", range(30))
def test_how_often_within_a_time_is_that_of_moving_each_count_by_itself(seed: int, until: int) -> None:
    chain = made(seed)
    law = law_of(chain, HowMany(0, until))
    assert law.still_open == 0
    assert chances(law) == by_hand(chain, until)


def test_how_often_in_very_many_steps_is_binomial() -> None:
    """Ten throws more than slots have room for at first: each 1 in 3 happens."""
    steps = ROOM + 10
    ways = [
        Moves((Transition(2, to, STEP, ((),)), Transition(1, to, STEP, ((STEP,),))), 3)
        for to in range(1, steps + 1)
    ]
    law = law_of(Chain((*ways, Ends("over", ())), ((),) * (steps + 1), 0), HowMany(0))
    third, expected, ways_to = Fraction(1, 3), {}, 1
    for count in range(steps + 1):
        expected[count] = ways_to * third**count * (1 - third) ** (steps - count)
        ways_to = ways_to * (steps - count) // (count + 1)
    assert law.still_open == 0
    assert chances(law) == expected


def test_slots_that_become_wider_hold_the_same() -> None:
    slots = Slots(6, 1)
    weights = [5, 0, 6**ROOM]
    packed = sum(slots.shifted(one, count) for count, one in enumerate(weights))
    layer = {4: packed, 7: 0}
    slots.make_room(3 * ROOM, [layer])
    assert slots.each(layer[4]) == weights
    assert slots.each(layer[7]) == []
    assert slots.each(slots.shifted(layer[4], 2)) == [0, 0, *weights]

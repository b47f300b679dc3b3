"""Odds in floating point are within their own bound of the exact ones, whatever is asked."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from turnkeeper.app.plans.answering import plan_odds
from turnkeeper.app.plans.shipped import ShippedPlan, shipped_plans
from turnkeeper.odds.chain import BEYOND, NEVER, Chain, ClockFork, Ends, Moves, Situation, Transition
from turnkeeper.odds.floating import FloatChain
from turnkeeper.odds.law import TAIL, law_of
from turnkeeper.odds.questions import AtEnd, FirstTime, HowItEnds, HowMany, Inquiry, Law, Value

STEP = 600_000
LATE = 7 * STEP
NOTHING = Fraction(0)
QUESTIONS: tuple[Inquiry, ...] = tuple(
    one
    for until in (NEVER, LATE, LATE + 1)
    for one in (FirstTime(0, until), HowMany(0, until), AtEnd(0, until), HowItEnds(times=True, until=until))
)


def made(seed: int) -> Chain:
    """Return a chain that comes round, of steps of different lengths and of none, with forks by the clock."""
    chance = Random(seed)  # noqa: S311 - nothing is secret
    many = chance.randint(2, 7)
    over, lost = many + 2, many + 3
    found: list[Situation] = []
    for at in range(many):
        others = [chance.randrange(many + 2) for _ in range(chance.randint(1, 3))]
        ways = [_way(chance, to, at_once=at < to < many) for to in others]
        ways.append(_way(chance, chance.choice((over, over, lost)), at_once=True))
        found.append(Moves(tuple(ways), sum(one.weight for one in ways)))
    found += [ClockFork(3 * STEP, many + 1, 0), ClockFork(5 * STEP, over, 1)]
    last = chance.choice((BEYOND, Ends("lost", (False,))))
    labels = tuple((chance.randint(0, 3),) for _ in range(many + 4))
    return Chain((*found, Ends("over", (True,)), last), labels, 0)


def _way(chance: Random, to: int, *, at_once: bool) -> Transition:
    """Return a way on, which may be gone at once or takes time."""
    ms = chance.choice((0, STEP, 2 * STEP) if at_once else (STEP, 3 * STEP))
    counts = chance.choice(((), (), (0,), (0, ms)))
    return Transition(chance.randint(1, 4), to, ms, (counts,), (chance.choice((NEVER, NEVER, NEVER, ms)),))


def chances(law: Law) -> dict[Value, Fraction]:
    return {value: Fraction(weight, law.total) for value, weight in law.weights}


def require_close(ours: Law, exact: Law) -> None:
    """Require that no chance is further off than the bound, and what is cut off of either."""
    assert 0 < ours.off < Fraction(1, 10**10)
    within = ours.off + TAIL
    mine, true = chances(ours), chances(exact)
    assert all(abs(mine.get(value, NOTHING) - true.get(value, NOTHING)) <= within for value in {*mine, *true})
    assert sum(weight for _, weight in ours.weights) + ours.still_open == ours.total
    assert abs(Fraction(ours.still_open, ours.total) - Fraction(exact.still_open, exact.total)) <= within


@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_the_law_in_floating_point_is_within_its_bound_of_the_exact_one(question: Inquiry) -> None:
    for seed in range(30):
        chain = made(seed)
        require_close(FloatChain(chain, question).law(), law_of(chain, question))


def test_a_wait_of_one_in_six_falls_by_five_sixths() -> None:
    """After k steps it is (5/6)^(k - 1) x 1/6, to the last digits of floating point."""
    ways = (Transition(1, 1, STEP, (), (STEP,)), Transition(5, 0, STEP, (), (NEVER,)))
    law = FloatChain(Chain((Moves(ways, 6), Ends("", (True,))), ((), ()), 0), FirstTime(0)).law()
    for number, (value, weight) in enumerate(law.weights):
        assert value == (number + 1) * STEP
        assert abs(Fraction(weight, law.total) - Fraction(5, 6) ** number / 6) < law.off
    assert len(law.weights) > 100


@pytest.mark.parametrize("plan", shipped_plans(), ids=lambda one: one.name)
@pytest.mark.slow
def test_every_plan_that_comes_along_is_answered_alike(plan: ShippedPlan) -> None:
    exact, ours = plan_odds(plan.text, plan.name), plan_odds(plan.text, plan.name, floats=True)
    assert not exact.off
    assert ours.off == max(one.off for one in (ours.ends, *(answer.law for answer in ours.answers)))
    require_close(ours.ends, exact.ends)
    for mine, true in zip(ours.answers, exact.answers, strict=True):
        require_close(mine.law, true.law)
        for (at, early), (then, known) in zip(mine.along, true.along, strict=True):
            assert at == then
            require_close(early, known)

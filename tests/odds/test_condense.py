"""Situations from which the same follows become one, those that can stay as they are among them."""

from __future__ import annotations

import pytest

from turnkeeper.odds.chain import NEVER, Chain, Ends, Moves, Transition
from turnkeeper.odds.condense import condense
from turnkeeper.odds.law import law_of
from turnkeeper.odds.questions import FirstTime, HowItEnds, Inquiry

TURN = 600_000


def moves(ms: int = TURN, **ways: int) -> Moves:
    """Return a situation that leads by weights to others, whose numbers come after an underscore."""
    edges = [Transition(weight, int(to[1:]), ms, (), (NEVER,)) for to, weight in ways.items()]
    return Moves(tuple(edges), sum(ways.values()))


def chain(*situations: Moves | Ends) -> Chain:
    return Chain(situations, ((),) * len(situations), 0)


END = Ends("over", (True,))
BOTH: tuple[Inquiry, ...] = (FirstTime(0), HowItEnds(times=True))


@pytest.mark.parametrize("question", BOTH)
def test_what_is_left_by_the_same_chance_is_one_however_it_comes_round(question: Inquiry) -> None:
    """From 1, 2 and 3 it is over by 1 in 2; else it is as before in one of them."""
    found = chain(
        moves(_1=1, _2=1, _3=1), moves(_1=1, _4=1), moves(_1=3, _4=3), moves(_3=1, _1=2, _2=1, _4=4), END
    )
    assert len(condense(found, question).nodes) == 3


@pytest.mark.parametrize("question", BOTH)
def test_what_is_left_by_other_chances_stays_apart(question: Inquiry) -> None:
    found = chain(moves(_1=1, _2=1), moves(_1=1, _3=1), moves(_2=2, _3=1), END)
    assert len(condense(found, question).nodes) == 4


@pytest.mark.parametrize("question", BOTH)
def test_what_comes_round_by_way_of_another_is_one_where_both_are_alike(question: Inquiry) -> None:
    found = chain(moves(_1=1, _2=1), moves(_2=1, _3=1), moves(_1=1, _3=1), END)
    assert len(condense(found, question).nodes) == 3


def test_what_takes_no_time_is_no_step_of_its_own() -> None:
    """It is over at once by 1 in 3; else a turn passes, after which it begins anew: each turn 1 in 3."""
    found = chain(moves(0, _1=2, _2=1), moves(_0=1), END)
    law = law_of(found, FirstTime(0))
    assert law.weights[0] == (0, law.total // 3)
    assert law.weights[1][1] * 9 == law.total * 2
    assert len(condense(found, FirstTime(0)).nodes) == 3

"""Exact odds of dice: every value an expression can take, with integer weights.

Keeping, dropping and exploding are icepool's work. Sums of many dice have a short way of their own, since
adding them one by one takes icepool seconds for a thousand, and so has a face that is thrown once more.
What would take much longer than a second is refused beforehand. This module must not throw dice, and
never rounds.
"""

from __future__ import annotations

from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING, Final, assert_never

from msgspec import Struct

from turnkeeper.chance.expression import (
    Chance,
    Digits,
    Expression,
    Fate,
    Number,
    Operation,
    Pool,
    pool_kept,
)
from turnkeeper.chance.limits import MAX_CHAIN
from turnkeeper.chance.notation import Dice

if TYPE_CHECKING:
    from fractions import Fraction

MAX_WORK: Final = 2_000_000
"""Most steps spent on one expression, each a microsecond or less; `5000d6` and `250d6kh125` are within it."""

_Law = dict[int, int]
"""Weights by value, all above 0."""


class OddsError(ValueError):
    """An expression whose exact odds would take too long. It can still be rolled."""


class Distribution(Struct, frozen=True):
    """All values in ascending order, each with its integer weight; `total` is the sum of the weights.

    Weights have no common factor, so equal laws are equal values.
    """

    values: tuple[int, ...]
    weights: tuple[int, ...]
    total: int

    @property
    def mean(self) -> Fraction:
        """The mean value, exactly."""
        from fractions import Fraction

        return Fraction(sum(map(int.__mul__, self.values, self.weights)), self.total)

    @property
    def variance(self) -> Fraction:
        """The mean of the squared distance from the mean, exactly.

        >>> from turnkeeper.chance.notation import parse_dice
        >>> distribution(parse_dice("1d6")).variance
        Fraction(35, 12)
        """
        from fractions import Fraction

        pairs = zip(self.values, self.weights, strict=True)
        squares = Fraction(sum(value * value * weight for value, weight in pairs), self.total)
        return squares - self.mean * self.mean

    def chance(self, *, at_least: int | None = None, at_most: int | None = None) -> Fraction:
        """Return the exact chance of a value within the ends given, both counted in.

        >>> from turnkeeper.chance.notation import parse_dice
        >>> distribution(parse_dice("2d6")).chance(at_least=11)
        Fraction(1, 12)
        """
        from fractions import Fraction

        return Fraction(
            sum(
                weight
                for value, weight in zip(self.values, self.weights, strict=True)
                if (at_least is None or value >= at_least) and (at_most is None or value <= at_most)
            ),
            self.total,
        )


@lru_cache(maxsize=16)
def distribution(dice: Dice) -> Distribution:
    """Return the exact distribution of dice; raises `OddsError` when it would need over `MAX_WORK` steps.

    Explosions end after as many extra dice as when rolling, so the odds match the rolls.

    >>> from turnkeeper.chance.notation import parse_dice
    >>> distribution(parse_dice("2d4"))
    Distribution(values=(2, 3, 4, 5, 6, 7, 8), weights=(1, 2, 3, 4, 3, 2, 1), total=16)
    """
    law = sorted(_Pools(dice).law(dice.expression).items())
    common = gcd(*(weight for _, weight in law))
    weights = tuple(weight // common for _, weight in law)
    return Distribution(tuple(value for value, _ in law), weights, sum(weights))


class _Pools:
    """Works out the law of one expression, and stops before its work goes beyond the bound."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self._left = MAX_WORK

    def _spend(self, steps: int) -> None:
        self._require(steps)
        self._left -= steps

    def _require(self, steps: int) -> None:
        if steps > self._left:
            message = f"the exact odds of {self._dice} would take over {MAX_WORK:,} steps"
            raise OddsError(f"{message}: use fewer or smaller dice")

    def law(self, expression: Expression) -> _Law:
        match expression:
            case Number(value):
                return {value: 1}
            case Pool():
                return self._pool(expression)
            case Digits():
                return {10 * tens + units: 1 for tens in range(1, 7) for units in range(1, 7)}
            case Fate(count):
                return self._sum({-1: 1, 0: 1, 1: 1}, count)
            case Chance(hits, sides):
                return {value: weight for value, weight in ((0, sides - hits), (1, hits)) if weight}
            case Operation():
                return self._worked(expression, list(map(self.law, expression.operands)))
        assert_never(expression)

    def _worked(self, node: Operation, laws: list[_Law]) -> _Law:
        if node.operator in {"max", "min"}:
            from icepool import Die, highest, lowest  # type: ignore[import-untyped]

            self._spend(20 * sum(map(len, laws)))
            pick = highest if node.operator == "max" else lowest
            return dict(pick([Die(law) for law in laws]).items())
        combine = node.combine
        if len(laws) == 1:
            return {combine(value): weight for value, weight in laws[0].items()}
        first, second = laws
        self._spend(len(first) * len(second) // 2)
        law: _Law = {}
        for a, weight in first.items():
            for b, times in second.items():
                value = combine(a, b)
                law[value] = law.get(value, 0) + weight * times
        return {int(value): weight for value, weight in law.items()}

    def _pool(self, pool: Pool) -> _Law:
        kept = pool_kept(pool)
        if pool.count > 1 < pool.sides:
            self._require(_least_work(pool, len(kept)))
        die = self._die(pool)
        if len(kept) == pool.count:
            return self._sum(die, pool.count)
        self._spend(_keep_work(die, pool.count, len(kept)))
        from icepool import Die

        pick = Die(die).lowest if kept.start == 0 else Die(die).highest
        return dict(pick(pool.count, keep=len(kept)).items())

    def _die(self, pool: Pool) -> _Law:
        """Return the law of one die of a pool, with its explosions and rerolls."""
        self._spend(pool.sides * (50 * MAX_CHAIN if pool.explode else 1))
        law = dict.fromkeys(range(1, pool.sides + 1), 1)
        if pool.reroll in law:
            # Of n * n pairs of throws n begin with that face: the second counts, one for each face. With each
            # other face n begin and end.
            law = dict.fromkeys(law, pool.sides + 1) | {pool.reroll: 1}
        if not pool.explode:
            return law
        from icepool import Die

        return dict(Die(law).explode([pool.sides], depth=MAX_CHAIN).items())

    def _sum(self, die: _Law, count: int) -> _Law:
        """Return the law of the sum of equal dice."""
        if count == 1:
            return die
        least, most = min(die), max(die)
        weights = [die.get(value, 0) for value in range(least, most + 1)]
        recurrence = _recurrence(weights, count)
        last = (most - least) * count
        bits = count * sum(weights).bit_length()
        self._spend(last * (len(recurrence) + 10) * (2 + bits // 1000) // 4)
        summed = _power(weights[0], count, last, recurrence)
        return {least * count + place: weight for place, weight in enumerate(summed) if weight}


def _least_work(pool: Pool, kept: int) -> int:
    """Return how many steps some dice of a pool take at least, so that nobody waits only to be refused."""
    spread = pool.sides * (MAX_CHAIN + 1 if pool.explode else 1) - 1
    if kept == 1:
        return 20 * pool.sides
    return spread * pool.count * 5 if kept == pool.count else 2 * pool.sides * pool.count * spread * kept


def _keep_work(die: _Law, count: int, kept: int) -> int:
    """Return about how many microseconds icepool needs to keep some of equal dice."""
    if kept == 1:
        return 20 * len(die)
    return 2 * len(die) * count * ((max(die) - min(die)) * kept + 1)


def _recurrence(weights: list[int], count: int) -> list[tuple[int, int, int]]:
    """Return the terms (distance, slope, height) by which each weight of a sum follows from earlier ones.

    With p the polynomial of one die and q = p ** count, p * q' = count * p' * q. Comparing the coefficients
    of x ** place on both sides gives place * p[0] * q[place] as a sum of earlier q[place - distance], each
    times height - slope * place. Both sides are first multiplied by (1 - x) ** 2: this leaves three terms
    for a fair die of any size, whose weights are all alike.
    """
    die = _twice_differenced(weights)
    derived = _twice_differenced([place * weight for place, weight in enumerate(weights)])
    return [
        (place, die[place], count * derived[place] + place * die[place])
        for place in range(1, len(die))
        if die[place] or derived[place]
    ]


def _twice_differenced(weights: list[int]) -> list[int]:
    """Return the coefficients of a polynomial times (1 - x) ** 2."""
    padded = [0, 0, *weights, 0, 0]
    return [padded[place + 2] - 2 * padded[place + 1] + padded[place] for place in range(len(weights) + 2)]


def _power(first: int, count: int, last: int, recurrence: list[tuple[int, int, int]]) -> list[int]:
    """Return the weights of a sum of equal dice from its least value on; `first` is one die's first."""
    summed = [first**count]
    for place in range(1, last + 1):
        follows = [
            (height - slope * place) * summed[place - distance]
            for distance, slope, height in recurrence
            if distance <= place
        ]
        summed.append(sum(follows) // (first * place))
    return summed

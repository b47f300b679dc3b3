"""Exact odds as people read them: a row for each value, fractions where they can be read, questions answered.

What both front ends show of odds is put into words here. This module must not know how a row is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from math import gcd, isqrt
from typing import TYPE_CHECKING, Literal, get_args

from msgspec import Struct

from turnkeeper.chance.notation import Dice
from turnkeeper.chance.pools import Distribution, OddsError, distribution

if TYPE_CHECKING:
    from fractions import Fraction


How = Literal["at-least", "at-most", "exactly"]
HOWS: tuple[How, ...] = get_args(How)
LONGEST_FRACTION = 24
"""A fraction of more letters than this is nothing that anybody reads."""
MOST_ROWS = 100
TAIL = 20_000
"""Beyond the ends of the values that are shown one by one lies under one part in this many, on each side."""
MOST_KEPT = 20_000
"""Distributions of more values than this would fill the memory of a program that runs all evening."""
MOST_DIGITS = 4_000
MOST_TOLD = 10_000_000
"""The digits of one weight, and of all together, that are told to a program; of more it makes nothing."""
_PLACES = 4
_NICE = (1, 2, 5)


class OddsRow(Struct, frozen=True):
    """A value, or a run of them up to ``last``: its chance, and that of at least and at most so much.

    ``chance`` is empty where the fractions are too long to be read; the others are in percent. ``of_1000`` is
    its part of the likeliest row.
    """

    value: int
    last: int
    chance: str
    percent: str
    at_least: str
    at_most: str
    of_1000: int

    @property
    def name(self) -> str:
        """The value, or the first and the last of a run."""
        return str(self.value) if self.value == self.last else f"{self.value} to {self.last}"


class OddsTable(Struct, frozen=True):
    """The odds of dice to be read: where they lie, their mean, their standard deviation, row by row."""

    dice: str
    least: int
    most: int
    mean: str
    spread: str
    rows: tuple[OddsRow, ...]

    @property
    def exact(self) -> bool:
        """Return whether chances are short enough to stand as fractions."""
        return bool(self.rows[0].chance)

    @property
    def said(self) -> str:
        """Where the odds lie, in a few words."""
        return f"from {self.least} to {self.most}, mean {self.mean}, standard deviation {self.spread}"


class Likelihood(Struct, frozen=True):
    """How likely dice come to so much; ``chance`` is empty where the fraction is too long to be read.

    ``one_in`` says it as one in a number, empty where that is no help.
    """

    how: How
    value: int
    said: str
    chance: str
    percent: str
    one_in: str


class Odd(Struct, frozen=True):
    """A value and its chance: exactly ``weight`` in ``total``, both as text, and about that as a number."""

    value: int
    weight: str
    chance: float


class Odds(Struct, frozen=True):
    """The exact odds of dice, the least value first. ``total`` is the sum of the weights.

    Weights are texts, for they may have more digits than programs have numbers for. ``spread`` is the
    standard deviation.
    """

    dice: str
    total: str
    mean: float
    spread: float
    odds: tuple[Odd, ...]


def law_of(dice: Dice) -> Distribution:
    """Return the exact distribution of dice; one of very many values is not kept for the next time.

    Raises `OddsError` where it would take too long.
    """
    law = distribution(dice)
    if len(law.values) > MOST_KEPT:
        distribution.cache_clear()
    return law


def odds_of(dice: Dice, most_rows: int = 0) -> OddsTable:
    """Return the odds of dice; raises `OddsError` where they would take too long.

    Of more values than ``most_rows`` runs are put together, and so are both ends, on which next to nothing
    falls; 0 keeps every value apart.
    """
    law = law_of(dice)
    runs = _runs(law, most_rows if 0 < most_rows < len(law.values) else 0)
    return OddsTable(
        str(dice),
        law.values[0],
        law.values[-1],
        decimal(law.mean),
        decimal(_root(law.variance)),
        tuple(_rows(law, runs)),
    )


def odds_data(dice: Dice) -> Odds:
    """Return the odds of dice for programs; raises `OddsError` where they would take or be too long."""
    law = law_of(dice)
    if len(law.values) > MOST_KEPT:
        message = f"these dice have {len(law.values):,} values; at most {MOST_KEPT:,} are told"
        raise OddsError(message)
    if law.total > 10 ** min(MOST_DIGITS, MOST_TOLD // len(law.values)):
        message = f"the weights of {dice} have too many digits to be told"
        raise OddsError(message)
    odds = tuple(
        Odd(value, str(weight), weight / law.total)
        for value, weight in zip(law.values, law.weights, strict=True)
    )
    return Odds(str(dice), str(law.total), float(law.mean), float(_root(law.variance)), odds)


def asked(dice: Dice, how: How, value: int) -> Likelihood:
    """Return the exact chance of at least, at most or exactly so much.

    >>> from turnkeeper.chance.notation import parse_dice
    >>> found = asked(parse_dice("2d6"), "at-least", 9)
    >>> found.said, found.chance, found.percent, found.one_in
    ('at least 9', '5/18', '27.78', '3.6')
    """
    law = law_of(dice)
    least = None if how == "at-most" else value
    most = None if how == "at-least" else value
    chance = law.chance(at_least=least, at_most=most)
    above, below = chance.numerator, chance.denominator
    one_in = decimal(1 / chance, 1) if above and 2 * above < below < 10**9 * above else ""
    exact = fraction(above, below)
    shown = exact if len(exact) <= LONGEST_FRACTION else ""
    return Likelihood(how, value, f"{how.replace('-', ' ')} {value}", shown, share(above, below), one_in)


def _runs(law: Distribution, most_rows: int) -> Iterator[tuple[int, int]]:
    """Yield runs of values, as places of the first and of the one after the last.

    They are both ends, on which next to nothing falls, and equal lengths between them; or every value.
    """
    if not most_rows:
        yield from pairwise(range(len(law.values) + 1))
        return
    start, stop = _light(law.weights, law.total), len(law.weights) - _light(law.weights[::-1], law.total)
    width = nice((law.values[stop - 1] - law.values[start]) // most_rows + 1)
    if start:
        yield 0, start
    while start < stop:
        bound = law.values[start] + width
        after = next((at for at in range(start, stop) if law.values[at] >= bound), stop)
        yield start, after
        start = after
    if stop < len(law.values):
        yield stop, len(law.values)


def _light(weights: Sequence[int], total: int) -> int:
    """Return how many from the beginning are together lighter than an end may be."""
    return next(place for place, sum_ in enumerate(accumulate(weights)) if sum_ * TAIL >= total)


def nice(least: int) -> int:
    """Return the first of 1, 2, 5, 10, 20, ... that is at least so much."""
    ten = 1
    while True:
        for one in _NICE:
            if one * ten >= least:
                return one * ten
        ten *= 10


def _rows(law: Distribution, runs: Iterable[tuple[int, int]]) -> Iterator[OddsRow]:
    weighed = [(start, stop, sum(law.weights[start:stop])) for start, stop in runs]
    most = max(weight for _, _, weight in weighed)
    least = min((weight for _, _, weight in weighed if weight), default=1)
    # What takes too many letters for the least of them would take long to reduce for all.
    exact = law.total // least <= 10**LONGEST_FRACTION
    shown = [fraction(weight, law.total) if exact else "" for _, _, weight in weighed]
    exact = max(map(len, shown)) <= LONGEST_FRACTION
    before = 0
    for (start, stop, weight), chance in zip(weighed, shown, strict=True):
        yield OddsRow(
            law.values[start],
            law.values[stop - 1],
            chance if exact else "",
            share(weight, law.total),
            share(law.total - before, law.total),
            share(before + weight, law.total),
            weight * 1000 // most,
        )
        before += weight


def fraction(weight: int, total: int) -> str:
    """Return a chance as a fraction in lowest terms, or nothing readable when its digits are too many.

    >>> fraction(10, 36), fraction(36, 36), fraction(0, 36)
    ('5/18', '1/1', '0/1')
    """
    common = gcd(weight, total)
    if total // common > 10**LONGEST_FRACTION:
        return "?" * (LONGEST_FRACTION + 1)
    return f"{weight // common}/{total // common}"


def share(weight: int, total: int) -> str:
    """Return a share in percent; only zero shows as 0, and only the whole as 100.

    >>> share(1, 36), share(36, 36), share(1, 10**6), share(10**6 - 1, 10**6), share(0, 36)
    ('2.78', '100.00', '<0.01', '>99.99', '0.00')
    """
    hundredths = (weight * 10_000 * 2 + total) // (total * 2)
    if weight and not hundredths:
        return "<0.01"
    if weight < total and hundredths == 10_000:  # noqa: PLR2004 - all of it, in hundredths of a percent
        return ">99.99"
    return f"{hundredths // 100}.{hundredths % 100:02}"


def decimal(value: Fraction, places: int = _PLACES) -> str:
    """Return a number with up to a count of places, rounded half up.

    >>> from fractions import Fraction
    >>> decimal(Fraction(7)), decimal(Fraction(15_869, 1_296)), decimal(Fraction(-7, 2))
    ('7', '12.2446', '-3.5')
    """
    scale = 10**places
    sign = "-" if value < 0 else ""
    units = int(abs(value) * scale * 2 + 1) // 2
    return f"{sign if units else ''}{units // scale}.{units % scale:0{places}}".rstrip("0").rstrip(".")


def _root(value: Fraction) -> Fraction:
    """Return a square root to well beyond the places that are shown."""
    from fractions import Fraction

    scale = 10 ** (2 * _PLACES)
    return Fraction(isqrt(int(value * scale * scale)), scale)

"""How many of the years before one have a property, at once and exactly, however long the rule's period.

A set of years is a signed sum of arithmetic progressions: "400, !100, 4" is those of 4 without those of 100
with those of 400. Sums of such sets, weighted with days, say on which day a year begins.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import accumulate
from math import gcd, lcm
from typing import TypeAlias

from turnkeeper.calendars.conditions import Recurrence

Signed: TypeAlias = dict[tuple[int, int], int]
"""Weights by modulus and residue."""
MOST_PROGRESSIONS = 20_000
ALWAYS: Signed = {(1, 0): 1}


class TooManyProgressions(ValueError):  # noqa: N818 - it says what is wrong
    """Rules that together would take too long to count."""


class YearSum:
    """The sum, over the years, of what each of them weighs."""

    __slots__ = ("_groups", "mean", "slack")

    def __init__(self, parts: Iterable[Signed]) -> None:
        weights: Signed = {}
        for part in parts:
            _add(weights, part, 1)
        by_modulus: dict[int, list[tuple[int, int]]] = {}
        for (modulus, residue), weight in sorted(weights.items()):
            by_modulus.setdefault(modulus, []).append((residue, weight))
        self._groups = tuple(
            (
                modulus,
                tuple(residue for residue, _ in found),
                (0, *accumulate(weight for _, weight in found)),
            )
            for modulus, found in by_modulus.items()
        )
        self.mean = sum((Fraction(sums[-1], modulus) for modulus, _, sums in self._groups), Fraction(0))
        self.slack = sum(abs(weight) for (modulus, _), weight in weights.items() if modulus > 1)

    def before(self, year: int) -> int:
        """Return the sum over the years from 0 up to one, without it; below 0 the negative sum from it on."""
        total = 0
        for modulus, residues, sums in self._groups:
            rounds, rest = divmod(year, modulus)
            total += rounds * sums[-1] + sums[bisect_left(residues, rest)]
        return total

    def at(self, year: int) -> int:
        """Return the weight of one year."""
        return self.before(year + 1) - self.before(year)


def last_year(years: YearSum, number: int) -> int:
    """Return the last year up to one that is among some years, of which there must be any."""
    wanted, apart = years.before(number + 1), 1
    while years.before(number + 1 - apart) == wanted:
        apart *= 2
    low, high = number - apart, number
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if years.before(middle + 1) == wanted else (middle, high)
    return high


def times(one: Signed, weight: int) -> Signed:
    """Return the same years, each with so much weight."""
    return {progression: found * weight for progression, found in one.items()}


def years_of(rule: Recurrence | None) -> Signed:
    """Return the years (or appearances) that a rule holds in; without a rule all."""
    if rule is None:
        return ALWAYS
    if rule.cycle:
        residues = {(year + rule.offset) % rule.cycle for year in rule.years}
        return {(rule.cycle, residue): 1 for residue in residues}
    held: Signed = {}
    open_years = ALWAYS
    for said in rule.every.split(","):
        number = int(said.strip().lstrip("!+"))
        residue = 0 if "+" in said else rule.offset % number
        hit = both(open_years, {(number, residue): 1})
        _add(held, hit if "!" not in said else {}, 1)
        open_years = dict(open_years)
        _add(open_years, hit, -1)
    return held


def both(one: Mapping[tuple[int, int], int], other: Mapping[tuple[int, int], int]) -> Signed:
    """Return the years that are in both; raises `TooManyProgressions` where they cannot be told shortly."""
    if len(one) * len(other) > MOST_PROGRESSIONS:
        raise TooManyProgressions
    found: Signed = {}
    for first, weight in one.items():
        for second, factor in other.items():
            met = _meeting(*first, *second)
            if met is not None:
                _add(found, {met: weight * factor}, 1)
    return found


def of_appearances(years: Signed, rule: Signed) -> Signed:
    """Return the years of those appearances of ``years`` that a rule holds in.

    Appearances are counted from year 0 on. ``years`` must be progressions of one modulus.
    """
    if not years:
        return {}
    (modulus,) = {modulus for modulus, _ in years}
    residues = sorted(residue for _, residue in years)
    found: Signed = {}
    for (period, first), weight in rule.items():
        whole = lcm(len(residues), period)
        if whole // period * len(rule) > MOST_PROGRESSIONS:
            raise TooManyProgressions
        for appearance in range(first, whole, period):
            rounds, index = divmod(appearance, len(residues))
            progression = (whole // len(residues) * modulus, rounds * modulus + residues[index])
            _add(found, {progression: weight}, 1)
    return found


def _meeting(modulus: int, residue: int, other: int, wanted: int) -> tuple[int, int] | None:
    common = gcd(modulus, other)
    apart, rest = divmod(wanted - residue, common)
    if rest:
        return None
    steps = apart * pow(modulus // common, -1, other // common) % (other // common)
    whole = modulus // common * other
    return whole, (residue + modulus * steps) % whole


def _add(weights: Signed, more: Signed, sign: int) -> None:
    for progression, weight in more.items():
        found = weights.get(progression, 0) + sign * weight
        if found:
            weights[progression] = found
        else:
            weights.pop(progression, None)

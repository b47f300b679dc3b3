"""The one figure that sums an answer up: a chance, or a mean with what 1 and 19 in 20 do not go beyond."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.time import TimeScale
from turnkeeper.time.scale import HOUR

if TYPE_CHECKING:
    from turnkeeper.app.plans.answering import PlanAnswer, PlanOdds
    from turnkeeper.odds.questions import Law, Value

PARTS = 10**9
"""The parts into which each unit of a figure is divided."""
LOW, MIDDLE, HIGH = Fraction(1, 20), Fraction(1, 2), Fraction(19, 20)
FigureKind = Literal["chance", "time", "day", "number"]


class PlanFigure(Struct, frozen=True):
    """What was asked and its figure, in parts of a ``unit``; ``None`` where it has none, as of what never is.

    ``low``, ``middle`` and ``high`` are what 1 in 20, half and 19 in 20 do not go beyond; ``missing`` is the
    chance that there is none, in parts of 1. Where it was sampled, it is within ``off`` of the true one 19
    times in 20.
    """

    asked: str
    kind: FigureKind
    value: int | None
    unit: str = ""
    low: int | None = None
    middle: int | None = None
    high: int | None = None
    missing: int = 0
    off: int = 0


def figures_of(odds: PlanOdds) -> tuple[PlanFigure, ...]:
    """Return the figures of a plan's answers, in their order."""
    found = tuple(figure_of(one, odds.book.scale) for one in odds.answers)
    if not odds.sampled:
        return found
    return tuple(
        replace(figure, off=_off(answer, figure.unit, odds))
        for answer, figure in zip(odds.answers, found, strict=True)
    )


def figure_of(answer: PlanAnswer, scale: TimeScale) -> PlanFigure:
    """Return the figure of an answer."""
    law = answer.law
    if answer.chance:
        return PlanFigure(answer.asked, "chance", _parts(chance_of(answer)))
    unit, length = unit_of(law, scale) if answer.kind == "time" else ("", 1)

    def told(value: Value | Fraction) -> int | None:
        return _parts(Fraction(value) / length) if isinstance(value, int | Fraction) else None

    missing = _parts(law.chance(lambda value: value is None))
    low, middle, high = (told(law.quantile(part)) for part in (LOW, MIDDLE, HIGH))
    return PlanFigure(answer.asked, answer.kind, told(law.mean), unit, low, middle, high, missing)


def chance_off(chance: Fraction, times: int) -> Fraction:
    """Return how far a chance that was sampled so often can be off, 19 times in 20.

    What never came up can come up 3 times in as many.
    """
    spread = chance * (1 - chance) / times
    return 2 * _root(spread) if spread else Fraction(3, times)


def _off(answer: PlanAnswer, unit: str, odds: PlanOdds) -> int:
    """Return how far the figure of a sampled answer can be off, in parts."""
    if answer.chance:
        return _parts(chance_off(chance_of(answer), odds.sampled))
    numbers = [(value, weight) for value, weight in answer.law.weights if isinstance(value, int)]
    mean, times = answer.law.mean, sum(weight for _, weight in numbers)
    if mean is None:
        return 0
    length = next((one.length.ms for one in odds.book.scale.units if one.plural == unit), 1)
    spread = sum((weight * (value - mean) ** 2 for value, weight in numbers), Fraction(0)) / times
    return _parts(2 * _root(spread / times) / length)


def _root(value: Fraction) -> Fraction:
    """Return a square root, to one part of a figure."""
    return Fraction(isqrt(value.numerator * PARTS**2 // value.denominator), PARTS)


def chance_of(answer: PlanAnswer) -> Fraction:
    """Return the chance that an answer says yes: what holds from the start on first happens after no time."""
    return answer.law.chance(lambda value: value is not None if answer.kind == "time" else bool(value))


def unit_of(law: Law, scale: TimeScale) -> tuple[str, int]:
    """Return the largest unit that carries every length of a law whole, with its milliseconds.

    Lengths of a day and more are told in hours where the rule set has only smaller units for them.
    """
    numbers = [value for value, _ in law.weights if isinstance(value, int) and value]
    units = {one.length.ms: one.plural for one in scale.units}
    if max(numbers, default=0) >= scale.day.ms:
        units = {HOUR: "hours"} | units
    for length in sorted(units, reverse=True):
        if all(value % length == 0 for value in numbers) and numbers:
            return units[length], length
    return "minutes", 60_000


def _parts(value: Fraction) -> int:
    """Return a value in parts, of which the least says that it is not nothing, and one less not all."""
    parts = round(value * PARTS)
    if not parts and value:
        return 1
    return PARTS - 1 if parts == PARTS and value < 1 else parts

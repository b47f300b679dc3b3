"""The odds of a plan in words and as a table: a sentence first, then values with their chances."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.app.dice_odds import decimal, share

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.app.plans.answering import PlanAnswer, PlanOdds
    from turnkeeper.odds.questions import Law, Value
    from turnkeeper.time import TimeScale

MOST_ROWS = 24
OPEN = 10**9
"""What is open and comes up less often than once in so many times is not told."""
RARE = 200
"""The largest values that come up less often than once in so many times are told together."""
PLACES = 2
HALF, LATE, EARLY = Fraction(1, 2), Fraction(19, 20), Fraction(1, 20)
NEVER = "never"
NONE = "none"


class OddsLine(Struct, frozen=True):
    """A value, or several values together, with the chance, and the chance of it or less, in percent."""

    value: str
    percent: str
    up_to: str
    of_1000: int


class AnswerTable(Struct, frozen=True):
    """What was asked, the answer in a sentence, and its rows; their values are of a ``unit``."""

    asked: str
    sentence: str
    rows: tuple[OddsLine, ...]
    unit: str = ""


class PlanTable(Struct, frozen=True):
    """The answers of a plan, and how it ends where it can end otherwise than by its last line."""

    answers: tuple[AnswerTable, ...]
    ends: tuple[OddsLine, ...]
    situations: int
    decisions: int
    causes: tuple[str, ...] = ()


def plan_table(odds: PlanOdds) -> PlanTable:
    """Return the odds of a plan in words and figures."""
    return PlanTable(
        answers=tuple(_answer(one, odds.book.scale) for one in odds.answers),
        ends=tuple(_ends(odds.ends)),
        situations=odds.situations,
        decisions=odds.decisions,
        causes=odds.causes,
    )


def _ends(law: Law) -> Iterator[OddsLine]:
    for value, weight in sorted(law.weights, key=lambda one: -one[1]):
        yield OddsLine(str(value or "as planned"), share(weight, law.total), "", weight * 1000 // law.total)


def _answer(one: PlanAnswer, scale: TimeScale) -> AnswerTable:
    law = one.law
    unit, length = _unit(law, scale) if one.kind == "time" else ("", 1)
    if one.chance and one.kind == "number":
        return AnswerTable(one.asked, _chance(one), ())
    rows = tuple(_rows(law, length))
    if one.chance:
        return AnswerTable(one.asked, _chance(one), rows, unit)
    return AnswerTable(one.asked, _sentence(one, length, unit), rows, unit)


def _unit(law: Law, scale: TimeScale) -> tuple[str, int]:
    """Return the largest unit that carries every length of a law whole, with its milliseconds."""
    numbers = [value for value, _ in law.weights if isinstance(value, int) and value]
    for unit in sorted(scale.units, key=lambda one: -one.length.ms):
        if all(value % unit.length.ms == 0 for value in numbers) and numbers:
            return unit.plural, unit.length.ms
    return "minutes", 60_000


def _chance(one: PlanAnswer) -> str:
    law = one.law
    weight = sum(weight for value, weight in law.weights if _is_so(one, value))
    return f"{one.asked}: {share(weight, law.total)} %, or {_in(Fraction(weight, law.total))}"


def _is_so(one: PlanAnswer, value: Value) -> bool:
    """Return whether a value says yes: what holds from the start on first happens after no time."""
    return value is not None if one.kind == "time" else bool(value)


def _in(chance: Fraction) -> str:
    """Return a chance as one says it: ``1 in 6``, ``about 1 in 13``, ``2 in 3``.

    >>> _in(Fraction(1, 6)), _in(Fraction(2, 27)), _in(Fraction(0))
    ('1 in 6', 'about 1 in 14', '0 in 1')
    """
    for of in range(1, 21):
        if (chance * of).denominator == 1:
            return f"{chance * of} in {of}"
    if chance < HALF:
        return f"about 1 in {round(1 / chance)}"
    best = min(range(2, 21), key=lambda of: (abs(chance - Fraction(round(chance * of), of)), of))
    return f"about {round(chance * best)} in {best}"


def _sentence(one: PlanAnswer, length: int, unit: str) -> str:
    """Return the answer in a sentence: the mean, half, and what is early or late."""
    law = one.law
    mean = law.mean
    if mean is None:
        return f"{one.asked}: {NEVER if one.kind == 'time' else NONE}"
    if len(law.weights) == 1:
        return f"{one.asked}: always {decimal(mean / length, PLACES)} {unit}".rstrip()
    said = f"{decimal(mean / length, PLACES)} {unit}".rstrip()
    parts = [f"{one.asked}: {said} on average"]
    for part, words in ((HALF, "half by"), (EARLY, "1 in 20 by"), (LATE, "19 in 20 by")):
        value = law.quantile(part)
        if isinstance(value, int):
            parts.append(f"{words} {decimal(Fraction(value, length), PLACES)}")
    never = sum(weight for value, weight in law.weights if value is None)
    if never:
        word = NEVER if one.kind == "time" else NONE
        parts.append(f"{word} in {share(never, law.total)} %")
    return "; ".join(parts)


def _rows(law: Law, length: int) -> Iterator[OddsLine]:
    """Yield the rows: each value, or several together where they are many; what is rare is one row."""
    numbers = [(value, weight) for value, weight in law.weights if isinstance(value, int)]
    others = [(value, weight) for value, weight in law.weights if not isinstance(value, int)]
    usual = _usual(numbers)
    step = -(-usual // MOST_ROWS) or 1
    bands = [numbers[at : min(at + step, usual)] for at in range(0, usual, step)]
    if numbers[usual:]:
        bands.append(numbers[usual:])
    weighed = [sum(weight for _, weight in band) for band in bands]
    most = max([*weighed, *(weight for _, weight in others), 1])
    reached = 0
    for at, (band, weight) in enumerate(zip(bands, weighed, strict=True)):
        reached += weight
        first, last = (decimal(Fraction(band[end][0], length), PLACES) for end in (0, -1))
        rare = numbers[usual:] and at == len(bands) - 1
        name = f"{first} or more" if rare else first if first == last else f"{first} to {last}"
        yield OddsLine(name, share(weight, law.total), share(reached, law.total), weight * 1000 // most)
    if law.still_open * OPEN > law.total:
        yield OddsLine("not known", share(law.still_open, law.total), "", law.still_open * 1000 // most)
    for value, weight in others:
        yield OddsLine(_named(value), share(weight, law.total), "", weight * 1000 // most)


def _usual(numbers: list[tuple[int, int]]) -> int:
    """Return how many values, from the least on, make up all but a rare rest that is told as one."""
    over, reached = sum(weight for _, weight in numbers), 0
    for at, (_, weight) in enumerate(numbers, 1):
        reached += weight
        if (over - reached) * RARE < over and len(numbers) - at > 1:
            return at
    return len(numbers)


def _named(value: Value) -> str:
    return NEVER if value is None else str(value)

"""The odds of a plan in words and as a table: a sentence first, then values with their chances."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.app.dice_odds import decimal, share
from turnkeeper.app.plans.figures import chance_of, unit_of
from turnkeeper.odds.questions import Law, Value
from turnkeeper.spelling.plurals import singular
from turnkeeper.time import TimeScale

if TYPE_CHECKING:
    from turnkeeper.app.plans.answering import PlanAnswer, PlanOdds

MOST_ROWS = 24
OPEN = 10**9
"""An open matter that comes up less often than once in this many times is not told."""
RARE = 200
"""The largest values that come up less often than once in this many times are told together."""
PLACES = 2
SPANS = (Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(19, 20))
HALF, LATE, EARLY = Fraction(1, 2), Fraction(19, 20), Fraction(1, 20)
NEVER = "never"
NONE = "none"


class OddsLine(Struct, frozen=True):
    """A value, or several values together, with the chance, and the chance of it or less, in percent."""

    value: str
    percent: str
    up_to: str
    of_1000: int


class SpanLine(Struct, frozen=True):
    """An instant on the way, and what 1 in 20, 1 in 4, half, 3 in 4 and 19 in 20 do not go beyond then."""

    at: str
    parts: tuple[int, int, int, int, int]
    mean: str


class AnswerTable(Struct, frozen=True):
    """What was asked, the answer in a sentence, and its rows; their values are of a ``unit``.

    ``timed`` values lie along the clock, and ``along`` is how it stands on the way, in ``along_unit``.
    """

    asked: str
    sentence: str
    rows: tuple[OddsLine, ...]
    unit: str = ""
    timed: bool = False
    along: tuple[SpanLine, ...] = ()
    along_unit: str = ""

    @property
    def on_the_way(self) -> list[tuple[str, ...]]:
        """How the clock stands on the way, row by row under the names of the columns; empty for nothing."""
        rows = [(line.at, line.mean, *map(str, line.parts)) for line in self.along]
        head = (self.along_unit, "mean", "1 in 20", "1 in 4", "half", "3 in 4", "19 in 20")
        return [head, *rows] if rows else []


class PlanTable(Struct, frozen=True):
    """The answers of a plan, and how it ends where it can end otherwise than by its last line.

    Where it was ``sampled``, that is how often, and how far a chance can be off; where it was worked out in
    ``floats``, how far. Where it was ``stopped``, it is what was known by then.
    """

    answers: tuple[AnswerTable, ...]
    ends: tuple[OddsLine, ...]
    situations: int
    decisions: int
    causes: tuple[str, ...] = ()
    sampled: str = ""
    stopped: bool = False
    floats: str = ""


def plan_table(odds: PlanOdds) -> PlanTable:
    """Return the odds of a plan in words and figures."""
    return PlanTable(
        answers=tuple(_answer(one, odds.book.scale) for one in odds.answers),
        ends=tuple(_ends(odds.ends)),
        situations=odds.situations,
        decisions=odds.decisions,
        causes=odds.causes,
        sampled=_sampled(odds.sampled) if odds.sampled else "",
        stopped=odds.stopped,
        floats=_floating(odds.off) if odds.off else "",
    )


def _sampled(times: int) -> str:
    """Return how far a chance that was sampled can be off, 19 times in 20: at most that of one half."""
    off = decimal(Fraction(98 * 1000, isqrt(times * 1_000_000)), 2)
    return f"sampled {times:,} times: 19 times in 20 a chance is within {off} % of the true one"


def _floating(off: Fraction) -> str:
    """Return how far a chance that was worked out in floating point can be off.

    >>> _floating(Fraction(3, 10**12))
    'in floating point, each chance within 1 in 10^11'
    """
    digits = len(str(off.denominator // off.numerator)) - 1
    return f"in floating point, each chance within 1 in 10^{digits}"


def _ends(law: Law) -> Iterator[OddsLine]:
    for value, weight in sorted(law.weights, key=lambda one: -one[1]):
        yield OddsLine(str(value or "as planned"), share(weight, law.total), "", weight * 1000 // law.total)


def _answer(one: PlanAnswer, scale: TimeScale) -> AnswerTable:
    law = one.law
    unit, length = unit_of(law, scale) if one.kind == "time" else ("", 1)
    if one.chance and one.kind == "number":
        return AnswerTable(one.asked, _chance(one), ())
    rows, timed = tuple(_rows(law, length)), one.kind == "time"
    if one.chance:
        return AnswerTable(one.asked, _chance(one), rows, unit, timed)
    along_unit, along = _along(one, scale)
    return AnswerTable(one.asked, _sentence(one, length, unit), rows, unit, timed, along, along_unit)


def _along(one: PlanAnswer, scale: TimeScale) -> tuple[str, tuple[SpanLine, ...]]:
    """Return how an answer stands at instants on the way, with their unit; nothing where it has no number."""
    if not one.along or any(law.mean is None for _, law in one.along):
        return "", ()
    ends = Law(tuple((at, 1) for at, _ in one.along), len(one.along))
    unit, length = unit_of(ends, scale)

    def line(at: int, law: Law) -> SpanLine:
        low, quarter, half, most, high = (law.quantile(part) for part in SPANS)
        ends = [one if isinstance(one, int) else 0 for one in (low, quarter, half, most, high)]
        mean = decimal(law.mean or Fraction(0), PLACES)
        return SpanLine(
            decimal(Fraction(at, length), PLACES), (ends[0], ends[1], ends[2], ends[3], ends[4]), mean
        )

    return unit, tuple(line(at, law) for at, law in one.along)


def _chance(one: PlanAnswer) -> str:
    chance = chance_of(one)
    return f"{one.asked}: {share(chance.numerator, chance.denominator)} %, or {said_in(chance)}"


def said_in(chance: Fraction) -> str:
    """Return a chance as one says it: ``1 in 6``, ``about 1 in 13``, ``2 in 3``.

    >>> said_in(Fraction(1, 6)), said_in(Fraction(2, 27)), said_in(Fraction(0))
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
    """Return the answer in a sentence: the mean, half, and the early and the late."""
    law, words = one.law, _WORDS[one.kind]
    about, mean = _about(one), law.mean
    if mean is None:
        return f"{about}: {words.without}"
    said = counted_as(decimal(mean / length, PLACES), unit)
    if len(law.weights) == 1:
        return f"{about}{words.joint}always {words.before}{said}"
    parts = [f"{about}{words.joint}{words.before}{said} on average"]
    for part, told in ((HALF, "half"), (EARLY, "1 in 20"), (LATE, "19 in 20")):
        value = law.quantile(part)
        if isinstance(value, int):
            parts.append(f"{told} {words.up_to} {decimal(Fraction(value, length), PLACES)}")
    never = sum(weight for value, weight in law.weights if value is None)
    if never:
        parts.append(f"{words.without} in {share(never, law.total)} %")
    return "; ".join(parts)


def counted_as(number: str, unit: str) -> str:
    """Return a number with its unit, which is plural but for 1: ``1 turn``, ``2.5 turns``, ``3``."""
    return f"{number} {singular(unit) if number == '1' else unit}".rstrip()


class _Words(Struct, frozen=True):
    """How values of a kind are told: what leads to them, what stands before one, up to one, without any."""

    joint: str
    before: str
    up_to: str
    without: str


_WORDS = {
    "time": _Words(" ", "after ", "by", NEVER),
    "day": _Words(" ", "on day ", "by day", NEVER),
    "number": _Words(": ", "", "at most", NONE),
}
_ASKED = re.compile(r"(?:when|how long until|(?:on )?(?:which|what) day|how many)\s+", re.IGNORECASE)


def _about(one: PlanAnswer) -> str:
    """Return the subject of an answer: ``dark`` of ``when dark``."""
    bare = _ASKED.sub("", one.asked, count=1)
    return "over" if one.asked.casefold().startswith("how long") and bare == one.asked else bare


def _rows(law: Law, length: int) -> Iterator[OddsLine]:
    """Yield the rows: each value, or several together where they are many; the rare ones are one row."""
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

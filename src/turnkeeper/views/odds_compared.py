"""Plans side by side: each question with a row for every plan, and the difference in a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.app.dice_odds import decimal, share
from turnkeeper.app.plans.figures import PARTS, PlanFigure

if TYPE_CHECKING:
    from turnkeeper.app.plans.grid import GridAnswer

PLACES = 2
SURE = PARTS * 95 // 100
NONE = "none"
MORE = {
    "chance": ("points more", "points less"),
    "day": ("days later", "days earlier"),
    "time": ("later", "earlier"),
}
"""How a larger and a smaller figure of a kind are told; the others are more and less."""
PLAIN = ("more", "less")


class ComparedLine(Struct, frozen=True):
    """The labels of a plan, its figure in words, what 9 in 10 lie within, and its bar."""

    labels: tuple[str, ...]
    said: str
    span: str
    of_1000: int


class ComparedAnswer(Struct, frozen=True):
    """What was asked of each plan, the difference in a sentence, and a row for each."""

    asked: str
    sentence: str
    rows: tuple[ComparedLine, ...]


class ComparedPlans(Struct, frozen=True):
    """Plans side by side: what tells them apart, what was asked of all, and the faults of some."""

    axes: tuple[str, ...]
    answers: tuple[ComparedAnswer, ...]
    wrong: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()


def compared(axes: tuple[str, ...], found: Sequence[GridAnswer]) -> ComparedPlans:
    """Return the answers of several plans side by side."""
    asked = dict.fromkeys(figure.asked for one in found for figure in one.figures)
    wrong = (f"{' '.join(one.labels)}: {one.wrong}".lstrip(": ") for one in found if one.wrong)
    cut = (" ".join(one.labels) for one in found if one.cut)
    return ComparedPlans(
        axes, tuple(_compared(axes, said, found) for said in asked), tuple(wrong), tuple(cut)
    )


def _compared(axes: tuple[str, ...], asked: str, found: Sequence[GridAnswer]) -> ComparedAnswer:
    rows = [(one.labels, figure) for one in found for figure in one.figures if figure.asked == asked]
    largest = max((one.value or 0 for _, one in rows), default=0)
    whole = PARTS if any(one.kind == "chance" for _, one in rows) else max(largest, 1)
    lines = (
        ComparedLine(labels, say_figure(one) + _off(one), _span(one), (one.value or 0) * 1000 // whole)
        for labels, one in rows
    )
    return ComparedAnswer(asked, "; ".join(_sentence(axes, asked, rows)), tuple(lines))


def say_figure(one: PlanFigure) -> str:
    """Return a figure in words: ``71.00 %``, ``6.55 turns``, ``day 2.16``."""
    if one.value is None:
        return NONE
    if one.kind == "chance":
        return f"{share(one.value, PARTS)} %"
    said = decimal(Fraction(one.value, PARTS), PLACES)
    return f"day {said}" if one.kind == "day" else f"{said} {one.unit}".rstrip()


def _off(one: PlanFigure) -> str:
    """Return how far a figure that was sampled can be off; nothing for an exact one."""
    if not one.off:
        return ""
    return f" ± {decimal(Fraction(one.off * (100 if one.kind == 'chance' else 1), PARTS), PLACES)}"


def _span(one: PlanFigure) -> str:
    if one.low is None or one.high is None:
        return ""
    low, high = (decimal(Fraction(end, PARTS), PLACES) for end in (one.low, one.high))
    return f"{low} to {high}" if low != high else low


def _sentence(
    axes: tuple[str, ...], asked: str, rows: Sequence[tuple[tuple[str, ...], PlanFigure]]
) -> Iterator[str]:
    """Yield the parts of the sentence that says how the plans differ."""
    known = [(labels, one) for labels, one in rows if one.value is not None]
    if len(known) < 2 or len({(one.value, one.unit) for _, one in known}) == 1:  # noqa: PLR2004 - two differ
        told = say_figure(known[0][1]) if known else NONE
        yield f"{asked}: {told}{' for all' if len(known) > 1 else ''}"
        return
    (first, before), (last, after) = known[0], known[-1]
    if len(known) == 2 or len(axes) != 1:  # noqa: PLR2004 - two differ
        if len(known) > 2:  # noqa: PLR2004 - more than two
            known.sort(key=lambda one: (one[1].unit, one[1].value or 0))
            (first, before), (last, after) = known[0], known[-1]
        yield f"{asked}: {_with(axes, first, before)}, {_with(axes, last, after)}"
        yield _difference(before, after)
        return
    yield f"{asked}: from {_with(axes, first, before)} to {_with(axes, last, after)}"
    yield from _steps(axes, known)


def _with(axes: tuple[str, ...], labels: tuple[str, ...], one: PlanFigure) -> str:
    return f"{say_figure(one)} with {_named(axes, labels)}"


def _named(axes: tuple[str, ...], labels: tuple[str, ...]) -> str:
    """Return the words that tell a plan apart: ``torches 3``, or only the name of a plan or rule set."""
    return ", ".join(
        label if axis in {"plan", "rules"} else f"{axis} {label}"
        for axis, label in zip(axes, labels, strict=True)
    )


def _difference(before: PlanFigure, after: PlanFigure) -> str:
    if before.unit != after.unit or before.value is None or after.value is None:
        return ""
    more = after.value - before.value
    words = MORE.get(before.kind, PLAIN)[more < 0]
    if before.kind == "chance":
        return f"{decimal(Fraction(abs(more) * 100, PARTS), PLACES)} {words}"
    return f"{decimal(Fraction(abs(more), PARTS), PLACES)} {before.unit} {words}".replace("  ", " ")


def _steps(axes: tuple[str, ...], known: Sequence[tuple[tuple[str, ...], PlanFigure]]) -> Iterator[str]:
    """Yield which step changes most, and from where on a chance is nearly sure, or nearly none."""
    (one, before), (two, after) = max(
        pairwise(known), key=lambda pair: abs((pair[1][1].value or 0) - (pair[0][1].value or 0))
    )
    yield f"most from {one[0]} to {two[0]}, {say_figure(before)} to {say_figure(after)}"
    values = [figure.value or 0 for _, figure in known]
    if known[0][1].kind != "chance":
        return
    if values == sorted(values) and values[0] < SURE <= values[-1]:
        at = next(at for at, value in enumerate(values) if value >= SURE)
        yield f"95 % and more from {_named(axes, known[at][0])} on"
    elif values == sorted(values, reverse=True) and values[0] > PARTS - SURE >= values[-1]:
        at = next(at for at, value in enumerate(values) if value <= PARTS - SURE)
        yield f"5 % and less from {_named(axes, known[at][0])} on"

"""Odds of plans as lines of a terminal, and as comma-separated values."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from turnkeeper.cli import screen
from turnkeeper.cli.exits import counted

if TYPE_CHECKING:
    from turnkeeper.views.odds import AnswerTable, PlanTable
    from turnkeeper.views.odds_compared import ComparedAnswer, ComparedPlans

WIDEST_BAR = 40


def plan_drawn(out: screen.Screen, table: PlanTable) -> Iterator[str]:
    """Yield the answers of a plan: each in a sentence, then as a table with bars."""
    ends = [f"  {row.percent.rjust(6)} %  {row.value}" for row in table.ends]
    told = [] if all(one.value == "as planned" for one in table.ends) else [out.bold("how it ends"), *ends]
    # What is never carried out is told before the figures, which say nothing then.
    first = not any(one.value == "as planned" for one in table.ends)
    yield from [*told, ""] if first and told else ()
    for one in table.answers:
        yield from _answer_drawn(out, one)
    yield from () if first else told
    if table.causes:
        yield f"not all is known: the situations are too many, mostly for {' and '.join(table.causes)}"
        yield "  ask for less, bound the plan (repeat until dark or 60 turns), allow more with --most,"
        yield "  or play it many times: --sample 1000"
    met = counted(table.situations, "situation")
    yield out.dim(f"{table.floats or 'exact'}: {met}, {counted(table.decisions, 'decision')} of the rules")


def _answer_drawn(out: screen.Screen, one: AnswerTable) -> Iterator[str]:
    yield from screen.wrapped(out.bold(one.sentence), out.width)
    widest = max((len(row.value) for row in one.rows), default=0)
    for row in one.rows:
        bar = out.warm(out.bar(row.of_1000, WIDEST_BAR).rstrip())
        yield f"  {row.value.rjust(widest)}  {row.percent.rjust(6)} %  {row.up_to.rjust(6)}  {bar}".rstrip()
    if one.along:
        yield from _columns(out, one.on_the_way)
    yield ""


def compared_drawn(out: screen.Screen, table: ComparedPlans) -> Iterator[str]:
    """Yield plans side by side: each question in a sentence, then a row with a bar for each plan."""
    for one in table.answers:
        yield from screen.wrapped(out.bold(one.sentence), out.width)
        yield from _rows_drawn(out, table.axes, one)
        yield ""
    if table.cut:
        yield f"not all is known, since the situations are too many: {', '.join(table.cut)}"
    yield from table.wrong


def _rows_drawn(out: screen.Screen, axes: tuple[str, ...], one: ComparedAnswer) -> Iterator[str]:
    rows = [(*axes, "", "9 in 10 within"), *((*row.labels, row.said, row.span) for row in one.rows)]
    if not any(row.span for row in one.rows):
        rows = [row[:-1] for row in rows]
    drawn = list(_columns(out, rows))
    yield drawn[0]
    for line, row in zip(drawn[1:], one.rows, strict=True):
        yield f"{line}  {out.warm(out.bar(row.of_1000, WIDEST_BAR).rstrip())}".rstrip()


def _columns(out: screen.Screen, rows: list[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(map(screen.length, column)) for column in zip(*rows, strict=True)]
    for number, row in enumerate(rows):
        cells = (" " * (width - screen.length(cell)) + cell for cell, width in zip(row, widths, strict=True))
        line = "  " + "  ".join(cells)
        yield line if number else out.dim(line)


def plan_csv(table: PlanTable) -> Iterator[str]:
    """Yield the answers of a plan as comma-separated values."""
    rows = (
        (one.asked, one.unit, row.value, row.percent, row.up_to) for one in table.answers for row in one.rows
    )
    return _csv(("asked", "unit", "value", "percent", "up to"), rows)


def compared_csv(table: ComparedPlans) -> Iterator[str]:
    """Yield plans side by side as comma-separated values."""
    rows = ((one.asked, *row.labels, row.said, row.span) for one in table.answers for row in one.rows)
    return _csv(("asked", *table.axes, "figure", "9 in 10 within"), rows)


def _csv(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    yield from text.getvalue().splitlines()

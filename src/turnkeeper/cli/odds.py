"""How exact odds look: a row for each value, its chance as a fraction and in percent, and a bar."""

from __future__ import annotations

from collections.abc import Iterator

from turnkeeper.app.dice_odds import OddsTable
from turnkeeper.cli import screen

WIDEST_BAR = 40
NARROWEST_BAR = 10


def odds_drawn(out: screen.Screen, odds: OddsTable) -> Iterator[str]:
    """Yield the odds as a table: value, chance, percent, percent of at least so much, bar."""
    yield f"{out.bold(odds.dice)}  {odds.said}"
    head = ["value", *(["chance"] if odds.exact else []), "percent", "at least"]
    rows = [
        head,
        *([row.name, *([row.chance] if odds.exact else []), row.percent, row.at_least] for row in odds.rows),
    ]
    widths = [max(len(row[at]) for row in rows) for at in range(len(head))]
    cells = _bar_cells(out, sum(widths) + 2 * len(widths))
    bars = ["", *(out.bar(row.of_1000, cells).rstrip() for row in odds.rows)]
    for row, bar in zip(rows, bars, strict=True):
        line = "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        yield f"{line}  {out.warm(bar)}".rstrip() if bar else out.dim(line)


def _bar_cells(out: screen.Screen, taken: int) -> int:
    if out.width is None:
        return WIDEST_BAR
    return max(NARROWEST_BAR, min(WIDEST_BAR, out.width - taken - 1))

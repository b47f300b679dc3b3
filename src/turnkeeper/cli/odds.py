"""How exact odds look: a row for each value, its chance as a fraction and in percent, and a bar."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import gcd

from turnkeeper.chance.notation import Dice
from turnkeeper.chance.pools import Distribution
from turnkeeper.cli import screen

LONGEST_FRACTION = 24
WIDEST_BAR = 40
NARROWEST_BAR = 10
_PLACES = 4


def odds_drawn(out: screen.Screen, dice: Dice, law: Distribution) -> Iterator[str]:
    """Yield the odds as a table: value, chance, percent, percent of at least so much, bar."""
    yield f"{out.bold(str(dice))}  from {law.values[0]} to {law.values[-1]}, mean {_decimal(law.mean)}"
    fractions = [fraction(weight, law.total) for weight in law.weights]
    exact = max(map(len, fractions)) <= LONGEST_FRACTION
    head = ["value", *(["chance"] if exact else []), "percent", "at least"]
    rows = [head]
    left, most = law.total, max(law.weights)
    for value, weight, shown in zip(law.values, law.weights, fractions, strict=True):
        rows.append([str(value), *([shown] if exact else []), _share(weight, law), _share(left, law)])
        left -= weight
    widths = [max(len(row[at]) for row in rows) for at in range(len(head))]
    cells = _bar_cells(out, sum(widths) + 2 * len(widths))
    bars = ["", *(out.bar(weight * 1000 // most, cells).rstrip() for weight in law.weights)]
    for row, bar in zip(rows, bars, strict=True):
        line = "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        yield f"{line}  {out.warm(bar)}".rstrip() if bar else out.dim(line)


def _bar_cells(out: screen.Screen, taken: int) -> int:
    if out.width is None:
        return WIDEST_BAR
    return max(NARROWEST_BAR, min(WIDEST_BAR, out.width - taken - 1))


def fraction(weight: int, total: int) -> str:
    """Return a chance as a fraction in lowest terms, or nothing readable when its digits are too many."""
    common = gcd(weight, total)
    if total // common > 10**LONGEST_FRACTION:
        return "?" * (LONGEST_FRACTION + 1)
    return f"{weight // common}/{total // common}"


def _share(weight: int, law: Distribution) -> str:
    """Return a share in percent; what is not nothing never shows as nothing."""
    hundredths = (weight * 10_000 * 2 + law.total) // (law.total * 2)
    return "<0.01" if weight and not hundredths else f"{hundredths // 100}.{hundredths % 100:02}"


def _decimal(value: Fraction) -> str:
    """Return a number with up to four places."""
    return f"{float(value):.{_PLACES}f}".rstrip("0").rstrip(".")


def odds_json(dice: Dice, law: Distribution) -> dict[str, object]:
    """Return the odds for programs; weights are texts, for they may have more digits than a number may."""
    return {
        "dice": str(dice),
        "total": str(law.total),
        "mean": float(law.mean),
        "odds": [
            {"value": value, "weight": str(weight), "chance": weight / law.total}
            for value, weight in zip(law.values, law.weights, strict=True)
        ],
    }

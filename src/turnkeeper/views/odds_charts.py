"""Odds as drawings: columns, the curve of what has not happened yet, a fan over time, bars side by side.

Each is an SVG of its own, drawn in classes that `CHART_CSS` gives colours to. A table with the same figures
stands beside each drawing, so that it is hidden from readers that cannot see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnkeeper.views.odds import AnswerTable
    from turnkeeper.views.odds_compared import ComparedAnswer

WIDE, HIGH = 720, 260
LEFT, RIGHT, TOP, FOOT = 48, 12, 16, 44
ROW, LABEL = 30, 30
"""The height of a bar that lies on its side with its gap, and the most letters of its label."""
LETTER = 8
"""The width of a letter of a label, so that labels that would touch are left out."""
HUNDRED = 10_000
"""All, in hundredths of a percent."""
STEPS = (100, 200, 500, 1000, 2000, 2500)
MOST_LINES = 5

CHART_CSS = """
.chart { font: 13px system-ui, sans-serif; max-width: 100%; height: auto; display: block }
.chart text { fill: var(--chart-soft) }
.chart .said { fill: var(--chart-ink); font-weight: 600 }
.chart .grid { stroke: var(--chart-grid); stroke-width: 1 }
.chart .axis { stroke: var(--chart-soft); stroke-width: 1 }
.chart .bar { fill: var(--chart-bar) }
.chart .other { fill: var(--chart-other) }
.chart .curve { fill: none; stroke: var(--chart-bar); stroke-width: 2.5; stroke-linejoin: round }
.chart .under { fill: var(--chart-bar); opacity: 0.14 }
.chart .outer { fill: var(--chart-bar); opacity: 0.18 }
.chart .inner { fill: var(--chart-bar); opacity: 0.32 }
"""


def charts(one: AnswerTable) -> Iterator[tuple[str, str]]:
    """Yield the drawings of an answer, each with what it shows in words."""
    if one.along:
        yield f"{one.asked}: half, 3 in 4 and 19 in 20 along the way, in {one.along_unit}", fan(one)
        return
    if one.rows:
        yield f"how likely each is{_in_unit(one)}", columns(one)
    if one.timed and sum(bool(row.up_to) for row in one.rows) > 1:
        yield f"how likely it has not come yet{_in_unit(one)}", survival(one)


def _in_unit(one: AnswerTable) -> str:
    return f", in {one.unit}" if one.unit else ""


def hundredths(percent: str) -> int:
    """Return a percentage as it is told in hundredths of a percent.

    >>> hundredths("12.34"), hundredths("<0.01"), hundredths(">99.99")
    (1234, 1, 9999)
    """
    whole, _, part = percent.lstrip("<>").partition(".")
    return int(whole) * 100 + int(part.ljust(2, "0")[:2] or 0)


def columns(one: AnswerTable) -> str:
    """Return the values of an answer as columns side by side."""
    shares = [hundredths(row.percent) for row in one.rows]
    top = _top(max(shares))
    wide = (WIDE - LEFT - RIGHT) // len(shares)
    gap = min(max(wide // 8, 1), 8)
    parts = list(_lines(top))
    labels = [_short(row.value) for row in one.rows]
    letters = max(map(len, labels)) * LETTER
    every = -(-letters // wide)
    for at, (row, share) in enumerate(zip(one.rows, shares, strict=True)):
        x, high = LEFT + at * wide, _high(share, top)
        kind = "bar" if row.up_to else "other"
        said = escape(f"{row.value}: {row.percent} %")
        drawn = min(wide - gap, 64)
        left = x + (wide - drawn) // 2
        parts.append(
            f'<rect class="{kind}" rx="2" x="{left}" y="{HIGH - FOOT - high}"'
            f' width="{drawn}" height="{high}">'
            f"<title>{said}</title></rect>"
        )
        if at % every == 0 or not row.up_to:
            parts.append(_text(x + wide // 2, HIGH - FOOT + 18, labels[at], "middle"))
    parts.append(_text(LEFT + (WIDE - LEFT - RIGHT) // 2, HIGH - 6, one.unit, "middle"))
    return _svg(parts, HIGH)


def survival(one: AnswerTable) -> str:
    """Return the chance that it has not come yet, as a curve of steps over time."""
    rows = [row for row in one.rows if row.up_to]
    wide = (WIDE - LEFT - RIGHT) // (len(rows) + 1)
    parts, last = list(_lines(HUNDRED)), HUNDRED
    path = [f"M{LEFT} {HIGH - FOOT - _high(last, HUNDRED)}"]
    every = -(-max(len(_short(row.value)) for row in rows) * LETTER // wide)
    for at, row in enumerate(rows, 1):
        x, last = LEFT + at * wide, HUNDRED - hundredths(row.up_to)
        path.append(f"H{x}V{HIGH - FOOT - _high(last, HUNDRED)}")
        if (at - 1) % every == 0:
            parts.append(_text(x, HIGH - FOOT + 18, _short(row.value), "middle"))
    end = LEFT + (len(rows) + 1) * wide
    path.append(f"H{end}")
    line = "".join(path)
    parts += [
        f'<path class="under" d="{line}V{HIGH - FOOT}H{LEFT}Z"/>',
        f'<path class="curve" d="{line}"/>',
        _text(LEFT + (WIDE - LEFT - RIGHT) // 2, HIGH - 6, one.unit, "middle"),
    ]
    return _svg(parts, HIGH)


def fan(one: AnswerTable) -> str:
    """Return the bands that hold most, instant by instant: 5 to 95, 25 to 75 in a hundred, and half."""
    largest = max(max(line.parts) for line in one.along) or 1
    step = next((step for step in (1, 2, 5, 10, 20, 50, 100) if largest // step <= MOST_LINES), largest)
    top = -(-largest // step) * step
    wide = (WIDE - LEFT - RIGHT) // len(one.along)
    parts = list(_level(range(0, top + 1, step), top, ""))
    every = -(-max(len(line.at) for line in one.along) * LETTER // wide)

    def points(number: int) -> list[str]:
        heights = (HIGH - FOOT - line.parts[number] * (HIGH - FOOT - TOP) // top for line in one.along)
        return [f"{LEFT + at * wide} {y}" for at, y in enumerate(heights, 1)]

    for low, high, name in ((0, 4, "outer"), (1, 3, "inner")):
        ring = [*points(low), *reversed(points(high))]
        parts.append(f'<path class="{name}" d="M{"L".join(ring)}Z"/>')
    parts.append(f'<path class="curve" d="M{"L".join(points(2))}"/>')
    for at, line in enumerate(one.along, 1):
        if at % every == 0:
            parts.append(_text(LEFT + at * wide, HIGH - FOOT + 18, line.at, "middle"))
    parts.append(_text(LEFT + (WIDE - LEFT - RIGHT) // 2, HIGH - 6, one.along_unit, "middle"))
    return _svg(parts, HIGH)


def side_by_side(one: ComparedAnswer) -> str:
    """Return plans as bars below one another, each with its figure."""
    labels = [_cut(" ".join(row.labels)) for row in one.rows]
    label = max(map(len, labels), default=0) * LETTER + 12
    parts, room = [], WIDE - label - 130
    for at, row in enumerate(one.rows):
        y, wide = at * ROW + 4, max(row.of_1000 * room // 1000, 2)
        parts += [
            _text(label - 10, y + 16, labels[at], "end"),
            f'<rect class="bar" x="{label}" y="{y}" width="{wide}" height="{ROW - 8}" rx="3"/>',
            _text(label + wide + 8, y + 16, row.said, "start", "said"),
        ]
    return _svg(parts, len(one.rows) * ROW + 4)


def stacked(drawings: Sequence[tuple[str, str]], css: str) -> str:
    """Return drawings below one another as one picture, each below its title."""
    parts, y = [f"<style>{css}{CHART_CSS}</style>"], 8
    for title, drawing in drawings:
        high = int(drawing.split('height="', 1)[1].split('"', 1)[0])
        parts.append(f'<text class="said" x="8" y="{y + 16}">{escape(title)}</text>')
        parts.append(drawing.replace("<svg ", f'<svg y="{y + 30}" ', 1))
        y += high + 54
    box = f'viewBox="0 0 {WIDE} {y}" width="{WIDE}" height="{y}"'
    back = f'<rect class="back" width="{WIDE}" height="{y}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" {box}>{back}{"".join(parts)}</svg>'


def _svg(parts: Iterable[str], high: int) -> str:
    box = f'viewBox="0 0 {WIDE} {high}" width="{WIDE}" height="{high}"'
    drawn = "".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" {box} aria-hidden="true">{drawn}</svg>'


def _text(x: int, y: int, said: str, anchor: str, name: str = "") -> str:
    named = f' class="{name}"' if name else ""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}"{named}>{escape(said)}</text>'


def _cut(said: str, most: int = LABEL) -> str:
    return said if len(said) <= most else f"{said[: most - 1]}\N{HORIZONTAL ELLIPSIS}"


def _short(value: str) -> str:
    """Return a value as it stands below a drawing: ``22+`` for ``22 or more``, and the first of a run."""
    return value.replace(" or more", "+").partition(" to ")[0]


def _top(share: int) -> int:
    """Return the percentage up to which is drawn, in hundredths: as much as the largest, rounded up."""
    step = next((step for step in STEPS if share <= step * MOST_LINES), STEPS[-1])
    return max(-(-share // step) * step, step)


def _high(share: int, top: int) -> int:
    return max(share * (HIGH - FOOT - TOP) // top, 1 if share else 0)


def _lines(top: int) -> Iterator[str]:
    """Yield the lines across a drawing of percentages, with what they stand for."""
    step = next((step for step in STEPS if top <= step * MOST_LINES), STEPS[-1])
    yield from _level(range(0, top + 1, step), top, " %", 100)


def _level(levels: Iterable[int], top: int, unit: str, of: int = 1) -> Iterator[str]:
    for level in levels:
        y = HIGH - FOOT - level * (HIGH - FOOT - TOP) // top
        name = "grid" if level else "axis"
        yield f'<path class="{name}" d="M{LEFT} {y}H{WIDE - RIGHT}"/>'
        yield _text(LEFT - 8, y + 4, f"{level // of}{unit}", "end")

"""Odds as a picture, and as a page of its own with drawings and tables, light or dark as its reader's screen.

The page asks for nothing from anywhere: no script, no letters, no network.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING

from turnkeeper.views.odds_charts import CHART_CSS, charts, side_by_side, stacked

if TYPE_CHECKING:
    from turnkeeper.views.odds import AnswerTable, PlanTable
    from turnkeeper.views.odds_compared import ComparedPlans

COLOURS = """
:root { --chart-ink: #26221b; --chart-soft: #5f5646; --chart-grid: #e2d9c6; --chart-bar: #a4551e;
  --chart-other: #6b6f78; --chart-back: #fbf7ee; --chart-card: #fffdf8 }
@media (prefers-color-scheme: dark) {
  :root { --chart-ink: #efe6d4; --chart-soft: #b8ab92; --chart-grid: #3b352b; --chart-bar: #e39a4f;
    --chart-other: #9aa0ab; --chart-back: #1b1813; --chart-card: #24201a } }
"""
PICTURE_CSS = COLOURS + ".back { fill: var(--chart-card) }\n"
PAGE_CSS = """
body { margin: 0; background: var(--chart-back); color: var(--chart-ink);
  font: 16px/1.5 system-ui, sans-serif }
main { max-width: 48rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem }
h1 { font: 600 2rem/1.2 Georgia, serif; margin: 0 0 0.25rem; text-wrap: balance }
h2 { font: 600 1.25rem/1.35 Georgia, serif; margin: 0 0 1rem; text-wrap: balance }
section { background: var(--chart-card); border: 1px solid var(--chart-grid); border-radius: 12px;
  padding: 1.5rem; margin: 1.5rem 0 }
figure { margin: 0 0 1.25rem } figcaption, .soft { color: var(--chart-soft); font-size: 0.9rem }
figcaption { margin: 0 0 0.5rem }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.9rem }
th, td { padding: 0.2rem 1rem 0.2rem 0; text-align: right; border-bottom: 1px solid var(--chart-grid) }
th { color: var(--chart-soft); font-weight: 600 } th:first-child, td:first-child { text-align: left }
.wide { overflow-x: auto } .wide .chart { min-width: 34rem } .wide + .wide { margin-top: 1rem }
h1::first-letter, h2::first-letter, figcaption::first-letter { text-transform: uppercase }
summary { cursor: pointer; color: var(--chart-soft) }
pre { overflow-x: auto; background: var(--chart-back); padding: 1rem; border-radius: 8px; font-size: 0.85rem }
"""


def plan_picture(table: PlanTable) -> str:
    """Return the drawings of a plan's answers as one picture."""
    drawn = [(f"{one.sentence}", drawing) for one in table.answers for _, drawing in charts(one)]
    return stacked(drawn, PICTURE_CSS)


def compared_picture(table: ComparedPlans) -> str:
    """Return plans side by side as one picture."""
    return stacked([(one.asked, side_by_side(one)) for one in table.answers], PICTURE_CSS)


def plan_page(title: str, text: str, table: PlanTable) -> str:
    """Return a page that tells the answers of a plan, with its text."""
    parts = [part for one in table.answers for part in _answer(one)]
    if any(one.value != "as planned" for one in table.ends):
        rows = ((one.value, f"{one.percent} %") for one in table.ends)
        parts.append(f"<section><h2>How it ends</h2>{_table(('end', 'chance'), rows)}</section>")
    if table.causes:
        said = f"Not all is known: the situations are too many, mostly for {' and '.join(table.causes)}."
        parts.append(f"<p>{escape(said)}</p>")
    met = f"Exact: {table.situations:,} situations, {table.decisions:,} decisions of the rules."
    parts.append(f"<details><summary>The plan</summary><pre>{escape(text)}</pre></details>")
    return _page(title, met, parts)


def compared_page(title: str, table: ComparedPlans) -> str:
    """Return a page that tells the answers of plans side by side."""
    parts = []
    for one in table.answers:
        rows = ((*row.labels, row.said, row.span) for row in one.rows)
        parts.append(
            f"<section><h2>{escape(one.sentence)}</h2>"
            f'<figure class="wide">{side_by_side(one)}</figure>'
            f"{_table((*table.axes, 'figure', '9 in 10 within'), rows)}</section>"
        )
    parts += [f"<p>{escape(one)}</p>" for one in table.wrong]
    return _page(title, "Answered by the rules that run the table.", parts)


def _answer(one: AnswerTable) -> Iterator[str]:
    yield f"<section><h2>{escape(one.sentence)}</h2>"
    for said, drawing in charts(one):
        yield f'<figure class="wide"><figcaption>{escape(said)}</figcaption>{drawing}</figure>'
    if one.along:
        head, *spans = one.on_the_way
        yield _table(head, spans)
    if one.rows:
        rows = ((row.value, f"{row.percent} %", f"{row.up_to} %" if row.up_to else "") for row in one.rows)
        yield _table((one.unit or "value", "chance", "up to"), rows)
    yield "</section>"


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    def row(cells: Iterable[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    body = "".join(row(one, "td") for one in rows)
    return f'<div class="wide"><table><thead>{row(head, "th")}</thead><tbody>{body}</tbody></table></div>'


def _page(title: str, said: str, parts: Iterable[str]) -> str:
    title = title.replace("-", " ")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}: the odds</title><style>{COLOURS}{CHART_CSS}{PAGE_CSS}</style></head>"
        f'<body><main><h1>{escape(title)}</h1><p class="soft">{escape(said)}</p>'
        f"{''.join(parts)}</main></body></html>"
    )

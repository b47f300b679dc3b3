"""Odds of dice beside any campaign, and of a plan from where a campaign stands; of none anything is recorded.

Each is a page for a browser without scripts, and a piece of one for a page that is there already.
"""

from __future__ import annotations

import asyncio
from itertools import starmap
from typing import Annotated

from litestar import Response, get, post
from litestar.response import Redirect
from msgspec import Struct

from turnkeeper.app.dice_odds import HOWS, Likelihood, OddsRow, OddsTable, nice
from turnkeeper.app.loose_dice import EXAMPLES, LONGEST_DICE, MOST_AT_ONCE, DiceTyped, tray
from turnkeeper.app.plans.answering import PlanMethod
from turnkeeper.app.plans.shipped import shipped_plans
from turnkeeper.app.session import Session
from turnkeeper.views.odds_asked import OddsQuestion, OddsReply
from turnkeeper.views.odds_charts import charts, side_by_side
from turnkeeper.views.planned import planned
from turnkeeper.web import render
from turnkeeper.web.odds_worker import OddsWorker
from turnkeeper.web.open_tables import OpenTable
from turnkeeper.web.problems import ProblemDetails, ProblemError
from turnkeeper.web.requests import FORM, Asked, by_script, piece, unix_lines

LONGEST_SAID = 300
UNASKED = OddsReply()
THROW = "throw"
LETTERS_OF_LABELS = 30
"""The letters that fit side by side below the drawing on the narrowest page."""
_WHOLE = 10_000
"""The width and the height of the drawing, in hundredths of a percent."""
_GAP = 8
"""The share of a column's place that is left free, as one part in this many."""


class OddsColumn(Struct, frozen=True):
    """One row of odds as a column: its place, in percent of the drawing, and its label."""

    x: str
    y: str
    width: str
    height: str
    middle: str
    label: str
    said: str
    meant: bool


@get("/dice")
async def dice(request: Asked) -> Response[str]:
    """Show dice: thrown, and their odds."""
    return await _dice(request, {"action": "/dice"})


@get("/c/{key:str}/dice")
async def dice_at(request: Asked, table: OpenTable) -> Response[str]:
    """Show dice beside a campaign, which knows nothing of them."""
    name = await table.run(lambda session: session.campaign.store.facts.name)
    return await _dice(request, {"action": f"/c/{table.key}/dice", "key": table.key, "campaign": name})


async def _dice(request: Asked, values: dict[str, object]) -> Response[str]:
    found = await asyncio.to_thread(tray, _typed(request))
    columns = columns_of(found.odds, found.answer) if found.odds is not None else ()
    shown = {**values, "tray": found, "columns": columns, "hows": HOWS, "longest": LONGEST_DICE}
    shown |= {"most_times": MOST_AT_ONCE, "times": request.query_params.get("times", "")}
    if by_script(request):
        return piece(render.part("_dice_tray.html", **shown, alone=False))
    page = {**shown, "alone": True, "examples": EXAMPLES}
    return render.page("dice.html", page, 422 if found.slips else 200)


def _typed(request: Asked) -> DiceTyped:
    """Return the fields of the form; only its one button throws."""
    said = request.query_params
    times = (said.get("times", "") or "1") if said.get("do") == THROW else ""
    texts = (said.get("seed", ""), said.get("how", HOWS[0]), said.get("value", ""))
    return DiceTyped(said.get("dice", ""), times, *texts)


def columns_of(odds: OddsTable, answer: Likelihood | None) -> tuple[OddsColumn, ...]:
    """Return odds as columns side by side, those marked that a question is about."""
    rows = odds.rows
    letters = max(len(str(row.value)) for row in rows)
    step = nice(-(-len(rows) // max(3, LETTERS_OF_LABELS // (letters + 1))))
    first = int(rows[0].value != rows[0].last)
    gap = 0 if len(rows) == 1 else _WHOLE // len(rows) // _GAP

    def column(place: int, row: OddsRow) -> OddsColumn:
        left, right = _WHOLE * place // len(rows), _WHOLE * (place + 1) // len(rows)
        height = max(row.of_1000 * 10, 20)
        return OddsColumn(
            percent(left + gap // 2),
            percent(_WHOLE - height),
            percent(max(right - left - gap, 1)),
            percent(height),
            percent((left + right) // 2),
            str(row.value) if place >= first and (place - first) % step == 0 else "",
            f"{row.name}: {row.chance + ', ' if row.chance else ''}{row.percent} %",
            answer is not None and _is_meant(row, answer),
        )

    return tuple(starmap(column, enumerate(rows)))


def _is_meant(row: OddsRow, answer: Likelihood) -> bool:
    """Return whether a question is about any value of a row."""
    match answer.how:
        case "at-least":
            return row.last >= answer.value
        case "at-most":
            return row.value <= answer.value
        case "exactly":
            return row.value <= answer.value <= row.last


def percent(hundredths: int) -> str:
    """Return hundredths of a percent as a length of a drawing.

    >>> percent(10_000), percent(833), percent(5)
    ('100.00%', '8.33%', '0.05%')
    """
    return f"{hundredths // 100}.{hundredths % 100:02}%"


# Plans


PLAYED = 10_000
"""So often a page plays a plan, if it is not exact."""


class PlanForm(Struct, frozen=True):
    """A plan as it was typed, another beside it, and how they are answered.

    They are ``played`` many times, answered in ``floats``, or exactly.
    """

    plan: str = ""
    beside: str = ""
    how: str = ""


@get("/c/{key:str}/odds")
async def plans(table: OpenTable, worker: OddsWorker, of: str = "", named: str = "") -> Response[str]:
    """Show what lies before the party as a plan, or one that comes along, to be asked about."""
    await worker.start()
    shipped = {one.name: one.text for one in shipped_plans()}
    text = shipped[named] if named in shipped else await table.look(lambda session: _planned(session, of))
    return await _plans(table, PlanForm(text))


@post("/c/{key:str}/odds", status_code=200)
async def asked_plans(
    request: Asked, table: OpenTable, worker: OddsWorker, data: Annotated[PlanForm, FORM]
) -> Response[str]:
    """Show the odds of what was typed, worked out beside the evening."""
    form = PlanForm(unix_lines(data.plan), unix_lines(data.beside), data.how)
    reply, no = UNASKED, None
    try:
        how = PlanMethod(sample=PLAYED if form.how == "played" else 0, floats=form.how == "floats")
        question = OddsQuestion(str(table.path), form.plan, form.beside, how)
        reply = await worker.ask(table.key, question)
    except ProblemError as fault:
        no = fault.problem
    if by_script(request):
        return piece(render.part("_odds_answer.html", **_answer(reply), no=no))
    return await _plans(table, form, reply, no)


@post("/c/{key:str}/odds/stop")
async def stop_plans(table: OpenTable, worker: OddsWorker) -> Redirect:
    """Stop the odds that are worked out for a campaign."""
    worker.stop(table.key)
    return Redirect(f"/c/{table.key}/odds", status_code=303)


@get("/c/{key:str}/odds/far")
async def how_far(table: OpenTable, worker: OddsWorker) -> Response[str]:
    """Show how far odds are worked out, as a piece that asks again until they are."""
    return piece(render.part("_odds_far.html", key=table.key, far=worker.far(table.key)))


def _planned(session: Session, of: str) -> str:
    return planned(session.campaign.state, session.campaign.book, of[:LONGEST_SAID])


async def _plans(
    table: OpenTable, form: PlanForm, reply: OddsReply = UNASKED, no: ProblemDetails | None = None
) -> Response[str]:
    name = await table.run(lambda session: session.campaign.store.facts.name)
    about = {"key": table.key, "campaign": name, "form": form, "shipped": shipped_plans(), "no": no}
    return render.page("odds.html", {**about, **_answer(reply)}, 422 if no or reply.problems else 200)


def _answer(reply: OddsReply) -> dict[str, object]:
    """Return an answer with its drawings."""
    tables = reply.plan.answers if reply.plan else ()
    together = reply.compared.answers if reply.compared else ()
    return {
        "reply": reply,
        "drawn": [(one, list(charts(one))) for one in tables],
        "together": [(one, side_by_side(one)) for one in together],
    }

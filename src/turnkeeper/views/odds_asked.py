"""What is asked on a page or by a program: one plan or two, from where a campaign stands, and the answer."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.app.library import open_campaign
from turnkeeper.app.plans.answering import PlanFault
from turnkeeper.app.plans.figures import figures_of
from turnkeeper.app.plans.grid import Grid, GridAnswer, GridSource, odds_of, require_same_axes
from turnkeeper.app.plans.source import read_source
from turnkeeper.record import RecordFault
from turnkeeper.rules.problems import Problem
from turnkeeper.views.odds import PlanTable, plan_table
from turnkeeper.views.odds_compared import ComparedPlans, compared

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from turnkeeper.app.campaign import Campaign
    from turnkeeper.app.plans.answering import PlanOdds
    from turnkeeper.app.plans.grid import GridPlan

MOST_PLANS = 60
"""A page answers no more plans than these at once; the terminal has grids of any size."""
MOST_SITUATIONS = 20_000
SAMPLED_SITUATIONS = 2_000
"""What has more situations is played plainly where it is sampled."""
MOST_SECONDS = 8
"""After so many seconds a sample tells what was found so far."""
NAMES = ("the plan", "the plan beside it")


class OddsQuestion(Struct, frozen=True):
    """The texts of a plan, and of another beside it if there is one; they begin in a campaign's file.

    They are played so often where a ``sample`` is wanted, and else answered exactly.
    """

    campaign: str
    plan: str
    beside: str = ""
    most: int = MOST_SITUATIONS
    sample: int = 0


class OddsReply(Struct, frozen=True):
    """The answers of one plan, or of several side by side; or all that is wrong with them."""

    plan: PlanTable | None = None
    compared: ComparedPlans | None = None
    problems: tuple[Problem, ...] = ()


def asked(question: OddsQuestion) -> OddsReply:
    """Return the answer to a question; nothing is recorded, whatever it is."""
    texts = [one for one in (question.plan, question.beside) if one.strip()]
    sources: list[GridSource] = []
    problems: list[Problem] = []
    for text, name in zip(texts, NAMES, strict=False):
        source, wrong = read_source(text, name)
        most = min(question.most, SAMPLED_SITUATIONS) if question.sample else question.most
        sources.append(GridSource(name, source, name, most=most, sample=question.sample))
        problems += wrong
    grid = Grid(tuple(sources))
    said = _unanswerable(grid)
    if said is not None and not problems:
        problems.append(said)
    if problems:
        return OddsReply(problems=tuple(problems))
    with ExitStack() as stack:
        here = None
        if any(not one.source.rules for one in sources):
            try:
                here = open_campaign(Path(question.campaign), read_only=True)
            except RecordFault as fault:
                return OddsReply(problems=(Problem("campaign", 1, 1, "", str(fault), ""),))
            stack.callback(here.close)
        return _answered(grid, list(grid.plans()), here)


def _unanswerable(grid: Grid) -> Problem | None:
    if not grid.sources:
        return Problem(NAMES[0], 1, 1, "", "this plan says nothing", "> COMMAND, one a line")
    why = require_same_axes(grid.sources)
    if why:
        return Problem(NAMES[1], 1, 1, "", why, "leave out `vary`, or say it in both")
    if grid.size > MOST_PLANS:
        message = f"this varies into {grid.size:,} plans"
        return Problem(NAMES[0], 1, 1, "", message, f"at most {MOST_PLANS} here; `turnkeeper odds` has more")
    return None


def _answered(grid: Grid, plans: Sequence[GridPlan], here: Campaign | None) -> OddsReply:
    """Return the answers of plans; where there is only one, what is wrong with it is told as such."""
    found: list[GridAnswer] = []
    ends = perf_counter() + MOST_SECONDS

    def tell(_times: int) -> None:
        if perf_counter() > ends:
            raise KeyboardInterrupt

    table: PlanTable | None = None
    for plan in plans:
        try:
            odds = _odds(plan, here, tell)
        except PlanFault as fault:
            if len(plans) <= len(grid.sources):
                return OddsReply(problems=fault.problems)
            found.append(GridAnswer(plan.labels, wrong=str(fault)))
        else:
            found.append(GridAnswer(plan.labels, figures_of(odds), cut=bool(odds.causes)))
            table = plan_table(odds) if len(plans) == 1 else None
    return OddsReply(table, compared(grid.axes, found) if len(plans) > 1 else None)


def _odds(plan: GridPlan, here: Campaign | None, tell: Callable[[int], None]) -> PlanOdds:
    source, _ = read_source(plan.text, plan.name)
    return odds_of(plan, None if source.rules else here, tell=tell)

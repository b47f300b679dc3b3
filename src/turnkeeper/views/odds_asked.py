"""Questions of a page or a program: one plan or two, from where a campaign stands, and the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import open_campaign
from turnkeeper.app.plans.answering import EXACTLY, PlanFault, PlanMethod, PlanOdds
from turnkeeper.app.plans.figures import figures_of
from turnkeeper.app.plans.grid import Grid, GridAnswer, GridPlan, GridSource, odds_of, require_same_axes
from turnkeeper.app.plans.source import read_source
from turnkeeper.record import RecordFault
from turnkeeper.rules.problems import Problem
from turnkeeper.views.odds import PlanTable, plan_table
from turnkeeper.views.odds_compared import ComparedPlans, compared

MOST_PLANS = 60
"""A page answers no more plans than these at once; the terminal has grids of any size."""
SAMPLED_SITUATIONS = 2_000
"""What has more situations is played plainly where it is sampled."""
MOST_SECONDS = 8
"""The seconds after which a sample tells what was found so far."""
STOPPED = "it was stopped before this was answered"
NAMES = ("the plan", "the plan beside it")


class OddsQuestion(Struct, frozen=True):
    """The texts of a plan, and of another beside it if there is one; they begin in a campaign's file."""

    campaign: str
    plan: str
    beside: str = ""
    how: PlanMethod = EXACTLY


class OddsReply(Struct, frozen=True):
    """The answers of one plan, or of several side by side; or all that is wrong with them."""

    plan: PlanTable | None = None
    compared: ComparedPlans | None = None
    problems: tuple[Problem, ...] = ()


class OddsProgress(Struct, frozen=True):
    """How far odds are worked out: situations explored, those met, how often it was played, of which plan."""

    explored: int = 0
    met: int = 0
    played: int = 0
    plan: int = 1
    plans: int = 1

    def __str__(self) -> str:
        """Return it in words.

        >>> str(OddsProgress(312, 540)), str(OddsProgress(played=5000, plan=2, plans=6))
        ('312 of 540 situations looked at', 'plan 2 of 6: played 5,000 times')
        """
        which = f"plan {self.plan} of {self.plans}: " if self.plans > 1 else ""
        if self.played:
            return f"{which}played {self.played:,} times"
        return f"{which}{self.explored:,} of {self.met:,} situations looked at"


OddsWatcher = Callable[[OddsProgress], bool]
"""It is told how far odds are worked out, and returns whether to go on."""


def _go_on(_far: OddsProgress) -> bool:
    return True


def asked(question: OddsQuestion, watcher: OddsWatcher = _go_on) -> OddsReply:
    """Return the answer to a question; nothing is recorded, whatever it is.

    The ``watcher`` can stop it: then it is the part known by then.
    """
    texts = [one for one in (question.plan, question.beside) if one.strip()]
    sources: list[GridSource] = []
    problems: list[Problem] = []
    how = question.how
    if how.sample:
        how = replace(how, most=min(how.most, SAMPLED_SITUATIONS))
    for text, name in zip(texts, NAMES, strict=False):
        source, wrong = read_source(text, name)
        sources.append(GridSource(name, source, name, how=how))
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
        return _answered(grid, list(grid.plans()), here, watcher)


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


class _Watch:
    """Watches plans being answered one after another, and stops them: a sample also when its time is over."""

    def __init__(self, plans: int, watcher: OddsWatcher) -> None:
        self._ends = perf_counter() + MOST_SECONDS
        self._plans = plans
        self._watcher = watcher
        self.plan = 0
        self.goes_on = True

    def explored(self, explored: int, met: int) -> bool:
        """Report how far a plan is explored; returns whether to go on."""
        self.goes_on = self._watcher(OddsProgress(explored, met, 0, self.plan, self._plans))
        return self.goes_on

    def played(self, times: int) -> None:
        """Report how often a plan was played; raises `KeyboardInterrupt` where that is enough."""
        self.goes_on = self._watcher(OddsProgress(0, 0, times, self.plan, self._plans))
        if not self.goes_on or perf_counter() > self._ends:
            raise KeyboardInterrupt


def _answered(
    grid: Grid, plans: Sequence[GridPlan], here: Campaign | None, watcher: OddsWatcher
) -> OddsReply:
    """Return the answers of plans; where there is only one, its fault is told as such."""
    found: list[GridAnswer] = []
    watch = _Watch(len(plans), watcher)
    table: PlanTable | None = None
    for plan in plans:
        if not watch.goes_on:
            found.append(GridAnswer(plan.labels, wrong=STOPPED))
            continue
        watch.plan += 1
        try:
            odds = _odds(plan, here, watch)
        except PlanFault as fault:
            if len(plans) <= len(grid.sources):
                return OddsReply(problems=fault.problems)
            found.append(GridAnswer(plan.labels, wrong=str(fault)))
        else:
            found.append(GridAnswer(plan.labels, figures_of(odds), cut=bool(odds.causes)))
            table = plan_table(odds) if len(plans) == 1 else None
    return OddsReply(table, compared(grid.axes, found) if len(plans) > 1 else None)


def _odds(plan: GridPlan, here: Campaign | None, watch: _Watch) -> PlanOdds:
    source, _ = read_source(plan.text, plan.name)
    here = None if source.rules else here
    return odds_of(plan, here, tell=watch.played, watcher=watch.explored)

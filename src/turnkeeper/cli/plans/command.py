"""`odds`: the chances of a plan, of several side by side, and of one with numbers that vary."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Literal, get_args

from cyclopts import Parameter

from turnkeeper.app.campaign import Campaign
from turnkeeper.cli import screen
from turnkeeper.cli.exits import Exit, Stop, counted
from turnkeeper.cli.opening import chosen, opened, read_text, write_new
from turnkeeper.cli.parser import CampaignOption, Flag, Json, Output, Text
from turnkeeper.rules.problems import Problem

if TYPE_CHECKING:
    from turnkeeper.app.plans.answering import PlanMethod, PlanOdds
    from turnkeeper.app.plans.grid import Grid, GridAnswer, GridSource, KeptAnswers

    Answering = Callable[[str, str, Campaign | None, PlanMethod], PlanOdds]

Most = Annotated[int, Parameter(name="--most", help="How many situations are explored at most.")]
Plans = Annotated[str, Parameter(allow_leading_hyphen=True)]
Rules = Annotated[
    tuple[str, ...],
    Parameter(
        name="--rules",
        negative=(),
        show_default=False,
        help="Another rule set than the plan's; said again, the plan is answered under each, side by side.",
    ),
]
VaryOption = Annotated[
    tuple[str, ...],
    Parameter(
        name="--vary",
        negative=(),
        show_default=False,
        help="A word beside whose number the plan varies, with values: 'torches 1..6'. Can be said again.",
    ),
]
Keep = Annotated[
    Path | None,
    Parameter("--keep", show_default=False, help="A file that keeps what was answered, to go on from."),
]
Workers = Annotated[int, Parameter(name="--workers", help="How many processes; 0 is one for each core.")]
Cluster = Annotated[
    str,
    Parameter(
        name="--cluster",
        show_default=False,
        help="The address of a dask scheduler, tcp://HOST:PORT, whose workers answer the plans.",
    ),
]
Sample = Annotated[
    int,
    Parameter(
        name="--sample",
        help="Play each plan so many times, not exactly; Ctrl+C tells what was found so far.",
    ),
]
Floats = Annotated[
    Flag,
    Parameter(
        name="--floats",
        help="Answer in floating point, quicker where much is counted on a long way, and say how far off.",
    ),
]
Shape = Literal["lines", "csv", "svg", "html", "json"]
LONG = 30
"""The most seconds that are spent without asking first."""


def odds(  # noqa: PLR0913 - the options of a command
    *plans: Plans,
    campaign: CampaignOption = "",
    rules: Rules = (),
    vary: VaryOption = (),
    most: Most = 20_000,
    workers: Workers = 0,
    cluster: Cluster = "",
    sample: Sample = 0,
    seed: Text = "",
    floats: Floats = False,
    keep: Keep = None,
    yes: Flag = False,
    csv: Flag = False,
    svg: Flag = False,
    html: Flag = False,
    json: Json = False,
    output: Output = None,
) -> None:
    """Answer what the odds of a plan are, exactly, by the rules that run the table; nothing is recorded.

    Several plans are told side by side.

    Parameters
    ----------
    plans
        A file with a plan, the name of one that comes along, - for the standard input, or commands as one
        says them: "search, then travel to 0409". Without it those that come along are listed.
    seed
        A text that decides what comes up then.
    yes
        Begin what takes long without asking.
    csv
        As comma-separated values.
    svg
        As a picture.
    html
        As a page with charts and tables, which needs nothing else.
    output
        Write into this new file.
    """
    out = screen.stdout()
    if not plans:
        out.say_all(_listed(out))
        return
    shape = _shape(csv=csv, svg=svg, html=html, json=json)
    how = _how(most, sample, seed, floats=floats)
    named = [_named(plan, campaign, vary, how) for plan in plans]
    grid = _grid(named, rules)
    if grid.size == 1 and not cluster:
        answer = partial(_sampled, workers) if sample > 0 else _followed
        lines = _one(out, named[0], (*rules, "")[0], shape, answer)
    else:
        lines = _together(out, grid, _many(grid, workers, keep, cluster, yes=yes), shape)
    if output is None:
        out.say_all(lines)
    else:
        write_new(output, "\n".join(lines) + "\n")


def _how(most: int, sample: int, seed: str, *, floats: bool) -> PlanMethod:
    """Return how plans are answered; raises `Stop` where it cannot be done both ways."""
    from turnkeeper.app.plans.answering import PlanMethod

    if floats and sample > 0:
        raise Stop(Exit.USAGE, "--sample and --floats do not go together.", "Say one of them.")
    return PlanMethod(most=most, sample=sample, seed=seed, floats=floats)


def _shape(**wanted: bool) -> Shape:
    """Return how the answer is written; raises `Stop` where several ways are wanted."""
    found: list[Shape] = [one for one in get_args(Shape) if wanted.get(one)]
    if len(found) > 1:
        raise Stop(Exit.USAGE, f"--{' and --'.join(found)} do not go together.", "Say one of them.")
    return found[0] if found else "lines"


def _listed(out: screen.Screen) -> Iterator[str]:
    from turnkeeper.app.plans.shipped import shipped_plans

    found = shipped_plans()
    widest = max(len(one.name) for one in found)
    for one in found:
        yield f"{screen.padded(out.bold(one.name), widest)}  {one.about}"


def _named(plan: str, campaign: str, vary: tuple[str, ...], how: PlanMethod) -> GridSource:
    """Return the source that is meant, and where it begins; raises `Stop`."""
    from turnkeeper.app.plans.grid import GridSource
    from turnkeeper.app.plans.source import read_source

    text, name = _text_of(plan, campaign)
    source, problems = read_source(text, name, vary)
    if problems:
        raise _wrong(problems)
    begins = "" if source.rules else str(chosen(campaign))
    return GridSource(name.removesuffix(".plan") if name != "plan" else plan, source, name, begins, how)


def _text_of(plan: str, campaign: str) -> tuple[str, str]:
    """Return the text of a plan, and what its problems name it."""
    from turnkeeper.app.plans.shipped import SUFFIX, shipped_plans
    from turnkeeper.views.planned import planned

    if plan == "-":
        return sys.stdin.read(), "plan"
    shipped = {one.name: one.text for one in shipped_plans()}
    if plan in shipped:
        return shipped[plan], f"{plan}{SUFFIX}"
    path = Path(plan).expanduser()
    if path.suffix == SUFFIX or path.is_file():
        return read_text(path), path.name
    with opened(campaign, read_only=True) as begun:
        return planned(begun.state, begun.book, plan), "plan"


def _grid(named: list[GridSource], rules: tuple[str, ...]) -> Grid:
    from turnkeeper.app.plans.grid import Grid, require_same_axes

    grid = Grid(tuple(named), rules)
    why = require_same_axes(named)
    if why:
        raise Stop(Exit.USAGE, f"{why}.", "Answer them one by one, or vary the same words.")
    if rules and any(one.campaign for one in named):
        raise Stop(
            Exit.USAGE, "a campaign has its own rules.", "Leave --rules out, or give the plan a header."
        )
    return grid


def _wrong(problems: tuple[Problem, ...]) -> Stop:
    count = counted(len(problems), "problem")
    return Stop(Exit.FILE, f"the plan has {count}:\n" + "\n".join(map(str, problems)))


def _one(out: screen.Screen, named: GridSource, rules: str, shape: Shape, answer: Answering) -> Iterator[str]:
    """Yield the answer of one plan as it is wanted."""
    from turnkeeper.cli.plans import drawn
    from turnkeeper.views.odds import plan_table
    from turnkeeper.views.odds_report import plan_page, plan_picture

    found = _answered(named, rules, answer)
    table = plan_table(found)
    if found.sampled and shape == "lines":
        out.say(table.sampled)
    if shape == "csv":
        return drawn.plan_csv(table)
    if shape == "svg":
        return iter([plan_picture(table)])
    if shape == "html":
        return iter([plan_page(named.label, named.source.text, table)])
    return iter([out.as_json(table)]) if shape == "json" else drawn.plan_drawn(out, table)


def _followed(text: str, name: str, here: Campaign | None, how: PlanMethod) -> PlanOdds:
    from turnkeeper.app.plans.answering import plan_odds

    return plan_odds(text, name, here=here, most=how.most, floats=how.floats)


def _sampled(workers: int, text: str, name: str, here: Campaign | None, how: PlanMethod) -> PlanOdds:
    from turnkeeper.app.plans.sampled import sampled_odds

    err, shown, times = screen.stderr(), sys.stderr.isatty(), how.sample
    workers = workers or os.cpu_count() or 1

    def tell(done: int) -> None:
        if shown:
            err.write(f"\r{done:,} of {times:,} ")
            err.flush()

    found = sampled_odds(
        text, name, times, seed=how.seed, workers=workers, here=here, most=how.most, tell=tell
    )
    if shown:
        err.say()
    return found


def _answered(named: GridSource, rules: str, answer: Answering) -> PlanOdds:
    from turnkeeper.app.plans.answering import PlanFault

    (text,) = (one.under(rules) for _, one in named.source.varied())
    try:
        if not named.campaign:
            return answer(text, named.name, None, named.how)
        with opened(named.campaign, read_only=True) as table:
            return answer(text, named.name, table, named.how)
    except PlanFault as fault:
        raise _wrong(fault.problems) from fault


def _together(out: screen.Screen, grid: Grid, found: list[GridAnswer], shape: Shape) -> Iterator[str]:
    """Yield the answers of several plans as they are wanted."""
    from turnkeeper.cli.plans import drawn
    from turnkeeper.views.odds_compared import compared
    from turnkeeper.views.odds_report import compared_page, compared_picture

    table = compared(grid.axes, found)
    if shape == "csv":
        return drawn.compared_csv(table)
    if shape == "svg":
        return iter([compared_picture(table)])
    if shape == "html":
        return iter([compared_page(", ".join(dict.fromkeys(one.label for one in grid.sources)), table)])
    return iter([out.as_json(table)]) if shape == "json" else drawn.compared_drawn(out, table)


# Many


def _many(grid: Grid, workers: int, keep: Path | None, cluster: str, *, yes: bool) -> list[GridAnswer]:
    """Return the answers of a grid; what takes long is asked about first, and can be broken off."""
    from turnkeeper.app.plans.cluster import NoCluster
    from turnkeeper.app.plans.grid import KeptInFile, KeptNowhere, answered

    if cluster and any(one.campaign for one in grid.sources):
        raise Stop(Exit.USAGE, "a campaign's file is here, not on the cluster.", "Give the plan a header.")
    kept = KeptInFile(keep) if keep is not None else KeptNowhere()
    _require_time(grid, workers, kept, yes=yes or bool(cluster))
    err = screen.stderr()
    found: list[GridAnswer] = []
    try:
        for one in answered(grid.plans(), grid.size, workers=workers, kept=kept, cluster=cluster):
            found.append(one)
            if sys.stderr.isatty():
                err.write(f"\r{len(found):,} of {grid.size:,} plans ")
                err.flush()
    except NoCluster as missing:
        raise Stop(Exit.USAGE, f"{missing}.", f"{missing.hint}.") from missing
    except KeyboardInterrupt:
        kept_in = f" {keep} keeps them." if keep is not None else ""
        err.say(f"\nstopped: {len(found):,} of {grid.size:,} plans are answered.{kept_in}")
    if sys.stderr.isatty():
        err.say()
    if found and all(one.wrong for one in found):
        raise Stop(Exit.FILE, f"none of {counted(len(found), 'plan')} can be answered:\n{found[0].wrong}")
    return found


def _require_time(grid: Grid, workers: int, kept: KeptAnswers, *, yes: bool) -> None:
    """Answer the first plan, and ask whether to begin the others if they take long; raises `Stop`."""
    from turnkeeper.app.plans.grid import answer_plan

    first = next(grid.plans())
    if yes or grid.size <= 2 or kept.find(first):  # noqa: PLR2004 - two plans are compared
        return
    began = perf_counter()
    kept.keep(first, answer_plan(first))
    seconds = (perf_counter() - began) * grid.size / max(workers or os.cpu_count() or 1, 1)
    if seconds < LONG:
        return
    said = f"{grid.size:,} plans take about {_said_length(round(seconds))}"
    if not sys.stdin.isatty():
        raise Stop(
            Exit.USAGE, f"{said}.", "Say --yes to begin, with --keep FILE to go on later; or vary less."
        )
    if input(f"{said}. Begin? [y/N] ").strip().casefold() not in {"y", "yes"}:
        raise Stop(Exit.USAGE, "nothing was begun.", "Vary less, or --keep FILE, which can be broken off.")


def _said_length(seconds: int) -> str:
    for name, length in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds // length:,} {name}"
    return f"{seconds} seconds"

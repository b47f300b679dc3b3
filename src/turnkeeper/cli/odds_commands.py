"""`odds`: what the chances of a plan are, from its own beginning or from where a campaign stands."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from turnkeeper.cli import screen
from turnkeeper.cli.exits import Exit, Stop, counted
from turnkeeper.cli.opening import opened, read_text
from turnkeeper.cli.parser import CampaignOption, Flag, Json

if TYPE_CHECKING:
    from turnkeeper.app.plans.answering import PlanOdds
    from turnkeeper.views.odds import AnswerTable, PlanTable

Most = Annotated[int, Parameter(name="--most", help="How many situations are explored at most.")]
BAR = 30


def odds(
    plan: str = "",
    /,
    *,
    campaign: CampaignOption = "",
    most: Most = 20_000,
    csv: Flag = False,
    json: Json = False,
) -> None:
    """Answer what the odds of a plan are, exactly, by the rules that run the table; nothing is recorded.

    Parameters
    ----------
    plan
        A file with a plan, the name of one that comes along, - for the standard input, or commands as one
        says them: "search, then travel to 0409". Without it those that come along are listed.
    csv
        As comma-separated values.
    """
    from turnkeeper.views.odds import plan_table

    out = screen.stdout()
    if not plan:
        out.say_all(_listed(out))
        return
    table = plan_table(_answered(plan, campaign, most))
    if csv:
        out.say_all(_as_csv(table))
    else:
        out.answer(table, _drawn(out, table), json=json)


def _listed(out: screen.Screen) -> Iterator[str]:
    from turnkeeper.app.plans.shipped import shipped_plans

    found = shipped_plans()
    widest = max(len(one.name) for one in found)
    for one in found:
        yield f"{screen.padded(out.bold(one.name), widest)}  {one.about}"


def _answered(plan: str, campaign: str, most: int) -> PlanOdds:
    """Return the odds of the plan that is meant; raises `Stop`."""
    from turnkeeper.app.plans.answering import PlanFault, has_header, plan_odds

    text, name = _text_of(plan)
    try:
        if has_header(text):
            return plan_odds(text, name, most=most)
        with opened(campaign, read_only=True) as table:
            return plan_odds(text, name, here=table, most=most)
    except PlanFault as fault:
        count = counted(len(fault.problems), "problem")
        raise Stop(Exit.FILE, f"the plan has {count}:\n" + "\n".join(map(str, fault.problems))) from fault


def _text_of(plan: str) -> tuple[str, str]:
    """Return the text of a plan, and what its problems name it."""
    from turnkeeper.app.plans.shipped import SUFFIX, said_plan, shipped_plans

    if plan == "-":
        return sys.stdin.read(), "plan"
    shipped = {one.name: one.text for one in shipped_plans()}
    if plan in shipped:
        return shipped[plan], f"{plan}{SUFFIX}"
    path = Path(plan).expanduser()
    if path.suffix == SUFFIX or path.is_file():
        return read_text(path), path.name
    return said_plan(plan), "plan"


def _drawn(out: screen.Screen, table: PlanTable) -> Iterator[str]:
    for one in table.answers:
        yield from _answer_drawn(out, one)
    if any(one.value != "as planned" for one in table.ends):
        yield out.bold("how it ends")
        for row in table.ends:
            yield f"  {row.percent.rjust(6)} %  {row.value}"
    if table.causes:
        yield f"not all is known: the situations are too many, mostly for {' and '.join(table.causes)}"
        yield "  ask for less, bound the plan (repeat until dark or 60 turns), or allow more with --most"
    met = counted(table.situations, "situation")
    yield out.dim(f"exact: {met}, {counted(table.decisions, 'decision')} of the rules")


def _answer_drawn(out: screen.Screen, one: AnswerTable) -> Iterator[str]:
    yield from screen.wrapped(out.bold(one.sentence), out.width)
    widest = max(len(row.value) for row in one.rows)
    for row in one.rows:
        bar = out.warm(out.bar(row.of_1000, BAR).rstrip())
        yield f"  {row.value.rjust(widest)}  {row.percent.rjust(6)} %  {row.up_to.rjust(6)}  {bar}".rstrip()
    yield ""


def _as_csv(table: PlanTable) -> Iterator[str]:
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("asked", "unit", "value", "percent", "up to"))
    for one in table.answers:
        writer.writerows((one.asked, one.unit, row.value, row.percent, row.up_to) for row in one.rows)
    yield from text.getvalue().splitlines()

"""`undo`, `redo`, `branches`, `go`: the head moves, and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from cyclopts import Parameter

from turnkeeper.cli import screen
from turnkeeper.cli.exits import Exit, Stop
from turnkeeper.cli.opening import opened
from turnkeeper.cli.options import CampaignOption, Json
from turnkeeper.cli.story import branches_drawn
from turnkeeper.table import branches as table_branches
from turnkeeper.table.campaign import Campaign, Moved
from turnkeeper.table.faults import Refusal
from turnkeeper.table.views import status

Times = Annotated[int, Parameter(help="How many commands.")]


def undo(times: Times = 1, /, *, campaign: CampaignOption = "", json: Json = False) -> int:
    """Take back the last command, or the last so many. Nothing is lost: redo does them again."""
    with opened(campaign) as table:
        return _told(table, table_branches.undo(table, _at_least_one(times)), json=json)


def redo(times: Times = 1, /, *, campaign: CampaignOption = "", json: Json = False) -> int:
    """Do again what was taken back, with the same dice."""
    with opened(campaign) as table:
        return _told(table, table_branches.redo(table, _at_least_one(times)), json=json)


def go(commit: str, /, *, campaign: CampaignOption = "", json: Json = False) -> int:
    """Go to any commit on any branch.

    Parameters
    ----------
    commit
        The first letters of its id, as `branches` and `log --json` show it.
    """
    with opened(campaign) as table:
        return _told(table, [table.go(commit)], json=json)


def branches(*, campaign: CampaignOption = "", json: Json = False) -> int:
    """List every end that was reached, also what was undone; `go` leads there."""
    out = screen.stdout()
    with opened(campaign, read_only=True) as table:
        found = table_branches.branches(table)
        if json:
            out.json({"head": table.head.id, "branches": found})
        else:
            out.say_all(branches_drawn(out, table, found))
    return Exit.DONE


def _at_least_one(times: int) -> int:
    if times < 1:
        raise Stop(Exit.USAGE, f"{times} is not a number of commands.", "It is at least 1.")
    return times


def _told(table: Campaign, moves: Iterable[Moved | Refusal], *, json: bool) -> int:
    """Tell the moves and where that leads; a refusal at their end leaves the command."""
    out, moves = screen.stdout(), tuple(moves)
    said = [move.said for move in moves if isinstance(move, Moved)]
    no = next((move for move in moves if isinstance(move, Refusal)), None)
    now = status(table)
    if json:
        out.json({"moves": said, "commit": now.commit, "now": now.now, "refusal": no})
    else:
        out.say_all(said)
        if said:
            out.say(out.dim(f"now {now.now}"))
    if no is not None:
        raise Stop(Exit.REFUSED, f"{no.message}.", no.hint)
    return Exit.DONE

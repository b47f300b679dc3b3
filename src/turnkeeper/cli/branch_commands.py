"""`undo`, `redo`, `branches`, `go`: the head moves, and nothing is lost."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from turnkeeper.app import branches as table_branches
from turnkeeper.cli import screen, speak
from turnkeeper.cli.exits import Exit
from turnkeeper.cli.opening import opened
from turnkeeper.cli.options import CampaignOption, Json
from turnkeeper.cli.story import branches_drawn

Times = Annotated[int, Parameter(help="How many commands.")]


def undo(times: Times = 1, /, *, campaign: CampaignOption = "", json: Json = False) -> int:
    """Take back the last command, or the last so many. Nothing is lost: redo does them again."""
    return speak.undo(times, campaign=campaign, json=json)


def redo(times: Times = 1, /, *, campaign: CampaignOption = "", json: Json = False) -> int:
    """Do again what was taken back, with the same dice."""
    return speak.redo(times, campaign=campaign, json=json)


def go(commit: str, /, *, campaign: CampaignOption = "", json: Json = False) -> int:
    """Go to any commit on any branch.

    Parameters
    ----------
    commit
        The first letters of its id, as `branches` and `log --json` show it.
    """
    return speak.go(commit, campaign=campaign, json=json)


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

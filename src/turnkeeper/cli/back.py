"""`undo` and `redo`, and how every move of the head is told. Asked for often, they import little."""

from __future__ import annotations

from collections.abc import Iterable

from turnkeeper.app import branches
from turnkeeper.app.campaign import Campaign, Moved
from turnkeeper.app.faults import Refusal
from turnkeeper.cli import screen
from turnkeeper.cli.exits import Exit, Stop
from turnkeeper.cli.opening import opened
from turnkeeper.views.status import status


def undo(times: int = 1, *, campaign: str = "", json: bool = False) -> int:
    """Take back so many commands; returns the exit code."""
    with opened(campaign) as table:
        return told(table, branches.undo(table, _at_least_one(times)), json=json)


def redo(times: int = 1, *, campaign: str = "", json: bool = False) -> int:
    """Do again so many commands; returns the exit code."""
    with opened(campaign) as table:
        return told(table, branches.redo(table, _at_least_one(times)), json=json)


def _at_least_one(times: int) -> int:
    if times < 1:
        raise Stop(Exit.USAGE, f"{times} is not a number of commands.", "It is at least 1.")
    return times


def told(table: Campaign, moves: Iterable[Moved | Refusal], *, json: bool) -> int:
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

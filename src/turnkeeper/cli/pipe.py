"""The keeper on lines from a pipe or a file: each is carried out and told; empty lines pass nothing."""

from __future__ import annotations

from collections.abc import Iterable

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.dice import DiceKind
from turnkeeper.cli.repl import Repl


def keep(campaign: Campaign, dice: DiceKind, lines: Iterable[str]) -> int:
    """Hear line after line; returns the exit code of the first that failed, or 0."""
    keeper = Repl(campaign, dice=dice)
    for line in lines:
        if line.strip() and not keeper.hear(line):
            break
    return keeper.failed

"""`play` and `sample`: the interactive keeper."""

from __future__ import annotations

import sys
from pathlib import Path

from turnkeeper.app.campaign import Campaign
from turnkeeper.chance.drivers import DiceKind
from turnkeeper.cli import glance, screen
from turnkeeper.cli.campaign_commands import DiceOption
from turnkeeper.cli.exits import Exit
from turnkeeper.cli.opening import opened
from turnkeeper.cli.parser import CampaignOption, Verbose
from turnkeeper.views.referee.glance import glance as look

FIVE = (
    ("Enter", "an empty line: one turn passes, with all that falls due in it"),
    ("search", "do something; the rules know how long it takes and what comes of it"),
    ("status", "how things stand; log tells how it came to that, why explains it"),
    ("undo", "take anything back; redo brings it again, with the same dice"),
    ("?", "all that can be said; the tabulator completes what you begin"),
)

_HOW = "Enter passes a turn, ? lists what can be said, Ctrl-D leaves; all is recorded at once."


def play(*, campaign: CampaignOption = "", dice: DiceOption = "seeded", verbose: Verbose = False) -> int:
    """Keep time at the table: an empty line passes one turn, ? lists what can be said, Ctrl-D leaves.

    Lines from a pipe are carried out one after the other.
    """
    with opened(campaign) as table:
        return listen(table, dice, _welcome(table), verbose=verbose)


def listen(table: Campaign, dice: DiceKind, welcome: list[str], *, verbose: bool = False) -> int:
    """Listen at the terminal, or to lines from a pipe; a prompt needs both of its ends at a terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        from turnkeeper.cli.repl import hear_all

        return hear_all(table, dice, sys.stdin, verbose=verbose)
    from turnkeeper.cli import prompt

    screen.stdout().say_all(welcome)
    return prompt.keep(table, dice, verbose=verbose)


def _welcome(table: Campaign) -> list[str]:
    out, now = screen.stdout(), look(table)
    return [
        f"{out.bold(now.campaign)}  {out.dim(now.rules)}",
        *map(out.dim, screen.wrapped(_HOW, out.width)),
    ]


def sample() -> int:
    """Look around in a campaign that is ready to play.

    Without a terminal, the sample session is played instead, and its end shown.
    """
    from turnkeeper.app import samples
    from turnkeeper.views.referee.facts import facts

    if not sys.stdin.isatty():
        played = samples.played(facts)
        glance.show(screen.stdout(), played)
        played.close()
        return Exit.DONE
    path, table, fresh = samples.opened(Path(), facts)
    try:
        return listen(table, "seeded", _first_screen(table, path, fresh=fresh))
    finally:
        table.close()


def _first_screen(table: Campaign, path: Path, *, fresh: bool) -> list[str]:
    out, now = screen.stdout(), look(table)
    lies = "The campaign lies in" if fresh else "As it was left, in"
    party = ", ".join(one.name for one in now.party)
    return [
        f"{out.bold('Turnkeeper')} keeps strict time. Try it on {party}, in a {now.place.name.lower()}.",
        out.dim(f"{lies} {path}"),
        "",
        "Five things to type:",
        *screen.columns([("  " + out.bold(word), meaning) for word, meaning in FIVE]),
        "",
    ]

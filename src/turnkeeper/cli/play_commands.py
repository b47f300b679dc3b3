"""`play` and `sample`: the interactive keeper; `handout` and `portrait`: pictures for the players."""

from __future__ import annotations

import sys
from pathlib import Path

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.pictures import MOST_BYTES, MOST_OF_PORTRAIT, UnfitPictureError
from turnkeeper.app.session import Session
from turnkeeper.chance.drivers import DiceKind
from turnkeeper.cli import glance, screen, speak
from turnkeeper.cli.campaign_commands import DiceOption
from turnkeeper.cli.exits import Exit, Stop
from turnkeeper.cli.opening import opened
from turnkeeper.cli.parser import CampaignOption, Verbose
from turnkeeper.play.kernel.event import Command, Refusal
from turnkeeper.play.kernel.introducing.entries import PORTRAIT, WrittenEntry
from turnkeeper.play.party.handouts import HandOut
from turnkeeper.play.party.sheets import WriteSheet
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


# Pictures


def handout(file: Path, *, title: str = "", text: str = "", campaign: CampaignOption = "") -> None:
    """Hand the players a picture to look at, such as: handout letter.png --title "a torn letter".

    Parameters
    ----------
    file
        A PNG, JPEG, WebP or GIF of at most 4 MB; the campaign keeps a copy.
    title
        What it is called; without one, the file's name.
    text
        What is written on it; / between spaces begins a new line.
    """
    with opened(campaign) as table:
        picture = _brought(table, file, MOST_BYTES)
        _carry_out(table, HandOut(title or file.stem, text, picture))


def portrait(who: str, file: Path, *, campaign: CampaignOption = "") -> None:
    """Give a member of the party a portrait, such as: portrait Varda varda.jpg.

    Parameters
    ----------
    who
        A member of the party.
    file
        A PNG, JPEG, WebP or GIF of at most 300 kB; the campaign keeps a copy.
    """
    with opened(campaign) as table:
        picture = _brought(table, file, MOST_OF_PORTRAIT)
        _carry_out(table, WriteSheet(who, (WrittenEntry(PORTRAIT, picture),)))


def _brought(table: Campaign, file: Path, most: int) -> str:
    """Return the digest of a file's picture, which the campaign takes along."""
    try:
        with file.open("rb") as opened_file:
            return table.pictures.bring(opened_file.read(most + 1), most)
    except UnfitPictureError as fault:
        raise Stop(Exit.FILE, f"{file}: {fault}.") from fault


def _carry_out(table: Campaign, command: Command) -> None:
    said = table.express(command)
    outcome = said if isinstance(said, Refusal) else Session(table).carry_out(said)
    if isinstance(outcome, CommandDone):
        speak.tell(screen.stdout(), outcome, outcome.told, screen.stderr(), ())
    speak.require_done(outcome)

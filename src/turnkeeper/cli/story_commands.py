"""`log`, `why`, `export`, `replay`: what happened, why, and as a text for others."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from turnkeeper.app import log as table_log
from turnkeeper.cli import screen, story
from turnkeeper.cli.exits import Exit, Stop, counted
from turnkeeper.cli.files import read_text, write_new
from turnkeeper.cli.opening import opened
from turnkeeper.cli.options import CampaignOption, Json

SHOWN = 30
Flag = Parameter(negative=(), show_default=False)


def log(
    last: Annotated[int, Parameter(name=["--last", "-n"])] = SHOWN,
    *,
    campaign: CampaignOption = "",
    everything: Annotated[bool, Parameter(name="--all", negative=(), show_default=False)] = False,
    markdown: Annotated[bool, Flag] = False,
    json: Json = False,
) -> int:
    """Tell what happened, the oldest line first; `why` takes the number of a line.

    Parameters
    ----------
    last
        How many lines, counted from the latest.
    everything
        From the beginning.
    markdown
        As Markdown, for a journal or a web page.
    """
    if last < 1:
        raise Stop(
            Exit.USAGE, f"{last} is not a number of lines.", "It is at least 1; --all shows every one."
        )
    out = screen.stdout()
    with opened(campaign, read_only=True) as table:
        lines = list(table_log.lines(table)) if everything else table_log.latest(table, last)
        if json:
            out.json(lines)
        elif markdown:
            out.say_all(story.as_markdown(table, lines))
        else:
            out.say_all(story.log_drawn(out, lines))
    return Exit.DONE


def why(number: int | None = None, /, *, campaign: CampaignOption = "", json: Json = False) -> int:
    """Explain a line of the log: the rule in our words, where it comes from, and the dice.

    Parameters
    ----------
    number
        The line, as `log` numbers them; without it, the last that a rule caused.
    """
    out = screen.stdout()
    with opened(campaign, read_only=True) as table:
        found = table_log.why(table, number)
    if found is None:
        what = "nothing has happened by a rule yet" if number is None else f"there is no line {number}"
        raise Stop(Exit.REFUSED, f"{what}.", "`turnkeeper log --all` numbers the lines.")
    if json:
        out.json(found)
    else:
        out.say_all(story.because_drawn(out, found))
    return Exit.DONE


def export(
    *,
    campaign: CampaignOption = "",
    branch: Annotated[str, Parameter(show_default=False)] = "",
    output: Annotated[Path | None, Parameter(name=["--output", "-o"], show_default=False)] = None,
    json: Json = False,
) -> int:
    """Write a campaign as a playthrough: one text with every command, its dice and what followed.

    Parameters
    ----------
    branch
        The first letters of a commit's id; without it, the branch on which the campaign stands.
    output
        The file to write; it must not exist yet. Without it, standard output.
    """
    from turnkeeper.app.export import export_text
    from turnkeeper.app.faults import Refusal

    with opened(campaign, read_only=True) as table:
        tip = table.named(branch) if branch else table.head
        if isinstance(tip, Refusal):
            raise Stop(Exit.REFUSED, f"{tip.message}.", tip.hint)
        text = export_text(table, tip.id)
    if output is not None:
        write_new(output, text)
        screen.stderr().say(f"written to {output}")
    if json:
        screen.stdout().json({"file": None if output is None else str(output), "playthrough": text})
    elif output is None:
        screen.stdout().write(text)
    return Exit.DONE


def replay(
    file: Path | None = None,
    /,
    *,
    into: Annotated[str, Parameter(show_default=False)] = "",
    json: Json = False,
) -> int:
    """Play a playthrough, check every fact in it, and show how things stand at its end.

    Parameters
    ----------
    file
        The playthrough; without it, standard input.
    into
        Keep it as a new campaign of that name; only when every fact holds.
    """
    from turnkeeper.app.replay import replay_into
    from turnkeeper.cli import glance
    from turnkeeper.views.status_texts import facts

    out, err = screen.stdout(), screen.stderr()
    text, called = _given(file)
    result, path = replay_into(text, called, facts, into)
    if result.campaign is not None:
        try:
            glance.show(out, result.campaign, json=json)
        finally:
            result.campaign.close()
    err.say_all(str(problem) for problem in result.problems)
    if result.problems:
        kept = f"; {into} was not made" if into else ""
        raise Stop(Exit.REFUSED, f"{counted(len(result.problems), 'problem')} in {called}{kept}.")
    err.say(f"{called}: all facts hold, {result.commands} commands" + (f"; kept in {path}" if path else ""))
    return Exit.DONE


def _given(file: Path | None) -> tuple[str, str]:
    """Return the text of a playthrough and what problems call it."""
    if file is not None:
        return read_text(file), str(file)
    if sys.stdin.isatty():
        raise Stop(Exit.USAGE, "which playthrough?", "turnkeeper replay FILE, or text on standard input.")
    return sys.stdin.read(), "standard input"

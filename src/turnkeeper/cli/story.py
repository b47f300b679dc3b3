"""`log`, `story`, `why`, `export`, `replay`: what happened, why, as a text for others; how branches look."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from turnkeeper.app import log as table_log
from turnkeeper.app import sharing
from turnkeeper.app.branches import SHORT, Branch
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.log import Because, Line
from turnkeeper.cli import screen
from turnkeeper.cli.exits import Exit, Stop, counted
from turnkeeper.cli.opening import chosen, opened, read_text, write_new
from turnkeeper.cli.parser import CampaignOption, Flag, Json, Output, Text, Verbose
from turnkeeper.cli.speak import told
from turnkeeper.spelling.sentences import capitalised
from turnkeeper.views import story as told_story
from turnkeeper.views.referee.folding import LogFold, folds_of
from turnkeeper.views.referee.sessions import as_icalendar, sessions_played


def log_drawn(
    out: screen.Screen,
    lines: Sequence[Line],
    folds: Mapping[str, LogFold] = {},
    dates: Mapping[str, str] = {},
) -> Iterator[str]:
    """Yield the lines of a log, each with the number that `why` takes; those of a fold as one.

    The first of a day that has a date stands under it.
    """
    digits, before, day = len(str(lines[-1].number)) if lines else 1, None, ""
    for line in lines:
        if (today := line.at.rpartition(" ")[0]) != day:
            day = today
            if dates.get(day):
                yield out.dim(dates[day])
        fold, number = folds.get(line.commit), f"{line.number:>{digits}}  "
        if fold is None:
            yield from told(out, line, number)
        elif fold != before:
            yield out.dim(f"{number}{fold.since} to {fold.until.rpartition(' ')[2]}: {fold.says}")
        before = fold


def as_markdown(campaign: Campaign, lines: Sequence[Line]) -> Iterator[str]:
    """Yield a log as Markdown: a heading for each day, a point for each line."""
    yield f"# {told_story.escaped(campaign.store.facts.name)}"
    day, dates = None, table_log.dates_of(campaign, lines)
    for line in lines:
        date, _, clock = line.at.rpartition(" ")
        if date != day:
            day = date
            yield from ("", f"## {told_story.escaped(', '.join(filter(None, (date, dates.get(date)))))}", "")
        rule = f" *({line.rule})*" if line.rule else ""
        yield f"- {clock} {told_story.escaped(line.text)}{rule}"


def because_drawn(out: screen.Screen, why: Because) -> Iterator[str]:
    """Yield why something happened: the line, the command, the dice, the rule and where it comes from."""
    yield from told(out, why.told, f"{why.told.number}  ")
    rule = f"{why.rule}: {why.says}" if why.says else why.rule or "no rule: somebody just said so"
    blocks = (
        ("Command", [why.command]),
        ("Meaning", [why.meaning] if why.meaning else []),
        ("Dice", list(why.dice)),
        ("Rule", [rule]),
        ("Origin", [why.origin] if why.origin else []),
        ("The house", list(why.house)),
        ("Each event", list(why.each)),
    )
    for label, texts in blocks:
        yield from screen.block(out, label, texts)


def branches_drawn(out: screen.Screen, campaign: Campaign, found: Sequence[Branch]) -> Iterator[str]:
    """Yield the branches, the latest first; where the campaign stands is marked."""
    if not any(one.here for one in found):
        head = campaign.head
        yield f"{out.good('*')} {out.bold(head.id[:SHORT])}  here: {head.summary}"
    for one in reversed(found):
        mark = out.good("*") if one.here else ">" if one.ahead else " "
        yield f"{mark} {out.bold(one.id[:SHORT])}  {one.at}  {one.summary}"
        yield f"  {' ' * SHORT}  {out.dim(_relation(one))}"


def _relation(one: Branch) -> str:
    commands = counted(one.own, "command")
    if one.here:
        return "the campaign stands here"
    return f"undone; redo leads here, {commands} on" if one.ahead else f"{commands} since: {one.forked_after}"


SHOWN = 30


def log(  # noqa: PLR0913 - what can be asked of the command line
    last: Annotated[int, Parameter(name=["--last", "-n"])] = SHOWN,
    *,
    campaign: CampaignOption = "",
    everything: Annotated[bool, Parameter(name="--all", negative=(), show_default=False)] = False,
    markdown: Flag = False,
    verbose: Verbose = False,
    json: Json = False,
) -> None:
    """Tell what happened, the oldest line first; `why` takes the number of a line.

    A stretch in which nothing happened is one line; --verbose tells all of it.

    Parameters
    ----------
    last
        How many lines, counted from the latest.
    everything
        From the beginning.
    markdown
        As Markdown, for a journal or a web page.
    json
        As JSON, for programs: each event by itself.
    """
    if last < 1:
        raise Stop(
            Exit.USAGE, f"{last} is not a number of lines.", "It is at least 1; --all shows every one."
        )
    out = screen.stdout()
    with opened(campaign, read_only=True) as table:
        each = verbose or json
        found = (
            list(table_log.lines(table, each=each))
            if everything
            else table_log.latest(table, last, each=each)
        )
        folds = {} if each else folds_of(table, found)
        dates = table_log.dates_of(table, found)
        drawn = as_markdown(table, found) if markdown else log_drawn(out, found, folds, dates)
        out.answer(found, drawn, json=json)


def story(  # noqa: PLR0913 - what can be asked of the command line
    session: int = 0,
    /,
    *,
    campaign: CampaignOption = "",
    secrets: Flag = False,
    markdown: Flag = False,
    sessions: Flag = False,
    icalendar: Flag = False,
    json: Json = False,
) -> None:
    """Tell a session of play in the players' words, by days and places; `do "new session"` ends one.

    Parameters
    ----------
    session
        Which one, from 1; the latest without it.
    secrets
        Also what players were not told, each marked as secret.
    markdown
        As Markdown, to send.
    sessions
        All sessions instead: when people played them, and on which days of the game.
    icalendar
        The same as iCalendar, for the calendar of people; where the Gregorian calendar is in use, or stands
        beside it, with what ends or is reminded of within a year.
    """
    out, shown = screen.stdout(), sharing.read(chosen(campaign)).sharing.shown
    with opened(campaign, read_only=True) as table:
        if sessions or icalendar:
            played = sessions_played(table)
            rows = [(f"{one}", one.began, one.game_days) for one in played]
            shown_as = as_icalendar(table, played).splitlines() if icalendar else screen.table(out, rows, ())
            out.answer(played, shown_as, json=json)
            return
        found = told_story.story(table, shown, session, secrets=secrets)
        if found is None:
            raise Stop(
                Exit.REFUSED, f"there is no session {session}.", "`turnkeeper story` tells the latest."
            )
        drawn = [told_story.as_markdown(found).rstrip()] if markdown else story_drawn(out, found)
        out.answer(found, drawn, json=json)


def story_drawn(out: screen.Screen, found: told_story.Story) -> Iterator[str]:
    """Yield a session as paragraphs under the days and places of the story."""
    yield out.bold(str(found.session))
    for chapter in found.chapters:
        yield from ("", out.warm(chapter.heading))
        for paragraph in chapter.paragraphs:
            lines = (f"[secret] {one.text}" if one.secret else one.text for one in paragraph.lines)
            when = f"{capitalised(paragraph.when)}. " if paragraph.when else ""
            yield from screen.wrapped(f"{when}{' '.join(lines)}", out.width)


def why(number: int | None = None, /, *, campaign: CampaignOption = "", json: Json = False) -> None:
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
    out.answer(found, because_drawn(out, found), json=json)


def export(
    *,
    campaign: CampaignOption = "",
    branch: Text = "",
    output: Output = None,
    json: Json = False,
) -> None:
    """Write a campaign as a playthrough: one text with every command, its dice and what followed.

    Parameters
    ----------
    branch
        The first letters of a commit's id; without it, the branch on which the campaign stands.
    output
        The file to write; it must not exist yet. Without it, standard output.
    """
    from turnkeeper.app.export import export_text
    from turnkeeper.play.kernel.event import Refusal

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


def replay(
    file: Path | None = None,
    /,
    *,
    into: Text = "",
    json: Json = False,
) -> None:
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
    from turnkeeper.views.referee.facts import facts

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


def _given(file: Path | None) -> tuple[str, str]:
    """Return the text of a playthrough and what problems call it."""
    if file is not None:
        return read_text(file), str(file)
    if sys.stdin.isatty():
        raise Stop(Exit.USAGE, "which playthrough?", "turnkeeper replay FILE, or text on standard input.")
    return sys.stdin.read(), "standard input"

"""How the log, its reasons and the branches look."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from turnkeeper.app.branches import SHORT, Branch
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.log import Because, Line
from turnkeeper.cli import screen
from turnkeeper.cli.speak import told

_MARKS = re.compile(r"([\\`*_\[\]<>#|])")


def log_drawn(out: screen.Screen, lines: Sequence[Line]) -> Iterator[str]:
    """Yield the lines of a log, each with the number that `why` takes."""
    digits = len(str(lines[-1].number)) if lines else 1
    for line in lines:
        yield from told(out, line, f"{line.number:>{digits}}  ")


def as_markdown(campaign: Campaign, lines: Iterable[Line]) -> Iterator[str]:
    """Yield a log as Markdown: a heading for each day, a point for each line."""
    yield f"# {_escaped(campaign.store.facts.name)}"
    day = None
    for line in lines:
        date, _, clock = line.at.rpartition(" ")
        if date != day:
            day = date
            yield from ("", f"## {_escaped(date)}", "")
        rule = f" *({line.rule})*" if line.rule else ""
        yield f"- {clock} {_escaped(line.text)}{rule}"


def _escaped(text: str) -> str:
    return _MARKS.sub(r"\\\1", text)


def because_drawn(out: screen.Screen, why: Because) -> Iterator[str]:
    """Yield why something happened: the line, the command, the dice, the rule and where it comes from."""
    yield from told(out, why.line, f"{why.line.number}  ")
    rule = f"{why.rule}: {why.says}" if why.says else why.rule or "no rule: somebody just said so"
    blocks = (
        ("Command", [why.command]),
        ("Meaning", [why.meaning] if why.meaning else []),
        ("Dice", list(why.dice)),
        ("Rule", [rule]),
        ("Origin", [why.origin] if why.origin else []),
        ("The house", list(why.house)),
    )
    for label, texts in blocks:
        yield from screen.block(out, label, texts)


def branches_drawn(out: screen.Screen, campaign: Campaign, found: Sequence[Branch]) -> Iterator[str]:
    """Yield the branches, the latest first; where the campaign stands is marked."""
    here = any(one.here for one in found)
    if not here:
        head = campaign.head
        yield f"{out.good('*')} {out.bold(head.id[:SHORT])}  here: {head.summary}"
    for one in reversed(found):
        mark = out.good("*") if one.here else ">" if one.ahead else " "
        yield f"{mark} {out.bold(one.id[:SHORT])}  {one.at}  {one.summary}"
        yield from (f"  {' ' * SHORT}  {out.dim(text)}" for text in _relation(one))


def _relation(one: Branch) -> Iterator[str]:
    commands = "1 command" if one.own == 1 else f"{one.own} commands"
    if one.here:
        yield "the campaign stands here"
    elif one.ahead:
        yield f"undone; redo leads here, {commands} on"
    else:
        yield f"{commands} since: {one.forked_after}"

"""`do`: one spoken command, carried out and told. It is the hot path, so it imports little."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.dice import DiceKind, TakenBack, split_faces
from turnkeeper.app.faults import Refusal, SpeechError
from turnkeeper.app.log import Line
from turnkeeper.app.spoken import Happened, ThrowWanted, carry_out, question_of
from turnkeeper.chance.throws import Throw
from turnkeeper.cli import screen
from turnkeeper.cli.exits import Exit, Stop, sentence
from turnkeeper.cli.index import COMMANDS
from turnkeeper.cli.opening import opened
from turnkeeper.views.advice import Advice, advice


def do(
    words: Sequence[str],
    *,
    campaign: str = "",
    dice: DiceKind = "seeded",
    faces: Sequence[str] = (),
    json: bool = False,
) -> int:
    """Carry out a command on a campaign and tell what happened; returns the exit code."""
    text, given = " ".join(words), split_faces(faces)
    with opened(campaign) as table:
        before = advice(table)
        outcome = _carried_out(table, text, dice, given)
        if json:
            screen.stdout().json(outcome)
        match outcome:
            case Happened():
                if not json:
                    tell(screen.stdout(), outcome.lines)
                news = [one for one in advice(table) if outcome.interrupted or one not in before]
                tell_advice(screen.stderr(), news)
                return Exit.DONE
            case ThrowWanted():
                hint = f'Give it with --faces, such as: --faces "{" ".join([*given, "4+5"])}".'
                raise Stop(Exit.THROW_NEEDED, f"throw {outcome}; nothing was recorded.", hint)
            case _:
                raise Stop(Exit.REFUSED, sentence(outcome.message), outcome.hint)


def _carried_out(
    table: Campaign, text: str, dice: DiceKind, faces: Sequence[str]
) -> Happened | Refusal | ThrowWanted:
    ask = _ask if dice == "typed" and sys.stdin.isatty() else None
    try:
        return carry_out(table, text, dice=dice, faces=faces, ask=ask)
    except TakenBack:
        raise Stop(Exit.THROW_NEEDED, "taken back; nothing was recorded.") from None
    except SpeechError as fault:
        verb = text.split(maxsplit=1)[0] if text.strip() else ""
        if verb in {entry.name for entry in COMMANDS} - set(table.language.verbs):
            hint = f"`turnkeeper {verb}` is a command of its own."
            raise Stop(Exit.USAGE, f"{verb!r} is not said with do.", hint) from fault
        raise


def _ask(throw: Throw, wrong: str) -> str:
    """Ask for faces on the terminal, on standard error, so that standard output stays data."""
    err = screen.stderr()
    if wrong:
        err.say(f"  {wrong}")
    err.write(f"{question_of(throw)}? ")
    sys.stderr.flush()
    said = sys.stdin.readline()
    if not said:
        raise TakenBack
    return said


def tell(out: screen.Screen, lines: Iterable[Line]) -> None:
    """Write lines of the log, their time and their rule stepping back."""
    for line in lines:
        out.say_all(told(out, line))


def told(out: screen.Screen, line: Line, before: str = "") -> list[str]:
    """Return a line of the log as it is shown, in as many lines as the terminal needs."""
    rule = f" ({line.rule})" if line.rule else ""
    rule += " [secret]" if line.seen_by == "referee" else ""
    indent = screen.length(before) + len(line.at) + 2
    first, *more = screen.wrapped(f"{before}{line.at}  {line.text}{rule}", out.width, indent)
    head = f"{before}{line.at}"
    shown = [out.dim(head) + first[len(head) :], *more]
    if rule and shown[-1].endswith(rule):
        shown[-1] = shown[-1].removesuffix(rule) + out.dim(rule)
    return shown


def tell_advice(out: screen.Screen, waiting: Iterable[Advice]) -> None:
    """Write what waits for the referee, and what would answer it."""
    for one in waiting:
        out.say(f"{out.warm(one.lead)} {out.bold(' | '.join(one.steps))}")

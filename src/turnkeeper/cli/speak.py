"""`do`, `undo`, `redo`, `go`: words said to a campaign, and how their outcomes are printed.

They are the hot path, so this module imports little. A word of the session itself can be said with `do` too.
"""

from __future__ import annotations

import gc
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Literal, assert_never

from msgspec.structs import replace

from turnkeeper.app.foretelling import ThrowsAhead
from turnkeeper.app.log import Line
from turnkeeper.app.outcomes import (
    CommandDone,
    MovedTo,
    NotUnderstood,
    Outcome,
    QuestionAnswered,
    Stale,
    ThrowWanted,
    WrongFaces,
)
from turnkeeper.app.session import Session
from turnkeeper.app.words import OwnWord, read_own, require_number
from turnkeeper.chance.drivers import DiceKind
from turnkeeper.chance.typed import split_faces
from turnkeeper.cli import screen
from turnkeeper.cli.exits import Exit, Stop, of_speech, sentence
from turnkeeper.cli.index import COMMANDS
from turnkeeper.cli.opening import opened
from turnkeeper.play.kernel.event import Refusal, WantedFigure
from turnkeeper.play.kernel.speech import in_quotes
from turnkeeper.views.enquiries.reading import answer
from turnkeeper.views.parts.matters import Matter, matters

if TYPE_CHECKING:
    from turnkeeper.views.command_forms import CommandField

    Asked = ThrowWanted | WantedFigure | CommandField

Ask = Callable[["Asked", str], str]
"""Asks for faces, a figure or a word; it is told what was wrong with those before, and raises `TakenBack`."""


class TakenBack(Exception):  # noqa: N818 - whoever throws changed their mind, which is no fault
    """Whoever was asked for faces would rather not go on; nothing has happened."""


def do(  # noqa: PLR0913 - what can be asked of the command line
    words: Sequence[str],
    *,
    campaign: str = "",
    dice: DiceKind = "seeded",
    faces: Sequence[str] = (),
    json: bool = False,
    verbose: bool = False,
) -> None:
    """Carry out words on a campaign and print the outcome; ``verbose`` prints each event by itself."""
    text, given = " ".join(words), split_faces(faces)
    with opened(campaign) as table:
        gc.freeze()  # what was loaded stays to the end: looking through it for waste takes 50 ms
        own = read_own(text, table.language.verbs)
        if own is not None and own[0].word in _LOOKUPS:
            _look_up(*own, campaign=campaign, json=json)
            return
        session, before, out = (
            Session(table, dice, answers=answer),
            matters(table.state, table.book),
            screen.stdout(),
        )
        ask = _ask if dice == "typed" and sys.stdin.isatty() else None
        try:
            outcome = carry_out(session, text, ask, faces=given)
        except TakenBack:
            raise Stop(Exit.THROW_NEEDED, "taken back; nothing was recorded.") from None
        if json:
            out.json(outcome)
        match outcome:
            case CommandDone():
                shown = [] if json else outcome.lines if verbose else outcome.told
                tell(out, outcome, shown, screen.stderr(), news(session, outcome, before))
            case MovedTo() if not json:
                tell_move(session, outcome)
            case QuestionAnswered() if not json:
                out.say_all(outcome.answer)
            case NotUnderstood():
                verb, *rest = text.split() or [""]
                elsewhere = {entry.name for entry in COMMANDS} - set(table.language.verbs)
                if verb in elsewhere and len(rest) < 2:  # noqa: PLR2004 - "go down the stairs" is a sentence
                    hint = f"`turnkeeper {verb}` is a command of its own."
                    raise Stop(Exit.USAGE, f"{verb!r} is not said with do.", hint)
                if outcome.is_numbered:  # and nothing here goes on listening for the number
                    ways = (f"turnkeeper do {shlex.quote(one)}" for one in outcome.choices)
                    outcome = replace(outcome, hint="\n".join(ways))
            case _:
                pass
        require_done(outcome, text, given)


def ask_ahead(
    words: Sequence[str], *, campaign: str = "", faces: Sequence[str] = (), json: bool = False
) -> None:
    """List the throws that a command needs, and record nothing."""
    text, given = " ".join(words), split_faces(faces)
    with opened(campaign) as table:
        found = Session(table, answers=answer).ask(text, given)
        out = screen.stdout()
        if json:
            out.json(found)
        if not isinstance(found, ThrowsAhead):
            require_done(found, text, given)
        elif not json:
            tell_throws(out, found)


def tell_throws(out: screen.Screen, found: ThrowsAhead) -> None:
    """Write the throws that a command needs, and what comes after them only as they fall."""
    for number, one in enumerate(found.throws, 1):
        out.say(f"{number}  {one}")
    if not found.throws:
        out.say(f"{found.text}: no throw")
    if found.depends:
        out.say("What is thrown after that depends on what these show; it may be:")
        for one in found.perhaps:
            out.say(f"   {one}")


_LOOKUPS = {
    "help": "lookup_commands:commands",
    "status": "campaign_commands:status",
    "log": "story:log",
    "why": "story:why",
    "history": "campaign_commands:branches",
    "dice": "lookup_commands:dice",
}
"""Words of the session that look something up, and the command of the shell that shows it."""


def _look_up(own: OwnWord, rest: str, *, campaign: str, json: bool) -> None:
    module, _, name = _LOOKUPS[own.word].partition(":")
    show = getattr(import_module(f"turnkeeper.cli.{module}"), name)
    said: list[str | int] = [require_number(rest, rest) if own.counted else rest] if rest else []
    given: dict[str, str | bool] = {} if own.word == "dice" else {"campaign": campaign}
    if own.word == "status":
        said, given = [], {**given, "every": rest.casefold() == "all"}
    show(*said, **given, json=json)


def undo_or_redo(
    word: Literal["undo", "redo"], times: int = 1, *, campaign: str = "", json: bool = False
) -> None:
    """Take back the last commands, or do again what was undone."""
    if times < 1:
        raise Stop(Exit.USAGE, f"{times} is not a number of commands.", "It is at least 1.")
    move = Session.undo if word == "undo" else Session.redo
    _move(campaign, lambda session: move(session, times=times), json=json)


def go(commit: str, *, campaign: str = "", json: bool = False) -> None:
    """Go to a commit, named by the first letters of its id."""
    _move(campaign, lambda session: session.go(commit), json=json)


def _move(campaign: str, move: Callable[[Session], Outcome], *, json: bool) -> None:
    from turnkeeper.views.referee.glance import glance as look

    with opened(campaign) as table:
        session = Session(table)
        outcome = move(session)
        if json:
            moves = [outcome.said] if isinstance(outcome, MovedTo) else []
            no = outcome if isinstance(outcome, Refusal) else None
            screen.stdout().json(
                {"moves": moves, "commit": session.head, "now": look(table).clock.instant, "refusal": no}
            )
        elif isinstance(outcome, MovedTo):
            tell_move(session, outcome)
        require_done(outcome)


def carry_out(
    session: Session, text: str, ask: Ask | None, seen: str = "", *, faces: tuple[str, ...] = ()
) -> Outcome:
    """Say words to a session, and while a throw is wanted ask for its faces until they fit.

    Raises what ``ask`` raises; nothing was recorded then.
    """
    return thrown(session, session.say(text, seen, faces=faces), ask)


def thrown(session: Session, outcome: Outcome, ask: Ask | None) -> Outcome:
    """Ask for faces while the outcome of a command is a throw that is wanted; return its last outcome."""
    wanted, wrong = outcome, ""
    while ask is not None and isinstance(wanted, ThrowWanted):
        try:
            said = ask(wanted, wrong)
        except TakenBack:
            session.give_up()
            raise
        outcome = session.answer(said)
        if isinstance(outcome, WrongFaces):
            wrong = outcome.message
        else:
            wanted, wrong = outcome, ""
    return outcome


def require_done(outcome: Outcome, text: str = "", given: Sequence[str] = ()) -> None:
    """Raise `Stop` for an outcome that is not all that was wanted; ``given`` are faces that were said."""
    match outcome:
        case CommandDone() | MovedTo(short=False) | QuestionAnswered():
            return
        case MovedTo():
            what = "undo" if outcome.said.startswith("undo") else "redo"
            raise Stop(Exit.REFUSED, f"nothing is left to {what}.")
        case Refusal(message=message, hint=hint):
            raise Stop(Exit.REFUSED, sentence(message), hint)
        case NotUnderstood(message=message, hint=hint, column=column):
            raise of_speech(text, column, message, hint)
        case WrongFaces(message=message):
            raise Stop(Exit.USAGE, f"{message}.", "Nothing was recorded.")
        case ThrowWanted():
            hint = f'Give it with --faces, such as: --faces "{" ".join([*given, "4+5"])}".'
            raise Stop(Exit.THROW_NEEDED, f"throw {outcome}; nothing was recorded.", hint)
        case Stale(message=message):
            raise Stop(Exit.HEAD_MOVED, message)
        case _:
            assert_never(outcome)


def news(session: Session, done: CommandDone, before: Sequence[Matter]) -> list[Matter]:
    """Return the matters that wait for the referee since a command, beside those that waited before."""
    return [
        one
        for one in matters(session.campaign.state, session.campaign.book)
        if done.interrupted or one not in before
    ]


def _ask(wanted: Asked, wrong: str) -> str:
    """Ask on the terminal, on standard error, so that standard output stays data."""
    err = screen.stderr()
    if wrong:
        err.say(f"  {wrong}")
    err.write(f"{wanted}? ")
    sys.stderr.flush()
    said = sys.stdin.readline()
    if not said:
        raise TakenBack
    return said


def tell(
    out: screen.Screen,
    done: CommandDone,
    lines: Iterable[Line],
    aside: screen.Screen,
    waiting: Iterable[Matter],
) -> None:
    """Write lines of what a command brought about, and aside what waits for the referee."""
    if done.already:
        screen.stderr().say(f"Somebody was quicker and said the same; it was done once: {done.summary}")
    if done.understood:
        aside.say(aside.dim(f"understood: {done.understood}"))
    if done.left:
        aside.say(aside.dim(f"left out: {', '.join(map(in_quotes, done.left))}; note TEXT keeps it"))
    if done.filled:
        aside.say(f"thrown for you: {', '.join(map(str, done.filled))}")
    tell_lines(out, lines)
    for one in waiting:
        aside.say(f"{aside.warm(one.lead)} {aside.bold(' | '.join(one.says))}")


def tell_lines(out: screen.Screen, lines: Iterable[Line]) -> None:
    """Write lines of the log, their time and their rule stepping back."""
    for line in lines:
        out.say_all(told(out, line))


def tell_move(session: Session, move: MovedTo) -> None:
    """Write how the head moved, and where that leads."""
    from turnkeeper.views.referee.glance import glance as look

    out = screen.stdout()
    out.say(move.said)
    out.say(out.dim(f"now {look(session.campaign).clock.instant}"))


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

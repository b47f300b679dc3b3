"""A command as somebody says it, carried out: words in, what happened out.

Every front end passes through `carry_out`, so that a command line, the interactive keeper and any later
surface do the same with the same words and dice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from msgspec import Struct

from turnkeeper.app.dice import dice_for
from turnkeeper.app.log import Line, lines_of
from turnkeeper.chance.throws import AnswerError, Throw
from turnkeeper.play.decide import Decided, Needed
from turnkeeper.play.kernel.event import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from turnkeeper.app.campaign import Campaign
    from turnkeeper.app.dice import DiceKind


class Happened(Struct, frozen=True):
    """A command was carried out and recorded: its commit, its own line and those of what happened."""

    commit: str
    summary: str
    lines: tuple[Line, ...]
    interrupted: bool


class ThrowWanted(Struct, frozen=True):
    """A throw that nobody has answered: nothing was recorded. ``number`` counts from 1."""

    name: str
    dice: str
    rule: str
    number: int

    def __str__(self) -> str:
        """Return the throw as one asks for it: ``encounter check: 2d6 (G-ENC-1)``."""
        return asked_as(self.name, self.dice, self.rule)


def asked_as(name: str, dice: str, rule: str) -> str:
    """Return a throw as one asks for it."""
    return f"{name}: {dice}" + (f" ({rule})" if rule else "")


def question_of(throw: Throw) -> str:
    """Return a throw as one asks for it: ``encounter check: 2d6 (G-ENC-1)``."""
    return asked_as(throw.name, throw.dice, throw.rule)


def carry_out(
    campaign: Campaign,
    text: str,
    *,
    dice: DiceKind = "seeded",
    faces: Sequence[str] = (),
    ask: Callable[[Throw, str], str] | None = None,
) -> Happened | Refusal | ThrowWanted:
    """Carry out what a text says on the head, and record it.

    Raises `SpeechError` for a text that is no command, ``AnswerError`` for faces that fit no throw or are
    left over, `RecordFault`, and whatever ``ask`` raises; nothing was recorded then.
    """
    command = campaign.parse(text)
    decided = campaign.decide(command, dice_for(campaign, dice, faces, ask))
    match decided:
        case Refusal():
            return decided
        case Needed(throw=throw, number=number):
            return ThrowWanted(throw.name, throw.dice, throw.rule, number + 1)
        case Decided():
            _require_all_used(faces, len(decided.throws))
        case _:
            assert_never(decided)
    done = campaign.record(command, decided)
    lines = tuple(lines_of(done.events, done.commit.id, campaign.book))
    interrupted = any(line.kind.startswith("task-interrupted.") for line in lines)
    return Happened(done.commit.id, done.commit.summary, lines, interrupted)


def _require_all_used(faces: Sequence[str], thrown: int) -> None:
    if len(faces) > thrown:
        asked = "no throw was" if not thrown else "1 throw was" if thrown == 1 else f"{thrown} throws were"
        message = f"{asked} asked for, and faces are left over: {' '.join(faces[thrown:])[:60]}"
        raise AnswerError(message)

"""Notes: free lines in the record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Audience, Command, Event, happens, unchanged
from turnkeeper.play.kernel.mechanism import Mechanism, carries
from turnkeeper.rules.model.procedures import LogNote

if TYPE_CHECKING:
    from turnkeeper.play.kernel.decision import Decision
    from turnkeeper.play.kernel.mechanism import Occasion


class TakeNote(Command, frozen=True, tag="note"):
    """Write a line into the record; a secret one is for the referee only."""

    text: str
    secret: bool = False


class Noted(Event, frozen=True, tag="noted.1"):
    """A line was written into the record, by hand or by a table."""

    text: str


def write(decision: Decision, text: str, rule: str = "", *, seen_by: Audience = "table") -> None:
    """Write a line into the record."""
    decision.record(Noted(text, rule=rule, seen_by=seen_by))


def _take(decision: Decision, command: TakeNote) -> None:
    write(decision, command.text, seen_by="referee" if command.secret else "table")


def _note(decision: Decision, effect: LogNote, occasion: Occasion) -> None:
    write(decision, effect.text, occasion.rule, seen_by=occasion.seen_by)


MECHANISM = Mechanism(
    commands=(
        declare(
            TakeNote,
            _take,
            group="Notes",
            help="Write a line into the record; a secret one only for the referee.",
            says=("note {text:text}", Form("secret note {text:text}", {"secret": True})),
            heard=("write|jot|take down|note {text:text}",),
            examples=("note the lever is rusted", "secret note Orlo is a spy"),
        ),
    ),
    events=(happens(Noted, unchanged, lambda event, _book: event.text),),
    effects=(carries(LogNote, _note),),
)

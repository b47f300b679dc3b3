"""Notes: free lines in the record; and the cut between two sessions of play."""

from __future__ import annotations

from turnkeeper.play.kernel.decision import Decision
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Audience, Command, Event, happens, unchanged
from turnkeeper.play.kernel.mechanism import Mechanism, Occasion, carries
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.procedures import LogNote


class TakeNote(Command, frozen=True, tag="note"):
    """Write a line into the record; a secret one only for the referee."""

    text: str
    secret: bool = False


class Noted(Event, frozen=True, tag="noted.1"):
    """A line was written into the record, by hand or by a table."""

    text: str


class NewSession(Command, frozen=True, tag="new-session"):
    """End the session of play and begin the next; players see its title in the story."""

    title: str = ""


class SessionBegan(Event, frozen=True, tag="session-began.1"):
    """A session of play began; which one that is follows from those before it."""

    title: str = ""


def write(decision: Decision, text: str, rule: str = "", *, seen_by: Audience = "table") -> None:
    """Write a line into the record."""
    decision.record(Noted(text, rule=rule, seen_by=seen_by))


def _take(decision: Decision, command: TakeNote) -> None:
    write(decision, command.text, seen_by="referee" if command.secret else "table")


def _begin(decision: Decision, command: NewSession) -> None:
    decision.record(SessionBegan(command.title))


def _note(decision: Decision, effect: LogNote, occasion: Occasion) -> None:
    write(decision, effect.text, occasion.rule, seen_by=occasion.seen_by)


def _tell_began(event: SessionBegan, _book: Rulebook) -> str:
    return f"a new session begins: {event.title}" if event.title else "a new session begins"


MECHANISM = Mechanism(
    group="Notes",
    commands=(
        declare(
            TakeNote,
            _take,
            says=("note {text:text}", Form("secret note {text:text}", {"secret": True})),
            heard=("write|jot|take down|note {text:text}", "memo|memorandum {text:text}"),
            examples=("note the lever is rusted", "secret note Orlo is a spy"),
        ),
        declare(
            NewSession,
            _begin,
            says=("new session", "new session {title:text}"),
            heard=(
                "begin|start|open [a|the] new|next session [called {title:text}]",
                "end|close [the|this] session",
                "call it day|night|quits",
            ),
            examples=("new session", "new session Into the Barrow"),
        ),
    ),
    events=(
        happens(Noted, unchanged, lambda event, _book: event.text),
        happens(SessionBegan, unchanged, _tell_began),
    ),
    effects=(carries(LogNote, _note),),
)

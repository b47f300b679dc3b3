"""Questions: a table leaves a choice to the referee, and the clock waits until it is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.course import refuse
from turnkeeper.play.declare import Declared
from turnkeeper.play.event import Event, happens
from turnkeeper.rules.procedures import AskReferee
from turnkeeper.time import Instant

if TYPE_CHECKING:
    from turnkeeper.play.course import Course
    from turnkeeper.play.state import State


class Question(Struct, frozen=True):
    """What is asked, the choices, since when, and the rule that asks."""

    asked: Instant
    question: AskReferee
    rule: str = ""


class Asked(Event, frozen=True, tag="asked.1"):
    """A table left a choice to the referee."""

    question: AskReferee


class Chosen(Event, frozen=True, tag="chosen.1"):
    """The referee chose."""

    choice: str


def ask(course: Course, question: AskReferee, rule: str) -> None:
    """Leave a choice to the referee and stop the clock."""
    course.record(Asked(question, at=course.at, rule=rule))
    course.stop()


def require_none(course: Course) -> None:
    """Refuse to go on while a question is open."""
    question = course.state.question
    if question is not None:
        choices = " or ".join(f"choose {one.name}" for one in question.question.choices)
        refuse("question", f"first decide: {question.question.question}", choices)


def _asked(state: State, event: Asked) -> State:
    return replace(state, now=event.at, question=Question(event.at, event.question, event.rule))


def _chosen(state: State, event: Chosen) -> State:
    return replace(state, now=event.at, question=None)


def rewound(question: Question | None, to: Instant) -> Question | None:
    """Return the question if it had been asked by then."""
    return question if question is not None and question.asked <= to else None


def _names(question: AskReferee) -> str:
    return " or ".join(choice.name for choice in question.choices)


EVENTS = (
    happens(Asked, _asked, lambda event, _book: f"{event.question.question} ({_names(event.question)})"),
    happens(Chosen, _chosen, lambda event, _book: f"chosen: {event.choice}"),
)
COMMANDS: tuple[Declared, ...] = ()

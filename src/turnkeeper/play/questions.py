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


class Question(Struct, frozen=True, omit_defaults=True):
    """What is asked, the choices, since when, and the rule that asks; ``then`` is what waits behind it."""

    asked: Instant
    question: AskReferee
    rule: str = ""
    then: tuple[Question, ...] = ()


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
    asked, first = Question(event.at, event.question, event.rule), state.question
    question = asked if first is None else replace(first, then=(*first.then, asked))
    return replace(state, now=event.at, question=question)


def _chosen(state: State, event: Chosen) -> State:
    waiting = state.question.then if state.question else ()
    question = replace(waiting[0], then=waiting[1:]) if waiting else None
    return replace(state, now=event.at, question=question)


def rewound(question: Question | None, to: Instant) -> Question | None:
    """Return the question if it had been asked by then, with what waited behind it by then."""
    if question is None or question.asked > to:
        return None
    return replace(question, then=tuple(one for one in question.then if one.asked <= to))


def _names(question: AskReferee) -> str:
    return " or ".join(choice.name for choice in question.choices)


EVENTS = (
    happens(Asked, _asked, lambda event, _book: f"{event.question.question} ({_names(event.question)})"),
    happens(Chosen, _chosen, lambda event, _book: f"chosen: {event.choice}"),
)
COMMANDS: tuple[Declared, ...] = ()

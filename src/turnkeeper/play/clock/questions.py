"""Questions: a table leaves a choice to the referee, and the clock waits until it is made.

The record keeps the question in words and its place in the rule set. The consequences of a choice stay in
the rule set, and are looked up when the choice is made.
"""

from __future__ import annotations

from collections.abc import Hashable

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.essence import Condition, Outlook, timeless
from turnkeeper.play.kernel.event import Audience, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism, Occasion, carries
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.conduct import Activity
from turnkeeper.rules.model.procedures import AnswerChoice, AskReferee, BeginActivity, ChangeWeather
from turnkeeper.time import Instant


class Question(Struct, frozen=True, omit_defaults=True):
    """An open question: its text, the names of the choices, since when, and the rule that asks.

    ``table`` asks it; ``number`` counts the questions of the table from 0. ``then`` are the questions that
    wait behind it.
    """

    asked: Instant
    text: str
    choices: tuple[str, ...]
    table: str
    number: int = 0
    rule: str = ""
    seen_by: Audience = "table"
    then: tuple[Question, ...] = ()


class Asked(Event, frozen=True, tag="asked.1"):
    """A table left a choice to the referee; ``number`` counts the questions of the table from 0."""

    question: str
    choices: tuple[str, ...]
    table: str
    number: int = 0


class Chosen(Event, frozen=True, tag="chosen.1"):
    """The referee made the choice."""

    choice: str


def ask(decision: Decision, asks: AskReferee, occasion: Occasion) -> None:
    """Ask the referee to make a table's choice, and stop the clock."""
    number = decision.book.questions(occasion.table).index(asks)
    names = tuple(choice.name for choice in asks.choices)
    asked = Asked(asks.question, names, occasion.table, number, rule=occasion.rule, seen_by=occasion.seen_by)
    decision.record(asked)
    decision.stop()


def require_none(decision: Decision) -> None:
    """Refuse to go on while a question is open."""
    question = decision.state.question
    if question is not None:
        free = decision.registry.hold(decision.state, decision.book) is None
        open_now = choices_now(decision.state, decision.book, free=free) or question.choices
        choices = " or ".join(f"choose {name}" for name in open_now)
        refuse("question", f"first decide: {question.text}", choices)


def require_free(decision: Decision, activity: Activity | None = None) -> None:
    """Refuse to pass time while anything stands open, a fight is going on, or an activity is not safe."""
    require_unfought(decision)
    if activity is not None:
        require_safe(decision, activity)
    held = decision.registry.hold(decision.state, decision.book)
    if held is not None:
        refuse(held.code, held.text, held.hint)


def require_unfought(decision: Decision) -> None:
    """Refuse to act by the clock while a question is open or a fight is going on."""
    require_none(decision)
    if decision.state.fight is not None and decision.state.count is None:
        refuse("fight", "a fight is going on: its clock is the round", "say round, or end fight")
    if decision.state.count is not None:
        hint = "act, or end fight" if decision.state.fight is not None else "act, or end count"
        refuse("count", "segments are counted: the clock goes with the turns", hint)


def require_safe(decision: Decision, activity: Activity) -> None:
    """Refuse an activity that needs a safe place while an encounter is there."""
    if activity.safe and decision.state.meetings:
        name, what = activity.says[0], decision.state.meetings[0].what
        refuse("unsafe", f"{name} needs a safe place, and {what} is here", "part, if that is over")


def is_open(choice: AnswerChoice, state: State, *, free: bool) -> bool:
    """Return whether a choice can be made now: in no fight, nor while the clock is held, what takes time."""
    begins = any(isinstance(one, BeginActivity) for one in choice.do)
    return not begins or (free and state.fight is None)


def choices_now(state: State, book: Rulebook, *, free: bool = True) -> tuple[str, ...]:
    """Return the names of the choices of the open question that can be made now.

    A clock is ``free`` where nothing holds it besides the question.
    """
    asked = state.question
    if asked is None:
        return ()
    choices = book.questions(asked.table)[asked.number].choices
    return tuple(one.name for one in choices if is_open(one, state, free=free))


def _settled(decision: Decision, before: State) -> None:
    """Answer a question about the weather where the referee said by a ruling what it is instead."""
    asked, now = decision.state.question, decision.state.weather
    if asked is None or before.question != asked or before.weather == now or now is None:
        return
    if any(isinstance(event, Chosen) for event in decision.events):
        return  # It was another question that was answered, and this one waited behind it.
    choices = decision.book.questions(asked.table)[asked.number].choices
    turns = {
        one.weather: choice.name for choice in choices for one in choice.do if isinstance(one, ChangeWeather)
    }
    if turns:
        decision.record(Chosen(turns.get(now.to, now.to), rule=asked.rule, seen_by=asked.seen_by))


def _asked(state: State, event: Asked) -> State:
    asked = Question(
        event.at, event.question, event.choices, event.table, event.number, event.rule, event.seen_by
    )
    first = state.question
    question = asked if first is None else replace(first, then=(*first.then, asked))
    return replace(state, question=question)


def _chosen(state: State, _event: Chosen) -> State:
    waiting = state.question.then if state.question else ()
    question = replace(waiting[0], then=waiting[1:]) if waiting else None
    return replace(state, question=question)


def _essence(seen: Outlook) -> Hashable:
    """Return the open question and those behind it; when it was asked does not matter."""
    return timeless(seen.state.question)


MECHANISM = Mechanism(
    events=(
        happens(Asked, _asked, lambda event, _book: f"{event.question} ({' or '.join(event.choices)})"),
        happens(Chosen, _chosen, lambda event, _book: f"chosen: {event.choice}"),
    ),
    effects=(carries(AskReferee, ask),),
    follows=_settled,
    slices=("question",),
    essence=_essence,
    observables=(
        Condition(
            "a question", "a choice is the referee's", lambda state, _book, _name: state.question is not None
        ),
    ),
)

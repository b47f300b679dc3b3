"""Command in, events out: `decide` returns the events, the throw that is needed, or the refusal.

It is a pure function of the rules, the state, the command and the answers. When the answers run out it
returns the throw that is needed, and is run again with one more answer.
"""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.chance.throws import Answer, Driver, Throw
from turnkeeper.play.kernel.decision import Decision, Refused, ThrowNeeded
from turnkeeper.play.kernel.event import Command, Event, Past, Refusal, State
from turnkeeper.play.kernel.mechanism import Registry
from turnkeeper.play.registry import REGISTRY
from turnkeeper.rules.book import Rulebook


class Decided(Struct, frozen=True):
    """The outcome of a command: its events in order, the state after them, the throws and their answers.

    With ``more`` it was cut short for its many throws alone: `resume` goes on with it.
    """

    events: tuple[Event, ...]
    state: State
    throws: tuple[Throw, ...] = ()
    answers: tuple[Answer, ...] = ()
    more: bool = False


class Needed(Struct, frozen=True):
    """A throw without an answer yet, and its number within the command."""

    throw: Throw
    number: int


def decide(  # noqa: PLR0913 - the rules, where it stands, what is said, who throws, what was before
    book: Rulebook,
    state: State,
    command: Command,
    driver: Driver,
    past: Past | None = None,
    *,
    registry: Registry = REGISTRY,
    most_throws: int = 0,
) -> Decided | Needed | Refusal:
    """Decide a command; nothing has happened unless the result is `Decided`.

    ``past`` returns the earlier states on the line of events, for a clock that is set back. After
    ``most_throws``, if that is not 0, the clock stops as for an interruption: odds explore part by part.
    """
    decision = Decision(book, state, driver, registry, past, most_throws)
    try:
        registry.decide(decision, command)
    except ThrowNeeded as wanted:
        return Needed(wanted.throw, wanted.number)
    except Refused as no:
        return no.refusal
    more = decision.stopped and not decision.needed and len(decision.state.unfinished) > 0
    events, throws, answers = tuple(decision.events), tuple(decision.throws), tuple(decision.answers)
    return Decided(events, decision.state, throws, answers, more)

"""Reactions: how what is met takes the party, by a throw at first contact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.play.dungeon import encounters
from turnkeeper.play.dungeon.encounters import SOMETHING, Meeting
from turnkeeper.play.kernel.decision import refuse, rule_out
from turnkeeper.play.kernel.declare import StepKind, declare
from turnkeeper.play.kernel.event import Command, Event, Rolled, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party.party import living

if TYPE_CHECKING:
    from turnkeeper.play.kernel.decision import Decision
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook


MOST_MODIFIER = 100


class React(Command, frozen=True, tag="reaction"):
    """Throw for the reaction of an encounter, with the most visible character and a modifier."""

    who: str = ""
    modifier: int = 0


class Reacted(Event, frozen=True, tag="reacted.1"):
    """The reaction of an encounter was thrown."""

    what: str
    reaction: str
    text: str
    rolled: Rolled


def _react(decision: Decision, command: React) -> None:
    reaction = decision.book.set.reaction
    if reaction is None:
        rule_out("no-reaction", "this rule set has no reaction roll", "note how they take it")
    who = living(decision, command.who) if command.who else next(iter(decision.state.party.living), None)
    modifier = command.modifier + (who.reaction if who else 0)
    if abs(modifier) > MOST_MODIFIER:
        refuse("number", f"a modifier of {modifier:+d} is beyond {MOST_MODIFIER}", "reaction +1")
    lookup = decision.book.lookup(reaction.table, modifier)
    answer, rolled = decision.roll(lookup.throw)
    entry = lookup.entries[answer.band]
    what = _unsure(decision.state).what if decision.state.meetings else SOMETHING
    decision.record(Reacted(what, entry.name, entry.text, rolled, rule=lookup.throw.rule))


def _unsure(state: State) -> Meeting:
    """Return the encounter that a reaction is for: the latest without a reaction, else the latest."""
    return next((one for one in reversed(state.meetings) if not one.reaction), state.meetings[-1])


def _reacted(state: State, event: Reacted) -> State:
    if not state.meetings:
        return state
    unsure = _unsure(state)
    meetings = tuple(
        replace(one, reaction=event.reaction) if one is unsure else one for one in state.meetings
    )
    return replace(state, meetings=meetings)


def _tell_reacted(event: Reacted, _book: Rulebook) -> str:
    meaning = f": {event.text}" if event.text else ""
    return f"reaction of {event.what} {event.rolled.shown}: {event.reaction}{meaning}"


MECHANISM = Mechanism(
    commands=(
        declare(
            React,
            _react,
            group="Encounters",
            help=(
                "Throw for the reaction at first contact; who is most visible "
                "counts, else whoever walks first."
            ),
            says=("reaction [for {who:who}] {modifier:signed}", "reaction [for {who:who}]"),
            completes={"_whom": encounters.names},
            heard=(
                "talk|parley|negotiate|speak|bargain|greet|hail [with] [{_whom:name!}]",
                "reaction|react [roll|check|throw|make] [for] [monster|monsters] [of {_whom:name!}]",
                "roll|throw|check|make reaction [for] [monster|monsters] [of {_whom:name!}]",
                "reaction|react [roll|check|throw] [for|of {who:who}] [{modifier:signed}]",
                "roll|throw|check|make reaction [for|of {who:who}] [{modifier:signed}]",
                "reaction roll|check|throw [for {who:who}] [{modifier:signed}]",
            ),
            examples=("reaction", "reaction for Varda +1"),
            step=StepKind("reaction", "do", ("reaction",)),
        ),
    ),
    events=(happens(Reacted, _reacted, _tell_reacted),),
)

"""Out of turn in a count: disruptions, and answers to the latest activation.

Nobody does anything at all before their first turn. Each combatant answers an activation once.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from turnkeeper.play.fight import count
from turnkeeper.play.fight.count import counts, fighter_changed, fighters, known, order_of, running
from turnkeeper.play.fight.counting import (
    Doing,
    Fighter,
    about,
    round_and_segment,
    segment_now,
    when,
)
from turnkeeper.play.fight.segments.waiting import require_awake
from turnkeeper.play.fight.sides import PARTY
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.book import Rulebook


class Disrupt(Command, frozen=True, tag="disrupt"):
    """A combatant's casting or focus is lost."""

    who: str


class Opportunity(Command, frozen=True, tag="opportunity"):
    """A combatant acts out of turn, in answer to the latest activation, as often a round as rules allow."""

    who: str


class Disrupted(Event, frozen=True, tag="disrupted.1"):
    """A combatant's casting or focus was lost; they act again when they have recovered."""

    fighter: int
    name: str
    what: str
    segment: int
    due: int


class OpportunityTaken(Event, frozen=True, tag="opportunity-taken.1"):
    """A combatant acted out of turn in answer to an activation; ``used`` is how often in this round."""

    fighter: int
    name: str
    round: int
    used: int
    answered: int


def require_answer(decision: Decision, one: Fighter) -> None:
    """Refuse an answer to the latest activation by one who cannot give any, or has.

    Before their first turn a combatant does nothing, free and off-turn actions included; who waits
    for it has not had it. Who casts or focuses is at it until it is done.
    """
    going = running(decision)
    if not one.acted and one.doing is None:
        hint = f"step in {one.name}" if one.waiting else "act in order"
        refuse("first-turn", f"{one.name} does nothing at all before their first turn", hint)
    if one.doing is not None:
        refuse("busy", f"{one.name} {about(one.doing)}, and does nothing besides", f"disrupt {one.name}")
    require_awake(decision, one)
    if one.answered == going.serial:
        refuse("answered", f"{one.name} has answered that already", "one for each thing that happens")


def disrupt_in_count(decision: Decision, command: Disrupt) -> None:
    """Disrupt what a combatant of a count is casting or focusing on."""
    one = known(decision, command.who)
    if one.doing is None:
        refuse("not-casting", f"{one.name} is neither casting nor focusing")
    disrupt(decision, one, one.doing)


def disrupt(decision: Decision, one: Fighter, doing: Doing) -> None:
    """Record the loss of a casting or a focus; its recovery counts from now."""
    segment, rule = segment_now(running(decision)), order_of(decision).cited("disrupt")
    due = segment + max(doing.recovery, 1)
    decision.record(Disrupted(one.id, one.name, doing.what, segment, due, rule=rule))
    count.end_tied(decision, one.id)


def look(decision: Decision) -> None:
    """Disrupt the castings and focuses of all party members who are down, unless they are due at once."""
    going = decision.state.count
    for who in () if going is None else decision.state.party.members:
        if going is not None and who.down and not who.dead:
            one = going.named(who.name)
            if one is not None and one.side == PARTY and one.doing is not None and not going.is_owed(one):
                disrupt(decision, one, one.doing)


def _opportunity(decision: Decision, command: Opportunity) -> None:
    one, order, going = known(decision, command.who), order_of(decision), running(decision)
    require_answer(decision, one)
    if going.actor == one.id:
        refuse("own-turn", f"that was the turn of {one.name}, and nothing to answer", "after another's turn")
    number, _ = round_and_segment(segment_now(going), order)
    used = one.used if one.round_used == number else 0
    if used >= order.opportunities:
        message = (
            f"{one.name} has taken {used} opportunities in this round, and {order.opportunities} are the most"
        )
        refuse("opportunities", message, "wait for the next round")
    taken = OpportunityTaken(one.id, one.name, number, used + 1, going.serial, rule=order.cited("answer"))
    decision.record(taken)


def _was_disrupted(state: State, event: Disrupted) -> State:
    def disrupted(one: Fighter) -> Fighter:
        # A casting or a focus is one activation with its effect: here it ends.
        return replace(one, due=event.due, doing=None, waiting=False, acted=one.acted + 1)

    return fighter_changed(state, event.fighter, disrupted)


def _took(state: State, event: OpportunityTaken) -> State:
    def taken(one: Fighter) -> Fighter:
        return replace(one, round_used=event.round, used=event.used, answered=event.answered)

    return fighter_changed(state, event.fighter, taken)


def _tell_disrupted(event: Disrupted, book: Rulebook) -> str:
    now = when(event.segment, book)
    return f"{now}, {event.what} of {event.name} is disrupted and lost, next at {when(event.due, book)}"


def who_is_busy(state: State, _book: Rulebook) -> Iterable[str]:
    """Return the names of those in a count who are casting or focusing."""
    return () if state.count is None else [one.name for one in state.count.fighters.values() if one.doing]


def _watch(decision: Decision, before: State) -> None:
    if decision.state.party is not before.party or decision.state.sides is not before.sides:
        look(decision)


MECHANISM = Mechanism(
    group="Fight",
    commands=(
        declare(
            Opportunity,
            _opportunity,
            says="opportunity by {who:who}",
            heard=(
                "opportunity|riposte|intercept [attack] [by|of|for] {who:who}",
                "{who:who} takes|uses|has opportunity [attack]",
                "attack opportunity [of] [by] {who:who}",
            ),
            examples="opportunity by Varda",
            completes={"who": fighters},
        ),
    ),
    events=(
        happens(Disrupted, _was_disrupted, _tell_disrupted),
        happens(
            OpportunityTaken,
            _took,
            lambda event, _book: f"{event.name} takes opportunity {event.used} of round {event.round}",
        ),
    ),
    serves=counts,
    follows=_watch,
)

"""Reactions: how those met take the party, by a throw at first contact."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from turnkeeper.play.dungeon.encounters import met_here, names
from turnkeeper.play.dungeon.meeting import SOMETHING
from turnkeeper.play.kernel.decision import Decision, refuse, rule_out
from turnkeeper.play.kernel.declare import Form, StepKind, declare
from turnkeeper.play.kernel.event import Command, Event, Rolled, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party import supplies
from turnkeeper.play.party.party import Character, living
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.people import Reaction

MOST_MODIFIER = 100


class React(Command, frozen=True, tag="reaction"):
    """Throw for the reaction at first contact; who is most visible counts, else whoever walks first."""

    who: str = ""
    modifier: int = 0
    what: str = ""


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
    said, met, what = command.who, decision.state.meetings, command.what
    if not what and said and decision.state.party.find(said) is None:
        # "reaction for goblins" is said of those who react as well.
        what, said = (said, "") if any(one.what.casefold() == said.casefold() for one in met) else ("", said)
    if met:
        what = met_here(decision, what, "reaction of {}", lambda one: not one.reaction).what
    who = living(decision, said) if said else next(iter(decision.state.party.living), None)
    modifier = command.modifier + (_modifier_of(who, reaction) if who else 0)
    if abs(modifier) > MOST_MODIFIER:
        refuse("number", f"a modifier of {modifier:+d} is beyond {MOST_MODIFIER}", "reaction +1")
    lookup = decision.book.lookup(reaction.table, modifier)
    answer, rolled = decision.roll(lookup.throw)
    entry = lookup.entries[answer.band]
    decision.record(Reacted(what or SOMETHING, entry.name, entry.text, rolled, rule=lookup.throw.rule))


def _modifier_of(who: Character, rules: Reaction) -> int:
    """Return the modifier of who speaks: the one that is written of them, else that of an attribute."""
    given = 0 if rules.adds is None else rules.adds.of(who.attribute(rules.adds.attribute))
    return who.reaction or given


def _reacted(state: State, event: Reacted) -> State:
    called = [one for one in state.meetings if one.what == event.what]
    if not called:
        return state
    # Of several of one name, as old records have them, the latest without a reaction is meant.
    unsure = next((one for one in reversed(called) if not one.reaction), called[-1])
    meetings = tuple(
        replace(one, reaction=event.reaction) if one is unsure else one for one in state.meetings
    )
    return replace(state, meetings=meetings)


_TALKS = (
    "talk|chat|parley|negotiate|speak|bargain|greet|hail [with] [{what:what!}]",
    "{who:who!} talk|chat|parley|negotiate|speak|bargain|greet|hail [with] [{what:what!}]",
    "[{who:who!}] diplomacy|persuasion|parleying [attempt|use] [with] [{what:what!}]",
    "[{who:who!}] offer|feed|give|toss|throw food|gold|gift|gifts|coin|coins|money|wine|meat [{what:what!}]",
    "[{who:who!}] bribe|appease|threaten|intimidate|persuade|placate [with] [food|gold|money] [{what:what!}]",
    f"[{{who:who!}}] {supplies.GIVES} {{_count:times}} {{_gift:what!}} [with]",
    f"[{{who:who!}}] {supplies.GIVES} {{what:what!}} [with] {{_count:times}} {{_gift:what!}}",
    f"[{{who:who!}}] {supplies.GIVES} {{_count:times}} {{_gift:what!}} to {{what:what!}}",
)


def _tell_reacted(event: Reacted, _book: Rulebook) -> str:
    meaning = f": {event.text}" if event.text else ""
    return f"reaction of {event.what} {event.rolled.shown}: {event.reaction}{meaning}"


def _talked(state: State, book: Rulebook) -> Iterable[str]:
    """Return who is talked to as a fight is not: there, to speak is what one does in one's turn."""
    return () if state.fight is not None or state.count is not None else names(state, book)


MECHANISM = Mechanism(
    group="Encounters",
    commands=(
        declare(
            React,
            _react,
            says=(
                "reaction [for {who:who}] {modifier:signed}",
                "reaction [for {who:who}]",
                "reaction of {what:what} [for {who:who}] [with {modifier:signed}]",
            ),
            heard=(
                "see|learn|watch how {what:what!} react|take|takes|respond [to]",
                Form("see|learn|watch how react|take|takes|respond [to]", needs="_talked"),
                *(Form(way, needs="_talked") for way in _TALKS),
                "[{who:who!}] persuade|intimidate|bribe|calm|placate|flatter|charm {what:what!}",
                "reaction|react [roll|check|throw|make] [for] [monster|monsters] [of {what:what!}]",
                (
                    "roll|throw|check|make reaction|mood|attitude|disposition [for] [monster|monsters] "
                    "[of {what:what!}]"
                ),
                "reaction|react [roll|check|throw] [for|of {who:who}] [{modifier:signed}]",
                "roll|throw|check|make reaction [for|of {who:who}] [{modifier:signed}]",
                "reaction roll|check|throw [for {who:who}] [{modifier:signed}]",
            ),
            examples=("reaction", "reaction for Varda +1", "reaction of owlbear with +1"),
            completes={"what": names, "_talked": _talked, "_gift": supplies.items},
            step=StepKind("reaction", "do", ("reaction",)),
            labels={"who": "Who speaks"},
        ),
    ),
    events=(happens(Reacted, _reacted, _tell_reacted),),
    serves=lambda book: book.set.reaction is not None,
)

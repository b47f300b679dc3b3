"""What was met, and time all the same: it comes closer by its rate until it is there, or it is let be.

An encounter holds the clock until it is answered: by a fight, by parting, or by the referee's ruling here.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnkeeper.play.dungeon import distance, encounters
from turnkeeper.play.dungeon.meeting import Meeting, nameless
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import Form, StepKind, declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Hold, Mechanism
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import Instant


class LetCome(Command, frozen=True, tag=distance.LET_COME):
    """Pass time over an encounter: it comes closer and arrives, or is let be where it is."""

    what: str = ""
    be: bool = False


class EncounterLet(Event, frozen=True, tag="encounter-let.1"):
    """The referee ruled that time passes over an encounter, which comes until it ``reaches`` the party.

    One that reaches it at no instant stays where it is.
    """

    what: str
    reaches: Instant | None = None


def _let(decision: Decision, command: LetCome) -> None:
    met = encounters.met_here(decision, command.what, "let {} come")
    feet = met.feet_at(decision.at)
    _require_news(met, be=command.be or not feet)
    if command.be or not feet:
        decision.record(EncounterLet(met.what))
        return
    reaches = met.reaches or distance.reaches(decision, feet)
    decision.record(EncounterLet(met.what, reaches, rule=distance.rule_of_approach(decision)))
    encounters.arrive(reaches, decision)


def _require_news(met: Meeting, *, be: bool) -> None:
    """Refuse what was ruled already: an encounter is let come, or let be, once."""
    if met.let and (met.reaches is None) == be:
        how = "be" if be else "come"
        hint = f"time passes over it now: next, fight or part from {met.what}"
        refuse("let", f"they let {met.what} {how} already", hint)


def _evolve_let(state: State, event: EncounterLet) -> State:
    meetings = tuple(
        one.let_come(event.reaches, event.at) if one.what == event.what else one for one in state.meetings
    )
    return replace(state, meetings=meetings)


def _tell_let(event: EncounterLet, book: Rulebook) -> str:
    if event.reaches is None:
        return f"ruling: they let {event.what} be"
    when = "" if event.reaches <= event.at else f", here at {book.scale.say_time_of_day(event.reaches)}"
    return f"ruling: they let {event.what} come{when}"


def holds(state: State, book: Rulebook) -> Hold | None:
    """Return the encounters that hold the clock: those that are there, and were not let come or be."""
    open_now = [one for one in state.meetings if one.is_open(state.now)]
    if not open_now:
        return None
    hint = ", ".join(_answers(open_now[0], state, book))
    return Hold("encounter", f"the party has met {', '.join(one.what for one in open_now)}", hint)


def _answers(met: Meeting, state: State, book: Rulebook) -> Iterator[str]:
    """Yield what the rules take as an answer to an encounter: parting, a fight if one can be, time."""
    several = len(state.meetings) > 1
    named = any(not nameless(one.what) for one in state.meetings)
    fights = named and book.set.fight is not None and bool(state.party.able)
    yield f"part from {met.what}" if several else "part"
    yield from ("fight",) if fights else ()
    yield f"or let {met.what if several else 'it'} {'come' if met.feet_at(state.now) else 'be'}"


MECHANISM = Mechanism(
    group="Encounters",
    commands=(
        declare(
            LetCome,
            _let,
            says=(
                "let it come",
                Form("let it be", {"be": True}),
                "let {what:what} come",
                Form("let {what:what} be", {"be": True}),
            ),
            heard=(
                "let them|him|her come|approach|get|draw [close] [closer] [near] [nearer]",
                "await|expect it|them|him|her",
                "keep coming|approaching|advancing [on|closer|at]",
                "wait for it|them|him|her [come|approach|arrive] [closer|nearer]",
                "let|await {what:what!} come|approach [closer] [nearer]",
                Form("let|leave it|them|him|her be|alone|stay", {"be": True}),
                Form("let|leave {what:what!} be|alone|stay", {"be": True}),
            ),
            examples=("let it come", "let owlbear come", "let it be"),
            completes={"what": encounters.names},
            step=StepKind("let", "do", ("let",)),
        ),
    ),
    events=(happens(EncounterLet, _evolve_let, _tell_let),),
    holds=holds,
)

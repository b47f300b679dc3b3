"""The next encounter, settled before it comes: by a sign that foretells it, or by the referee."""

from __future__ import annotations

from msgspec.structs import replace

from turnkeeper.play.dungeon.encounters import contents
from turnkeeper.play.dungeon.meeting import names_to_meet
from turnkeeper.play.kernel.decision import Decision
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.event import Command, Event, Rolled, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism, Occasion, carries
from turnkeeper.rules.model.procedures import Foretell


class ForetellNext(Command, frozen=True, tag="foretell"):
    """Settle what the next encounter will be; only the referee sees it."""

    what: str


class EncounterForetold(Event, frozen=True, tag="encounter-foretold.1"):
    """A sign foretold the next encounter, or the referee settled it; ``picked`` are the throws for it."""

    what: str
    picked: tuple[Rolled, ...] = ()


def _foretell(decision: Decision, command: ForetellNext) -> None:
    decision.record(EncounterForetold(command.what, seen_by="referee"))


def foretell(decision: Decision, _effect: Foretell, occasion: Occasion) -> None:
    """Settle the next encounter, from the place's table where it has one, and keep it for the referee."""
    what, picked = contents(decision)
    decision.record(EncounterForetold(what, picked, rule=occasion.rule, seen_by="referee"))


def _foretold(state: State, event: EncounterForetold) -> State:
    return replace(state, foretold=event.what)


MECHANISM = Mechanism(
    group="Encounters",
    commands=(
        declare(
            ForetellNext,
            _foretell,
            says="next encounter is {what:what}",
            examples="next encounter is owlbear",
            usual={"what": names_to_meet},
        ),
    ),
    events=(
        happens(EncounterForetold, _foretold, lambda event, _book: f"the next encounter is {event.what}"),
    ),
    effects=(carries(Foretell, foretell),),
    slices=("foretold",),
)

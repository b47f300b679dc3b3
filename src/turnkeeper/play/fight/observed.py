"""What the odds can ask of a fight: that one goes on, who acts in it, how often, and who is surprised."""

from __future__ import annotations

from turnkeeper.play.fight import able, rounds
from turnkeeper.play.fight.able import now_up
from turnkeeper.play.fight.count import Activated
from turnkeeper.play.fight.orders.round_order import RoundBegan
from turnkeeper.play.fight.sides import ENEMIES, PARTY
from turnkeeper.play.kernel.essence import Condition, Occurrence, occurs
from turnkeeper.play.kernel.event import Event, State
from turnkeeper.rules.book import Rulebook


def _acts(state: State, _book: Rulebook, name: str) -> bool:
    going = rounds.now(state)
    up = (*(going.who if going is not None else ()), *(one.name for one in now_up(state)))
    return any(one.casefold() == name.casefold() for one in up)


def _is_surprised(state: State, _book: Rulebook, name: str) -> bool:
    number = state.fight.rounds if state.fight is not None else 0
    return any(able.is_surprised(state, one, max(number, 1)) for one in _names(state, name))


def _names(state: State, said: str) -> list[str]:
    """Return the member or the side of a name, however it is written."""
    if said.casefold() == ENEMIES:
        return [one.name for one in state.sides if not one.allied]
    found = (*(one.name for one in state.party.members), *(one.name for one in state.sides), PARTY)
    return [one for one in found if one.casefold() == said.casefold()]


def _activations(event: Event, name: str) -> int:
    match event:
        case Activated(name=who):
            return who.casefold() == name.casefold()
        case rounds.HasActed(who=several):
            return sum(one.casefold() == name.casefold() for one in several)
        case _:
            return 0


OBSERVABLES = (
    Condition("a fight", "a fight goes on", lambda state, _book, _name: state.fight is not None),
    Condition("{name} acts now", "a member or a side is to act", _acts),
    Condition("{name} is surprised", "surprise keeps them from acting in this round", _is_surprised),
    Occurrence("activations of {name}", "how often a member or a side acted", _activations),
    occurs("rounds", "rounds that began", RoundBegan),
)

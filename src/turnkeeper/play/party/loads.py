"""Loads: what a character carries, the most they can bear, and how it slows them.

A load by weight is counted against an attribute, one by steps against a table. Loads in slots are
`Character.over`. This module must not know how fast a character moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.play.kernel.decision import refuse
from turnkeeper.play.kernel.event import WantedFigure
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.movement import LoadBySteps, LoadByWeight
from turnkeeper.spelling.plurals import counted

if TYPE_CHECKING:
    from turnkeeper.play.party.party import Character


class CarriedLoad(Struct, frozen=True):
    """A load in a unit, the most with which its bearer can still move, and what it does to them.

    ``of`` is the most that is said. Where the load itself says how it slows: ``slowed`` is how many times as
    slow it makes them, ``less`` the feet that it takes off their rate, down to ``least``.
    """

    carried: int
    bears: int
    slows: bool
    unit: str
    of: int
    slowed: Fraction = Fraction(1)
    less: int = 0
    least: int = 0

    @property
    def holds(self) -> bool:
        """Return whether it stops its bearer."""
        return self.too_much > 0

    @property
    def too_much(self) -> int:
        """Return how much must go before the bearer can move; 0 if they can."""
        return max(0, self.carried - self.bears)

    def __str__(self) -> str:
        """Return the load as status shows it: ``70 of 125 lb, encumbered``."""
        state = ", cannot move" if self.holds else ", encumbered" if self.slows else ""
        return f"{self.said}{state}"

    @property
    def said(self) -> str:
        """Return the load beside the most that can be borne: ``70 of 125 lb``."""
        return f"{self.carried} of {counted(self.of, self.unit)}"


def require_score(book: Rulebook, who: str, attributes: Iterable[str], *, joins: bool = False) -> None:
    """Refuse to weigh the load of a member without the attribute that says how much they can bear.

    It can be asked for, unless they only ``join``: then it is said with the rest.
    """
    needed = attribute_of(book)
    if needed and needed not in attributes:
        message = f"what {who} can carry hangs on their {needed}, which was never written down"
        hint = f"give their {needed} too; rule {needed} of {who} 10 writes it later"
        refuse("no-attribute", message, hint, wants=() if joins else (WantedFigure(needed, who),))


def attribute_of(book: Rulebook) -> str:
    """Return the attribute that says how much a character can bear; empty where none does."""
    characters = book.set.characters
    match characters.load:
        case LoadByWeight(attribute=attribute):
            return attribute
        case LoadBySteps():
            return ""
        case None:
            return characters.slots


def load_of(one: Character, book: Rulebook) -> CarriedLoad | None:
    """Return a character's load, or ``None`` where none is weighed or the attribute was never written."""
    match book.set.characters.load:
        case LoadByWeight() as weighed if (score := one.attribute(weighed.attribute)) is not None:
            most = max(0, (score + weighed.plus) * weighed.each)
            slows = one.carrying * 100 > most * weighed.slowed
            return CarriedLoad(one.carrying, most if weighed.whole else most - 1, slows, "lb", most)
        case LoadBySteps() as stepped:
            return _by_steps(one, stepped)
        case _:
            return None


def _by_steps(one: Character, load: LoadBySteps) -> CarriedLoad:
    eased = 0 if load.eased is None else load.eased.of(one.attribute(load.eased.attribute))
    step = next((step for step in load.steps if one.carrying - eased <= step.up_to), load.steps[-1])
    most, slowed = max(0, load.steps[-1].up_to + eased), Fraction(step.slowed)
    slows = slowed > 1 or step.less > 0
    return CarriedLoad(one.carrying, most, slows, load.unit, most, slowed, step.less, load.least)

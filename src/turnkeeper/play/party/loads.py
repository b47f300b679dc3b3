"""Loads by weight: what a character carries, the most they can bear, and its effects (C-MOVE-3).

Loads in slots are `Character.over`. This module must not know how fast a character moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.play.kernel.decision import refuse
from turnkeeper.play.kernel.event import WantedFigure

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnkeeper.play.party.party import Character
    from turnkeeper.rules.book import Rulebook


class CarriedLoad(Struct, frozen=True):
    """A load in pounds, the most its bearer can carry, and whether it slows them or stops them."""

    pounds: int
    most: int
    slows: bool
    holds: bool

    @property
    def too_much(self) -> int:
        """Return how many pounds must go before the bearer can move; 0 if they can."""
        return self.pounds - self.most + 1 if self.holds else 0

    def __str__(self) -> str:
        """Return the load as status shows it: ``70 of 125 lb, encumbered``."""
        state = ", cannot move" if self.holds else ", encumbered" if self.slows else ""
        return f"{self.pounds} of {self.most} lb{state}"


def require_score(book: Rulebook, who: str, attributes: Iterable[str], *, joins: bool = False) -> None:
    """Refuse to weigh what somebody carries without the attribute that says how much they can bear.

    It can be asked for, unless they only ``join``: then it is said with the rest.
    """
    characters = book.set.characters
    needed = characters.slots if characters.load is None else characters.load.attribute
    if needed and needed not in attributes:
        message = f"what {who} can carry hangs on their {needed}, which was never written down"
        hint = f"give their {needed} too; rule {needed} of {who} 10 writes it later"
        refuse("no-attribute", message, hint, wants=() if joins else (WantedFigure(needed, who),))


def load_of(one: Character, book: Rulebook) -> CarriedLoad | None:
    """Return a character's load, or ``None`` where none is weighed or the attribute was never written."""
    rules = book.set.characters.load
    score = None if rules is None else one.attribute(rules.attribute)
    if rules is None or score is None:
        return None
    most = max(0, (score + rules.plus) * rules.each)
    slows = one.carrying * 100 > most * rules.slowed
    return CarriedLoad(one.carrying, most, slows, one.carrying >= most)

"""Cases: what holds in some circumstances only, by scene, country, level of the place, or time of day.

Where several cases stand in a row, the first that fits holds; where none does, what was said besides. Which
of the things that a case can say mean something where it stands is checked in `checking.cadence`.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Struct

from turnkeeper.rules.model.cite import CitesRules
from turnkeeper.rules.model.marks import ListSize
from turnkeeper.rules.model.values import (
    DiceText,
    Length,
    NamedTime,
    NotNegative,
    SceneName,
    TableName,
    TerrainName,
    Totals,
)

Between: TypeAlias = Annotated[
    tuple[NamedTime, ...], ListSize(2, "a time from which, and one until which", 'such as ["dusk", "dawn"]')
]


Says = Literal["table", "hits", "every", "dice", "against"]
"""What can hold in some circumstances only."""


class Case(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What holds in some circumstances: the first case that fits holds, of those that say of the same.

    ``scenes`` and ``terrain`` are those of the party, ``levels`` numbers of the place's own, such as ``1-3``.
    Of the two times ``between`` which it is, the second may come on the next day. It fits where all of them
    hold that it says; one that says none always fits. What holds there is another ``table``, a chance that
    happens when the dice show no more than ``hits``, a check that comes ``every`` so long, other ``dice`` for
    a distance, or the difficulty ``against`` which a check goes.
    """

    scenes: tuple[SceneName, ...] = ()
    terrain: tuple[TerrainName, ...] = ()
    levels: Totals = ""
    between: Between = ()
    table: TableName = ""
    hits: NotNegative | None = None
    every: Length = ""
    dice: DiceText = ""
    against: NotNegative | None = None

    def says(self, of: Says) -> bool:
        """Return whether it says anything of this."""
        return getattr(self, of) not in {None, ""}


class Danger(CitesRules, frozen=True):
    """A word for a ``level`` of a place. A place of no level has the ``usual`` one.

    Where the party sees nothing, a place is at least at the level of the one that is ``dark``.
    """

    level: NotNegative
    usual: bool = False
    dark: bool = False

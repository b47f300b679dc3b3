"""Cases: what holds in some circumstances only, by scene, country, level of the place, or time of day.

Where several cases stand in a row, the first that fits holds; where none does, what was said besides.
"""

from typing import Annotated, TypeAlias

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


class Case(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The circumstances of a case: it fits where all that it says holds, and one that says nothing always.

    ``scenes`` and ``terrain`` are those of the party, ``levels`` numbers of the place's own, such as ``1-3``.
    Of the two times ``between`` which it is, the second may come on the next day.
    """

    scenes: tuple[SceneName, ...] = ()
    terrain: tuple[TerrainName, ...] = ()
    levels: Totals = ""
    between: Between = ()


class ChanceCase(Case, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A chance in some circumstances: it happens when the dice show no more than ``hits``."""

    hits: NotNegative


class OftenCase(Case, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """How often something comes in some circumstances: ``every`` so long."""

    every: Length


class TableCase(Case, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Another ``table`` in some circumstances."""

    table: TableName


class DistanceCase(Case, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Dice for a distance in some circumstances."""

    dice: DiceText


class DifficultyCase(Case, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The difficulty ``against`` which a check goes in some circumstances."""

    against: NotNegative


class Danger(CitesRules, frozen=True):
    """A word for a ``level`` of a place. A place of no level has the ``usual`` one.

    Where the party sees nothing, a place is at least at the level of the one that is ``dark``.
    """

    level: NotNegative
    usual: bool = False
    dark: bool = False

"""What a rule set keeps count of: numbers, pools of dice, budgets of time, and intervals that were thrown.

Procedures and tables change a tracker by the effects of `rules.procedures`; what it comes to carries out
effects of its own. The kinds are a closed list, and none holds code.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Struct

from turnkeeper.rules.model.cite import CitesRules
from turnkeeper.rules.model.lights import UsageDice
from turnkeeper.rules.model.marks import ListSize
from turnkeeper.rules.model.procedures import Consequence
from turnkeeper.rules.model.values import (
    BareDice,
    CountReached,
    DiceText,
    DieSides,
    FullPool,
    Length,
    LowResult,
    Phrase,
    SceneName,
    TableName,
)

TimedScenes: TypeAlias = Annotated[
    tuple[SceneName, ...], ListSize(1, "its time passes in no scene", "name one scene at least")
]


class Threshold(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Numbers at which something follows, when the count comes to one of them from elsewhere.

    ``on`` is said as in a table. An open end, such as ``3 or less``, is reached also by a jump beyond it.
    """

    on: CountReached
    name: Phrase
    do: tuple[Consequence, ...] = ()


class TrackerCount(Struct, frozen=True, tag_field="by", forbid_unknown_fields=True, omit_defaults=True):
    """How something is kept count of; under ``by`` stands which way."""


class NumberTracker(TrackerCount, frozen=True, tag="number"):
    """A count that begins at ``start`` and stays between ``least`` and ``most``, where they are said."""

    start: int = 0
    least: int | None = None
    most: int | None = None
    thresholds: tuple[Threshold, ...] = ()


class PoolTracker(TrackerCount, frozen=True, tag="pool"):
    """A pool of dice with a number of ``sides``, empty at first; one that is ``full`` is thrown and emptied.

    When it is thrown its lowest die, or its highest, is read off a ``table`` whose dice are one such die. In
    place of an empty pool, ``bare`` dice are thrown.
    """

    sides: DieSides
    full: FullPool
    table: TableName
    reads: Literal["lowest", "highest"] = "lowest"
    bare: BareDice = 0


class DieTracker(TrackerCount, frozen=True, tag="die"):
    """Something that runs out by a die: the first of its ``dice`` at first, such as ``[12, 10, 8, 6]``.

    When it is thrown, up to ``low`` makes it the next smaller one; after the last there is nothing, and
    something follows. Added to it is a larger die, taken from it a smaller one.
    """

    dice: UsageDice
    low: LowResult
    name: Phrase
    do: tuple[Consequence, ...] = ()

    def within(self, to: int) -> int:
        """Return the die with that number of sides, else the next smaller one; 0 where there is none."""
        return max((sides for sides in self.dice if sides <= to), default=0)

    def stepped(self, now: int, by: int) -> int:
        """Return the die that is ``by`` steps larger, or smaller below 0, than the one now; 0 for none.

        >>> food = DieTracker((12, 10, 8), 2, "the food is gone")
        >>> food.stepped(12, -1), food.stepped(8, -1), food.stepped(0, 1), food.stepped(10, 5)
        (10, 0, 8, 12)
        """
        at = self.dice.index(now) if now in self.dice else len(self.dice)
        to = max(0, at - by)
        return self.dice[to] if to < len(self.dice) else 0


class Budget(TrackerCount, frozen=True, tag="budget"):
    """Time that passes in some scenes; when all that it ``lasts`` has, something follows, and it begins anew.

    It waits while the party is elsewhere. An activity can pay it back.
    """

    lasts: Length
    scenes: TimedScenes
    name: Phrase
    do: tuple[Consequence, ...] = ()


class Interval(TrackerCount, frozen=True, tag="interval"):
    """How long it is until something, in lengths of time thrown beforehand, and what follows then.

    Only time in its ``scenes`` counts. The number is that of ``dice``, or a ``table`` sets it. As soon as it
    is met the next one is thrown.
    """

    each: Length
    scenes: TimedScenes
    name: Phrase
    dice: DiceText = ""
    table: TableName = ""
    do: tuple[Consequence, ...] = ()


Counts = NumberTracker | PoolTracker | DieTracker | Budget | Interval


class Tracker(CitesRules, frozen=True):
    """Something that is kept count of; a ``secret`` one is shown to the referee alone."""

    name: Phrase
    counts: Counts
    secret: bool = False

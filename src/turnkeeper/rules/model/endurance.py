"""What a rule set says of how people hold out: what strains them, recovery, going without, concentration.

Who tires takes slots of fatigue whatever the cause; what a number of them does to a character is said here.
"""

from typing import Annotated, TypeAlias

from msgspec import Struct

from turnkeeper.rules.model.cite import Cite, CitesRules
from turnkeeper.rules.model.conduct import Healing
from turnkeeper.rules.model.marks import ListSize, Reads
from turnkeeper.rules.model.values import AttributeName, DiceText, Factor, NotNegative, Phrase, Positive

RECOVERY_HINT = 'such as [recovery], levels = [{ level = 1, dice = "1d3" }]'


class FatigueLevel(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What holds from a number of slots ``on``: ``says`` tells it when it is reached.

    Whoever has it has disadvantage on ``checks`` or ``saves``, is ``slowed`` by a factor, or ``stops``; or
    they die of it.
    """

    on: Positive
    says: Phrase
    checks: bool = False
    saves: bool = False
    slowed: Factor = 1
    stops: bool = False
    dies: bool = False


FatigueRows: TypeAlias = Annotated[
    tuple[FatigueLevel, ...],
    ListSize(1, "no level does anything", 'such as { on = 6, says = "death", dies = true }'),
]


class StrainRules(CitesRules, frozen=True):
    """What a strain does: each slot of fatigue ``takes`` so much from checks and saves, ``feet`` from a rate.

    ``levels`` of fatigue add up, the lowest first. Where exertion is said, an attribute may be exerted: it
    drops by a throw, never below 0; ``never_for_saves`` is the rule by which no save can be bought with it.
    """

    levels: FatigueRows = ()
    takes: NotNegative = 0
    feet: NotNegative = 0
    never_for_saves: Cite | None = None


class RecoveryDie(Struct, frozen=True, forbid_unknown_fields=True):
    """The recovery die of a level and of those above it, up to the next one named."""

    level: int
    dice: DiceText


RecoveryDice: TypeAlias = Annotated[
    tuple[RecoveryDie, ...], ListSize(1, "no level has a recovery die", RECOVERY_HINT), Reads("level")
]


class Recovery(CitesRules, frozen=True):
    """The die by which people recover: that of their level by ``levels``, or else their own hit die.

    The lowest level comes first, and levels below it have its die. Where each ``heals`` as said, everybody
    has as many as levels, and may spend them at the end of a rest that lets them.
    """

    levels: RecoveryDice = ()
    heals: Annotated[Healing | None, Reads("level")] = None

    def die(self, level: int) -> str:
        """Return the dice that a level recovers by; empty where it is the hit die written of each.

        >>> both = (RecoveryDie(1, "1d3"), RecoveryDie(2, "1d3+1"))
        >>> [Recovery(Cite("X-RULE-1", "companion"), both).die(level) for level in (0, 1, 4)]
        ['1d3', '1d3', '1d3+1']
        """
        reached = [one.dice for one in self.levels if one.level <= level] or [
            one.dice for one in self.levels[:1]
        ]
        return reached[-1] if reached else ""


class Want(CitesRules, frozen=True):
    """What going without a daily need costs: ``fatigue`` at the end of each day from a number of ``days`` on.

    A day counts on which a character had ``fewer`` than that of it; they are in a row, and as many more as an
    attribute ``adds``, one at the least. Where it ``stays``, no fatigue is shed until they had enough for a
    day.
    """

    fatigue: Positive
    fewer: Positive = 1
    days: Positive = 1
    adds: AttributeName = ""
    stays: bool = False


class Concentration(CitesRules, frozen=True):
    """Who concentrates on one thing cannot on another; who is hurt, down or dead loses it.

    Where an ``attribute`` is said, who is hurt saves with it to go on. The difficulty is the points lost
    ``divided`` by that, rounded down, but ``least`` at the least and ``most`` at the most, where that is
    said.
    """

    attribute: AttributeName = ""
    least: NotNegative = 0
    divided: Positive = 2
    most: NotNegative = 0

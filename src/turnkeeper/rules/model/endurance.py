"""What a rule set says of how people hold out: levels of fatigue, going without, hit dice, concentration.

Who tires takes slots of fatigue whatever the cause; what so many of them do to somebody is said here.
"""

from typing import Annotated, TypeAlias

from msgspec import Struct

from turnkeeper.rules.model.cite import CitesRules
from turnkeeper.rules.model.conduct import Healing
from turnkeeper.rules.model.marks import ListSize, Reads
from turnkeeper.rules.model.values import AttributeName, Factor, NotNegative, Phrase, Positive


class FatigueLevel(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What holds from a number of slots ``on``: ``says`` tells it when it is reached.

    Whoever has it has disadvantage on ``checks`` or ``saves``, is ``slowed`` so many times, or ``stops``; or
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


class FatigueRules(CitesRules, frozen=True):
    """What fatigue does: each slot ``takes`` so much from every check and save, and ``feet`` from a rate.

    ``levels`` add up, the lowest first.
    """

    levels: FatigueRows
    takes: NotNegative = 0
    feet: NotNegative = 0


class Want(CitesRules, frozen=True):
    """What going without a daily need costs: ``fatigue`` at the end of each day from a number of ``days`` on.

    A day counts on which somebody had ``fewer`` than that of it; they are in a row, and as many more as an
    attribute ``adds``, one at the least. Where it ``stays``, no fatigue is shed until they had enough for a
    day.
    """

    fatigue: Positive
    fewer: Positive = 1
    days: Positive = 1
    adds: AttributeName = ""
    stays: bool = False


class HitDice(CitesRules, frozen=True):
    """Everybody has as many hit dice as levels, and may spend them at the end of a rest that lets them.

    Each ``heals`` as a rest does that heals by a hit die.
    """

    heals: Annotated[Healing, Reads("level")]


class Concentration(CitesRules, frozen=True):
    """Who concentrates on one thing cannot on another; who is hurt saves with an attribute to go on with it.

    The difficulty is the points lost ``divided`` by that, rounded down, but ``least`` at the least and
    ``most`` at the most, where that is said. Whoever is down or dead loses it.
    """

    attribute: AttributeName
    least: NotNegative
    divided: Positive = 2
    most: NotNegative = 0

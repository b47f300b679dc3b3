"""What a rule set says of going on foot: races and their feet a round, loads, what one notices on the way.

How a pace changes a rate is said with the pace itself, in `conduct`. This module must not know how time
passes on the way.
"""

from typing import Annotated, TypeAlias

from msgspec import Struct

from turnkeeper.rules.model.abilities import ByAttribute
from turnkeeper.rules.model.cite import CitesRule, CitesRules
from turnkeeper.rules.model.marks import ListSize, Reads
from turnkeeper.rules.model.values import (
    AttributeName,
    DiceText,
    Factor,
    KnownRace,
    Length,
    NotNegative,
    PaceName,
    Percent,
    Phrase,
    Positive,
)


class Race(CitesRule, frozen=True):
    """Feet that one of a race goes in the length for which rates are given: free, and encumbered.

    Where the load itself says how much it slows, nobody is ``encumbered`` besides.
    """

    feet: Positive
    encumbered: NotNegative = 0


class Rates(CitesRules, frozen=True):
    """A party goes at its slowest member's rate: by race, a number of feet in ``each``.

    Whoever has no race goes as ``otherwise`` does. ``square`` is the side of a square of the grid in feet, 0
    where the game is played without one.
    """

    each: Length
    otherwise: Annotated[KnownRace, Reads("race")]
    square: NotNegative = 0


class LoadByWeight(CitesRule, frozen=True, tag_field="by", tag="weight"):
    """The load of a character in pounds: at most ``each`` for every point of an attribute and ``plus`` more.

    Over ``slowed`` percent of that one goes encumbered, at all of it or above not at all; where
    the ``whole`` can be borne, only above it.
    """

    attribute: AttributeName
    plus: int
    each: Annotated[Positive, Reads("carrying")]
    slowed: Percent
    whole: bool = False


class LoadStep(Struct, frozen=True, forbid_unknown_fields=True):
    """A load ``up_to`` a number makes its bearer this many times as slow, or ``less`` feet faster."""

    up_to: NotNegative
    slowed: Factor = 1
    less: NotNegative = 0


LoadSteps: TypeAlias = Annotated[
    tuple[LoadStep, ...], ListSize(1, "no load can be borne", "such as { up_to = 400, slowed = 1 }")
]


class LoadBySteps(CitesRule, frozen=True, tag_field="by", tag="steps"):
    """The load of a character in a ``unit`` such as coins, by steps; over the last of them nobody moves.

    Feet that a step takes off a rate leave ``least``. The load counts for as much less as an attribute
    gives, by ``eased``.
    """

    unit: Phrase
    steps: Annotated[LoadSteps, Reads("carrying")]
    least: NotNegative = 0
    eased: ByAttribute | None = None


Load = LoadByWeight | LoadBySteps


class Surprise(CitesRules, frozen=True):
    """Who is surprised, and what it costs them: a length that they ``loses`` at the beginning of a fight.

    Without it surprise costs only what the order of a fight says of it. In a count the first turn comes later
    by it; whoever is on guard and surprised only ``partly`` loses that length.

    It is whoever notices less than an ambusher's check: one notices ``base`` and an ``attribute``, changed
    ``by_pace``, that at which the party goes, and by what it is to be ``hampered`` in checks, no more than
    once. Or else a die is thrown for each side that does not expect the other, and up to ``hits`` on the
    ``dice`` it is surprised; if both are, neither gains by it. With ``by_throw`` it loses its throw times
    the length, so that of two sides the one surprised for longer loses; an attribute makes that ``shorter``
    for each, or longer. Who carries a light where it is dark surprises nobody where ``lights_warn``.
    Without either the referee says who it is.
    """

    loses: Length = ""
    partly: Length = ""
    attribute: AttributeName = ""
    base: int = 0
    by_pace: dict[PaceName, int] = {}
    hampered: int = 0
    dice: DiceText = ""
    hits: NotNegative = 0
    by_throw: bool = False
    shorter: ByAttribute | None = None
    lights_warn: bool = False

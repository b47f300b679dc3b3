"""What a rule set says of going on foot: races and their feet a round, loads, what one notices on the way.

How a pace changes a rate is said with the pace itself, in `conduct`. This module must not know how time
passes on the way.
"""

from typing import Annotated

from msgspec import Struct

from turnkeeper.rules.model.cite import Cite
from turnkeeper.rules.model.marks import Reads
from turnkeeper.rules.model.values import (
    AttributeName,
    KnownRace,
    Length,
    NotNegative,
    PaceName,
    Percent,
    Positive,
)


class Race(Struct, frozen=True, forbid_unknown_fields=True):
    """Feet that one of a race goes in the length that `Rates` names: free, and encumbered (C-MOVE-1)."""

    rule: Cite
    feet: Positive
    encumbered: Positive


class Rates(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A party goes at its slowest member's rate (C-MOVE-2): by race, a number of feet in ``each``.

    Whoever has no race goes as ``otherwise`` does. ``square`` is the side of a square of the grid in feet, 0
    where the game is played without one.
    """

    rule: Cite
    each: Length
    otherwise: Annotated[KnownRace, Reads("race")]
    square: NotNegative = 0
    also: tuple[Cite, ...] = ()


class LoadByWeight(Struct, frozen=True, tag_field="by", tag="weight", forbid_unknown_fields=True):
    """The load of a character in pounds: at most ``each`` for every point of an attribute and ``plus`` more.

    Over ``slowed`` percent of that one goes encumbered, at all of it or above not at all (C-MOVE-3).
    """

    rule: Cite
    attribute: AttributeName
    plus: int
    each: Annotated[Positive, Reads("carrying")]
    slowed: Percent


class Surprise(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who is surprised: whoever notices less than an ambusher's check; it costs them ``loses`` (C-SURP-1).

    One notices ``base`` and an attribute, changed by the pace at which the party goes.
    """

    rule: Cite
    attribute: AttributeName
    base: int
    by_pace: dict[PaceName, int]
    loses: Length
    also: tuple[Cite, ...] = ()

"""Dice outside any campaign: exact odds, and loose throws."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct

from turnkeeper.app import loose_dice
from turnkeeper.app.dice_odds import How, Likelihood, Odds, asked, odds_data
from turnkeeper.app.loose_dice import LONGEST_DICE, MOST_AT_ONCE
from turnkeeper.chance.notation import parse_dice

LARGEST = 10**9
Notation = Annotated[
    str, QueryParameter(max_length=LONGEST_DICE, description="Dice in notation, such as `4d6kh3`.")
]


class ThrowRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Dice to throw, once or several times; the same seed gives the same faces."""

    dice: Annotated[str, Meta(max_length=LONGEST_DICE, examples=["3d6"])]
    times: Annotated[int, Meta(ge=1, le=MOST_AT_ONCE)] = 1
    seed: Annotated[str, Meta(max_length=64)] = ""


class ThrowResult(Struct, frozen=True):
    """One throw: the faces of all dice, and the result."""

    faces: tuple[int, ...]
    total: int


@get("/dice/odds", tags=["dice"], summary="Exact odds", sync_to_thread=True)
def odds(dice: Notation) -> Odds:
    """Return the exact odds of dice; refused where they would take much longer than a second."""
    return odds_data(parse_dice(dice))


@get("/dice/chance", tags=["dice"], summary="One chance", sync_to_thread=True)
def chance(
    dice: Notation,
    value: Annotated[
        int, QueryParameter(ge=-LARGEST, le=LARGEST, description="The value that is asked about.")
    ],
    how: Annotated[How, QueryParameter(description="At least, at most or exactly that value.")] = "at-least",
) -> Likelihood:
    """Return the exact chance that dice come to at least, at most or exactly a value."""
    return asked(parse_dice(dice), how, value)


@post("/dice/throw", tags=["dice"], summary="Throw dice", status_code=200, sync_to_thread=True, scope="look")
def throw(data: JSONBody[ThrowRequest]) -> tuple[ThrowResult, ...]:
    """Throw dice that belong to no campaign and are recorded nowhere."""
    rolls = loose_dice.throw(parse_dice(data.dice), data.times, data.seed)
    return tuple(ThrowResult(roll.faces, roll.total) for roll in rolls)

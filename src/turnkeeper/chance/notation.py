"""Dice notation: text in, checked `Dice` out, and back.

The plain forms that make up nearly all of play (`3d6`, `4d6kh3`, `2d6+1`, `1d4x10`, `2 in 6`) are read here
by one regular expression each; anything else, and anything wrong, goes to the grammar, which costs an import
the first time. Both ways give the same tree. This module must not know how dice are rolled.

    3d6  d8  d%  d66  4dF      dice; d% is d100, d66 two d6 read as tens and units, dF worth -1, 0 or 1
    4d6kh3 kl1  4d6dl1 dh1     keep or drop the highest or lowest
    2d6r1                      a die that shows 1 is thrown once more, and the second face stands
    1d6!                       a die that shows its highest face is thrown again and added, at most 20 times
    2 in 6  1-in-6             worth 1 when one die shows at most that, else 0
    + - * x /  max( , )  ( )   `x` is `*`, `/` rounds down, `min` is like `max`
    >= <= > < = !=             worth 1 when it holds, else 0; one in a row
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Final, Literal

from msgspec import Struct

from turnkeeper.chance.expression import (
    DIGITS_SIDES,
    Chance,
    Digits,
    Expression,
    Fate,
    Keep,
    Number,
    Operation,
    Operator,
    Pool,
    bounds,
    dice_in,
    print_expression,
    print_leaf,
)
from turnkeeper.chance.limits import MAX_DICE, MAX_DIGITS, MAX_OPERATIONS, MAX_TEXT, DiceError

__all__ = ["Dice", "DiceError", "parse_dice"]

_PLAIN: Final = re.compile(
    r"\s*(?P<count>[0-9]*)\s*d\s*(?P<sides>[0-9]+|%|f)\s*(?:(?P<which>[kd][hl])\s*(?P<kept>[0-9]+)\s*)?"
    r"(?:(?P<sign>[-+*x])\s*(?P<number>[0-9]+)\s*)?",
    re.ASCII | re.IGNORECASE,
)
_CHANCE: Final = re.compile(r"\s*([0-9]+)\s*(?:-\s*)?in\s*(?:-\s*)?([0-9]+)\s*", re.ASCII | re.IGNORECASE)


class Dice(Struct, frozen=True, cache_hash=True, dict=True):
    """A whole dice expression within every limit. `str` gives its one canonical text.

    >>> dice = parse_dice("( 1D6 + 1 ) x 100")
    >>> str(dice), dice.minimum, dice.maximum
    ('(1d6+1)*100', 200, 700)
    """

    expression: Expression

    def __post_init__(self) -> None:
        """Refuse a tree beyond the limits on dice and operators."""
        dice = operators = 0
        waiting: list[Expression] = [self.expression]
        while waiting:
            node = waiting.pop()
            if isinstance(node, Operation):
                waiting += node.operands
                operators += max(len(node.operands) - 1, 1)
            else:
                dice += dice_in(node)[0]
            if operators > MAX_OPERATIONS:
                raise DiceError(f"at most {MAX_OPERATIONS} operators fit in one expression")
        if dice > MAX_DICE:
            raise DiceError(f"{dice:,} dice are too many: at most {MAX_DICE:,} may be thrown at once")

    @cached_property
    def text(self) -> str:
        """The canonical text, with as few brackets as keep its meaning."""
        return print_expression(self.expression)

    @cached_property
    def _bounds(self) -> tuple[int, int]:
        return bounds(self.expression)

    @property
    def minimum(self) -> int:
        """The least value. `=` and `!=` are taken to be open when the ranges of their sides meet."""
        return self._bounds[0]

    @property
    def maximum(self) -> int:
        """The greatest value, under the same proviso."""
        return self._bounds[1]

    def __str__(self) -> str:
        """Return the canonical text."""
        return self.text


_SIGNS: Final[dict[str, Operator]] = {"+": "+", "-": "-"}
_KEEPS: Final[dict[str, Literal["kh", "kl", "dh", "dl"]]] = {"kh": "kh", "kl": "kl", "dh": "dh", "dl": "dl"}

_MOST_READ: Final = 4096
_read: Final[dict[str, Dice]] = {}
"""Texts read so far, emptied when full: a rule set names the same few throws again and again."""


def parse_dice(text: str) -> Dice:
    """Return the dice that a text stands for; case and spaces do not matter.

    Raises `DiceError`, with column and hint, for what cannot be read or goes beyond a limit.

    >>> parse_dice("2d6 + 1") == parse_dice("2D6+1")
    True
    >>> parse_dice("4d6k3")
    Traceback (most recent call last):
    turnkeeper.chance.limits.DiceError: which dice are kept?
      4d6k3
         ^
    hint: kh3 keeps the highest, kl3 lowest
    """
    return _read.get(text) or _remember(text)


def _remember(text: str) -> Dice:
    if len(text) > MAX_TEXT:
        message = f"{len(text):,} characters are too many for dice: at most {MAX_TEXT:,}"
        raise DiceError(message, text=text[:MAX_TEXT], column=MAX_TEXT + 1)
    if len(_read) >= _MOST_READ:
        _read.clear()
    dice = read_plain(text)
    if dice is None:
        # Imported here because it brings lark: most commands never need it.
        from turnkeeper.chance.grammar import read_any

        dice = read_any(text)
    return _read.setdefault(text, dice)


def read_plain(text: str) -> Dice | None:
    """Return the dice of a plain form, or `None` for anything else and beyond a limit."""
    try:
        if found := _PLAIN.fullmatch(text):
            return Dice(_plain_sum(found))
        if found := _CHANCE.fullmatch(text):
            return Dice(chance_of(found[1], found[2]))
    except DiceError:
        # The grammar finds the same fault again and knows its column.
        return None
    return None


def _plain_sum(found: re.Match[str]) -> Expression:
    dice = dice_of(found["count"], found["sides"])
    if found["which"]:
        dice = keeping(only_pool(dice, found["which"]), found["which"], found["kept"])
    if found["sign"] is None:
        return dice
    return Operation(_SIGNS.get(found["sign"], "*"), (dice, number_of(found["number"])))


def dice_of(count: str, sides: str) -> Pool | Digits | Fate:
    """Return the dice that stand around a `d` in text; no count is one die."""
    dice = number_of(count).value if count else 1
    if sides in {"f", "F"}:
        return Fate(dice)
    faces = 100 if sides == "%" else number_of(sides).value
    return Digits() if faces == DIGITS_SIDES and dice == 1 else Pool(dice, faces)


def only_pool(dice: Pool | Digits | Fate, follower: str) -> Pool:
    """Return dice that something may follow; raises `DiceError` for `d66` and `4dF`, which stand alone."""
    if isinstance(dice, Pool):
        return dice
    raise DiceError(
        f"{print_leaf(dice)} takes no {follower}", hint="keep, drop, r and ! follow dice like 4d6"
    )


def keeping(pool: Pool, which: str, count: str) -> Pool:
    """Return a pool of which some dice are kept or dropped, as the letters and the number after it say."""
    keep = Keep(_KEEPS[which.lower()], number_of(count).value)
    return Pool(pool.count, pool.sides, pool.reroll, pool.explode, keep)


def chance_of(hits: str, sides: str) -> Chance:
    """Return the chance that two texts around an `in` stand for."""
    return Chance(number_of(hits).value, number_of(sides).value)


def number_of(digits: str) -> Number:
    """Return the number that some digits stand for; raises `DiceError` when they are too many to be meant."""
    if len(digits) > MAX_DIGITS:
        raise DiceError(f"a number of {len(digits)} digits is too long: at most {MAX_DIGITS} digits")
    return Number(int(digits))

"""The nodes of a dice expression's tree, each with its value, its range and its one text.

A node that makes no sense (a die of 0 sides, more dice kept than thrown) cannot be built: its constructor
raises `DiceError`, so nothing downstream checks again. This module must not know how text is parsed, how dice
are rolled or how odds are worked out.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from itertools import product
from typing import Final, Literal, assert_never

from msgspec import Struct

from turnkeeper.chance.limits import MAX_CHAIN, MAX_DICE, MAX_DIGITS, DiceError, check_sides, within

DIGITS_SIDES: Final = 66
"""The `sides` in text that mean two six-sided dice read as digits, not a die of 66 sides."""


class Number(Struct, frozen=True, tag=True, cache_hash=True):
    """A whole number, not negative; `Negate` makes it so."""

    value: int

    def __post_init__(self) -> None:
        """Refuse what does not print within the digits allowed."""
        within(self.value, 0, 10**MAX_DIGITS - 1, "a number")


class Keep(Struct, frozen=True, tag=True, cache_hash=True):
    """Which dice of a pool count: `kh` and `kl` keep the highest or lowest, `dh` and `dl` drop them."""

    which: Literal["kh", "kl", "dh", "dl"]
    count: int


class Pool(Struct, frozen=True, tag=True, cache_hash=True):
    """Some dice of one kind, each from 1 to `sides`, and their sum.

    In this order: a die that shows `reroll` is thrown once more and the second face stands; with `explode` a
    die that shows its highest face is thrown again and added, up to `MAX_CHAIN` times (the extra dice reroll
    too); then `keep` picks among the dice, each with all that exploded from it.
    """

    count: int
    sides: int
    reroll: int | None = None
    explode: bool = False
    keep: Keep | None = None

    def __post_init__(self) -> None:
        """Refuse dice that do not exist, that would be thrown for ever, or none of which would count."""
        within(self.count, 1, MAX_DICE, "the number of dice")
        check_sides(self.sides)
        if self.sides == DIGITS_SIDES:
            raise DiceError("d66 is two six-sided dice read as tens and units, thrown once", hint="d66+d66")
        if self.reroll is not None and not 1 <= self.reroll <= self.sides:
            message = f"a d{self.sides} never shows {self.reroll}, so it cannot be rerolled"
            raise DiceError(message, hint="r1 rerolls ones, once")
        if self.sides == 1 and (self.explode or self.reroll):
            raise DiceError("a d1 always shows 1: it would be thrown again for ever", hint="1d1")
        if self.keep:
            self._check_keep(self.keep)

    def _check_keep(self, keep: Keep) -> None:
        """Refuse to keep or drop none, and more than there are; a drop leaves at least one die."""
        drops = keep.which in {"dh", "dl"}
        most = self.count - drops
        if not 1 <= keep.count <= most:
            verb = "drops" if drops else "keeps"
            message = f"{keep.which}{keep.count} {verb} {keep.count} of {self.count} dice"
            hint = f"from 1 to {most}" if most else "throw at least two dice"
            raise DiceError(message, hint=hint)


class Digits(Struct, frozen=True, tag=True, cache_hash=True):
    """`d66`: two six-sided dice, the first read as tens and the second as units, from 11 to 66."""


class Fate(Struct, frozen=True, tag=True, cache_hash=True):
    """`4dF`: dice worth -1, 0 or 1. Their faces count 1 (minus), 2 (blank) and 3 (plus)."""

    count: int

    def __post_init__(self) -> None:
        """Refuse no dice, and too many."""
        within(self.count, 1, MAX_DICE, "the number of dice")


class Chance(Struct, frozen=True, tag=True, cache_hash=True):
    """`2 in 6`: worth 1 when one die shows at most `hits`, else 0. It may be `0 in 6` or `6 in 6`."""

    hits: int
    sides: int

    def __post_init__(self) -> None:
        """Refuse more hits than sides."""
        check_sides(self.sides)
        if not 0 <= self.hits <= self.sides:
            message = f"a d{self.sides} cannot show {self.hits} faces"
            raise DiceError(message, hint=f"0 in {self.sides} to {self.sides} in {self.sides}")


Operator = Literal["negate", "+", "-", "*", "/", ">=", "<=", ">", "<", "=", "!=", "max", "min"]

_WORKS: Final[dict[Operator, tuple[Callable[..., int], int]]] = {
    ">=": (operator.ge, 0),
    "<=": (operator.le, 0),
    ">": (operator.gt, 0),
    "<": (operator.lt, 0),
    "=": (operator.eq, 0),
    "!=": (operator.ne, 0),
    "+": (operator.add, 1),
    "-": (operator.sub, 1),
    "*": (operator.mul, 2),
    "/": (operator.floordiv, 2),
    "negate": (operator.neg, 3),
    "max": (max, 4),
    "min": (min, 4),
}
"""What each operator makes of its values, and how tightly it binds: only a leaf binds as `max` does."""


class Operation(Struct, frozen=True, tag=True, cache_hash=True):
    """What an operator makes of one value (`negate`), two or more (`max`, `min`), or else two.

    `/` rounds down (`-7/2` is -4). A comparison is worth 1 when it holds, else 0.
    """

    operator: Operator
    operands: tuple[Expression, ...]

    def __post_init__(self) -> None:
        """Refuse a choice among fewer than two, and a divisor whose range reaches across 0."""
        if self.operator in {"max", "min"} and len(self.operands) < 2:  # noqa: PLR2004 - the message says it
            message = f"{self.operator} chooses between two values or more"
            raise DiceError(message, hint=f"{self.operator}(1d6,1d8)")
        if self.operator == "/":
            least, most = bounds(self.operands[1])
            if least <= 0 <= most:
                message = f"a divisor from {least} to {most} may be 0" if most > least else "division by zero"
                raise DiceError(message, hint="divide by a number or dice that stay above 0")

    @property
    def combine(self) -> Callable[..., int]:
        """What makes one value of those of the operands: a number, or the truth of a comparison."""
        return _WORKS[self.operator][0]


Leaf = Number | Pool | Digits | Fate | Chance
Expression = Leaf | Operation


def leaves(expression: Expression) -> Iterator[Leaf]:
    """Yield the numbers and dice of an expression from left to right: so they are thrown, and so written."""
    if isinstance(expression, Operation):
        for operand in expression.operands:
            yield from leaves(operand)
    else:
        yield expression


def dice_in(leaf: Leaf) -> tuple[int, int]:
    """Return how many dice a leaf throws at first, none for a number, and the sides of each."""
    match leaf:
        case Pool(count, sides):
            return count, sides
        case Digits():
            return 2, 6
        case Fate(count):
            return count, 3
        case Chance(_, sides):
            return 1, sides
        case Number():
            return 0, 0
    assert_never(leaf)


def throws_again(expression: Expression) -> bool:
    """Return whether a node is a pool whose dice may be thrown more than once."""
    return isinstance(expression, Pool) and (expression.explode or expression.reroll is not None)


def bounds(expression: Expression) -> tuple[int, int]:
    """Return the least and greatest value: dice are independent, so all can be at their ends at once."""
    match expression:
        case Number(value):
            return value, value
        case Pool():
            kept = pool_kept(expression)
            most = expression.sides * (1 + MAX_CHAIN if expression.explode else 1)
            return len(kept), len(kept) * most
        case Digits():
            return 11, 66
        case Fate(count):
            return -count, count
        case Chance(hits, sides):
            return int(hits == sides), int(hits > 0)
        case Operation("max" | "min"):
            lows, highs = zip(*map(bounds, expression.operands), strict=True)
            return expression.combine(lows), expression.combine(highs)
        case Operation("=" | "!=" as sign, (left, right)):
            (low, high), (least, most) = bounds(left), bounds(right)
            always, possible = low == high == least == most, low <= most and least <= high
            return (int(always), int(possible)) if sign == "=" else (int(not possible), int(not always))
        case Operation():
            ends = [expression.combine(*values) for values in product(*map(bounds, expression.operands))]
            return int(min(ends)), int(max(ends))
    assert_never(expression)


def pool_kept(pool: Pool) -> range:
    """Return which places count when the dice of a pool are put in ascending order."""
    match pool.keep:
        case None:
            return range(pool.count)
        case Keep("kh", count):
            return range(pool.count - count, pool.count)
        case Keep("kl", count):
            return range(count)
        case Keep("dh", count):
            return range(pool.count - count)
        case Keep(_, count):
            return range(count, pool.count)


def print_leaf(leaf: Leaf) -> str:
    """Return the canonical text of a number or of dice."""
    match leaf:
        case Number(value):
            return str(value)
        case Pool(count, sides, reroll, explode, keep):
            again = "" if reroll is None else f"r{reroll}"
            picked = f"{keep.which}{keep.count}" if keep else ""
            return f"{count}d{sides}{again}{'!' if explode else ''}{picked}"
        case Digits():
            return "d66"
        case Fate(count):
            return f"{count}dF"
        case Chance(hits, sides):
            return f"{hits} in {sides}"
    assert_never(leaf)


def print_expression(expression: Expression, leaf: Callable[[Leaf], str] = print_leaf, floor: int = 0) -> str:
    """Return the canonical text: few brackets, no spaces that could be left out, every default spoken.

    It stands in brackets when it binds more loosely than `floor`, its place, allows. `leaf` prints numbers
    and dice: another one gives the same line with something in their stead.
    """
    if not isinstance(expression, Operation):
        return leaf(expression)
    sign, operands = expression.operator, expression.operands
    rank = _WORKS[sign][1]
    match sign:
        case "max" | "min":
            text = f"{sign}({','.join(print_expression(operand, leaf) for operand in operands)})"
        case "negate":
            text = f"-{print_expression(operands[0], leaf, rank)}"
        case _:
            before, after = (
                print_expression(operand, leaf, floor)
                for operand, floor in zip(operands, (max(rank, 1), rank + 1), strict=True)
            )
            # "1d6!=6" would read as "differs from": a space parts the die that explodes from the sign.
            space = " " if sign == "=" and before.endswith("!") else ""
            text = f"{before}{space}{sign}{after}"
    return f"({text})" if rank < floor else text

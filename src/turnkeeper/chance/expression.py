"""The nodes of a dice expression's tree, each with its value and its range.

A node that makes no sense (a die of 0 sides, more dice kept than thrown) cannot be built: its constructor
raises `DiceError`, so nothing downstream checks again. This module must not know how text is parsed, how dice
are rolled or how odds are worked out.
"""

from __future__ import annotations

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


class Negate(Struct, frozen=True, tag=True, cache_hash=True):
    """The value with its sign turned."""

    operand: Expression


class Arithmetic(Struct, frozen=True, tag=True, cache_hash=True):
    """Two values added, subtracted, multiplied or divided; `/` rounds down (`-7/2` is -4)."""

    operator: Literal["+", "-", "*", "/"]
    left: Expression
    right: Expression

    def __post_init__(self) -> None:
        """Refuse a divisor whose range reaches across 0, whether or not the dice can land on it."""
        if self.operator == "/":
            least, most = bounds(self.right)
            if least <= 0 <= most:
                message = f"a divisor from {least} to {most} may be 0" if most > least else "division by zero"
                raise DiceError(message, hint="divide by a number or dice that stay above 0")


class Compare(Struct, frozen=True, tag=True, cache_hash=True):
    """Worth 1 when the comparison holds, else 0."""

    operator: Literal[">=", "<=", ">", "<", "=", "!="]
    left: Expression
    right: Expression


class Extreme(Struct, frozen=True, tag=True, cache_hash=True):
    """The greatest or least of two or more values."""

    which: Literal["max", "min"]
    values: tuple[Expression, ...]

    def __post_init__(self) -> None:
        """Refuse to choose among fewer than two."""
        if len(self.values) < 2:  # noqa: PLR2004 - the message says what the 2 is
            message = f"{self.which} chooses between two values or more"
            raise DiceError(message, hint=f"{self.which}(1d6,1d8)")


Leaf = Number | Pool | Digits | Fate | Chance
Expression = Leaf | Negate | Arithmetic | Compare | Extreme


def operands(expression: Expression) -> tuple[Expression, ...]:
    """Return the parts that an expression works on, from left to right; none for a leaf."""
    match expression:
        case Number() | Pool() | Digits() | Fate() | Chance():
            return ()
        case Negate(operand):
            return (operand,)
        case Arithmetic(_, left, right) | Compare(_, left, right):
            return (left, right)
        case Extreme(_, values):
            return values
    assert_never(expression)


def thrown(expression: Expression) -> int:
    """Return how many dice a node itself throws at first: none when it is a number or works on operands."""
    match expression:
        case Pool(count) | Fate(count):
            return count
        case Digits():
            return 2
        case Chance():
            return 1
        case Number() | Negate() | Arithmetic() | Compare() | Extreme():
            return 0
    assert_never(expression)


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
        case Negate(operand):
            least, most = bounds(operand)
            return -most, -least
        case Arithmetic(operator, left, right):
            first, second = bounds(left), bounds(right)
            ends = [calculate(operator, a, b) for a in first for b in second]
            return min(ends), max(ends)
        case Compare():
            return _compare_bounds(expression)
        case Extreme(which, values):
            pick = max if which == "max" else min
            ranges = [bounds(value) for value in values]
            return pick(low for low, _ in ranges), pick(high for _, high in ranges)
    assert_never(expression)


def _compare_bounds(node: Compare) -> tuple[int, int]:
    """Return whether a comparison always holds, and whether it may hold, from the ranges of its sides."""
    (low, high), (least, most) = bounds(node.left), bounds(node.right)
    if node.operator in {"=", "!="}:
        always, possible = low == high == least == most, low <= most and least <= high
        return (int(always), int(possible)) if node.operator == "=" else (int(not possible), int(not always))
    ends = [compare(node.operator, a, b) for a in (low, high) for b in (least, most)]
    return min(ends), max(ends)


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


def calculate(operator: Literal["+", "-", "*", "/"], left: int, right: int) -> int:
    """Return the value of one operation; `/` rounds towards minus infinity."""
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left // right
    assert_never(operator)


def compare(operator: Literal[">=", "<=", ">", "<", "=", "!="], left: int, right: int) -> int:
    """Return 1 when the comparison holds, else 0."""
    match operator:
        case ">=":
            return int(left >= right)
        case "<=":
            return int(left <= right)
        case ">":
            return int(left > right)
        case "<":
            return int(left < right)
        case "=":
            return int(left == right)
        case "!=":
            return int(left != right)
    assert_never(operator)

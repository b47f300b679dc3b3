"""What the dice of an expression show, apart from what it adds or multiplies.

People at a table say what their dice came to: the 11 of `2d6+1`, the 7 of `2d6x10`. The arithmetic around the
dice is the program's. This module must not know who types, nor what the total means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, reduce
from typing import NamedTuple

from turnkeeper.chance.expression import Expression, Number, Operation, leaves
from turnkeeper.chance.notation import Dice

Works = Callable[[int], int]


class BareDice(NamedTuple):
    """The dice alone, and what makes the total of what they come to."""

    dice: Dice
    total: Works


@lru_cache(maxsize=1024)
def bare_dice(dice: Dice) -> BareDice | None:
    """Return the dice of an expression without their modifiers.

    ``None`` where one number cannot say what they showed: in `2d6x10+1d4` each die counts differently.

    >>> from turnkeeper.chance.notation import parse_dice
    >>> alone = bare_dice(parse_dice("(1d6+1)x100"))
    >>> str(alone.dice), alone.total(3)
    ('1d6', 400)
    """
    found = _without(dice.expression)
    return None if found is None else BareDice(Dice(found[0]), found[1])


def _without(node: Expression) -> tuple[Expression, Works] | None:
    if not isinstance(node, Operation):
        return node, lambda shown: shown
    if node.operator in {"+", "-", "negate"}:
        return _sum(node)
    thrown = [place for place, operand in enumerate(node.operands) if _throws(operand)]
    if len(thrown) != 1:
        return _as_it_stands(node)
    place = thrown[0]
    inner = _without(node.operands[place])
    if inner is None:
        return None
    core, works = inner
    fixed = [_value(operand) for operand in node.operands]

    def total(shown: int) -> int:
        return int(node.combine(*fixed[:place], works(shown), *fixed[place + 1 :]))

    return core, total


def _sum(node: Operation) -> tuple[Expression, Works] | None:
    """Return the dice among the terms of a sum: one term, or several without modifiers of their own."""
    terms = list(_terms(node, 1))
    plus = sum(sign * _value(term) for sign, term in terms if not _throws(term))
    dice = [(sign, term) for sign, term in terms if _throws(term)]
    if len(dice) == 1:
        (sign, term), *_ = dice
        inner = _without(term)
        return inner and (inner[0], lambda shown: sign * inner[1](shown) + plus)
    if not dice or any(sign < 0 or _fixed(term) for sign, term in dice):
        return None if plus or not dice else _as_it_stands(node)
    core = reduce(lambda left, right: Operation("+", (left, right)), (term for _, term in dice))
    return core, lambda shown: shown + plus


def _as_it_stands(node: Expression) -> tuple[Expression, Works] | None:
    return None if _fixed(node) else (node, lambda shown: shown)


def _terms(node: Expression, sign: int) -> Iterator[tuple[int, Expression]]:
    match node:
        case Operation("+", (left, right)):
            yield from _terms(left, sign)
            yield from _terms(right, sign)
        case Operation("-", (left, right)):
            yield from _terms(left, sign)
            yield from _terms(right, -sign)
        case Operation("negate", (inner,)):
            yield from _terms(inner, -sign)
        case _:
            yield sign, node


def _throws(node: Expression) -> bool:
    return any(not isinstance(leaf, Number) for leaf in leaves(node))


def _fixed(node: Expression) -> bool:
    return any(isinstance(leaf, Number) for leaf in leaves(node))


def _value(node: Expression) -> int:
    """Return the value of a node without dice, 0 for one with dice, which is not asked for."""
    match node:
        case Number(value):
            return value
        case Operation(operands=operands) if not _throws(node):
            return int(node.combine(*map(_value, operands)))
        case _:
            return 0

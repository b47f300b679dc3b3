"""The one text of a dice expression: few brackets, no spaces that could be left out, every default spoken.

This module must not know how text is read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from turnkeeper.chance.expression import (
    Arithmetic,
    Chance,
    Compare,
    Digits,
    Expression,
    Extreme,
    Fate,
    Leaf,
    Negate,
    Number,
    Pool,
)


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
    """Return the canonical text, bracketed when it binds more loosely than `floor`, its place, allows.

    `leaf` prints numbers and dice: another one gives the same line with something in their stead.
    """
    text, rank = _ranked(expression, leaf)
    return f"({text})" if rank < floor else text


def _ranked(expression: Expression, leaf: Callable[[Leaf], str]) -> tuple[str, int]:
    """Return the text and how tightly it binds: 0 comparison, 1 sum, 2 product, 3 minus sign, 4 the rest."""
    match expression:
        case Compare(operator, left, right):
            before = print_expression(left, leaf, 1)
            # "1d6!=6" would read as "differs from": a space parts the die that explodes from the sign.
            space = " " if operator == "=" and before.endswith("!") else ""
            return f"{before}{space}{operator}{print_expression(right, leaf, 1)}", 0
        case Arithmetic(operator, left, right):
            rank = 1 if operator in {"+", "-"} else 2
            before, after = print_expression(left, leaf, rank), print_expression(right, leaf, rank + 1)
            return f"{before}{operator}{after}", rank
        case Negate(operand):
            return f"-{print_expression(operand, leaf, 3)}", 3
        case Extreme(which, values):
            return f"{which}({','.join(print_expression(value, leaf) for value in values)})", 4
        case _:
            return leaf(expression), 4

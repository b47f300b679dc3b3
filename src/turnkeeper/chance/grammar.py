"""The whole grammar of dice notation: any text to a tree of nodes, every fault with its column.

Kept apart from `notation` because it needs lark, whose import costs tens of milliseconds. This module must
not know how dice are rolled.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from turnkeeper.chance.expression import Expression, Operation, Operator, Pool
from turnkeeper.chance.limits import MAX_OPERATIONS, DiceError
from turnkeeper.chance.notation import Dice, chance_of, dice_of, keeping, number_of, only_pool
from turnkeeper.chance.slips import explain

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

GRAMMAR: Final = r"""
?start: comparison
?comparison: sum (COMPARE sum)*
?sum: product ((PLUS | MINUS) product)*
?product: signed ((TIMES | OVER) signed)*
?signed: MINUS+ atom -> negated
       | atom
?atom: NUMBER -> number
     | CHANCE -> chance
     | DICE (KEEP | REROLL | BANG)* -> pool
     | EXTREME "(" comparison ("," comparison)* ")" -> extreme
     | "(" comparison ")"

CHANCE.3: /[0-9]+\s*(-\s*)?in\s*(-\s*)?[0-9]+/i
DICE.2: /[0-9]*\s*d\s*([0-9]+|%|f)/i
NUMBER: /[0-9]+/
KEEP: /[kd][hl]\s*[0-9]+/i
REROLL: /r\s*[0-9]+/i
BANG: "!"
EXTREME: /max|min/i
COMPARE.2: />=|<=|!=|<>|==|[<>=\u2264\u2265\u2260]/
PLUS: "+"
MINUS: "-" | "\u2212"
TIMES: /[*x\u00d7]/i
OVER: "/" | "\u00f7"
%ignore /\s+/
"""

_OPERATORS: Final[dict[str, Operator]] = {
    "PLUS": "+",
    "MINUS": "-",
    "TIMES": "*",
    "OVER": "/",
    ">=": ">=",
    "\u2265": ">=",
    "<=": "<=",
    "\u2264": "<=",
    ">": ">",
    "<": "<",
    "=": "=",
    "==": "=",
    "!=": "!=",
    "<>": "!=",
    "\u2260": "!=",
}
"""Operators by their kind of token, comparisons by the sign itself."""


def read_any(text: str) -> Dice:
    """Return the dice that any text stands for; raises `DiceError` placed in the text."""
    try:
        _check_brackets(text)
        return Dice(_expression(_tree(text)))
    except DiceError as fault:
        raise fault.within(text) from None


def _check_brackets(text: str) -> None:
    """Refuse brackets nested so deep that following them would exhaust the interpreter's stack."""
    depth = 0
    for column, letter in enumerate(text, 1):
        depth += (letter == "(") - (letter == ")")
        if depth > MAX_OPERATIONS:
            raise DiceError(f"at most {MAX_OPERATIONS} brackets fit inside one another", column=column)


@cache
def _parser() -> Lark:
    from lark import Lark

    return Lark(GRAMMAR, parser="lalr")


def _tree(text: str) -> Tree[Token]:
    from lark import UnexpectedInput

    try:
        return _parser().parse(text)
    except UnexpectedInput as fault:
        token = getattr(fault, "token", None)
        ended = token is not None and token.type == "$END"
        position = len(text.rstrip()) if ended else getattr(fault, "pos_in_stream", None)
        raise explain(text, position or 0) from None


@contextmanager
def _placed(token: Token) -> Iterator[None]:
    """Raise a fault found inside with the column of the token, unless it knows its own."""
    try:
        yield
    except DiceError as fault:
        raise fault.at((token.start_pos or 0) + 1) from None


def _expression(tree: Tree[Token]) -> Expression:
    tokens = [child for child in tree.children if isinstance(child, str)]
    parts = [_expression(child) for child in tree.children if not isinstance(child, str)]
    with _placed(tokens[0]):
        match tree.data:
            case "number":
                return number_of(tokens[0])
            case "chance":
                hits, sides = tokens[0].lower().replace("-", " ").split("in")
                return chance_of(hits.strip(), sides.strip())
            case "pool":
                return _pool(tokens)
            case "extreme":
                return Operation("max" if tokens[0].lower() == "max" else "min", tuple(parts))
            case "negated":
                return reduce(lambda operand, _: Operation("negate", (operand,)), tokens, parts[0])
            case "comparison":
                return _comparison(tokens, parts)
            case _:
                return _chain(tokens, parts)


def _chain(tokens: list[Token], parts: list[Expression]) -> Expression:
    """Return operations of one rank, taken from left to right."""
    result = parts[0]
    for token, part in zip(tokens, parts[1:], strict=True):
        with _placed(token):
            result = Operation(_OPERATORS[token.type], (result, part))
    return result


def _comparison(tokens: list[Token], parts: list[Expression]) -> Operation:
    if len(tokens) > 1:
        with _placed(tokens[1]):
            raise DiceError(
                "two comparisons in a row have no one meaning",
                hint="min(1d6>2,1d6<5) is 1 when both hold, max( , ) when either does",
            )
    return Operation(_OPERATORS[tokens[0]], (parts[0], parts[1]))


def _pool(tokens: list[Token]) -> Expression:
    """Return dice with what follows them, in whatever order it was written, each kind once."""
    count, sides = tokens[0].lower().split("d")
    dice = dice_of(count.strip(), sides.strip())
    _check_once(tokens[1:])
    for token in tokens[1:]:
        with _placed(token):
            dice = _with(only_pool(dice, token), token)
    return dice


def _check_once(tokens: list[Token]) -> None:
    for before, token in pairwise(sorted(tokens, key=lambda token: token.type)):
        if before.type == token.type:
            with _placed(token):
                raise DiceError(f"{token} comes after {before}: one of a kind is allowed", hint="4d6r1!kh3")


def _with(pool: Pool, token: Token) -> Pool:
    match token.type:
        case "KEEP":
            return keeping(pool, token[:2], token[2:].strip())
        case "REROLL":
            reroll = number_of(token[1:].strip()).value
            return Pool(pool.count, pool.sides, reroll, pool.explode, pool.keep)
        case _:
            return Pool(pool.count, pool.sides, pool.reroll, explode=True, keep=pool.keep)

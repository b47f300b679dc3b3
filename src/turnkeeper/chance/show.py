"""Faces put in the place of the dice that threw them, so that a reader sees where a total comes from.

Kept apart from the throwing because only a roll that a person looks at is shown. This module must not work
out totals: it trusts that total and faces fit their dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final, assert_never

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
    operands,
    pool_kept,
    thrown,
    throws_again,
)
from turnkeeper.chance.limits import MAX_CHAIN
from turnkeeper.chance.notation import Dice
from turnkeeper.chance.printer import print_expression, print_leaf

Shower = Callable[[int, tuple[int, ...]], str]
"""Given the total and all faces, the line that shows them."""

_Show = Callable[[tuple[int, ...]], str]
"""Given the faces of one group of dice, those faces as text."""

_Take = Callable[[Iterator[int]], str]
"""Takes the faces of one group of dice off the front of the rest, and returns them as text."""

_HERE: Final = "\0"


def compile_shower(dice: Dice) -> Shower:
    """Return what shows rolls of the dice: `3d6: 6 5 4 = 15`, and among operators `1d6+1d4: [6]+[4] = 10`."""
    here = f"[{_HERE}]" if operands(dice.expression) else _HERE
    line = print_expression(dice.expression, lambda leaf: print_leaf(leaf) if type(leaf) is Number else here)
    first, *between = f"{dice}: {line} = ".split(_HERE)
    groups = tuple(_groups(dice.expression))
    if len(groups) == 1 and not throws_again(groups[0]):
        return _compile_alone(groups[0], first, between[0])
    takes = [_take(group) for group in groups]

    def show_all(total: int, faces: tuple[int, ...]) -> str:
        given = iter(faces)
        shown = [take(given) + text for take, text in zip(takes, between, strict=True)]
        return f"{first}{''.join(shown)}{total}"

    return show_all


def _groups(expression: Expression) -> Iterator[Leaf]:
    """Yield the leaves that throw dice, in the order in which they are thrown, which is that of the text."""
    match expression:
        case Number():
            return
        case Pool() | Digits() | Fate() | Chance():
            yield expression
        case Negate() | Arithmetic() | Compare() | Extreme():
            for operand in operands(expression):
                yield from _groups(operand)


def _take(leaf: Leaf) -> _Take:
    if isinstance(leaf, Pool) and throws_again(leaf):
        return _take_again(leaf)
    count, show = thrown(leaf), _show_once(leaf)
    return lambda given: show(tuple(islice(given, count)))


def _show_once(leaf: Leaf) -> _Show:
    """Return what shows dice that are each thrown once."""
    match leaf:
        case Fate():
            return lambda faces: " ".join(["?-0+"[face] for face in faces])
        case Pool() if leaf.keep:
            return _show_kept(leaf)
        case Number() | Pool() | Digits() | Chance():
            return lambda faces: " ".join(map(str, faces))
    assert_never(leaf)


def _compile_alone(leaf: Leaf, before: str, after: str) -> Shower:
    """Return the short way for one group of dice that are each thrown once: a template, filled in one go."""
    if isinstance(leaf, Fate):
        show = _show_once(leaf)
        return lambda total, faces: f"{before}{show(faces)}{after}{total}"
    line = f"{before}{' '.join(['%s'] * thrown(leaf))}{after}%d"
    if not isinstance(leaf, Pool) or leaf.keep is None:
        return lambda total, faces: line % (*faces, total)
    dropped = _dropped(leaf)

    def show_kept(total: int, faces: tuple[int, ...]) -> str:
        texts: list[object] = [*faces, total]
        for place in dropped(faces):
            texts[place] = f"({faces[place]})"
        return line % tuple(texts)

    return show_kept


def _show_kept(pool: Pool) -> _Show:
    dropped = _dropped(pool)

    def show(faces: tuple[int, ...]) -> str:
        texts = list(map(str, faces))
        for place in dropped(faces):
            texts[place] = f"({texts[place]})"
        return " ".join(texts)

    return show


def _dropped(pool: Pool) -> Callable[[Sequence[int]], Sequence[int]]:
    """Return what finds the places of the dice that do not count: among equal dice, those thrown last."""
    if pool.keep is None:
        return lambda _values: ()
    last, places, kept = pool.count - 1, range(pool.count), len(pool_kept(pool))
    high = pool.keep.which in {"kh", "dl"}
    worst = min if high else max
    if kept == last:
        return lambda values: (last - values[::-1].index(worst(values)),)
    return lambda values: sorted(places, key=values.__getitem__, reverse=high)[kept:]


def _take_again(pool: Pool) -> _Take:
    """Return what shows dice that may be thrown again: `1->4` a reroll, `6!3` an explosion."""
    chain = range(1 + MAX_CHAIN if pool.explode else 1)
    dropped = _dropped(pool)

    def read_die(given: Iterator[int]) -> tuple[int, str]:
        value, texts = 0, []
        for _ in chain:
            face = next(given)
            text = str(face)
            if face == pool.reroll:
                face = next(given)
                text = f"{text}->{face}"
            value += face
            texts.append(text)
            if face != pool.sides:
                break
        return value, "!".join(texts)

    def take(given: Iterator[int]) -> str:
        dice = [read_die(given) for _ in range(pool.count)]
        texts = [text for _, text in dice]
        for place in dropped([value for value, _ in dice]):
            texts[place] = f"({texts[place]})"
        return " ".join(texts)

    return take

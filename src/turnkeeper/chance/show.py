"""Faces put in the place of the dice that threw them, so that a reader sees where a total comes from.

Kept apart from the throwing because only a roll that a person looks at is shown. This module must not work
out totals: it trusts that total and faces fit their dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final

from turnkeeper.chance.expression import (
    Fate,
    Leaf,
    Number,
    Operation,
    Pool,
    dice_in,
    leaves,
    pool_kept,
    print_expression,
    print_leaf,
    throws_again,
)
from turnkeeper.chance.limits import MAX_CHAIN
from turnkeeper.chance.notation import Dice

Shower = Callable[[int, tuple[int, ...]], str]
"""Given the total and all faces, the line that shows them."""

_Take = Callable[[Iterator[int]], str]
"""Takes the faces of one group of dice off the front of the rest, and returns them as text."""

_HERE: Final = "\0"


def compile_shower(dice: Dice) -> Shower:
    """Return a printer of rolls: `3d6: 6 5 4 = 15`, and among operators `1d6+1d4: [6]+[4] = 10`."""
    here = f"[{_HERE}]" if isinstance(dice.expression, Operation) else _HERE
    line = print_expression(dice.expression, lambda leaf: print_leaf(leaf) if type(leaf) is Number else here)
    first, *between = f"{dice}: {line} = ".split(_HERE)
    groups = [leaf for leaf in leaves(dice.expression) if type(leaf) is not Number]
    if len(groups) == 1 and not (throws_again(groups[0]) or isinstance(groups[0], Fate)):
        return _compile_alone(groups[0], first, between[0])
    takes = [_take(group) for group in groups]

    def show_all(total: int, faces: tuple[int, ...]) -> str:
        given = iter(faces)
        shown = [take(given) + text for take, text in zip(takes, between, strict=True)]
        return f"{first}{''.join(shown)}{total}"

    return show_all


def _take(leaf: Leaf) -> _Take:
    if isinstance(leaf, Pool) and throws_again(leaf):
        return _take_again(leaf)
    count, dropped, signs = dice_in(leaf)[0], _dropped(leaf), "?-0+" if isinstance(leaf, Fate) else None

    def take(given: Iterator[int]) -> str:
        faces = tuple(islice(given, count))
        texts = [signs[face] for face in faces] if signs else list(map(str, faces))
        for place in dropped(faces):
            texts[place] = f"({texts[place]})"
        return " ".join(texts)

    return take


def _compile_alone(leaf: Leaf, before: str, after: str) -> Shower:
    """Return the short way for one group of dice that are each thrown once: a template, filled in one go."""
    line = f"{before}{' '.join(['%s'] * dice_in(leaf)[0])}{after}%d"
    if not isinstance(leaf, Pool) or leaf.keep is None:
        return lambda total, faces: line % (*faces, total)
    dropped = _dropped(leaf)

    def show_kept(total: int, faces: tuple[int, ...]) -> str:
        texts: list[object] = [*faces, total]
        for place in dropped(faces):
            texts[place] = f"({faces[place]})"
        return line % tuple(texts)

    return show_kept


def _dropped(pool: Leaf) -> Callable[[Sequence[int]], Sequence[int]]:
    """Return a finder of the dice that do not count, by their places: of equal dice, those thrown last."""
    if not isinstance(pool, Pool) or pool.keep is None:
        return lambda _values: ()
    last, places, kept = pool.count - 1, range(pool.count), len(pool_kept(pool))
    high = pool.keep.which in {"kh", "dl"}
    worst = min if high else max
    if kept == last:
        return lambda values: (last - values[::-1].index(worst(values)),)
    return lambda values: sorted(places, key=values.__getitem__, reverse=high)[kept:]


def _take_again(pool: Pool) -> _Take:
    """Return a printer of dice that may be thrown again: `1->4` a reroll, `6!3` an explosion."""
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

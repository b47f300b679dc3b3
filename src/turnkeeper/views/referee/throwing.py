"""A throw that is waited for, as a table sees it: its name, the shapes of its dice, the command it is for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from msgspec import Struct

from turnkeeper.app.session import WaitingCommand
from turnkeeper.chance.expression import Expression, Fate, dice_in, leaves
from turnkeeper.chance.limits import DiceError
from turnkeeper.chance.modifiers import bare_dice
from turnkeeper.chance.notation import parse_dice

MOST_SHAPES = 12
"""The most dice that are drawn; a throw of more is told in words."""
_DRAWN = frozenset({4, 6, 8, 10, 12, 20})


class ThrowView(Struct, frozen=True):
    """A throw: its name, dice in notation, rule and number (from 1) in the command that it is for.

    ``shapes`` are the dice one by one as ``d6``; ``said`` the faces of the throws before it. ``low`` and
    ``high`` bound what one number may say of it, before any modifier; both are 0 where each die must be said.
    ``key`` is the same while the same throw is waited for.
    """

    name: str
    dice: str
    rule: str
    number: int
    command: str
    said: tuple[str, ...]
    shapes: tuple[str, ...]
    low: int
    high: int
    key: str


def throw_view(wanted: WaitingCommand | None) -> ThrowView | None:
    """Return the throw that is waited for, if any."""
    if wanted is None:
        return None
    asked, low, high = wanted.asked, 0, 0
    shapes: tuple[str, ...] = ()
    with suppress(DiceError):
        dice = parse_dice(asked.dice)
        alone, shapes = bare_dice(dice), tuple(_shapes(dice.expression))
        low, high = (0, 0) if alone is None else (alone.dice.minimum, alone.dice.maximum)
    return ThrowView(
        asked.name,
        asked.dice,
        asked.rule,
        asked.number,
        wanted.text,
        wanted.faces,
        shapes if len(shapes) <= MOST_SHAPES else (),
        low,
        high,
        f"{wanted.head[:12]}-{asked.number}",
    )


def _shapes(node: Expression) -> Iterator[str]:
    """Yield the dice of an expression from left to right, each by its shape; ``die`` for an odd one."""
    for leaf in leaves(node):
        count, sides = dice_in(leaf)
        yield from [_shape(6 if isinstance(leaf, Fate) else sides)] * count


def _shape(sides: int) -> str:
    return f"d{sides}" if sides in _DRAWN else "d10" if sides == 100 else "die"  # noqa: PLR2004 - two d10

"""The limits of one dice expression, and the fault of an invalid one.

The limits keep a line of text from costing a referee's session more than a moment. This module must not know
what an expression is made of.
"""

from __future__ import annotations

from typing import Final

MAX_TEXT: Final = 2_000
"""Longest text, in characters; no `Dice` prints longer than this (51 leaves of 29, and 50 operators)."""
MAX_DICE: Final = 10_000
"""Most dice thrown by one expression, not counting those that rerolls and explosions add."""
MAX_SIDES: Final = 1_000_000
MAX_DIGITS: Final = 9
MAX_OPERATIONS: Final = 50
"""Most operators in one expression, and most brackets inside one another."""
MAX_CHAIN: Final = 20
"""Most extra dice that one exploding die can add. The same bound holds when rolling and in the odds."""


class DiceError(ValueError):
    """A dice expression that cannot be understood or is beyond a limit, with its place and a way out.

    `column` counts from 1; it is 0, and `text` empty, for a node built in code rather than read from text.
    Of a text beyond `MAX_TEXT` only the beginning is kept.
    """

    def __init__(self, message: str, *, hint: str = "", text: str = "", column: int = 0) -> None:
        """Keep the parts apart, so that a front end can lay them out its own way."""
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.text = text
        self.column = column

    def at(self, column: int) -> DiceError:
        """Return the same fault with its column, unless it has one already."""
        return DiceError(self.message, hint=self.hint, text=self.text, column=self.column or column)

    def within(self, text: str) -> DiceError:
        """Return the same fault with the text it was found in."""
        return DiceError(self.message, hint=self.hint, text=text, column=self.column or 1)

    def __str__(self) -> str:
        """Return the message, the text with a caret under the column, and the hint, each on its own lines."""
        picture = [_picture(self.text, self.column)] if self.column else []
        return "\n".join([self.message, *picture, *([f"hint: {self.hint}"] if self.hint else [])])


def _picture(text: str, column: int) -> str:
    """Return two lines, the text around a column and a caret under it, for a screen of 80 columns."""
    start = max(0, column - 51)
    lead = "..." if start else ""
    line = "".join(letter if letter.isprintable() else " " for letter in text[start : start + 70])
    return f"  {lead}{line}\n  {' ' * (len(lead) + column - 1 - start)}^"


def within(value: int, least: int, most: int, what: str) -> None:
    """Raise `DiceError` unless a number lies between two others, both allowed."""
    if not least <= value <= most:
        raise DiceError(f"{what} must be from {least:,} to {most:,}, not {value:,}")


def check_sides(sides: int) -> None:
    """Raise `DiceError` unless a die can have that many sides."""
    if sides == 0:
        raise DiceError("a die of 0 sides cannot be thrown", hint="d6, d20, d% and so on")
    within(sides, 1, MAX_SIDES, "the sides of a die")

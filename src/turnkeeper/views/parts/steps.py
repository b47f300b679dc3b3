"""The steps that a referee takes most: each a label, the command that it says, and a key.

A label says exactly what happens (T21), and the command is said in full, so that a page that is old does
nothing else than what it shows. A kind of step has the same key in every game, and no two kinds share one.
Which are frequent is worked out in `offered`; here are the steps themselves.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

StepGroup = Literal["time", "fight", "do", "travel", "write"]

KEYS: dict[str, str] = {
    "step": "n",
    "less": "t",
    "hour": "h",
    "unit": "w",
    "dawn": "k",
    "dusk": ",",
    "resume": "u",
    "abandon": "b",
    "search": "s",
    "eat": "e",
    "rest": "p",
    "sleep": "o",
    "camp": "c",
    "light": "l",
    "travel": "g",
    "force march": ".",
    "fight": "f",
    "activation": "a",
    "round": "r",
    "end fight": "q",
    "reaction": "v",
    "part": "j",
    "morale": "m",
    "note": "x",
}
"""The key of each kind of step; a choice among several has a digit, and other kinds have none."""
RESERVED = frozenset("zydiZYDI/?;")
"""Keys that mean undo, redo, dice, what stopped the game, the palette, help, all steps; never one step."""
MOST_DIGITS = 9
SELDOM = frozenset({"less", "unit", "dusk", "abandon", "delay", "step in", "join"})
"""Kinds of steps that are not wanted every few minutes, wherever they are offered."""


class NextStep(Struct, frozen=True):
    """A button. ``kind`` names what kind of step it is, ``key`` is its key, empty for none.

    ``first`` is the one that Enter and the space bar take. One that ``opens`` is the beginning of a command,
    which the palette takes up. ``why`` is the longer text of it, ``rule`` its rule. A ``seldom``
    one stands behind the others, where space may be short; its key works all the same.
    """

    kind: str
    label: str
    say: str
    key: str = ""
    group: StepGroup = "do"
    first: bool = False
    opens: bool = False
    why: str = ""
    rule: str = ""
    seldom: bool = False


class KeyAssigner:
    """Assigns keys, each to one command: the first to ask for a key has it."""

    def __init__(self) -> None:
        """Begin with every key still there."""
        self._given: dict[str, str] = {}

    def give(self, kind: str, say: str) -> str:
        """Return the key of a kind of step for a command; nothing when another command has it."""
        if kind == "choice":
            return self._digit(say)
        key = KEYS.get(kind, "")
        return key if key and self._given.setdefault(key, say) == say else ""

    def _digit(self, say: str) -> str:
        """Return the digit of a choice: the one it has, else the next that is free."""
        for key in map(str, range(1, MOST_DIGITS + 1)):
            if self._given.setdefault(key, say) == say:
                return key
        return ""

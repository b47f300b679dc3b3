"""Lights and timers as things that visibly run down, each in its own currency.

A front end draws a bar, or pips where what is left is counted in few steps. It must not know rules of
burning: what is left is asked of `play.burning`.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Currency = Literal["clock", "ticks", "dice", "endless"]


class LampView(Struct, frozen=True):
    """A light: who bears it, whether it burns, and what is left of it in words and in thousandths.

    Where its currency has few ``steps`` (ticks, dice), so many are still ``steps_left``; else both are 0.
    ``low`` is below the house's threshold. ``say`` is the command that douses or lights it, ``does`` its
    label; empty when nothing can be done. ``ends`` is when it goes out, where the clock decides.
    """

    name: str
    kind: str
    bearer: str
    lit: bool
    left: str
    left_of_1000: int
    currency: Currency
    steps: int
    steps_left: int
    low: bool
    ends: str
    reach: str
    rule: str
    does: str = ""
    say: str = ""


class TimerLine(Struct, frozen=True):
    """A timer: what is left of it, in words and in thousandths, and when it ends.

    A ``reminder`` comes again ``every`` so often, and its ``left`` is until then. ``endless`` runs until
    somebody ends it. ``say`` ends it.
    """

    name: str
    left: str
    ends: str
    left_of_1000: int = 1000
    low: bool = False
    reminder: bool = False
    endless: bool = False
    every: str = ""
    secret: bool = False
    say: str = ""


class TrackerLine(Struct, frozen=True):
    """What the rule set keeps count of: where it stands in words, and in thousandths of what fills it.

    A number without a bound has ``of_1000`` -1; a pool of dice has ``steps`` and ``steps_full``.
    """

    name: str
    stands: str
    of_1000: int = -1
    steps: int = 0
    steps_full: int = 0
    secret: bool = False
    rule: str = ""

"""The party as the referee sees it at one glance: who is well, who is not, and what they have left.

Only what the rule set keeps is said. It must not know how anything is drawn.
"""

from __future__ import annotations

from msgspec import Struct


class Gauge(Struct, frozen=True):
    """Something somebody has so much of: hit points, mana; in words and in thousandths."""

    name: str
    text: str
    of_1000: int
    low: bool = False


class MemberLine(Struct, frozen=True):
    """One of the party. ``condition`` is dead, down, broken, or empty.

    ``gauges`` are what runs down, ``bad`` what hampers them, ``facts`` the rest that is worth a word;
    ``attributes`` is for a closer look. ``bears`` are their lights. ``acting`` is so in a fight.
    """

    name: str
    who: str
    condition: str
    hireling: bool
    gauges: tuple[Gauge, ...] = ()
    fatigue: int = 0
    bad: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    attributes: str = ""
    bears: tuple[str, ...] = ()
    acting: bool = False


class SupplyLine(Struct, frozen=True):
    """What is counted and runs out: ``3 rations``; ``none`` left."""

    item: str
    text: str
    count: int
    none: bool = False


class NeedLine(Struct, frozen=True):
    """What the party needs: ``a meal is due: last meal day 1 08:00``; ``bad`` when somebody lacks it."""

    text: str
    bad: bool = False

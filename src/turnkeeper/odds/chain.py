"""A chain of situations: where a plan can stand, and by which weights it goes from one to the next.

Situations are numbers, beginning with 0. The weights of a situation's edges add up to its total.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

NEVER = -1
Labels: TypeAlias = tuple[int | bool | None, ...]


class Transition(Struct, frozen=True, array_like=True):
    """A way on: its weight, the situation it leads to, and how many milliseconds pass.

    ``counts`` are, for all that is counted, after how many milliseconds it happens, each time. ``firsts``
    are, for all that is watched, after how many it first happens, or first holds while time passes; `NEVER`
    where it does not.
    """

    weight: int
    to: int
    ms: int = 0
    counts: tuple[tuple[int, ...], ...] = ()
    firsts: tuple[int, ...] = ()


class Moves(Struct, frozen=True):
    """A situation from which something happens, by chance or not."""

    edges: tuple[Transition, ...]
    total: int


class ClockFork(Struct, frozen=True):
    """A situation that goes on one way once so much time has passed since the plan began, else another."""

    ms: int
    yes: int
    no: int


class Ends(Struct, frozen=True):
    """A situation in which the plan is over: why, empty for the end of its text.

    ``holds`` says which of the conditions that are watched hold.
    """

    why: str
    holds: tuple[bool, ...] = ()


Situation = Moves | ClockFork | Ends
BEYOND = Ends("not explored")
"""A situation that was not explored, because there were too many: no answer is known from there on."""


class Chain(Struct, frozen=True):
    """All situations of a plan, the first where it begins, each with the figures that are asked for.

    ``decisions`` is how often the rules decided. Where there were too many situations, or exploring was
    ``stopped``, some are `BEYOND`, and ``causes`` names what made them many.
    """

    situations: tuple[Situation, ...]
    labels: tuple[Labels, ...]
    decisions: int = 0
    causes: tuple[str, ...] = ()
    stopped: bool = False

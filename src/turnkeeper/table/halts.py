"""What stops the game until the referee has looked: what it is, why by which rule, and what would go on.

Put together from what waits (`advice`) and from the last commit. It must not know how it is shown.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from turnkeeper.table.steps import Step

HaltKind = Literal[
    "question", "encounter", "fight", "dark", "lost", "march", "stopped", "owed", "place", "left"
]  # fmt: skip


class Waiting(Struct, frozen=True):
    """Something that waits for the referee, with the commands that would answer it; maybe a secret."""

    about: str
    steps: tuple[Step, ...]
    secret: bool = False


class Halt(Struct, frozen=True):
    """What takes the middle of the screen: a title, what happened line by line, why, and the next steps.

    ``left`` is what is left of what was cut short. ``key`` is the same for the same halt, so that one that
    was closed stays closed. ``secret`` is so where players may not know of it.
    """

    kind: HaltKind
    title: str
    what: tuple[str, ...]
    why: str
    rule: str
    at: str
    left: str
    steps: tuple[Step, ...]
    key: str
    secret: bool = False

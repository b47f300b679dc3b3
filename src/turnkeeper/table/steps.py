"""The steps that a referee takes most: each a label, the command that it says, and a key.

A label says exactly what happens (T21), and the command is said in full, so that a page that is old does
nothing else than what it shows. A kind of step has the same key in every game. What is frequent follows from
the scene, the state and the rule set's own activities.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

StepGroup = Literal["time", "fight", "do", "travel", "write"]


class Step(Struct, frozen=True):
    """A button. ``kind`` names what kind of step it is, ``key`` is its key, empty for none.

    ``first`` is the one that Enter and the space bar take. One that ``opens`` is the beginning of a command,
    which the palette takes up. ``why`` is the longer text of it, ``rule`` what it is done by.
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

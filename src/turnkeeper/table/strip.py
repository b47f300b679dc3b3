"""The day as a strip: what is past, now, and what is coming at which place of it.

Which stretch is shown follows from the step of the scene, a datum of the rule set: where a day has few steps
the whole day, where it has many the hours around now. This module must not know how a strip is drawn; places
on it are whole thousandths.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Tense = Literal["past", "now", "coming"]
MarkKind = Literal[
    "light", "check", "meal", "need", "dawn", "dusk", "hour", "timer", "warning", "reminder", "encounter",
    "tracker", "lapse", "march", "done",
]  # fmt: skip
WHOLE = 1000


class Cell(Struct, frozen=True):
    """One unit of the strip, from ``at`` to ``to`` in thousandths of it.

    ``label`` is short (``17``), ``text`` says all of it (``turn 17 of watch 2, 06:40``); the first of a
    larger unit is ``major`` and has that in ``head`` (``watch 2``, ``06:00``).
    """

    at: int
    to: int
    label: str
    text: str
    tense: Tense
    night: bool = False
    major: bool = False
    head: str = ""


class Note(Struct, frozen=True):
    """One thing that comes: what kind of thing, in words, when, and in how long."""

    kind: MarkKind
    text: str
    at: str
    left: str


class Mark(Struct, frozen=True):
    """A place of the strip where something comes, or several things at once; ``kind`` is the weightiest's.

    ``text`` says all of it in one line: ``06:50, in 1 turn: torch (Orlo) goes out; encounter check``.
    """

    at: int
    kind: MarkKind
    notes: tuple[Note, ...]
    text: str


class StripView(Struct, frozen=True):
    """A stretch of time around now: its cells side by side, where now is, and what comes where.

    ``title`` names the stretch and ``why`` says why this one. ``always`` is what comes with every cell
    (``encounter check each turn``); ``beyond`` what comes soonest after the end of the strip.
    """

    title: str
    why: str
    unit: str
    begins: str
    ends: str
    now: int
    cells: tuple[Cell, ...]
    marks: tuple[Mark, ...]
    always: tuple[str, ...] = ()
    beyond: tuple[Note, ...] = ()

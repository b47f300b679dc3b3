"""A task: an activity that takes time, and can be interrupted and resumed."""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.time import Duration, Instant


class Task(Struct, frozen=True, omit_defaults=True):
    """An activity that takes time: its name, its length, how much is left, who does it and about what.

    ``activity`` is the key of an activity of the rule set, ``pace`` and ``feet`` are those of a movement; a
    task with neither is waiting. ``where`` is the spot of a task that can only be resumed there. ``kind``
    names the mechanism that resumes it; an interrupted task lapses at ``until``.
    """

    what: str
    begun: int
    takes: Duration
    left: Duration
    activity: str = ""
    pace: str = ""
    feet: int = 0
    who: str = ""
    about: str = ""
    rule: str = ""
    where: str = ""
    kind: str = ""
    until: Instant | None = None

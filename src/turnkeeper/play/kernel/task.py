"""A task: something that takes time, and may be cut short and gone on with."""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.time import Duration, Instant


class Task(Struct, frozen=True, omit_defaults=True):
    """Something that takes time: what people call it, how long in all, how much is left, who and about what.

    ``activity`` is the key of the rule set's activity, ``pace`` and ``feet`` those of a movement; a task
    with neither is waiting. ``where`` is the spot of a task that can only go on there. ``kind`` says which
    mechanism goes on with it when it is resumed; cut short, it comes to nothing unless that is
    before ``until``.
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

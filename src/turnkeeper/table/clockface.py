"""The clock as the referee reads it across the table: large, in the rule set's own units, with day and sky.

It must not know how large anything is drawn, nor which game is played: the units are the rule set's.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Daylight = Literal["", "day", "night"]


class ClockPart(Struct, frozen=True):
    """One unit that runs, counted from 1 within the next larger: `X."""

    unit: str
    number: int
    of: int = 0


class ClockView(Struct, frozen=True):
    """What time it is: ``large`` in the rule set's units below the day, ``time`` by the clock.

    ``parts`` are day and units one by one, down to the step of the scene; ``beat`` is where a fight stands
    (``round 3``, ``round 1, segment 6``). ``daylight`` is empty where the rule set knows no dawn. ``sky`` is
    what the weather does; ``dawn`` and ``dusk`` are times of day.
    """

    large: str
    day: str
    time: str
    instant: str
    now_ms: int
    parts: tuple[ClockPart, ...]
    beat: str = ""
    daylight: Daylight = ""
    dawn: str = ""
    dusk: str = ""
    season: str = ""
    weather: str = ""
    sky: tuple[str, ...] = ()

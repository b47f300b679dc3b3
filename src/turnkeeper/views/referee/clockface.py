"""The clock as the referee reads it across the table: large, in the rule set's own units, with day and sky.

It must not know how large anything is drawn, nor which game is played: the units are the rule set's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from turnkeeper.play.clock.passing import step_of
from turnkeeper.play.fight.segments.count import order_in
from turnkeeper.play.fight.segments.counting import round_and_segment, segment_now
from turnkeeper.play.sky import seasons, weather
from turnkeeper.time import Instant

if TYPE_CHECKING:
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.views.wayfaring import Wayfaring

Daylight = Literal["", "day", "night"]


class ClockPart(Struct, frozen=True):
    """One unit that runs: ``turn``, its number 17, ``of`` 24 in the next larger; 0 for the day."""

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


def clock(state: State, book: Rulebook, way: Wayfaring | None = None) -> ClockView:
    """Return what time it is; ``way`` says what the sky does, where that matters."""
    day, *parts = parts_of(state, book)
    marks = seasons.times(state, book)
    dawn, dusk = (marks.get(name) for name in (seasons.DAWN, seasons.DUSK))
    daylight: Daylight = ""
    if dawn is not None and dusk is not None:
        daylight = "night" if seasons.is_night(state, book) else "day"
    say = book.scale.say_time_of_day
    return ClockView(
        large=", ".join(f"{one.unit} {one.number}" for one in parts) or say(state.now),
        day=f"{day.unit} {day.number}",
        time=say(state.now),
        instant=book.scale.say_instant(state.now),
        now_ms=state.now.ms,
        parts=(day, *parts),
        beat=_beat(state, book),
        daylight=daylight,
        dawn="" if dawn is None else say(Instant(dawn.ms)),
        dusk="" if dusk is None else say(Instant(dusk.ms)),
        season=seasons.of(state, book),
        weather="" if weather.of(state, book) is None else weather.kind_of(state, book),
        sky=() if way is None or way.sky is None else way.sky.does,
    )


def parts_of(state: State, book: Rulebook) -> list[ClockPart]:
    """Return the units that run, from the day down to the step of the scene."""
    step, rest, within = step_of(state, book), state.now.ms, 0
    parts: list[ClockPart] = []
    for unit in book.scale.chain:
        if parts and unit.length < step:
            break
        number, rest = divmod(rest, unit.length.ms)
        parts.append(ClockPart(unit.name, number + 1, within // unit.length.ms))
        within = unit.length.ms
    return parts


def _beat(state: State, book: Rulebook) -> str:
    """Return where a fight or a count stands."""
    order = order_in(book)
    if state.count is not None and order is not None:
        number, segment = round_and_segment(segment_now(state.count), order)
        return f"round {number}, segment {segment}"
    if state.fight is not None:
        return f"round {state.fight.rounds}" if state.fight.rounds else "no round yet"
    return ""

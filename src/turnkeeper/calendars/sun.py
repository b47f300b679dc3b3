"""The days on which the days turn: the longest, the shortest, and those half way, by dawn and dusk.

The longest day is the first on which the day is as long as in the season of the longest days, since it was as
short as in that of the shortest. An equinox is the first day from there on that is half way, or beyond: half
way between the two, for in an invented world day and night need never be of one length.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from turnkeeper.calendars.almanac import Almanac
from turnkeeper.calendars.model import CalendarData, CalendarSeason
from turnkeeper.calendars.sky import SeasonSpan, lights_of, season_spans, seconds_at
from turnkeeper.calendars.values import SunTurn


def sun_turns(almanac: Almanac, turn: SunTurn, first: int, end: int) -> list[int]:
    """Return the days from one on and before another on which the days turn in some way."""
    return [day for day, one in _turns(almanac, first, end) if one == turn and first <= day < end]


def sun_turns_in(data: CalendarData) -> bool:
    """Return whether the days of a calendar grow longer and shorter, by its seasons' dawn and dusk."""
    lengths = {_length(data, one) for one in lights_of(data)}
    return None not in lengths and len(lengths) > 1


def _turns(almanac: Almanac, first: int, end: int) -> Iterator[tuple[int, SunTurn]]:
    """Yield what turns on which day, from before a first day on."""
    if not sun_turns_in(almanac.data):
        return
    lights = lights_of(almanac.data)
    lengths = [_length(almanac.data, one) or 0 for one in lights]
    least, most = min(lengths), max(lengths)
    turned, awaited = 0, 0
    for span in season_spans(almanac, first - _two_rounds(almanac), end, lights):
        now = _length(almanac.data, span.season)
        if now in {least, most}:
            towards = 1 if now == least else -1
            if turned == -towards:
                yield span.began, "shortest day" if towards > 0 else "longest day"
                awaited = towards
            turned = towards
        half = _half_way(almanac, span, Fraction(least + most, 2), awaited)
        if half is not None:
            yield half, "spring equinox" if awaited > 0 else "autumn equinox"
            awaited = 0


def _two_rounds(almanac: Almanac) -> int:
    """Return days in which every season comes twice."""
    lengths = [Fraction(one.length) for one in lights_of(almanac.data) if one.length]
    return int(2 * sum(lengths)) + 2 if lengths else int(3 * almanac.mean_year) + 2


def _length(data: CalendarData, season: CalendarSeason) -> int | None:
    """Return how long the day is as a season begins, in seconds."""
    if not season.dawn or not season.dusk:
        return None
    return seconds_at(data, season.dusk) - seconds_at(data, season.dawn)


def _half_way(almanac: Almanac, span: SeasonSpan, half: Fraction, awaited: int) -> int | None:
    """Return the first day of a season that is half way or beyond, growing with 1 and shrinking with -1."""
    now, later = _length(almanac.data, span.season), _length(almanac.data, span.later)
    if not awaited or now is None or later is None:
        return None
    lacks, gains = (half - now) * awaited, (later - now) * awaited
    if lacks <= 0:
        return span.began
    if not (almanac.data.interpolate or almanac.data.daylight) or gains <= lacks:
        return None
    steady = Fraction(span.season.steady or 0)
    day = span.began - (-(steady + lacks / gains * (span.ends - span.began - steady)) // 1)
    return int(day) if day < span.ends else None

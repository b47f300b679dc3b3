"""Daylight between two solstices, as Calendaria states it, as the dawn and dusk of seasons.

The length of the day swings as a cosine between the shortest and the longest day. A season has the dawn and
dusk of its first day, and they move evenly to those of the next.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate

from msgspec.structs import replace

from turnkeeper.calendars.formats.accounts import FileValue
from turnkeeper.calendars.model import CalendarClock, CalendarData, CalendarSeason

_HALF, _NOON = Fraction(1, 2), 90


def with_daylight(root: FileValue, data: CalendarData) -> CalendarData:
    """Return the calendar with dawn and dusk by the daylight that a file states, if it is switched on."""
    said = root.at("daylight")
    if not said.there:
        return data
    if said.at("enabled").value is False:
        said.tell("kept", "it is switched off")
        return data
    shortest, longest = said.at("shortestDay").exact(), said.at("longestDay").exact()
    year = sum(part.days for part in data.parts)
    hours = data.clock.hours
    if (
        shortest is None
        or longest is None
        or not 0 <= shortest <= longest <= hours
        or not data.seasons
        or not year
    ):
        said.tell("dropped", "there are no seasons whose dawn it could be, or it is no part of a day")
        return data
    winter, summer = said.at("winterSolstice"), said.at("summerSolstice")
    solstices = (
        winter.whole(year * 97 // 100, 0, year * 2) if winter.there else year * 97 // 100,
        summer.whole(year * 47 // 100, 0, year * 2) if summer.there else year * 47 // 100,
    )
    said.tell("changed", "seasons have it on their first days; between them it goes evenly")
    seasons = tuple(
        _lit(one, shortest + (longest - shortest) * _share(day, year, *solstices), data.clock)
        for one, day in zip(data.seasons, _first_days(data, year), strict=True)
    )
    return replace(data, seasons=seasons, interpolate=True)


def _first_days(data: CalendarData, year: int) -> list[int]:
    """Return the number of the day in a plain year, from 0, on which each season begins."""
    ends = accumulate((part.days for part in data.parts), initial=0)
    before = {part.name: first for part, first in zip(data.parts, ends, strict=False)}
    lengths = [Fraction(one.length or "0") for one in data.seasons]
    starts = accumulate(lengths, initial=Fraction(data.season_offset or "0"))
    return [
        before[one.begins.part] + one.begins.day - 1 if one.begins is not None else int(start) % year
        for one, start in zip(data.seasons, starts, strict=False)
    ]


def _share(day: int, year: int, winter: int, summer: int) -> Fraction:
    """Return how far a day stands between the shortest, 0, and the longest, 1."""
    rising = (summer - winter) % year or year
    gone = (day - winter) % year
    part = Fraction(gone, rising) if gone <= rising else 1 - Fraction(gone - rising, max(1, year - rising))
    return (1 - _cosine(part)) / 2


def _cosine(part: Fraction) -> Fraction:
    """Return the cosine of a part of half a turn by Bhaskara's fraction, at most 0.0017 off."""
    if part > _HALF:
        return -_cosine(1 - part)
    away = _NOON - 180 * part
    product = away * (180 - away)
    return 4 * product / (40_500 - product)


def _lit(season: CalendarSeason, light: Fraction, clock: CalendarClock) -> CalendarSeason:
    dawn = round((clock.hours - light) / 2 * clock.minutes)
    dusk = min(round((clock.hours + light) / 2 * clock.minutes), clock.hours * clock.minutes - 1)
    times = [f"{at // clock.minutes:02}:{at % clock.minutes:02}" for at in (dawn, dusk)]
    return replace(season, dawn=times[0], dusk=times[1])

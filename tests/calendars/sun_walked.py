"""The days on which the days turn, found by walking through every day and comparing how long it is."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from turnkeeper.calendars.almanac import Almanac
from turnkeeper.calendars.model import CalendarSeason
from turnkeeper.calendars.sky import season_of


def _minutes(almanac: Almanac, season: CalendarSeason) -> int:
    (dawn, dawn_minute), (dusk, dusk_minute) = (
        map(int, one.split(":")) for one in (season.dawn, season.dusk)
    )
    return (dusk - dawn) * almanac.data.clock.minutes + dusk_minute - dawn_minute


def _light(almanac: Almanac, day: int) -> Fraction:
    """Return how long a day is in minutes, of a calendar whose seasons follow without gaps."""
    here = season_of(almanac, day)
    assert here is not None
    first, last = day, day
    while (before := season_of(almanac, first - 1)) is not None and before.began == here.began:
        first -= 1
    while (after := season_of(almanac, last + 1)) is not None and after.began == here.began:
        last += 1
    assert after is not None
    now, later = _minutes(almanac, here.season), _minutes(almanac, after.season)
    steady = Fraction(here.season.steady or 0)
    if not almanac.data.interpolate or day - first <= steady:
        return Fraction(now)
    return now + (later - now) * (day - first - steady) / (last + 1 - first - steady)


def turns_walked(almanac: Almanac, first: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield each day that turns and how, by a walk that begins long before the first of them."""
    lengths = [_minutes(almanac, one) for one in almanac.data.seasons]
    least, most = min(lengths), max(lengths)
    last, awaited = "", ""
    for day in range(first, end if least < most else first):
        light = _light(almanac, day)
        if light == most and last == "shortest":
            yield day, "longest day"
            awaited = "autumn equinox"
        if light == least and last == "longest":
            yield day, "shortest day"
            awaited = "spring equinox"
        last = "longest" if light == most else "shortest" if light == least else last
        half = (light - Fraction(least + most, 2)) * (1 if awaited.startswith("spring") else -1)
        if awaited and half >= 0:
            yield day, awaited
            awaited = ""

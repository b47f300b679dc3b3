"""The days on which the days turn, found by walking through every day and comparing how long it is."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from turnkeeper.calendars.almanac import Almanac
from turnkeeper.calendars.model import CalendarSeason
from turnkeeper.calendars.sky import season_of


def _minutes(almanac: Almanac, season: CalendarSeason) -> int:
    (dawn, dawn_minute), (dusk, dusk_minute) = (
        map(int, one.split(":")) for one in (season.dawn, season.dusk)
    )
    return (dusk - dawn) * almanac.data.clock.minutes + dusk_minute - dawn_minute


def _lights(almanac: Almanac, first: int, end: int) -> dict[int, Fraction]:
    """Return how long each day is in minutes, of a calendar whose seasons follow without gaps."""
    walked: list[tuple[CalendarSeason, list[int]]] = []
    day, began = first, None
    while not walked or walked[-1][1][0] < end:
        here = season_of(almanac, day)
        assert here is not None
        if here.began != began:
            walked.append((here.season, []))
        walked[-1][1].append(day)
        day, began = day + 1, here.began
    found: dict[int, Fraction] = {}
    # Of the season in which the walk begins the first day may be missing.
    for (season, days), (later, _) in pairwise(walked[1:]):
        now, steady = Fraction(_minutes(almanac, season)), Fraction(season.steady or 0)
        gains = _minutes(almanac, later) - now if almanac.data.interpolate else Fraction(0)
        for gone, one in enumerate(days):
            found[one] = now + gains * max(gone - steady, Fraction(0)) / (len(days) - steady)
    return found


def turns_walked(almanac: Almanac, first: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield each day that turns and how, by a walk that begins long before the first of them."""
    lengths = [_minutes(almanac, one) for one in almanac.data.seasons]
    least, most = min(lengths), max(lengths)
    last, awaited = "", ""
    for day, light in _lights(almanac, first, end).items() if least < most else ():
        if day >= end:
            return
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

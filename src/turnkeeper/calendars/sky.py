"""Moons and seasons on a day: phases by exact fractions, dawn and dusk by the season.

A cycle of the Gregorian moon is 29530588853/1000000000 days; whole numbers carry it over any number of years.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from itertools import accumulate, pairwise
from math import lcm

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.calendars.almanac import Almanac, CalendarDate, NoSuchDate, YearShape
from turnkeeper.calendars.model import CalendarData, CalendarMoon, CalendarSeason, DayOfYear
from turnkeeper.calendars.progressions import YearSum, last_year, years_of

EIGHT = (
    "new moon",
    "waxing crescent",
    "first quarter",
    "waxing gibbous",
    "full moon",
    "waning gibbous",
    "last quarter",
    "waning crescent",
)
"""The phases of a moon whose calendar names none."""
_FINE = 2**32


class SeasonOnDay(Struct, frozen=True):
    """A season on one of its days: its first day, the first of the next one, and dawn and dusk in seconds."""

    season: CalendarSeason
    began: int
    ends: int
    dawn: int | None
    dusk: int | None


class _Turning(Struct, frozen=True):
    """A moon in whole numbers: day 0 and every length are counted in parts of a day, ``over`` of them a day.

    ``ends`` are where its phases end, shares of its cycle in whole numbers, all equal where ``even``.
    """

    new: int
    cycle: int
    over: int
    variance: int
    names: tuple[str, ...]
    ends: tuple[int, ...]
    even: bool


@lru_cache(maxsize=256)
def _turning(moon: CalendarMoon) -> _Turning:
    new, cycle, variance = (
        Fraction(one)
        for one in (moon.new, moon.cycle or len(moon.daily), "0" if moon.daily else moon.variance)
    )
    fine = 2 * _FINE if variance else 2
    over = fine * lcm(new.denominator, cycle.denominator, variance.denominator)
    shares = [Fraction(one.share) for one in moon.phases] or [Fraction(1)] * len(EIGHT)
    whole = lcm(*(one.denominator for one in shares))
    return _Turning(
        int(new * over),
        int(cycle * over),
        over,
        int(variance * over),
        tuple(one.name for one in moon.phases) or EIGHT,
        tuple(accumulate(int(one * whole) for one in shares)),
        len(set(shares)) == 1,
    )


def phase_of(almanac: Almanac, moon: CalendarMoon, day: int) -> str:
    """Return the phase of a moon on a day."""
    return phase_counted(
        moon if moon.anew is None else moon_in(almanac, moon, almanac.year_of(day).number), day
    )


@lru_cache(maxsize=1_024)
def moon_in(almanac: Almanac, moon: CalendarMoon, year: int) -> CalendarMoon:
    """Return a moon as it is counted in a year: one that begins anew in some years as one that does not."""
    if moon.anew is None:
        return moon
    begun = last_year(YearSum([years_of(moon.anew.when)]), year)
    day = day_of_year(almanac.year(begun), almanac.part_named(moon.anew.on.part), moon.anew.on.day)
    new = day + Fraction(moon.anew.after) - (year - begun) * Fraction(moon.anew.gains)
    return replace(moon, new=f"{new.numerator}/{new.denominator}", anew=None)


def phase_counted(moon: CalendarMoon, day: int) -> str:
    """Return the phase of a moon that begins anew in no year on a day."""
    turning = _turning(moon)
    if moon.daily:
        return moon.daily[(day * turning.over - turning.new) // turning.over % len(moon.daily)]
    gone, whole = _share(moon, day)
    names, ends = turning.names, turning.ends
    if moon.rounding == "middle":
        gone, whole = 2 * (gone * turning.cycle // (whole * turning.over)) + 1, 2 * turning.cycle
        gone *= turning.over
    if not turning.even or moon.rounding == "middle":
        return names[bisect_right(ends, gone * ends[-1] // whole) % len(names)]
    steps = gone * len(names)
    moved = {"floor": steps, "round": steps + whole // 2, "ceil": steps + whole - 1}[moon.rounding]
    return names[moved // whole % len(names)]


def _share(moon: CalendarMoon, day: int) -> tuple[int, int]:
    """Return how much of its cycle a moon has gone through as a day begins, and the whole of it."""
    turning = _turning(moon)
    now = day * turning.over
    number = (now - turning.new) // turning.cycle
    if not turning.variance:
        return now - turning.new - number * turning.cycle, turning.cycle
    if _new_moon(moon, number) > now:
        number -= 1
    elif _new_moon(moon, number + 1) <= now:
        number += 1
    began = _new_moon(moon, number)
    return now - began, _new_moon(moon, number + 1) - began


def _new_moon(moon: CalendarMoon, number: int) -> int:
    turning = _turning(moon)
    plain = turning.new + number * turning.cycle
    if not turning.variance:
        return plain
    thrown = int.from_bytes(blake2b(f"{moon.seed} {number}".encode(), digest_size=4).digest())
    return plain + turning.variance // _FINE * (thrown * 2 - _FINE)


def next_new(almanac: Almanac, moon: CalendarMoon, day: int) -> int:
    """Return the first day after one on which a moon is new; of a daily list, begins it."""
    return _next(almanac, moon, day, halves=0)


def next_full(almanac: Almanac, moon: CalendarMoon, day: int) -> int:
    """Return the first day after one on which a moon is full: half of its cycle after it is new."""
    return _next(almanac, moon, day, halves=1)


def _next(almanac: Almanac, moon: CalendarMoon, day: int, halves: int) -> int:
    if moon.anew is None:
        return _next_plain(moon, day, halves)
    year = almanac.year_of(day + 1)
    while (found := _next_plain(moon_in(almanac, moon, year.number), day, halves)) >= year.end:
        day, year = year.end - 1, almanac.year(year.number + 1)
    return found


def _next_plain(moon: CalendarMoon, day: int, halves: int) -> int:
    turning = _turning(moon)
    # Two cycles before it no moon has turned late enough, however short they are.
    number = ((day + 1) * turning.over - turning.new) // turning.cycle - 2
    while (found := _turn(moon, number, halves) // turning.over) <= day:
        number += 1
    return found


def _turn(moon: CalendarMoon, number: int, halves: int) -> int:
    """Return when some halves of a cycle are gone, in parts of a day."""
    began = _new_moon(moon, number)
    return began + (_new_moon(moon, number + 1) - began) * halves // 2


class SeasonSpan(Struct, frozen=True):
    """A season from its first day to the first day after it, and the season that comes next."""

    season: CalendarSeason
    later: CalendarSeason
    began: int
    ends: int

    def moved(self, day: int) -> Fraction:
        """Return how far dawn and dusk have moved towards those of the next season, where they move."""
        steady = Fraction(self.season.steady or 0)
        length = self.ends - self.began - steady
        gone = day - self.began - steady
        return gone / length if length > 0 and gone > 0 else Fraction(0)


def season_of(almanac: Almanac, day: int) -> SeasonOnDay | None:
    """Return the season of a day with its dawn and dusk, if the calendar has seasons."""
    span = next(season_spans(almanac, day, day + 1), None)
    if span is None:
        return None
    lit = next(season_spans(almanac, day, day + 1, lights_of(almanac.data)), span)
    moved, now, later = lit.moved(day), lit.season, lit.later
    return SeasonOnDay(
        span.season,
        span.began,
        span.ends,
        _time(almanac, now.dawn, later.dawn, moved),
        _time(almanac, now.dusk, later.dusk, moved),
    )


def lights_of(data: CalendarData) -> tuple[CalendarSeason, ...]:
    """Return the lights, each with a dawn and a dusk on its first day: seasons, or days of their own."""
    if not data.daylight:
        return data.seasons
    lit = (CalendarSeason("", begins=one.on, dawn=one.dawn, dusk=one.dusk) for one in data.daylight)
    return (*lit, *(replace(one, ends=None, steady="") for one in data.seasons if one.begins and one.dawn))


def season_spans(
    almanac: Almanac, first: int, end: int, seasons: tuple[CalendarSeason, ...] | None = None
) -> Iterator[SeasonSpan]:
    """Yield each of some seasons, by default the calendar's, that has a day within a range, in order."""
    seasons, day, walked = almanac.data.seasons if seasons is None else seasons, first, first
    while seasons and day < end:
        bounds = _by_length(almanac, day) if seasons[0].length else _by_date(almanac, day, seasons)
        for (began, season), (ends, later) in pairwise(bounds):
            after = ends
            if season.ends is not None:
                after = min(ends, _last_day(almanac, began, season.ends) + 1)
            if began < end and after > day and after > began:
                yield SeasonSpan(season, later, began, after)
            day = max(day, ends)
        # Of seasons shorter than a day none may begin on a later one.
        day = walked = max(day, walked + 1)


def _by_length(almanac: Almanac, day: int) -> list[tuple[int, CalendarSeason]]:
    """Return the beginnings of seasons around a day; each begins on the day in which its instant falls."""
    seasons = almanac.data.seasons
    ends = list(accumulate((Fraction(one.length) for one in seasons), initial=Fraction(0)))
    offset = Fraction(almanac.data.season_offset)
    rounds = (day - offset) // ends[-1]
    return [
        ((offset + (turn * ends[-1]) + at) // 1, season)
        for turn in (rounds - 1, rounds, rounds + 1, rounds + 2)
        for at, season in zip(ends, seasons, strict=False)
    ]


def _by_date(
    almanac: Almanac, day: int, seasons: tuple[CalendarSeason, ...]
) -> list[tuple[int, CalendarSeason]]:
    """Return the beginnings of seasons in the years around a day; for a month that is not there, the next."""
    now = almanac.year_of(day).number
    found: list[tuple[int, CalendarSeason]] = []
    for number in (now - 1, now, now + 1):
        year = almanac.year(number)
        for season in seasons:
            if season.begins is not None:
                index = almanac.part_named(season.begins.part)
                found.append((day_of_year(year, index, season.begins.day), season))
    return sorted(found, key=lambda one: one[0])


def day_of_year(year: YearShape, part: int, day: int) -> int:
    """Return a day of a year by its month and number; of a month that is not there, the day after it."""
    later = [one for one in year.layout.parts if one.index >= part]
    start = later[0].start if later else year.layout.length
    within = later[0].within(day, 0) if later and later[0].index == part else 0
    return year.start + start + (within or 0)


def _last_day(almanac: Almanac, began: int, ends: DayOfYear) -> int:
    """Return the first day from one on that is a day of the year, or the one before where it is not there."""
    index = almanac.part_named(ends.part)
    now, day = almanac.year_of(began).number, began
    for number in (now, now + 1):
        try:
            day = almanac.day_of(CalendarDate(almanac.year_said(number), index, ends.day))
        except NoSuchDate as missing:
            day = missing.before
        if day >= began:
            break
    return day


def _time(almanac: Almanac, now: str, later: str, moved: Fraction) -> int | None:
    """Return a time of day in seconds, moved on towards the next season's where the calendar has it so."""
    if not now:
        return None
    first = seconds_at(almanac.data, now)
    if not (almanac.data.interpolate or almanac.data.daylight):
        return first
    return first + (seconds_at(almanac.data, later or now) - first) * moved.numerator // moved.denominator


def seconds_at(data: CalendarData, time: str) -> int:
    """Return a time of day in seconds."""
    clock = data.clock
    hours, _, minutes = time.partition(":")
    return (int(hours) * clock.minutes + int(minutes)) * clock.seconds

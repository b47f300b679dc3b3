"""Moons and seasons on a day: phases by exact fractions, dawn and dusk by the season.

A cycle of the Gregorian moon is 29530588853/1000000000 days; whole numbers carry it over any number of years.
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from hashlib import blake2b
from itertools import accumulate

from msgspec import Struct

from turnkeeper.calendars.almanac import Almanac, CalendarDate, NoSuchDate
from turnkeeper.calendars.model import CalendarMoon, CalendarSeason, DayOfYear

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


def phase_of(moon: CalendarMoon, day: int) -> str:
    """Return the phase of a moon on a day."""
    if moon.daily:
        return moon.daily[int(day - Fraction(moon.new)) % len(moon.daily)]
    share = _share(moon, day)
    names = tuple(one.name for one in moon.phases) or EIGHT
    shares = [Fraction(one.share) for one in moon.phases] or [Fraction(1)] * len(EIGHT)
    if moon.rounding == "middle":
        share = (share * Fraction(moon.cycle) // 1 + Fraction(1, 2)) / Fraction(moon.cycle)
    if len(set(shares)) > 1 or moon.rounding == "middle":
        ends = list(accumulate(shares))
        return names[bisect_right(ends, share * ends[-1]) % len(names)]
    steps = share * len(names)
    whole = Fraction(-(-steps // 1))
    moved = {"floor": steps, "round": steps + Fraction(1, 2), "ceil": whole}[moon.rounding]
    return names[moved // 1 % len(names)]


def _share(moon: CalendarMoon, day: int) -> Fraction:
    """Return how much of its cycle a moon has gone through as a day begins."""
    number = (day - Fraction(moon.new)) // Fraction(moon.cycle)
    if new_moon(moon, number) > day:
        number -= 1
    elif new_moon(moon, number + 1) <= day:
        number += 1
    began = new_moon(moon, number)
    return (day - began) / (new_moon(moon, number + 1) - began)


def new_moon(moon: CalendarMoon, number: int) -> Fraction:
    """Return the instant of a new moon in days from day 0, by its number."""
    plain = Fraction(moon.new) + number * Fraction(moon.cycle)
    variance = Fraction(moon.variance)
    if not variance:
        return plain
    thrown = blake2b(f"{moon.seed} {number}".encode(), digest_size=4).digest()
    return plain + variance * (Fraction(int.from_bytes(thrown), _FINE) * 2 - 1)


def next_new(moon: CalendarMoon, day: int) -> int:
    """Return the first day after one on which a moon is new; of a daily list, begins it."""
    return _next(moon, day, Fraction(0))


def next_full(moon: CalendarMoon, day: int) -> int:
    """Return the first day after one on which a moon is full: half of its cycle after it is new."""
    return _next(moon, day, Fraction(1, 2))


def _next(moon: CalendarMoon, day: int, share: Fraction) -> int:
    cycle = Fraction(moon.cycle or len(moon.daily))
    number = (day - Fraction(moon.new)) // cycle - 2
    while (found := _turn(moon, number, share, cycle) // 1) <= day:
        number += 1
    return found


def _turn(moon: CalendarMoon, number: int, share: Fraction, cycle: Fraction) -> Fraction:
    if moon.daily:
        return Fraction(moon.new) + (number + share) * cycle
    began = new_moon(moon, number)
    return began + (new_moon(moon, number + 1) - began) * share


def season_of(almanac: Almanac, day: int) -> SeasonOnDay | None:
    """Return the season of a day with its dawn and dusk, if the calendar has seasons."""
    seasons = almanac.data.seasons
    if not seasons:
        return None
    bounds = _by_length(almanac, day) if seasons[0].length else _by_date(almanac, day)
    place = next(index for index in range(len(bounds) - 2, -1, -1) if bounds[index][0] <= day)
    (began, season), (ends, later) = bounds[place], bounds[place + 1]
    if season.ends is not None:
        ends = min(ends, _last_day(almanac, began, season.ends) + 1)
        if day >= ends:
            return None
    return SeasonOnDay(
        season,
        began,
        ends,
        _time(almanac, (season.dawn, later.dawn), (day - began, ends - began)),
        _time(almanac, (season.dusk, later.dusk), (day - began, ends - began)),
    )


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


def _by_date(almanac: Almanac, day: int) -> list[tuple[int, CalendarSeason]]:
    """Return the beginnings of seasons in the years around a day; for a month that is not there, the next."""
    now = almanac.year_of(day).number
    found: list[tuple[int, CalendarSeason]] = []
    for number in (now - 1, now, now + 1):
        year = almanac.year(number)
        for season in almanac.data.seasons:
            if season.begins is not None:
                index = almanac.part_named(season.begins.part)
                later = [one for one in year.layout.parts if one.index >= index]
                start = later[0].start if later else year.layout.length
                within = later[0].within(season.begins.day, 0) if later and later[0].index == index else 0
                found.append((year.start + start + (within or 0), season))
    return sorted(found, key=lambda one: one[0])


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


def _time(almanac: Almanac, said: tuple[str, str], gone: tuple[int, int]) -> int | None:
    """Return a time of day in seconds, moved on towards the next season's where the calendar has it so."""
    now, later = said
    if not now:
        return None
    clock = almanac.data.clock
    first, last = (
        (int(one.partition(":")[0]) * clock.minutes + int(one.partition(":")[2])) * clock.seconds
        for one in (now, later or now)
    )
    return first + (last - first) * gone[0] // gone[1] if almanac.data.interpolate else first


def date_after(almanac: Almanac, day: int, part: int, number: int) -> int | None:
    """Return the first day after one that is a certain day of a month, within the next 400 years."""
    now = almanac.year_of(day).number
    for year in range(now, now + 401):
        shape = almanac.year(year)
        laid = shape.layout.part(part)
        within = laid.within(number, 0) if laid is not None else None
        if laid is not None and within is not None and shape.start + laid.start + within > day:
            return almanac.day_of(CalendarDate(almanac.year_said(year), part, number))
    return None

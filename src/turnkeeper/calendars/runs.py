"""Days that follow each other and have something in common: a month, a season, an era, a phase, a number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from hashlib import blake2b
from itertools import pairwise

from turnkeeper.calendars.almanac import Almanac, YearShape
from turnkeeper.calendars.conditions import ByChance, InPhase, OnDate, OnNumber
from turnkeeper.calendars.eras import era_of, first_day, year_in_era
from turnkeeper.calendars.layout import LaidPart
from turnkeeper.calendars.model import CalendarMoon
from turnkeeper.calendars.sky import (
    EIGHT,
    moon_in,
    next_full,
    next_new,
    phase_counted,
    phase_of,
    season_spans,
)

_FINE = 2**64


def clipped(start: int, after: int, first: int, end: int) -> range:
    """Return the days from one on and before another that lie within a range."""
    return range(max(start, first), min(after, end))


def years_between(almanac: Almanac, first: int, end: int) -> Iterator[YearShape]:
    """Yield each year of which a day is within a range."""
    year = almanac.year_of(first)
    while True:
        yield year
        if year.end >= end:
            return
        year = almanac.year(year.number + 1)


def parts_between(almanac: Almanac, first: int, end: int) -> Iterator[tuple[int, LaidPart]]:
    """Yield each month and feast of which a day is within a range, with its first day."""
    for year in years_between(almanac, first, end):
        for part in year.layout.parts:
            start = year.start + part.start
            if start < end and start + part.length > first:
                yield start, part


def seasons_between(almanac: Almanac, first: int, end: int) -> Iterator[tuple[str, int, range]]:
    """Yield each season of a range: its name, its first day, and its days within the range."""
    for span in season_spans(almanac, first, end):
        yield span.season.name, span.began, clipped(span.began, span.ends, first, end)


def of_season(almanac: Almanac, name: str, number: int, first: int, end: int) -> Iterator[range]:
    """Yield the days of a season, or the one at a number of days into it."""
    for season, began, days in seasons_between(almanac, first, end):
        if season == name:
            start = began + number - 1
            yield clipped(start, start + 1, days.start, days.stop) if number else days


def of_era(almanac: Almanac, name: str, first: int, end: int) -> Iterator[range]:
    """Yield the days of the eras of a name."""
    starts = sorted(first_day(almanac, one) for one in almanac.data.eras)
    bounds = [first, *(day for day in starts if first < day < end), end]
    for start, after in pairwise(bounds):
        era = era_of(almanac, start)
        if era is not None and era.name == name:
            yield range(start, after)


def _counted(
    almanac: Almanac, moon: CalendarMoon, first: int, end: int
) -> Iterator[tuple[CalendarMoon, range]]:
    """Yield a moon as it is counted on some days, and these days."""
    if moon.anew is None:
        yield moon, range(first, end)
        return
    for year in years_between(almanac, first, end):
        yield moon_in(almanac, moon, year.number), clipped(year.start, year.end, first, end)


def of_phases(almanac: Almanac, moon: CalendarMoon, when: InPhase, first: int, end: int) -> Iterator[range]:
    """Yield the days on which a moon is in one of some phases."""
    for counted, days in _counted(almanac, moon, first, end):
        yield from _of_phases(counted, when, days)


def _of_phases(moon: CalendarMoon, when: InPhase, days: range) -> Iterator[range]:
    named = moon.daily or tuple(one.name for one in moon.phases) or EIGHT
    once = len(when.phases) == 1 and named.count(when.phases[0]) == 1
    cycle = int(len(moon.daily) if moon.daily else Fraction(moon.cycle) - 2 * Fraction(moon.variance))
    day, end = days.start, days.stop
    while day < end:
        if phase_counted(moon, day) not in when.phases:
            day += 1
            continue
        start = day
        while day < end and phase_counted(moon, day) in when.phases:
            day += 1
        yield range(start, day)
        # Of a phase that comes once in a cycle, the next is not before the rest of the cycle is gone.
        day = max(day, start + cycle - 2 * (day - start) - 3) if once else day


def beginnings(almanac: Almanac, moon: CalendarMoon, phase: str, first: int, end: int) -> list[int]:
    """Return the first days of a phase from one day on and before another; when it is ``full`` or ``new``."""
    found: list[int] = []
    turns = {"full": next_full, "new": next_new}.get(phase)
    if turns is not None:
        day = turns(almanac, moon, first - 1)
        while day < end:
            found.append(day)
            day = turns(almanac, moon, day)
        return found
    cycle = len(moon.daily) if moon.daily else Fraction(moon.cycle) - 2 * Fraction(moon.variance)
    leap = max(int(cycle) - 2, 1)
    for counted, days in _counted(almanac, moon, first, end):
        day, was = days.start, phase_of(almanac, moon, days.start - 1)
        while day < days.stop:
            before = was if day == days.start else phase_counted(counted, day - 1)
            begins = phase_counted(counted, day) == phase and before != phase
            found += [day] if begins else []
            day += leap if begins else 1
    return found


def by_chance(when: ByChance, first: int, end: int) -> list[int]:
    """Return the days on which chance has it so: by a hash of the seed and the day's number."""
    least = Fraction(when.share) * _FINE
    thrown = ((day, blake2b(f"{when.seed} {day}".encode(), digest_size=8)) for day in range(first, end))
    return [day for day, one in thrown if int.from_bytes(one.digest()) < least]


def of_number(almanac: Almanac, when: OnNumber, first: int, end: int) -> Iterator[range]:
    """Yield the days whose number is one of those that are meant."""
    for days, number, step in _numbered(almanac, when, first, end):
        if step == 0:
            if _meant(when, number):
                yield days
            continue
        low = when.least if step > 0 else when.most
        high = when.most if step > 0 else when.least
        start = days.start if low is None else max(days.start, days.start + (low - number) * step)
        after = days.stop if high is None else min(days.stop, days.start + (high - number) * step + 1)
        if when.every == 1:
            yield range(start, max(start, after))
        else:
            moved = (when.offset - number) * step + days.start
            yield from (
                range(day, day + 1) for day in range(start + (moved - start) % when.every, after, when.every)
            )


def _meant(when: OnNumber, number: int) -> bool:
    low = when.least is None or when.least <= number
    high = when.most is None or number <= when.most
    return low and high and (number - when.offset) % when.every == 0


def _numbered(almanac: Almanac, when: OnNumber, first: int, end: int) -> Iterable[tuple[range, int, int]]:
    """Yield runs of days with the number of the first, and by how much the number of each next is more."""
    match when.of:
        case "day number":
            yield range(first, end), first, 1
        case "year" | "day of the year":
            for year in years_between(almanac, first, end):
                days = clipped(year.start, year.end, first, end)
                within = when.of == "day of the year"
                number = days.start - year.start + 1 if within else almanac.year_said(year.number)
                yield days, number, int(within)
        case "era year":
            yield from _era_years(almanac, first, end)
        case "day of the season":
            seasons = seasons_between(almanac, first, end)
            yield from ((days, days.start - began + 1, 1) for _, began, days in seasons)
        case "weekday":
            for day in range(first, end):
                weekday = almanac.weekday_of(day)
                if weekday is not None:
                    yield range(day, day + 1), weekday.place + 1, 0
        case _:
            for start, part in parts_between(almanac, first, end):
                yield from _of_part(when, start, part, clipped(start, start + part.length, first, end))


def _era_years(almanac: Almanac, first: int, end: int) -> Iterator[tuple[range, int, int]]:
    """Yield the days of each year of an era, with that year; in two runs where an era begins within one."""
    begins = sorted(first_day(almanac, one) for one in almanac.data.eras)
    for year in years_between(almanac, first, end):
        days = clipped(year.start, year.end, first, end)
        bounds = (days.start, *(day for day in begins if days.start < day < days.stop), days.stop)
        yield from (
            (range(start, after), year_in_era(almanac, start), 0) for start, after in pairwise(bounds)
        )


def _of_part(when: OnNumber, start: int, part: LaidPart, days: range) -> Iterator[tuple[range, int, int]]:
    if when.of == "month":
        yield days, part.index + 1, 0
        return
    back = when.of == "day from the end"
    if not part.slots:
        within = days.start - start
        yield days, part.numbered - within if back else within + 1, -1 if back else 1
        return
    for day in days:
        slot = part.slots[day - start]
        if not slot.inner:
            yield range(day, day + 1), part.numbered + 1 - slot.day if back else slot.day, 0


def numbered_day(part: LaidPart, number: int) -> int | None:
    """Return the place of a numbered day in a month, counted from its end below 0."""
    return part.within(number if number > 0 else part.numbered + 1 + number, 0)


def place_of(year: YearShape, index: int, when: OnDate) -> int | None:
    """Return the place in a year of a day of it, or nothing where it has not the day."""
    part = year.layout.part(index)
    within = None if part is None else numbered_day(part, when.day)
    if part is not None and within is not None:
        return part.start + within
    if when.missing == "skip":
        return None
    later = [one.start for one in year.layout.parts if one.index > index]
    after = later[0] if later else year.layout.length
    return after - 1 if when.missing == "before" else after

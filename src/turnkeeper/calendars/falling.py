"""The days on which events of a calendar begin, found from their conditions without a look at every day.

A condition gives its days within a range in order. Of several that must all hold, the one that holds most
seldom gives them, and the others are asked about these days alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.calendars.almanac import Almanac, CalendarDate, NoSuchDate, WeekDay, YearShape
from turnkeeper.calendars.conditions import (
    AfterEvent,
    ByChance,
    CalendarEvent,
    Condition,
    EveryDays,
    InEra,
    InMonth,
    InPhase,
    InSeason,
    InYears,
    OnDate,
    OnDayOfMonth,
    OnMoon,
    OnNumber,
    OnSun,
    OnWeather,
    OnWeekday,
    Recurrence,
    Several,
    YearDay,
)
from turnkeeper.calendars.model import CalendarMoon
from turnkeeper.calendars.progressions import YearSum, years_of
from turnkeeper.calendars.runs import (
    beginnings,
    by_chance,
    clipped,
    numbered_day,
    of_era,
    of_number,
    of_phases,
    of_season,
    parts_between,
    place_of,
    years_between,
)
from turnkeeper.calendars.sun import sun_turns
from turnkeeper.calendars.weather_past import WeatherPast, bound_to_weather

_InRuns: TypeAlias = InMonth | InSeason | InYears | InEra | InPhase | OnNumber

_FEW = 20  # days are asked about one by one
_BLOCK = 4_000  # days, in which an event that rests is looked for at once
# The first holds on the fewest days.
_SELDOM: tuple[type[Condition], ...] = (
    OnWeather, OnDate, OnSun, EveryDays, OnDayOfMonth, OnMoon, AfterEvent, OnWeekday, InPhase, InMonth,
    InSeason, InYears, InEra, OnNumber, ByChance, Several,
)  # fmt: skip


class Fallen(Struct, frozen=True, order=True):
    """An event that begins on a day; of one day they stand in the calendar's order."""

    day: int
    place: int
    event: CalendarEvent


class EventDays:
    """What answers when the events of a calendar begin."""

    def __init__(
        self, almanac: Almanac, events: Iterable[CalendarEvent], weather: WeatherPast | None = None
    ) -> None:
        """Take events that `checking_events.event_faults` found nothing wrong with, and the weather that was.

        Events that hang on the weather begin on no day on which that is not known.
        """
        self._almanac = almanac
        self._events = tuple(events)
        self._weather = WeatherPast(0, ()) if weather is None else weather
        self._bound = bound_to_weather(self._events)
        self._named = {_plain(one.name): one for one in reversed(self._events)}
        self._shared = lru_cache(maxsize=4_096)(self._days_of)
        self._months = lru_cache(maxsize=8)(self._months_between)
        self._runs = lru_cache(maxsize=512)(self._ranges)
        self._weeks = lru_cache(maxsize=8)(self._weeks_between)
        self._grouped: tuple[tuple[int, int], list[tuple[YearShape, list[int]]]] = (0, 0), []

    def between(self, first: int, end: int) -> list[Fallen]:
        """Return the events that begin from one day on and before another, in order."""
        return sorted(
            Fallen(day, place, one)
            for place, one in enumerate(self._events)
            for day in self.days(one, first, end)
        )

    def during(self, first: int, end: int) -> dict[int, list[CalendarEvent]]:
        """Return the events that begin or go on on each day from one on and before another."""
        found: dict[int, list[CalendarEvent]] = {}
        for one in self._events:
            began = self.days(one, first - one.days + 1, end)
            for day in {day for each in began for day in clipped(each, each + one.days, first, end)}:
                found.setdefault(day, []).append(one)
        return found

    def days(self, event: CalendarEvent, first: int, end: int) -> list[int]:
        """Return the days, from one on and before another, on which an event begins."""
        low = first if event.since is None else max(first, self._day(event.since, end))
        high = end if event.until is None else min(end, self._day(event.until, first - 1) + 1)
        if event.name in self._bound:
            known = self._weather.known
            low, high = max(low, known.start), min(high, known.stop)
        found = self._rested(event, low, high) if low < high else []
        if not event.never and not event.also:
            return found
        also = {day for one in event.also if low <= (day := self._day(one, high)) < high}
        return sorted({*found, *also} - {self._day(one, high) for one in event.never})

    def _rested(self, event: CalendarEvent, low: int, high: int) -> list[int]:
        """Return the days of an event's condition on which it does not rest.

        Where its condition never rests so long by itself, its beginnings are counted from the first day of a
        block of days, so that they do not hang on where one looks.
        """
        when = _seeded(event.when, event.name)
        floor = -(10**18) if event.since is None else self._day(event.since, high)
        if event.rest < 2:  # noqa: PLR2004 - it can begin on the next day
            return self._shared(when, low, high)
        size, kept = event.rest * max(2, -(-_BLOCK // event.rest)), list[int]()
        for start in range(low // size * size, high, size):
            last = -(10**18)
            for day in self._shared(when, start - size, start + size):
                if max(last + event.rest, floor) <= day < high:
                    last = day
                    kept += [day] if day >= max(start, low) else []
        return kept

    def next(self, name: str, day: int, years: int = 400) -> int | None:
        """Return the first day after one on which an event of a name begins, within a number of years."""
        event = self._named.get(_plain(name))
        if event is not None and event.name in self._bound:
            return None
        begins, left = day + 1, years
        while event is not None and left > 0:
            ends = self._almanac.year_of(begins).end
            found = self.days(event, begins, ends)
            if found:
                return found[0]
            begins, left = ends, left - 1
        return None

    def _day(self, said: YearDay, missing: int) -> int:
        """Return a day by its date; another one where there is no such date."""
        index = self._index(said.part)
        try:
            return (
                missing if index is None else self._almanac.day_of(CalendarDate(said.year, index, said.day))
            )
        except NoSuchDate as fault:
            return fault.after

    def _index(self, part: str) -> int | None:
        found = (index for index, one in enumerate(self._almanac.data.parts) if part in {"", one.name})
        return next(found, None)

    # Conditions

    def _days_of(self, when: Condition, first: int, end: int) -> list[int]:
        """Return the days of a condition in order."""
        match when:
            case OnDate():
                return self._dates(when, first, end)
            case OnWeekday(weekday=name, nth=nth):
                return (
                    self._weekdays(name, first, end)
                    if not nth
                    else self._picked(OnWeekday(name), nth, first, end)
                )
            case OnMoon() | OnSun():
                return self._turns(when, first, end)
            case EveryDays():
                return self._each(when, first, end)
            case AfterEvent():
                return self._away(when, first, end)
            case ByChance():
                return by_chance(when, first, end)
            case OnWeather():
                return [day for day in self._weather.on(when, self._almanac) if first <= day < end]
            case Several():
                return self._several(when, first, end)
            case OnDayOfMonth(day=number):
                return list(self._of_each_month(number, first, end))
            case _:
                return [day for days in self._runs(when, first, end) for day in days]

    def _away(self, when: AfterEvent, first: int, end: int) -> list[int]:
        """Return the days at a number of days from the beginning of another event."""
        last = when.days if when.last is None else when.last
        others = [one for one in self._events if one.name == when.event]
        began = {day for one in others for day in self.days(one, first - last, end - when.days)}
        found: list[int] = []
        for day in sorted(began):
            start = max(day + when.days, found[-1] + 1 if found else first)
            found += clipped(start, day + last + 1, first, end)
        return found

    def _turns(self, when: OnMoon | OnSun, first: int, end: int) -> list[int]:
        if isinstance(when, OnSun):
            return sun_turns(self._almanac, when.turn, first, end)
        moon = self._moon(when.moon)
        if moon is None:
            return []
        if not when.nth:
            return beginnings(self._almanac, moon, when.phase, first, end)
        return self._picked(OnMoon(when.moon, when.phase), when.nth, first, end)

    def _each(self, when: EveryDays, first: int, end: int) -> list[int]:
        start = 0 if self._index(when.since.part) is None else self._day(when.since, end)
        return list(range(first + (start - first) % when.days, end, when.days))

    def _of_each_month(self, number: int, first: int, end: int) -> Iterator[int]:
        for start, part in parts_between(self._almanac, first, end):
            within = numbered_day(part, number)
            is_month = self._almanac.data.parts[part.index].kind == "month"
            if is_month and within is not None and first <= start + within < end:
                yield start + within

    def _ranges(self, when: _InRuns, first: int, end: int) -> list[range]:
        """Return the days that lie in certain months, seasons, years or the like, as runs in order."""
        almanac = self._almanac
        match when:
            case InMonth(part=name):
                index = self._index(name) if name else None
                there = (one for one in parts_between(almanac, first, end) if one[1].index == index)
                return [clipped(start, start + part.length, first, end) for start, part in there]
            case InSeason(season=name, day=number):
                return list(filter(None, of_season(almanac, name, number, first, end)))
            case InEra(era=name):
                return list(of_era(almanac, name, first, end))
            case InPhase(moon=name):
                moon = self._moon(name)
                return [] if moon is None else list(of_phases(almanac, moon, when, first, end))
            case OnNumber():
                return list(filter(None, of_number(almanac, when, first, end)))
            case InYears(when=rule):
                years = years_between(almanac, first, end)
                holding = (one for one in years if _years_in(rule).at(one.number))
                return [clipped(one.start, one.end, first, end) for one in holding]

    def _moon(self, name: str) -> CalendarMoon | None:
        return next((one for one in self._almanac.data.moons if one.name == name), None)

    def _among(self, days: list[int], when: Condition, first: int, end: int) -> list[int]:
        """Return those of some days on which a condition holds."""
        if isinstance(when, InMonth | InSeason | InYears | InEra):
            runs = self._runs(when, first, end)
            return [
                day
                for run in runs
                for day in days[bisect_left(days, run.start) : bisect_left(days, run.stop)]
            ]
        if len(days) > _FEW:
            held = set(self._shared(when, first, end))
            return [day for day in days if day in held]
        return [day for day in days if self._days_of(when, day, day + 1)]

    def _several(self, when: Several, first: int, end: int) -> list[int]:
        members = sorted(when.of, key=lambda one: _SELDOM.index(type(one)))
        if when.hold == "all":
            days = self._shared(members[0], first, end)
            for one in members[1:]:
                days = self._among(days, one, first, end)
            return days
        holding: dict[int, int] = {}
        for one in members:
            for day in self._shared(one, first, end):
                holding[day] = holding.get(day, 0) + 1
        match when.hold:
            case "none":
                return [day for day in range(first, end) if day not in holding]
            case "odd":
                return sorted(day for day, number in holding.items() if number % 2)
            case _:
                least = 1 if when.hold == "any" else when.count
                return sorted(day for day, number in holding.items() if number >= least)

    # Days of the year

    def _alike(self, first: int, end: int) -> list[tuple[YearShape, list[int]]]:
        """Return the first days of all years of a range by their layout, each with one such year."""
        if self._grouped[0] != (first, end):
            found: dict[int, tuple[YearShape, list[int]]] = {}
            for year in years_between(self._almanac, first, end):
                found.setdefault(id(year.layout), (year, []))[1].append(year.start)
            self._grouped = (first, end), list(found.values())
        return self._grouped[1]

    def _dates(self, when: OnDate, first: int, end: int) -> list[int]:
        index = self._index(when.part)
        if index is None:
            return []
        if when.year is not None:
            return [day for day in self._once(when, index, when.year) if first <= day < end]
        found = [
            start + within
            for year, starts in self._alike(first, end)
            if (within := place_of(year, index, when)) is not None
            for start in starts
        ]
        return [day for day in sorted(found) if first <= day < end]

    def _once(self, when: OnDate, index: int, said: int) -> Iterator[int]:
        try:
            year = self._almanac.year(self._almanac.number_of(said))
        except NoSuchDate:
            return
        within = place_of(year, index, when)
        if within is not None:
            yield year.start + within

    def _weekdays(self, name: str, first: int, end: int) -> list[int]:
        found: list[int] = []
        for days, weekday in self._weeks(first, end):
            if weekday is None:
                found += (day for day in days if self._is(name, day))
            elif name in weekday.week:
                found += days[
                    (weekday.week.index(name) - weekday.place) % len(weekday.week) :: len(weekday.week)
                ]
        return found

    def _weeks_between(self, first: int, end: int) -> list[tuple[range, WeekDay | None]]:
        """Return the days of each month with the weekday of the first; none where some are off the week.

        Months that are off the week as a whole are left out.
        """
        found: list[tuple[range, WeekDay | None]] = []
        for start, part in parts_between(self._almanac, first, end):
            days = clipped(start, start + part.length, first, end)
            weekday = None if part.slots else self._almanac.weekday_of(days.start)
            if part.slots or weekday is not None:
                found.append((days, weekday))
        return found

    def _is(self, name: str, day: int) -> bool:
        weekday = self._almanac.weekday_of(day)
        return weekday is not None and weekday.name == name

    def _picked(self, each: OnWeekday | OnMoon, nth: int, first: int, end: int) -> list[int]:
        """Return one of the days of each month or feast that a condition gives, by its place among them."""
        start, ends = self._months(first, end)
        days = self._shared(each, start, ends[-1])
        place, at, found = nth - 1 if nth > 0 else nth, 0, []
        for after in ends:
            stop = bisect_left(days, after, at)
            if 0 <= (chosen := place + (at if place >= 0 else stop)) < stop and chosen >= at:
                found.append(days[chosen])
            at = stop
        return found[bisect_left(found, first) : bisect_left(found, end)]

    def _months_between(self, first: int, end: int) -> tuple[int, list[int]]:
        """Return the first day of the first month or feast of a range, and the day after each."""
        parts = list(parts_between(self._almanac, first, end))
        return parts[0][0], [start + part.length for start, part in parts]


def _plain(name: str) -> str:
    return name.casefold().removeprefix("the ")


def _seeded(when: Condition, name: str) -> Condition:
    """Return a condition in which every throw has a seed, by default the event's name."""
    match when:
        case ByChance(seed=""):
            return replace(when, seed=name)
        case Several():
            return replace(when, of=tuple(_seeded(one, name) for one in when.of))
        case _:
            return when


@lru_cache(maxsize=1_024)
def _years_in(rule: Recurrence) -> YearSum:
    return YearSum([years_of(rule)])

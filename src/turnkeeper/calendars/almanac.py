"""The number of a day and its date, both ways, for any day within a million million years.

Day 0 is the first day of year 1, or of year 0 where the calendar has one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from turnkeeper.calendars.layout import LaidPart, YearLayout, counts_in_week, laid_out
from turnkeeper.calendars.model import CalendarData, CalendarPart
from turnkeeper.calendars.progressions import ALWAYS, Signed, YearSum, both, of_appearances, times, years_of
from turnkeeper.calendars.values import LARGEST_YEAR

MOST_YEARS_KEPT = 2_000
MOST_LAYOUTS_KEPT = 500


class CalendarDate(Struct, frozen=True, order=True):
    """A day by its year, its month or feast by place in the calendar's list, and its number in it.

    Days without a number stand after the number ``day``; ``inner`` counts them from 1.
    """

    year: int
    part: int
    day: int
    inner: int = 0


class WeekDay(Struct, frozen=True):
    """A day of a week: its place, counted from 0, and the names of the days of that week."""

    place: int
    week: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of the day."""
        return self.week[self.place]


class NoSuchDate(LookupError):  # noqa: N818 - named by what happened
    """A date that the calendar has not, and the nearest days before and after it."""

    def __init__(self, message: str, before: int, after: int) -> None:
        super().__init__(message)
        self.message = message
        self.before = before
        self.after = after


class YearShape(Struct, frozen=True):
    """One year: the number that rules count it by, its first day, the week's days before it, its days."""

    number: int
    start: int
    counted: int
    layout: YearLayout

    @property
    def end(self) -> int:
        """The first day after it."""
        return self.start + self.layout.length


class _Cut(Struct, frozen=True):
    """A year that ends early: the first day after it, and the days lost by it and by all before it."""

    number: int
    layout: YearLayout
    ends: int
    lost: int
    lost_counted: int


class Almanac:
    """What a checked calendar answers of days and dates."""

    def __init__(self, data: CalendarData) -> None:
        """Take a calendar that `checking.faults` found nothing wrong with."""
        self.data = data
        self.first_year = 0 if data.years.zero else 1
        switches = list(switches_of(data))
        self._switches = tuple(YearSum([one]) if one != ALWAYS else None for one in switches)
        self._days = YearSum(weights_of(data, switches))
        self._counted = YearSum(weights_of(data, switches, in_week=True))
        mean = self._days.mean
        self._mean, self._per = mean.numerator, mean.denominator
        self._base = self._days.before(self.first_year)
        self._base_counted = self._counted.before(self.first_year)
        self._years: dict[int, YearShape] = {}
        self._layouts: dict[tuple[bool, ...], YearLayout] = {}
        self._cuts: tuple[_Cut, ...] = ()
        self._cut_ends: tuple[int, ...] = ()
        self._first_weekday = _first(data)
        self._make_cuts()

    # Years

    @property
    def mean_year(self) -> Fraction:
        """The length of a year in days, on the mean over the whole period of the leap rules."""
        return self._days.mean

    def number_of(self, year: int) -> int:
        """Return the number that leap rules count a year by; raises `NoSuchDate` for a year there is not."""
        if abs(year) > LARGEST_YEAR:
            last = self.year(self.number_of(LARGEST_YEAR if year > 0 else -LARGEST_YEAR))
            day = last.end - 1 if year > 0 else last.start
            raise NoSuchDate(f"years go up to {LARGEST_YEAR:,}", day, day)
        if self.data.years.zero or year > 0:
            return year
        if year == 0:
            raise NoSuchDate("there is no year 0 in this calendar", -1, 0)
        return year + 1

    def year_said(self, number: int) -> int:
        """Return the year as people write it."""
        return number if self.data.years.zero or number > 0 else number - 1

    def year(self, number: int) -> YearShape:
        """Return a year by the number that rules count it by."""
        found = self._years.get(number)
        if found is None:
            if len(self._years) >= MOST_YEARS_KEPT:
                self._years.clear()
            found = self._years[number] = self._shaped(number)
        return found

    def year_of(self, day: int) -> YearShape:
        """Return the year that a day falls in."""
        cut = bisect_right(self._cut_ends, day)
        plain = day + self._base + (self._cuts[cut - 1].lost if cut else 0)
        guess = plain * self._per // self._mean
        found = self._years.get(guess)
        if found is None or not found.start <= day < found.start + found.layout.length:
            found = self.year(self._found(plain, guess))
        return found

    def _found(self, plain: int, guess: int) -> int:
        """Return the year of a day between years that are surely before and after it."""
        apart = self._days.slack * self._per // self._mean + 2
        least, most = guess - apart, guess + apart
        while most - least > 1:
            middle = (least + most) // 2
            if self._days.before(middle) <= plain:
                least = middle
            else:
                most = middle
        return least

    def _shaped(self, number: int) -> YearShape:
        lost = lost_counted = 0
        layout = None
        for cut in self._cuts:
            if cut.number < number:
                lost, lost_counted = cut.lost, cut.lost_counted
            elif cut.number == number:
                layout = cut.layout
        if layout is None:
            layout = self._layout(number)
        start = self._days.before(number) - self._base - lost
        return YearShape(
            number, start, self._counted.before(number) - self._base_counted - lost_counted, layout
        )

    def _layout(self, number: int) -> YearLayout:
        there = tuple(one is None or one.at(number) > 0 for one in self._switches)
        found = self._layouts.get(there)
        if found is None:
            if len(self._layouts) >= MOST_LAYOUTS_KEPT:
                self._layouts.clear()
            found = self._layouts[there] = laid_out(self.data, there)
        return found

    def _make_cuts(self) -> None:
        """Work out the years that end early; their place in the count depends on those before them.

        Those before year 1 move the days before them, not those after: day 0 stays the first of year 1.
        """
        lost = lost_counted = 0
        found: list[_Cut] = []
        for one in sorted(self.data.years.short, key=lambda each: each.year):
            number = self.number_of(one.year)
            whole = self.year(number)
            day = self.day_of(CalendarDate(one.year, self.part_named(one.part), one.day))
            kept = whole.layout.cut_after(day - whole.start)
            lost += whole.layout.length - kept.length
            lost_counted += whole.layout.counted - kept.counted
            found.append(_Cut(number, kept, 0, lost, lost_counted))
        past = [one for one in found if one.number < self.first_year]
        early, early_counted = (past[-1].lost, past[-1].lost_counted) if past else (0, 0)
        self._base -= early
        self._base_counted -= early_counted
        self._cuts = tuple(found)
        self._years.clear()
        self._cut_ends = tuple(self._shaped(one.number).end for one in found)

    # Days

    def date_of(self, day: int) -> CalendarDate:
        """Return the date of a day."""
        year = self.year_of(day)
        within = day - year.start
        layout = year.layout
        part = layout.parts[bisect_right(layout.starts, within) - 1]
        within -= part.start
        number = year.number
        said = number if number > 0 or self.first_year == 0 else number - 1
        if not part.slots:
            return CalendarDate(said, part.index, within + 1)
        slot = part.slots[within]
        return CalendarDate(said, part.index, slot.day, slot.inner)

    def day_of(self, date: CalendarDate) -> int:
        """Return the day of a date; raises `NoSuchDate` where the calendar has it not."""
        number = date.year if 0 < date.year <= LARGEST_YEAR else self.number_of(date.year)
        year = self._years.get(number) or self.year(number)
        part = year.layout.places[date.part]
        within = part.within(date.day, date.inner) if part is not None else None
        if part is None or within is None:
            raise self._missing(date, year, part)
        return year.start + part.start + within

    def _missing(self, date: CalendarDate, year: YearShape, part: LaidPart | None) -> NoSuchDate:
        named = self.data.parts[date.part].name
        if part is None:
            later = [one.start for one in year.layout.parts if one.index > date.part]
            after = year.start + (later[0] if later else year.layout.length)
            return NoSuchDate(f"the year {date.year} has no {named}", after - 1, after)
        after = year.start + part.start + (part.length if date.day > 0 else 0)
        return NoSuchDate(
            f"{named} {date.year} has {part.numbered} day{'' if part.numbered == 1 else 's'}",
            after - 1,
            after,
        )

    def weekday_of(self, day: int) -> WeekDay | None:
        """Return the day of the week, or ``None`` for a day off the week."""
        year = self.year_of(day)
        within = day - year.start
        part = year.layout.part_at(within)
        counted = part.slot(within - part.start).counted
        if counted is None:
            return None
        if part.week:
            return WeekDay((part.first + counted) % len(part.week), part.week)
        week = self.data.week.days
        before = year.counted if self.data.week.runs == "on" else 0
        return WeekDay((self._first_weekday + before + part.counted_before + counted) % len(week), week)

    def name_of(self, date: CalendarDate) -> str:
        """Return the own name of a day without a number; empty for any other."""
        part = self.year(self.number_of(date.year)).layout.part(date.part)
        within = part.within(date.day, date.inner) if part is not None and date.inner else None
        return part.slots[within].name if part is not None and within is not None else ""

    def part_named(self, name: str) -> int:
        """Return the place of a month or feast in the list; an empty name is the first."""
        found = (index for index, one in enumerate(self.data.parts) if not name or one.name == name)
        return next(found)


def switches_of(data: CalendarData) -> Iterator[Signed]:
    """Yield the years of each month and feast, each followed by those of its leap days."""
    for part in data.parts:
        years = years_of(part.when)
        yield years
        for leap in part.leap:
            rule = years_of(leap.when)
            counted = leap.when is not None and leap.when.counts == "appearances"
            yield of_appearances(years, rule) if counted else both(years, rule)


def weights_of(data: CalendarData, switches: list[Signed], *, in_week: bool = False) -> Iterator[Signed]:
    """Yield the years of each month, feast and leap day, weighted with the days that they bring."""
    found = iter(switches)
    for part in data.parts:
        yield times(next(found), part.days if _counts(data, part, in_week=in_week) else 0)
        for leap in part.leap:
            counts = _counts(data, part, in_week=in_week) and (leap.in_week or leap.days < 0 or not in_week)
            yield times(next(found), leap.days if counts else 0)


def _counts(data: CalendarData, part: CalendarPart, *, in_week: bool) -> bool:
    return not in_week or counts_in_week(data, part)


def _first(data: CalendarData) -> int:
    return data.week.days.index(data.week.first) if data.week.first in data.week.days else 0

"""The days of one kind of year, in order: its months and feasts, the days of each, and their week.

Years in which the same leap rules hold are laid out alike; their layout is worked out once for all
of them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.calendars.model import CalendarData, CalendarPart, LeapDay


class LaidDay(Struct, frozen=True):
    """One day of a month: its number, its place among the unnumbered days after that, and in the week."""

    day: int
    inner: int
    counted: int | None
    name: str = ""


class LaidPart(Struct, frozen=True):
    """A month or feast as it is in one kind of year; ``slots`` are its days where they are not plain.

    ``week`` is set where it begins one anew, at ``first`` in its list; ``shared`` are its days
    where the week of all months counts them.
    """

    index: int
    start: int
    length: int
    numbered: int
    counted_before: int
    in_week: bool
    slots: tuple[LaidDay, ...]
    week: tuple[str, ...]
    first: int
    shared: bool

    def slot(self, within: int) -> LaidDay:
        """Return a day by its place in the month, counted from 0."""
        return self.slots[within] if self.slots else LaidDay(within + 1, 0, within if self.in_week else None)

    def within(self, day: int, inner: int) -> int | None:
        """Return the place of a day by its number, or ``None`` where there is none."""
        if not self.slots:
            return day - 1 if 1 <= day <= self.length and not inner else None
        found = (place for place, one in enumerate(self.slots) if (one.day, one.inner) == (day, inner))
        return next(found, None)


class YearLayout(Struct, frozen=True):
    """The months and feasts of a kind of year that have days, and how many of its days the week counts."""

    parts: tuple[LaidPart, ...]
    places: tuple[LaidPart | None, ...]
    starts: tuple[int, ...]
    length: int
    counted: int

    def part_at(self, within: int) -> LaidPart:
        """Return the month or feast that a day of the year falls in, counted from 0."""
        return self.parts[bisect_right(self.starts, within) - 1]

    def part(self, index: int) -> LaidPart | None:
        """Return a month or feast by its place in the calendar's list, or ``None`` if the year has it not."""
        return self.places[index]

    def cut_after(self, last: int) -> YearLayout:
        """Return the year as it is when it ends with a day of it, counted from 0."""
        whole = self.part_at(last)
        kept = whole.slots[: last - whole.start + 1] or tuple(
            whole.slot(place) for place in range(last - whole.start + 1)
        )
        cut = replace(whole, length=len(kept), numbered=max(one.day for one in kept), slots=kept)
        parts = (*(one for one in self.parts if one.start < whole.start), cut)
        counted = whole.counted_before + _counted(cut)
        places = tuple(
            next((one for one in parts if one.index == at), None) for at in range(len(self.places))
        )
        return YearLayout(parts, places, self.starts[: len(parts)], last + 1, counted)


def laid_out(data: CalendarData, there: Sequence[bool]) -> YearLayout:
    """Return the layout of the years in which these months, feasts and leap days are there.

    ``there`` has one answer for each, in the order of `switches`.
    """
    holds = iter(there)
    places: list[LaidPart | None] = [None] * len(data.parts)
    start = counted = 0
    for index, part in enumerate(data.parts):
        here = next(holds)
        leaps = [one for one in part.leap if next(holds)]
        laid = _laid(data, part, leaps, (index, start, counted)) if here else None
        if laid is not None and laid.length:
            places[index] = laid
            start += laid.length
            counted += _counted(laid)
    found = tuple(one for one in places if one is not None)
    return YearLayout(found, tuple(places), tuple(one.start for one in found), start, counted)


def counts_in_week(data: CalendarData, part: CalendarPart) -> bool:
    """Return whether days of a month are days of the week that all months share."""
    return part.in_week and not part.week and bool(data.week.days)


def _counted(part: LaidPart) -> int:
    if not part.shared:
        return 0
    if part.slots:
        return sum(one.counted is not None for one in part.slots)
    return part.length if part.in_week else 0


def _laid(
    data: CalendarData, part: CalendarPart, leaps: Sequence[LeapDay], at: tuple[int, int, int]
) -> LaidPart:
    index, start, counted = at
    plain = all(one.numbered and one.in_week for one in leaps)
    numbered = part.days + sum(one.days for one in leaps if one.numbered)
    week = _week(data, part, leaps)
    in_week = part.in_week and bool(week)
    slots = () if plain else tuple(_slots(part.days, leaps, in_week=in_week))
    by_month = data.week.runs == "by month"
    first = part.starts_on or (data.week.first if by_month and not part.week else "")
    own = bool(part.week or part.starts_on or by_month)
    return LaidPart(
        index,
        start,
        len(slots) if slots else max(numbered, 0),
        numbered,
        counted,
        in_week,
        slots,
        week if own else (),
        week.index(first) if first in week else 0,
        counts_in_week(data, part),
    )


def _week(data: CalendarData, part: CalendarPart, leaps: Sequence[LeapDay]) -> tuple[str, ...]:
    week = list(part.week or data.week.days)
    for one in leaps:
        if one.weekday:
            week.insert(one.weekday_after, one.weekday)
    return tuple(week)


def _slots(days: int, leaps: Sequence[LeapDay], *, in_week: bool) -> Iterator[LaidDay]:
    """Yield the days of a month that has days without numbers, or days off the week."""
    counted = [True] * (days + sum(one.days for one in leaps if one.days < 0))
    for one in leaps:
        if one.numbered and one.days > 0:
            at = len(counted) if one.after is None else one.after
            counted[at:at] = [one.in_week] * one.days
    numbered = len(counted)
    inner: dict[int, list[LeapDay]] = {}
    for one in leaps:
        if not one.numbered:
            after = numbered if one.after is None else min(one.after, numbered)
            inner.setdefault(after, []).extend([one] * one.days)
    plan = [(day, 0, counts, "") for day, counts in enumerate(counted, 1)]
    for after, special in inner.items():
        plan += [(after, place, one.in_week, one.name) for place, one in enumerate(special, 1)]
    plan.sort()
    counting = [in_week and counts for _, _, counts, _ in plan]
    before = accumulate(counting, initial=0)
    for (day, place, _, name), counts, place_in_week in zip(plan, counting, before, strict=False):
        yield LaidDay(day, place, place_in_week if counts else None, name)

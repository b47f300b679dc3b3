"""Seasons told by their first and last day: they end where the next begins, unless days lie between."""

from __future__ import annotations

from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.calendars.formats.accounts import FileValue
from turnkeeper.calendars.formats.building import day_in
from turnkeeper.calendars.model import CalendarPart, CalendarSeason, DayOfYear


class Span(Struct, frozen=True):
    """A season with its first and last day, both by part and day of it, and where its end is said."""

    season: CalendarSeason
    begins: tuple[int, int]
    ends: tuple[int, int] | None
    said: FileValue


def seasons_of(parts: tuple[CalendarPart, ...], spans: list[Span]) -> tuple[CalendarSeason, ...]:
    """Return seasons in the order of the year, with an end where a month lies between it and the next."""
    firsts = [day_in(parts, *one.begins, one.said) for one in spans]
    order = sorted(range(len(spans)), key=lambda at: _place(parts, firsts[at]))
    found = []
    for turn, at in enumerate(order):
        one = replace(spans[at].season, begins=firsts[at])
        ends = spans[at].ends
        if ends is not None:
            last = day_in(parts, ends[0], min(ends[1], parts[ends[0]].days), spans[at].said)
            if _gap(parts, last, firsts[order[(turn + 1) % len(order)]]):
                one = replace(one, ends=last)
                spans[at].said.tell("kept", "no season follows at once")
        found.append(one)
    return tuple(found)


def _place(parts: tuple[CalendarPart, ...], day: DayOfYear) -> int:
    index = [one.name for one in parts].index(day.part)
    return sum(one.days for one in parts[:index]) + day.day - 1


def _gap(parts: tuple[CalendarPart, ...], last: DayOfYear, first: DayOfYear) -> bool:
    """Return whether a day of a month lies between two days of the year, the second after the first."""
    months = [part.kind == "month" for part in parts for _ in range(part.days)]
    counted = [0, *accumulate(months)]
    ended, begun = _place(parts, last) + 1, _place(parts, first)
    between = counted[begun] - counted[ended]
    return between + (counted[-1] if begun < ended and begun <= ended - 1 else 0) > 0

"""Stretches that files name: seasons by their first and last day, and weeks of the month or of the year.

A season ends where the next begins, unless days lie between. Weeks with names are a cycle of names over the
days of each month, or of the year.
"""

from __future__ import annotations

from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.calendars.formats.accounts import FileValue, Ledger
from turnkeeper.calendars.formats.building import day_in, named
from turnkeeper.calendars.formats.source import Tree
from turnkeeper.calendars.model import CalendarData, CalendarPart, CalendarSeason, DayOfYear, NameCycle
from turnkeeper.calendars.values import MOST_DAYS, MOST_LISTED
from turnkeeper.calendars.wording import ordinal

WEEK = "week"
"""What the cycle of the names of weeks is called here."""


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


def begin_by_date(data: CalendarData, ledger: Ledger) -> bool:
    """Return whether the seasons begin by date; where they have lengths, note that they are lost."""
    if not data.seasons or data.seasons[0].begins is not None:
        return True
    for section in ("season_offset", "seasons"):
        ledger.note((section,), "dropped", "seasons begin by date there")
    return False


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


def weeks_by_month(node: FileValue, data: CalendarData) -> tuple[NameCycle, ...]:
    """Return the weeks of a month with their names, or numbers, as Seasons & Stars has them."""
    if not node.there:
        return ()
    if node.at("type").text("month-based") != "month-based":
        node.lose("its program gives weeks of the year no names")
        return ()
    stated = node.at("daysPerWeek")
    days = stated.whole(0, 1, MOST_DAYS) if stated.there else len(data.week.days)
    longest = _longest_month(data)
    if not 0 < days <= longest or longest > days * MOST_LISTED:
        node.lose("its weeks are longer than every month, or too many")
        return ()
    said = [named(one.at("name")) for one in node.each("names")]
    pattern = node.at("namingPattern").text("numeric")
    rest = node.at("remainderHandling").text("partial-last")
    whole = node.at("perMonth").whole(longest // days, 1, MOST_LISTED)
    names = [_week_named(said, pattern, place) for place in range(1, -(-longest // days) + 1)]
    if longest % days and rest != "partial-last":
        last = names[whole - 1] if rest == "extend-last" and whole <= len(names) else ""
        names[whole:] = [
            last if rest == "none" or not more else name for more, name in enumerate(names[whole:])
        ]
    return (NameCycle(WEEK, tuple(names), "numbered month", days),) if any(names) else ()


def _week_named(said: list[str], pattern: str, place: int) -> str:
    if place <= len(said) and said[place - 1]:
        return said[place - 1]
    return {"ordinal": f"{ordinal(place)} Week", "numeric": f"Week {place}"}.get(pattern, "")


def weeks_by_number(node: FileValue, data: CalendarData) -> tuple[NameCycle, ...]:
    """Return the weeks of the month or of the year with their names, as Calendaria has them."""
    days, entries = len(data.week.days), node.each("names")
    found: dict[int, str] = {}
    for one in entries:
        number = one.at("weekNumber").whole(0, 1, MOST_LISTED)
        if number:
            found.setdefault(number, named(one.at("name")))
    by_month = node.at("type").text("year-based") == "month-based"
    repeats = node.at("repeat").flag()
    node.at("enabled").tell("kept")
    if not found or not days:
        return ()
    longest = _longest_month(data) if by_month else sum(map(_longest, data.parts))
    weeks = max(found) if repeats else max(-(-longest // days), *found)
    if weeks > MOST_LISTED:
        node.lose("its weeks are too many")
        return ()
    names = tuple(found.get(place, "") for place in range(1, weeks + 1))
    return (NameCycle(WEEK, names, "numbered month" if by_month else "day of year", days),)


def weeks_written(data: CalendarData, ledger: Ledger) -> Tree:
    """Return the names of weeks as Seasons & Stars has them, of the first cycle that it can say."""
    for place, one in enumerate(data.cycles):
        count = -(-_longest_month(data) // one.length)
        names = [one.names[week % len(one.names)] for week in range(min(count, MOST_LISTED + 1))]
        while names and not names[-1]:
            names.pop()
        if one.of == "numbered month" and not one.offset and len(names) <= MOST_LISTED and all(names):
            ledger.note(("cycles", place), "kept")
            if one.name != WEEK:
                ledger.note(("cycles", place, "name"), "dropped", "the names of weeks have no name there")
            weeks = {"type": "month-based", "perMonth": len(names), "daysPerWeek": one.length}
            return {"weeks": {**weeks, "namingPattern": "none", "names": [{"name": name} for name in names]}}
    return {}


def _longest_month(data: CalendarData) -> int:
    return max((_longest(one) for one in data.parts if one.kind == "month"), default=0)


def _longest(part: CalendarPart) -> int:
    return part.days + sum(one.days for one in part.leap if one.days > 0)

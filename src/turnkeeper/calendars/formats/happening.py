"""Events, notes and festivals of foreign files, as far as a calendar here can say when they come.

Of any other the account tells why not. What such an entry says besides when, how long and for whom is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from turnkeeper.calendars.almanac import Almanac, CalendarDate, NoSuchDate
from turnkeeper.calendars.checking_events import event_faults
from turnkeeper.calendars.falling import EventDays
from turnkeeper.calendars.formats.accounts import FileValue
from turnkeeper.calendars.formats.building import Names, year_of
from turnkeeper.calendars.model import (
    MOST_EVENTS,
    CalendarEvent,
    Condition,
    EveryDays,
    InMonth,
    InYears,
    OnDate,
    OnDayOfMonth,
    OnWeekday,
    Recurrence,
    Several,
    YearDay,
)
from turnkeeper.calendars.values import MOST_DAYS

_LENGTH = re.compile(r"(\d{1,6})([smhdw])")
_MISSING: dict[str, Literal["before", "after"]] = {
    "lastDay": "before",
    "beforeDay": "before",
    "afterDay": "after",
}
_DATED = frozenset(("month", "day", "dayOfYear"))
_AT_ITS_DAY = "an event here begins with its day"


class _Gathered:
    """The events that a file gave so far, each of them one that its calendar can hold."""

    def __init__(self, almanac: Almanac) -> None:
        self.almanac = almanac
        self.data = almanac.data
        self.events: list[CalendarEvent] = []
        self._names = Names()

    def add(
        self, node: FileValue, when: Condition | None, days: int, *, hidden: bool
    ) -> CalendarEvent | None:
        """Add an event; one without a condition, or at fault, is noted as dropped."""
        name = self._names.name(node.at("name"), f"Event {len(self.events) + 1}")
        if when is None or len(self.events) >= MOST_EVENTS:
            return None
        event = CalendarEvent(name, when, max(1, min(days, MOST_DAYS)), hidden)
        fault = next(event_faults(self.data, (event,)), None)
        if fault is not None:
            node.tell("dropped", fault.message)
            return None
        self.events.append(event)
        return event

    def part(self, index: int) -> str | None:
        """Return the name of a month or feast by its place in the calendar's list."""
        return self.data.parts[index].name if 0 <= index < len(self.data.parts) else None


def _whole(node: FileValue) -> int:
    return node.whole(0, -MOST_DAYS, MOST_DAYS)


# Seasons & Stars


def stars_events(root: FileValue, almanac: Almanac, months: Sequence[int]) -> tuple[CalendarEvent, ...]:
    """Return the events of a file of Seasons & Stars; ``months`` are the places of its months."""
    gathered = _Gathered(almanac)
    for node in root.each("events"):
        when = _recurring(node.at("recurrence"), almanac, months)
        hidden = node.at("visibility").text("player-visible") == "gm-only"
        if when is None:
            node.tell("dropped", "it does not say when it comes")
        start = node.at("startTime")
        if start.there and set(start.text()) - set("0:"):
            start.tell("dropped", _AT_ITS_DAY)
        event = gathered.add(node, when, _length(node.at("duration"), almanac), hidden=hidden)
        if event is not None:
            gathered.events[-1] = _bounded(node, event, almanac, months)
    return tuple(gathered.events)


def _recurring(node: FileValue, almanac: Almanac, months: Sequence[int]) -> Condition | None:
    month, parts = _whole(node.at("month")), almanac.data.parts
    if not 1 <= month <= len(months):
        return None
    name = parts[months[month - 1]].name
    kind = node.at("type").text()
    if kind == "ordinal":
        place, week = _whole(node.at("weekday")), almanac.data.week.days
        if node.at("includeIntercalary").there and node.at("includeIntercalary").flag():
            node.at("includeIntercalary").tell("dropped", "days off the week are no weekdays here")
        if not 0 <= place < len(week):
            return None
        return Several((OnWeekday(week[place], _whole(node.at("occurrence"))), InMonth(name)))
    said = node.at("ifDayNotExists")
    missing = _MISSING.get(said.text()) if said.there else None
    date = OnDate(name, _whole(node.at("day")) or 1, missing=missing or "skip")
    if kind != "interval":
        return date
    every = node.at("intervalYears").whole(1, 1, 999_999_999)
    return Several((date, InYears(Recurrence(every=str(every), offset=year_of(node.at("anchorYear"))))))


def _length(node: FileValue, almanac: Almanac) -> int:
    """Return how many days a length takes that is written as 16d, 2w or 90m."""
    found = _LENGTH.fullmatch(node.text("1d")) if node.there else None
    if found is None:
        return 1
    if found[2] == "w":
        return int(found[1]) * max(1, len(almanac.data.week.days))
    if found[2] != "d":
        node.tell("changed", "it is there on its day")
        return 1
    return int(found[1])


def _bounded(node: FileValue, event: CalendarEvent, almanac: Almanac, months: Sequence[int]) -> CalendarEvent:
    """Return an event with the years between which it comes, and its exceptions."""
    parts = almanac.data.parts
    last = next((one for one in reversed(parts) if one.days), parts[0])
    first_year, last_year = node.at("startYear"), node.at("endYear")
    if first_year.there:
        event = replace(event, since=YearDay(year_of(first_year), parts[0].name))
    if last_year.there:
        event = replace(event, until=YearDay(year_of(last_year), last.name, max(last.days, 1)))
    never, also = list[YearDay](), list[YearDay]()
    for one in node.each("exceptions"):
        year, moved = almanac.year(almanac.number_of(year_of(one.at("year")))), _whole(one.at("moveToMonth"))
        never += [
            _said(almanac, day) for day in EventDays(almanac, (event,)).days(event, year.start, year.end)
        ]
        if one.at("type").text() == "move" and 1 <= moved <= len(months):
            day = one.at("moveToDay").whole(1, 1, MOST_DAYS)
            also.append(YearDay(almanac.year_said(year.number), parts[months[moved - 1]].name, day))
    return replace(event, never=tuple(never), also=tuple(also))


def _said(almanac: Almanac, day: int) -> YearDay:
    date = almanac.date_of(day)
    return YearDay(date.year, almanac.data.parts[date.part].name, max(date.day, 1))


# Simple Calendar


def simple_notes(root: FileValue, almanac: Almanac) -> tuple[CalendarEvent, ...]:
    """Return the notes of an export of Simple Calendar that stand on days, counted from 0."""
    gathered = _Gathered(almanac)
    for node in _notes(root.at("notes")):
        said = node.at("flags", "foundryvtt-simple-calendar", "noteData")
        start, end = said.at("startDate"), said.at("endDate")
        name = gathered.part(start.at("month").whole(-1, 0, MOST_DAYS))
        if name is None:
            node.tell("dropped", "it names no month of this calendar")
            continue
        year, day = year_of(start.at("year")), start.at("day").whole(0, 0, MOST_DAYS) + 1
        if not said.at("allDay").flag(default=True):
            said.at("allDay").tell("dropped", _AT_ITS_DAY)
        when = _repeated(said.at("repeats").whole(0, 0, 3), YearDay(year, name, day), almanac)
        gathered.add(node, when, _lasting(start, end, almanac), hidden=False)
    return tuple(gathered.events)


def _notes(node: FileValue) -> Iterator[FileValue]:
    for one in node.each():
        if isinstance(one.value, list):
            yield from one.each()
        else:
            yield one


def _repeated(repeats: int, begins: YearDay, almanac: Almanac) -> Condition:
    match repeats:
        case 0:
            return OnDate(begins.part, begins.day, begins.year)
        case 1:
            return EveryDays(max(1, len(almanac.data.week.days)), begins)
        case 2:
            return OnDayOfMonth(begins.day)
        case _:
            return OnDate(begins.part, begins.day)


def _lasting(start: FileValue, end: FileValue, almanac: Almanac) -> int:
    """Return how many days there are from one date to another, both counted; one where it is unsaid."""
    if not end.there:
        return 1
    days = []
    for node in (start, end):
        month = node.at("month").whole(0, 0, len(almanac.data.parts) - 1)
        date = CalendarDate(year_of(node.at("year")), month, node.at("day").whole(0, 0, MOST_DAYS) + 1)
        try:
            days.append(almanac.day_of(date))
        except NoSuchDate as missing:
            days.append(missing.before)
    return days[1] - days[0] + 1


# Calendaria


def festivals(root: FileValue, almanac: Almanac, leap: Recurrence | None) -> tuple[CalendarEvent, ...]:
    """Return the festivals of a configuration of Calendaria that stand on a date; ``leap`` are leap years."""
    gathered = _Gathered(almanac)
    for node in root.each("festivals"):
        when: Condition | None = _festive(node, almanac)
        tree = node.at("conditionTree")
        if tree.there and not _is_of_a_date(tree):
            node.tell("dropped", "its conditions are not read")
            continue
        tree.tell("kept", "its date says it")
        only = node.at("leapYearOnly")
        if when is not None and only.there and only.flag() and leap is not None:
            when = Several((when, InYears(leap)))
        if when is None:
            node.tell("dropped", "it names no day of this calendar")
        hidden = node.at("visibility").text("visible") not in {"visible", "all", "player"}
        gathered.add(node, when, node.at("duration").whole(1, 1, MOST_DAYS), hidden=hidden)
    return tuple(gathered.events)


def _festive(node: FileValue, almanac: Almanac) -> OnDate | None:
    parts, yearly = almanac.data.parts, node.at("dayOfYear")
    if yearly.there:
        year = almanac.year(almanac.first_year)
        within = yearly.whole(0, 0, max(year.layout.length - 1, 0))
        date = almanac.date_of(year.start + within)
        return OnDate(parts[date.part].name, max(date.day, 1))
    old = node.at("day").there and not node.at("dayOfMonth").there
    month = node.at("month").whole(-1, 0, MOST_DAYS) - (1 if old else 0)
    day = node.at("day").whole(1, 1, MOST_DAYS) if old else node.at("dayOfMonth").whole(0, 0, MOST_DAYS) + 1
    return OnDate(parts[month].name, day) if 0 <= month < len(parts) else None


def _is_of_a_date(tree: FileValue) -> bool:
    """Return whether conditions say no more than the date that stands beside them."""
    if tree.at("type").value == "group":
        children = tree.each("children")
        return tree.at("mode").value == "and" and all(_is_of_a_date(one) for one in children)
    return tree.at("field").value in _DATED and tree.at("op").value == "=="

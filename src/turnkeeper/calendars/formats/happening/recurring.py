"""The events of Seasons & Stars, in and out: dates of every year or every few, weekdays of a month."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from turnkeeper.calendars.almanac import Almanac
from turnkeeper.calendars.conditions import (
    CalendarEvent,
    Condition,
    InMonth,
    InYears,
    OnDate,
    OnWeekday,
    Recurrence,
    Several,
    YearDay,
)
from turnkeeper.calendars.falling import EventDays
from turnkeeper.calendars.formats.accounts import FileValue, Ledger
from turnkeeper.calendars.formats.building import year_of
from turnkeeper.calendars.formats.happening.gathering import AT_ITS_DAY, Gathered, said, small
from turnkeeper.calendars.formats.happening.writing import (
    UnsaidCondition,
    day_of_month,
    members_of,
    without,
    written,
)
from turnkeeper.calendars.formats.source import Tree
from turnkeeper.calendars.values import MOST_DAYS
from turnkeeper.rules.problems import Path

_LENGTH = re.compile(r"(\d{1,6})([smhdw])")
_MISSING: dict[str, Literal["before", "after"]] = {
    "lastDay": "before",
    "beforeDay": "before",
    "afterDay": "after",
}
_NTHS = (1, 2, 3, 4, -1)


def read_recurring(root: FileValue, almanac: Almanac, months: Sequence[int]) -> tuple[CalendarEvent, ...]:
    """Return the events of a file of Seasons & Stars; ``months`` are the places of its months."""
    gathered = Gathered(almanac)
    for node in root.each("events"):
        name = gathered.name(node.at("name"))
        when = _when(node.at("recurrence"), almanac, months)
        hidden = node.at("visibility").text("player-visible") == "gm-only"
        if when is None:
            node.lose("it does not say when it comes")
            continue
        start = node.at("startTime")
        if start.there and set(start.text()) - set("0:"):
            start.tell("dropped", AT_ITS_DAY)
        event = CalendarEvent(name, when, _length(node.at("duration"), almanac), hidden)
        if gathered.fits(event):
            event = _bounded(node, event, almanac, months)
        gathered.add(node, event)
    return gathered.settled()


def _when(node: FileValue, almanac: Almanac, months: Sequence[int]) -> Condition | None:
    month, parts = small(node.at("month")), almanac.data.parts
    if not 1 <= month <= len(months):
        return None
    name = parts[months[month - 1]].name
    kind = node.at("type").text()
    if kind == "ordinal":
        place, week = small(node.at("weekday")), almanac.data.week.days
        if node.at("includeIntercalary").there and node.at("includeIntercalary").flag():
            node.at("includeIntercalary").tell("dropped", "days off the week are no weekdays here")
        if not 0 <= place < len(week):
            return None
        return Several((OnWeekday(week[place], node.at("occurrence").whole(1, -100, 100)), InMonth(name)))
    stated = node.at("ifDayNotExists")
    missing = _MISSING.get(stated.text()) if stated.there else None
    date = OnDate(name, max(small(node.at("day")), 1), missing=missing or "skip")
    if kind != "interval":
        return date
    every = node.at("intervalYears").whole(1, 1, 999_999_999)
    return Several((date, InYears(Recurrence(every=str(every), offset=year_of(node.at("anchorYear"))))))


def _length(node: FileValue, almanac: Almanac) -> int:
    """Return how many days a length takes that is written as 16d, 2w or 90m."""
    found = _LENGTH.fullmatch(node.text("1d")) if node.there else None
    if found is None:
        return 1
    if found[2] not in "dw":
        node.tell("changed", "it is there on its day")
        return 1
    week = max(1, len(almanac.data.week.days)) if found[2] == "w" else 1
    return max(1, min(int(found[1]) * week, MOST_DAYS))


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
        year, moved = almanac.year(almanac.number_of(year_of(one.at("year")))), small(one.at("moveToMonth"))
        days = EventDays(almanac, (event,)).days(event, year.start, year.end)
        never += [said(almanac, almanac.date_of(day)) for day in days]
        if one.at("type").text() == "move" and 1 <= moved <= len(months):
            day = one.at("moveToDay").whole(1, 1, MOST_DAYS)
            also.append(YearDay(almanac.year_said(year.number), parts[months[moved - 1]].name, day))
    return replace(event, never=tuple(never), also=tuple(also))


def write_recurring(almanac: Almanac, ledger: Ledger, months: dict[int, int]) -> list[Tree]:
    """Return the events of a calendar for Seasons & Stars; ``months`` are the numbers of its months."""
    numbers = {almanac.data.parts[place].name: number for place, number in reversed(months.items())}

    def one(event: CalendarEvent, path: Path) -> Tree:
        recurrence, year = _recurrence(event.when, almanac, numbers)
        bounds = {"startYear": year, "endYear": year} if year is not None else _years(event, almanac)
        found: Tree = {
            "id": f"event-{path[1]}",
            "name": event.name,
            "recurrence": recurrence,
            "duration": f"{event.days}d",
            "visibility": "gm-only" if event.hidden else "player-visible",
            **bounds,
        }
        if exceptions := _exceptions(event, almanac, numbers, path, ledger):
            found["exceptions"] = exceptions
        without(event, path, ledger, "rest")
        if year is not None and (event.since or event.until):
            without(event, path, ledger, "since", "until")
        return found

    return written(almanac, ledger, one)


def _recurrence(when: Condition, almanac: Almanac, numbers: dict[str, int]) -> tuple[Tree, int | None]:
    """Return how an event recurs, and the one year in which it comes if it is only one."""
    match members_of(when):
        case (OnDate() as date,):
            return {"type": "fixed", **_date(date, almanac, numbers)}, date.year
        case (OnDate(year=None) as date, InYears(when=rule)) if rule.every.strip().isdecimal():
            every = {"intervalYears": int(rule.every), "anchorYear": rule.offset}
            return {"type": "interval", **every, **_date(date, almanac, numbers)}, None
        case (OnWeekday(weekday=name, nth=nth), InMonth(part=part)) | (
            InMonth(part=part),
            OnWeekday(weekday=name, nth=nth),
        ) if nth in _NTHS and name in almanac.data.week.days and part in numbers:
            weekday = {"occurrence": nth, "weekday": almanac.data.week.days.index(name)}
            return {"type": "ordinal", "month": numbers[part], **weekday}, None
        case _:
            raise UnsaidCondition("events come on dates or on weekdays of a month there")


def _date(date: OnDate, almanac: Almanac, numbers: dict[str, int]) -> Tree:
    part = date.part or almanac.data.parts[0].name
    if part not in numbers:
        raise UnsaidCondition("events stand in months there")
    found: Tree = {"month": numbers[part], "day": day_of_month(date)}
    if date.missing != "skip":
        found["ifDayNotExists"] = "lastDay" if date.missing == "before" else "afterDay"
    return found


def _years(event: CalendarEvent, almanac: Almanac) -> dict[str, int]:
    """Return the first and the last year in which an event comes that comes once a year."""
    found: dict[str, int] = {}
    plain = replace(event, since=None, until=None, never=(), also=(), rest=0)
    for key, bound, step in (("startYear", event.since, 1), ("endYear", event.until, -1)):
        if bound is None:
            continue
        year = almanac.year(almanac.number_of(bound.year))
        open_event = replace(plain, since=event.since) if step > 0 else replace(plain, until=event.until)
        here = EventDays(almanac, (open_event,)).days(open_event, year.start, year.end)
        whole = EventDays(almanac, (plain,)).days(plain, year.start, year.end)
        number = year.number + (step if whole and not here else 0)
        found[key] = almanac.year_said(number)
    return found


def _exceptions(
    event: CalendarEvent, almanac: Almanac, numbers: dict[str, int], path: Path, ledger: Ledger
) -> list[Tree]:
    moved = {one.year: one for one in event.also if one.part in numbers}
    found: list[Tree] = []
    plain = replace(event, never=(), also=(), rest=0)
    days = EventDays(almanac, (plain,))
    for skipped in event.never:
        year = almanac.year(almanac.number_of(skipped.year))
        there = [said(almanac, almanac.date_of(day)) for day in days.days(plain, year.start, year.end)]
        if skipped not in there:
            continue
        to = moved.pop(skipped.year, None)
        if to is None:
            found.append({"year": skipped.year, "type": "skip"})
        else:
            where = {"moveToMonth": numbers[to.part], "moveToDay": to.day}
            found.append({"year": skipped.year, "type": "move", **where})
    if len(found) < len({one.year for one in event.also}) or moved:
        without(event, path, ledger, "also")
    return found

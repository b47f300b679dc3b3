"""The notes of Simple Calendar, in and out, and those of donjon: days, some of which come again."""

from __future__ import annotations

import re
from collections.abc import Iterator

from turnkeeper.calendars.almanac import Almanac, CalendarDate, NoSuchDate
from turnkeeper.calendars.conditions import CalendarEvent, Condition, EveryDays, OnDate, OnDayOfMonth, YearDay
from turnkeeper.calendars.formats.accounts import FileValue, Ledger
from turnkeeper.calendars.formats.happening.gathering import AT_ITS_DAY, Gathered, date_of, lasting, said
from turnkeeper.calendars.formats.happening.writing import UnsaidCondition, day_of_month, without, written
from turnkeeper.calendars.formats.source import Tree
from turnkeeper.rules.problems import Path

_FLAGS = "foundryvtt-simple-calendar"
_DATE = re.compile(r"(-?\d{1,12})-(\d{1,5})-(\d{1,5})")
_TAG = re.compile(r"<[^<>]{0,200}>")
_YEARS_TRIED = 400


def read_notes(root: FileValue, almanac: Almanac) -> tuple[CalendarEvent, ...]:
    """Return the notes of an export of Simple Calendar, whose months and days are counted from 0."""
    gathered = Gathered(almanac)
    for node in _each(root.at("notes"), root.at("calendars", 0, "id").value):
        name = gathered.name(node.at("name"))
        stated = node.at("flags", _FLAGS, "noteData")
        start, end = stated.at("startDate"), stated.at("endDate")
        begins = date_of(start, almanac, "month", from_one=False)
        if begins is None:
            node.lose("it names no month of this calendar")
            continue
        if not stated.at("allDay").flag(default=True):
            stated.at("allDay").tell("dropped", AT_ITS_DAY)
        when = _repeated(stated.at("repeats").whole(0, 0, 3), begins, almanac)
        ends = date_of(end, almanac, "month", from_one=False) if end.there else None
        gathered.add(node, CalendarEvent(name, when, lasting(almanac, begins, ends)))
    return gathered.settled()


def _each(node: FileValue, calendar: object) -> Iterator[FileValue]:
    """Yield the notes of a calendar; where a file has several, they stand under its id."""
    for one in node.each():
        if not isinstance(one.value, list):
            yield one
        elif calendar is None or one.path[-1] == calendar:
            yield from one.each()
        else:
            one.lose("only the first calendar of a file is read")


def _repeated(repeats: int, begins: CalendarDate, almanac: Almanac) -> Condition:
    part = almanac.data.parts[begins.part].name
    match repeats:
        case 0:
            return OnDate(part, begins.day, begins.year)
        case 1:
            return EveryDays(max(1, len(almanac.data.week.days)), said(almanac, begins))
        case 2:
            return OnDayOfMonth(begins.day)
        case _:
            return OnDate(part, begins.day)


def read_dated(notes: FileValue, almanac: Almanac) -> tuple[CalendarEvent, ...]:
    """Return the notes of donjon: texts by their dates, whose months and days are counted from 1."""
    gathered = Gathered(almanac)
    keys = list(notes.value) if isinstance(notes.value, dict) else []
    for key in keys[: len(notes.each())]:
        node = notes.at(key)
        if not node.text().strip():
            node.tell("kept", "a note without words says nothing")
            continue
        found = _DATE.fullmatch(key)
        part = int(found[2]) - 1 if found is not None else -1
        if found is None or not 0 <= part < len(almanac.data.parts):
            node.lose("it names no day of this calendar")
            continue
        plain = FileValue(" ".join(_TAG.sub(" ", node.text()).split()), node.path, node.ledger)
        name = gathered.name(plain)
        if name != node.text().strip():
            node.tell("changed", f'it is called "{name}"')
        day = OnDate(almanac.data.parts[part].name, max(int(found[3]), 1), int(found[1]))
        gathered.add(node, CalendarEvent(name, day))
    return gathered.settled()


def write_notes(almanac: Almanac, today: CalendarDate, ledger: Ledger) -> list[Tree]:
    """Return the events of a calendar as notes of Simple Calendar, and note the losses."""

    def one(event: CalendarEvent, path: Path) -> Tree:
        repeats, begins = _repeats(event.when, almanac, today)
        without(event, path, ledger, "hidden", "since", "until", "never", "also", "rest")
        ends = almanac.date_of(almanac.day_of(begins) + event.days - 1)
        dates = {"startDate": _date(begins), "endDate": _date(ends)}
        rest: Tree = {"repeats": repeats, "allDay": True, "order": 0, "categories": [], "remindUsers": []}
        return {
            "name": event.name,
            "content": "",
            "flags": {_FLAGS: {"noteData": {"calendarId": "default", **dates, **rest}}},
        }

    return written(almanac, ledger, one)


def _date(date: CalendarDate) -> Tree:
    return {
        "year": date.year,
        "month": date.part,
        "day": max(date.day, 1) - 1,
        "hour": 0,
        "minute": 0,
        "seconds": 0,
    }


def _repeats(when: Condition, almanac: Almanac, today: CalendarDate) -> tuple[int, CalendarDate]:
    """Return how an event repeats there, and a day on which it does."""
    parts = almanac.data.parts
    match when:
        case OnDate(missing="skip"):
            place = almanac.part_named(when.part)
            return (3 if when.year is None else 0), _there(
                almanac, place, day_of_month(when), when.year, today
            )
        case OnDayOfMonth(day=day) if day > 0:
            months = [place for place, one in enumerate(parts) if one.kind == "month" and one.days >= day]
            if months and all(one.kind == "month" for one in parts):
                return 2, _there(almanac, months[0], day, None, today)
        case EveryDays(days=days, since=since) if days == len(almanac.data.week.days):
            return 1, _known(almanac, since)
        case _:
            pass
    raise UnsaidCondition("notes repeat by the week, the month or the year there")


def _known(almanac: Almanac, day: YearDay) -> CalendarDate:
    date = CalendarDate(day.year, almanac.part_named(day.part), day.day)
    try:
        almanac.day_of(date)
    except NoSuchDate as missing:
        return almanac.date_of(missing.after)
    return date


def _there(almanac: Almanac, place: int, day: int, year: int | None, today: CalendarDate) -> CalendarDate:
    """Return a date of a year, or of the first year from today on that has it."""
    number = almanac.number_of(today.year)
    years = [year] if year is not None else [almanac.year_said(number + more) for more in range(_YEARS_TRIED)]
    for one in years:
        try:
            almanac.day_of(CalendarDate(one, place, day))
        except NoSuchDate:
            continue
        return CalendarDate(one, place, day)
    raise UnsaidCondition("it never comes")

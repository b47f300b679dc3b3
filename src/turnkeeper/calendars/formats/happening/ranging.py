"""The events of Calendarium, in and out: a date whose year, month and day are each a number or a range."""

from __future__ import annotations

from turnkeeper.calendars.almanac import Almanac, CalendarDate, NoSuchDate
from turnkeeper.calendars.conditions import (
    CalendarEvent,
    Condition,
    EveryDays,
    InMonth,
    OnDate,
    OnDayOfMonth,
    OnNumber,
)
from turnkeeper.calendars.formats.accounts import FileValue, Ledger
from turnkeeper.calendars.formats.happening.gathering import Gathered, date_of, lasting, said
from turnkeeper.calendars.formats.happening.joining import both
from turnkeeper.calendars.formats.happening.writing import (
    UnsaidCondition,
    day_of_month,
    members_of,
    without,
    written,
)
from turnkeeper.calendars.formats.source import Tree
from turnkeeper.calendars.values import LARGEST_YEAR, Numbered
from turnkeeper.rules.problems import Path

_UNITS: tuple[Numbered, ...] = ("year", "month", "day")


def read_ranging(root: FileValue, almanac: Almanac) -> tuple[CalendarEvent, ...]:
    """Return the events of a calendar of Calendarium, and those of its eras that are events."""
    gathered = Gathered(almanac)
    for node in root.each("events"):
        name = gathered.name(node.at("name"))
        node.at("type").tell("kept")
        if node.at("type").value == "Undated" or not _dated(node.at("date")):
            node.lose("it has no date", "left out")
            continue
        event = _event(node, name, almanac)
        if event is None:
            node.lose("it names no day of this calendar")
        else:
            gathered.add(node, event)
    for node in root.each("static", "eras"):
        if node.at("isEvent").flag():
            begins = date_of(node.at("date"), almanac, "month", from_one=True)
            if begins is not None:
                gathered.add(node, CalendarEvent(gathered.name(node.at("name")), _once(almanac, begins)))
    return gathered.settled()


def _dated(date: FileValue) -> bool:
    return any(date.at(unit).there for unit in _UNITS)


def _once(almanac: Almanac, date: CalendarDate) -> OnDate:
    return OnDate(almanac.data.parts[date.part].name, max(date.day, 1), date.year)


def _event(node: FileValue, name: str, almanac: Almanac) -> CalendarEvent | None:
    date, formula = node.at("date"), node.at("formulas", 0, "number")
    single = all(not isinstance(date.at(unit).value, list) for unit in _UNITS)
    whole = single and all(date.at(unit).there for unit in _UNITS)
    begins = date_of(date, almanac, "month", from_one=True) if whole else None
    if whole and begins is None:
        return None
    if begins is not None and formula.there:
        since = said(almanac, begins)
        return CalendarEvent(name, EveryDays(formula.whole(1, 1, LARGEST_YEAR), since), since=since)
    if begins is not None:
        end = node.at("end")
        ends = date_of(end, almanac, "month", from_one=True) if _dated(end) else None
        return CalendarEvent(name, _once(almanac, begins), lasting(almanac, begins, ends))
    conditions = [_range(date.at(unit), unit, len(almanac.data.parts)) for unit in _UNITS]
    if any(one is None for one in conditions):
        return None
    said_so = [_month(one, almanac) for one in conditions if one is not None and not _open(one)]
    return CalendarEvent(name, both(said_so) if said_so else OnNumber("day"))


def _range(node: FileValue, unit: Numbered, months: int) -> OnNumber | None:
    """Take a number, a range open on either side, or nothing, which is every; months are counted from 0."""
    more, bound = (1, months - 1) if unit == "month" else (0, LARGEST_YEAR)
    bounds: list[int | None] = []
    for one in (node.at(0), node.at(1)) if isinstance(node.value, list) else (node, node):
        one.tell("kept")
        number = one.exact() if one.there else None
        if one.there and (number is None or number.denominator > 1 or abs(number) > bound):
            return None
        bounds.append(None if number is None else int(number) + more)
    least, most = bounds
    return OnNumber(unit, least, most) if least is None or most is None or least <= most else None


def _open(one: OnNumber) -> bool:
    return one.least is None and one.most is None


def _month(one: OnNumber, almanac: Almanac) -> Condition:
    if one.of == "month" and one.least is not None and one.least == one.most:
        return InMonth(almanac.data.parts[one.least - 1].name)
    return one


def write_ranging(almanac: Almanac, ledger: Ledger) -> list[Tree]:
    """Return the events of a calendar as Calendarium states them, and note the losses."""

    def one(event: CalendarEvent, path: Path) -> Tree:
        without(event, path, ledger, "hidden", "never", "also", "rest")
        found: Tree = {
            "id": f"event-{path[1]}",
            "name": event.name,
            "description": "",
            "note": None,
            "category": None,
        }
        if isinstance(event.when, EveryDays):
            since = event.when.since
            if event.since != since or event.until is not None or event.days > 1:
                without(event, path, ledger, "until")
                ledger.note(path, "changed", f"it comes from {since.year} on there, for a day")
            date = CalendarDate(since.year, almanac.part_named(since.part), since.day)
            formula = {"type": "interval", "number": event.when.days, "timespan": "days"}
            return found | {"type": "Date", "date": _said(date), "formulas": [formula]}
        without(event, path, ledger, "since", "until")
        ranges = _ranges(event.when, almanac)
        if all(not isinstance(each, list) for each in ranges.values()):
            return found | _single(event, almanac, ranges)
        return found | {"type": "Recurring", "date": _lasting(event, ranges, almanac, path, ledger)}

    return written(almanac, ledger, one)


def _said(date: CalendarDate) -> Tree:
    return {"year": date.year, "month": date.part, "day": max(date.day, 1)}


def _single(event: CalendarEvent, almanac: Almanac, date: Tree) -> Tree:
    if event.days == 1 or not isinstance(event.when, OnDate):
        return {"type": "Date", "date": date}
    begins = CalendarDate(event.when.year or 0, almanac.part_named(event.when.part), event.when.day)
    try:
        ends = almanac.date_of(almanac.day_of(begins) + event.days - 1)
    except NoSuchDate as missing:
        raise UnsaidCondition("it never comes") from missing
    return {"type": "Range", "date": date, "end": _said(ends)}


def _lasting(event: CalendarEvent, date: Tree, almanac: Almanac, path: Path, ledger: Ledger) -> Tree:
    """Return a date that comes again with all of its days, where they are in one month."""
    day, month = date["day"], date["month"]
    if event.days == 1:
        return date
    if (
        not isinstance(day, int)
        or not isinstance(month, int)
        or day + event.days - 1 > almanac.data.parts[month].days
    ):
        raise UnsaidCondition("what comes again lasts within one month there")
    ledger.note((*path, "days"), "changed", "each of its days is an event there")
    return date | {"day": [day, day + event.days - 1]}


def _ranges(when: Condition, almanac: Almanac) -> Tree:
    """Return the year, the month and the day of a condition, each a number or a range."""
    bounds: dict[str, tuple[int | None, int | None]] = dict.fromkeys(_UNITS, (None, None))
    feasts = any(one.kind == "feast" for one in almanac.data.parts)
    for one in members_of(when):
        match one:
            case OnDate(missing="skip"):
                month, day = almanac.part_named(one.part) + 1, day_of_month(one)
                found: list[tuple[Numbered, int | None, int | None]] = [
                    ("month", month, month),
                    ("day", day, day),
                ]
                found += [("year", one.year, one.year)] if one.year is not None else []
            case InMonth(part=part):
                found = [("month", almanac.part_named(part) + 1, almanac.part_named(part) + 1)]
            case OnDayOfMonth(day=day) if day > 0 and not feasts:
                found = [("day", day, day)]
            case OnNumber(of=of, least=least, most=most, every=1) if of in _UNITS:
                found = [(of, least, most)]
            case _:
                raise UnsaidCondition("events come by their year, month and day there")
        for unit, least, most in found:
            low, high = bounds[unit]
            bounds[unit] = _most(low, least), _least(high, most)
    if any(low is not None and high is not None and low > high for low, high in bounds.values()):
        raise UnsaidCondition("it never comes")
    return {
        unit: _bits(*(None if one is None else one - (unit == "month") for one in bounds[unit]))
        for unit in _UNITS
    }


def _most(one: int | None, other: int | None) -> int | None:
    return max((each for each in (one, other) if each is not None), default=None)


def _least(one: int | None, other: int | None) -> int | None:
    return min((each for each in (one, other) if each is not None), default=None)


def _bits(low: int | None, high: int | None) -> object:
    return low if low is not None and low == high else [low, high]

"""donjon's saved calendars: months and moons by name, no leap years, no feasts.

Programs that read them disagree about the first weekday. Here it is that of the first day of year 0; it is
listed as asked, with what it makes of the year that the file shows, so that one can compare.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from turnkeeper.calendars.almanac import CalendarDate
from turnkeeper.calendars.formats.accounts import FileValue
from turnkeeper.calendars.formats.building import (
    Names,
    anchored,
    beginning,
    days_of,
    draft,
    exact_text,
    grounded,
    new_at,
    week_of,
    weekday_beginning,
    year_of,
)
from turnkeeper.calendars.formats.happening.noted import read_dated
from turnkeeper.calendars.model import CalendarData, CalendarMoon, CalendarPart, Week


def read_donjon(root: FileValue, file: str) -> tuple[CalendarData, CalendarDate | None]:
    """Return the calendar that donjon saved, and the first day of the year that it shows."""
    names = Names()
    lengths, seen = root.at("month_len"), set[str]()
    parts: list[CalendarPart] = []
    for place, node in enumerate(root.each("months"), 1):
        said = node.text()
        length = lengths.at(said)
        if said in seen:
            length.tell("changed", "two months have this name; both have these days")
        seen.add(said)
        parts.append(CalendarPart(names.name(node, f"Month {place}"), days_of(length)))
    if not parts:
        root.at("months").refuse("there are no months")
    data = draft(root.at("name"), file, tuple(parts), zero=True)
    week = week_of(root.each("weekdays"))
    data = replace(data, week=Week(week))
    almanac = grounded(data, root.ledger, file)
    first, year = root.at("first_day"), root.at("year")
    place = first.whole(0, 0, max(len(week) - 1, 0))
    data = replace(anchored(almanac, 0, place), moons=_moons(root, names))
    almanac = grounded(data, root.ledger, file)
    shown = year_of(year)
    if first.there and week:
        begins, other = week[weekday_beginning(almanac, shown)], week[place]
        if begins == other:
            first.tell("kept", "both readings of it agree")
        else:
            first.tell(
                "asked", f"taken so that year {shown} begins with {begins}; read otherwise, with {other}"
            )
    counts = (("n_months", len(parts)), ("week_len", len(week)), ("n_moons", len(data.moons)))
    worked_out = (*counts, ("year_len", sum(one.days for one in parts)))
    for name, count in worked_out:
        node = root.at(name)
        same = node.exact() == count
        if node.there:
            node.tell("kept" if same else "changed", "as worked out" if same else f"it is {count}")
    data = replace(data, events=read_dated(root.at("notes"), almanac))
    noted = root.at("events")
    if noted.there:
        same = noted.exact() == len(data.events)
        noted.tell("kept" if same else "changed", "as worked out" if same else f"it is {len(data.events)}")
    return data, beginning(almanac, shown) if year.there else None


def _moons(root: FileValue, names: Names) -> tuple[CalendarMoon, ...]:
    found: list[CalendarMoon] = []
    for place, node in enumerate(root.each("moons"), 1):
        said = node.text()
        length, shift = root.at("lunar_cyc", said), root.at("lunar_shf", said)
        cycle = length.exact()
        if cycle is None or not 0 < cycle < 10**9:
            node.tell("dropped", "a moon needs a cycle above 0 days")
            length.tell("dropped", "a moon needs a cycle above 0 days")
            continue
        one = CalendarMoon(names.name(node, f"Moon {place}"), exact_text(cycle))
        found.append(new_at(one, shift.exact() or Fraction(0)))
        if shift.there:
            shift.tell("asked", "taken as the day, from the first of year 0, on which the moon is new")
    return tuple(found)

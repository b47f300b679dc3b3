"""Small calendar files of our own making, one of each format, with names that are nobody's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

from turnkeeper.calendars.almanac import Almanac
from turnkeeper.calendars.falling import EventDays
from turnkeeper.calendars.formats.importing import Imported, import_calendar
from turnkeeper.calendars.model import CalendarData
from turnkeeper.calendars.sky import phase_of
from turnkeeper.calendars.wording import read_date, say_date
from turnkeeper.rules.problems import Problem, RulesFault

SAMPLES = Path(__file__).parent / "samples"
FORMATS = tuple(sorted(one.stem for one in SAMPLES.glob("*.json")))
Tree = dict[str, object]


def sample(name: str) -> str:
    """Return the text of a sample."""
    return (SAMPLES / f"{name}.json").read_text("utf-8")


def tree_of(name: str) -> Tree:
    """Return the data of a sample."""
    return cast("Tree", json.loads(sample(name)))


def imported(name: str) -> Imported:
    """Return the calendar that a sample gives."""
    return import_calendar(sample(name), f"{name}.json")


def read_or_problems(text: str) -> Imported | tuple[Problem, ...]:
    """Return the calendar that a text gives, or the problems for which it is refused."""
    try:
        return import_calendar(text, "x.json")
    except RulesFault as fault:
        return fault.problems


def told(data: CalendarData, day: int) -> tuple[str, str, tuple[str, ...]]:
    """Return a day by a calendar: date, weekday and the phase of each moon."""
    almanac = Almanac(data)
    weekday = almanac.weekday_of(day)
    return (
        say_date(almanac, day),
        weekday.name if weekday is not None else "",
        tuple(phase_of(almanac, moon, day) for moon in data.moons),
    )


def day_of(data: CalendarData, said: str) -> int:
    """Return the day of a date in words."""
    return read_date(Almanac(data), said)


def first_difference(one: CalendarData, other: CalendarData, days: range) -> str:
    """Return the first of some days of which two calendars say other months, days, weekdays or phases."""
    almanacs = Almanac(one), Almanac(other)
    for day in days:
        first, second = (_facts(almanac, day) for almanac in almanacs)
        if first != second:
            return f"{day}: {first} and {second}"
    return ""


def _facts(almanac: Almanac, day: int) -> tuple[object, ...]:
    weekday = almanac.weekday_of(day)
    named = (weekday.place, weekday.name) if weekday is not None else None
    return almanac.date_of(day), named, tuple(phase_of(almanac, moon, day) for moon in almanac.data.moons)


def event_days(data: CalendarData, days: range) -> dict[str, list[int]]:
    """Return the days of some on which each event of a calendar is there."""
    found: dict[str, list[int]] = {one.name: [] for one in data.events}
    for day, there in EventDays(Almanac(data), data.events).during(days.start, days.stop).items():
        for one in there:
            found[one.name].append(day)
    return {name: sorted(those) for name, those in found.items()}

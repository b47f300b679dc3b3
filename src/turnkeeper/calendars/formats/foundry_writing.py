"""Calendars written as Foundry's own configuration, which knows months, one leap rule, a week and seasons."""

from __future__ import annotations

from turnkeeper.calendars.almanac import Almanac, CalendarDate
from turnkeeper.calendars.formats.accounts import Ledger
from turnkeeper.calendars.formats.building import weekday_beginning
from turnkeeper.calendars.formats.leaping import leaping, no_year_zero, rule_changed, weeks_run_on
from turnkeeper.calendars.formats.source import Tree
from turnkeeper.calendars.formats.spans import begin_by_date
from turnkeeper.calendars.model import CalendarData


def write_foundry(almanac: Almanac, _: CalendarDate, ledger: Ledger) -> Tree:
    """Return a calendar as Foundry's configuration, and note the losses: all but months and seasons."""
    data = almanac.data
    for section in ("calendar", "parts", "week", "clock", "seasons"):
        ledger.note((section,), "kept")
    for section, why in (
        ("moons", "moons cannot be said there"),
        ("eras", "eras cannot be said there"),
        ("cycles", "cycles of names cannot be said there"),
        ("events", "events cannot be said there"),
        ("hours", "names of hours cannot be said there"),
        ("interpolate", "dawn and dusk cannot be said there"),
    ):
        ledger.note((section,), "dropped", why)
    weeks_run_on(data, ledger)
    found = leaping(data, ledger)
    if found.rule == "gregorian":
        rule_changed(data, found, ledger, "every 4th year is a leap year there: exceptions cannot be said")
    number = 4 if found.rule == "gregorian" else found.number
    for place, part, _length in found.parts:
        if not part.in_week:
            ledger.note(("parts", place, "in_week"), "changed", "every day is one of the week there")
        if part.kind == "feast":
            ledger.note(("parts", place, "kind"), "changed", "feasts are months there")
    zero = no_year_zero(data, ledger)
    return {
        "name": data.calendar.name,
        "description": "",
        "years": {
            "yearZero": zero,
            "firstWeekday": weekday_beginning(almanac, zero),
            "leapYear": {"leapStart": found.offset % number, "leapInterval": number} if number else None,
        },
        "months": {
            "values": [
                {
                    "name": part.name,
                    "abbreviation": part.abbr or part.name[:3],
                    "ordinal": place + 1,
                    "days": length.days,
                    "leapDays": length.leap if length.leap != length.days else None,
                }
                for place, part, length in found.parts
            ]
        },
        "days": {
            "values": [
                {"name": name, "abbreviation": name[:2], "ordinal": place}
                for place, name in enumerate(data.week.days, 1)
            ],
            "daysPerYear": sum(length.days for _, _, length in found.parts),
            "hoursPerDay": data.clock.hours,
            "minutesPerHour": data.clock.minutes,
            "secondsPerMinute": data.clock.seconds,
        },
        "seasons": {"values": _seasons_written(data, ledger)} if data.seasons else None,
    }


def _seasons_written(data: CalendarData, ledger: Ledger) -> list[Tree]:
    if not begin_by_date(data, ledger):
        return []
    order = [part.name for part in data.parts]
    found: list[Tree] = []
    for place, one in enumerate(data.seasons):
        later = data.seasons[(place + 1) % len(data.seasons)].begins
        if one.begins is None or later is None:
            continue
        for name in ("dawn", "dusk"):
            ledger.note(("seasons", place, name), "dropped", "dawn and dusk cannot be said there")
        if one.ends is not None:
            last = (order.index(one.ends.part) + 1, one.ends.day)
        elif later.day > 1:
            last = (order.index(later.part) + 1, later.day - 1)
        else:
            before = (order.index(later.part) - 1) % len(order)
            last = (before + 1, max(data.parts[before].days, 1))
        first = (order.index(one.begins.part) + 1, one.begins.day)
        found.append(
            {
                "name": one.name,
                "monthStart": first[0],
                "dayStart": first[1],
                "monthEnd": last[0],
                "dayEnd": last[1],
            }
        )
    return found

"""Events, notes and festivals of foreign files: they come on the days that their programs give."""

from __future__ import annotations

import json
from typing import Any

from turnkeeper.calendars.almanac import Almanac
from turnkeeper.calendars.falling import EventDays
from turnkeeper.calendars.formats.accounts import Account
from turnkeeper.calendars.formats.importing import Imported, import_calendar
from turnkeeper.calendars.wording import say_date


def read(tree: dict[str, Any]) -> Imported:
    return import_calendar(json.dumps(tree), "theirs.json")


def dates(found: Imported, name: str, first: int, end: int) -> list[str]:
    """Return the dates of an event from one year on and before another, without the years."""
    almanac = Almanac(found.data)
    event = next(one for one in found.data.events if one.name == name)
    days = EventDays(almanac, found.data.events).days(
        event, almanac.year(first).start, almanac.year(end).start
    )
    return [say_date(almanac, day) for day in days]


def remarks(found: Imported, part: str) -> set[tuple[str, str]]:
    told: tuple[Account, ...] = found.accounts
    return {(one.fate, one.remark) for one in told if part in one.path}


STARS = {
    "id": "gregorian",
    "translations": {"en": {"label": "Gregorian"}},
    # 2024 began on a Monday.
    "year": {"epoch": 2024, "startDay": 1},
    "events": [
        {"name": "Thanks", "recurrence": {"type": "ordinal", "month": 11, "occurrence": 4, "weekday": 4}},
        {"name": "Leap", "recurrence": {"type": "fixed", "month": 2, "day": 29, "ifDayNotExists": "lastDay"}},
        {
            "name": "Games",
            "recurrence": {"type": "interval", "intervalYears": 4, "anchorYear": 2024, "month": 7, "day": 26},
            "duration": "16d",
            "startYear": 2020,
            "endYear": 2024,
        },
        {
            "name": "Secret",
            "recurrence": {"type": "fixed", "month": 1, "day": 1},
            "visibility": "gm-only",
            "startTime": "18:00",
            "exceptions": [
                {"year": 2024, "type": "skip"},
                {"year": 2025, "type": "move", "moveToMonth": 1, "moveToDay": 3},
            ],
        },
        {"name": "Nowhere", "recurrence": {"type": "fixed", "month": 13, "day": 1}},
    ],
}


def test_recurrences_of_seasons_and_stars() -> None:
    """Thanksgiving is the fourth Thursday of November: the 23rd in 2023, the 28th in 2024."""
    found = read(STARS)
    assert dates(found, "Thanks", 2023, 2025) == ["23rd of November 2023", "28th of November 2024"]
    assert dates(found, "Leap", 2023, 2025) == ["28th of February 2023", "29th of February 2024"]
    assert dates(found, "Games", 2010, 2040) == ["26th of July 2020", "26th of July 2024"]
    assert dates(found, "Secret", 2023, 2026) == ["1st of January 2023", "3rd of January 2025"]
    named = {one.name: one for one in found.data.events}
    assert (named["Games"].days, named["Thanks"].days) == (16, 1)
    assert [one.name for one in found.data.events if one.hidden] == ["Secret"]
    assert ("dropped", "it does not say when it comes") in remarks(found, "events[4]")
    assert ("dropped", "an event here begins with its day") in remarks(found, "events[3].startTime")


def note(name: str, month: int, day: int, repeats: int, last: int | None = None) -> dict[str, Any]:
    start = {"year": 2, "month": month, "day": day}
    data = {
        "startDate": start,
        "endDate": {**start, "day": day if last is None else last},
        "repeats": repeats,
    }
    return {"name": name, "flags": {"foundryvtt-simple-calendar": {"noteData": {**data, "allDay": True}}}}


def test_notes_of_simple_calendar_repeat_as_they_did() -> None:
    """Two months of ten days, weeks of four; months and days are counted from 0."""
    found = read(
        {
            "calendar": {
                "months": [{"name": one, "numberOfDays": 10} for one in ("Up", "Down")],
                "weekdays": [{"name": one} for one in "ABCD"],
                "year": {"numericRepresentation": 2},
                "leapYear": {"rule": "none"},
            },
            "notes": {
                "default": [
                    note("Once", 0, 4, 0),
                    note("Weekly", 1, 0, 1),
                    note("Monthly", 0, 9, 2),
                    note("Yearly", 1, 2, 3, 4),
                    note("Lost", 7, 0, 3),
                ]
            },
        }
    )
    assert dates(found, "Once", 1, 5) == ["5th of Up 2"]
    assert dates(found, "Weekly", 2, 3) == [
        "3rd of Up 2", "7th of Up 2", "1st of Down 2", "5th of Down 2", "9th of Down 2",
    ]  # fmt: skip
    assert dates(found, "Monthly", 3, 4) == ["10th of Up 3", "10th of Down 3"]
    assert dates(found, "Yearly", 1, 4) == ["3rd of Down 1", "3rd of Down 2", "3rd of Down 3"]
    assert next(one.days for one in found.data.events if one.name == "Yearly") == 3
    assert ("dropped", "it names no month of this calendar") in remarks(found, "notes.default[4]")


def test_festivals_of_calendaria_stand_on_their_dates_and_their_conditions_are_told() -> None:
    months = {str(place): {"name": one, "days": 10} for place, one in enumerate(("Up", "Down"))}
    equal = {"type": "condition", "field": "month", "op": "==", "value": 1}
    found = read(
        {
            "name": "Two Hills",
            "metadata": {},
            "months": {"values": months},
            "days": {"values": {"a": {"name": "A"}, "b": {"name": "B"}}},
            "years": {"yearZero": 0},
            "festivals": {
                "one": {"name": "First", "month": 0, "dayOfMonth": 0, "conditionTree": equal},
                "two": {"name": "Late", "dayOfYear": 14, "duration": 2, "visibility": "hidden"},
                "old": {"name": "Old", "month": 2, "day": 3},
                "odd": {
                    "name": "Odd",
                    "month": 0,
                    "dayOfMonth": 0,
                    "conditionTree": {"type": "condition", "field": "moonPhase", "op": "==", "value": 1},
                },
            },
        }
    )
    assert dates(found, "First", 4, 5) == ["1st of Up 4"]
    assert dates(found, "Late", 4, 5) == ["5th of Down 4"]
    assert dates(found, "Old", 4, 5) == ["3rd of Down 4"]
    assert [(one.name, one.days, one.hidden) for one in found.data.events if one.hidden] == [
        ("Late", 2, True)
    ]
    assert ("dropped", "its conditions are not read") in remarks(found, "festivals.odd")

"""Events, notes and festivals of foreign files: they come on the days that their programs give."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from tests.calendars.formats.files import imported
from turnkeeper.calendars.almanac import Almanac
from turnkeeper.calendars.conditions import OnWeather
from turnkeeper.calendars.falling import EventDays
from turnkeeper.calendars.formats.accounts import Account
from turnkeeper.calendars.formats.exporting import export_calendar
from turnkeeper.calendars.formats.importing import Imported, import_calendar
from turnkeeper.calendars.wording import say_date
from turnkeeper.rules.problems import RulesFault


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
    equal = {
        "type": "group",
        "mode": "and",
        "children": [{"type": "condition", "field": one, "op": "==", "value": 1} for one in ("month", "day")],
    }
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
    assert ("dropped", "a calendar here does not ask for 'moonPhase'") in remarks(found, "festivals.odd")


def condition(
    name: str, *conditions: object, connected: Sequence[object] = (), **data: object
) -> dict[str, Any]:
    when = {"conditions": list(conditions), "connected_events": list(connected)}
    return {"name": name, "data": {**when, **data}}


AND, OR = ["&&"], ["||"]
SPRING = [["Month", "0", ["2"]], AND, ["Day", "2", ["21"]]]
APRIL = [["Month", "0", ["3"]], AND, ["Day", "3", ["19"]]]
MONTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
FANTASY: dict[str, Any] = {
    "name": "Gregorian",
    "static_data": {
        "year_data": {
            # The first of January 1 was a Monday.
            "first_day": 1,
            "overflow": True,
            "global_week": ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
            "timespans": [{"name": f"M{at}", "length": days} for at, days in enumerate(MONTHS, 1)],
            "leap_days": [{"name": "", "timespan": 1, "interval": "400,!100,4", "offset": 0}],
        },
        "moons": [{"name": "Moon", "cycle": 29.530588853, "shift": 10.24953, "granularity": 24}],
    },
    "events": [
        condition("Christmas", ["Month", "0", ["11"]], AND, ["Day", "0", ["25"]]),
        condition(
            "Paschal",
            ["", [["Moons", "0", ["0", "12"]]]],
            AND,
            ["", [["", SPRING], OR, ["", APRIL]]],
            limited_repeat=True,
            limited_repeat_num=60,
        ),
        condition(
            "Easter", ["Events", "3", [0, "7"]], AND, ["Weekday", "0", ["Sun"]], connected=[1],
            limited_repeat=True, limited_repeat_num=7,
        ),
        condition("Good Friday", ["Events", "1", [0, "2"]], connected=["2"]),
        condition("Thanks", ["Weekday", "0", [3]], AND, ["Weekday", "8", [4]], AND, ["Month", "0", [10]]),
        condition("Last of month", ["Day", "14", ["1"]], AND, ["Year", "0", ["2023"]]),
        condition("Right to left", ["Month", "0", [0]], AND, ["Day", "0", [1]], OR, ["Day", "0", [2]]),
        condition("Solstice", ["Season", "15", ["1"]]),
        condition("Ring", ["Events", "0", [0, "1"]], connected=[9]),
        condition("Ring too", ["Events", "0", [0, "1"]], connected=[8]),
        condition("After the ring", ["Events", "0", [0, "1"]], connected=[8]),
    ],
}  # fmt: skip


def test_conditions_of_fantasy_calendar() -> None:
    """Easter fell on 9 April 2023, 31 March 2024 and 20 April 2025.

    Its signs bind from the right: the first month, and the 1st or the 2nd.
    """
    found = read(FANTASY)
    assert dates(found, "Christmas", 2023, 2025) == ["25th of M12 2023", "25th of M12 2024"]
    assert dates(found, "Easter", 2023, 2026) == ["9th of M4 2023", "31st of M3 2024", "20th of M4 2025"]
    assert dates(found, "Good Friday", 2023, 2025) == ["7th of M4 2023", "29th of M3 2024"]
    assert dates(found, "Thanks", 2023, 2025) == ["23rd of M11 2023", "28th of M11 2024"]
    assert len(dates(found, "Last of month", 2020, 2030)) == 12
    assert dates(found, "Right to left", 2023, 2024) == ["1st of M1 2023", "2nd of M1 2023"]
    assert ("dropped", "no season says when there is a longest day") in remarks(found, "events[7]")
    assert ("dropped", "'Ring' waits for itself") in remarks(found, "events[8]")
    assert ("dropped", "it waits for an event that is not kept") in remarks(found, "events[10]")


def sunny(*lengths: tuple[float, int]) -> dict[str, Any]:
    """Return an export with four seasons of a transition and steady days, of 8, 12, 16 and 12 hours."""
    times = zip((8, 6, 4, 6), (16, 18, 20, 18), strict=True)
    seasons = [
        {
            "name": f"S{at}",
            "transition_length": moving,
            "duration": steady,
            "time": {"sunrise": {"hour": rise, "minute": 0}, "sunset": {"hour": sink, "minute": 0}},
        }
        for at, ((rise, sink), (moving, steady)) in enumerate(zip(times, lengths, strict=True))
    ]
    asked = ["longest", "shortest", "rising", "falling"]
    static = FANTASY["static_data"]
    settings = {"season_offset": 0, "periodic_seasons": True}
    return {
        "name": "Sunny",
        "static_data": {**static, "seasons": {"data": seasons, "global_settings": settings}},
        "events": [
            *(condition(name, ["Season", str(15 + at), ["1"]]) for at, name in enumerate(asked)),
            condition("others", ["Season", "15", ["0"]]),
            condition("fifth after", ["Events", "0", [0, "5"]], connected=[0]),
        ],
    }


def test_solstices_and_equinoxes_of_fantasy_calendar() -> None:
    """By hand, from day 0 on, the 1st of January 1: seasons of 91.25 days begin on days 0, 92, 183 and 274.

    The program's seasons begin on the first whole day of each. Half way from 8 to 16 hours lie the 12 that
    the second and the fourth begin with.
    """
    found = read(sunny(*[(91.25, 0)] * 4))
    assert dates(found, "longest", 1, 2) == ["3rd of M7 1"]
    assert dates(found, "rising", 1, 2) == ["3rd of M4 1"]
    assert dates(found, "falling", 1, 2) == ["2nd of M10 1"]
    assert dates(found, "shortest", 1, 3) == ["1st of M1 1", "1st of M1 2"]
    assert dates(found, "fifth after", 1, 2) == ["8th of M7 1"]
    assert len(dates(found, "others", 1, 2)) == 364
    assert ("kept", "on the exact day; hours of light are rounded there") in remarks(found, "events[0]")


@pytest.mark.slow
@pytest.mark.parametrize(
    "lengths", [[(91.25, 0)] * 4, [(60, 30), (91.310625, 0), (80, 11.5), (0, 0)], [(30, 1), (20.5, 0)] * 2]
)
def test_the_days_turn_as_they_did_for_a_thousand_years(lengths: list[tuple[float, int]]) -> None:
    """T24, with seasons whose years are not those of the calendar, and steady days in them."""
    first = read(sunny(*lengths)).data
    second = import_calendar(export_calendar(first, "fantasy-calendar").text, "back.json").data
    days = []
    for data in (first, second):
        almanac = Almanac(data)
        found = EventDays(almanac, data.events)
        bounds = almanac.year(1).start, almanac.year(1_001).start
        days.append(
            [(one.day, one.event.name) for one in found.between(*bounds) if one.event.name != "others"]
        )
    assert days[0] == days[1]
    assert len(days[0]) > 4 * 900


def test_steady_days_of_fantasy_calendar_come_before_those_that_grow() -> None:
    """Of its third season 30 days have 16 hours, and 60 lose 4; of the first it says none: then 90."""
    found = read(sunny((0, 0), (90, 0), (60, 30), (95, 0)))
    assert [one.length for one in found.data.seasons] == ["90", "90", "90", "95"]
    assert [one.steady for one in found.data.seasons] == ["", "", "30", ""]
    assert ("changed", "where it says none, the program takes 90 days") in remarks(
        found, "data[0].transition_length"
    )
    back = import_calendar(export_calendar(found.data, "fantasy-calendar").text, "back.json").data
    assert back.seasons == found.data.seasons
    for to in ("simple-calendar", "seasons-and-stars", "calendarium", "foundry"):
        told = {(one.path, one.fate) for one in export_calendar(found.data, to).accounts}
        assert ("seasons[2].steady", "dropped") in told


def calendaria(**daylight: int) -> dict[str, Any]:
    fields = ("isLongestDay", "isShortestDay", "isSpringEquinox", "isAutumnEquinox")
    kinds = ("winter", "spring", "summer")
    return {
        "name": "Four by a hundred",
        "metadata": {},
        "months": {"values": {str(at): {"name": f"M{at}", "days": 100} for at in range(1, 5)}},
        "days": {"values": {"a": {"name": "A"}}, "daysPerYear": 400},
        "years": {"yearZero": 0},
        "daylight": {"enabled": True, "shortestDay": 8, "longestDay": 16, **daylight},
        "seasons": {
            "values": {
                kind: {"name": kind, "seasonalType": kind, "dayStart": at * 120, "dayEnd": at * 120 + 119}
                for at, kind in enumerate(kinds)
            }
        },
        "festivals": {
            one: {"name": one, "conditionTree": {"type": "condition", "field": one, "op": "==", "value": 1}}
            for one in fields
        },
    }


def test_solstices_of_calendaria_are_days_of_the_year() -> None:
    """Days 370 and 150 of the year, from 0; half way from the first to the second lie 181 // 2 = 90 days.

    370 + 90 is day 60 of the next year. Of a season that is not there the program finds no equinox. Where the
    days are not said, they are 47 of 100 days, 188, and 200 later.
    """
    found = read(calendaria(winterSolstice=370, summerSolstice=150))
    assert dates(found, "isLongestDay", 4, 5) == ["51st of M2 4"]
    assert dates(found, "isShortestDay", 4, 5) == ["71st of M4 4"]
    assert dates(found, "isSpringEquinox", 4, 5) == ["61st of M1 4"]
    assert ("dropped", "a calendar here does not ask for 'isAutumnEquinox'") in remarks(
        found, "isAutumnEquinox"
    )
    plain = read(calendaria())
    assert dates(plain, "isLongestDay", 4, 5) == ["89th of M2 4"]
    assert dates(plain, "isShortestDay", 4, 5) == ["89th of M4 4"]


@pytest.mark.parametrize(
    "field, sign, value, wanted",
    [
        ("weekInYear", "==", 2, [7, 8, 9, 10, 11, 12, 13]),
        ("weekInYear", "<", 2, [0, 1, 2, 3, 4, 5, 6]),
        # Months of 100 days: the last week begins on the 94th.
        (
            "weeksBeforeMonthEnd",
            "==",
            0,
            [day for start in (0, 100, 200, 300) for day in range(start + 93, start + 100)],
        ),
        ("weekNumberInMonth", ">", 14, [98, 99, 198, 199, 298, 299, 398, 399]),
        ("weekNumberInMonth", ">=", 15, [98, 99, 198, 199, 298, 299, 398, 399]),
        ("weekInYear", "<=", 1, [0, 1, 2, 3, 4, 5, 6]),
        # Seasons of 120 days.
        ("seasonDay", "==", 120, [119, 239, 359]),
        ("random", "<", 0, []),
        ("random", ">", 0, list(range(400))),
    ],
)
def test_numbers_that_calendaria_asks_for(field: str, sign: str, value: int, wanted: list[int]) -> None:
    """By hand, in years of 400 days and weeks of seven, of the days of year 4 counted from 0."""
    tree = calendaria()
    tree["days"]["values"] = {one: {"name": one} for one in "ABCDEFG"}
    asked = {"type": "condition", "field": field, "op": sign, "value": value}
    tree["festivals"] = {"one": {"name": "One", "conditionTree": asked}}
    found = read(tree)
    almanac = Almanac(found.data)
    start, end = almanac.year(4).start, almanac.year(5).start
    days = EventDays(almanac, found.data.events).days(found.data.events[0], start, end)
    assert [day - start for day in days] == wanted


def test_weather_of_calendaria_comes_as_a_spell_of_it_begins() -> None:
    tree = calendaria()
    asked = {
        "type": "condition",
        "field": "weather",
        "op": "==",
        "value": "partly-cloudy",
        "value2": "arctic",
    }
    tree["festivals"] = {
        "one": {"name": "Veil", "conditionTree": asked},
        "two": {"name": "Other", "conditionTree": {**asked, "op": "!="}},
        "none": {"name": "None", "conditionTree": {**asked, "value": ["x"]}},
    }
    found = read(tree)
    assert {one.name: one.when for one in found.data.events} == {"Veil": OnWeather(("partly cloudy",))}
    why = "days without some weather are not asked for one by one here"
    assert ("dropped", why) in remarks(found, "festivals.two")
    fate = "it comes as a spell of it begins where the party is, if the rule set has such weather"
    assert ("changed", fate) in remarks(found, "festivals.one.conditionTree.value2")
    assert ("dropped", "it names no weather") in remarks(found, "festivals.none")


def test_ranges_of_calendarium_and_its_events_without_a_date() -> None:
    found = imported("calendarium")
    assert dates(found, "First pour", 1, 40) == ["2nd of Melt 20 Clear"]
    assert dates(found, "Cooling", 1, 40) == ["9th of Melt 20 Clear"]
    # The 9th and 10th of Melt and three days of Blow.
    assert next(one.days for one in found.data.events if one.name == "Cooling") == 5
    assert dates(found, "Glass day", 7, 9) == ["4th of Blow 7 Clear", "4th of Blow 8 Clear"]
    assert len(dates(found, "Old ovens", 1, 40)) == 6 * 2 * 2
    assert dates(found, "Sweep", 17, 19)[:2] == ["1st of Melt 18 Clear", "10th of Melt 18 Clear"]
    assert ("left out", "it has no date") in remarks(found, "events[4]")


def test_notes_of_donjon_are_events_of_one_day() -> None:
    found = imported("donjon")
    assert dates(found, "storm", 1, 40) == ["3rd of Gull 12"]
    assert ("changed", 'it is called "storm"') in remarks(found, "notes")


def test_a_date_beside_other_conditions_goes_before_them_and_the_difference_is_told() -> None:
    found = imported("fantasy-calendar")
    assert dates(found, "Founding", 1, 9) == ["7th of Ebb 1 of the dykes"]
    assert ("changed", "its date goes before its conditions") in remarks(found, "events[6].data.conditions")


def test_nested_conditions_and_long_chains_are_bounded() -> None:
    nested: Any = ["Day", "0", ["1"]]
    for _ in range(18):
        nested = ["", [nested, OR, nested]]
    chain = [condition(str(at), ["Events", "0", [0, "1"]], connected=[at - 1]) for at in range(1, 600)]
    wide = condition("wide", *([["", [["Day", "0", ["1"]], OR] * 40], OR] * 100))
    bomb = [condition("first", nested), *chain, wide]
    try:
        found = import_calendar(json.dumps({**FANTASY, "events": bomb}), "bomb.json")
    except RulesFault:
        return
    EventDays(Almanac(found.data), found.data.events).between(0, 400)


def test_notes_of_other_calendars_of_a_file_are_not_this_ones() -> None:
    def calendar(name: str) -> dict[str, Any]:
        months = [{"name": f"{name} month", "numberOfDays": 10}]
        return {"id": name, "name": name, "months": months, "year": {"numericRepresentation": 2}}

    notes = {one: [note(f"{one} day", 0, 4, 3)] for one in ("one", "two")}
    found = read({"exportVersion": 2, "calendars": [calendar("one"), calendar("two")], "notes": notes})
    assert [one.name for one in found.data.events] == ["one day"]
    assert remarks(found, "notes.two") == {("dropped", "only the first calendar of a file is read")}

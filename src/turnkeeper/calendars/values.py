"""The values of a calendar's file and what each may be: names, days, years, exact numbers, leap rules."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from turnkeeper.rules.model.marks import Bounds, TextForm
from turnkeeper.rules.model.values import SHOWN_PATTERN

MOST_DAYS = 100_000
MOST_LISTED = 1_000
MOST_TERMS = 6
LARGEST_YEAR = 10**12
_NUMBER = "(?:0|[1-9][0-9]{0,8})"
_TERM = "[!+]{0,2}[1-9][0-9]{0,8}"

Name: TypeAlias = Annotated[
    str,
    TextForm("CalendarName", "A name in one line.", SHOWN_PATTERN, "too long or not one line", longest=60),
]
Days: TypeAlias = Annotated[
    int, Bounds(0, MOST_DAYS, *["{value:,} days are no month"] * 2, hint=f"0 to {MOST_DAYS:,}")
]
Numbered: TypeAlias = Literal[
    "day",
    "day from the end",
    "day of the year",
    "day of the season",
    "day number",
    "weekday",
    "month",
    "year",
    "era year",
]
SunTurn: TypeAlias = Literal["longest day", "shortest day", "spring equinox", "autumn equinox"]
YearNumber: TypeAlias = Annotated[int, Bounds(-LARGEST_YEAR, LARGEST_YEAR)]
Exact: TypeAlias = Annotated[
    str,
    TextForm(
        "ExactNumber",
        "An exact number, such as 29.5, -3 or 59/2.",
        f"^-?{_NUMBER}(?:\\.[0-9]{{1,12}}|/[1-9][0-9]{{0,8}})?$(?!\\n)",
        "{value!r} is no exact number",
        'a number as text: "29.530588", or a ratio, "59/2"',
    ),
]
TimeOfDay: TypeAlias = Annotated[
    str,
    TextForm(
        "CalendarTime",
        "A time of day, such as 06:40.",
        "^[0-9]{1,3}:[0-9]{2,3}$(?!\\n)",
        "{value!r} is no time of day",
        'hours and minutes: "06:40"',
    ),
]
Terms: TypeAlias = Annotated[
    str,
    TextForm(
        "LeapTerms",
        "Numbers in order; the first that divides the year decides, and ! says no: 400, !100, 4.",
        f"^ *{_TERM}(?: *, *{_TERM}){{0,{MOST_TERMS - 1}}} *$(?!\\n)",
        "{value!r} is no leap rule",
        f'up to {MOST_TERMS} numbers from 1 up, the first that divides decides: "400, !100, 4"',
    ),
]

"""Fantasy-Calendar's menu of conditions: what stands at each place of each of its lists.

A file names a condition by its list and its place in it. Of each it is said here what it asks and how
it compares.
"""

from __future__ import annotations

from typing import TypeAlias

Entry: TypeAlias = tuple[str, str]
_SIX = ("==", "!=", ">=", "<=", ">", "<")


def _compared(*asked: str) -> tuple[Entry, ...]:
    """Return the entries of a value that is compared in six ways, and by division where it ends with %."""
    found: list[Entry] = []
    for one in asked:
        name = one.removesuffix(" %")
        found += ((name, sign) for sign in (*_SIX, *(["%"] if name != one else [])))
    return tuple(found)


def _named(one: str) -> tuple[Entry, ...]:
    return (one, "=="), (one, "!=")


MENU: dict[str, tuple[Entry, ...]] = {
    "Date": _compared("date"),
    "Year": _compared("year %"),
    "Month": (
        *_compared("month"),
        ("appearance of a month", "%"),
        *_compared("month of the year"),
        ("months", "%"),
        *_named("month by name"),
    ),
    "Day": (*_compared("day %", "day of the year %", "day from the end"), *_named("off the week")),
    "Epoch": _compared("day number %"),
    "Weekday": (
        *_named("weekday by name"),
        *_compared("weekday", "weekday of the month", "weekday from the end"),
    ),
    "Week": _compared(
        "week %", "week of the year %", "week from the end", "last week of the year", "weeks %"
    ),
    "Moons": (
        *_compared("phase"),
        ("phases", "%"),
        *_compared("phase of the month %", "phase of the year %", "phases %"),
    ),
    "Location": _named("location"),
    "Cycle": _named("cycle"),
    "Era": _named("era"),
    "Era year": _compared("era year %"),
    "Season": (
        *_named("season"),
        *_compared("share of the season", "day of the season %"),
        *((one, "solstice") for one in ("longest day", "shortest day", "spring equinox", "autumn equinox")),
    ),
    "Random": (("chance", ">"), ("chance", "<")),
    "Events": tuple(
        ("event", one) for one in ("past", "future", "next", "last", "next or now", "last or now")
    ),
}
PLACES: dict[Entry, tuple[str, int]] = {
    entry: (name, place) for name, entries in MENU.items() for place, entry in reversed([*enumerate(entries)])
}
"""The list of each entry and its place in it; of one that stands there twice, the first."""

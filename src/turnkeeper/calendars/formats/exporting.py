"""A calendar written as a file of another program, with an account of what of it could not be said there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec
from msgspec import Struct

from turnkeeper.calendars.almanac import Almanac, CalendarDate
from turnkeeper.calendars.formats.accounts import Account, Ledger
from turnkeeper.calendars.formats.fantasy_keys import CALENDARIUM, FANTASY
from turnkeeper.calendars.formats.fantasy_writing import write_fantasy
from turnkeeper.calendars.formats.foundry_writing import write_foundry
from turnkeeper.calendars.formats.simple_calendar import write_simple
from turnkeeper.calendars.formats.source import Tree
from turnkeeper.calendars.formats.stars_writing import write_stars
from turnkeeper.calendars.model import CalendarData

Writer: TypeAlias = Callable[[Almanac, CalendarDate, Ledger], Tree]
WRITERS: dict[str, Writer] = {
    "seasons-and-stars": write_stars,
    "calendarium": lambda almanac, today, ledger: write_fantasy(almanac, today, ledger, CALENDARIUM),
    "simple-calendar": write_simple,
    "foundry": write_foundry,
    "fantasy-calendar": lambda almanac, today, ledger: write_fantasy(almanac, today, ledger, FANTASY),
}


_ENCODER = msgspec.json.Encoder(decimal_format="number")


class Exported(Struct, frozen=True):
    """A calendar as the text of another program's file, and what became of every value of it."""

    format: str
    text: str
    accounts: tuple[Account, ...]


def export_calendar(data: CalendarData, to: str, today: CalendarDate | None = None) -> Exported:
    """Return a checked calendar as a file of a format of `WRITERS`, standing at a day, else at day 0."""
    almanac = Almanac(data)
    ledger = Ledger(msgspec.to_builtins(data), "it cannot be said there")
    for name in ("id", "name", "sources", "day_zero", "extends"):
        ledger.note(("calendar", name), "kept")
    tree = WRITERS[to](almanac, today or almanac.date_of(0), ledger)
    for place, one in enumerate(data.seasons):
        if one.steady and (to != "fantasy-calendar" or one.begins is not None):
            why = "dawn and dusk move on each of its days there"
            ledger.note(("seasons", place, "steady"), "dropped", why)
    for place, moon in enumerate(data.moons):
        if moon.anew is not None and to != "simple-calendar":
            ledger.note(("moons", place, "anew"), "dropped", "moons keep their cycle there")
    if data.calendar.day_zero:
        ledger.note(("calendar", "day_zero"), "dropped", "the Gregorian day of day 0 is not said there")
    if data.calendar.sources and to != "seasons-and-stars":
        ledger.note(("calendar", "sources"), "dropped", "sources are not said there")
    text = msgspec.json.format(_ENCODER.encode(tree), indent=2)
    return Exported(to, text.decode() + "\n", ledger.accounts())

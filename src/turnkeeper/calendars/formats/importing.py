"""A foreign calendar file recognised by what it states, read, and accounted for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from turnkeeper.calendars.almanac import CalendarDate
from turnkeeper.calendars.formats.accounts import Account, FileValue, Ledger
from turnkeeper.calendars.formats.donjon import read_donjon
from turnkeeper.calendars.formats.fantasy_keys import CALENDARIUM, FANTASY
from turnkeeper.calendars.formats.fantasy_reading import read_fantasy
from turnkeeper.calendars.formats.foundry import read_foundry
from turnkeeper.calendars.formats.seasons_and_stars import read_stars
from turnkeeper.calendars.formats.simple_calendar import read_simple
from turnkeeper.calendars.formats.source import Tree, read_tree, refuse
from turnkeeper.calendars.formats.stars_variants import tell_variants, varied
from turnkeeper.calendars.model import CalendarData

Reader: TypeAlias = Callable[[FileValue, str], tuple[CalendarData, CalendarDate | None]]


class Format(Struct, frozen=True):
    """A program's format: its name, the names by which a file shows that it is one, and its reader.

    Each of ``shows`` is a way to a value; all of them must be there.
    """

    id: str
    name: str
    shows: tuple[tuple[str, ...], ...]
    read: Reader


class Imported(Struct, frozen=True):
    """What a foreign file gives: its calendar, the day it stands at, and what became of every value."""

    format: str
    data: CalendarData
    today: CalendarDate | None
    accounts: tuple[Account, ...]


FORMATS = (
    Format(
        "fantasy-calendar",
        "Fantasy-Calendar",
        (("static_data", "year_data"),),
        lambda root, file: read_fantasy(root, file, FANTASY),
    ),
    Format(
        "calendarium",
        "Calendarium",
        (("static", "months"),),
        lambda root, file: read_fantasy(root, file, CALENDARIUM),
    ),
    Format("donjon", "donjon", (("month_len",), ("months",)), read_donjon),
    Format("simple-calendar", "Simple Calendar", (("calendar", "months"),), read_simple),
    Format("simple-calendar", "Simple Calendar", (("calendars",), ("exportVersion",)), read_simple),
    Format(
        "calendaria", "Calendaria", (("days", "values"), ("months", "values"), ("metadata",)), read_foundry
    ),
    Format("foundry", "Foundry", (("days", "values"), ("months", "values")), read_foundry),
    Format("seasons-and-stars", "Seasons & Stars", (("translations",),), read_stars),
)
"""In the order in which they are tried."""


def import_calendar(text: str, file: str, variant: str = "") -> Imported:
    """Return the calendar that a file of another program states; raises `RulesFault` where it states none.

    Of a file with variants, as Seasons & Stars has them, it is the default one, or the ``variant`` of an id.
    """
    tree = read_tree(text, file)
    found = next((one for one in FORMATS if _is(tree, one)), None)
    if found is None:
        known = ", ".join(dict.fromkeys(one.name for one in FORMATS))
        refuse(file, "this is none of the calendar formats that are read", f"known: {known}")
    if variant and found.read is not read_stars:
        refuse(file, f"no file of {found.name} has variants")
    taken = ""
    if found.read is read_stars:
        tree, taken = varied(tree, file, variant)
    ledger = Ledger(tree)
    root = FileValue(tree, (), ledger)
    data, today = found.read(root, file)
    if found.read is read_stars:
        tell_variants(ledger, tree, taken)
    return Imported(found.id, data, today, ledger.accounts())


def _is(tree: Tree, one: Format) -> bool:
    root = FileValue(tree, (), Ledger(tree))
    return all(root.at(*way).value is not None for way in one.shows)

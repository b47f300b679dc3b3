"""What writers of events share: each event as its program says it, or told as lost."""

from __future__ import annotations

from collections.abc import Callable

from turnkeeper.calendars.almanac import Almanac
from turnkeeper.calendars.conditions import CalendarEvent, Condition, OnDate, Several
from turnkeeper.calendars.formats.accounts import Ledger
from turnkeeper.calendars.formats.source import Tree
from turnkeeper.rules.problems import Path


class UnsaidCondition(Exception):  # noqa: N818 - caught where it is said
    """A condition that the program cannot say."""


def written(almanac: Almanac, ledger: Ledger, write: Callable[[CalendarEvent, Path], Tree]) -> list[Tree]:
    """Return the events of a calendar in another program's words, and note those that it cannot say."""
    ledger.note(("events",), "kept")
    found: list[Tree] = []
    for place, event in enumerate(almanac.data.events):
        path = ("events", place)
        try:
            found.append(write(event, path))
        except UnsaidCondition as unsaid:
            ledger.lose(path, str(unsaid))
            continue
        note_what_is_ours(event, path, ledger)
    return found


def note_what_is_ours(event: CalendarEvent, path: Path, ledger: Ledger) -> None:
    """Note what no other program can say of an event."""
    if event.remind:
        ledger.note((*path, "remind"), "dropped", "nothing is told beforehand there")
    if event.check:
        ledger.note((*path, "check"), "dropped", "no event makes a check of a rule set there")


def without(event: CalendarEvent, path: Path, ledger: Ledger, *fields: str) -> None:
    """Note the fields of an event that cannot be said there."""
    for field in fields:
        if getattr(event, field):
            ledger.note((*path, field), "dropped", "it cannot be said there")


def members_of(when: Condition) -> tuple[Condition, ...]:
    """Return the conditions that must all hold."""
    return when.of if isinstance(when, Several) and when.hold == "all" else (when,)


def day_of_month(when: OnDate) -> int:
    """Return the day of a date that is counted from the beginning of its month."""
    if when.day < 1:
        raise UnsaidCondition("days before the end of a month cannot be said there")
    return when.day

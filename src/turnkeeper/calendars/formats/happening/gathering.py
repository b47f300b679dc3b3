"""The events that a file gives, each of them one that its calendar can hold."""

from __future__ import annotations

from turnkeeper.calendars.almanac import Almanac, CalendarDate, NoSuchDate
from turnkeeper.calendars.checking_events import event_faults
from turnkeeper.calendars.conditions import AfterEvent, CalendarEvent, Condition, YearDay
from turnkeeper.calendars.formats.accounts import FileValue
from turnkeeper.calendars.formats.building import Names, year_of
from turnkeeper.calendars.model import MOST_EVENTS
from turnkeeper.calendars.values import LARGEST_YEAR, MOST_DAYS
from turnkeeper.calendars.waiting import parts_of

AT_ITS_DAY = "an event here begins with its day"


class Gathered:
    """The events that a file gave so far."""

    def __init__(self, almanac: Almanac) -> None:
        """Take the calendar that they are events of."""
        self.almanac = almanac
        self.data = almanac.data
        self._found: list[tuple[FileValue, CalendarEvent]] = []
        self._names = Names()
        self._count = 0

    def name(self, node: FileValue) -> str:
        """Take the name of an event, made distinct."""
        self._count += 1
        return self._names.name(node, f"Event {self._count}")

    def add(self, node: FileValue, event: CalendarEvent) -> None:
        """Add an event."""
        if len(self._found) < MOST_EVENTS:
            self._found.append((node, event))
        else:
            node.lose(f"a calendar has at most {MOST_EVENTS:,} events")

    def fits(self, event: CalendarEvent) -> bool:
        """Return whether nothing is wrong with an event that waits for no other."""
        return next(event_faults(self.data, (event,)), None) is None

    def settled(self) -> tuple[CalendarEvent, ...]:
        """Return the events that the calendar can hold; of each other one the account says why not."""
        kept = self._found
        wrong = {
            fault.path[1]: fault.message for fault in event_faults(self.data, [event for _, event in kept])
        }
        while wrong:
            gone = {kept[place][1].name for place in wrong if isinstance(place, int)}
            for place, message in wrong.items():
                if isinstance(place, int):
                    kept[place][0].lose(message)
            kept = [one for place, one in enumerate(kept) if place not in wrong]
            wrong = {
                place: "it waits for an event that is not kept"
                for place, (_, event) in enumerate(kept)
                if any(one in gone for one in _awaited(event.when))
            }
        return tuple(event for _, event in kept)


def _awaited(when: Condition) -> set[str]:
    return {one.event for _, one in parts_of(when) if isinstance(one, AfterEvent)}


class UnreadCondition(Exception):  # noqa: N818 - caught where it is said
    """A condition that no calendar here can say."""


def number_of(node: FileValue) -> int:
    """Take a whole number."""
    return node.whole(0, -LARGEST_YEAR, LARGEST_YEAR)


def small(node: FileValue) -> int:
    """Take a number of days or the like."""
    return node.whole(0, -MOST_DAYS, MOST_DAYS)


def date_of(node: FileValue, almanac: Almanac, month: str, from_one: bool) -> CalendarDate | None:  # noqa: FBT001
    """Take a date whose months are counted from 0 and whose days are from 0 or 1."""
    part = node.at(month).whole(-1, 0, MOST_DAYS)
    if not 0 <= part < len(almanac.data.parts):
        return None
    day = node.at("day").whole(int(from_one), int(from_one), MOST_DAYS)
    return CalendarDate(year_of(node.at("year")), part, day if from_one else day + 1)


def said(almanac: Almanac, date: CalendarDate) -> YearDay:
    """Return a date as a calendar's file states it."""
    return YearDay(date.year, almanac.data.parts[date.part].name, max(date.day, 1))


def lasting(almanac: Almanac, begins: CalendarDate, ends: CalendarDate | None) -> int:
    """Return how many days there are from one date to another, both counted; one where it is unsaid."""
    if ends is None:
        return 1
    days = []
    for one in (begins, ends):
        try:
            days.append(almanac.day_of(one))
        except NoSuchDate as missing:
            days.append(missing.before)
    return max(1, min(days[1] - days[0] + 1, MOST_DAYS))

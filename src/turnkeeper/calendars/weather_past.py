"""The weather of days that are known, and the days of conditions that hang on it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct

from turnkeeper.calendars.almanac import Almanac
from turnkeeper.calendars.conditions import AfterEvent, CalendarEvent, OnWeather
from turnkeeper.calendars.runs import of_season
from turnkeeper.calendars.waiting import parts_of


class WeatherPast(Struct, frozen=True):
    """The kinds of weather, in small letters, that came on each day from a first one on until today."""

    first: int
    days: tuple[frozenset[str], ...]

    @property
    def known(self) -> range:
        """Return the days that are known, the last of them not over yet."""
        return range(self.first, self.first + len(self.days))

    def on(self, when: OnWeather, almanac: Almanac) -> Iterator[int]:
        """Yield the days of a condition, by the seasons of a calendar where it names one."""
        days = list(self._runs(when))
        if not when.first_of or not days:
            yield from days
            return
        known = self.known
        for season in of_season(almanac, when.first_of, 0, known.start, known.stop):
            yield from [day for day in days if day in season][:1]

    def _runs(self, when: OnWeather) -> Iterator[int]:
        """Yield the days on which the weather of a condition has been there for just so long."""
        kinds, run = {one.casefold() for one in when.of}, 0
        for day, came in zip(self.known, self.days, strict=True):
            if when.without and run == when.days:
                yield day
            run = run + 1 if kinds.isdisjoint(came) == when.without else 0
            if not when.without and run == when.days:
                yield day


def with_those_waited_for(
    names: Collection[str], events: Iterable[CalendarEvent]
) -> tuple[CalendarEvent, ...]:
    """Return the events of some names, and all that they wait for, in their order."""
    events = tuple(events)
    waits = {
        one.name: {when.event for _, when in parts_of(one.when) if isinstance(when, AfterEvent)}
        for one in events
    }
    found, left = set(names), list(names)
    while left:
        more = waits.get(left.pop(), set()) - found
        found |= more
        left += more
    return tuple(one for one in events if one.name in found)


def bound_to_weather(events: Iterable[CalendarEvent]) -> frozenset[str]:
    """Return the names of events that hang on the weather, perhaps by way of others."""
    waits: dict[str, set[str]] = {}
    found: set[str] = set()
    for one in events:
        for _, when in parts_of(one.when):
            if isinstance(when, OnWeather):
                found.add(one.name)
            elif isinstance(when, AfterEvent):
                waits.setdefault(when.event, set()).add(one.name)
    left = list(found)
    while left:
        more = waits.get(left.pop(), set()) - found
        found |= more
        left += more
    return frozenset(found)

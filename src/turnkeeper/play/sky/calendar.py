"""The campaign's calendar: which date the campaign day is, and when a date, a moon or a weekday comes.

A calendar is a view of the days: another one changes the dates and never the clock. The whole calendar is
kept in the record, so that what was played reads the same for ever.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.calendars.almanac import Almanac, NoSuchDate
from turnkeeper.calendars.falling import EventDays
from turnkeeper.calendars.model import CalendarClock, CalendarData, CalendarEvent
from turnkeeper.calendars.pages import nearest_told
from turnkeeper.calendars.sky import next_full, next_new, phase_of, season_of
from turnkeeper.calendars.spoken_events import in_years
from turnkeeper.calendars.wording import MOST_AWAY, DateSlip, read_date, say_date, weekdays_of
from turnkeeper.play.kernel.decision import closest, refuse
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.essence import timeless
from turnkeeper.play.kernel.event import Command, Event, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.time import ORIGIN, Instant

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from turnkeeper.calendars.sky import SeasonOnDay
    from turnkeeper.play.kernel.decision import Decision
    from turnkeeper.play.kernel.essence import Outlook
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook

_MOON = re.compile(
    r"(?P<phase>full|new)\s+(?:moon(?:\s+of)?\s*)?(?P<moon>.*)|(?P<named>.*\S)\s+is\s+(?P<is>full|new)"
    r"|(?P<whose>.*\S)['\u2019]s\s+(?:next\s+)?(?P<its>full|new)(?:\s+moon)?"
)


class CalendarInUse(Struct, frozen=True):
    """A calendar, its number of the first day of the campaign, and the instant from which it is in use.

    ``own`` are events of the campaign, besides those of the calendar.
    """

    data: CalendarData
    first: int
    since: Instant = ORIGIN
    own: tuple[CalendarEvent, ...] = ()


class UseCalendar(Command, frozen=True, tag="use-calendar"):
    """Count the days by a calendar from now on; today is the date.

    The name is that of the one in use, else of one brought along or that comes with the program; ``digest``
    is the beginning of its digest, needed where the name means another.
    """

    name: str
    date: str
    digest: str = ""


class CalendarUsed(Event, frozen=True, tag="calendar-used.1"):
    """The days are counted by a calendar, whose number of the first day of the campaign is ``first``."""

    data: CalendarData
    first: int


@lru_cache(maxsize=8)
def almanac_of(data: CalendarData) -> Almanac:
    """Return what answers of the days and dates of a calendar."""
    return Almanac(data)


@lru_cache(maxsize=8)
def events_of(data: CalendarData, own: tuple[CalendarEvent, ...]) -> EventDays:
    """Return what answers when events come: those of a calendar, then others."""
    return EventDays(almanac_of(data), (*data.events, *own))


def day_of(state: State, book: Rulebook, at: Instant | None = None) -> int:
    """Return the calendar's number of an instant's day, by default now; one of the campaign without one."""
    index = (state.now if at is None else at).ms // book.scale.day.ms
    return index if state.calendar is None else state.calendar.first + index


def date(state: State, book: Rulebook, at: Instant | None = None) -> str:
    """Return the weekday and the date of an instant, by default now; empty where no calendar is in use."""
    if state.calendar is None:
        return ""
    almanac, day = almanac_of(state.calendar.data), day_of(state, book, at)
    try:
        weekday, said = almanac.weekday_of(day), say_date(almanac, day)
    except NoSuchDate:
        return ""
    return f"{weekday.name}, {said}" if weekday is not None else said


def weekdays(state: State) -> tuple[str, ...]:
    """Return the names of the weekdays of the calendar in use."""
    return () if state.calendar is None else state.calendar.data.week.days


def moons(state: State, book: Rulebook) -> Iterator[str]:
    """Yield the phase of each moon that is not hidden."""
    if state.calendar is not None:
        day = day_of(state, book)
        for one in state.calendar.data.moons:
            if not one.hidden:
                yield f"{one.name}: {phase_of(one, day)}"


def season(state: State, book: Rulebook, at: Instant | None = None) -> SeasonOnDay | None:
    """Return the calendar's season of an instant's day, with its dawn and dusk, if it has seasons."""
    if state.calendar is None or not state.calendar.data.seasons:
        return None
    return season_of(almanac_of(state.calendar.data), day_of(state, book, at))


def seconds_of_day(state: State) -> int:
    """Return how long a day is by the calendar's own clock; that of the rule set may be longer or shorter."""
    clock = CalendarClock() if state.calendar is None else state.calendar.data.clock
    return clock.hours * clock.minutes * clock.seconds


def instant_of(state: State, book: Rulebook, said: str) -> Instant | None:
    """Return when a date, a moon or a weekday next comes, as a text names it; the day begins at midnight.

    Returns nothing where the text names none of them. Raises `NoSuchDate` for a date that there is not.
    """
    if state.calendar is None:
        return None
    text = " ".join(said.casefold().removeprefix("until ").split()).removeprefix("the ").removeprefix("next ")
    today = day_of(state, book)
    found = events_of(state.calendar.data, state.calendar.own).next(text, today)
    if found is None:
        found = _day_named(almanac_of(state.calendar.data), text, today)
    if found is None:
        return None
    return Instant(found * book.scale.day.ms - state.calendar.first * book.scale.day.ms)


def _day_named(almanac: Almanac, text: str, today: int) -> int | None:
    moon = _MOON.fullmatch(text)
    if moon is not None:
        turns = next_full if "full" in (moon["phase"], moon["is"], moon["its"]) else next_new
        named = moon["moon"] or moon["named"] or moon["whose"]
        moons = [one for one in almanac.data.moons if not one.hidden]
        wanted = [one for one in moons if not named or one.name.casefold() == named]
        if wanted:
            return min(turns(one, today) for one in wanted)
    for named in dict.fromkeys((text, text.removesuffix(" day"))):
        if named not in weekdays_of(almanac):
            continue
        for day in range(today + 1, today + MOST_AWAY):
            weekday = almanac.weekday_of(day)
            if weekday is not None and weekday.name.casefold() == named:
                return day
    begun = _season_named(almanac, text, today)
    return begun if begun is not None else _date_named(almanac, text, today)


def _season_named(almanac: Almanac, text: str, today: int) -> int | None:
    """Return the day on which a season next begins."""
    named = text.removeprefix("first day of ")
    if named not in {one.name.casefold() for one in almanac.data.seasons}:
        return None
    day = today
    while day < today + MOST_AWAY:
        found = season_of(almanac, day)
        day = day + 1 if found is None else found.ends
        begun = season_of(almanac, day)
        if begun is not None and begun.began == day and begun.season.name.casefold() == named:
            return day
    return None


def _date_named(almanac: Almanac, text: str, today: int) -> int | None:
    """Return the day of a date; one without a year is the next that comes."""
    try:
        return read_date(almanac, text)
    except DateSlip:
        missing: NoSuchDate | None = None
    is_today = False
    for day in in_years(almanac, text, today):
        if isinstance(day, NoSuchDate):
            missing = missing or day
        elif day > today and is_today:
            raise NoSuchDate(f"today is {say_date(almanac, today)}", today, day)
        elif day > today:
            return day
        is_today = is_today or day == today
    if missing is not None:
        raise missing
    return None


def _meant(decision: Decision, command: UseCalendar) -> CalendarData:
    here, atlas, name = decision.state.calendar, decision.book.atlas, command.name.casefold()
    if not command.digest and here is not None and here.data.calendar.id == name:
        return here.data
    found = atlas.calendar(name, command.digest)
    if not isinstance(found, CalendarData):
        called = f"{command.name!r} {command.digest}".rstrip()
        known = atlas.calendars()
        bring = f"{', '.join(known)}; or turnkeeper calendar use FILE"
        refuse("unknown-calendar", f"there is no calendar {called}", closest(name, known, bring))
    return found


def _use(decision: Decision, command: UseCalendar) -> None:
    data = _meant(decision, command)
    almanac = almanac_of(data)
    try:
        today = read_date(almanac, command.date)
    except DateSlip as slip:
        refuse("date", f"{command.date!r}: {slip.message}", slip.hint)
    except NoSuchDate as missing:
        refuse("no-such-date", missing.args[0], nearest_told(almanac, missing))
    first = today - decision.at.ms // decision.book.scale.day.ms
    here = decision.state.calendar
    if here is not None and (here.data, here.first) == (data, first):
        refuse("here", f"the calendar {data.calendar.name} is in use already, and this is its date")
    decision.record(CalendarUsed(data, first))


def _used(state: State, event: CalendarUsed) -> State:
    own = () if state.calendar is None else state.calendar.own
    return replace(state, calendar=CalendarInUse(event.data, event.first, event.at, own))


def _tell(event: CalendarUsed, book: Rulebook) -> str:
    today = say_date(almanac_of(event.data), event.first + event.at.ms // book.scale.day.ms)
    return f"the calendar is {event.data.calendar.name}: today is {today}"


def _names(_state: State, book: Rulebook) -> Iterable[str]:
    return book.atlas.calendars()


def _essence(seen: Outlook) -> Hashable:
    """Return the day where the calendar has seasons, for these may lead the rule set's."""
    used = seen.state.calendar
    if used is None or not used.data.seasons:
        return None
    return timeless(used.data), day_of(seen.state, seen.book)


MECHANISM = Mechanism(
    commands=(
        declare(
            UseCalendar,
            _use,
            group="Time",
            help="Count the days by a calendar; today is the date. The clock stays, only dates change.",
            says=(
                "use calendar {name:what} {digest:digest} from {date:text}",
                "use calendar {name:what} from {date:text}",
            ),
            heard=(
                "calendar {name:what} from|on|at {date:text}",
                "use|set|begin calendar {name:what} from|on|at|today {date:text}",
            ),
            examples="use calendar harvest from 3rd of Harvest 1042",
            completes={"name": _names},
        ),
    ),
    events=(happens(CalendarUsed, _used, _tell),),
    slices=("calendar",),
    essence=_essence,
)

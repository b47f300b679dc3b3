"""The campaign's calendar: which date the campaign day is, and when a date, a moon or a weekday comes.

A calendar is a view of the days: another one changes the dates and never the clock. The whole calendar is
kept in the record, so that what was played reads the same for ever. Others may stand beside it: further views
of the same days, by which dates are shown and named.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.calendars.almanac import Almanac, NoSuchDate
from turnkeeper.calendars.conditions import CalendarEvent
from turnkeeper.calendars.falling import EventDays
from turnkeeper.calendars.model import CalendarClock, CalendarData
from turnkeeper.calendars.named_days import day_named
from turnkeeper.calendars.pages import nearest_told
from turnkeeper.calendars.sky import SeasonOnDay, phase_of, season_of
from turnkeeper.calendars.weather_past import WeatherPast, bound_to_weather, with_those_waited_for
from turnkeeper.calendars.wording import DateSlip, read_date, say_date
from turnkeeper.play.kernel.decision import Decision, closest, refuse
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.essence import Outlook, timeless
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import ORIGIN, Instant

MOST_BESIDE = 4
"""The most calendars that show their dates beside the one in use: each stands wherever the date does."""


class CalendarBeside(Struct, frozen=True):
    """A calendar that shows its dates beside those in use, and its number of the campaign's first day."""

    data: CalendarData
    first: int


class CalendarInUse(Struct, frozen=True):
    """A calendar, its number of the first day of the campaign, and the instant from which it is in use.

    ``own`` are events of the campaign, besides those of the calendar; ``beside`` are further calendars.
    """

    data: CalendarData
    first: int
    since: Instant = ORIGIN
    own: tuple[CalendarEvent, ...] = ()
    beside: tuple[CalendarBeside, ...] = ()


class UseCalendar(Command, frozen=True, tag="use-calendar"):
    """Count the days by a calendar; today is the date. The clock stays, only dates change.

    The name is that of the one in use, else of one brought along or that comes with the program; ``digest``
    is the beginning of its digest, needed where the name means another. ``beside`` leaves the one in use and
    shows the dates of this one beside it.
    """

    name: str
    date: str
    digest: str = ""
    beside: bool = False


class CalendarUsed(Event, frozen=True, tag="calendar-used.1"):
    """The days are counted by a calendar, whose number of the first day of the campaign is ``first``.

    ``beside`` says that it only shows its dates beside the one in use.
    """

    data: CalendarData
    first: int
    beside: bool = False


class DropCalendar(Command, frozen=True, tag="drop-calendar"):
    """Show the dates of a calendar beside the one in use no longer."""

    name: str


class CalendarDropped(Event, frozen=True, tag="calendar-dropped.1"):
    """A calendar, by its id, shows its dates no longer beside the one in use."""

    name: str


@lru_cache(maxsize=8)
def almanac_of(data: CalendarData) -> Almanac:
    """Return the almanac of a calendar, which answers of its days and dates."""
    return Almanac(data)


@lru_cache(maxsize=8)
def events_of(
    data: CalendarData, own: tuple[CalendarEvent, ...], weather: WeatherPast | None = None
) -> EventDays:
    """Return the days of events: those of a calendar, then others."""
    return EventDays(almanac_of(data), (*data.events, *own), weather)


class BoundEvents(Struct, frozen=True):
    """The names of the events that hang on the weather, and these with all that they wait for."""

    names: frozenset[str] = frozenset()
    events: tuple[CalendarEvent, ...] = ()


@lru_cache(maxsize=8)
def _bound(data: CalendarData, own: tuple[CalendarEvent, ...]) -> BoundEvents:
    events = (*data.events, *own)
    names = bound_to_weather(events)
    return BoundEvents(names, with_those_waited_for(names, events))


def hang_on_weather(state: State) -> BoundEvents:
    """Return the events of the calendar in use that hang on the weather."""
    return BoundEvents() if state.calendar is None else _bound(state.calendar.data, state.calendar.own)


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


def by_another(state: State, name: str) -> State:
    """Return the state as a calendar beside the one in use shows it, by its id; else the state as it is."""
    for one in () if state.calendar is None else state.calendar.beside:
        if one.data.calendar.id == name:
            return replace(state, calendar=CalendarInUse(one.data, one.first))
    return state


def dates_beside(state: State, book: Rulebook) -> tuple[str, ...]:
    """Return the date of today by each calendar beside the one in use, with its name."""
    others = () if state.calendar is None else state.calendar.beside
    said = [(one.data.calendar, date(by_another(state, one.data.calendar.id), book)) for one in others]
    return tuple(f"{calendar.name}: {today}" for calendar, today in said if today)


def weekdays(state: State) -> tuple[str, ...]:
    """Return the names of the weekdays of the calendar in use."""
    return () if state.calendar is None else state.calendar.data.week.days


def moons(state: State, book: Rulebook) -> Iterator[str]:
    """Yield the phase of each moon that is not hidden."""
    if state.calendar is not None:
        almanac, day = almanac_of(state.calendar.data), day_of(state, book)
        for one in state.calendar.data.moons:
            if not one.hidden:
                yield f"{one.name}: {phase_of(almanac, one, day)}"


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

    What the calendar in use does not name, those beside it may. Returns nothing where the text names none of
    them. Raises `NoSuchDate` for a date that there is not.
    """
    if state.calendar is None:
        return None
    missing: NoSuchDate | None = None
    text = " ".join(said.casefold().removeprefix("until ").split()).removeprefix("the ").removeprefix("next ")
    for seen in (state, *(by_another(state, one.data.calendar.id) for one in state.calendar.beside)):
        try:
            found = _instant_named(seen, book, text)
        except NoSuchDate as fault:
            missing = missing or fault
        else:
            if found is not None:
                return found
    if missing is not None:
        raise missing
    return None


def _instant_named(state: State, book: Rulebook, text: str) -> Instant | None:
    if state.calendar is None:
        return None
    today = day_of(state, book)
    found = events_of(state.calendar.data, state.calendar.own).next(text, today)
    if found is None:
        found = day_named(almanac_of(state.calendar.data), text, today)
    if found is None:
        return None
    return Instant(found * book.scale.day.ms - state.calendar.first * book.scale.day.ms)


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
    if command.beside:
        _require_room(here, data, first)
    decision.record(CalendarUsed(data, first, command.beside))


def _require_room(here: CalendarInUse | None, data: CalendarData, first: int) -> None:
    """Refuse a calendar that cannot stand beside the one in use."""
    name = data.calendar.name
    if here is None:
        hint = f"use calendar {data.calendar.id} from DATE"
        refuse("no-calendar", f"no calendar is in use for {name} to stand beside", hint)
    if here.data.calendar.id == data.calendar.id:
        refuse("here", f"the calendar {name} is in use already", "one of another name can stand beside it")
    others = [one for one in here.beside if one.data.calendar.id != data.calendar.id]
    if CalendarBeside(data, first) in here.beside:
        refuse("here", f"the calendar {name} is shown already, and this is its date")
    if len(others) >= MOST_BESIDE:
        hint = f"drop calendar {others[0].data.calendar.id}"
        refuse("too-many", f"{MOST_BESIDE} calendars are shown beside the one in use already", hint)


def _used(state: State, event: CalendarUsed) -> State:
    here = state.calendar
    if here is None:
        return replace(state, calendar=CalendarInUse(event.data, event.first, event.at))
    others = tuple(one for one in here.beside if one.data.calendar.id != event.data.calendar.id)
    if event.beside:
        return replace(
            state, calendar=replace(here, beside=(*others, CalendarBeside(event.data, event.first)))
        )
    return replace(state, calendar=CalendarInUse(event.data, event.first, event.at, here.own, others))


def _tell(event: CalendarUsed, book: Rulebook) -> str:
    today = say_date(almanac_of(event.data), event.first + event.at.ms // book.scale.day.ms)
    if event.beside:
        return f"the calendar {event.data.calendar.name} is shown beside: by it today is {today}"
    return f"the calendar is {event.data.calendar.name}: today is {today}"


def _drop(decision: Decision, command: DropCalendar) -> None:
    here, name = decision.state.calendar, command.name.casefold()
    others = [one.data.calendar.id for one in here.beside] if here is not None else []
    if here is not None and name == here.data.calendar.id:
        hint = "use calendar NAME from DATE counts by another"
        refuse("here", f"the days are counted by {here.data.calendar.name}", hint)
    if name not in others:
        shown = ", ".join(others) or "none is"
        refuse(
            "unknown-calendar", f"no calendar {command.name!r} is shown beside", closest(name, others, shown)
        )
    decision.record(CalendarDropped(name))


def _dropped(state: State, event: CalendarDropped) -> State:
    here = state.calendar
    if here is None:
        return state
    others = tuple(one for one in here.beside if one.data.calendar.id != event.name)
    return replace(state, calendar=replace(here, beside=others))


def _names_beside(state: State, _book: Rulebook) -> Iterable[str]:
    return () if state.calendar is None else [one.data.calendar.id for one in state.calendar.beside]


def _names(_state: State, book: Rulebook) -> Iterable[str]:
    return book.atlas.calendars()


def _essence(seen: Outlook) -> Hashable:
    """Return the day where it matters: to seasons, which may lead the rule set's, and to events' checks."""
    used = seen.state.calendar
    if used is None:
        return None
    acts = any(one.check for one in (*used.data.events, *used.own))
    if not (used.data.seasons or acts):
        return None
    own = timeless(used.own) if acts else None
    return timeless(used.data), own, day_of(seen.state, seen.book)


MECHANISM = Mechanism(
    group="Time",
    commands=(
        declare(
            UseCalendar,
            _use,
            says=(
                "use calendar {name:what} {digest:digest} from {date:text}",
                "use calendar {name:what} from {date:text}",
                Form("also use calendar {name:what} {digest:digest} from {date:text}", {"beside": True}),
                Form("also use calendar {name:what} from {date:text}", {"beside": True}),
            ),
            heard=(
                "calendar {name:what} from|on|at {date:text}",
                "use|set|begin calendar {name:what} from|on|at|today {date:text}",
                Form(
                    "[also] use|show|add calendar {name:what} also|beside|too from|on|at|today {date:text}",
                    {"beside": True},
                ),
            ),
            examples=(
                "use calendar harvest from 3rd of Harvest 1042",
                "also use calendar plain from 1 First 12",
            ),
            completes={"name": _names},
            usual={"date": ("1042-01-01", "0001-01-01")},
        ),
        declare(
            DropCalendar,
            _drop,
            says="drop calendar {name:what}",
            examples="drop calendar plain",
            completes={"name": _names_beside},
        ),
    ),
    events=(
        happens(CalendarUsed, _used, _tell),
        happens(
            CalendarDropped, _dropped, lambda event, _book: f"the calendar {event.name} is shown no longer"
        ),
    ),
    slices=("calendar",),
    essence=_essence,
)

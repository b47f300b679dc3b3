"""What the calendar brings: its festivals and the campaign's own days, each told as its day begins.

Of hidden ones players hear nothing. When they come is worked out from the calendar; nothing is kept of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from msgspec.structs import replace

from turnkeeper.calendars.almanac import NoSuchDate
from turnkeeper.calendars.checking_events import event_faults
from turnkeeper.calendars.conditions import CalendarEvent, OnWeather
from turnkeeper.calendars.falling import EventDays
from turnkeeper.calendars.pages import nearest_told
from turnkeeper.calendars.spoken_events import read_when, say_when
from turnkeeper.calendars.values import MOST_DAYS
from turnkeeper.calendars.waiting import parts_of
from turnkeeper.calendars.wording import DateSlip
from turnkeeper.play.kernel.decision import Decision, closest, refuse
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Audience, Command, Event, State, happens, unchanged
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.sky import weather
from turnkeeper.play.sky.calendar import CalendarInUse, almanac_of, day_of, events_of, hang_on_weather
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.time import Instant, Rank

_LASTS = re.compile(r",? (?:(?:for|lasts|lasting|of) )?(\d{1,4}) days?(?: long)?$", re.IGNORECASE)
"""How long an event lasts, where it is said last: ``Fair for 3 days``."""


class AddCalendarEvent(Command, frozen=True, tag="add-calendar-event"):
    """Put an event into the calendar, once or every so often; a secret one is yours alone.

    It lasts ``days`` days, and is told of some days before. As it begins a ``check`` of the rule set is
    made, or thrown on a table of that name.
    """

    name: str
    when: str
    days: int = 1
    remind: int = 0
    hidden: bool = False
    again: bool = False
    check: str = ""


class DropCalendarEvent(Command, frozen=True, tag="drop-calendar-event"):
    """Take an event of your own out of the calendar."""

    name: str


class CalendarEventAdded(Event, frozen=True, tag="calendar-event-added.1"):
    """The campaign has an event of its own in the calendar; one of the same name before is replaced."""

    what: CalendarEvent


class CalendarEventDropped(Event, frozen=True, tag="calendar-event-dropped.1"):
    """The campaign has an event of its own no more."""

    name: str


class CalendarEventCame(Event, frozen=True, tag="calendar-event-came.1"):
    """The day of an event began; it lasts its ``days``."""

    name: str
    days: int = 1


class CalendarEventNear(Event, frozen=True, tag="calendar-event-near.1"):
    """An event comes in a number of days."""

    name: str
    left: int


def _answers(used: CalendarInUse) -> EventDays:
    return events_of(used.data, used.own)


def _midnight(used: CalendarInUse, book: Rulebook, day: int) -> Instant:
    return Instant((day - used.first) * book.scale.day.ms)


def answers(state: State, book: Rulebook, used: CalendarInUse) -> EventDays:
    """Return the days of a calendar's events, of those that hang on the weather until today."""
    hangs = any(hang_on_weather(state).names)
    return events_of(used.data, used.own, weather.past(state, book) if hangs else None)


def by_weather(before: State, state: State, book: Rulebook) -> list[CalendarEvent]:
    """Return the events of today that begin by the weather of a state, and did not by that before."""
    used, bound = state.calendar, hang_on_weather(state)
    if used is None or not bound.names:
        return []
    day, almanac = day_of(state, book), almanac_of(used.data)
    known, knew = (EventDays(almanac, bound.events, weather.past(one, book)) for one in (state, before))
    return [
        one
        for one in bound.events
        if one.name in bound.names and known.days(one, day, day + 1) and not knew.days(one, day, day + 1)
    ]


def tell(decision: Decision, one: CalendarEvent) -> None:
    """Record that an event begins."""
    decision.record(CalendarEventCame(one.name, one.days, seen_by=_seen_by(one)))


def today(state: State, book: Rulebook, *, secrets: bool) -> tuple[str, ...]:
    """Return the names of the events of today, the hidden ones only among ``secrets``."""
    used = state.calendar
    if used is None:
        return ()
    day = day_of(state, book)
    there = answers(state, book, used).during(day, day + 1).get(day, ())
    return tuple(one.name for one in there if secrets or not one.hidden)


def coming(
    state: State, book: Rulebook, until: Instant, after: Instant | None = None
) -> Iterator[tuple[Instant, CalendarEvent]]:
    """Yield the events that begin after an instant, by default now, up to another, with theirs, in order."""
    used = state.calendar
    if used is None:
        return
    first, last = day_of(state, book, after) + 1, day_of(state, book, until)
    for one in _answers(used).between(first, last + 1):
        yield _midnight(used, book, one.day), one.event


def schedule(decision: Decision, start: Instant, until: Instant) -> None:
    """Schedule the events that begin after ``start`` up to ``until``, and what reminds of them."""
    used, book = decision.state.calendar, decision.book
    if used is None or not (used.data.events or used.own):
        return
    first, last = day_of(decision.state, book, start) + 1, day_of(decision.state, book, until)
    if first > last:
        return
    farthest = max((one.remind for one in (*used.data.events, *used.own)), default=0)
    for found in _answers(used).between(first, last + 1 + farthest):
        one = found.event
        for day, left in {found.day: 0, found.day - one.remind: one.remind}.items():
            if first <= day <= last:
                visit = partial(_visit, one, left)
                decision.schedule(_midnight(used, book, day), Rank.REMINDS, found.place, visit)


def _visit(one: CalendarEvent, left: int, decision: Decision) -> None:
    if left:
        decision.record(CalendarEventNear(one.name, left, seen_by=_seen_by(one)))
    else:
        tell(decision, one)


def _seen_by(one: CalendarEvent) -> Audience:
    return "referee" if one.hidden else "table"


def _used(decision: Decision) -> CalendarInUse:
    used = decision.state.calendar
    if used is None:
        refuse("no-calendar", "no calendar is in use", "use calendar plain from 1 First month 1")
    return used


def _lasting(command: AddCalendarEvent) -> AddCalendarEvent:
    """Return an event whose length stands at the end of its name, or of when it is, with that as its days."""
    for field in ("name", "when"):
        found = _LASTS.search(getattr(command, field))
        if found is not None and found.start() and command.days == 1:
            bare = getattr(command, field)[: found.start()]
            return replace(command, **{field: bare}, days=int(found[1]))
    return command


def _add(decision: Decision, command: AddCalendarEvent) -> None:
    used, command = _used(decision), _lasting(command)
    almanac = almanac_of(used.data)
    try:
        today = day_of(decision.state, decision.book)
        when = read_when(
            almanac, command.when, today, every=command.again, weather=weather.words(decision.book)
        )
    except DateSlip as slip:
        refuse("date", f"{command.when!r}: {slip.message}", slip.hint)
    except NoSuchDate as missing:
        refuse("no-such-date", missing.args[0], nearest_told(almanac, missing))
    # "Market on every Market": the word before is no part of the name.
    name = command.name.removesuffix(" on") if command.again else command.name
    if command.check:
        _require_check(decision.book, command.check)
    what = CalendarEvent(
        name, when, command.days, command.hidden, command.remind, check=command.check.casefold()
    )
    if not 1 <= command.days <= MOST_DAYS or not 0 <= command.remind <= MOST_DAYS:
        refuse(
            "days", f"an event lasts 1 to {MOST_DAYS:,} days", "event Fair lasts 3 days every 3rd of Harvest"
        )
    if _named(used.data.events, name) is not None:
        refuse("event-there", f"the calendar has {name!r} itself", "another name")
    others = tuple(one for one in used.own if one.name.casefold() != name.casefold())
    for fault in event_faults(used.data, (*used.data.events, *others, what)):
        refuse("event", fault.message, fault.hint)
    decision.record(CalendarEventAdded(what, seen_by=_seen_by(what)))


def checks(book: Rulebook) -> Iterator[str]:
    """Yield the names of what an event can make: the checks of a rule set, and its tables."""
    return _checks(book.set)


def _checks(rules: RuleSet) -> Iterator[str]:
    yield from dict.fromkeys((*(one.name for one in rules.procedures.values()), *rules.tables))


def strange(rules: RuleSet, events: Iterable[CalendarEvent]) -> Iterator[str]:
    """Yield, of each event that asks for weather or a check that a rule set has not, what it asks for."""
    weathers = {one.casefold() for one in rules.weather}
    known = {one.casefold() for one in _checks(rules)}
    for event in events:
        asked = (kind for _, one in parts_of(event.when) if isinstance(one, OnWeather) for kind in one.of)
        lacking = dict.fromkeys(kind for kind in asked if kind.casefold() not in weathers)
        if lacking:
            yield f"{event.name} waits for {' or '.join(lacking)}, which the rules have not"
        if event.check and event.check.casefold() not in known:
            yield f"{event.name} makes {event.check}, which the rules have not"


def _require_check(book: Rulebook, name: str) -> None:
    known = [one.casefold() for one in checks(book)]
    if name.casefold() not in known:
        hint = closest(name, known, ", ".join(known) or "this rule set has none")
        refuse("unknown-check", f"this rule set has no check or table {name!r}", hint)


def _named(events: Iterable[CalendarEvent], name: str) -> CalendarEvent | None:
    return next((one for one in events if one.name.casefold() == name.casefold()), None)


def _drop(decision: Decision, command: DropCalendarEvent) -> None:
    used = _used(decision)
    one = _named(used.own, command.name)
    if one is None:
        names = [each.name for each in used.own]
        hint = closest(command.name, names, "events of the calendar itself stay" if used.data.events else "")
        refuse("no-event", f"the campaign has no event {command.name!r} of its own", hint)
    decision.record(CalendarEventDropped(one.name, seen_by=_seen_by(one)))


def _added(state: State, event: CalendarEventAdded) -> State:
    return _with(state, event.what.name, (event.what,))


def _dropped(state: State, event: CalendarEventDropped) -> State:
    return _with(state, event.name, ())


def _with(state: State, name: str, more: tuple[CalendarEvent, ...]) -> State:
    """Return the state with other events of a name than before."""
    used = state.calendar
    if used is None:
        return state
    others = tuple(one for one in used.own if one.name.casefold() != name.casefold())
    return replace(state, calendar=replace(used, own=(*others, *more)))


def _tell_added(event: CalendarEventAdded, _book: Rulebook) -> str:
    makes = f", with {event.what.check}" if event.what.check else ""
    return f"in the calendar: {event.what.name}, {say_when(event.what.when)}{makes}"


def _tell_came(event: CalendarEventCame, _book: Rulebook) -> str:
    return event.name if event.days == 1 else f"{event.name} begins, for {event.days} days"


def _tell_near(event: CalendarEventNear, _book: Rulebook) -> str:
    return f"{event.name} in {event.left} day{'' if event.left == 1 else 's'}"


def own_names(state: State, _book: Rulebook) -> Iterable[str]:
    """Return the names of the campaign's own events."""
    return () if state.calendar is None else [one.name for one in state.calendar.own]


def _ways() -> Iterator[Form]:
    """Yield the ways to say an event: seen or secret, once or again and again."""
    for verb, hidden in (("event", {}), ("secret event", {"hidden": True})):
        for word, again in (("on", {}), ("every", {"again": True})):
            lasts = "[lasts {days:times} days] [remind {remind:times} days] [makes {check:what}]"
            yield Form(f"{verb} {{name:name}} {lasts} {word} {{when:text}}", {**hidden, **again})


MECHANISM = Mechanism(
    group="Time",
    commands=(
        declare(
            AddCalendarEvent,
            _add,
            says=tuple(_ways()),
            examples=(
                "event Debt due on 12th of Leaf-fall 1042",
                "event Harvest Fair lasts 3 days remind 7 days every 3rd of Harvest",
                "secret event The Gate opens every full moon of Stray",
                "event Blood Moon makes encounter check every full moon",
            ),
            completes={"check": lambda _state, book: checks(book)},
            usual={"name": ("Market", "Feast", "Debt due")},
        ),
        declare(
            DropCalendarEvent,
            _drop,
            says="drop event {name:name}",
            heard=("remove|delete|cancel|strike|drop festival|feast|holiday|event|deadline {name:name}",),
            examples="drop event Debt due",
            completes={"name": own_names},
        ),
    ),
    events=(
        happens(CalendarEventAdded, _added, _tell_added),
        happens(CalendarEventDropped, _dropped, lambda event, _book: f"out of the calendar: {event.name}"),
        happens(CalendarEventCame, unchanged, _tell_came),
        happens(CalendarEventNear, unchanged, _tell_near),
    ),
    schedules=schedule,
)

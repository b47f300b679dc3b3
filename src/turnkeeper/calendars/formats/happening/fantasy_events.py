"""The events of Fantasy-Calendar's exports, in and out."""

from __future__ import annotations

from collections.abc import Sequence

from turnkeeper.calendars.almanac import Almanac
from turnkeeper.calendars.conditions import CalendarEvent, Condition, OnDate
from turnkeeper.calendars.formats.accounts import FileValue, Ledger
from turnkeeper.calendars.formats.building import named
from turnkeeper.calendars.formats.happening.fantasy_said import MenuWriter
from turnkeeper.calendars.formats.happening.fantasy_when import Known, MenuReader
from turnkeeper.calendars.formats.happening.gathering import Gathered, UnreadCondition, date_of
from turnkeeper.calendars.formats.happening.writing import UnsaidCondition, note_what_is_ours
from turnkeeper.calendars.formats.source import Tree
from turnkeeper.calendars.model import CalendarMoon
from turnkeeper.calendars.values import MOST_DAYS

_DATE = 3


def read_events(
    root: FileValue, almanac: Almanac, moons: Sequence[CalendarMoon | None]
) -> tuple[CalendarEvent, ...]:
    """Return the events of an export; ``moons`` are those of the file, in its order."""
    gathered, nodes = Gathered(almanac), root.each("events")
    names = [gathered.name(node.at("name")) for node in nodes]
    lengths = [_lasts(node.at("data")) for node in nodes]
    static = root.at("static_data")
    known = Known(
        almanac,
        moons,
        [named(one.at("name"), f"Era {place}") for place, one in enumerate(static.each("eras"), 1)],
        [one.name for one in almanac.data.seasons]
        if len(almanac.data.seasons) == len(static.each("seasons", "data"))
        else [],
        list(zip(names, lengths, strict=True)),
    )
    for node, name, days in zip(nodes, names, lengths, strict=True):
        data, settings = node.at("data"), node.at("settings")
        hidden = settings.at("hide").flag() or settings.at("hide_full").flag()
        limited = data.at("limited_repeat").flag() and data.at("limited_repeat_num").there
        rest = data.at("limited_repeat_num").whole(0, 0, MOST_DAYS) if limited else 0
        try:
            when = _when(data, MenuReader(known, data.at("connected_events")))
        except UnreadCondition as unread:
            node.lose(str(unread))
            continue
        gathered.add(node, CalendarEvent(name, when, days, hidden, rest=rest))
        _account(data, limited=limited)
    for node in static.each("eras"):
        begins = date_of(node.at("date"), almanac, "timespan", from_one=True)
        if node.at("settings", "show_as_event").flag() and begins is not None:
            day = OnDate(almanac.data.parts[begins.part].name, max(begins.day, 1), begins.year)
            gathered.add(node, CalendarEvent(gathered.name(node.at("name")), day))
    return gathered.settled()


def _lasts(data: FileValue) -> int:
    if not data.at("has_duration").flag():
        return 1
    return max(1, data.at("duration").whole(1, 0, MOST_DAYS))


def _when(data: FileValue, conditions: MenuReader) -> Condition:
    date, nodes = data.at("date"), data.each("conditions")
    if not (isinstance(date.value, list) and len(date.value) == _DATE):
        return conditions.group(nodes)
    found = conditions.date(date)
    try:
        same = not nodes or conditions.group(nodes) == found
    except UnreadCondition:
        same = False
    if same:
        data.at("conditions").tell("kept", "its date says it")
    else:
        data.at("conditions").lose("its date goes before its conditions", "changed")
    return found


def _account(data: FileValue, *, limited: bool) -> None:
    if not limited:
        data.at("limited_repeat_num").tell("kept", "it may come again at any time")
    if not data.at("has_duration").flag():
        data.at("duration").tell("kept", "it lasts a day")
    elif data.at("show_first_last").flag():
        data.at("show_first_last").tell("changed", "it is there on all its days")
    data.at("search_distance").tell("kept", "days are found however far away")
    data.at("connected_events").tell("kept")
    for one in data.each("connected_events"):
        one.tell("kept")
    for name in ("only_happen_once", "one_time_event"):
        data.at(name).tell("kept", "its date says it")


def write_events(almanac: Almanac, ledger: Ledger) -> list[Tree]:
    """Return the events of a calendar as an export states them, and note those that it cannot."""
    events = almanac.data.events
    ledger.note(("events",), "kept")
    there = {one.name: place for place, one in enumerate(events)}
    while True:
        told = MenuWriter(almanac, list(there))
        lost: dict[str, str] = {}
        found: list[Tree] = []
        for event in events:
            if event.name not in there:
                continue
            try:
                found.append(_written(event, told))
            except UnsaidCondition as unsaid:
                lost[event.name] = str(unsaid)
        for name, why in lost.items():
            ledger.lose(("events", there.pop(name)), why)
        if not lost:
            break
    for name, place in there.items():
        for field, why in told.changed.get(name, {}).items():
            ledger.note(("events", place, *([field] if field else [])), "changed", why)
        note_what_is_ours(events[place], ("events", place), ledger)
    return found


def _written(event: CalendarEvent, told: MenuWriter) -> Tree:
    conditions, connected, rest = told.event(event)
    single = (
        isinstance(event.when, OnDate)
        and event.when.year is not None
        and len(conditions) == 5  # noqa: PLR2004 - year, month and day, and what joins them
        and not (event.since or event.until or event.never or event.also)
    )
    return {
        "name": event.name,
        "description": "",
        "data": {
            "has_duration": event.days > 1,
            "duration": event.days if event.days > 1 else 0,
            "show_first_last": False,
            "limited_repeat": rest > 1,
            "limited_repeat_num": rest,
            "conditions": conditions,
            "connected_events": connected,
            "date": told.date(event) if single else [],
            "search_distance": max(rest, 60) if connected or rest > 1 else 0,
        },
        "settings": {
            "color": "Dark-Solid",
            "text": "text",
            "hide": event.hidden,
            "hide_full": False,
            "print": False,
        },
    }

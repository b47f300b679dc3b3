"""Events written for a program come on the same days there, or the account says why not."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.calendars.formats.files import FORMATS, event_days, imported
from tests.often import times
from turnkeeper.calendars.almanac import Almanac
from turnkeeper.calendars.checking_events import event_faults
from turnkeeper.calendars.conditions import (
    AfterEvent,
    ByChance,
    CalendarEvent,
    Condition,
    EveryDays,
    InEra,
    InMonth,
    InPhase,
    InSeason,
    InYears,
    OnDate,
    OnDayOfMonth,
    OnMoon,
    OnNumber,
    OnSun,
    OnWeekday,
    Recurrence,
    Several,
    YearDay,
)
from turnkeeper.calendars.formats.exporting import WRITERS, export_calendar
from turnkeeper.calendars.formats.importing import import_calendar
from turnkeeper.calendars.model import CalendarData
from turnkeeper.calendars.sky import EIGHT
from turnkeeper.calendars.sun import sun_turns_in
from turnkeeper.calendars.values import Numbered, SunTurn

BOTH_WAYS = tuple(one for one in FORMATS if one in WRITERS)
WITH_EVENTS = tuple(one for one in BOTH_WAYS if one != "foundry")
_HOLDS = ["all", "any", "none", "odd", "at least"]
_NUMBERS = get_args(Numbered)


def _years(data: CalendarData, first: int, years: int) -> range:
    almanac = Almanac(data)
    return range(almanac.year(first).start, almanac.year(first + years).start)


def _untold(data: CalendarData, to: str, days: range) -> str:
    """Return the first event that comes on other days elsewhere without a word of it."""
    written = export_calendar(data, to)
    told = {one.path for one in written.accounts if one.fate != "kept"}
    back = import_calendar(written.text, "back.json").data
    here, there = event_days(data, days), event_days(back, days)
    for place, event in enumerate(data.events):
        if any(one.startswith(f"events[{place}]") for one in told):
            continue
        if here[event.name] != there.get(event.name):
            return f"{event}: {here[event.name][:9]} and {there.get(event.name, [])[:9]}"
    return ""


@pytest.mark.parametrize("name", WITH_EVENTS)
def test_events_of_an_import_written_in_its_own_format_come_on_the_same_days(name: str) -> None:
    """T24, over 40 years; none of the events that a file gives is lost on the way back."""
    found = imported(name)
    days = _years(found.data, 1, 40)
    written = export_calendar(found.data, found.format, found.today)
    back = import_calendar(written.text, "back.json").data
    here, there = event_days(found.data, days), event_days(back, days)
    by_chance = {one.name for one in found.data.events if isinstance(one.when, ByChance)}
    assert len(found.data.events) > 1
    assert {name: those for name, those in here.items() if name not in by_chance} == {
        name: those for name, those in there.items() if name not in by_chance
    }


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("to", WRITERS)
def test_an_event_that_is_not_written_is_told(name: str, to: str) -> None:
    data = imported(name).data
    written = export_calendar(data, to)
    back = {one.name for one in import_calendar(written.text, "back.json").data.events}
    dropped = (one.path for one in written.accounts if one.fate == "dropped")
    lost = {path.split("]")[0] for path in dropped if path.startswith("events")}
    for place, event in enumerate(data.events):
        assert event.name in back or f"events[{place}" in lost


@pytest.mark.parametrize("to", WRITERS)
def test_a_check_that_an_event_makes_is_told_as_dropped(to: str) -> None:
    data = imported("seasons-and-stars").data
    event = CalendarEvent("Omen", OnDate(data.parts[0].name, 1), check="encounter check")
    written = export_calendar(replace(data, events=(event,)), to)
    lost = {one.path for one in written.accounts if one.fate == "dropped"}
    assert lost & {"events[0].check", "events[0]"}


def test_a_single_date_that_is_bounded_is_more_than_its_date() -> None:
    data = imported("fantasy-calendar").data
    first = YearDay(1, data.parts[0].name, 1)
    once = CalendarEvent("Never", OnDate(first.part, 1, 4), until=first, never=(first,))
    assert _untold(replace(data, events=(once,)), "fantasy-calendar", _years(data, 1, 12)) == ""


def _conditions(data: CalendarData) -> st.SearchStrategy[Condition]:
    since = YearDay(2, data.parts[0].name, 2)
    part = st.sampled_from([one.name for one in data.parts])
    nth = st.sampled_from([0, 1, 2, -1])
    every = st.sampled_from(["2", "3", "8, !4, 2", "!6, +3, 2"])
    rule = st.builds(Recurrence, every=every, offset=st.integers(0, 5))
    simple: list[st.SearchStrategy[Condition]] = [
        st.builds(
            OnDate, part, st.sampled_from([1, 3, 9, -1]), st.sampled_from([None, None, 4]),
            st.sampled_from(["skip", "before", "after"]),
        ),
        st.builds(OnDayOfMonth, st.sampled_from([1, 5, -2])),
        st.builds(OnWeekday, st.sampled_from(data.week.days), nth),
        st.builds(InMonth, part),
        st.builds(InYears, rule | st.just(Recurrence(cycle=5, years=(1, 3)))),
        st.builds(EveryDays, st.sampled_from([1, 4, len(data.week.days)]), st.just(since)),
        st.builds(AfterEvent, st.just("Fair"), st.integers(-3, 2), st.none() | st.integers(2, 4)),
        st.builds(ByChance, st.just("1/10")),
        st.builds(
            OnNumber, st.sampled_from(_NUMBERS),
            st.sampled_from([None, 1, 2]), st.sampled_from([None, 2, 30]),
            st.sampled_from([1, 1, 3]), st.integers(0, 4),
        ),
    ]  # fmt: skip
    if data.moons:
        moon = data.moons[0]
        phase = st.sampled_from([one.name for one in moon.phases] or list(EIGHT))
        simple.append(st.builds(InPhase, st.just(moon.name), st.tuples(phase)))
        simple.append(st.builds(OnMoon, st.just(moon.name), phase | st.sampled_from(["full", "new"]), nth))
    if data.seasons:
        season = st.sampled_from([one.name for one in data.seasons])
        simple.append(st.builds(InSeason, season, st.sampled_from([0, 1, 4])))
        if sun_turns_in(data):
            simple.append(st.builds(OnSun, st.sampled_from(get_args(SunTurn))))
    if data.eras:
        simple.append(st.builds(InEra, st.sampled_from([one.name for one in data.eras])))
    return st.recursive(
        st.one_of(simple),
        lambda below: st.builds(
            Several, st.lists(below, min_size=1, max_size=3).map(tuple),
            st.sampled_from(_HOLDS), st.integers(1, 2),
        ),
        max_leaves=4,
    )  # fmt: skip


_DATA = {name: replace(imported(name).data, events=()) for name in WITH_EVENTS}


@pytest.mark.slow
@pytest.mark.parametrize("to", WITH_EVENTS)
@settings(max_examples=times(60), suppress_health_check=list(HealthCheck), deadline=None)
@given(draw=st.data())
def test_any_event_comes_on_the_same_days_elsewhere_or_is_told(to: str, draw: st.DataObject) -> None:
    data = _DATA[to]
    fair = CalendarEvent("Fair", OnDate(data.parts[0].name, 3))
    day = st.builds(YearDay, st.integers(1, 12), st.just(data.parts[0].name), st.sampled_from([1, 3]))
    events = draw.draw(
        st.lists(
            st.builds(
                CalendarEvent,
                name=st.integers(0, 99).map(str),
                when=_conditions(data),
                days=st.sampled_from([1, 1, 2]),
                hidden=st.booleans(),
                since=st.none() | day,
                until=st.none() | day,
                never=st.just(()) | st.tuples(day),
                also=st.just(()) | st.tuples(day),
                rest=st.sampled_from([0, 0, 5]),
            ),
            min_size=1,
            max_size=3,
            unique_by=lambda one: one.name,
        )
    )
    made = tuple(one for one in (fair, *events) if not list(event_faults(data, (fair, one)[one is fair :])))
    assert not _untold(replace(data, events=made), to, _years(data, 1, 12))

"""Events of a calendar: each day that a condition gives is found by looking at every day, and no other."""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.calendars.calendars_made import MANY_ARE_AT_FAULT, calendars
from tests.calendars.sun_walked import turns_walked
from tests.often import times
from turnkeeper.calendars.almanac import Almanac, CalendarDate, NoSuchDate
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
    OnWeather,
    OnWeekday,
    Recurrence,
    Several,
    YearDay,
)
from turnkeeper.calendars.eras import era_of, year_in_era
from turnkeeper.calendars.falling import EventDays
from turnkeeper.calendars.model import CalendarData, CalendarEra
from turnkeeper.calendars.reading import load_preset, read_calendar
from turnkeeper.calendars.sky import next_full, phase_of, season_of
from turnkeeper.calendars.values import Numbered, SunTurn
from turnkeeper.calendars.wording import read_date, say_date
from turnkeeper.rules.problems import RulesFault

_ERAS = (CalendarEra("Old"), CalendarEra("New", begins=YearDay(1041, "Harvest", 5)))
HARVEST = Almanac(replace(load_preset("harvest"), eras=_ERAS))
GREGORIAN = Almanac(load_preset("gregorian"))


def _month(almanac: Almanac, day: int) -> tuple[int, int]:
    date = almanac.date_of(day)
    return date.year, date.part


def _whole_month(almanac: Almanac, day: int) -> list[int]:
    """Return all days of the month of a day, found one by one."""
    low = high = day
    while _month(almanac, low - 1) == _month(almanac, day):
        low -= 1
    while _month(almanac, high + 1) == _month(almanac, day):
        high += 1
    return list(range(low, high + 1))


def _chosen(found: list[int], nth: int, day: int) -> bool:
    """Return whether a day is one of those found, or the one of them that is meant."""
    if not nth:
        return day in found
    place = nth - 1 if nth > 0 else nth
    return -len(found) <= place < len(found) and found[place] == day


def _is_weekday(almanac: Almanac, name: str, day: int) -> bool:
    weekday = almanac.weekday_of(day)
    return weekday is not None and weekday.name == name


def _numbered(almanac: Almanac, day: int) -> int | None:
    date = almanac.date_of(day)
    return None if date.inner else date.day


def _number(almanac: Almanac, of: str, day: int) -> int | None:
    """Return the number of a day in something, by counting the days before or after it."""
    date, season = almanac.date_of(day), season_of(almanac, day)
    weekday = almanac.weekday_of(day)
    month = [_numbered(almanac, one) for one in _whole_month(almanac, day)]
    year = [one for one in range(day - 400, day + 1) if almanac.date_of(one).year == date.year]
    back = sum(1 for one in month if one is not None and one >= date.day)
    found: dict[str, int | None] = {
        "day": _numbered(almanac, day),
        "day from the end": None if date.inner else back,
        "day of the year": len(year),
        "day of the season": None if season is None else day - season.began + 1,
        "day number": day,
        "weekday": None if weekday is None else weekday.place + 1,
        "month": date.part + 1,
        "year": date.year,
        "era year": year_in_era(almanac, day),
    }
    return found[of]


def twin(almanac: Almanac, when: Condition, day: int, others: dict[str, CalendarEvent]) -> bool:  # noqa: C901, PLR0912 - one answer for each form
    """Return whether a condition holds on a day, by looking at that day and at its month alone."""
    date, data = almanac.date_of(day), almanac.data
    month = data.parts[date.part]
    match when:
        case OnDate(part=name, day=number, year=year):
            numbered = [_numbered(almanac, one) for one in _whole_month(almanac, day)]
            last = max((one for one in numbered if one is not None), default=0)
            wanted = number if number > 0 else last + 1 + number
            here = month.name == (name or data.parts[0].name) and _numbered(almanac, day) == wanted
            return here and year in {None, date.year}
        case OnDayOfMonth(day=number):
            numbered = [_numbered(almanac, one) for one in _whole_month(almanac, day)]
            last = max((one for one in numbered if one is not None), default=0)
            return month.kind == "month" and _numbered(almanac, day) == (
                number if number > 0 else last + 1 + number
            )
        case OnWeekday(weekday=name, nth=nth):
            days = [one for one in _whole_month(almanac, day) if _is_weekday(almanac, name, one)]
            return _chosen(days, nth, day)
        case OnMoon(moon=name, phase=phase, nth=nth):
            moon = next(one for one in data.moons if one.name == name)
            days = _whole_month(almanac, day)
            if phase == "full":
                begins = [one for one in days if next_full(almanac, moon, one - 1) == one]
            else:
                begins = [
                    one
                    for one in days
                    if phase_of(almanac, moon, one) == phase and phase_of(almanac, moon, one - 1) != phase
                ]
            return _chosen(begins, nth, day)
        case InMonth(part=name):
            return month.name == name
        case InSeason(season=name, day=number):
            season = season_of(almanac, day)
            return (
                season is not None
                and season.season.name == name
                and (not number or day - season.began + 1 == number)
            )
        case InYears(when=Recurrence(every=every)):
            return almanac.number_of(date.year) % int(every) == 0
        case OnSun(turn=turn):
            return (day, turn) in _sun_turns()
        case EveryDays(days=every, since=since):
            index = next(at for at, one in enumerate(data.parts) if since.part in {"", one.name})
            return (day - almanac.day_of(CalendarDate(since.year, index, since.day))) % every == 0
        case InEra(era=name):
            era = era_of(almanac, day)
            return era is not None and era.name == name
        case InPhase(moon=name, phases=phases):
            return phase_of(almanac, next(one for one in data.moons if one.name == name), day) in phases
        case OnNumber(of=of, least=least, most=most, every=every, offset=offset):
            counted = _number(almanac, of, day)
            if counted is None:
                return False
            bounds = least is None or least <= counted, most is None or counted <= most
            return all(bounds) and (counted - offset) % every == 0
        case AfterEvent(event=name, days=days, last=latest):
            away = range(days, (days if latest is None else latest) + 1)
            return any(twin(almanac, others[name].when, day - one, others) for one in away)
        case OnWeather():
            return False  # of no day is the weather known
        case ByChance(share=share, seed=seed):
            thrown = int.from_bytes(blake2b(f"{seed} {day}".encode(), digest_size=8).digest())
            return Fraction(thrown, 2**64) < Fraction(share)
        case Several(of=members, hold=hold, count=count):
            holding = sum(twin(almanac, one, day, others) for one in members)
            return {
                "all": holding == len(members),
                "any": holding >= 1,
                "none": holding == 0,
                "odd": holding % 2 == 1,
                "at least": holding >= count,
            }[hold]


@cache
def _sun_turns() -> frozenset[tuple[int, str]]:
    return frozenset(turns_walked(HARVEST, START - 1_000, START + 1_300))


FAIR = CalendarEvent("Fair", OnDate("Harvest", 3))
_NTH = st.sampled_from([0, 1, 2, 3, -1, -2, 7])
_SIMPLE: st.SearchStrategy[Condition] = st.one_of(
    st.builds(
        OnDate,
        st.sampled_from(["Harvest", "Oathday", "Longnight", ""]),
        st.sampled_from([1, 2, 30, -1]),
        st.sampled_from([None, 1041, 1044]),
    ),
    st.builds(OnDayOfMonth, st.sampled_from([1, 15, 30, -1, -30])),
    st.builds(OnWeekday, st.sampled_from(["Market", "Rest"]), _NTH),
    st.builds(OnMoon, st.sampled_from(["Lamp", "Stray"]), st.sampled_from(["full", "first quarter"]), _NTH),
    st.builds(InMonth, st.sampled_from(["Hay", "Midsummer"])),
    st.builds(InSeason, st.sampled_from(["winter", "summer"]), st.sampled_from([0, 1, 40])),
    st.builds(InYears, st.builds(Recurrence, every=st.sampled_from(["2", "3"]))),
    st.builds(EveryDays, st.sampled_from([1, 5, 44]), st.just(YearDay(1040, "Thaw", 4))),
    st.builds(AfterEvent, st.just("Fair"), st.sampled_from([-10, 0, 3])),
    st.builds(AfterEvent, st.just("Fair"), st.just(-3), st.sampled_from([-3, 2, 20])),
    st.builds(InEra, st.sampled_from(["Old", "New"])),
    st.builds(
        InPhase,
        st.just("Lamp"),
        st.sampled_from([("full moon",), ("new moon", "last quarter"), ("waxing crescent",)]),
    ),
    st.builds(
        OnNumber,
        st.sampled_from(get_args(Numbered)),
        st.sampled_from([None, 2, 7, 1042]),
        st.sampled_from([None, 9, 1043, 400]),
        st.sampled_from([1, 1, 2, 7]),
        st.sampled_from([0, 1, -3]),
    ),
    st.builds(OnSun, st.sampled_from(get_args(SunTurn))),
    st.builds(ByChance, st.sampled_from(["1/9", "0", "1"]), st.just("omen")),
)  # fmt: skip
CONDITIONS = st.recursive(
    _SIMPLE,
    lambda below: st.builds(
        Several,
        st.lists(below, min_size=1, max_size=3).map(tuple),
        st.sampled_from(["all", "any", "none", "odd", "at least"]),
        st.integers(1, 2),
    ),
    max_leaves=5,
)
START = HARVEST.year(1041).start + 200


@pytest.mark.slow
@settings(max_examples=times(60), deadline=None)
@given(CONDITIONS, st.integers(0, 700), st.integers(1, 500))
def test_a_look_at_each_day_finds_the_same_days(when: Condition, away: int, length: int) -> None:
    event = CalendarEvent("One", when)
    days = EventDays(HARVEST, (event, FAIR))
    first = START + away
    found = days.days(event, first, first + length)
    assert found == [day for day in range(first, first + length) if twin(HARVEST, when, day, {"Fair": FAIR})]


@pytest.mark.slow
@settings(max_examples=times(20), deadline=None, suppress_health_check=MANY_ARE_AT_FAULT)
@given(
    calendars(),
    st.one_of(
        st.builds(OnDate, st.just(""), st.sampled_from([1, 3, -1])),
        st.builds(OnDayOfMonth, st.sampled_from([2, -1])),
        st.builds(OnWeekday, st.sampled_from(["A", "B"]), _NTH),
        st.builds(OnNumber, st.sampled_from(get_args(Numbered)), st.sampled_from([None, 2]), st.just(4)),
    ),
)
def test_in_calendars_made_up_it_is_so_too(data: CalendarData, when: Condition) -> None:
    almanac = Almanac(data)
    event = CalendarEvent("One", when)
    first = almanac.year(3).start
    found = EventDays(almanac, (event,)).days(event, first, first + 60)
    assert found == [day for day in range(first, first + 60) if twin(almanac, when, day, {})]


def dates(when: Condition, first: str, end: str, almanac: Almanac = GREGORIAN) -> list[str]:
    event = CalendarEvent("One", when)
    found = EventDays(almanac, (event,)).days(event, read_date(almanac, first), read_date(almanac, end))
    return [say_date(almanac, one) for one in found]


def test_days_that_are_known_from_elsewhere() -> None:
    """Thanksgiving is the fourth Thursday of November, Labor Day the first Monday of September."""
    thanks = Several((OnWeekday("Thursday", 4), InMonth("November")))
    assert dates(thanks, "1 January 2023", "1 January 2026") == [
        "23rd of November 2023 AD", "28th of November 2024 AD", "27th of November 2025 AD",
    ]  # fmt: skip
    memorial = Several((OnWeekday("Monday", -1), InMonth("May")))
    assert dates(memorial, "1 January 2024", "1 January 2026") == [
        "27th of May 2024 AD", "26th of May 2025 AD",
    ]  # fmt: skip
    thirteenth = Several((OnDayOfMonth(13), OnWeekday("Friday")))
    assert dates(thirteenth, "1 January 2024", "1 January 2026") == [
        "13th of September 2024 AD", "13th of December 2024 AD", "13th of June 2025 AD",
    ]  # fmt: skip


def test_the_years_of_an_era_are_counted_from_its_day() -> None:
    """By hand: of the Crowns' reign the 1st year begins within 431, its 2nd with 432, its 3rd with 433."""
    crowns = Almanac(load_preset("crowns"))
    event = CalendarEvent("Jubilee", OnNumber("era year", 1, 1))
    days = EventDays(crowns, (event,)).days(event, crowns.year(431).start, crowns.year(440).start)
    assert [say_date(crowns, day)[:22] for day in (days[0], days[-1] + 1)] == [
        say_date(crowns, read_date(crowns, "9th of Crucible 431"))[:22],
        say_date(crowns, crowns.year(432).start)[:22],
    ]


def test_a_day_that_a_year_has_not_is_left_out_or_moved() -> None:
    leap = {"skip": [], "before": ["28th of February 2023 AD"], "after": ["1st of March 2023 AD"]}
    for missing, wanted in leap.items():
        when = OnDate("February", 29, missing=missing)  # type: ignore[arg-type]
        assert dates(when, "1 January 2023", "1 January 2024") == wanted
    assert dates(OnDate("February", 29), "1 January 2024", "1 January 2025") == ["29th of February 2024 AD"]


def test_it_begins_within_its_bounds_but_for_exceptions() -> None:
    event = CalendarEvent(
        "Fair",
        OnDate("May", 1),
        since=YearDay(2021, "January", 1),
        until=YearDay(2024, "January", 1),
        never=(YearDay(2022, "May", 1),),
        also=(YearDay(2022, "May", 8), YearDay(2030, "May", 8)),
    )
    days = EventDays(GREGORIAN, (event,))
    low, high = read_date(GREGORIAN, "1 January 2019"), read_date(GREGORIAN, "1 January 2040")
    assert [say_date(GREGORIAN, one) for one in days.days(event, low, high)] == [
        "1st of May 2021 AD", "8th of May 2022 AD", "1st of May 2023 AD",
    ]  # fmt: skip


def test_an_event_rests_between_one_beginning_and_the_next() -> None:
    """Of the full moons from 21 March to 19 April the first alone; Easter is the first Sunday after it."""
    days = (
        Several((OnNumber("month", 3, 3), OnNumber("day", 21))),
        Several((OnNumber("month", 4, 4), OnNumber("day", most=19))),
    )
    full = CalendarEvent(
        "Moon", Several((InPhase("the moon", ("full moon",)), Several(days, "any"))), rest=60
    )
    easter = CalendarEvent("Easter", Several((AfterEvent("Moon", 1, 7), OnWeekday("Sunday"))), rest=7)
    found = EventDays(GREGORIAN, (full, easter))
    low, high = read_date(GREGORIAN, "1 January 2000"), read_date(GREGORIAN, "1 January 2100")
    assert len(found.days(full, low, high)) == 100
    assert len(found.days(easter, low, high)) == 100
    # It is the same wherever one begins to look.
    assert found.days(easter, low + 5_000, low + 5_900) == [
        day for day in found.days(easter, low, high) if low + 5_000 <= day < low + 5_900
    ]
    daily = CalendarEvent("Daily", EveryDays(1, YearDay(2000, "January", 1)), rest=9)
    begins = EventDays(GREGORIAN, (daily,)).days(daily, low, low + 90_000)
    assert {after - one for one, after in itertools.pairwise(begins)} == {9}


def test_what_begins_stands_in_order_and_what_lasts_is_there_on_each_of_its_days() -> None:
    fair = CalendarEvent("Fair", OnDate("May", 3), days=3)
    eve = CalendarEvent("Eve", AfterEvent("Fair", -1))
    days = EventDays(GREGORIAN, (fair, eve))
    third = read_date(GREGORIAN, "3 May 2024")
    assert [(one.day, one.event.name) for one in days.between(third - 9, third + 9)] == [
        (third - 1, "Eve"), (third, "Fair"),
    ]  # fmt: skip
    during = days.during(third - 1, third + 4)
    there = [[one.name for one in during.get(day, [])] for day in range(third - 1, third + 4)]
    assert there == [["Eve"], ["Fair"], ["Fair"], ["Fair"], []]
    assert days.next("fair", third) == read_date(GREGORIAN, "3 May 2025")
    assert days.next("no such", third) is None


@pytest.mark.slow
def test_chance_is_the_same_for_ever_and_of_its_share() -> None:
    omen = CalendarEvent("Omen", ByChance("1/10"))
    first, second = (EventDays(GREGORIAN, (omen,)) for _ in range(2))
    whole = first.days(omen, 0, 20_000)
    assert [one.day for one in first.between(0, 20_000)] == whole
    assert [day for day in whole if 500 <= day < 900] == second.days(omen, 500, 900)
    # Five standard deviations of a binomial number of 20,000 throws.
    assert abs(len(whole) - 2_000) < 5 * (20_000 * 0.09) ** 0.5


WRONG = """
events = [
  { name = "A", when = { on = "event", event = "B", days = 1 } },
  { name = "B", when = { on = "several", of = [ { on = "event", event = "A" } ] } },
  { name = "B", when = { on = "date", part = "Harvset" } },
  { name = "C", when = { on = "date", part = "Harvest", day = 31 } },
  { name = "D", when = { on = "moon", moon = "Lamp", phase = "green" } },
  { name = "E", when = { on = "weekday", weekday = "Markt" } },
  { name = "F", when = { on = "season", season = "monsoon" } },
  { name = "G", when = { on = "chance", share = "3/2" } },
  { name = "H", when = { on = "years", when = { every = "4", cycle = 3 } } },
  { name = "I", when = { on = "event", event = "Z" }, since = { year = 0 } },
]
[calendar]
id = "mine"
name = "Mine"
extends = "harvest"
"""


# What is wrong besides on a line.
AGAIN = {"there are two events 'B'", "there is no year 0"}


def test_every_fault_is_told_at_once_at_its_place() -> None:
    with pytest.raises(RulesFault) as caught:
        read_calendar(WRONG, "mine.toml")
    told = {(one.line, one.message) for one in caught.value.problems}
    assert {line: message for line, message in sorted(told) if message not in AGAIN} == {
        3: "'A' waits for itself",
        4: "'B' waits for itself",
        5: "there is no month 'Harvset'",
        6: "Harvest has at most 30 days",
        7: "there is no phase 'green'",
        8: "there is no weekday 'Markt'",
        9: "there is no season 'monsoon'",
        10: "3/2 is no chance",
        11: "say either every or a cycle, counted over years",
        12: "there is no event 'Z'",
    }
    assert {message for _, message in told} >= AGAIN


def test_a_calendar_with_events_is_read_from_a_file() -> None:
    text = WRONG.partition("events")[0] + (
        'events = [{ name = "Fair", when = { on = "date", part = "Harvest", day = 3 }, days = 2 }]\n'
        '[calendar]\nid = "mine"\nname = "Mine"\nextends = "harvest"\n'
    )
    (fair,) = read_calendar(text, "mine.toml").events
    assert (fair.name, fair.when, fair.days) == ("Fair", OnDate("Harvest", 3), 2)
    assert list(event_faults(HARVEST.data, (fair,))) == []


def test_a_year_too_far_off_raises_nothing() -> None:
    far = CalendarEvent("Far", OnDate("Harvest", 1, year=10**12))
    assert EventDays(HARVEST, (far,)).days(far, 0, 400) == []
    with pytest.raises(NoSuchDate):
        HARVEST.number_of(10**13)


def test_a_chain_of_events_that_would_take_for_ever_is_refused() -> None:
    """Each waits for the one before twice, so the 40th would ask for the first 2^39 times."""
    first = CalendarEvent("0", EveryDays(30, YearDay(1, "January", 1)))
    bomb = [first] + [
        CalendarEvent(
            f"{at}", Several((AfterEvent(f"{at - 1}", 2**at % 9_999), AfterEvent(f"{at - 1}", 1)), "any")
        )
        for at in range(1, 41)
    ]
    told = {one.message for one in event_faults(GREGORIAN.data, bomb)}
    assert "'40' hangs on too many conditions and other events" in told
    chain = [first, *(CalendarEvent(f"{at}", AfterEvent(f"{at - 1}", 1)) for at in range(1, 5_000))]
    assert len(list(event_faults(GREGORIAN.data, chain))) == 5_000 - 80
    ring = [CalendarEvent(f"{at}", AfterEvent(f"{(at + 1) % 900}", 1)) for at in range(900)]
    assert len(list(event_faults(GREGORIAN.data, ring))) == 900

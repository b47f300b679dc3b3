"""Calendars made up for the laws, and a twin of the almanac that walks day by day."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import HealthCheck
from hypothesis import strategies as st

from turnkeeper.calendars.checking import faults
from turnkeeper.calendars.conditions import Recurrence
from turnkeeper.calendars.model import CalendarData, CalendarHead, CalendarPart, LeapDay, Week, Years

_WEEK = ("A", "B", "C", "D", "E", "F", "G")
Told = tuple[int, int, int, int, str]
"""Year, month, number, place among those without number, weekday."""


def _rules() -> st.SearchStrategy[Recurrence]:
    term = st.builds(
        lambda mark, number: f"{mark}{number}", st.sampled_from(["", "", "!", "+", "!+"]), st.integers(1, 12)
    )
    every = st.lists(term, min_size=1, max_size=4).map(", ".join)
    counts = st.sampled_from(["years", "appearances"])
    by_terms = st.builds(Recurrence, every=every, offset=st.integers(-5, 5), counts=counts)
    by_cycle = st.integers(1, 9).flatmap(
        lambda cycle: st.builds(
            Recurrence,
            cycle=st.just(cycle),
            years=st.lists(st.integers(0, cycle - 1), min_size=1, max_size=4, unique=True).map(tuple),
            offset=st.integers(-5, 5),
            counts=counts,
        )
    )
    return st.one_of(by_terms, by_cycle)


def _leaps(part: int) -> st.SearchStrategy[tuple[LeapDay, ...]]:
    numbered = st.builds(
        LeapDay,
        days=st.integers(1, 3),
        when=st.none() | _rules(),
        after=st.none(),
        in_week=st.booleans(),
    )
    named = st.builds(
        LeapDay,
        name=st.integers(0, 10**6).map(lambda each: f"leap {part} {each}"),
        days=st.integers(1, 2),
        when=st.none() | _rules(),
        after=st.none() | st.integers(0, 2),
        numbered=st.just(value=False),
        in_week=st.booleans(),
    )
    return st.lists(st.one_of(numbered, named), max_size=2).map(tuple)


def _part(index: int) -> st.SearchStrategy[CalendarPart]:
    return st.builds(
        CalendarPart,
        name=st.just(f"month {index}"),
        days=st.integers(0, 6),
        when=st.none() | _rules(),
        in_week=st.booleans(),
        week=st.sampled_from([(), (), ("x", "y", "z")]),
        starts_on=st.just(""),
        leap=_leaps(index),
    )


MANY_ARE_AT_FAULT = (HealthCheck.filter_too_much,)
"""Of calendars made up at random few are in order; those that are not are thrown away."""


def calendars() -> st.SearchStrategy[CalendarData]:
    """Return calendars of a few short months with every sort of rule, none of them at fault."""
    week = st.builds(
        Week,
        days=st.sampled_from([_WEEK, _WEEK[:3], ()]),
        runs=st.sampled_from(["on", "by month", "by year"]),
        first=st.sampled_from(["", "A", "C"]),
    )
    made = st.builds(
        CalendarData,
        calendar=st.just(CalendarHead("made", "Made")),
        parts=st.tuples(*[_part(index) for index in range(4)]),
        years=st.builds(Years, zero=st.booleans()),
        week=week,
    )
    return made.filter(lambda data: not list(faults(data)))


def walked(data: CalendarData, years: int) -> dict[int, Told]:
    """Return each day of some years before and after day 0, found by walking through all of them."""
    first = 0 if data.years.zero else 1
    forward = [one for year in range(first, first + years) for one in _year(data, year)]
    backward = [one for year in range(first - years, first) for one in _year(data, year)]
    counted = sum(one[5] for one in backward)
    found: dict[int, Told] = {}
    week = data.week.days
    at = -counted
    for day, (year, part, number, inner, own, shared, within_year) in enumerate(
        [*backward, *forward], -len(backward)
    ):
        start = week.index(data.week.first) if data.week.first in week else 0
        place = at if data.week.runs == "on" else within_year
        name = own or (week[(start + place) % len(week)] if shared else "")
        at += shared
        said = year if data.years.zero or year > 0 else year - 1
        found[day] = (said, part, number, inner, name)
    return found


def _year(data: CalendarData, year: int) -> Iterator[tuple[int, int, int, int, str, bool, int]]:
    """Yield the days of a year: the weekday where its week is its own, else whether the week counts it."""
    shared_before = 0
    for index, part in enumerate(data.parts):
        if not holds(part.when, year):
            continue
        in_month = 0
        for number, inner, in_week in _days(part, year):
            counts = in_week and part.in_week
            own_week = part.week or (data.week.days if data.week.runs == "by month" else ())
            begin = own_week.index(data.week.first) if not part.week and data.week.first in own_week else 0
            own = own_week[(begin + in_month) % len(own_week)] if own_week and counts else ""
            shared = counts and not part.week and bool(data.week.days)
            yield year, index, number, inner, own, shared, shared_before
            in_month += counts
            shared_before += shared


def _days(part: CalendarPart, year: int) -> list[tuple[int, int, bool]]:
    here = []
    for leap in part.leap:
        asked = year
        if leap.when is not None and leap.when.counts == "appearances":
            asked = sum(holds(part.when, each) for each in range(year)) - sum(
                holds(part.when, each) for each in range(year, 0)
            )
        if holds(leap.when, asked):
            here.append(leap)
    numbered = [True] * part.days
    for leap in (one for one in here if one.numbered):
        numbered += [leap.in_week] * leap.days
    days = [(number, 0, in_week) for number, in_week in enumerate(numbered, 1)]
    for leap in (one for one in here if not one.numbered):
        after = len(numbered) if leap.after is None else leap.after
        for _ in range(leap.days):
            inner = sum(number == after and place > 0 for number, place, _ in days) + 1
            days.append((after, inner, leap.in_week))
    return sorted(days)


def holds(rule: Recurrence | None, year: int) -> bool:
    """Return whether a rule holds in a year: the first number that divides decides."""
    if rule is None:
        return True
    if rule.cycle:
        return (year - rule.offset) % rule.cycle in rule.years
    for said in rule.every.split(", "):
        number = int(said.strip("!+"))
        if (year - (0 if "+" in said else rule.offset)) % number == 0:
            return "!" not in said
    return False

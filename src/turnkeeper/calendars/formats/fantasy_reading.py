"""Fantasy-Calendar's exports and Calendarium's calendars: one shape, under different names.

Leap texts are read as Fantasy-Calendar reads them: the first number that divides the year decides. Its leap
days count the appearances of their month, Calendarium's the years.
"""

from __future__ import annotations

import re
from fractions import Fraction

from msgspec.structs import replace

from turnkeeper.calendars.almanac import Almanac, CalendarDate
from turnkeeper.calendars.conditions import Recurrence
from turnkeeper.calendars.formats.accounts import FileValue
from turnkeeper.calendars.formats.building import (
    Names,
    anchored,
    clock_of,
    day_near,
    days_of,
    draft,
    exact_text,
    grounded,
    moon,
    named,
    new_at,
    rule,
    week_of,
    year_of,
)
from turnkeeper.calendars.formats.fantasy_eras import with_eras, with_seasons
from turnkeeper.calendars.formats.fantasy_keys import CYCLES, Keys
from turnkeeper.calendars.formats.happening.fantasy_events import read_events
from turnkeeper.calendars.formats.happening.ranging import read_ranging
from turnkeeper.calendars.formats.phases import GRANULARITIES, equal_phases, phase_names
from turnkeeper.calendars.model import CalendarData, CalendarMoon, CalendarPart, LeapDay, NameCycle, Week
from turnkeeper.calendars.values import LARGEST_YEAR, MOST_DAYS, MOST_LISTED, MOST_TERMS

_TERM = re.compile(r"[!+]{0,2}[1-9]\d{0,8}")


def read_fantasy(root: FileValue, file: str, keys: Keys) -> tuple[CalendarData, CalendarDate | None]:
    """Return the calendar of a file of this family, and the day that it stands at."""
    names = Names()
    runs_on = root.at(*keys.overflow).flag(default=True)
    week = week_of(root.each(*keys.week))
    parts = tuple(
        _part(node, names, place, own_weeks=not runs_on)
        for place, node in enumerate(root.each(*keys.parts), 1)
    )
    for node in root.each(*keys.leaps):
        parts = _with_leap(parts, node, names, keys, own_weeks=not runs_on)
    if not parts:
        root.at(*keys.parts).refuse("there are no months")
    zero = root.at(*keys.year_zero).flag() if keys.year_zero else False
    data = draft(root.at("name"), file, parts, zero=zero)
    clock = root.at(*keys.clock) if keys.clock else root.at("clock")
    clock.at("offset").tell("left out", "how a clock is drawn is decided here")
    data = replace(
        data,
        week=Week(week, "on" if runs_on else "by month"),
        clock=clock_of(clock.at("hours"), clock.at("minutes"), clock.at("seconds")),
    )
    almanac = grounded(data, root.ledger, file)
    first = root.at(*keys.first)
    place = first.whole(keys.first_from, keys.first_from, max(len(week), 1) - 1 + keys.first_from)
    if not runs_on:
        first.tell("kept", "every month begins a week, so it says nothing")
    data = anchored(almanac, 0 if zero else 1, place - keys.first_from)
    moons = [_moon(node, keys, names, at) for at, node in enumerate(root.each(*keys.moons), 1)]
    data = replace(data, moons=tuple(one for one in moons if one is not None))
    data = with_seasons(data, root, keys)
    data = _with_cycles(data, root, keys)
    data = with_eras(data, root, keys, almanac)
    almanac = grounded(data, root.ledger, file)
    _compare_eras(almanac, root, keys)
    events = read_events(root, almanac, moons) if keys.by_appearance else read_ranging(root, almanac)
    return replace(data, events=events), _today(almanac, root.at(*keys.now), keys)


def _part(node: FileValue, names: Names, place: int, *, own_weeks: bool) -> CalendarPart:
    feast = node.at("type").text("month") == "intercalary"
    name = names.name(node.at("name"), f"Month {place}")
    own = week_of(node.each("week"))
    if own and (feast or not own_weeks):
        node.at("week").tell("dropped", "a week of its own needs months that begin a week")
        own = ()
    every = node.at("interval").whole(1, 1, 999_999_999)
    offset = node.at("offset").whole(0, -LARGEST_YEAR, LARGEST_YEAR)
    return CalendarPart(
        name,
        days_of(node.at("length")),
        kind="feast" if feast else "month",
        when=rule(str(every), offset) if every > 1 else None,
        in_week=not feast,
        week=own,
    )


def _with_leap(
    parts: tuple[CalendarPart, ...], node: FileValue, names: Names, keys: Keys, *, own_weeks: bool
) -> tuple[CalendarPart, ...]:
    index = node.at("timespan").whole(-1, 0, max(len(parts) - 1, 0))
    if not 0 <= index < len(parts):
        node.tell("dropped", "its month is none of the calendar")
        return parts
    part = parts[index]
    there, when = _years(node, keys, counted=part.when is not None and keys.by_appearance)
    if not there:
        node.tell("dropped", "its years cannot be read")
        return parts
    apart = node.at("intercalary").flag()
    unnumbered = node.at("not_numbered" if keys.by_appearance else "numbered")
    numbered = not apart or unnumbered.flag() != keys.by_appearance
    name = (
        named(node.at("name")) if numbered else names.name(node.at("name"), f"Leap day {len(part.leap) + 1}")
    )
    after = node.at(keys.after).whole(0, 0, MOST_DAYS)
    weekday = node.at("week_day")
    gained = ""
    if node.at("adds_week_day").flag() and weekday.text():
        gained = named(weekday) if own_weeks and not apart else ""
        if not gained:
            weekday.tell("dropped", "a week that runs on gains no weekday")
    leap = LeapDay(
        name,
        when=when,
        after=min(after, part.days) if apart else None,
        numbered=numbered,
        in_week=not apart,
        weekday=gained,
        weekday_after=min(after, MOST_LISTED) if gained else 0,
    )
    return (*parts[:index], replace(part, leap=(*part.leap, leap)), *parts[index + 1 :])


def _years(node: FileValue, keys: Keys, *, counted: bool) -> tuple[bool, Recurrence | None]:
    """Take the years of a leap day: whether any could be read, and the rule unless it is in all years."""
    said, offset_node = node.at("interval"), node.at("offset")
    cyclic = keys.by_appearance and node.at("cyclic_interval").flag()
    offset = offset_node.whole(0, -LARGEST_YEAR, LARGEST_YEAR)
    terms = _listed_terms(said) if isinstance(said.value, list) else _split(said)
    counts = Recurrence(counts="appearances") if counted else Recurrence()
    if cyclic:
        if not 0 < offset <= 1_000_000 or not all(one.isdecimal() and len(one) < 10 for one in terms):  # noqa: PLR2004
            return False, None
        years = tuple(sorted({int(one) % offset for one in terms}))
        return bool(years) and len(years) <= MOST_LISTED, replace(counts, cycle=offset, years=years)
    if not _good(terms, said):
        return False, None
    if terms == ["1"]:
        return True, None
    found = rule(", ".join(terms), offset)
    return True, replace(found, counts=counts.counts)


def terms_of(said: FileValue) -> list[str]:
    """Take a leap rule such as 400,!100,4, or nothing where it is none."""
    terms = _split(said)
    return terms if _good(terms, said) else []


def _split(said: FileValue) -> list[str]:
    return [one.strip() for one in said.text("1").split(",") if one.strip()]


def _good(terms: list[str], said: FileValue) -> bool:
    if not terms or len(terms) > MOST_TERMS or not all(_TERM.fullmatch(one) for one in terms):
        said.tell("dropped", f"a leap rule has up to {MOST_TERMS} numbers from 1 up")
        return False
    if len(terms) > 1:
        said.tell("kept", "read as Fantasy-Calendar reads it: the first number that divides decides")
    return True


def _listed_terms(said: FileValue) -> list[str]:
    """Return a rule that is a list of numbers, the largest first."""
    found = [
        (
            node.at("interval").whole(0, 0, 999_999_999),
            ("!" if node.at("exclusive").flag() else "") + ("+" if node.at("ignore").flag() else ""),
        )
        for node in said.each()
    ]
    if len(found) > 1:
        for node in said.each():
            node.tell("kept", "read as Fantasy-Calendar reads it: the first number that divides decides")
    return [f"{mark}{number}" for number, mark in sorted(found, key=lambda one: -one[0])]


def _moon(node: FileValue, keys: Keys, names: Names, place: int) -> CalendarMoon | None:
    daily = node.at("custom_cycle")
    if node.at("custom_phase").flag() and daily.text():
        steps = [one.strip() for one in daily.text().split(",")]
        if (
            not all(one.isdecimal() and int(one[:3]) < GRANULARITIES[-1] for one in steps)
            or len(steps) > MOST_LISTED
        ):
            node.tell("dropped", "its list of phases cannot be read")
            return None
        size = next(one for one in GRANULARITIES if one > max(map(int, steps)))
        shift = node.at(keys.moon_new).exact() or Fraction(0)
        return CalendarMoon(
            names.name(node.at("name"), f"Moon {place}"),
            new=exact_text(shift % len(steps)),
            daily=tuple(phase_names(size)[int(one)] for one in steps),
            hidden=node.at("hidden").flag(),
        )
    found = moon(node, node.at("cycle").exact(), Names(), place)
    if found is None:
        return None
    size = node.at("granularity").whole(24, 4, 40)
    if size not in GRANULARITIES:
        node.at("granularity").tell("changed", "24 phases stand for it")
        size = 24
    rounding = node.at("cycle_rounding").text("round")
    found = replace(
        found,
        phases=equal_phases(size),
        hidden=node.at("hidden").flag(),
        rounding="floor" if rounding == "floor" else "ceil" if rounding == "ceil" else "round",
    )
    return new_at(found, node.at(keys.moon_new).exact() or Fraction(0))


def _with_cycles(data: CalendarData, root: FileValue, keys: Keys) -> CalendarData:
    found: list[NameCycle] = []
    for place, node in enumerate(root.each(*keys.cycles) if keys.cycles else [], 1):
        of = CYCLES.get(node.at("type").text())
        values = tuple(named(one, "?") for one in node.each("names"))
        if of is None or not values:
            node.tell("dropped", "its names or what it counts cannot be read")
            continue
        length = node.at("length").whole(1, 1, 1_000_000_000)
        offset = node.at("offset").whole(0, -LARGEST_YEAR, LARGEST_YEAR)
        found.append(NameCycle(named(node.at("name"), f"cycle {place}"), values, of, length, offset))
    return replace(data, cycles=tuple(found))


def _compare_eras(almanac: Almanac, root: FileValue, keys: Keys) -> None:
    for node in root.each(*keys.eras):
        date = node.at("date")
        if date.at("epoch").there:
            _compare(almanac, date, keys)


def _compare(almanac: Almanac, node: FileValue, keys: Keys) -> CalendarDate | None:
    """Work out the day of a date anew, and note where the file has another number for it."""
    year, part = year_of(node.at("year"), 1), node.at(keys.era_month)
    if not (node.at("year").there and part.there and node.at("day").there):
        return None
    if year == 0 and not almanac.data.years.zero:
        node.at("year").tell("dropped", "there is no year 0")
        return None
    index = part.whole(0, 0, len(almanac.data.parts) - 1)
    date = CalendarDate(year, index, node.at("day").whole(1, 1, MOST_DAYS))
    day = day_near(almanac, date, node.at("day"))
    stored = node.at("epoch")
    if stored.there:
        said = stored.exact()
        same = said == day
        stored.tell("kept" if same else "changed", "as worked out" if same else f"the rules give {day}")
    return almanac.date_of(day)


def _today(almanac: Almanac, node: FileValue, keys: Keys) -> CalendarDate | None:
    return _compare(almanac, node, keys)

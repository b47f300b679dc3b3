"""Calendars written for Seasons & Stars: months with feasts between them, one leap rule, moons by lengths."""

from __future__ import annotations

from fractions import Fraction

from turnkeeper.calendars.almanac import Almanac, CalendarDate
from turnkeeper.calendars.formats.accounts import Ledger
from turnkeeper.calendars.formats.building import number, plain, weekday_beginning
from turnkeeper.calendars.formats.happening.recurring import write_recurring
from turnkeeper.calendars.formats.leaping import (
    Leaping,
    Length,
    day_after,
    floor_moon,
    leaping,
    no_year_zero,
    rule_changed,
    weeks_run_on,
)
from turnkeeper.calendars.formats.source import Tree
from turnkeeper.calendars.formats.spans import begin_by_date, weeks_written
from turnkeeper.calendars.model import CalendarData, CalendarPart, NamedHours

_GREGORIAN = "gregorian"
_MOST_TRIED = 200


def write_stars(almanac: Almanac, today: CalendarDate, ledger: Ledger) -> Tree:
    """Return a calendar as Seasons & Stars reads it, and note the losses."""
    data = almanac.data
    for section in ("calendar", "parts", "week", "clock", "moons", "seasons", "interpolate", "hours"):
        ledger.note((section,), "kept")
    weeks_run_on(data, ledger)
    found = leaping(data, ledger)
    if found.rule == _GREGORIAN and found.offset:
        rule_changed(data, found, ledger, "the Gregorian rule counts from year 0 there")
    months, feasts, leap_month = _split(found, ledger)
    epoch = no_year_zero(data, ledger)
    named_era = data.eras[0] if data.eras and data.eras[0].begins is None else None
    if named_era is not None and named_era.numbering == "continue":
        ledger.note(("eras", 0), "kept")
    suffix = f" {named_era.abbr or named_era.name}" if named_era and named_era.numbering == "continue" else ""
    return {
        "id": data.calendar.id,
        "translations": {"en": {"label": data.calendar.name, "description": "", "setting": ""}},
        "sources": list(data.calendar.sources),
        "year": {
            "epoch": epoch,
            "currentYear": today.year,
            "prefix": "",
            "suffix": suffix,
            "startDay": weekday_beginning(almanac, epoch),
        },
        "leapYear": _rule(found, leap_month),
        "months": months,
        "weekdays": [{"name": name, "abbreviation": name[:2]} for name in data.week.days],
        "intercalary": feasts,
        "moons": [
            one
            for place in range(len(data.moons))
            if (one := _moon_written(almanac, place, ledger)) is not None
        ],
        "seasons": _seasons_written(data, months, ledger),
        "events": write_recurring(almanac, ledger, _month_numbers(data)),
        **weeks_written(data, ledger),
        **_anchors_written(data, ledger),
        "canonicalHours": [_hours_written(one) for one in data.hours],
        "time": {
            "hoursInDay": data.clock.hours,
            "minutesInHour": data.clock.minutes,
            "secondsInMinute": data.clock.seconds,
        },
    }


def _rule(found: Leaping, leap_month: tuple[str, int]) -> Tree:
    rule: Tree = {"rule": found.rule}
    if found.rule == "custom":
        rule |= {"interval": found.number, "offset": found.offset}
    if found.when is not None and leap_month[0]:
        rule |= {"month": leap_month[0], "extraDays": leap_month[1]}
    elif found.when is not None:
        rule |= {"month": "none"}
    return rule


def _split(found: Leaping, ledger: Ledger) -> tuple[list[Tree], list[Tree], tuple[str, int]]:
    """Return months, the feasts between them, and the month that leap years make longer, by how much."""
    months: list[Tree] = []
    feasts: list[Tree] = []
    leap_month = ("", 0)
    first = next((part.name for _, part, length in found.parts if _is_month(part, length)), "")
    for place, part, length in found.parts:
        if not _is_month(part, length):
            if part.kind == "month":
                ledger.note(("parts", place, "kind"), "changed", "it is a feast there")
            if part.abbr:
                ledger.note(("parts", place, "abbr"), "dropped", "feasts have no short names there")
            feasts += _feasts_written(part, length, str(months[-1]["name"]) if months else "", first)
            continue
        months.append({"name": part.name, "abbreviation": part.abbr or part.name[:3], "days": length.days})
        if length.leap != length.days:
            if leap_month[0]:
                ledger.note(
                    ("parts", place, "leap"), "dropped", "one month alone is longer in leap years there"
                )
            else:
                leap_month = (part.name, length.leap - length.days)
    return months, feasts, leap_month


def _is_month(part: CalendarPart, length: Length) -> bool:
    return part.kind == "month" and part.in_week and length.days > 0


def _feasts_written(part: CalendarPart, length: Length, after: str, first: str) -> list[Tree]:
    where = {"after": after} if after else {"before": first}
    both = min(length.days, length.leap)
    found: list[Tree] = []
    for days, only in ((both, False), (length.leap - both, True)):
        if days:
            name = f"{part.name} (leap)" if only and both else part.name
            found.append(
                {"name": name, **where, "days": days, "leapYearOnly": only, "countsForWeekdays": part.in_week}
            )
    return found


def _moon_written(almanac: Almanac, place: int, ledger: Ledger) -> Tree | None:
    one = almanac.data.moons[place]
    found = floor_moon(one, ("moons", place), ledger)
    if found is None:
        return None
    cycle, months = Fraction(one.cycle), _month_numbers(almanac.data)
    news = [day_after(almanac, found.new + turn * cycle) for turn in range(_MOST_TRIED)]
    news = [(date, after) for date, after in news if date.part in months and not date.inner]
    if not news:
        ledger.note(("moons", place), "dropped", "it is never new on a day of a month")
        return None
    date, after = min(news, key=lambda one: one[1])
    if after:
        ledger.note(("moons", place, "new"), "changed", "moons are new as a day begins there")
    return {
        "name": one.name,
        "cycleLength": number(cycle),
        "firstNewMoon": {"year": date.year, "month": months[date.part], "day": date.day},
        "phases": found.written,
        "color": "#ffffff",
    }


def _month_numbers(data: CalendarData) -> dict[int, int]:
    months = [
        index for index, part in enumerate(data.parts) if part.kind == "month" and part.in_week and part.days
    ]
    return {index: place for place, index in enumerate(months, 1)}


def _seasons_written(data: CalendarData, months: list[Tree], ledger: Ledger) -> list[Tree]:
    if not begin_by_date(data, ledger):
        return []
    if not months:
        ledger.note(("parts",), "dropped", "a year needs a month of plain days there")
        return []
    numbers = {str(month["name"]): place for place, month in enumerate(months, 1)}
    order = [part.name for part in data.parts]
    found: list[Tree] = []
    for place, one in enumerate(data.seasons):
        later = data.seasons[(place + 1) % len(data.seasons)]
        if one.begins is None or later.begins is None:
            continue
        month, day = _month_day(order, numbers, one.begins.part, one.begins.day)
        if one.begins.part not in numbers:
            ledger.note(
                ("seasons", place, "begins"), "changed", "it begins with the month after the feast there"
            )
        season: Tree = {"name": one.name, "startMonth": month, "startDay": day}
        if one.ends is not None and one.ends.part in numbers:
            season |= {"endMonth": numbers[one.ends.part], "endDay": one.ends.day}
        else:
            last, before = _month_day(order, numbers, later.begins.part, later.begins.day)
            season |= _day_before(months, last, before)
        if one.dawn:
            season |= {"sunrise": one.dawn, "sunset": one.dusk}
        found.append(season)
    return found


def _anchors_written(data: CalendarData, ledger: Ledger) -> Tree:
    months = {data.parts[index].name: number for index, number in _month_numbers(data).items()}
    found: list[Tree] = []
    for place, one in enumerate(data.daylight):
        if one.on.part not in months:
            ledger.note(("daylight", place), "dropped", "days of the sun stand in months there")
            continue
        ledger.note(("daylight", place), "kept")
        sun = {"sunrise": one.dawn, "sunset": one.dusk}
        name = {"id": f"sun-{place}", "label": f"sun {place + 1}", "type": "other"}
        found.append({**name, "month": months[one.on.part], "day": one.on.day, **sun})
    return {"solarAnchors": found} if found else {}


def _month_day(order: list[str], numbers: dict[str, int], part: str, day: int) -> tuple[int, int]:
    if part in numbers:
        return numbers[part], day
    later = [numbers[name] for name in order[order.index(part) :] if name in numbers]
    return (later[0] if later else 1), 1


def _day_before(months: list[Tree], month: int, day: int) -> Tree:
    if day > 1:
        return {"endMonth": month, "endDay": day - 1}
    last = (month - 2) % len(months)
    return {"endMonth": last + 1, "endDay": months[last]["days"]}


def _hours_written(one: NamedHours) -> Tree:
    begins, ends = (said.split(":") for said in (one.begins, one.ends))
    return {
        "name": plain(one.name),
        "startHour": int(begins[0]),
        "startMinute": int(begins[1]),
        "endHour": int(ends[0]),
        "endMinute": int(ends[1]),
    }

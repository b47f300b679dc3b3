"""What readers of all formats share: names made distinct, exact numbers as text, weekdays set by a year.

Values that a calendar of ours cannot hold as they stand are changed or dropped here, and say so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate, pairwise

from msgspec.structs import replace

from turnkeeper.calendars.almanac import Almanac, CalendarDate, NoSuchDate
from turnkeeper.calendars.conditions import Recurrence
from turnkeeper.calendars.formats.accounts import FileValue, Ledger
from turnkeeper.calendars.model import (
    CalendarClock,
    CalendarData,
    CalendarHead,
    CalendarMoon,
    CalendarPart,
    DayOfYear,
    MoonPhase,
    Week,
    Years,
)
from turnkeeper.calendars.reading import faults_of
from turnkeeper.calendars.values import LARGEST_YEAR, MOST_DAYS
from turnkeeper.rules.problems import Fault, Problem, RulesFault, shown

LONGEST_NAME = 60
DIGITS = 12
_FAR = 100_000_000
_UNSHOWN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_KEY = re.compile(r"[A-Z][A-Za-z0-9]*(?:\.[A-Za-z0-9]+)+")
GREGORIAN_RULE = "400, !100, 4"


class Names:
    """Names that are each said once, as a calendar needs them; capital letters make no difference."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._doubled: dict[str, int] = {}

    def name(self, node: FileValue, otherwise: str) -> str:
        """Take a name, made distinct and fit for one line."""
        said = node.text()
        name = whole = plain(said) or otherwise
        while name.casefold() in self._taken:
            count = self._doubled[whole] = self._doubled.get(whole, 1) + 1
            name = f"{whole[: LONGEST_NAME - 8]} ({count})"
        self._taken.add(name.casefold())
        if name != said.strip():
            node.tell("changed", f'it is called "{name}"')
        return name

    def short(self, node: FileValue, name: str) -> str:
        """Take a short form of a name, if it is no other's."""
        said = plain(node.text())
        if said.casefold() == name.casefold() or not said:
            return ""
        if said.casefold() in self._taken:
            node.tell("left out", f'"{said}" is short for two')
            return ""
        self._taken.add(said.casefold())
        return said


def plain(said: str) -> str:
    """Return a text as a name: in one line, not too long, and the last word of a key of a translation.

    >>> plain("CALENDARIA.MoonPhase.NewMoon")
    'New Moon'
    """
    words = " ".join(_UNSHOWN.sub(" ", said).split())
    if _KEY.fullmatch(words):
        parts = words.split(".")
        word = parts[-2] if parts[-1] == "Name" else parts[-1]
        words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", word)
    return words[:LONGEST_NAME].strip()


def named(node: FileValue, otherwise: str = "") -> str:
    """Take a name that need not be distinct."""
    said = node.text()
    name = plain(said) or otherwise
    if name != said.strip() and node.there:
        node.tell("changed", f'it is called "{name}"')
    return name


def head(name: str) -> CalendarHead:
    """Return the head of a calendar by the name in the file."""
    shown_name = plain(name) or "Calendar"
    found = re.sub(r"[^a-z0-9]+", "-", shown_name.casefold()).strip("-")
    return CalendarHead(found or "calendar", shown_name)


def exact_text(value: Fraction) -> str:
    """Return an exact number as a calendar says it, rounded only where twelve digits cannot hold it.

    >>> exact_text(Fraction(59, 2)), exact_text(Fraction(1, 3)), exact_text(Fraction(-7))
    ('29.5', '1/3', '-7')
    """
    scaled = value * 10**DIGITS
    if scaled.denominator > 1 and max(abs(value.numerator), value.denominator) < 10**9:
        return str(value)
    whole, rest = divmod(abs(round(scaled)), 10**DIGITS)
    digits = f"{rest:0{DIGITS}d}".rstrip("0")
    return ("-" if value < 0 else "") + str(whole) + (f".{digits}" if digits else "")


def number(value: Fraction) -> int | Decimal:
    """Return a number as JSON says it, exact where twelve digits after the point hold it.

    >>> number(Fraction(59, 2)), number(Fraction(30))
    (Decimal('29.5'), 30)
    """
    if value.denominator == 1:
        return value.numerator
    scaled = round(value * 10**DIGITS)
    return Decimal(scaled).scaleb(-DIGITS).normalize()


def rule(every: str, offset: int = 0) -> Recurrence:
    """Return the years that numbers say, with the offset as small as it can be."""
    numbers = [int(one.strip("!+ ")) for one in every.split(",")]
    return Recurrence(every=every, offset=offset % numbers[0] if len(numbers) == 1 else offset)


def week_of(nodes: Iterable[FileValue]) -> tuple[str, ...]:
    """Take the names of a week."""
    names = Names()
    return tuple(
        names.name(one.at("name") if one.at("name").there else one, f"Day {place}")
        for place, one in enumerate(nodes, 1)
    )


def clock_of(hours: FileValue, minutes: FileValue, seconds: FileValue) -> CalendarClock:
    """Take the parts of a day."""
    return CalendarClock(hours.whole(24, 1, 1_000), minutes.whole(60, 1, 1_000), seconds.whole(60, 1, 1_000))


def time_text(seconds: int, clock: CalendarClock) -> str:
    """Return a time of day as a calendar says it; seconds are left out."""
    minutes = seconds // clock.seconds
    hour, minute = divmod(minutes, clock.minutes)
    return f"{min(hour, clock.hours - 1):02d}:{minute:02d}"


def seconds_of_day(said: str, clock: CalendarClock) -> int:
    """Return the seconds since the day began of a time such as 06:40."""
    hour, _, minute = said.partition(":")
    return (int(hour) * clock.minutes + int(minute)) * clock.seconds


def days_of(node: FileValue, default: int = 0) -> int:
    """Take a number of days."""
    if not node.there:
        return default
    return node.whole(default, 0, MOST_DAYS)


def year_of(node: FileValue, default: int = 0) -> int:
    """Take a year."""
    return node.whole(default, -LARGEST_YEAR, LARGEST_YEAR)


def grounded(data: CalendarData, ledger: Ledger, file: str) -> Almanac:
    """Return the almanac of a calendar; raises `RulesFault` with all that is wrong with it at once."""
    wrong = [*ledger.faults, *(_in_ours(one) for one in ([] if ledger.faults else faults_of(data)))]
    if wrong:
        raise RulesFault(Problem(file, 1, 1, shown(one.path), one.message, one.hint) for one in wrong)
    try:
        return Almanac(data)
    except NoSuchDate as missing:
        raise RulesFault([Problem(file, 1, 1, "the calendar read from it", missing.message)]) from missing


def _in_ours(fault: Fault) -> Fault:
    return Fault(("the calendar read from it", *fault.path), fault.message, fault.hint)


def anchored(almanac: Almanac, year: int, place: int) -> CalendarData:
    """Return the calendar with its weeks set so that a year begins with a day of the week, counted from 0."""
    data = almanac.data
    if not data.week.days or data.week.runs != "on":
        return data
    counted = almanac.year(almanac.number_of(year)).counted
    first = data.week.days[(place - counted) % len(data.week.days)]
    return replace(data, week=replace(data.week, first=first))


def weekday_beginning(almanac: Almanac, year: int) -> int:
    """Return the place in the week that a year begins with, counted from 0."""
    days = almanac.data.week.days
    first = days.index(almanac.data.week.first) if almanac.data.week.first in days else 0
    return (first + almanac.year(almanac.number_of(year)).counted) % len(days) if days else 0


def day_near(almanac: Almanac, date: CalendarDate, node: FileValue) -> int:
    """Return the day of a date; days that a month has not are counted on from its first, which is told."""
    part = min(max(date.part, 0), len(almanac.data.parts) - 1)
    try:
        return almanac.day_of(CalendarDate(date.year, part, max(date.day, 1)))
    except NoSuchDate as missing:
        year = almanac.year(almanac.number_of(date.year))
        laid = year.layout.part(part)
        day = missing.after if laid is None else year.start + laid.start + max(date.day, 1) - 1
        node.tell("changed", f"{missing.message}; days are counted on from there")
        return day


def day_said(almanac: Almanac, node: FileValue, day: str = "day") -> int:
    """Return the day of a date in parts: its year, its month from 0, and from 0 its ``day`` by that name."""
    month = node.at("month").whole(0, 0, len(almanac.data.parts) - 1)
    date = CalendarDate(year_of(node.at("year")), month, node.at(day).whole(0, 0, MOST_DAYS) + 1)
    return day_near(almanac, date, node.at(day))


def moon(node: FileValue, cycle: Fraction | None, names: Names, place: int) -> CalendarMoon | None:
    """Return a moon with its name and cycle, or nothing where it has no cycle that can be."""
    if cycle is None or not 0 < cycle < 10**9:
        node.tell("dropped", "a moon needs a cycle above 0 days")
        return None
    return CalendarMoon(names.name(node.at("name"), f"Moon {place}"), exact_text(cycle))


def new_at(found: CalendarMoon, instant: Fraction) -> CalendarMoon:
    """Return a moon that is new at an instant, in days from day 0; very far away, a cycle nearer to it."""
    near = instant if abs(instant) < _FAR else instant % Fraction(found.cycle)
    return replace(found, new=exact_text(near))


def phases_of(cycle: Fraction, lengths: list[tuple[str, Fraction]], *, last: bool) -> tuple[MoonPhase, ...]:
    """Return phases by their lengths, cut where the cycle ends; the last or the first has the rest."""
    ends = [min(end, cycle) for end in accumulate(length for _, length in lengths)]
    found = [
        (name, end - begin)
        for (name, _), (begin, end) in zip(lengths, pairwise([Fraction(0), *ends]), strict=True)
    ]
    left = cycle - ends[-1]
    if left and last:
        found[-1] = (found[-1][0], found[-1][1] + left)
    elif left:
        found.append((found[0][0], left))
    return tuple(MoonPhase(name, exact_text(share)) for name, share in found if share)


def day_in(parts: tuple[CalendarPart, ...], part: int, day: int, node: FileValue) -> DayOfYear:
    """Return a day of every year; one that is not in every year is moved to the next that is."""
    index = min(max(part, 0), len(parts) - 1)
    if index == part and 1 <= day <= parts[index].days:
        return DayOfYear(parts[index].name, day)
    while parts[index].days < max(day, 1):
        day -= parts[index].days
        index = (index + 1) % len(parts)
        day = max(day, 1)
    node.tell("changed", f"no year has that day; it is {parts[index].name} {max(day, 1)}")
    return DayOfYear(parts[index].name, max(day, 1))


def day_of_all_years(almanac: Almanac, day: int) -> CalendarDate:
    """Return a day's date, or that of the first after it that no leap rule adds."""
    while True:
        date = almanac.date_of(day)
        if not date.inner and 1 <= date.day <= almanac.data.parts[date.part].days:
            return date
        day += 1


def beginning(almanac: Almanac, year: int) -> CalendarDate:
    """Return the first day of a year."""
    return almanac.date_of(almanac.year(almanac.number_of(year)).start)


def draft(name: FileValue, file: str, parts: tuple[CalendarPart, ...], *, zero: bool) -> CalendarData:
    """Return a calendar of these months and feasts, with a year 0 or none."""
    said = name.text() or file.rpartition(".")[0] or file
    found = head(said)
    if found.name != said.strip() or not name.there:
        name.tell("changed", f'it is called "{found.name}"')
    return CalendarData(found, parts, years=Years(zero=zero), week=Week())

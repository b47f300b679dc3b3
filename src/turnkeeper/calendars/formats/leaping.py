"""Calendars with one leap rule, by which months have another number of days: most programs know no more.

Reading gives parts of ours; for writing, `leaping` looks whether a calendar is one of these.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.calendars.almanac import Almanac, CalendarDate
from turnkeeper.calendars.conditions import Recurrence
from turnkeeper.calendars.formats.accounts import FileValue, Ledger
from turnkeeper.calendars.formats.building import (
    GREGORIAN_RULE,
    Names,
    days_of,
    named,
    new_at,
    number,
    phases_of,
    rule,
    year_of,
)
from turnkeeper.calendars.formats.source import Tree
from turnkeeper.calendars.model import CalendarData, CalendarEra, CalendarMoon, CalendarPart, LeapDay
from turnkeeper.calendars.sky import EIGHT
from turnkeeper.calendars.values import MOST_DAYS
from turnkeeper.rules.problems import Path


def leap_years(said: str, number: FileValue, start: FileValue) -> Recurrence | None:
    """Take a leap rule by its name: none, Gregorian, or every few years from one on."""
    if said == "gregorian":
        number.tell("kept", "the Gregorian rule needs no number")
        return Recurrence(every=GREGORIAN_RULE, offset=year_of(start))
    if said in {"none", ""}:
        for node in (number, start):
            node.tell("kept", "without leap years it says nothing")
        return None
    every = number.whole(0, 1, 999_999_999)
    if not every:
        number.tell("dropped", "a leap rule has a number from 1 up; no year is a leap year")
        return None
    return rule(str(every), year_of(start))


class Length(Struct, frozen=True):
    """The days of a month in plain years and in leap years."""

    days: int
    leap: int

    def with_rule(self, part: CalendarPart, when: Recurrence | None) -> CalendarPart:
        """Return a part of this length."""
        more = self.leap - self.days
        leap = (LeapDay(days=more, when=when),) if more and when is not None else ()
        return replace(part, days=self.days, leap=(*part.leap, *leap))


def length_of(plain: FileValue, leap: FileValue, when: Recurrence | None) -> Length:
    """Take the lengths of a month; without a leap rule the second says nothing."""
    days = days_of(plain)
    found = Length(days, days_of(leap, days))
    if when is None and found.leap != days:
        leap.tell("dropped", "there are no leap years")
    return found


def with_short(parts: list[CalendarPart], nodes: list[FileValue], names: Names) -> list[CalendarPart]:
    """Return months with the short forms of their names, where each is that of one alone."""
    return [
        replace(part, abbr=names.short(node.at("abbreviation"), part.name))
        for part, node in zip(parts, nodes, strict=True)
    ]


def era_from_ever(prefix: FileValue, suffix: FileValue) -> tuple[CalendarEra, ...]:
    """Take what stands before and after the number of a year as an era."""
    after, before = named(suffix), named(prefix)
    if before:
        prefix.tell("changed" if not after else "dropped", "what stands before a year names its era")
    if after:
        suffix.tell("kept", "it names the era")
    name = after or before
    return (CalendarEra(name),) if name else ()


def lengths_of(node: FileValue) -> list[tuple[str, Fraction]]:
    """Take the phases of a moon with their lengths in days."""
    found: list[tuple[str, Fraction]] = []
    for place, phase in enumerate(node.each("phases"), 1):
        days = phase.at("length").exact()
        if days is None or not 0 < days < MOST_DAYS:
            phase.tell("dropped", "a phase needs a length above 0 days")
            continue
        found.append((named(phase.at("name"), f"phase {place}"), days))
        phase.at("singleDay").tell("kept", "its length says it")
    return found


def moon_by_lengths(found: CalendarMoon, node: FileValue, new: Fraction, *, last: bool) -> CalendarMoon:
    """Return a moon that is new at an instant and goes through phases of these lengths in days."""
    lengths, cycle = lengths_of(node), Fraction(found.cycle)
    if lengths and sum(days for _, days in lengths) != cycle:
        rest = "the last one" if last else "the first one, once more,"
        node.at("phases").tell("changed", f"the lengths are not the cycle; {rest} fills it")
    phases = phases_of(cycle, lengths, last=last) if lengths else ()
    return new_at(replace(found, phases=phases, rounding="floor"), new)


class Leaping(Struct, frozen=True):
    """A calendar whose months have one length in plain years and one in leap years, of one rule."""

    when: Recurrence | None
    parts: tuple[tuple[int, CalendarPart, Length], ...]

    @property
    def rule(self) -> str:
        """Return the name that most programs have for the rule."""
        if self.when is None:
            return "none"
        return "gregorian" if self.when.every == GREGORIAN_RULE else "custom"

    @property
    def number(self) -> int:
        """Return the number of years from one leap year to the next, where there is one."""
        return int(self.when.every) if self.when is not None and self.rule == "custom" else 0

    @property
    def offset(self) -> int:
        """Return a leap year, by which the others are counted."""
        return self.when.offset if self.when is not None else 0


def leaping(data: CalendarData, ledger: Ledger) -> Leaping:
    """Return a calendar as one of a single leap rule, and note what of it cannot be said so."""
    when = _common_rule(data)
    found: list[tuple[int, CalendarPart, Length]] = []
    for index, part in enumerate(data.parts):
        plain = leap = part.days
        if part.when is not None:
            if part.when == when:
                plain = 0
            else:
                ledger.note(("parts", index, "when"), "dropped", "it comes every year there")
        for place, one in enumerate(part.leap):
            path = ("parts", index, "leap", place)
            always = one.when is None
            if not always and one.when != when:
                ledger.note(path, "dropped", "only one leap rule can be said there")
                continue
            if one.weekday:
                ledger.note((*path, "weekday"), "dropped", "weeks gain no days there")
            if not one.numbered or not one.in_week:
                ledger.note(path, "changed", "it is a numbered day at the end of its month there")
            plain += one.days if always and (part.when is None or part.when != when) else 0
            leap += one.days
        found.append((index, part, Length(plain, leap)))
    return Leaping(when, tuple(found))


def rule_changed(data: CalendarData, found: Leaping, ledger: Ledger, why: str) -> None:
    """Note at each month and leap day of the common rule that it is not the same there."""
    for index, part in enumerate(data.parts):
        if part.when is not None and part.when == found.when:
            ledger.note(("parts", index, "when"), "changed", why)
        for place, one in enumerate(part.leap):
            if one.when is not None and one.when == found.when:
                ledger.note(("parts", index, "leap", place, "when"), "changed", why)


def _common_rule(data: CalendarData) -> Recurrence | None:
    """Return the leap rule that most months and leap days have, if it is one number or Gregorian."""
    whens = (rule for part in data.parts for rule in (part.when, *(one.when for one in part.leap)))
    rules = [rule for rule in whens if rule is not None]
    simple = [
        one
        for one in rules
        if one.counts == "years" and (one.every == GREGORIAN_RULE or one.every.isdecimal())
    ]
    return max(simple, key=simple.count, default=None)


class FloorMoon(Struct, frozen=True):
    """A moon as most programs say it: new at an instant, then through phases of some days each."""

    new: Fraction
    phases: tuple[tuple[str, Fraction], ...]

    @property
    def written(self) -> list[Tree]:
        """The phases as programs of this kind write them."""
        return [
            {"name": name, "length": number(days), "singleDay": days == 1, "icon": "new"}
            for name, days in self.phases
        ]


def floor_moon(moon: CalendarMoon, path: Path, ledger: Ledger) -> FloorMoon | None:
    """Return a moon by the lengths of its phases, and note what of it cannot be said so."""
    if moon.daily:
        ledger.note(path, "dropped", "phases told day by day cannot be said there")
        return None
    if moon.hidden:
        ledger.note((*path, "hidden"), "dropped", "every moon is seen there")
    if Fraction(moon.variance):
        ledger.note((*path, "variance"), "dropped", "moons come neither early nor late there")
        ledger.note((*path, "seed"), "dropped", "moons come neither early nor late there")
    cycle, new = Fraction(moon.cycle), Fraction(moon.new)
    names = tuple(one.name for one in moon.phases) or EIGHT
    shares = [Fraction(one.share) for one in moon.phases] or [Fraction(1)] * len(EIGHT)
    if len(set(shares)) == 1 and moon.rounding != "floor":
        step = cycle / len(shares)
        new -= step / 2 if moon.rounding == "round" else step
        if moon.rounding in {"ceil", "middle"}:
            ledger.note((*path, "rounding"), "changed", "a phase may begin a day earlier or later there")
    return FloorMoon(
        new, tuple((name, cycle * share / sum(shares)) for name, share in zip(names, shares, strict=True))
    )


def day_after(almanac: Almanac, instant: Fraction) -> tuple[CalendarDate, Fraction]:
    """Return the first day that begins at an instant or after it, and how long after."""
    day = -(-instant // 1)
    return almanac.date_of(day), day - instant


def no_year_zero(data: CalendarData, ledger: Ledger) -> int:
    """Return the year that a program with a year 0 counts from, and note the years that are lost."""
    ledger.note(("years",), "kept")
    if data.years.short:
        ledger.note(("years", "short"), "dropped", "no year ends early there")
    if data.years.zero:
        return 0
    ledger.note(
        ("years", "zero"), "changed", "there is a year 0 there, and years before it have other numbers"
    )
    return 1


def weeks_run_on(data: CalendarData, ledger: Ledger) -> None:
    """Note the loss of weeks that run on through all months."""
    if data.week.runs != "on":
        ledger.note(("week", "runs"), "dropped", "weeks run on there")
    for place, part in enumerate(data.parts):
        for name, said in (("week", part.week), ("starts_on", part.starts_on)):
            if said:
                ledger.note(("parts", place, name), "dropped", "weeks run on there")

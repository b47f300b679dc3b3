"""What must hold between the parts of a calendar: names that are known, years with days, rules that end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from turnkeeper.calendars.almanac import switches_of
from turnkeeper.calendars.checking_events import event_faults, rule_faults
from turnkeeper.calendars.conditions import Recurrence, YearDay
from turnkeeper.calendars.model import MOST_PARTS, CalendarData, CalendarPart, LeapDay
from turnkeeper.calendars.progressions import TooManyProgressions, years_of
from turnkeeper.calendars.values import MOST_LISTED
from turnkeeper.rules.problems import Fault, Path, did_you_mean

LONGEST_YEAR = 10_000_000


def faults(data: CalendarData) -> Iterator[Fault]:
    """Yield all that is wrong with a calendar whose values are each good by themselves."""
    yield from _too_long(data)
    found = [*_faults_of_rules(data), *_faults_of_years(data)]
    yield from found
    if not found:
        yield from _uncountable(data)
    yield from _faults_of_names(data)
    yield from _faults_of_weeks(data)
    yield from _faults_of_moons(data)
    yield from _faults_of_begun_moons(data)
    yield from _faults_of_seasons(data)
    yield from _faults_of_places(data)
    yield from event_faults(data, data.events)


def _too_long(data: CalendarData) -> Iterator[Fault]:
    lists: dict[str, Sequence[object]] = {
        "parts": data.parts,
        "eras": data.eras,
        "moons": data.moons,
        "seasons": data.seasons,
        "daylight": data.daylight,
        "cycles": data.cycles,
        "hours": data.hours,
    }
    for name, said in lists.items():
        if len(said) > MOST_PARTS:
            yield Fault((name,), f"{len(said):,} of them", f"at most {MOST_PARTS}")
    for index, part in enumerate(data.parts):
        if len(part.leap) > MOST_PARTS:
            yield Fault(("parts", index, "leap"), f"{len(part.leap):,} of them", f"at most {MOST_PARTS}")
    if len(data.week.days) > MOST_LISTED:
        yield Fault(("week", "days"), f"a week of {len(data.week.days):,} days", f"at most {MOST_LISTED:,}")


def _rules(data: CalendarData) -> Iterator[tuple[Path, Recurrence, CalendarPart, LeapDay | None]]:
    for index, part in enumerate(data.parts):
        if part.when is not None:
            yield ("parts", index, "when"), part.when, part, None
        for place, leap in enumerate(part.leap):
            if leap.when is not None:
                yield ("parts", index, "leap", place, "when"), leap.when, part, leap


def _faults_of_rules(data: CalendarData) -> Iterator[Fault]:
    for path, rule, part, leap in _rules(data):
        if bool(rule.every) == bool(rule.cycle):
            yield Fault(path, "say either every or a cycle", 'every = "4", or cycle = 19 and its years')
        elif rule.cycle and (not rule.years or len(rule.years) > MOST_LISTED):
            hint = f"1 to {MOST_LISTED:,} years of the cycle"
            yield Fault(path, f"a cycle with {len(rule.years):,} years listed", hint)
        elif any(year >= rule.cycle for year in rule.years) and rule.cycle:
            yield Fault(
                (*path, "years"), f"a cycle of {rule.cycle} has years 0 to {rule.cycle - 1}", "count from 0"
            )
        elif rule.counts == "appearances" and leap is None:
            yield Fault((*path, "counts"), "a month cannot count its own appearances", 'counts = "years"')
        elif rule.counts == "appearances" and part.when is not None and "," in part.when.every:
            hint = "give the month one number or a cycle, or count years"
            yield Fault(
                (*path, "counts"), "appearances of a month with several numbers are not counted", hint
            )


def _faults_of_years(data: CalendarData) -> Iterator[Fault]:
    steady = sum(part.days for part in data.parts if part.when is None)
    taken = sum(min(one.days, 0) for part in data.parts for one in part.leap)
    if steady + taken < 1:
        yield Fault(
            ("parts",), "a year could have no days", "give one month that is always there days enough"
        )
    most = sum(part.days + sum(max(one.days, 0) for one in part.leap) for part in data.parts)
    if most > LONGEST_YEAR:
        yield Fault(("parts",), f"a year of {most:,} days", f"at most {LONGEST_YEAR:,}")
    for index, part in enumerate(data.parts):
        for place, one in enumerate(part.leap):
            path: Path = ("parts", index, "leap", place)
            if one.days < 0 and not one.numbered:
                yield Fault((*path, "days"), "days without a number cannot be taken away", "numbered = true")
            if one.after is not None and one.after > part.days:
                yield Fault((*path, "after"), f"{part.name} has {part.days} days", "leave it out for the end")
        if part.days + sum(min(one.days, 0) for one in part.leap) < 0:
            yield Fault(("parts", index, "leap"), f"takes more days away than {part.name} has")


def _uncountable(data: CalendarData) -> Iterator[Fault]:
    try:
        progressions = sum(len(one) for one in switches_of(data))
    except TooManyProgressions:
        progressions = MOST_LISTED * MOST_LISTED
    if progressions > MOST_LISTED * 20:
        yield Fault(("parts",), "the leap rules together are too many to count by", "use fewer numbers")
    for index, part in enumerate(data.parts):
        if part.when is not None and not years_of(part.when):
            yield Fault(("parts", index, "when"), f"{part.name} never comes", "no year fits the rule")


def _faults_of_names(data: CalendarData) -> Iterator[Fault]:
    first: dict[str, Path] = {}
    said: list[tuple[Path, str]] = []
    for index, part in enumerate(data.parts):
        said += [(("parts", index, "name"), part.name)]
        said += [(("parts", index, "abbr"), part.abbr)] if part.abbr != part.name else []
        for place, one in enumerate(part.leap):
            said += [(("parts", index, "leap", place, "name"), one.name)] if not one.numbered else []
            if not one.numbered and not one.name:
                yield Fault(("parts", index, "leap", place), "a day without a number needs a name")
        if not part.name.strip() and (part.kind == "feast" or len(data.parts) > 1):
            yield Fault(("parts", index, "name"), "a name is missing", "only a year of one part needs none")
    for path, name in said:
        if name and first.setdefault(name.casefold(), path) != path:
            yield Fault(path, f'"{name}" is the name of two', "dates are read by it")


def _faults_of_weeks(data: CalendarData) -> Iterator[Fault]:
    week = data.week
    if len(set(week.days)) < len(week.days):
        yield Fault(("week", "days"), "a weekday stands twice", "dates are told by them")
    if week.first and week.first not in week.days:
        yield Fault(
            ("week", "first"), f'no weekday is called "{week.first}"', did_you_mean(week.first, week.days)
        )
    for index, part in enumerate(data.parts):
        own = part.week or week.days
        if part.starts_on and part.starts_on not in own:
            hint = did_you_mean(part.starts_on, own)
            yield Fault(("parts", index, "starts_on"), f'no weekday is called "{part.starts_on}"', hint)
        for place, one in enumerate(part.leap):
            if one.weekday and not (part.week or part.starts_on or week.runs == "by month"):
                hint = 'week.runs = "by month", or a week of its own'
                path = ("parts", index, "leap", place, "weekday")
                yield Fault(path, "a week that runs on gains no weekday", hint)


def _faults_of_moons(data: CalendarData) -> Iterator[Fault]:
    for index, moon in enumerate(data.moons):
        if bool(moon.cycle) == bool(moon.daily):
            yield Fault(("moons", index), "say either a cycle or a daily list", 'cycle = "29.5"')
            continue
        cycle = Fraction(moon.cycle or len(moon.daily))
        if cycle <= 0:
            yield Fault(("moons", index, "cycle"), "a moon needs a cycle above 0 days", 'cycle = "29.5"')
        elif not 0 <= Fraction(moon.variance) * 2 < cycle:
            hint = "less than half the cycle"
            yield Fault(("moons", index, "variance"), "new moons would change their order", hint)
        for place, phase in enumerate(moon.phases):
            if Fraction(phase.share) <= 0:
                yield Fault(("moons", index, "phases", place, "share"), "a phase needs a share above 0")


def _faults_of_begun_moons(data: CalendarData) -> Iterator[Fault]:
    steady = sum(one.days + sum(min(each.days, 0) for each in one.leap) for one in data.parts if not one.when)
    for index, moon in enumerate(data.moons):
        if moon.anew is None:
            continue
        path: Path = ("moons", index, "anew")
        if not moon.cycle or Fraction(moon.variance or 0):
            yield Fault(path, "only a moon of a steady cycle begins anew", "leave variance and daily out")
        elif Fraction(moon.cycle) > steady:
            hint = f"a cycle of {steady} days or less"
            yield Fault(path, "a moon that begins anew goes round within any year", hint)
        wrong = list(rule_faults(moon.anew.when, (*path, "when")))
        yield from wrong
        if not wrong and not years_of(moon.anew.when):
            yield Fault((*path, "when"), "a moon begins anew in no year of it", 'when = { every = "4" }')


def _faults_of_seasons(data: CalendarData) -> Iterator[Fault]:
    dated = [one.begins is not None for one in data.seasons]
    for index, season in enumerate(data.seasons):
        if (season.begins is None) == (not season.length) or dated[index] != dated[0]:
            hint = "all seasons begin by date, or all have lengths"
            yield Fault(("seasons", index), "say either when it begins or its length", hint)
        elif season.length and Fraction(season.length) <= 0:
            yield Fault(("seasons", index, "length"), "a season needs a length above 0")
        for field, said in (("dawn", season.dawn), ("dusk", season.dusk)):
            if said and not _fits(said, data):
                yield Fault(
                    ("seasons", index, field), f"the day has no {said}", "hours and minutes of the day"
                )
        if bool(season.dawn) != bool(season.dusk):
            yield Fault(("seasons", index), "dawn and dusk are said together")
        steady = Fraction(season.steady or 0)
        if steady < 0 or (season.length and steady and steady >= Fraction(season.length)):
            hint = "less days than the season has, and not below 0"
            yield Fault(("seasons", index, "steady"), f"a season cannot be steady for {steady} days", hint)
        if season.length and season.ends is not None:
            yield Fault(("seasons", index, "ends"), "a season with a length ends by it", "leave it out")
    yield from _faults_of_daylight(data)
    yield from _faults_of_hours(data)


def _faults_of_daylight(data: CalendarData) -> Iterator[Fault]:
    if data.daylight and not any(one.begins is not None for one in data.seasons):
        hint = "leave it out, or let seasons begin by date"
        yield Fault(("daylight",), "daylight stands among seasons that begin by date", hint)
    for index, one in enumerate(data.daylight):
        for field, said in (("dawn", one.dawn), ("dusk", one.dusk)):
            if not _fits(said, data):
                yield Fault(
                    ("daylight", index, field), f"the day has no {said}", "hours and minutes of the day"
                )


def _faults_of_hours(data: CalendarData) -> Iterator[Fault]:
    for index, named in enumerate(data.hours):
        for field, said in (("begins", named.begins), ("ends", named.ends)):
            if not _fits(said, data):
                yield Fault(("hours", index, field), f"the day has no {said}", "hours and minutes of the day")


def _fits(said: str, data: CalendarData) -> bool:
    hours, _, minutes = said.partition(":")
    return int(hours) < data.clock.hours and int(minutes) < data.clock.minutes


def _faults_of_places(data: CalendarData) -> Iterator[Fault]:
    """Yield faults of days that the calendar names: of seasons, eras and years that end early."""
    names = {part.name: part for part in data.parts}
    said: list[tuple[Path, str, int]] = [
        (("seasons", index, name), one.part, one.day)
        for index, season in enumerate(data.seasons)
        for name, one in (("begins", season.begins), ("ends", season.ends))
        if one is not None
    ]
    said += [(("daylight", at, "on"), one.on.part, one.on.day) for at, one in enumerate(data.daylight)]
    said += [
        (("moons", index, "anew", "on"), one.anew.on.part, one.anew.on.day)
        for index, one in enumerate(data.moons)
        if one.anew is not None
    ]
    years: list[tuple[Path, YearDay]] = [
        (("years", "short", index), one) for index, one in enumerate(data.years.short)
    ]
    eras: list[tuple[Path, YearDay]] = [
        (("eras", index, "begins"), one.begins)
        for index, one in enumerate(data.eras)
        if one.begins is not None
    ]
    for at, dated in (*years, *eras):
        said.append((at, dated.part, dated.day))
        if dated.year == 0 and not data.years.zero:
            yield Fault((*at, "year"), "there is no year 0", "years.zero = true")
    for path, name, day in said:
        part = names.get(name) if name else data.parts[0]
        if part is None:
            yield Fault((*path, "part"), f'no month is called "{name[:60]}"', did_you_mean(name, names))
        elif day > part.days:
            yield Fault((*path, "day"), f"{part.name} has {part.days} days")
    if len({one.year for one in data.years.short}) < len(data.years.short):
        yield Fault(("years", "short"), "a year ends only once")
    starts = [
        (
            one.begins.year,
            list(names).index(one.begins.part) if one.begins.part in names else 0,
            one.begins.day,
        )
        for one in data.eras
        if one.begins is not None
    ]
    if starts != sorted(set(starts)) or any(one.begins is None for one in data.eras[1:]):
        yield Fault(("eras",), "eras stand in the order of their days; only the first is from ever")

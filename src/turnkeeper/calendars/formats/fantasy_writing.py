"""Calendars written as Fantasy-Calendar's exports and as Calendarium's, by the names that reading goes by."""

from __future__ import annotations

from fractions import Fraction

from turnkeeper.calendars.almanac import Almanac, CalendarDate
from turnkeeper.calendars.conditions import Recurrence
from turnkeeper.calendars.formats.accounts import Ledger
from turnkeeper.calendars.formats.building import beginning, number, weekday_beginning
from turnkeeper.calendars.formats.fantasy_eras import first_of_era, season_offset
from turnkeeper.calendars.formats.fantasy_keys import CYCLES, Keys, Way
from turnkeeper.calendars.formats.happening.fantasy_events import write_events
from turnkeeper.calendars.formats.happening.ranging import write_ranging
from turnkeeper.calendars.formats.phases import GRANULARITIES, phase_names
from turnkeeper.calendars.formats.source import Tree
from turnkeeper.calendars.model import CalendarData, CalendarEra, CalendarPart, LeapDay
from turnkeeper.calendars.sky import EIGHT
from turnkeeper.rules.problems import Path

_FINEST = 24


def write_fantasy(almanac: Almanac, today: CalendarDate, ledger: Ledger, keys: Keys) -> Tree:
    """Return a calendar as a file of this family, and note the losses."""
    data = almanac.data
    for section in ("calendar", "parts", "week", "years", "eras", "moons", "seasons", "season_offset"):
        ledger.note((section,), "kept")
    ledger.note(("hours",), "dropped", "names of hours cannot be said there")
    if data.years.zero and not keys.year_zero:
        ledger.note(("years", "zero"), "dropped", "there is no year 0 there; years have other numbers")
    tree: Tree = {"name": data.calendar.name}
    week = _week(almanac, ledger)
    _put(tree, keys.overflow, data.week.runs == "on")
    first = weekday_beginning(almanac, 0 if data.years.zero else 1) if data.week.runs == "on" else 0
    _put(tree, keys.first, first + keys.first_from)
    _put(tree, keys.week, week if keys.by_appearance else [{"type": "day", "name": name} for name in week])
    _put(tree, keys.parts, [_part(data, place, keys, ledger) for place in range(len(data.parts))])
    _put(
        tree,
        keys.leaps,
        [
            one
            for place, part in enumerate(data.parts)
            for at, leap in _leaps(part)
            for one in _leap(part, leap, (place, at), keys, ledger)
        ],
    )
    _put(
        tree,
        keys.moons,
        [one for place in range(len(data.moons)) if (one := _moon(data, place, keys, ledger)) is not None],
    )
    _put(tree, keys.eras, _eras(almanac, keys, ledger))
    _put_seasons(tree, data, keys, ledger)
    if keys.year_zero:
        _put(tree, keys.year_zero, data.years.zero)
    _put_clock(tree, data, keys, ledger)
    _put_cycles(tree, data, keys, ledger)
    now: Tree = {"year": today.year, keys.era_month: today.part, "day": max(today.day, 1)}
    if keys.by_appearance:
        now |= {"epoch": almanac.day_of(today), "hour": 0, "minute": 0}
    _put(tree, keys.now, now)
    write = write_events if keys.by_appearance else write_ranging
    return tree | {"events": write(almanac, ledger), "categories": []}


def _put(tree: Tree, way: Way, value: object) -> None:
    for name in way[:-1]:
        inner = tree.setdefault(name, {})
        if isinstance(inner, dict):
            tree = inner
    tree[way[-1]] = value


def _week(almanac: Almanac, ledger: Ledger) -> list[str]:
    """Return the days of the week, turned where every month begins with another than the first."""
    week = almanac.data.week
    if week.runs == "by year":
        ledger.note(("week", "runs"), "dropped", "a week cannot begin anew with the year there")
    if week.runs == "on" or week.first not in week.days:
        return list(week.days)
    first = week.days.index(week.first)
    return [*week.days[first:], *week.days[:first]]


def _part(data: CalendarData, place: int, keys: Keys, ledger: Ledger) -> Tree:
    part, path = data.parts[place], ("parts", place)
    apart = not part.in_week
    if (part.kind == "feast") != apart:
        ledger.note((*path, "kind"), "changed", "feasts are the months off the week there")
    if part.abbr:
        ledger.note((*path, "abbr"), "dropped", "months have no short names there")
    if part.starts_on:
        ledger.note((*path, "starts_on"), "dropped", "a month cannot say its first weekday there")
    found: Tree = {
        "name": part.name,
        "type": "intercalary" if apart else "month",
        "length": part.days,
        "interval": 1,
        "offset": 0,
    }
    if part.when is not None:
        if _by_number(part):
            found |= {"interval": int(part.when.every), "offset": part.when.offset}
        else:
            found["length"] = 0
            ledger.note((*path, "when"), "kept", "it gains its days by the rule there")
    if part.week and data.week.runs == "by month":
        found["week"] = list(part.week) if keys.by_appearance else [{"name": name} for name in part.week]
    elif part.week:
        ledger.note((*path, "week"), "dropped", "a week of its own needs months that begin a week")
    return found


def _by_number(part: CalendarPart) -> bool:
    return part.when is None or part.when.every.isdecimal()


def _leaps(part: CalendarPart) -> list[tuple[int, LeapDay]]:
    """Return the leap days of a month; one that comes by several numbers or a cycle is made of them."""
    own = list(enumerate(part.leap))
    if _by_number(part) or not part.days:
        return own
    return [(-1, LeapDay(part.name, part.days, part.when)), *own]


def _leap(part: CalendarPart, leap: LeapDay, at: tuple[int, int], keys: Keys, ledger: Ledger) -> list[Tree]:
    path: Path = ("parts", at[0], "leap", at[1]) if at[1] >= 0 else ("parts", at[0])
    if not _by_number(part) and at[1] >= 0:
        ledger.note(path, "changed", "it comes also in years without its month there")
    if leap.days < 0:
        ledger.note(path, "dropped", "days cannot be taken away there")
        return []
    years = _years(part, leap.when, keys, path, ledger)
    if years is None:
        return []
    apart = not leap.in_week or not leap.numbered
    if leap.in_week and not leap.numbered:
        ledger.note((*path, "in_week"), "changed", "a day without a number is off the week there")
    if part.leap and apart and leap.after is None and leap.numbered:
        ledger.note(path, "kept", "it stands at the end of its month")
    after = part.days if leap.after is None else leap.after
    one: Tree = {
        "name": leap.name or "Leap day",
        "timespan": at[0],
        "intercalary": apart,
        keys.after: after if apart else 0,
        **years,
    }
    if keys.by_appearance:
        weekday = {"adds_week_day": bool(leap.weekday), "week_day": leap.weekday}
        one |= {"not_numbered": not leap.numbered, **weekday}
        if leap.weekday:
            one[keys.after] = leap.weekday_after
    else:
        one |= {"type": "leapday", "numbered": leap.numbered}
        if leap.weekday:
            ledger.note((*path, "weekday"), "dropped", "weeks gain no days there")
    if leap.days > 1:
        return [one | {"name": f"{one['name']} ({count})"} for count in range(1, leap.days + 1)]
    return [one]


def _years(
    part: CalendarPart, when: Recurrence | None, keys: Keys, path: Path, ledger: Ledger
) -> Tree | None:
    """Return in which years a leap day comes, or nothing where that cannot be said."""
    listed = not keys.by_appearance
    if when is None:
        every_year = [{"interval": 1, "exclusive": False, "ignore": False}]
        return {"interval": every_year if listed else "1", "offset": 0}
    thinned = part.when is not None and _by_number(part)
    if thinned and (when.counts == "appearances") != keys.by_appearance:
        unit = "the appearances of its month" if keys.by_appearance else "years"
        ledger.note((*path, "when"), "changed", f"it counts {unit} there")
    if when.cycle:
        if listed:
            ledger.note((*path, "when"), "dropped", "years of a cycle cannot be listed there")
            return None
        years = sorted((year + when.offset) % when.cycle for year in when.years)
        return {"interval": ",".join(map(str, years)), "offset": when.cycle, "cyclic_interval": True}
    terms = [one.strip() for one in when.every.split(",")]
    if not listed:
        return {"interval": ",".join(terms), "offset": when.offset}
    numbers = [int(one.lstrip("!+")) for one in terms]
    if numbers != sorted(numbers, reverse=True):
        ledger.note((*path, "when"), "changed", "the largest number decides first there")
    if len(terms) > 1:
        ledger.note((*path, "when"), "kept", "Calendarium reads several numbers in a way of its own")
    return {
        "interval": [
            {"interval": number, "exclusive": "!" in term, "ignore": "+" in term}
            for number, term in zip(numbers, terms, strict=True)
        ],
        "offset": when.offset,
    }


def _daily_moon(data: CalendarData, place: int, found: Tree, keys: Keys, ledger: Ledger) -> Tree | None:
    moon, path = data.moons[place], ("moons", place)
    names = list(dict.fromkeys(moon.daily))
    if not keys.by_appearance or len(names) > GRANULARITIES[-1]:
        ledger.note(path, "dropped", "phases told day by day cannot be said there")
        return None
    ledger.note((*path, "daily"), "changed", "phases have the program's names there")
    steps = ",".join(str(names.index(name)) for name in moon.daily)
    shift = number(Fraction(moon.new))
    return found | {"custom_phase": True, "custom_cycle": steps, "shift": shift, "cycle": len(moon.daily)}


def _moon(data: CalendarData, place: int, keys: Keys, ledger: Ledger) -> Tree | None:
    moon, path = data.moons[place], ("moons", place)
    found: Tree = {"name": moon.name, "color": "#ffffff", "hidden": moon.hidden}
    if Fraction(moon.variance):
        ledger.note((*path, "variance"), "dropped", "moons come neither early nor late there")
        ledger.note((*path, "seed"), "dropped", "moons come neither early nor late there")
    if moon.daily:
        return _daily_moon(data, place, found, keys, ledger)
    found |= {"cycle": number(Fraction(moon.cycle)), keys.moon_new: number(Fraction(moon.new))}
    count = len(moon.phases) or len(EIGHT)
    equal = len({Fraction(one.share) for one in moon.phases}) < 2  # noqa: PLR2004 - all the same
    size = count if equal and count in GRANULARITIES else _FINEST
    if not keys.by_appearance:
        size = _FINEST
    if size != count or not equal or moon.rounding == "middle":
        ledger.note((*path, "phases"), "changed", f"{size} equal phases stand for them there")
        ledger.note((*path, "rounding"), "changed", "a phase may begin a day earlier or later there")
        ledger.note((*path, "cycle"), "changed", f"the moon goes through {size} equal phases there")
    for at, (phase, name) in enumerate(zip(moon.phases, phase_names(size), strict=False)):
        if phase.name != name:
            ledger.note((*path, "phases", at, "name"), "changed", "phases have the program's names there")
    if not keys.by_appearance:
        if moon.hidden:
            ledger.note((*path, "hidden"), "dropped", "every moon is seen there")
        if moon.rounding != "round":
            ledger.note((*path, "rounding"), "changed", "a phase may begin a day earlier or later there")
        return {name: value for name, value in found.items() if name != "hidden"}
    rounding = moon.rounding if moon.rounding != "middle" else "round"
    found |= {"custom_phase": False, "custom_cycle": ""}
    return found | {"granularity": size, "cycle_rounding": rounding}


def _eras(almanac: Almanac, keys: Keys, ledger: Ledger) -> list[Tree]:
    data = almanac.data
    short = {one.year: one for one in data.years.short}
    found = []
    for place, era in enumerate(data.eras):
        path = ("eras", place)
        if era.abbr:
            ledger.note((*path, "abbr"), "dropped", "eras have no short names there")
        cut = era.begins is not None and short.get(era.begins.year) == era.begins
        anew = era.numbering == "restart" and era.first != first_of_era(data, cuts=cut)
        if era.numbering == "backwards" or anew:
            why = "years of an era go on there, or begin with the first of all years"
            ledger.note((*path, "numbering"), "dropped", why)
        elif era.numbering == "restart" and not keys.by_appearance:
            ledger.note((*path, "numbering"), "dropped", "years go on through eras there")
        if cut and era.begins is not None:
            del short[era.begins.year]
        found.append(_era(almanac, era, keys, cuts=cut))
    for one in short.values():
        name = f"the end of {one.year}"
        ledger.note(("years", "short"), "changed", "an era there ends a year early")
        found.append(_era(almanac, CalendarEra(name, begins=one), keys, cuts=True))
    return found


def _era(almanac: Almanac, era: CalendarEra, keys: Keys, *, cuts: bool) -> Tree:
    first = beginning(almanac, 0 if almanac.data.years.zero else 1)
    if era.begins is not None:
        first = CalendarDate(era.begins.year, almanac.part_named(era.begins.part), era.begins.day)
    date: Tree = {"year": first.year, keys.era_month: first.part, "day": max(first.day, 1)}
    if keys.by_appearance:
        date["epoch"] = almanac.day_of(first)
    found: Tree = {"name": era.name, "date": date, "description": ""}
    _put(found, keys.starting, era.begins is None)
    _put(found, keys.cutting, cuts)
    if keys.by_appearance:
        _put(found, ("settings", "restart"), era.numbering == "restart")
        return found | {"formatting": "Year {{year}} - {{era_name}}"}
    found |= {"type": "era", "isEvent": False, "category": None}
    return found | {"format": "Year {{year}} - {{era_name}}"}


def _put_seasons(tree: Tree, data: CalendarData, keys: Keys, ledger: Ledger) -> None:
    periodic = not data.seasons or bool(data.seasons[0].length)
    names = [part.name for part in data.parts]
    found: list[Tree] = []
    for place, one in enumerate(data.seasons):
        season: Tree = {"name": one.name}
        if one.begins is None:
            steady = Fraction(one.steady or 0) if keys.by_appearance else Fraction(0)
            moving = Fraction(one.length) - steady
            season |= {keys.season_lengths[0]: number(moving), keys.season_lengths[1]: number(steady)}
        else:
            season |= {keys.season_month: names.index(one.begins.part), "day": one.begins.day}
        if one.ends is not None:
            ledger.note(("seasons", place, "ends"), "dropped", "a season lasts until the next there")
        if keys.by_appearance and one.dawn:
            season["time"] = {"sunrise": _time(one.dawn), "sunset": _time(one.dusk)}
        elif one.dawn:
            for name in ("dawn", "dusk"):
                ledger.note(("seasons", place, name), "dropped", "there are no times of day there")
        if not keys.by_appearance:
            season |= {"type": "Periodic" if periodic else "Dated", "kind": "Custom"}
        found.append(season)
    _put(tree, keys.seasons, found)
    offset = Fraction(data.season_offset)
    lengths = [Fraction(one.length) for one in data.seasons if one.length]
    _put(tree, keys.season_offset, number(season_offset(offset, lengths, back=True)) if lengths else 0)
    if keys.by_appearance:
        _put(tree, ("static_data", "seasons", "global_settings", "periodic_seasons"), periodic)
        known = data.interpolate or not any(one.dawn for one in data.seasons)
        why = "" if known else "dawn and dusk move from season to season there"
        ledger.note(("interpolate",), "kept" if known else "changed", why)
    else:
        _put(tree, ("seasonal", "type"), "Periodic" if periodic else "Dated")
        ledger.note(("interpolate",), "dropped", "there are no times of day there")


def _time(said: str) -> Tree:
    hour, minute = said.split(":")
    return {"hour": int(hour), "minute": int(minute)}


def _put_clock(tree: Tree, data: CalendarData, keys: Keys, ledger: Ledger) -> None:
    if not keys.clock:
        ledger.note(("clock",), "dropped", "there are no times of day there")
        return
    ledger.note(("clock",), "kept")
    if data.clock.seconds != 60:  # noqa: PLR2004 - what is left unsaid
        ledger.note(("clock", "seconds"), "dropped", "there are no seconds there")
    clock = {"enabled": True, "hours": data.clock.hours, "minutes": data.clock.minutes, "offset": 0}
    _put(tree, keys.clock, clock)


def _put_cycles(tree: Tree, data: CalendarData, keys: Keys, ledger: Ledger) -> None:
    if not keys.cycles:
        ledger.note(("cycles",), "dropped", "cycles of names cannot be said there")
        return
    ledger.note(("cycles",), "kept")
    kinds = {ours: theirs for theirs, ours in CYCLES.items() if theirs != "timespan_index"}
    found = []
    for place, one in enumerate(data.cycles):
        if one.of not in kinds or not all(one.names):
            ledger.lose(("cycles", place), "weeks have no names there, nor has a cycle gaps")
            continue
        ledger.note(("cycles", place, "name"), "dropped", "cycles have no names there")
        cycle = {"length": one.length, "offset": one.offset, "names": list(one.names), "type": kinds[one.of]}
        found.append(cycle)
    _put(tree, keys.cycles, found)

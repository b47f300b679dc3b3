"""MenuReader of ours as Fantasy-Calendar's menu says them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from turnkeeper.calendars.almanac import Almanac, CalendarDate, NoSuchDate
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
from turnkeeper.calendars.formats.happening.fantasy_menu import PLACES
from turnkeeper.calendars.formats.happening.joining import both, either, neither
from turnkeeper.calendars.formats.happening.writing import UnsaidCondition
from turnkeeper.calendars.formats.phases import GRANULARITIES
from turnkeeper.calendars.sky import EIGHT
from turnkeeper.calendars.values import Numbered

Row: TypeAlias = "list[object]"
_FAR = 10**12
_MOST_LISTED = 60
_DIVIDED: frozenset[Numbered] = frozenset(
    ("day", "day of the year", "day number", "day of the season", "year", "era year")
)
_SIGNS = {"all": "&&", "any": "||", "odd": "^"}


class MenuWriter:
    """What says conditions there; ``changed`` is what of each event is another there, by its field."""

    def __init__(self, almanac: Almanac, names: Sequence[str]) -> None:
        """Take the names of the events that are written, in order."""
        self._almanac = almanac
        self._data = almanac.data
        self._months = {one.name: place for place, one in reversed([*enumerate(almanac.data.parts)])}
        self._names = {name: place for place, name in enumerate(names)}
        self._connected: list[int] = []
        self._event = ""
        self.changed: dict[str, dict[str, str]] = {}

    def event(self, event: CalendarEvent) -> tuple[list[Row], list[int], int]:
        """Return the conditions of an event, the events they name, and the days that it rests."""
        self._event, self._connected = event.name, []
        when, rest = event.when, event.rest
        if isinstance(when, OnMoon) and not when.nth and not rest:
            when, rest = self._turn(when)
        if rest > 1 and (event.never or event.also):
            self._change("rest", "its exceptions count as beginnings there")
        if event.also:
            when = either((when, *map(_on, event.also)))
        bounds = [
            OnNumber("day number", least=self._day(event.since)) if event.since is not None else None,
            OnNumber("day number", most=self._day(event.until)) if event.until is not None else None,
            Several(tuple(map(_on, event.never)), "none") if event.never else None,
        ]
        found = [one for one in bounds if one is not None]
        rows = self._rows(both((when, *found)) if found else when)
        return rows, self._connected, rest

    def date(self, event: CalendarEvent) -> list[int]:
        """Return the one date of an event: year, month from 0, day."""
        when = event.when
        if not isinstance(when, OnDate) or when.year is None or when.day < 0:
            return []
        return [when.year, self._month(when.part), when.day]

    def _change(self, field: str, why: str) -> None:
        self.changed.setdefault(self._event, {})[field] = why

    def _turn(self, when: OnMoon) -> tuple[Condition, int]:
        """Return the first day of a phase as its days, with a rest of half a cycle."""
        named = {"full": "full moon", "new": "new moon"}.get(when.phase, when.phase)
        if named != when.phase:
            self._change("when", "it begins on the first day of the phase there")
        moon = next(one for one in self._data.moons if one.name == when.moon)
        return InPhase(when.moon, (named,)), max(2, int(Fraction(moon.cycle or len(moon.daily)) / 2))

    def _day(self, said: YearDay) -> int:
        place = self._months[said.part] if said.part else 0
        try:
            return self._almanac.day_of(CalendarDate(said.year, place, said.day))
        except NoSuchDate as missing:
            return missing.after

    def _month(self, part: str) -> int:
        return self._months[part] if part else 0

    def _group(self, when: Condition) -> Row:
        """Return a condition as one row."""
        if isinstance(when, Several) and when.hold == "none":
            return ["!", self._rows(either(when.of))]
        if isinstance(when, Several) and when.hold == "at least":
            return [str(when.count), [self._group(one) for one in when.of]]
        rows = self._rows(when)
        return rows[0] if len(rows) == 1 else ["", rows]

    def _rows(self, when: Condition) -> list[Row]:
        """Return a condition as rows with signs between them."""
        match when:
            case Several(of=members, hold=hold) if hold in _SIGNS:
                return _between(_SIGNS[hold], [self._group(one) for one in members])
            case Several():
                return [self._group(when)]
            case OnDate():
                return self._dated(when)
            case OnDayOfMonth(day=day):
                of: Numbered = "day" if day > 0 else "day from the end"
                feasts = tuple(InMonth(one.name) for one in self._data.parts if one.kind == "feast")
                number = OnNumber(of, abs(day), abs(day))
                return self._rows(both((number, Several(feasts, "none"))) if feasts else number)
            case OnWeekday(weekday=name, nth=nth):
                asked = "weekday of the month" if nth > 0 else "weekday from the end"
                place = [_row(asked, "==", abs(nth))] if nth else []
                return _between("&&", [_row("weekday by name", "==", name), *place])
            case InYears(when=rule):
                return self._rows(_years(rule))
            case OnNumber():
                return self._number(when)
            case EveryDays(days=days, since=since):
                return [_row("day number", "%", days, self._day(since) % days)]
            case AfterEvent():
                return self._away(when)
            case _:
                return self._named(when)

    def _dated(self, when: OnDate) -> list[Row]:
        if when.missing != "skip":
            raise UnsaidCondition("a day that a year has not is left out there")
        asked = "day" if when.day > 0 else "day from the end"
        rows = [_row("month", "==", self._month(when.part)), _row(asked, "==", abs(when.day))]
        if when.year is not None:
            rows.insert(0, _row("year", "==", when.year))
        return _between("&&", rows)

    def _named(self, when: Condition) -> list[Row]:
        match when:
            case InMonth(part=part):
                return [_row("month", "==", self._month(part))]
            case InEra(era=name):
                return [_row("era", "==", _place([one.name for one in self._data.eras], name, "eras"))]
            case InSeason(season=name, day=day):
                place = _place([one.name for one in self._data.seasons], name, "seasons")
                number = [_row("day of the season", "==", day)] if day else []
                return _between("&&", [_row("season", "==", place), *number])
            case InPhase():
                return self._phase(when)
            case OnSun(turn=turn):
                return [_row(turn, "solstice", 1)]
            case OnWeather():
                raise UnsaidCondition("what hangs on the weather is not said there")
            case ByChance(share=share):
                percent = round(Fraction(share) * 100)
                self._change("when", "it is thrown anew there, in whole hundredths")
                return [_row("chance", "<", percent, self._names[self._event] + 1)]
            case _:
                raise UnsaidCondition("the day on which a moon turns stands alone there, or not at all")

    def _phase(self, when: InPhase) -> list[Row]:
        place = next(at for at, one in enumerate(self._data.moons) if one.name == when.moon)
        moon = self._data.moons[place]
        names = list(dict.fromkeys(moon.daily)) or [one.name for one in moon.phases] or list(EIGHT)
        equal = len({Fraction(one.share) for one in moon.phases}) < 2  # noqa: PLR2004 - all the same
        if not moon.daily and (len(names) not in GRANULARITIES or not equal):
            raise UnsaidCondition("the moon has other phases there")
        found = [_row("phase", "==", place, names.index(one)) for one in when.phases if one in names]
        if len(found) < len(when.phases):
            raise UnsaidCondition("the moon has other phases there")
        return _between("||", found)

    def _number(self, when: OnNumber) -> list[Row]:
        base = 1 if when.of == "month" else 0
        rows = []
        if when.least is not None and when.least == when.most:
            rows.append(_row(when.of, "==", when.least - base))
        else:
            least = -_FAR if when.least is None and when.most is None and when.every == 1 else when.least
            rows += [_row(when.of, ">=", least - base)] if least is not None else []
            rows += [_row(when.of, "<=", when.most - base)] if when.most is not None else []
        if when.every > 1:
            if when.of not in _DIVIDED:
                raise UnsaidCondition(f"each so many of {when.of} cannot be said there")
            rows.append(_row(when.of, "%", when.every, when.offset % when.every))
        return _between("&&", rows)

    def _away(self, when: AfterEvent) -> list[Row]:
        target = next((one for one in self._data.events if one.name == when.event), None)
        if when.event not in self._names or target is None:
            raise UnsaidCondition("the event that it waits for cannot be said there")
        if target.days > 1:
            self._change("when", "it counts from each day of that event there")
        place = self._names[when.event]
        if place not in self._connected:
            self._connected.append(place)
        at, first = self._connected.index(place), when.days
        last = first if when.last is None else when.last
        if first == last:
            return [_row("event", "past" if first >= 0 else "future", at, abs(first))]
        for sign, low, high in (
            ("last", 1, last),
            ("last or now", 0, last),
            ("next", first, -1),
            ("next or now", first, 0),
        ):
            if (first, last) == (low, high):
                return [_row("event", sign, at, max(abs(first), abs(last)))]
        if last - first > _MOST_LISTED:
            raise UnsaidCondition("so many days around an event cannot be said there")
        each = (AfterEvent(when.event, day) for day in range(first, last + 1))
        return _between("||", [row for one in each for row in self._away(one)])


def _on(said: YearDay) -> OnDate:
    return OnDate(said.part, said.day, said.year)


def _row(asked: str, sign: str, *values: object) -> Row:
    name, place = PLACES[asked, sign]
    return [name, str(place), [str(one) if name != "Events" or at else one for at, one in enumerate(values)]]


def _between(sign: str, rows: list[Row]) -> list[Row]:
    joined: list[Row] = [one for row in rows for one in (row, list[object]([sign]))]
    return joined[:-1]


def _place(names: list[str], name: str, what: str) -> int:
    if names.count(name) > 1:
        raise UnsaidCondition(f"two {what} have this name")
    return names.index(name)


def _years(rule: Recurrence) -> Condition:
    """Return the years of a rule by conditions of one number each."""
    if rule.cycle:
        if len(rule.years) > _MOST_LISTED:
            raise UnsaidCondition("so many years of a cycle cannot be listed there")
        return either([_divided(rule.cycle, year + rule.offset) for year in rule.years])
    found: Condition | None = None
    for term in reversed(rule.every.split(",")):
        said = term.strip()
        years = _divided(int(said.lstrip("!+")), 0 if "+" in said else rule.offset)
        if "!" not in said:
            found = years if found is None else either((years, found))
        elif found is not None:
            found = both((neither(years), found))
    if found is None:
        raise UnsaidCondition("it comes in no year")
    return found


def _divided(number: int, offset: int) -> OnNumber:
    return OnNumber("year", every=number, offset=offset % number) if number > 1 else OnNumber("year")

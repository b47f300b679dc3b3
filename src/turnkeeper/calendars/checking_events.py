"""What must hold of the events of a calendar: names that are known, days that there can be, no circles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

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
    OnMoon,
    OnNumber,
    OnSun,
    OnWeather,
    OnWeekday,
    Recurrence,
    YearDay,
)
from turnkeeper.calendars.model import MOST_EVENTS, CalendarData, CalendarPart
from turnkeeper.calendars.progressions import TooManyProgressions, years_of
from turnkeeper.calendars.sky import EIGHT
from turnkeeper.calendars.sun import sun_turns_in
from turnkeeper.calendars.waiting import parts_of, waiting_faults
from turnkeeper.calendars.weather_past import bound_to_weather
from turnkeeper.rules.problems import Fault, Path, did_you_mean


def event_faults(
    data: CalendarData, events: Sequence[CalendarEvent], at: Path = ("events",)
) -> Iterator[Fault]:
    """Yield all that is wrong with events of a calendar whose values are each good by themselves."""
    if len(events) > MOST_EVENTS:
        yield Fault(at, f"{len(events):,} of them", f"at most {MOST_EVENTS:,}")
        return
    names: set[str] = set()
    for index, one in enumerate(events):
        path: Path = (*at, index)
        if one.name.casefold() in names:
            yield Fault((*path, "name"), f"there are two events {one.name[:40]!r}", "another name")
        names.add(one.name.casefold())
        for field in ("since", "until"):
            said = getattr(one, field)
            if said is not None:
                yield from _day_faults(data, said, (*path, field))
        for field, days in (("never", one.never), ("also", one.also)):
            for place, day in enumerate(days):
                yield from _day_faults(data, day, (*path, field, place))
    for index, one in enumerate(events):
        for path, when in parts_of(one.when, (*at, index, "when")):
            yield from _condition_faults(data, when, path, events)
    yield from waiting_faults(events, at)
    yield from _foreseen_faults(events, at)


def _foreseen_faults(events: Sequence[CalendarEvent], at: Path) -> Iterator[Fault]:
    bound = bound_to_weather(events)
    for index, one in enumerate(events):
        if one.remind and one.name in bound:
            message = "what hangs on the weather is not known beforehand"
            yield Fault((*at, index, "remind"), message, "leave remind out")


def _condition_faults(  # noqa: C901, PLR0912 - one case for each form
    data: CalendarData, when: Condition, path: Path, events: Iterable[CalendarEvent]
) -> Iterator[Fault]:
    match when:
        case OnDate() | InMonth():
            yield from _date_faults(data, when, path)
        case OnWeekday(weekday=name):
            own = (day for part in data.parts for day in part.week)
            yield from _unknown(name, (*data.week.days, *own), (*path, "weekday"), "weekday")
        case OnMoon(moon=name, phase=phase):
            yield from _moon_faults(data, name, ((("phase",), phase),), path, turns=("full", "new"))
        case InPhase(moon=name, phases=phases):
            each = enumerate(phases)
            yield from _moon_faults(data, name, ((("phases", at), one) for at, one in each), path)
        case InEra(era=name):
            yield from _unknown(name, [one.name for one in data.eras], (*path, "era"), "era")
        case OnNumber(least=least, most=most):
            yield from _bound_faults(least, most, (*path, "most"))
        case OnSun(turn=turn):
            if not sun_turns_in(data):
                hint = "give each season its dawn and dusk, and not all the same"
                yield Fault((*path, "turn"), f"no season says when there is a {turn}", hint)
        case InSeason(season=name):
            yield from _unknown(name, [one.name for one in data.seasons], (*path, "season"), "season")
        case InYears(when=rule):
            yield from rule_faults(rule, (*path, "when"))
        case EveryDays(since=since):
            yield from _day_faults(data, since, (*path, "since"))
        case AfterEvent(event=name, days=days, last=last):
            if last is not None and last < days:
                yield Fault(
                    (*path, "last"), f"{last:,} is less than {days:,}", "the first day, then the last"
                )
            yield from _unknown(name, [one.name for one in events], (*path, "event"), "event")
        case OnWeather(first_of=name) if name:
            yield from _unknown(name, [one.name for one in data.seasons], (*path, "first_of"), "season")
        case ByChance(share=share) if not 0 <= Fraction(share) <= 1:
            yield Fault((*path, "share"), f"{share} is no chance", 'from 0 to 1: "1/20"')
        case _:
            pass


def _bound_faults(least: int | None, most: int | None, path: Path) -> Iterator[Fault]:
    if least is not None and most is not None and most < least:
        yield Fault(path, f"{most:,} is less than {least:,}", "the lesser first")


def rule_faults(rule: Recurrence, path: Path) -> Iterator[Fault]:
    """Yield the faults in the years of a condition, or of a moon that begins anew."""
    if bool(rule.every) == bool(rule.cycle) or rule.counts == "appearances":
        hint = 'when = { every = "4" }, or a cycle and its years'
        yield Fault(path, "say either every or a cycle, counted over years", hint)
    elif not rule.cycle:
        try:
            years_of(rule)
        except TooManyProgressions:
            yield Fault(path, "these numbers together take too long to count", "fewer of them")


def _date_faults(data: CalendarData, when: OnDate | InMonth, path: Path) -> Iterator[Fault]:
    if isinstance(when, InMonth) or when.part:
        yield from _unknown(when.part, [one.name for one in data.parts], (*path, "part"), "month")
    part = next((one for one in data.parts if when.part in {"", one.name}), None)
    if isinstance(when, InMonth) or part is None:
        return
    if abs(when.day) > _longest(part):
        hint = f"1 to {_longest(part)}, or -1 for the last"
        yield Fault((*path, "day"), f"{part.name} has at most {_longest(part)} days", hint)
    if when.year == 0 and not data.years.zero:
        yield Fault((*path, "year"), "there is no year 0", "years.zero = true")


def _longest(part: CalendarPart) -> int:
    return part.days + sum(one.days for one in part.leap if one.numbered and one.days > 0)


def _moon_faults(
    data: CalendarData,
    name: str,
    phases: Iterable[tuple[Path, str]],
    path: Path,
    turns: tuple[str, ...] = (),
) -> Iterator[Fault]:
    yield from _unknown(name, [one.name for one in data.moons], (*path, "moon"), "moon")
    for moon in data.moons:
        if moon.name == name:
            named = moon.daily or tuple(one.name for one in moon.phases) or EIGHT
            known = named if moon.daily else (*turns, *named)
            for at, phase in phases:
                yield from _unknown(phase, known, (*path, *at), "phase")


def _day_faults(data: CalendarData, said: YearDay, path: Path) -> Iterator[Fault]:
    if said.part:
        yield from _unknown(said.part, [one.name for one in data.parts], (*path, "part"), "month")
    if said.year == 0 and not data.years.zero:
        yield Fault((*path, "year"), "there is no year 0", "years.zero = true")


def _unknown(name: str, known: Iterable[str], path: Path, noun: str) -> Iterator[Fault]:
    known = tuple(known)
    if name not in known:
        yield Fault(path, f"there is no {noun} {name[:40]!r}", did_you_mean(name, known))

"""When an event of a calendar comes, in words, both ways: "3rd of Harvest", "every full moon of Lamp"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import get_args

from turnkeeper.calendars.almanac import Almanac, NoSuchDate
from turnkeeper.calendars.conditions import (
    AfterEvent,
    ByChance,
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
    Several,
    YearDay,
)
from turnkeeper.calendars.sun import sun_turns, sun_turns_in
from turnkeeper.calendars.values import SunTurn
from turnkeeper.calendars.wording import MOST_AWAY, NTHS, DateSlip, ordinal, read_date, weekdays_of

MOST_YEARS = 400
_NTH = rf"(?P<nth>last|{'|'.join(NTHS)}|[1-9]\d{{0,3}}(?:st|nd|rd|th)?)"
_DAYS = re.compile(r"(?:(?P<count>[1-9]\d{0,8}) )?(?P<unit>days?|weeks?)(?: from (?P<since>.+))?")
_MOON = re.compile(r"(?P<phase>full|new) moon(?: of (?P<moon>.+))?")
_OF_MONTH = re.compile(rf"(?:the )?{_NTH}(?: (?P<what>.+?))? of (?:the|each|every) month")
_COUNTS = ("a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_WEATHER = re.compile(
    rf"(?P<first>first )?(?:(?P<count>{'|'.join(_COUNTS)}|[1-9]\d{{0,2}}) days? (?P<how>of|without) )?"
    r"(?P<kinds>.+)"
)
SUN_TURNS: dict[str, SunTurn] = {
    **{one: one for one in get_args(SunTurn)},
    "longest day of the year": "longest day",
    "shortest day of the year": "shortest day",
    "summer solstice": "longest day",
    "winter solstice": "shortest day",
    "vernal equinox": "spring equinox",
    "fall equinox": "autumn equinox",
    "autumnal equinox": "autumn equinox",
}
"""What people call the days on which the days turn."""
_WEEKDAY = re.compile(rf"(?:the )?{_NTH} (?P<what>\S+) (?:of|in) (?P<month>.+)")


def read_when(
    almanac: Almanac, text: str, today: int, *, every: bool, weather: Mapping[str, str] | None = None
) -> Condition:
    """Return the times of an event in a text: again and again, or the one next time from today on.

    ``weather`` are the words for kinds of weather, in small letters, with the kinds that they mean. Raises
    `wording.DateSlip` for what says nothing, and `almanac.NoSuchDate` for a date that there is not.
    """
    said = " ".join(text.casefold().split())
    for word in ("every ", "each "):
        every = every or said.startswith(word)
        said = said.removeprefix(word)
    said = said.removeprefix("on ").removeprefix("year ").removeprefix("on ")
    hangs = _of_weather(almanac, said, weather or {})
    if hangs is not None and not every:
        raise DateSlip("what hangs on the weather has no date", f"say it as: every {said[:60]}")
    if hangs is not None:
        return hangs
    return _again(almanac, said, today) if every else _once(almanac, said, today)


def _of_weather(almanac: Almanac, said: str, weather: Mapping[str, str]) -> OnWeather | None:
    """Return a condition of weather: "storm", "first storm of winter", "3 days without rain or snow"."""
    found = _WEATHER.fullmatch(said.removeprefix("the ").removeprefix("after "))
    if found is None or not weather:
        return None
    kinds, first = found["kinds"], ""
    if found["first"]:
        kinds, _, season = kinds.rpartition(" of ")
        names = {one.name.casefold(): one.name for one in almanac.data.seasons}
        first = names.get(season.removeprefix("the "), "")
    of = [weather.get(one) for one in kinds.split(" or ")]
    known = tuple(dict.fromkeys(one for one in of if one is not None))
    if not kinds or len(known) < len(set(of)) or (found["first"] and not first):
        if found["how"] and not first:
            raise DateSlip(f"there is no weather {kinds[:60]!r}", f"one of {', '.join(weather)}")
        return None
    said_count = found["count"] or "1"
    count = _COUNTS.index(said_count) + 1 if said_count in _COUNTS else int(said_count)
    return OnWeather(known, count, without=found["how"] == "without", first_of=first)


def _once(almanac: Almanac, said: str, today: int) -> OnDate:
    try:
        day = read_date(almanac, said)
    except DateSlip as slip:
        found = list(in_years(almanac, said, today))
        days = [one for one in found if isinstance(one, int) and one >= today]
        if not found and _turn(almanac, said) is not None:
            turned = next_turn(almanac, said, today)
            days = [] if turned is None else [turned]
        if not days:
            raise next((one for one in found if isinstance(one, NoSuchDate)), slip) from None
        day = days[0]
    return _date(almanac, day, almanac.date_of(day).year)


def _date(almanac: Almanac, day: int, year: int | None) -> OnDate:
    date = almanac.date_of(day)
    if date.inner:
        raise DateSlip("a day without a number holds no event", "the day before or after it, by its number")
    return OnDate(almanac.data.parts[date.part].name, date.day, year)


def in_years(almanac: Almanac, said: str, today: int) -> Iterator[int | NoSuchDate]:
    """Yield the day of a date that is said without its year, or that there is none, in each year from now."""
    number = almanac.year_of(today).number
    for year in range(number, number + MOST_YEARS):
        try:
            yield read_date(almanac, f"{said} {almanac.year_said(year)}")
        except NoSuchDate as missing:
            yield missing
        except DateSlip:
            return


def _again(almanac: Almanac, said: str, today: int) -> Condition:
    found = _counted(almanac, said, today) or _of_moon(almanac, said) or _of_month(almanac, said)
    if found is not None:
        return found
    names = weekdays_of(almanac)
    for word in (said, said.removesuffix(" day"), f"{said} day"):
        if word in names:
            return OnWeekday(names[word])
    for season in almanac.data.seasons:
        if said in {season.name.casefold(), f"first day of {season.name.casefold()}"}:
            return InSeason(season.name, 1)
    there = list(in_years(almanac, said, today))
    days = [one for one in there if isinstance(one, int)]
    turn = None if there else _turn(almanac, said)
    if turn is not None:
        return OnSun(turn)
    if not days and there:
        raise next(one for one in there if isinstance(one, NoSuchDate))
    if not days:
        raise DateSlip(f"{said[:60]!r} says no day that comes again", _example(almanac))
    return _date(almanac, days[0], None)


def _turn(almanac: Almanac, said: str) -> SunTurn | None:
    """Return how the days turn as a text says; raises `DateSlip` where they never do."""
    turn = SUN_TURNS.get(said.removeprefix("the "))
    if turn is not None and not sun_turns_in(almanac.data):
        hint = "seasons with a dawn and a dusk each, not all the same"
        raise DateSlip(f"no season of this calendar says when there is a {turn}", hint)
    return turn


def next_turn(almanac: Almanac, said: str, day: int) -> int | None:
    """Return the first day from one on that turns as a text in small letters says, if one is near."""
    turn = SUN_TURNS.get(said.removeprefix("the "))
    found = sun_turns(almanac, turn, day, day + MOST_AWAY) if turn is not None else []
    return found[0] if found else None


def _counted(almanac: Almanac, said: str, today: int) -> EveryDays | None:
    found = _DAYS.fullmatch(said.replace("other ", "2 "))
    if found is None:
        return None
    days = int(found["count"] or 1) * (len(almanac.data.week.days) or 7 if "week" in found["unit"] else 1)
    day = read_date(almanac, found["since"]) if found["since"] else today
    since = _date(almanac, day, None)
    return EveryDays(days, YearDay(almanac.date_of(day).year, since.part, since.day))


def _of_moon(almanac: Almanac, said: str) -> Condition | None:
    found = _MOON.fullmatch(said)
    if found is None:
        return None
    seen = [one.name for one in almanac.data.moons if not one.hidden and not one.daily]
    wanted = (found["moon"] or "").removeprefix("the ")
    named = [one for one in seen if one.casefold().removeprefix("the ") == wanted or not wanted]
    if not named:
        raise DateSlip(f"{said[:60]!r} names no moon of this calendar", f"one of {', '.join(seen) or 'none'}")
    turns = tuple(OnMoon(one, found["phase"]) for one in named)
    return turns[0] if len(turns) == 1 else Several(turns, "any")


def _of_month(almanac: Almanac, said: str) -> Condition | None:
    each = _OF_MONTH.fullmatch(said)
    if each is not None and each["what"] in {None, "day"}:
        return OnDayOfMonth(_place(each["nth"]))
    found = each or _WEEKDAY.fullmatch(said)
    if found is None:
        return None
    names = weekdays_of(almanac)
    if found["what"] not in names:
        return None
    weekday = OnWeekday(names[found["what"]], _place(found["nth"]))
    if found is each:
        return weekday
    months = {part.name.casefold(): part.name for part in almanac.data.parts}
    month = months.get(found["month"])
    return None if month is None else Several((weekday, InMonth(month)))


def _place(said: str) -> int:
    return -1 if said == "last" else NTHS.index(said) + 1 if said in NTHS else int(said.rstrip("stndrh"))


def _example(almanac: Almanac) -> str:
    part = almanac.data.parts[0].name or "the month"
    return f'say it as "1st of {part}", "full moon", "10 days", or "last day of the month"'


def say_when(when: Condition) -> str:  # noqa: C901, PLR0912 - one sentence for each form
    """Return when an event comes, in words."""
    match when:
        case OnDate(part=part, day=day, year=year):
            return f"{_nth(day)} of {part}" + ("" if year is None else f" {year}")
        case OnDayOfMonth(day=day):
            return f"{_nth(day)} of each month"
        case OnWeekday(weekday=name, nth=nth):
            return f"{_nth(nth, name)} of the month" if nth else f"every {name}"
        case OnMoon(moon=name, phase=phase, nth=nth):
            turn = f"{phase} moon" if phase in {"full", "new"} else phase
            return f"{_nth(nth, turn)} of {name} in the month" if nth else f"every {turn} of {name}"
        case InMonth(part=part):
            return f"in {part}"
        case InSeason(season=name, day=day):
            return f"day {day} of {name}" if day else f"in {name}"
        case InYears(when=rule):
            listed = ", ".join(map(str, rule.years))
            return f"in years by {rule.every}" if rule.every else f"in years {listed} of {rule.cycle}"
        case InEra(era=name):
            return f"in the era {name}"
        case InPhase(moon=name, phases=phases):
            return f"while {name} is {' or '.join(phases)}"
        case OnNumber():
            return _numbered(when)
        case OnSun(turn=turn):
            return f"every {turn}"
        case EveryDays(days=days):
            return "every day" if days == 1 else f"every {days} days"
        case AfterEvent(event=name, days=days, last=last) if last is not None:
            return f"{days} to {last} days from {name}"
        case AfterEvent(event=name, days=days):
            away = f"{abs(days)} day{'' if abs(days) == 1 else 's'}"
            return f"with {name}" if not days else f"{away} {'after' if days > 0 else 'before'} {name}"
        case OnWeather():
            return _weather_said(when)
        case ByChance(share=share):
            return f"by chance, {share}"
        case Several(of=members, hold=hold, count=count):
            said = [say_when(one) for one in members]
            joined = {"all": ", ".join(said), "any": " or ".join(said), "none": f"not {' nor '.join(said)}"}
            few = f"an odd number of {'; '.join(said)}" if hold == "odd" else f"{count} of {'; '.join(said)}"
            return joined.get(hold, few)


def _weather_said(when: OnWeather) -> str:
    days = "1 day" if when.days == 1 else f"{when.days} days"
    said = " or ".join(when.of)
    if when.without or when.days > 1:
        said = f"{days} {'without' if when.without else 'of'} {said}"
    return f"first {said} of {when.first_of}" if when.first_of else f"every {said}"


def _numbered(when: OnNumber) -> str:
    low, high = when.least, when.most
    if low is not None and low == high:
        said = f"{low:,}" if when.of != "year" else f"{low}"
    else:
        bounds = ("" if low is None else f"from {low}", "" if high is None else f"up to {high}")
        said = " ".join(filter(None, bounds))
    said = f"{when.of} {said}".rstrip()
    step = f"every {when.every} by {when.offset}" if when.every > 1 else ""
    return ", ".join(filter(None, (said, step)))


def _nth(number: int, what: str = "") -> str:
    said = "last" if number == -1 else f"{ordinal(-number)} last" if number < 0 else ordinal(number)
    return f"{said} {what}" if what else f"{said} day" if number < 0 else said

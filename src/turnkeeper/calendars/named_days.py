"""Which day a text names: a moon, a weekday, a season or a date, the next that comes."""

from __future__ import annotations

import re

from turnkeeper.calendars.almanac import Almanac, NoSuchDate
from turnkeeper.calendars.sky import next_full, next_new, season_of
from turnkeeper.calendars.spoken_events import in_years, next_turn
from turnkeeper.calendars.wording import MOST_AWAY, DateSlip, read_date, say_date, weekdays_of

_MOON = re.compile(
    r"(?P<phase>full|new)\s+(?:moon(?:\s+of)?\s*)?(?P<moon>.*)|(?P<named>.*\S)\s+is\s+(?P<is>full|new)"
    r"|(?P<whose>.*\S)['\u2019]s\s+(?:next\s+)?(?P<its>full|new)(?:\s+moon)?"
)


def day_named(almanac: Almanac, text: str, today: int) -> int | None:
    """Return the day that a text in small letters names, else nothing; raises `NoSuchDate`."""
    moon = _MOON.fullmatch(text)
    if moon is not None:
        turns = next_full if "full" in (moon["phase"], moon["is"], moon["its"]) else next_new
        named = moon["moon"] or moon["named"] or moon["whose"]
        moons = [one for one in almanac.data.moons if not one.hidden]
        wanted = [one for one in moons if not named or one.name.casefold() == named]
        if wanted:
            return min(turns(almanac, one, today) for one in wanted)
    for named in dict.fromkeys((text, text.removesuffix(" day"))):
        if named not in weekdays_of(almanac):
            continue
        for day in range(today + 1, today + MOST_AWAY):
            weekday = almanac.weekday_of(day)
            if weekday is not None and weekday.name.casefold() == named:
                return day
    begun = _season_named(almanac, text, today)
    named_day = begun if begun is not None else _date_named(almanac, text, today)
    return named_day if named_day is not None else next_turn(almanac, text, today + 1)


def _season_named(almanac: Almanac, text: str, today: int) -> int | None:
    """Return the day on which a season next begins."""
    named = text.removeprefix("first day of ")
    if named not in {one.name.casefold() for one in almanac.data.seasons}:
        return None
    day = today
    while day < today + MOST_AWAY:
        found = season_of(almanac, day)
        day = day + 1 if found is None else found.ends
        begun = season_of(almanac, day)
        if begun is not None and begun.began == day and begun.season.name.casefold() == named:
            return day
    return None


def _date_named(almanac: Almanac, text: str, today: int) -> int | None:
    """Return the day of a date; one without a year is the next that comes."""
    try:
        return read_date(almanac, text)
    except DateSlip:
        missing: NoSuchDate | None = None
    is_today = False
    for day in in_years(almanac, text, today):
        if isinstance(day, NoSuchDate):
            missing = missing or day
        elif day > today and is_today:
            raise NoSuchDate(f"today is {say_date(almanac, today)}", today, day)
        elif day > today:
            return day
        is_today = is_today or day == today
    if missing is not None:
        raise missing
    return None

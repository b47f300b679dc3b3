"""Dates as people write them, both ways: "3rd of Harvest 1042", "1042-07-03", "Midsummer 1042"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from turnkeeper.calendars.almanac import Almanac, CalendarDate, NoSuchDate
from turnkeeper.calendars.eras import era_of, year_in_era
from turnkeeper.spelling import nearest
from turnkeeper.spelling.plainer import ORDINALS

LONGEST_SAID = 200
_NUMERIC = re.compile(r"([+-]?\d{1,40})-(\d{1,6})-(\d{1,6})")
_ORDINAL = re.compile(r"(\d{1,6})(?:st|nd|rd|th)")
_WHOLE = re.compile(r"[+-]?\d{1,40}")
NTHS = ORDINALS[:10]
_NTH = re.compile(
    rf"(?:the )?(?P<nth>last|{'|'.join(NTHS)}|[1-9]\d?(?:st|nd|rd|th)) (?P<weekday>\S+) "
    r"(?:of|in) (?P<month>.+)"
)
MOST_AWAY = 1_000
"""The most days within which a weekday is looked for."""
_LITTLE = frozenset({"of", "the", "in", "year", "day", "on"})
_TEENS = range(11, 14)


class DateSlip(ValueError):  # noqa: N818 - named by what happened
    """A text that is no date of a calendar; ``hint`` says what would be."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class _Named(Struct, frozen=True):
    """What a name in a date stands for: a month or feast, and for a day without a number which one."""

    part: int
    special: str = ""


def ordinal(number: int) -> str:
    """Return a number as one counts with it.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 22, 113)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd', '113th']
    """
    ending = "th" if number % 100 in _TEENS else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def say_date(almanac: Almanac, day: int) -> str:
    """Return a day's date in words, with its year as its era counts it; `read_date` reads it back."""
    date = almanac.date_of(day)
    return f"{say_day_of_year(almanac, date)} {say_year(almanac, day)}"


def say_day_of_year(almanac: Almanac, date: CalendarDate) -> str:
    """Return a date in words without its year."""
    part = almanac.data.parts[date.part]
    special = almanac.name_of(date)
    if special:
        return special if _only(almanac, date) else f"{special} {date.inner}"
    laid = almanac.year(almanac.number_of(date.year)).layout.part(date.part)
    if part.kind == "feast" and laid is not None and laid.length == 1:
        return part.name
    return f"{ordinal(date.day)} of {part.name}" if part.name else f"day {date.day} of"


def _only(almanac: Almanac, date: CalendarDate) -> bool:
    found = [one for one in _specials(almanac, date.year, date.part) if one[1] == almanac.name_of(date)]
    return len(found) == 1


def _specials(almanac: Almanac, year: int, part: int) -> Iterator[tuple[CalendarDate, str]]:
    laid = almanac.year(almanac.number_of(year)).layout.part(part)
    for slot in laid.slots if laid is not None else ():
        if slot.name:
            yield CalendarDate(year, part, slot.day, slot.inner), slot.name


def say_year(almanac: Almanac, day: int) -> str:
    """Return the year of a day as its era counts it, with the era's short name."""
    era = era_of(almanac, day)
    if era is None:
        return str(almanac.date_of(day).year)
    return " ".join(filter(None, (str(year_in_era(almanac, day)), era.abbr or era.name)))


def say_numbers(almanac: Almanac, date: CalendarDate) -> str:
    """Return a date in numbers, such as 1042-07-03; a feast, or a day without a number, by its name."""
    part = almanac.data.parts[date.part]
    if date.inner or part.kind == "feast":
        return f"{say_day_of_year(almanac, date)} {date.year}"
    months = [index for index, one in enumerate(almanac.data.parts) if one.kind == "month"]
    year = f"{'-' if date.year < 0 else ''}{abs(date.year):04}"
    return f"{year}-{months.index(date.part) + 1:02}-{date.day:02}"


def read_date(almanac: Almanac, text: str) -> int:
    """Return the day that a text says.

    Raises `DateSlip` for a text that is no date, and `almanac.NoSuchDate` for a date that is not in it.
    """
    said = " ".join(text[: LONGEST_SAID + 1].casefold().split())
    if not said or len(said) > LONGEST_SAID:
        raise DateSlip("a date is missing" if not said else "this is too long for a date", _example(almanac))
    numeric = _NUMERIC.fullmatch(said)
    if numeric is not None:
        return _by_numbers(almanac, *(int(one) for one in numeric.groups()))
    nth = _NTH.fullmatch(said)
    if nth is not None and nth["weekday"] in weekdays_of(almanac):
        return _nth_weekday(almanac, nth["nth"], nth["weekday"], read_date(almanac, f"1 {nth['month']}"))
    day, rest = _by_name(almanac, text, said)
    named = weekdays_of(almanac).keys() & re.findall(r"[^\s,]+", rest)
    weekday = almanac.weekday_of(day)
    if named and (weekday is None or weekday.name.casefold() not in named):
        raise _other_weekday(almanac, day, named)
    return day


def weekdays_of(almanac: Almanac) -> dict[str, str]:
    """Return the names of all weekdays of a calendar by what they are in small letters."""
    own = (day for part in almanac.data.parts for day in part.week)
    return {day.casefold(): day for day in (*almanac.data.week.days, *own)}


def _other_weekday(almanac: Almanac, day: int, named: Iterable[str]) -> NoSuchDate:
    """Return the fault of a date that is no such weekday, with the nearest days that are."""

    def near(step: int) -> int:
        found = (day + step * away for away in range(1, MOST_AWAY))
        return next(
            (one for one in found if (it := almanac.weekday_of(one)) and it.name.casefold() in named), day
        )

    weekday = almanac.weekday_of(day)
    is_one = f"is {weekday.name}" if weekday is not None else "is off the week"
    return NoSuchDate(f"{say_date(almanac, day)} {is_one}", near(-1), near(1))


def _nth_weekday(almanac: Almanac, nth: str, weekday: str, first: int) -> int:
    """Return such a weekday of the month that begins on a day: the second, the last."""
    year = almanac.year_of(first)
    length = year.layout.part_at(first - year.start).length
    days = (almanac.weekday_of(one) for one in range(first, first + length))
    found = [first + at for at, one in enumerate(days) if one is not None and one.name.casefold() == weekday]
    place = -1 if nth == "last" else NTHS.index(nth) if nth in NTHS else int(nth[:-2]) - 1
    if place >= len(found) or not found:
        last = found[-1] if found else first
        raise NoSuchDate(f"there are {len(found)} of that weekday in the month", last, last)
    return found[place]


def _by_name(almanac: Almanac, text: str, said: str) -> tuple[int, str]:
    """Return the day of a date with the name of its month or feast, and what else the text says."""
    named, rest = _name_in(almanac, said)
    era, rest = _era_in(almanac, rest)
    days, years = _numbers_in(almanac, rest)
    if named is None and len(almanac.data.parts) == 1:
        named = _Named(0)
    if named is None:
        raise DateSlip(f'"{text[:60]}" names no month of this calendar', _example(almanac))
    return _built(almanac, named, days, years, era), rest


def _by_numbers(almanac: Almanac, year: int, month: int, day: int) -> int:
    months = [index for index, one in enumerate(almanac.data.parts) if one.kind == "month"]
    if not 1 <= month <= len(months):
        raise DateSlip(f"months are 1 to {len(months)}", _example(almanac))
    return almanac.day_of(CalendarDate(year, months[month - 1], day))


def _name_in(almanac: Almanac, said: str) -> tuple[_Named | None, str]:
    names: dict[str, _Named] = {}
    for index, part in enumerate(almanac.data.parts):
        names |= {leap.name: _Named(index, leap.name) for leap in part.leap if not leap.numbered}
        names |= {part.name: _Named(index), part.abbr: _Named(index)}
    folded = {name.casefold(): found for name, found in names.items() if name.strip()}
    for name in sorted(folded, key=len, reverse=True):
        place = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said)
        if place is not None:
            return folded[name], f"{said[: place.start()]} , {said[place.end() :]}"
    return None, said


def _era_in(almanac: Almanac, said: str) -> tuple[int | None, str]:
    found = [
        (name.casefold(), index)
        for index, era in enumerate(almanac.data.eras)
        for name in (era.abbr, era.name)
        if name.strip()
    ]
    for name, index in sorted(found, key=lambda one: -len(one[0])):
        if re.search(rf"(?<!\w){re.escape(name)}$", said):
            return index, said[: -len(name)]
    return None, said


def _numbers_in(almanac: Almanac, said: str) -> tuple[list[int], list[int]]:
    """Return the numbers before and after the name of the month, which is a comma here."""
    weekdays = weekdays_of(almanac)
    sides: tuple[list[int], list[int]] = ([], [])
    side = 0
    for word in re.findall(r"[^\s,]+|,", said):
        if word == ",":
            side += not sides[1]
        elif (found := _ORDINAL.fullmatch(word)) is not None:
            sides[0].append(int(found[1]))
        elif _WHOLE.fullmatch(word):
            sides[min(side, 1)].append(int(word))
        elif word not in _LITTLE and word not in weekdays:
            names = [one.name for one in almanac.data.parts]
            near = nearest(word, [one.casefold() for one in names])
            hint = f"did you mean {near}?" if near else _example(almanac)
            raise DateSlip(f'"{word[:60]}" means nothing in this calendar', hint)
    return sides


def _built(almanac: Almanac, named: _Named, days: list[int], years: list[int], era: int | None) -> int:
    if not days and len(years) > 1:
        days, years = years[:1], years[1:]
    if not years and len(days) > 1:
        days, years = days[:1], days[1:]
    if not years and len(days) == 1 and (named.special or almanac.data.parts[named.part].kind == "feast"):
        days, years = [], days
    if len(years) != 1 or len(days) > 1:
        raise DateSlip("a date has one day, one month and one year", _example(almanac))
    year = years[0] if era is None else _year_of_era(almanac, era, years[0])
    number = days[0] if days else 1
    if not named.special:
        return almanac.day_of(CalendarDate(year, named.part, number))
    found = [date for date, name in _specials(almanac, year, named.part) if name == named.special]
    there = [date for date in found if date.inner == number] or found[:1]
    return almanac.day_of(there[0] if there else CalendarDate(year, named.part, 0, 1))


def _year_of_era(almanac: Almanac, index: int, said: int) -> int:
    """Return the year of a number in an era."""
    era = almanac.data.eras[index]
    match era.numbering:
        case "continue":
            return said
        case "restart":
            begun = era.begins.year if era.begins is not None else almanac.first_year
            return almanac.year_said(almanac.number_of(begun) + said - era.first)
        case "backwards":
            later = almanac.data.eras[index + 1 :]
            ends = later[0].begins if later else None
            first = almanac.number_of(ends.year) if ends is not None else almanac.first_year
            return almanac.year_said(first - 1 - said + era.first)


def _example(almanac: Almanac) -> str:
    date = almanac.date_of(0)
    return f'say it as "{say_date(almanac, 0)}" or "{say_numbers(almanac, date)}"'

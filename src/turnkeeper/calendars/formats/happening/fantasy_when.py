"""Fantasy-Calendar's conditions read: its tree of groups as one of ours, each entry of its menu by itself."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import get_args

from msgspec import Struct

from turnkeeper.calendars.almanac import Almanac, CalendarDate, NoSuchDate
from turnkeeper.calendars.conditions import (
    AfterEvent,
    ByChance,
    Condition,
    InEra,
    InMonth,
    InPhase,
    InSeason,
    InYears,
    OnDate,
    OnNumber,
    OnSun,
    OnWeekday,
    Several,
)
from turnkeeper.calendars.formats.accounts import FileValue
from turnkeeper.calendars.formats.building import exact_text, plain, rule
from turnkeeper.calendars.formats.happening.fantasy_menu import MENU
from turnkeeper.calendars.formats.happening.gathering import UnreadCondition, number_of
from turnkeeper.calendars.formats.happening.joining import both, compared, either, neither
from turnkeeper.calendars.model import CalendarMoon
from turnkeeper.calendars.sky import EIGHT
from turnkeeper.calendars.values import MOST_DAYS, Numbered

_NUMBERS: dict[str, Numbered] = {one: one for one in get_args(Numbered)}
_HUNDRED = 100
_TAKEN_AS_A_DATE = 3


class Known(Struct, frozen=True):
    """What the conditions of a file name by number: its moons, eras, seasons and events, in its own order.

    ``events`` are their names here with the days that each lasts.
    """

    almanac: Almanac
    moons: Sequence[CalendarMoon | None]
    eras: Sequence[str]
    seasons: Sequence[str]
    events: Sequence[tuple[str, int]]


class MenuReader:
    """What reads the conditions of one event."""

    def __init__(self, known: Known, connected: FileValue) -> None:
        """Take what they name by number, and the list of the events that this one is connected with."""
        self._known = known
        self._almanac = known.almanac
        self._parts = known.almanac.data.parts
        self._connected = connected

    def group(self, nodes: Sequence[FileValue]) -> Condition:
        """Return the meaning of a list of conditions, with a sign between each and the next.

        The program takes them from the last to the first.
        """
        found: Condition | None = None
        sign = ""
        for node in reversed(nodes):
            if isinstance(node.value, list) and len(node.value) == 1:
                sign = node.at(0).text()
            elif found is None:
                found, sign = self._one(node), ""
            else:
                found, sign = _joined(sign, self._one(node), found), ""
        if found is None:
            raise UnreadCondition("it has no conditions")
        return found

    def _one(self, node: FileValue) -> Condition:
        if not isinstance(node.at(1).value, list):
            return self._entry(node)
        mark = node.at(0).text() if node.at(0).value != "" else ""
        if mark in {"", "!"}:
            found = self.group(node.each(1))
            return neither(found) if mark else found
        count = node.at(0).whole(0, 1, 1_000)
        members = tuple(
            self._one(one) for one in node.each(1) if isinstance(one.value, list) and len(one.value) > 1
        )
        if not count or not members:
            raise UnreadCondition("it does not say how many of them")
        return Several(members, "at least", count)

    def _entry(self, node: FileValue) -> Condition:
        name, place, values = node.at(0).text(), node.at(1).whole(-1, 0, 100), node.at(2)
        entries = MENU.get(name, ())
        if not 0 <= place < len(entries):
            raise UnreadCondition(f"no condition {name[:40]!r} has the number {place}")
        asked, sign = entries[place]
        values.tell("kept")
        for one in values.each():
            one.tell("kept")
        if sign == "!=":
            return neither(self._asked(asked, "==", values))
        return self._asked(asked, sign, values)

    def _asked(self, asked: str, sign: str, values: FileValue) -> Condition:  # noqa: C901, PLR0912 - one case each
        match asked:
            case "year" if sign == "%":
                every = values.at(0).whole(0, 1, 999_999_999)
                if not every:
                    raise UnreadCondition("each so many years needs a number from 1 up")
                return InYears(rule(str(every), number_of(values.at(1))))
            case "month" | "month by name":
                return self._month(asked, sign, values.at(0))
            case "date":
                return self._date(sign, values)
            case "off the week":
                off = neither(OnNumber("weekday", least=1))
                return off if _is_so(values.at(0)) else neither(off)
            case "longest day" | "shortest day" | "spring equinox" | "autumn equinox":
                values.at(0).tell("kept", "on the exact day; hours of light are rounded there")
                return OnSun(asked) if _is_so(values.at(0)) else neither(OnSun(asked))
            case "weekday by name" | "weekday of the month" | "weekday from the end":
                return self._weekday(asked, sign, values.at(0))
            case "phase":
                return self._phase(sign, values)
            case "era":
                return InEra(_chosen(self._known.eras, values.at(0), "era"))
            case "season":
                return InSeason(_chosen(self._known.seasons, values.at(0), "season"))
            case "chance":
                percent = values.at(0).exact() or Fraction(0)
                share = (_HUNDRED - percent if sign == ">" else percent) / _HUNDRED
                values.tell("changed", "it is thrown anew, by the same chance")
                return ByChance(
                    exact_text(min(max(share, Fraction(0)), Fraction(1))), plain(values.at(1).text())
                )
            case "event":
                return self._event(sign, values)
            case _ if asked in _NUMBERS:
                return compared(_NUMBERS[asked], sign, number_of(values.at(0)), number_of(values.at(1)))
            case _:
                raise UnreadCondition(f"a calendar here does not ask for the {asked}")

    def _month(self, asked: str, sign: str, node: FileValue) -> Condition:
        if asked == "month by name":
            said = plain(node.text())
            if said not in {one.name for one in self._parts}:
                raise UnreadCondition("no month has this name")
            return InMonth(said)
        place = number_of(node)
        if sign == "==":
            if not 0 <= place < len(self._parts):
                raise UnreadCondition("it names no month of this calendar")
            return InMonth(self._parts[place].name)
        return compared("month", sign, place + 1)

    def _date(self, sign: str, values: FileValue) -> Condition:
        if sign == "==":
            return self.date(values)
        date = self.date(values)
        place = [one.name for one in self._parts].index(date.part)
        try:
            day = self._almanac.day_of(CalendarDate(date.year or 0, place, date.day))
        except NoSuchDate as missing:
            raise UnreadCondition(missing.message) from missing
        return compared("day number", sign, day)

    def date(self, values: FileValue) -> OnDate:
        """Take a date: its year, its month counted from 0, its day."""
        year, place, day = (number_of(values.at(at)) for at in range(_TAKEN_AS_A_DATE))
        if not 0 <= place < len(self._parts) or not 1 <= day <= MOST_DAYS:
            raise UnreadCondition("it names no day of this calendar")
        return OnDate(self._parts[place].name, day, year)

    def _weekday(self, asked: str, sign: str, node: FileValue) -> Condition:
        week = self._almanac.data.week.days
        own = tuple(day for part in self._parts for day in part.week)
        if asked != "weekday by name":
            nth = number_of(node) * (1 if asked == "weekday of the month" else -1)
            if sign != "==" or not 0 < abs(nth) <= MOST_WEEKS or not week:
                raise UnreadCondition("weekdays of a month are not compared here")
            return either([OnWeekday(one, nth) for one in dict.fromkeys((*week, *own))])
        place = node.exact()
        if place is not None and place.denominator == 1 and 0 <= place < len(week):
            return OnWeekday(week[int(place)])
        said = plain(node.text())
        if said not in (*week, *own):
            raise UnreadCondition("no day of the week has this name")
        return OnWeekday(said)

    def _phase(self, sign: str, values: FileValue) -> Condition:
        place = values.at(0).whole(-1, 0, MOST_DAYS)
        found = self._known.moons[place] if 0 <= place < len(self._known.moons) else None
        if found is None:
            raise UnreadCondition("it names no moon of this calendar")
        names = tuple(dict.fromkeys(found.daily)) or tuple(one.name for one in found.phases) or EIGHT
        wanted = number_of(values.at(1))
        meant = [
            name
            for at, name in enumerate(names)
            if {
                "==": at == wanted,
                ">=": at >= wanted,
                "<=": at <= wanted,
                ">": at > wanted,
                "<": at < wanted,
            }[sign]
        ]
        if not meant:
            raise UnreadCondition("its moon has no such phase")
        return InPhase(found.name, tuple(dict.fromkeys(meant)))

    def _event(self, sign: str, values: FileValue) -> Condition:
        at, days = values.at(0).whole(-1, 0, MOST_DAYS), values.at(1).whole(0, 0, MOST_DAYS)
        place = self._connected.at(at).whole(-1, 0, MOST_DAYS) if at >= 0 else -1
        if not 0 <= place < len(self._known.events):
            raise UnreadCondition("it is connected with no event of this file")
        name, lasts = self._known.events[place]
        if lasts > 1:
            values.tell("changed", "it counts from the first day of that event")
        bounds = {
            "past": (days, None),
            "future": (-days, None),
            "next": (-days, -1),
            "last": (1, days),
            "next or now": (-days, 0),
            "last or now": (0, days),
        }
        first, last = bounds[sign]
        if last is not None and last < first:
            raise UnreadCondition("no day is within no days")
        return AfterEvent(name, first, None if last == first else last)


MOST_WEEKS = 100


def _joined(sign: str, one: Condition, other: Condition) -> Condition:
    match sign:
        case "&&":
            return both((one, other))
        case "||":
            return either((one, other))
        case "^":
            return Several((one, other), "odd")
        case "NAND":
            return neither(both((one, other)))
        case _:
            raise UnreadCondition(f"{sign[:20]!r} joins no conditions")


def _is_so(node: FileValue) -> bool:
    """Take whether something is to hold, as it does where nothing is said."""
    return node.value is True or node.text("1") in {"1", "true"}


def _chosen(names: Sequence[str], node: FileValue, what: str) -> str:
    place = node.whole(-1, 0, MOST_DAYS)
    if not 0 <= place < len(names):
        raise UnreadCondition(f"it names no {what} of this calendar")
    if names.count(names[place]) > 1:
        raise UnreadCondition(f"two {what}s have this name")
    return names[place]

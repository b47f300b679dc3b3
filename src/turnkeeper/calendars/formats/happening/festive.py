"""The festivals of Calendaria: a date, or a tree of conditions."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate

from turnkeeper.calendars.almanac import Almanac
from turnkeeper.calendars.conditions import (
    ByChance,
    CalendarEvent,
    Condition,
    InEra,
    InMonth,
    InPhase,
    InSeason,
    InYears,
    OnDate,
    OnNumber,
    OnWeather,
    Recurrence,
    Several,
)
from turnkeeper.calendars.formats.accounts import FileValue
from turnkeeper.calendars.formats.building import exact_text, plain
from turnkeeper.calendars.formats.happening.gathering import Gathered, UnreadCondition, number_of
from turnkeeper.calendars.formats.happening.joining import both, compared, either, neither
from turnkeeper.calendars.values import LARGEST_YEAR, MOST_DAYS, Numbered

_NUMBERS: dict[str, Numbered] = {
    "year": "year",
    "eraYear": "era year",
    "month": "month",
    "day": "day",
    "dayOfYear": "day of the year",
    "weekday": "weekday",
    "seasonDay": "day of the season",
}
_WEEKS: dict[str, tuple[Numbered, int]] = {
    "weekNumberInMonth": ("day", 0),
    "weekInMonth": ("day", 0),
    "inverseWeekNumber": ("day from the end", 0),
    "weeksBeforeMonthEnd": ("day from the end", 1),
    "weekInYear": ("day of the year", 0),
}
"""Weeks by the days that they are counted over, and by how much the program counts fewer."""
_HUNDRED = 100
_SEEN = frozenset(("visible", "all", "player"))


def read_festivals(root: FileValue, almanac: Almanac, leap: Recurrence | None) -> tuple[CalendarEvent, ...]:
    """Return the festivals of a configuration of Calendaria; ``leap`` are its leap years."""
    gathered, turns = Gathered(almanac), _turns(root, almanac)
    for node in root.each("festivals"):
        name = gathered.name(node.at("name"))
        date, only = _date(node, almanac), node.at("leapYearOnly")
        tree, when = node.at("conditionTree"), None
        if tree.there and tree.value != {}:
            when, why = _Tree(almanac, leap, turns).read(tree)
            if when is None:
                node.lose(why)
                continue
            yearly = node.at("dayOfYear").exact()
            nth = int(yearly) + 1 if yearly is not None else None
            number = OnNumber("day of the year", nth, nth)
            leaping = both((date, InYears(leap))) if date is not None and leap is not None else None
            same = when in (date, number, leaping)
            tree.tell("kept", "its date says it" if same else "")
            if not same and date is not None:
                _tell_date(node)
        when = when or date
        if when is None:
            node.lose("it names no day of this calendar")
            continue
        if only.there and only.flag() and leap is not None:
            when = both((when, InYears(leap)))
        hidden = node.at("visibility").text("visible") not in _SEEN
        days = node.at("duration").whole(1, 1, MOST_DAYS)
        longer = node.at("leapDuration")
        if longer.there and longer.value != days:
            longer.tell("changed", f"it lasts as long as in other years: {days}")
        for field in ("hasDuration", "countsForWeekday"):
            node.at(field).tell("kept")
        gathered.add(node, CalendarEvent(name, when, days, hidden))
    return gathered.settled()


def _tell_date(node: FileValue) -> None:
    for field in ("month", "day", "dayOfMonth", "dayOfYear"):
        node.at(field).tell("changed" if node.at(field).there else "kept", "its conditions say another day")


def _date(node: FileValue, almanac: Almanac) -> OnDate | None:
    parts, yearly = almanac.data.parts, node.at("dayOfYear")
    if yearly.there:
        year = almanac.year(almanac.first_year)
        within = yearly.whole(0, 0, max(year.layout.length - 1, 0))
        date = almanac.date_of(year.start + within)
        return OnDate(parts[date.part].name, max(date.day, 1))
    old = node.at("day").there and not node.at("dayOfMonth").there
    month = node.at("month").whole(-1, 0, MOST_DAYS) - (1 if old else 0)
    day = node.at("day").whole(1, 1, MOST_DAYS) if old else node.at("dayOfMonth").whole(0, 0, MOST_DAYS) + 1
    return OnDate(parts[month].name, day) if 0 <= month < len(parts) else None


def _turns(root: FileValue, almanac: Almanac) -> dict[str, OnDate]:
    """Return the dates of the solstices, days of the year from 0 on, and of the equinoxes between them.

    Where a file does not say them, the program has them after 47 of 100 days and half a year from there. One
    whose season is not among those of the file never comes.
    """
    parts, daylight = almanac.data.parts, root.at("daylight")
    kinds = {str(one.at("seasonalType").value) for one in root.each("seasons", "values")}
    year = sum(one.days for one in parts)
    summer = _day_of_year(daylight.at("summerSolstice"), Fraction(47 * year, 100), year)
    winter = _day_of_year(daylight.at("winterSolstice"), summer + Fraction(year, 2), year)
    days = (
        ("isLongestDay", "summer", summer),
        ("isShortestDay", "winter", winter),
        ("isSpringEquinox", "spring", _middle(winter, summer, year)),
        ("isAutumnEquinox", "autumn", _middle(summer, winter, year)),
    )
    ends = list(accumulate(one.days for one in parts))
    found: dict[str, OnDate] = {}
    for field, kind, day in days:
        place = bisect_right(ends, day)
        if kind in kinds and place < len(parts):
            found[field] = OnDate(parts[place].name, day - ends[place] + parts[place].days + 1)
    return found


def _day_of_year(node: FileValue, otherwise: Fraction, year: int) -> int:
    said = node.exact()
    return int((otherwise if said is None else said) + Fraction(1, 2)) % max(year, 1)


def _middle(first: int, last: int, year: int) -> int:
    """Return the middle of two days of the year, as the program has it."""
    if first <= last:
        return (first + last) // 2
    return (first + (year - first + last + 1) // 2) % year


class _Tree:
    """What reads a tree of conditions."""

    def __init__(self, almanac: Almanac, leap: Recurrence | None, turns: Mapping[str, OnDate]) -> None:
        self._data = almanac.data
        self._leap = leap
        self._turns = turns

    def read(self, node: FileValue) -> tuple[Condition | None, str]:
        """Return the meaning of a tree, or why it cannot be said here."""
        try:
            return self._one(node), ""
        except UnreadCondition as unread:
            return None, str(unread)

    def _one(self, node: FileValue) -> Condition:
        if node.at("type").text() == "group" or node.at("children").there:
            return self._group(node)
        field, sign = node.at("field").text(), node.at("op").text("==")
        value = node.at("value")
        value.tell("kept")
        node.at("value2").tell("kept")
        if sign == "!=" and field != "weather":
            return neither(self._asked(field, "==", value, node))
        return self._asked(field, sign, value, node)

    def _group(self, node: FileValue) -> Condition:
        members = tuple(self._one(one) for one in node.each("children"))
        mode = node.at("mode").text("and")
        if not members:
            raise UnreadCondition("it has no conditions")
        match mode:
            case "and":
                return both(members)
            case "or":
                return either(members)
            case "nand":
                return neither(both(members))
            case "xor":
                more = Several(members, "at least", 2)
                return members[0] if len(members) == 1 else both((either(members), neither(more)))
            case "count":
                return Several(members, "at least", node.at("threshold").whole(1, 1, 1_000))
            case _:
                raise UnreadCondition(f"{mode[:20]!r} joins no conditions")

    def _asked(self, field: str, sign: str, value: FileValue, node: FileValue) -> Condition:
        match field:
            case _ if field in {"isLeapYear", "intercalary", *self._turns}:
                return self._flag(field, value, node)
            case "season" | "era" | "weather":
                return self._named(field, sign, value, node)
            case "moonPhaseIndex":
                return self._phase(sign, number_of(value), node.at("value2").whole(0, 0, MOST_DAYS))
            case "daysBeforeMonthEnd":
                if sign == "%":
                    return OnNumber("day from the end", every=max(1, number_of(value)), offset=1)
                return compared("day from the end", sign, number_of(value) + 1)
            case "random":
                return _chance(sign, value)
            case _ if field in _WEEKS:
                of, more = _WEEKS[field]
                return self._weeks(of, sign, number_of(value) + more)
            case "month" if sign == "==" and 0 < number_of(value) <= len(self._data.parts):
                return InMonth(self._data.parts[number_of(value) - 1].name)
            case _ if field in _NUMBERS:
                return compared(_NUMBERS[field], sign, number_of(value))
            case _:
                raise UnreadCondition(f"a calendar here does not ask for {field[:40]!r}")

    def _flag(self, field: str, value: FileValue, node: FileValue) -> Condition:
        wanted = value.flag(default=value.value != "false")
        if field in self._turns:
            if self._leap is not None:
                node.at("field").tell("changed", "in leap years it is on the same date")
            found: Condition = self._turns[field]
        elif field == "isLeapYear":
            if self._leap is None:
                raise UnreadCondition("there are no leap years")
            found = InYears(self._leap)
        else:
            found = either(
                [InMonth(one.name) for one in self._data.parts if one.kind == "feast"] or [_never()]
            )
        return found if wanted else neither(found)

    def _named(self, field: str, sign: str, value: FileValue, node: FileValue) -> Condition:
        if field == "weather":
            if sign != "==":
                raise UnreadCondition("days without some weather are not asked for one by one here")
            why = "it comes as a spell of it begins where the party is, if the rule set has such weather"
            for one in (value, node.at("value2")):
                one.tell("changed" if one.there else "kept", why if one.there else "")
            return OnWeather((_weather(value),))
        place = number_of(value) - 1
        names = [one.name for one in (self._data.seasons if field == "season" else self._data.eras)]
        if sign != "==" or not 0 <= place < len(names) or names.count(names[place]) > 1:
            raise UnreadCondition(f"it names no {field} of this calendar")
        return InSeason(names[place]) if field == "season" else InEra(names[place])

    def _weeks(self, of: Numbered, sign: str, number: int) -> OnNumber:
        """Return the days of a week by its number, or of those before or after it; weeks begin with day 1."""
        size = len(self._data.week.days) or 7
        first, last = (number - 1) * size + 1, number * size
        bounds = {
            "==": (first, last),
            ">=": (first, None),
            ">": (last + 1, None),
            "<=": (None, last),
            "<": (None, first - 1),
        }
        if sign not in bounds or not 0 <= number <= MOST_DAYS:
            raise UnreadCondition("weeks are not counted so here")
        return OnNumber(of, *bounds[sign])

    def _phase(self, sign: str, number: int, place: int) -> Condition:
        moons = self._data.moons
        names = [one.name for one in moons[place].phases] if place < len(moons) else []
        if sign != "==" or not 0 <= number < len(names):
            raise UnreadCondition("it names no phase of a moon of this calendar")
        return InPhase(moons[place].name, (names[number],))


def _chance(sign: str, value: FileValue) -> ByChance:
    percent = value.exact()
    if percent is None or not 0 <= percent <= _HUNDRED or sign not in {"<", "<=", ">", ">="}:
        raise UnreadCondition("it does not say by which chance it comes")
    value.tell("changed", "it is thrown anew, by the same chance")
    return ByChance(exact_text((percent if sign.startswith("<") else _HUNDRED - percent) / _HUNDRED))


def _weather(value: FileValue) -> str:
    said = plain(value.value if isinstance(value.value, str) else "").replace("-", " ").strip()
    if not said:
        raise UnreadCondition("it names no weather")
    return said


def _never() -> Condition:
    return OnNumber("day", least=LARGEST_YEAR)

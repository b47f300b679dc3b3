"""MenuReader put together and taken apart, so that a date by its parts is a date and the other way round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from turnkeeper.calendars.conditions import Condition, InMonth, OnDate, OnNumber, OnWeekday, Several
from turnkeeper.calendars.formats.happening.gathering import UnreadCondition
from turnkeeper.calendars.values import MOST_DAYS, Numbered


def either(found: Sequence[Condition]) -> Condition:
    """Return a condition that holds where one of some does."""
    members = _flat(found, "any")
    return members[0] if len(members) == 1 else Several(tuple(members), "any")


def neither(found: Condition) -> Condition:
    """Return a condition that holds where another does not."""
    return Several(found.of if isinstance(found, Several) and found.hold == "any" else (found,), "none")


def both(found: Sequence[Condition]) -> Condition:
    """Return a condition that holds where all of some do: a date, where they say no more."""
    members = _flat(found, "all")
    months = [one for one in members if isinstance(one, InMonth)]
    days = [one for one in members if isinstance(one, OnNumber) and _single(one, ("day", "day from the end"))]
    years = [one for one in members if isinstance(one, OnNumber) and _single(one, ("year",))]
    if len(months) == len(days) == 1 and len(years) < 2:  # noqa: PLR2004 - one year or all
        day = days[0].least or 0
        if 0 < day <= MOST_DAYS:
            members = [one for one in members if one not in (*months, *days, *years)]
            year = years[0].least if years else None
            members.insert(0, OnDate(months[0].part, day if days[0].of == "day" else -day, year))
    return members[0] if len(members) == 1 else Several(tuple(members))


def _single(one: OnNumber, of: tuple[str, ...]) -> bool:
    return one.of in of and one.least is not None and one.least == one.most and one.every == 1


def _flat(found: Sequence[Condition], hold: Literal["all", "any"]) -> list[Condition]:
    members: list[Condition] = []
    for one in found:
        inner = one.of if isinstance(one, Several) and one.hold == hold else (one,)
        members += (each for each in inner if each not in members)
    return _with_places(members) if hold == "all" else members


def _with_places(members: list[Condition]) -> list[Condition]:
    """Return conditions in which a weekday and its place in the month, said of every weekday, are one."""
    weekdays = [one for one in members if isinstance(one, OnWeekday) and not one.nth]
    places = [one for one in members if isinstance(one, Several) and one.hold == "any" and _is_place(one)]
    if len(weekdays) != 1 or len(places) != 1:
        return members
    chosen = [
        one for one in places[0].of if isinstance(one, OnWeekday) and one.weekday == weekdays[0].weekday
    ]
    if not chosen:
        return members
    return [chosen[0] if one is weekdays[0] else one for one in members if one is not places[0]]


def _is_place(one: Several) -> bool:
    found = {each.nth if isinstance(each, OnWeekday) else 0 for each in one.of}
    return len(found) == 1 and 0 not in found


def compared(of: Numbered, sign: str, number: int, offset: int = 0) -> OnNumber:
    """Return a condition that compares a number by its sign; ``%`` is every few, moved by ``offset``."""
    match sign:
        case "==":
            return OnNumber(of, number, number)
        case ">=" | ">":
            return OnNumber(of, least=number + (sign == ">"))
        case "<=" | "<":
            return OnNumber(of, most=number - (sign == "<"))
        case "%" if number > 0:
            return OnNumber(of, every=number, offset=offset % number)
        case _:
            raise UnreadCondition("it does not say how it compares, or by which number")

"""Phases of one length and their names, in Fantasy-Calendar and Calendarium; moons that are set back.

Simple Calendar sets moons back in leap years, or every few years, on the day of their first new moon. Its
source counts such a moon in each year from that day of the last year in which it was set back, and lets it be
ahead by a share of a day for each year since: a fourth, where leap years are every fourth. In the very years
in which it sets a moon back every few years, its source forgets to; that is not followed.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from turnkeeper.calendars.conditions import Recurrence
from turnkeeper.calendars.formats.accounts import FileValue
from turnkeeper.calendars.formats.building import GREGORIAN_RULE, day_in, exact_text
from turnkeeper.calendars.formats.source import Tree
from turnkeeper.calendars.model import CalendarData, CalendarMoon, MoonBegun, MoonPhase
from turnkeeper.calendars.sky import EIGHT
from turnkeeper.calendars.values import MOST_DAYS

_STEPS = {
    8: ("",),
    16: ("", " fading"),
    24: (" rising", "", " fading"),
    40: (" rising", " risen", "", " fading", " faded"),
}
GRANULARITIES = (4, *_STEPS)
_FOUR = 4
_MOST_YEARS = 999_999_999


def phase_names(count: int) -> tuple[str, ...]:
    """Return the names of a number of phases, the new moon first.

    >>> phase_names(24)[:3], phase_names(24)[-1]
    (('new moon', 'new moon fading', 'waxing crescent rising'), 'new moon rising')
    """
    if count == 4:  # noqa: PLR2004 - the quarters alone
        return EIGHT[::2]
    steps = _STEPS[count]
    names = [name + step for name in EIGHT for step in steps]
    begin = steps.index("")
    return (*names[begin:], *names[:begin])


def equal_phases(count: int) -> tuple[MoonPhase, ...]:
    """Return a number of phases of equal length; of eight their usual names need not be said."""
    return () if count == len(EIGHT) else tuple(MoonPhase(name) for name in phase_names(count))


def with_reset(
    moon: CalendarMoon, first: FileValue, data: CalendarData, leap: Recurrence | None, adjust: Fraction
) -> CalendarMoon:
    """Return a moon that begins anew where a file says so; ``first`` is its first new moon."""
    said, years = first.at("yearReset"), first.at("yearX")
    when: Recurrence | None = None
    match said.text("none"):
        case "leap-year":
            when = leap
            why = "leap years are counted as the file states them" if when is not None else "no year is one"
            said.tell("changed" if when is not None and when.offset else "kept", why)
            years.tell("kept", "it is set back in leap years, so it says nothing")
        case "x-years":
            number = years.whole(0, 1, _MOST_YEARS)
            when = Recurrence(every=str(number)) if number else None
            why = "in the years themselves it is counted from them too, as in those after"
            said.tell("changed" if number else "dropped", why if number else "it needs a number from 1 up")
        case "none" | "":
            years.tell("kept", "it is never set back, so it says nothing")
        case _:
            said.tell("dropped", "when it is set back is not understood")
    if when is None:
        return moon
    month = first.at("month").whole(0, 0, len(data.parts) - 1)
    day = first.at("day").whole(0, 0, MOST_DAYS) + 1
    shortest = sum(part.days for part in data.parts if part.when is None)
    if Fraction(moon.cycle) > shortest:
        said.tell("dropped", "a moon that is set back goes round within any year")
        return moon
    begun = MoonBegun(
        when,
        day_in(data.parts, month, day, first.at("day")),
        exact_text(-adjust),
        exact_text(Fraction(1, _apart(when))),
    )
    return replace(moon, anew=begun)


def _apart(when: Recurrence) -> int:
    """Return how many years apart the program takes the years of a rule to be."""
    return _FOUR if when.every == GREGORIAN_RULE else int(when.every)


def reset_written(
    begun: MoonBegun, data: CalendarData, leap: Recurrence | None, moved: Fraction
) -> tuple[Tree, Fraction] | None:
    """Return how the program sets such a moon back, and by how much it adjusts it, if it can say it.

    ``moved`` is how many days later the moon is said to be new there.
    """
    when, number = begun.when, begun.when.every.strip()
    single = when == leap or (number.isdecimal() and not when.offset and not when.cycle)
    after = Fraction(begun.after) + moved
    if not single or after > 0 or Fraction(begun.gains) != Fraction(1, _apart(when)):
        return None
    names = [part.name for part in data.parts]
    said: Tree = (
        {"yearReset": "leap-year", "yearX": 0}
        if when == leap
        else {"yearReset": "x-years", "yearX": int(number)}
    )
    return {**said, "month": names.index(begun.on.part), "day": begun.on.day - 1}, -after

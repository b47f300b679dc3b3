"""Areas as the texts and people write them: ``60' x 60'``, ``60′ × 60′``, ``12.5x10``, ``2,700 sq ft``.

An area is kept as text, ``60 x 60 ft`` or ``2700 sq ft``, so that it reads as it was meant. Lengths of time
are said here as well. This module must not know their use.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from turnkeeper.rules.book import Rulebook
from turnkeeper.time import Duration

FEET = r"(?:feet|foot|ft\.?|['’′])"
"""A unit of length as it is written behind a number, as a pattern."""
_NUMBER = r"(\d{1,6}(?:\.\d{1,3})?)"
_TIMES = r"\s*(?:x|×|\*|by)\s*"
_SIDES = re.compile(rf"{_NUMBER}\s*{FEET}?{_TIMES}{_NUMBER}\s*{FEET}?", re.IGNORECASE)
_WHOLE = re.compile(
    rf"(\d{{1,3}}(?:,\d{{3}})+|\d{{1,9}}(?:\.\d{{1,3}})?)\s*"
    rf"(?:sq(?:uare|\.)?\s*{FEET}|{FEET}[²2])",
    re.IGNORECASE,
)
_UNITS = (
    "squares?",
    "sq",
    "m",
    "met(?:er|re)s?",
    "yards?",
    "yd",
    "miles?",
    "times",
    "%",
    "lbs?",
    "pounds?",
    "d",
)


def read_area(said: str) -> str:
    """Return an area in its one form; raises ``ValueError`` with message and hint for anything else.

    >>> read_area("60′ × 60′"), read_area("12.50 by 10 feet"), read_area("2,700 sq ft")
    ('60 x 60 ft', '12.5 x 10 ft', '2700 sq ft')
    """
    sides, whole = _SIDES.fullmatch(said), _WHOLE.fullmatch(said)
    found = sides or whole
    if found is None or not all(map(_value, found.groups())):
        message = f"{said[:30]!r} is not an area"
        raise ValueError(message, "write it as 20 x 20 ft, or 400 sq ft")
    numbers = [_plain(one) for one in found.groups()]
    return f"{numbers[0]} x {numbers[1]} ft" if sides else f"{numbers[0]} sq ft"


def extent(area: str) -> Fraction:
    """Return the square feet of an area that was read.

    >>> extent("12.5 x 10 ft")
    Fraction(125, 1)
    """
    sides, whole = _SIDES.fullmatch(area), _WHOLE.fullmatch(area)
    found = sides or whole
    if found is None:
        message = f"{area!r} is not an area"
        raise ValueError(message)
    wide, *long = map(_value, found.groups())
    return wide * long[0] if long else wide


def measure_in(text: str, units: Iterable[str]) -> str:
    """Return the first number in a text that measures something, or all of it if it is one; else nothing.

    ``units`` are patterns of what else is counted besides feet, yards, squares and the like.

    >>> measure_in("the hall, 30 m", ()), measure_in("12", ()), measure_in("the 3rd statue, door 4", ())
    ('30 m', '12', '')
    """
    counted = "|".join((*_UNITS, *units))
    found = re.search(
        rf"\d[\d.,]*{_TIMES}\d[\d.,]*|\d[\d.,]*\s*(?:{FEET}|{counted})(?![a-z])|^\W*\d[\d.,]*\W*$",
        text,
        re.IGNORECASE,
    )
    return found[0].strip() if found else ""


def _value(number: str) -> Fraction:
    return Fraction(number.replace(",", ""))


def _plain(number: str) -> str:
    """Return a number without the zeros that say nothing."""
    before, _, after = number.replace(",", "").partition(".")
    after = after.rstrip("0")
    return f"{int(before)}.{after}" if after else str(int(before))


def say_length(value: object, book: Rulebook) -> str:
    """Return a length of time in the units of the rule set."""
    return book.scale.say(value) if isinstance(value, Duration) else str(value)


def say_clock(value: object, book: Rulebook) -> str:
    """Return a length of time by the clock alone, in hours and minutes."""
    return book.scale.say_clock(value) if isinstance(value, Duration) else str(value)

"""What a sentence says will happen after a time, said as a reminder: ``the gate will close in 2 turns``.

Nothing here knows a command.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache


def foretold(text: str, units: Collection[str], numbers: Collection[str]) -> str:
    """Return a text of what will happen after a length of time as a reminder of it; or as it is.

    >>> foretold("The gate is going to fall in ten minutes, remind me.", ("minute",), ("ten",))
    'remind me in ten minutes that The gate falls'
    >>> foretold("Orlo will collapse in 4 turns unless a priest heals him", ("turn",), ())
    'remind me in 4 turns that Orlo collapses'
    >>> foretold("they will camp in the wood", ("turn",), ())
    'they will camp in the wood'
    >>> foretold("in 2 turns the ceiling falls", ("turn",), ())
    'remind me in 2 turns that the ceiling falls'
    """
    told, asked, first = (pattern.match(text) for pattern in _shapes(tuple(units), tuple(numbers)))
    if told is not None:
        verb, _, rest = told["does"].partition(" ")
        many = (told["are"] or "").casefold() == "are"
        does = ("are" if verb == "be" else verb) if many else _of_one(verb)
        return f"remind me in {told['length']} that {told['who']} {f'{does} {rest}'.strip()}"
    for one in (asked, first):
        if one is not None:
            return f"remind me in {one['length']} that {one['what']}"
    return text


def _of_one(verb: str) -> str:
    """Return a verb as it is said of one: ``carry`` as ``carries``."""
    if verb == "be":
        return "is"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "o")) else f"{verb}s"


@lru_cache(maxsize=8)
def _shapes(units: tuple[str, ...], numbers: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    number = rf"an?|another|\d{{1,3}}|{'|'.join(numbers)}" if numbers else r"an?|another|\d{1,3}"
    names = "|".join(map(re.escape, units))
    length = rf"in (?:about |exactly )?(?P<length>half an hour|(?:{number}) (?:more )?(?:{names})s?)"
    reminds = r"(?:,? (?:so )?(?:please )?(?:remind|warn|tell|alert) (?:me|us)(?: then)?)"
    unless = r"(?:,? unless (?:[^\W\d_]|[ ',])+)"
    going = r"(?:(?P<are>is|are) (?:going|about|due) to|(?:will|shall|is gonna))"
    told = (
        rf"^(?P<who>(?!we\b|I\b)[^\d,;:.!?]+?) {going} (?P<does>[^\d,;:.!?]+?) "
        rf"{length}{reminds}?{unless}?[.!]?$"
    )
    asked = rf"^(?P<what>[^\d,;:.!?]+?) {length}{reminds}[.!]?$"
    first = rf"^{length},? (?P<what>(?:the|an?|our|their|his|her) [^\d,;:.!?]+ [^\d,;:.!?]+)[.!]?$"
    return tuple(re.compile(one, re.IGNORECASE) for one in (told, asked, first))

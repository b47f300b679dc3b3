"""Lengths of time as sentences tell them: which words are a length, until when, and how many dice of a unit.

It must not know how long a unit is: whether a word is one is told to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from turnkeeper.spelling.wordings import Wording, reworded

_WORDS = re.compile(r"[^\W\d_]+")
_ENDS = frozenset(("until", "till", "til"))
_UNTIL = re.compile(
    r"(?:\b(?:until|till)|(?<!\w)'?til)\b(?P<end>[^,;.!?\"]*(?:\.(?=m)[^,;!?\"]*)*)", re.IGNORECASE
)
_DICE = re.compile(r"\b\d{0,2}d\d{1,3}(?:[+-]\d{1,3})? (?P<unit>[^\W\d_]+)", re.IGNORECASE)
_FAR = frozenset(("mile", "miles", "league", "leagues", "km"))
_MEASURED = re.compile(r"\b[^\W_]+ (?:miles?|leagues?|km)\b", re.IGNORECASE)
_AND_A_HALF = re.compile(r"\b([^\W_]+) and (?:a|one) half (?=[^\W\d_])", re.IGNORECASE)
_NAME = r"[^\W\d_]+"
_OVER = "for|over|during|in|within"
_ONE_OF = r"(?P<unit>(?:hour|day|turn|round|watch|minute|segment|week)\b)"


def _counted(found: re.Match[str]) -> str:
    return f"{found['how']} {'1 ' + found['unit'] if found['unit'] else ''}"


_STANDS_FOR = tuple(
    Wording(hint, re.compile(pattern, re.IGNORECASE), plain)
    for hint, pattern, plain in (
        (
            " day",
            r"\b(?:for )?(?:all day(?: long)?|(?:the|a|one) (?:whole|entire|full) day)(?!')\b",
            "for 1 day",
        ),
        (" of th", rf"\bfor the (?:rest|remainder) of (?:the|this) (?={_NAME})", "until the end of the "),
        (" of the day", r"\b(?:the )?(?:rest|remainder) of the (?=day\b)", "until the end of the "),
        (
            " night",
            r"\b(?:for )?(?:all night(?: long)?|the (?:whole|entire|full) night)\b",
            "until dawn",
        ),
        (
            " the ",
            rf"\b(?P<how>{_OVER}) the (?:next|following|coming)(?: full)? (?:{_ONE_OF}|(?={_NAME}|\d))",
            _counted,
        ),
        (" last", r"(?: spell)?,? (?:that|which) (?:will )?lasts? (?:for )?", " for "),
        ("quarters", r"\bthree[- ]quarters of an hour\b", "45 min"),
    )
)
"""What stands for a length of time, and how it would be counted."""
_LEADS_TO = re.compile(r",?(?:\s*\b(?:for|lasting|lasts|over|about|around))*[\s,]*$", re.IGNORECASE)
_ARTICLES = frozenset(("a", "an", "another", "the"))
_LONG = frozenset(("hour", "hours", "day", "days", "week", "month", "minute", "half"))
"""Units of which an article tells that it is a length: a turn or a round can be a person's."""
_FOR = frozenset(("for", "lasts", "lasting", "last", "takes", "take", "after", "in", "wait", "within"))
_RATES = frozenset(
    ("times", "time", "twice", "once", "rations", "ration", "ft", "feet", "foot", "'", "miles", "it")
)
"""Words before the unit of a rate, which tells no length: ``twice a day``."""


def may_tell_time(text: str, is_unit: Callable[[str], bool]) -> bool:
    """Return whether a word of a text is a unit of time or of a long way, or begins the end of a time.

    >>> (
    ...     may_tell_time("wait till noon", set().__contains__),
    ...     may_tell_time("light a torch", {"turn"}.__contains__),
    ... )
    (True, False)
    """
    return any(one in _ENDS or one in _FAR or is_unit(one) for one in _WORDS.findall(text.casefold()))


def with_halves(text: str, numbers: Mapping[str, int]) -> str:
    """Return a text with its halves of units in digits, by the names of numbers.

    >>> with_halves("for two and a half hours", {"two": 2})
    'for 2.5 hours'
    """

    def shown(found: re.Match[str]) -> str:
        number = numbers.get(found[1].casefold(), found[1])
        return f"{number}.5 " if str(number).isdecimal() else found[0]

    return _AND_A_HALF.sub(shown, text) if "half" in text else text


def with_lengths(text: str) -> str:
    """Return a text with what stands for a length or its end as it would be counted.

    >>> with_lengths("rest all day"), with_lengths("Orlo is held for the next three rounds")
    ('rest for 1 day', 'Orlo is held for three rounds')
    >>> with_lengths("sleep for the rest of the day"), with_lengths("walk a full day north")
    ('sleep until the end of the day', 'walk for 1 day north')
    """
    return reworded(text, _STANDS_FOR)


def without(text: str, words: str) -> str:
    """Return a text without the words of a length or an end, and what leads to them.

    >>> without("sleep for 8 hours in the barn", "8 hours"), without("rest, until noon", "until noon")
    ('sleep in the barn', 'rest')
    """
    before, _, after = text.partition(words)
    return f"{_LEADS_TO.sub('', before)} {after.strip(' ,')}".strip(" ,")


def ends_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield each end of a time in a text, with its until and without.

    >>> list(ends_in("Orlo is blind until noon, Bram till 3 p.m."))
    [('until noon', 'noon'), ('till 3 p.m.', '3 p.m.')]
    """
    for found in _UNTIL.finditer(text):
        if found["end"].strip():
            yield found[0].rstrip(), found["end"].strip()


def thrown_in(text: str, is_unit: Callable[[str], bool]) -> Iterator[str]:
    """Yield the lengths of a text that dice tell: ``1d6 rounds``."""
    return (found[0] for found in _DICE.finditer(text) if is_unit(found["unit"].casefold()))


def ways_in(text: str) -> Iterator[str]:
    """Yield the long ways that a text tells: ``6 miles``.

    >>> list(ways_in("march 6 miles north"))
    ['6 miles']
    """
    return (found[0] for found in _MEASURED.finditer(text))


def is_said_length(words: Sequence[str], first: int, end: int) -> bool:
    """Return whether words that could be a length are one where they stand.

    >>> is_said_length(("for", "a", "round"), 1, 3), is_said_length(("it's", "a", "round"), 1, 3)
    (True, False)
    >>> is_said_length(("2", "rations", "a", "day"), 2, 4)
    False
    """
    begins, before = words[first], words[first - 1] if first else ""
    if before in _RATES or before[:1].isdigit():
        return False
    if begins in _ARTICLES:
        return before in _FOR or (begins != "the" and not _LONG.isdisjoint(words[first:end]))
    return end - first > 1 or begins[0].isdigit()

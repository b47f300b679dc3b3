"""Remarks, such as what is searched, which could say more than a remark; and names joined into one text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from turnkeeper.spelling.plurals import singular

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_QUANTITY = re.compile(
    r"(?<![\w.])\d[\d.,/]*(?:\s*[x\u00d7'\u2032\u2019]|\s*(?!(?:and|or|of|in|on|at|by)\b)[^\W\d_]{2,})"
    r"|\b(?:twice|thrice)\b|\bis\b",
    re.IGNORECASE,
)
JOINT = re.compile(r"\s*(?:;|,?\s+and\s+then\s+|,?\s+then\s+|,\s+|\s+and\s+)")
"""Where a text could be cut into two commands."""


JOINED = re.compile(r"\s*(?:\+|,\s*and\b|,|\band\b)\s*", re.IGNORECASE)
"""What joins names of people to whom the same is done."""


_RUN = re.compile(r" \d{1,5}-\d{1,5}$")
_NUMBERS = re.compile(r"\d{1,5}(?:-\d{1,5})?")
MOST_IN_A_NAME = 4
MOST_AT_ONCE = 200
"""So many are named in one command."""


def joined(names: Iterable[str]) -> str:
    """Return names as one text, those of a side by their numbers: ``goblin 1+3 + Varda``.

    >>> joined(("goblin 1", "goblin 3", "Varda"))
    'goblin 1+3 + Varda'
    """
    told: list[str] = []
    stem = ""
    for name in names:
        head, _, number = name.rpartition(" ")
        if number.isdecimal() and head and head == stem:
            told[-1] += f"+{number}"
        else:
            told.append(name)
        stem = head if number.isdecimal() else ""
    return " + ".join(told)


def apart(said: str, is_known: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the names that a text joins: ``goblin 1+3-5 + Varda``, ``goblins 1, 3 and 5``.

    Numbers alone are more of the side before them. Whoever is known by a name with a joint in it is meant.
    """
    if is_known(said) or (JOINED.search(said) is None and _RUN.search(said) is None):
        return (said,)
    found: list[str] = []
    stem = ""
    for part in _parts(said, is_known):
        head, _, tail = part.rpartition(" ")
        if is_known(part) or _NUMBERS.fullmatch(tail) is None:
            found.append(part)
            stem = singular(part)
            continue
        stem = singular(head) if head else stem
        first, _, last = tail.partition("-")
        run = range(int(first), min(int(last or first), int(first) + MOST_AT_ONCE) + 1)
        found += [f"{stem} {number}" for number in run]
    return tuple(dict.fromkeys(found))


def _parts(said: str, is_known: Callable[[str], bool]) -> Iterator[str]:
    """Yield the parts of a text between its joints; a known name that holds joints is one part."""
    joints = [(0, 0), *(found.span() for found in JOINED.finditer(said)), (len(said), len(said))]
    at = 0
    while at + 1 < len(joints):
        ends = range(min(at + MOST_IN_A_NAME, len(joints) - 1), at + 1, -1)
        whole = next((end for end in ends if is_known(said[joints[at][1] : joints[end][0]])), at + 1)
        part = said[joints[at][1] : joints[whole][0]]
        at = whole
        if part:
            yield part


def is_doubtful(remark: str) -> bool:
    """Return whether a remark holds a number of something, which is never taken for a mere remark.

    >>> is_doubtful("room 12"), is_doubtful("3 times"), is_doubtful("a 20' x 20' room")
    (False, True, True)
    """
    return not remark.startswith('"') and _QUANTITY.search(remark) is not None


def is_joined(remark: str) -> bool:
    """Return whether a remark could hold a second command."""
    return not remark.startswith('"') and JOINT.search(remark) is not None

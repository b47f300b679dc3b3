"""Remarks, such as what is searched, which could say more than a remark; and names joined into one text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from turnkeeper.spelling.plurals import singular

if TYPE_CHECKING:
    from collections.abc import Callable

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
MOST_AT_ONCE = 200
"""So many are named in one command."""


def apart(said: str, is_known: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the names that a text joins: ``goblin 1+3-5 + Varda``, ``goblins 1, 3 and 5``.

    Numbers alone are more of the side before them. Whoever is known by a name with a joint in it is meant.
    """
    if is_known(said) or (JOINED.search(said) is None and _RUN.search(said) is None):
        return (said,)
    found: list[str] = []
    stem = ""
    for part in filter(None, JOINED.split(said)):
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


def is_doubtful(remark: str) -> bool:
    """Return whether a remark holds a number of something, which is never taken for a mere remark.

    >>> is_doubtful("room 12"), is_doubtful("3 times"), is_doubtful("a 20' x 20' room")
    (False, True, True)
    """
    return not remark.startswith('"') and _QUANTITY.search(remark) is not None


def is_joined(remark: str) -> bool:
    """Return whether a remark could hold a second command."""
    return not remark.startswith('"') and JOINT.search(remark) is not None

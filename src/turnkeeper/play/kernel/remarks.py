"""Remarks, such as what is searched: those that could say more than a remark are said in quotes."""

from __future__ import annotations

import re

_QUANTITY = re.compile(
    r"(?<![\w.])\d[\d.,/]*(?:\s*[x\u00d7'\u2032\u2019]|\s*(?!(?:and|or|of|in|on|at|by)\b)[^\W\d_]{2,})"
    r"|\b(?:twice|thrice)\b|\bis\b",
    re.IGNORECASE,
)
_OF_A_REST = re.compile(
    r"(?:in|at|by|under|near|beside|behind|inside|outside|within|below|above|among|between|next|with|without"
    r"|while|until|after|before|well|soundly|badly|here|there|together)\b",
    re.IGNORECASE,
)
JOINT = re.compile(r"\s*(?:;|,?\s+and\s+then\s+|,?\s+then\s+|,\s+|\s+and\s+)")
"""Where a text could be cut into two commands."""


def is_doubtful(remark: str) -> bool:
    """Return whether a remark holds a number of something, which is never taken for a mere remark.

    >>> is_doubtful("room 12"), is_doubtful("3 times"), is_doubtful("a 20' x 20' room")
    (False, True, True)
    """
    return not remark.startswith('"') and _QUANTITY.search(remark) is not None


def is_joined(remark: str) -> bool:
    """Return whether a remark could hold a second command."""
    return not remark.startswith('"') and JOINT.search(remark) is not None


def is_of_a_rest(remark: str) -> bool:
    """Return whether a remark tells where or how somebody rests; ``sleep spell`` is no rest of a spell.

    >>> is_of_a_rest("in the barn"), is_of_a_rest("spell"), is_of_a_rest("on the goblins")
    (True, False, False)
    """
    return _OF_A_REST.match(remark) is not None


REMARKS = ("about", "where")
"""Kinds of slot that take a remark: on anything, or on a rest."""


def wants_quotes(kind: str, said: str) -> bool:
    """Return whether what stands in a slot of a kind is said in quotes, since it could say more than that."""
    if kind in (*REMARKS, "who") and is_doubtful(said):
        return True
    return kind in REMARKS and (is_joined(said) or (kind == "where" and not is_of_a_rest(said)))

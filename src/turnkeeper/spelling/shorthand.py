"""A text with its shorthand spelled out: ``w/ dagger`` as ``with dagger``.

Nothing here knows a command. What stands in quotes stays as it is typed.
"""

from __future__ import annotations

import re

_QUOTED = re.compile(r'("[^"]*"?)')
_UNITS = "hour|hr|minute|min|turn|round|segment|watch|phase|moment|day|foot|feet|ft|yard|hex|square"
_SHORT = (
    (re.compile(r"\bw/o\b", re.IGNORECASE), "without"),
    (re.compile(r"\bw/ ?(?=[^\W\d_])", re.IGNORECASE), "with "),
    (re.compile(r"(?<=\s)(?:'n'?|n')(?=\s)", re.IGNORECASE), "and"),
    (re.compile(r"\b([A-Z][a-z]+) n (?=[A-Z][a-z])"), r"\1 and "),
    (re.compile(r"(?<!\w)'?em\b", re.IGNORECASE), "them"),
    (re.compile(r"\bthru\b", re.IGNORECASE), "through"),
    (re.compile(r"(?<!\S)(\d{1,3}) ?[x\u00d7] (?=[^\W\d_]{3})", re.IGNORECASE), r"\1 "),
    (re.compile(r"(?<=[^\W\d_]) [x\u00d7] ?(?=\d{1,3}(?:\s+(?!ft|feet|x|\u00d7)|$))", re.IGNORECASE), " "),
    (re.compile(rf"(?<=[\da-z])-(?=(?:{_UNITS})s?\b)", re.IGNORECASE), " "),
    (re.compile(r"\s*(?:[-=]>|\u2192)\s*(?=\d)"), " = "),
    (re.compile(r"[()]"), " "),
    (
        re.compile(
            r"\b(?:each|all|every one) of us\b|\bwe all\b|\bthe whole (?:party|group)\b", re.IGNORECASE
        ),
        "everyone",
    ),
    (re.compile(r"(?<=\bfor )all$", re.IGNORECASE), "everyone"),
    (re.compile(r"\bas well\b(?! as\b)", re.IGNORECASE), "too"),
    (re.compile(r" on (?:(?:him|her|it)self|themselves)\b", re.IGNORECASE), ""),
    (
        re.compile(rf"\b(?:which |that )?(?:is |are )?good for (?=[^\W_]+ (?:{_UNITS})s?\b)", re.IGNORECASE),
        "lasts ",
    ),
)
_UNIT_FIRST = re.compile(rf"^((?:{_UNITS})s): ?(\d{{1,3}})$", re.IGNORECASE)
_RUN = re.compile(r"\b([^\W\d_]{2,}s) (\d{1,2})-(\d{1,2})\b(?!-)")
_MAY_BE_SHORT = re.compile(
    r"[:/x\u00d7()>\u2192'-]|\bn\b|\bem\b|thru|\bof us\b|\bwe all\b|\bwhole\b|\bfor all$|as well"
    r"|selves|self\b|good for",
    re.IGNORECASE,
)


def _run(found: re.Match[str]) -> str:
    """Return a run of numbers one by one: ``goblins 1-3`` as ``goblins 1, 2, 3``."""
    first, last = int(found[2]), int(found[3])
    return f"{found[1]} {', '.join(map(str, range(first, last + 1)))}" if first < last else found[0]


def longhand(text: str) -> str:
    """Return a text with its shorthand spelled out, or as it is.

    >>> [longhand(one) for one in ("Ann attacks w/ dagger", "goblins x6", "6x goblins", "get 'em")]
    ['Ann attacks with dagger', 'goblins 6', '6 goblins', 'get them']
    >>> [longhand(one) for one in ("a ten-minute rest", "Bob (human) joins", "search 20 x 20 ft")]
    ['a ten minute rest', 'Bob  human  joins', 'search 20 x 20 ft']
    """
    if _MAY_BE_SHORT.search(text) is None:
        return text
    parts = _QUOTED.split(text)
    parts[0] = _UNIT_FIRST.sub(r"\2 \1", parts[0])
    for at in range(0, len(parts), 2):
        for pattern, plain in _SHORT:
            parts[at] = pattern.sub(plain, parts[at])
        parts[at] = _RUN.sub(_run, parts[at])
    return "".join(parts)

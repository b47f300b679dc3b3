"""The likely meaning of a mistyped word. It lies below every other package, for each of them reads words.

It must not know the purpose of a word, nor how the suggestion is said: that is its caller's.
"""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 100
"""The longest word that is looked at: a longer one was not mistyped but pasted."""


def nearest(word: str, names: Iterable[str], alike: int = 60) -> str | None:
    """Return the name that a mistyped word most likely means, as it is written, or ``None``.

    Capitals do not matter. ``alike`` is how much of both must agree, in hundredths. Of names that are the
    same but for capitals the first is meant.

    >>> nearest("Lanten", ["torch", "lantern"])
    'lantern'
    >>> nearest("moon", ["torch", "lantern"])
    """
    # Looked up only once something is wrong: a command that is right should not pay for it.
    from difflib import get_close_matches

    by_fold = {name.casefold(): name for name in reversed(list(names))}
    found = get_close_matches(word.casefold()[:LONGEST], by_fold, n=1, cutoff=alike / 100)
    return by_fold[found[0]] if found else None


def is_slip(word: str, meant: str) -> bool:
    """Return whether a word is another with one letter wrong, left out, put in, or two of them swapped.

    >>> is_slip("serch", "search"), is_slip("ligth", "light"), is_slip("lite", "light")
    (True, True, False)
    """
    same = 0
    while same < min(len(word), len(meant)) and word[same] == meant[same]:
        same += 1
    rest, other = word[same:], meant[same:]
    if len(rest) != len(other):
        return rest[1:] == other or rest == other[1:]
    return rest[1:] == other[1:] or (rest[:2] == other[1::-1] and rest[2:] == other[2:])

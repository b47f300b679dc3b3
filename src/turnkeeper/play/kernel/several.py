"""Names joined into one text, since the same befalls all of them: ``goblin 1+3 + Varda``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from turnkeeper.play.kernel.sentence import NUMBERS, SentenceWord, bases
from turnkeeper.play.kernel.speech import unquote
from turnkeeper.spelling.plurals import is_plural, singular

JOINED = re.compile(r"\s*(?:\+|,\s*and\b|,|\band\b)\s*", re.IGNORECASE)
"""What joins names of people to whom the same is done."""


def amounts(said: str) -> tuple[tuple[int, str], ...]:
    """Return the things that a text names and their numbers; raises ``ValueError`` for one without.

    Where one thing alone has a number, and no comma parts it, the whole text is that thing.

    >>> amounts("10 torches, 3 rations and two candles")
    ((10, 'torches'), (3, 'rations'), (2, 'candles'))
    >>> amounts("1 rope and grapnel")
    ((1, 'rope and grapnel'),)
    >>> amounts("12 rations and a mule")
    ((12, 'rations'), (1, 'mule'))
    """
    numbered = [_numbered(part) for part in (JOINED.split(said) if unquote(said) == said else ()) if part]
    if sum(one is not None for one, _ in numbered) < 2 and "," not in said:  # noqa: PLR2004 - no list
        number, name = _numbered(said)
        return ((1 if number is None else number, name),)
    unclear = next((name for number, name in numbered if number is None or not name), "")
    if unclear:
        message = f"how many {unclear[:40]}?"
        raise ValueError(message, "each with its number: 6 torches, 1 oil")
    return tuple((number or 0, name) for number, name in numbered)


_ONE = frozenset(("a", "an", "another"))


def _numbered(said: str) -> tuple[int | None, str]:
    """Return the number that a text begins with, ``None`` without one, and what comes after it."""
    first, _, rest = said.partition(" ")
    number = int(first) if first.isdecimal() and len(first) < MOST_DIGITS else NUMBERS.get(first.casefold())
    number = 1 if number is None and rest and first.casefold() in _ONE else number
    return (None, said) if number is None else (number, rest.strip())


_RUN = re.compile(r" \d{1,5}-\d{1,5}$")
_NUMBERS = re.compile(r"\d{1,5}(?:-\d{1,5})?")
MOST_DIGITS = 10
MOST_IN_A_NAME = 4
MOST_AT_ONCE = 200
"""The most that are named in one command."""


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


def is_numbered(tokens: Sequence[SentenceWord], end: int) -> bool:
    """Return whether a number stands right after a name in the singular, which ends before a word."""
    return end < len(tokens) and tokens[end].text.isdecimal() and not is_plural(tokens[end - 1].text)


Found = tuple[int, int, object, int]
"""Where a name stands in a sentence, from one word up to another, with the name and what it costs."""
_AND = frozenset((",", "and", "+", "&"))


def runs(tokens: Sequence[SentenceWord], found: Iterable[Found], *, several: bool) -> Iterator[Found]:
    """Yield the names found in a sentence; where it may be ``several``, also each with those joined to it."""
    single = list(found)
    yield from single
    if not several:
        return
    at: dict[int, list[Found]] = {}
    for one in single:
        at.setdefault(one[0], []).append(one)
    known = {str(one[2]).casefold() for one in single}
    for one in single:
        names, cost, end = [str(one[2])], one[3], one[1]
        while (following := _next(tokens, end, names[-1], at, known)) is not None:
            end, name, more = following
            if name in names:
                break
            names.append(name)
            cost += more
            yield one[0], end, joined(names), cost


def _next(
    tokens: Sequence[SentenceWord], end: int, before: str, at: dict[int, list[Found]], known: set[str]
) -> tuple[int, str, int] | None:
    """Return the name that is joined to the one before: where it ends, the name, and what it costs."""
    place = end
    while place < len(tokens) and tokens[place].text in _AND:
        place += 1
    signed = place < len(tokens) and tokens[place].text.startswith("+")
    if place == len(tokens) or (place == end and not signed):
        return None
    number = tokens[place].text.removeprefix("+")
    name = f"{before.rpartition(' ')[0]} {number}"
    if number.isdecimal() and (name.casefold() in known or before.rpartition(" ")[2].isdecimal()):
        return place + 1, name, 0
    best = max(at.get(place, ()), key=lambda one: one[1], default=None)
    return None if best is None else (best[1], str(best[2]), best[3])


class AllFound:
    """The words found in a sentence by kinds of slots or listed values, which are kept so that they stay."""

    def __init__(self) -> None:
        """Begin with nothing found."""
        self.found: dict[tuple[object, ...], list[Found]] = {}
        self._keys: dict[int, tuple[tuple[str, ...], frozenset[str]]] = {}

    def keys_of(self, values: tuple[str, ...]) -> frozenset[str]:
        """Return the keys by which the words of any of the values could be known."""
        kept = self._keys.get(id(values))
        if kept is None:
            kept = self._keys[id(values)] = values, frozenset[str]().union(*map(keys_of, values))
        return kept[1]


@lru_cache(maxsize=8192)
def keys_of(name: str) -> frozenset[str]:
    """Return the keys by which the words of a name could be known in a sentence."""
    return frozenset[str]().union(*map(bases, name.casefold().split()))

"""A plan's text before it is read as a plan: the rule sets that it serves, and the numbers in it that vary.

    rules: glog, cresthaven     the first is taken where nobody chooses
    vary torches 1..6           the number that stands beside this word, wherever it stands

Both are whole lines, so that every other line keeps its number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from math import prod

from msgspec import Struct

from turnkeeper.odds.reading import MOST_CHARACTERS, STEPS
from turnkeeper.rules.problems import Problem

MOST_VALUES = 1_000_000
MOST_CELLS = 10_000_000
"""No grid has more plans than these."""
SAID = (">", *STEPS)
"""A number varies in lines that begin so."""
_RULES = re.compile(r"rules:\s*(?P<ids>.*)")
_VARY = re.compile(r"\s*vary\b\s*(?P<what>.*)", re.IGNORECASE)
_WHAT = re.compile(
    r"(?P<word>[^\W\d][\w-]*)\s*[:=]?\s+(?P<values>.+)|(?P<bare>[^\W\d][\w-]*)\s*=\s*(?P<given>.+)"
)
_RANGE = re.compile(r"(\d{1,9})\s*(?:\.\.|to|-)\s*(\d{1,9})")
_NUMBERS = re.compile(r"(?:(?:a|an|any|the|in|by|for|and|as|of|at|is)\s+)?(\d+)\s+([^\W\d][\w-]*)")
_HINT = "vary torches 1..6, or vary morale 5, 7, 9"


class Vary(Struct, frozen=True):
    """A word beside whose number a plan varies, with the values that it takes."""

    word: str
    values: tuple[int, ...]
    line: int = 0


class PlanSource(Struct, frozen=True):
    """A plan's text without what varies in it; ``rules`` are the rule sets that it serves, if any."""

    text: str
    rules: tuple[str, ...] = ()
    varies: tuple[Vary, ...] = ()

    @property
    def cells(self) -> int:
        """Return how many plans it makes."""
        return prod(len(one.values) for one in self.varies)

    def under(self, rules: str) -> str:
        """Return the text for one of its rule sets, or for any other; without a name for the first."""
        chosen = rules or (self.rules[0] if self.rules else "")
        lines = self.text.splitlines()
        for at, line in enumerate(lines):
            if _RULES.match(line):
                lines[at] = f"rules: {chosen}"
                break
        return "\n".join(lines)

    def varied(self) -> Iterator[tuple[tuple[int, ...], PlanSource]]:
        """Yield every choice of values with the source that has them."""
        for values in product(*(one.values for one in self.varies)):
            text = self.text
            for one, value in zip(self.varies, values, strict=True):
                text = with_number(text, one.word, value)
            yield values, PlanSource(text, self.rules)


def read_source(text: str, name: str, more: tuple[str, ...] = ()) -> tuple[PlanSource, tuple[Problem, ...]]:
    """Return the source of a text, with what varies ``more``, and its faults."""
    if len(text) > MOST_CHARACTERS:
        message = f"a plan has at most {MOST_CHARACTERS:,} characters"
        return PlanSource(""), (Problem(name, 1, 1, "", message, "keep one plan a file"),)
    lines, varies, problems = text.lstrip("\ufeff").splitlines(), dict[str, Vary](), list[Problem]()
    said = [(at, found["what"]) for at, line in enumerate(lines) if (found := _VARY.match(line))]
    for at, _ in said:
        lines[at] = ""
    bare = "\n".join(lines)
    for at, what in [*said, *((-1, one) for one in more)]:
        vary = _vary(what, at + 1, bare)
        if isinstance(vary, Vary):
            varies[vary.word] = vary
        else:
            problems.append(Problem(name, max(at + 1, 1), 1, "", *vary))
    found = next((one for one in map(_RULES.match, lines) if one), None)
    rules = tuple(re.split(r"[\s,]+", found["ids"].strip())) if found else ()
    source = PlanSource(bare, tuple(filter(None, rules)), tuple(varies.values()))
    if source.cells > MOST_CELLS:
        message = f"this varies into {source.cells:,} plans"
        problems.append(
            Problem(name, 1, 1, "", message, f"at most {MOST_CELLS:,}: vary fewer numbers, or less")
        )
    return source, tuple(problems)


def _vary(what: str, line: int, text: str) -> Vary | tuple[str, str]:
    """Return the number that varies, or a message and a hint."""
    found = _WHAT.fullmatch(what.strip())
    word = "" if found is None else (found["word"] or found["bare"]).casefold()
    said = "" if found is None else (found["values"] or found["given"])
    values = _values(said)
    if not word or not values:
        return f"vary what? {what.strip()[:40]!r}", _HINT
    if len(values) > MOST_VALUES:
        return f"{word} takes {len(values):,} values", f"at most {MOST_VALUES:,}"
    if with_number(text, word, 0) == text and with_number(text, word, 1) == text:
        beside = sorted({f"{one} {two}" for line in text.splitlines() for one, two in _beside(line)})
        hint = "beside a number stand " + ", ".join(beside[:12]) if beside else "stock 3 torches"
        return f"no number stands beside {word[:40]!r}", hint
    return Vary(word, values, line)


def _values(text: str) -> tuple[int, ...]:
    ends = _RANGE.fullmatch(text.strip())
    if ends is not None:
        first, last = int(ends[1]), int(ends[2])
        return tuple(range(first, min(last, first + MOST_VALUES) + 1))
    parts = [one for one in re.split(r"[\s,]+", text.strip()) if one]
    return tuple(map(int, parts)) if all(one.isdecimal() and len(one) < 10 for one in parts) else ()  # noqa: PLR2004 - digits


def _beside(line: str) -> list[tuple[str, str]]:
    return _NUMBERS.findall(line) if _says(line) else []


def _says(line: str) -> bool:
    return line.lstrip().casefold().startswith(SAID)


def with_number(text: str, word: str, value: int) -> str:
    """Return a text with a number in place of each that stands behind a word, or else before it.

    >>> with_number("> stock 1 torch", "torches", 3), with_number("> foes rats 9 morale 5", "morale", 7)
    ('> stock 3 torch', '> foes rats 9 morale 7')
    """
    forms = {word, f"{word}s", f"{word}es", word.removesuffix("s"), word.removesuffix("es")}
    any_form = "|".join(re.escape(one) for one in sorted(forms, key=len, reverse=True) if one)
    before = re.compile(rf"(?<![\w-])\d+(\s+(?:{any_form})(?![\w-]))", re.IGNORECASE)
    behind = re.compile(rf"((?<![\w-])(?:{any_form})\s+)\d+(?![\w-])", re.IGNORECASE)
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if _says(line):
            new, count = behind.subn(rf"\g<1>{value}", line)
            lines[at] = new if count else before.sub(rf"{value}\1", line)
    return "\n".join(lines)

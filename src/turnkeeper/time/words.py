"""Reading a time from words: the tokens, the numbers, the units of every clock, and the faults.

The grammar of lengths stands here, so that a rule set's own statements and a referee's commands are read
alike. It must not know which units a rule set has: their lengths are given to it.

Everything is bounded: a text of at most 200 characters, numbers of at most 15 digits, and a total of about
31,700 years, so that no count can leave the range in which other programs are exact too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import NoReturn

from msgspec import Struct

from turnkeeper.spelling import nearest

MOST_CHARACTERS = 200
MOST_DIGITS = 15
LONGEST_MS = 10**15 - 1
HALF_A_DAY = 12
"""The hours that a clock of a.m. and p.m. counts."""

# The units of every clock, from large to small; the first word is the one that is said.
CLOCK: tuple[tuple[int, tuple[str, ...]], ...] = (
    (3_600_000, ("h", "hour", "hours", "hr", "hrs")),
    (60_000, ("min", "minute", "minutes", "mins", "m")),
    (1_000, ("s", "second", "seconds", "sec", "secs")),
    (1, ("ms", "millisecond", "milliseconds")),
)
CLOCK_LENGTHS = {word: ms for ms, words in CLOCK for word in words}
ARTICLES = ("a", "an", "one")
RESERVED = frozenset(
    [
        "a",
        "an",
        "and",
        "at",
        "end",
        "half",
        "minus",
        "next",
        "no",
        "of",
        "one",
        "plus",
        "the",
        "this",
        "till",
        "time",
        "today",
        "tomorrow",
        "until",
    ]
)


class SpokenTimeError(ValueError):
    """A time that cannot be read: where in the text (``column`` counts from 1), why, and what would work."""

    def __init__(self, text: str, column: int, message: str, hint: str = "") -> None:
        self.text = text if len(text) <= MOST_CHARACTERS else text[:MOST_CHARACTERS] + "..."
        self.column = column
        self.message = message
        self.hint = hint
        super().__init__(f'{message} (column {column} of "{self.text}")' + (f"; {hint}" if hint else ""))


class Kind(Enum):
    """The kind of a token."""

    NUMBER = "number"
    CLOCK = "time of day"
    HALF_DAY = "half of the day"
    WORD = "word"
    SIGN = "sign"
    COMMA = "comma"
    END = "end"


class Token(Struct, frozen=True):
    """A piece of the text, in lower case, and the column where it begins."""

    kind: Kind
    text: str
    column: int


class Term(Struct, frozen=True):
    """A number of one unit: ``count / parts`` of it, so that "1.44 s" is 144 hundredths of a second."""

    count: int
    parts: int
    unit: str
    column: int
    unit_column: int


_TOKEN = re.compile(
    r"(?P<CLOCK>[0-9]+:[0-9:.]*[0-9]?)"
    r"|(?P<NUMBER>(?:[0-9]+\s+)?[0-9]+/[0-9]+|[0-9]*\s?[½¼¾]|[0-9]+(?:\.[0-9]+)?)"
    r"|(?P<HALF_DAY>(?:am|a\.m\.?|pm|p\.m\.?)(?![^\W\d_]))"
    r"|(?P<WORD>[^\W\d_]+(?:['-][^\W\d_]+)*)"
    r"|(?P<SIGN>[-+])"
    r"|(?P<COMMA>,)"
)
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
_VULGAR = str.maketrans({"½": " 1/2", "¼": " 1/4", "¾": " 3/4"})
_HALVES = {"a": 0, "p": 12}
_TIME_OF_DAY = re.compile(r"([0-9]{1,7}):([0-5][0-9])(?::([0-5][0-9])(?:\.([0-9]{1,3}))?)?")


def is_word(text: str) -> bool:
    """Return whether a text is read as one word: letters, with hyphens or apostrophes between them."""
    return _WORD.fullmatch(text) is not None


class Reader:
    """Goes through the tokens of one text from left to right."""

    def __init__(self, text: str) -> None:
        """Cut the text into tokens; raises `SpokenTimeError` for what no time holds."""
        self.text = text
        self._tokens = tuple(_tokens(text))
        self._next = 0

    @property
    def token(self) -> Token:
        """The token to be read next."""
        return self._tokens[self._next]

    @property
    def rest(self) -> str:
        """The unread words, in lower case with single spaces."""
        return " ".join(token.text for token in self._tokens[self._next : -1])

    @property
    def following(self) -> Token:
        """The token after that."""
        return self._tokens[min(self._next + 1, len(self._tokens) - 1)]

    def take(self, kind: Kind) -> Token | None:
        """Read the next token if it is of this kind."""
        token = self.token
        if token.kind is not kind:
            return None
        self._next += kind is not Kind.END
        return token

    def word(self, *words: str) -> str:
        """Read the next token if it is one of these words; return it, or an empty text."""
        if self.token.kind is not Kind.WORD or self.token.text not in words:
            return ""
        self._next += 1
        return self._tokens[self._next - 1].text

    def skip_rest(self) -> None:
        """Count everything as read."""
        self._next = len(self._tokens) - 1

    def end(self) -> None:
        """Insist that nothing is left to be read."""
        if self.token.kind is not Kind.END:
            self.fail(f'"{self.token.text}" does not belong here')

    def fail(self, message: str, hint: str = "", column: int = 0) -> NoReturn:
        """Raise the fault at this column, or at the token to be read next."""
        raise SpokenTimeError(self.text, column or self.token.column, message, hint)


def _tokens(text: str) -> Iterator[Token]:
    if len(text) > MOST_CHARACTERS:
        message = f"a time is said in at most {MOST_CHARACTERS} characters, and this has {len(text):,}"
        raise SpokenTimeError(text, 1, message)
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        found = _TOKEN.match(text, place)
        if found is None or found.lastgroup is None:
            raise SpokenTimeError(text, place + 1, f"{text[place]!r} has no meaning in a time")
        token = Token(Kind[found.lastgroup], found[0].casefold(), place + 1)
        if token.kind is Kind.NUMBER and sum(map(str.isdigit, found[0])) > MOST_DIGITS:
            raise SpokenTimeError(text, place + 1, f"a number has at most {MOST_DIGITS} digits")
        yield token
        place = found.end()
    yield Token(Kind.END, "the end", len(text) + 1)


def read_time_of_day(reader: Reader) -> int | None:
    """Read a time such as 06:40, 06:40:30.440 or 6 p.m., if it is next, as milliseconds since midnight."""
    token = reader.take(Kind.CLOCK)
    if token is None and reader.token.kind is Kind.NUMBER and reader.following.kind is Kind.HALF_DAY:
        token = reader.take(Kind.NUMBER)
    if token is None:
        return None
    half = reader.take(Kind.HALF_DAY)
    found = _TIME_OF_DAY.fullmatch(token.text if ":" in token.text else f"{token.text}:00")
    if found is None or (half is not None and not 1 <= int(found[1]) <= HALF_A_DAY):
        reader.fail(f'"{token.text}" is not a time of day', "write it as 06:40 or 06:40:30", token.column)
    hours, minutes, seconds, fraction = found.groups()
    hour = int(hours) if half is None else int(hours) % HALF_A_DAY + _HALVES[half.text[0]]
    return (
        (hour * 60 + int(minutes)) * 60_000 + int(seconds or 0) * 1000 + int((fraction or "").ljust(3, "0"))
    )


def read_terms(reader: Reader) -> list[Term]:
    """Read a length such as "1 h 20 min", "1 1/2 hours", "a turn" or "an hour and a half", term by term."""
    terms = [_read_term(reader)]
    while True:
        joined = reader.take(Kind.COMMA) is not None
        joined = bool(reader.word("and")) or joined
        if joined and _reads_half(reader):
            last = terms[-1]
            terms.append(Term(1, 2, last.unit, last.column, last.unit_column))
            return terms
        starts = reader.token.kind is Kind.NUMBER or reader.token.text in (*ARTICLES, "half")
        if not starts and not joined:
            return terms
        terms.append(_read_term(reader))


def _read_term(reader: Reader) -> Term:
    column = reader.token.column
    count, parts = _read_count(reader)
    unit = reader.take(Kind.WORD)
    if unit is None:
        comma = reader.token.kind is Kind.COMMA
        hint = "write numbers as 1000 or 1.5, without a comma" if comma else 'name the unit, as in "20 min"'
        reader.fail("a number without its unit", hint, column)
    return Term(count, parts, unit.text, column, unit.column)


def _reads_half(reader: Reader) -> bool:
    """Read the end of "an hour and a half", if it comes next and is the end."""
    if reader.rest not in ("a half", "half"):
        return False
    reader.skip_rest()
    return True


def _read_count(reader: Reader) -> tuple[int, int]:
    """Read how many of a unit come, as a fraction: "3", "1.5", "1 1/2", "½", "half an", "a quarter of an"."""
    number = reader.take(Kind.NUMBER)
    if number is not None:
        return _fraction(reader, number)
    article = reader.word(*ARTICLES)
    for word, parts in (("half", 2), ("quarter", 4)):
        if reader.word(word):
            reader.word("of")
            reader.word(*ARTICLES)
            return 1, parts
    if not article:
        _no_number(reader)
    if reader.token.text == "and" and reader.following.text in (*ARTICLES, "half"):
        reader.word("and")
        reader.word(*ARTICLES)
        if not reader.word("half"):
            reader.fail('here "half" should come', 'as in "one and a half hours"')
        return 3, 2
    return 1, 1


def _fraction(reader: Reader, number: Token) -> tuple[int, int]:
    """Return a number as it is written, as a fraction."""
    *wholes, last = number.text.translate(_VULGAR).split()
    if "/" not in last:
        whole, _, decimals = last.partition(".")
        return int(whole + decimals), 10 ** len(decimals)
    count, parts = map(int, last.split("/"))
    if parts == 0:
        reader.fail("nothing is divided by 0", column=number.column)
    return int(wholes[0] if wholes else 0) * parts + count, parts


def _no_number(reader: Reader) -> NoReturn:
    token = reader.token
    if token.kind is Kind.CLOCK:
        reader.fail(f'"{token.text}" is a time of day, not a length', 'a length is said as "6 h 40 min"')
    if token.kind is Kind.SIGN:
        reader.fail("a length must be more than nothing")
    found = "nothing" if token.kind is Kind.END else f'"{token.text}"'
    reader.fail(f"a number is missing: here comes {found}", 'say for example "20 min"')


def total_ms(reader: Reader, terms: Iterable[Term], lengths: Mapping[str, int]) -> int:
    """Add up terms to exact milliseconds; fails at the term that is unknown, not whole, or too much."""
    total = 0
    for term in terms:
        if term.unit not in lengths:
            near = nearest(term.unit, lengths)
            hint = f"did you mean {near}?" if near else "the units are " + ", ".join(lengths)
            reader.fail(f'no unit is called "{term.unit}"', hint, term.unit_column)
        ms, left = divmod(term.count * lengths[term.unit], term.parts)
        if left:
            reader.fail("not a whole number of milliseconds", "nothing shorter can be kept", term.column)
        total += ms
        if total > LONGEST_MS:
            reader.fail("too long: time is kept to about 31,700 years", column=term.column)
    return total

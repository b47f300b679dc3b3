"""A sentence as a referee types it: words with their base forms, numbers, and words without meaning.

Nothing here knows a command: `phrases` matches the words of a sentence with the forms of commands.
"""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


MOST_TOKENS = 24
"""A longer sentence is not read freely: it is a text that was pasted."""
FILLERS = _words(
    "a an the please we us me they them he she him i you it our my his her their its your this that "
    "these those now then so ok okay let let's lets just up again another some do will would can could "
    "shall gets get want wants like party of to is are was were be been am also too everyone everybody "
    "tries try trying manages there here"
)
"""Words that mean nothing where no form asks for them; each other word of a sentence is accounted for."""
PREPOSITIONS = _words(
    "of for by to from on onto in into with at as against until till per toward towards about"
)
_ARTICLES = _words("a an the another")
_ASKING = _words("is are was were did does what when where who why how which should if whether")
"""A sentence that begins with one of these asks something: it is never a command."""
OPERATORS = _words(
    "not no never nobody none nothing without unless except don't doesn't didn't won't can't isn't aren't "
    "if when while because whether but or who what is are has have does do did"
)
"""Words that turn the meaning of a sentence: no name holds one where free words are taken for a name."""
_COUNTED = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
)
LENGTHS = frozenset({"length", "clock"})
"""The kinds of slot that are lengths of time; one by the clock is said back in hours and minutes alone."""
NUMBERS = {word: number for number, word in enumerate(_COUNTED.split())} | {
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100, "couple": 2, "dozen": 12,
}  # fmt: skip
_IRREGULAR = """\
    light: lit; take: took taken; run: ran; go: went gone; sleep: slept; eat: ate eaten; fight: fought;
    break: broke broken; hide: hid hidden; lead: led; flee: fled; throw: threw thrown;
    fall: fell fallen; stand: stood; find: found; leave: left; lose: lost; hold: held; ride: rode;
    make: made; say: said; hear: heard; spend: spent; wear: wore; bring: brought; get: got;
    give: gave given; come: came; blow: blew blown; strike: struck; drink: drank drunk; sell: sold;
    meet: met; wake: woke; die: dying dead; deal: dealt; shoot: shot; begin: began begun;
    spring: sprang sprung; swing: swung; slay: slew slain; burn: burnt; draw: drew drawn;
    speak: spoke spoken; know: knew known; catch: caught; fire: firing; rain: rainy; fog: foggy;
    storm: stormy; wind: windy; snow: snowy; foot: feet; wolf: wolves; thief: thieves; dwarf: dwarves;
    elf: elves; man: men; woman: women; mouse: mice; knife: knives;
    have: has had"""
_BASE_OF = {
    inflected: base.strip()
    for base, _, words in (one.partition(":") for one in _IRREGULAR.split(";"))
    for inflected in words.split()
}
_SHORT = {
    "dmg": "damage", "pt": "point", "pts": "points", "rd": "round", "rds": "rounds", "rnd": "round",
    "trn": "turn", "til": "till", "init": "initiative", "enc": "encounter", "pc": "character",
    "pls": "please",
}  # fmt: skip
"""What is written short, and read in full."""
_SIGNS = str.maketrans("\u2032\u2019\u2018\u02bc\u00d7\u2013\u2014", "''''x--")
_PIECE = re.compile(
    r'"[^"]*"?'
    r"|\d+d\d+(?:k[hl]\d+)?(?:[+-]\d+)?(?![\w/])"
    r"|[½¼¾]"
    r"|[+-]?\d+(?:[.:/]\d+)*"
    r"|x(?=\d)"
    r"|d\d+(?!\w)"
    r"|[^\W_](?:[\w-]|'(?=\w))*"
    r"|\S"
)
_IN = re.compile(r"(?<=\d)-in-(?=\d)")
_MARKS = frozenset(",.!?:=")
_BESIDE = frozenset("#")


class SentenceWord(Struct, frozen=True):
    """A word of a sentence: folded, with its place in the text and the ``keys`` by which forms know it."""

    text: str
    start: int
    end: int
    keys: frozenset[str]

    @property
    def filler(self) -> bool:
        """Return whether it means nothing where no form asks for it."""
        return self.text in FILLERS or self.text in _MARKS

    @property
    def article(self) -> bool:
        """Return whether it is an article."""
        return self.text in _ARTICLES

    @property
    def plain(self) -> str:
        """Return the word as lengths and numbers are read: ``two`` as ``2``."""
        number = NUMBERS.get(self.text)
        return str(number) if number is not None else self.text

    @property
    def signed(self) -> bool:
        """Return whether it is a number with its sign."""
        return self.text[0] in "+-" and len(self.text) > 1


class Sentence(Struct, frozen=True):
    """The text of a sentence, its words, the ``keys`` of all, and as bits those that are ``empty``.

    An empty word may stand anywhere: it means nothing, or is a preposition.
    """

    text: str
    tokens: tuple[SentenceWord, ...]
    keys: frozenset[str]
    empty: int

    @property
    def asks(self) -> bool:
        """Return whether it is a question."""
        return self.text.rstrip().endswith("?") or any(one.text in _ASKING for one in self.tokens[:1])

    def said(self, first: int, end: int) -> str:
        """Return the text from one word up to another, as it was typed."""
        return self.text[self.tokens[first].start : self.tokens[end - 1].end]

    def plain(self, first: int, end: int) -> str:
        """Return the words from one up to another, their numbers in digits."""
        return " ".join(token.plain for token in self.tokens[first:end])


def read_sentence(text: str) -> Sentence | None:
    """Return the words of a text, or ``None`` for one that is too long to be a sentence."""
    tokens: list[SentenceWord] = []
    for found in _PIECE.finditer(_IN.sub(" in ", text.translate(_SIGNS))):
        if found[0] in _BESIDE or (found[0] == "'" and tokens and tokens[-1].text.isalpha()):
            continue
        if len(tokens) == MOST_TOKENS:
            return None
        said = found[0].casefold()
        word = said.removesuffix("'s") if len(said) > 2 else said  # noqa: PLR2004 - the possessive itself
        word = _SHORT.get(word, word.strip('"') or said)
        # "All rest a turn" is said of everybody, as "everyone" is.
        word = "everyone" if word == "all" and not tokens else word
        tokens.append(SentenceWord(word, found.start(), found.start() + len(found[0]), bases(word)))
    keys = frozenset[str]().union(*(one.keys for one in tokens))
    empty = sum(1 << at for at, one in enumerate(tokens) if one.filler or one.text in PREPOSITIONS)
    return Sentence(text, tuple(tokens), keys, empty)


@lru_cache(maxsize=4096)
def bases(word: str) -> frozenset[str]:
    """Return a word and what it may be an inflection of: ``light`` for ``lighting`` and ``lit``."""
    found = {word}
    if word in NUMBERS:
        found.add(str(NUMBERS[word]))
    if word in _BASE_OF:
        found.add(_BASE_OF[word])
    if word.endswith("'s"):
        found.add(word.removesuffix("'s"))
    for ending in ("s", "es", "ed", "d", "ing"):
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < 2 or (ending == "s" and stem[-1] == "s"):  # noqa: PLR2004 - `is`, `as`
            continue
        found.add(stem)
        if ending in ("ing", "ed"):
            found.add(f"{stem}e")
            if len(stem) > 2 and stem[-1] == stem[-2]:  # noqa: PLR2004 - a doubled consonant, as in `stopped`
                found.add(stem[:-1])
        if ending in ("es", "ed") and stem[-1] == "i":
            found.add(f"{stem[:-1]}y")
    return frozenset(found)


def measure(sentence: Sentence, first: int, end: int, kind: str) -> str:
    """Return words as a length is read; a unit alone, or with an article, is one of it."""
    said = sentence.plain(first, end).replace(" '", "'").replace("half hour", "half an hour")
    if kind not in LENGTHS:
        return said
    alone = end - first == 1 and said.isalpha()
    said = re.sub(r"(?<=\d )(?:more|full|whole|further) ", "", said)
    said = re.sub(r"^other (?=[a-z])", "2 ", said)
    return f"1 {said}" if alone else re.sub(r"^(?:another|the) (?=[a-z])", "1 ", said)

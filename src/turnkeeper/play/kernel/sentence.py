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
    "a an the please we us me they he she i you it our my his her their its your this that these those now "
    "then so ok okay let let's lets just up again another some do will would can could shall gets get want "
    "wants like party"
)
"""Words that mean nothing where no form asks for them; each other word of a sentence is accounted for."""
PREPOSITIONS = _words(
    "of for by to from on onto in into with at as against until till per toward towards about"
)
_ARTICLES = _words("a an the another")
_COUNTED = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
)
_NUMBERS = {word: number for number, word in enumerate(_COUNTED.split())} | {
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100, "couple": 2, "dozen": 12,
}  # fmt: skip
_FRACTIONS = {"1/2": "0.5", "½": "0.5", "1/4": "0.25", "¼": "0.25", "3/4": "0.75", "¾": "0.75"}
_IRREGULAR = """\
    light: lit; take: took taken; run: ran; go: went gone; sleep: slept; eat: ate eaten; fight: fought;
    break: broke broken; hide: hid hidden; lead: led; flee: fled; throw: threw thrown; fall: fell fallen;
    stand: stood; find: found; leave: left; lose: lost; hold: held; ride: rode; make: made; say: said;
    hear: heard; spend: spent; wear: wore; bring: brought; get: got; give: gave given; come: came;
    blow: blew blown; strike: struck; drink: drank drunk; sell: sold; meet: met; wake: woke; die: dying dead;
    foot: feet; wolf: wolves; thief: thieves; dwarf: dwarves; elf: elves; man: men; woman: women;
    mouse: mice; knife: knives"""
_BASE_OF = {
    inflected: base.strip()
    for base, _, words in (one.partition(":") for one in _IRREGULAR.split(";"))
    for inflected in words.split()
}
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
_MARKS = frozenset(",.!?:")


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
        """Return the word as lengths and numbers are read: ``two`` as ``2``, ``1/2`` as ``0.5``."""
        number = _NUMBERS.get(self.text)
        return str(number) if number is not None else _FRACTIONS.get(self.text, self.text)


class Sentence(Struct, frozen=True):
    """The text of a sentence and its words."""

    text: str
    tokens: tuple[SentenceWord, ...]

    def said(self, first: int, end: int) -> str:
        """Return the text from one word up to another, as it was typed."""
        return self.text[self.tokens[first].start : self.tokens[end - 1].end]

    def plain(self, first: int, end: int) -> str:
        """Return the words from one up to another, their numbers in digits."""
        return " ".join(token.plain for token in self.tokens[first:end])


def read_sentence(text: str) -> Sentence | None:
    """Return the words of a text, or ``None`` for one that is too long to be a sentence."""
    tokens: list[SentenceWord] = []
    for found in _PIECE.finditer(text.translate(_SIGNS)):
        if len(tokens) == MOST_TOKENS:
            return None
        said = found[0].casefold()
        word = said.removesuffix("'s") if len(said) > 2 else said  # noqa: PLR2004 - the possessive itself
        word = word.strip('"') or said
        tokens.append(SentenceWord(word, found.start(), found.start() + len(found[0]), bases(word)))
    return Sentence(text, tuple(tokens))


@lru_cache(maxsize=4096)
def bases(word: str) -> frozenset[str]:
    """Return a word and what it may be an inflection of: ``light`` for ``lighting`` and ``lit``."""
    found = {word}
    if word in _BASE_OF:
        found.add(_BASE_OF[word])
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

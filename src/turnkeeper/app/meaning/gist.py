"""What a text comes to when words that no command has are left out of it: offered by a number, never done.

A text is cut where a clause or a circumstance begins or ends, and each part is read as a sentence is; the
part that keeps most of the text comes first.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from turnkeeper.play.kernel.sentence import NUMBERS, OPERATORS, PREPOSITIONS, read_sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnkeeper.play.kernel.declare import Declared
    from turnkeeper.play.kernel.language import Heard, Language, Offers
    from turnkeeper.play.kernel.sentence import Sentence, SentenceWord

MOST_PARTS = 12
MOST_TOLD = 3
MOST_COST = 3
_JOINS = frozenset((",", ".", ":", ";", "-", "and", "then", "so", "but", "as", "while", "before", "after"))
"""Between these a text says one thing after another."""


def gist(
    language: Language,
    text: str,
    unheard: tuple[SentenceWord, ...],
    offers: Offers,
    serves: Callable[[Declared], bool],
) -> list[Heard]:
    """Return the meanings of parts of a text, the part that keeps the most first, each command once.

    A text that denies or asks something comes to nothing.
    """
    sentence = read_sentence(text)
    if sentence is None or sentence.asks or any(one.text in OPERATORS for one in sentence.tokens):
        return []
    found: dict[str, Heard] = {}
    for part in islice(_parts(sentence, unheard), MOST_PARTS):
        for one in language.hear(part, offers, serves):
            if one.cost <= MOST_COST and one.own:
                found.setdefault(one.said.text, one)
    return [*found.values()]


def _parts(sentence: Sentence, unheard: tuple[SentenceWord, ...]) -> Iterator[str]:
    """Yield the parts of a sentence between its clauses, without unheard words, the longest first."""
    tokens = sentence.tokens
    odd = {one.start for one in unheard}
    cuts = [at for at, one in enumerate(tokens) if one.text in _JOINS or one.text in PREPOSITIONS]
    spans = {(first, last) for first in (0, *cuts) for last in (*cuts, len(tokens)) if first < last}
    said: dict[str, int] = {}
    for first, last in spans:
        kept = [one for one in tokens[first:last] if one.start not in odd and one.text not in _JOINS]
        # A number that is left out changes what is meant more than a word does.
        weight = sum(3 if one.text.isdecimal() or one.text in NUMBERS else 1 for one in kept)
        part = " ".join(sentence.text[one.start : one.end] for one in kept)
        if len(kept) < len(tokens) and part:
            said[part] = max(weight, said.get(part, 0))
    yield from sorted(said, key=lambda part: (-said[part], part))

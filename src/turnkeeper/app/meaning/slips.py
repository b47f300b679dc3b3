"""What a text was meant to be whose words are misspelled: joined, or a letter away from one that is known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice

from turnkeeper.play.kernel.declare import Declared
from turnkeeper.play.kernel.language import Language, Offers
from turnkeeper.play.kernel.sentence import MOST_TOKENS, bases
from turnkeeper.spelling import is_slip

MOST_MENDED = 6
LEAST_MENDED = 4
"""A shorter word is another word with another letter."""
_JOINED = re.compile(r"\b([^\W\d_]{3,})(?:(?=\d{1,3}\b)|-(?=[^\W\d_]))")
_WORD = re.compile(r"[^\W\d_]+")


def taken_apart(text: str) -> str:
    """Return a text with the numbers and words apart that are joined to a word: ``goblin2``."""
    return _JOINED.sub(r"\1 ", text)


def mended_ways(
    language: Language, text: str, offers: Offers, serves: Callable[[Declared], bool]
) -> Iterator[str]:
    """Yield a text with one word that nothing knows spelled as a verb or a name that it is a slip of."""
    words = [*islice(_WORD.finditer(text), MOST_TOKENS + 1)]
    if len(words) > MOST_TOKENS:
        return
    known = language.known(offers, serves)
    by_length: dict[int, list[str]] = {}
    for one in known:
        by_length.setdefault(len(one), []).append(one)
    for word in words:
        folded = word[0].casefold()
        if len(folded) < LEAST_MENDED or bases(folded) & known:
            continue
        lengths = range(max(LEAST_MENDED, len(folded) - 1), len(folded) + 2)
        near = (one for length in lengths for one in by_length.get(length, ()))
        for meant in sorted(one for one in near if is_slip(folded, one)):
            yield f"{text[: word.start()]}{meant}{text[word.end() :]}"

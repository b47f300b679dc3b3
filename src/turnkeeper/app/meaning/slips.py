"""What a text was meant to be whose words are misspelled: joined, or a letter away from one that is known."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from turnkeeper.app.meaning.choosing import best_of
from turnkeeper.app.meaning.saying import NEAR, Meaning, Saying
from turnkeeper.app.outcomes import MOST_CHOICES, NotUnderstood, asked
from turnkeeper.play.kernel.sentence import MOST_TOKENS, bases
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.spelling import is_slip

MOST_MENDED = 6
LEAST_MENDED = 4
"""A shorter word is another word with another letter."""
_JOINED = re.compile(r"\b([^\W\d_]{3,})(?:(?=\d{1,3}\b)|-(?=[^\W\d_]))")
_WORD = re.compile(r"[^\W\d_]+")


def respelled(saying: Saying, fault: SpeechError) -> Meaning | None:
    """Return the meaning of a text with its slips mended: a number or word joined to another, or a letter.

    Another letter is another word, so that what it could mean is asked.
    """
    apart = _JOINED.sub(r"\1 ", saying.text)
    if apart != saying.text and (found := saying.hear(apart)):
        return best_of(saying.of(apart), found)
    heard = {
        one.said.text: one
        for mended in islice(_mended_ways(saying, apart), MOST_MENDED)
        for one in saying.hear(mended)
        if one.cost <= NEAR and saying.allows(one.said)
    }
    choices = tuple(sorted(heard, key=lambda said: (heard[said].rank, said))[:MOST_CHOICES])
    if len(choices) == 1:
        return NotUnderstood(fault.message, f"did you mean {choices[0]!r}?", fault.column, choices)
    return asked(fault.message, choices, fault.column) if choices else None


def _mended_ways(saying: Saying, text: str) -> Iterator[str]:
    """Yield a text with one word that nothing knows spelled as a verb or a name that it is a slip of."""
    words = [*islice(_WORD.finditer(text), MOST_TOKENS + 1)]
    if len(words) > MOST_TOKENS:
        return
    known = saying.language.own_words | saying.names
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

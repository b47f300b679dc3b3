"""The share of a sentence that a reading accounts for: one word of many speaks for none of the others.

``Vess has good eyes, so she scouts ahead in the dark`` is no word about the dark. What a sentence says
besides may tell more. Where that is the greater part, it may hold no act that a command
knows, and nothing is refused in the name of the rest.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from turnkeeper.app.outcomes import asked, note_of
from turnkeeper.play.kernel.sentence import (
    NUMBERS,
    OPERATORS,
    PREPOSITIONS,
    SentenceWord,
    bases,
    read_sentence,
)
from turnkeeper.spelling.hours import by_the_clock
from turnkeeper.spelling.lengths import with_lengths

if TYPE_CHECKING:
    from turnkeeper.app.meaning.saying import Saying
    from turnkeeper.app.outcomes import NotUnderstood
    from turnkeeper.play.kernel.language import Understood

LEAST = 5
"""The words with a meaning of their own from which on a sentence is weighed: fewer are said in one breath."""
LONG = 6
"""From this many words on, the word that any way of saying a command begins with can be an act of its own."""
_JOINS = frozenset(("and", "&", "then", "so", "but"))
_WORD = re.compile(r"[^\W_]+")


def only_partly(saying: Saying, meant: Understood) -> NotUnderstood | None:
    """Return the question whether a command is meant that accounts for a small part of what a text says."""
    text = by_the_clock(with_lengths(saying.text), NUMBERS)
    words, language = meaning_words(text), saying.language
    if len(words) < LEAST or saying.text == meant.text:
        return None
    said = _said_by(saying, meant)
    left = [one for one in words if one.keys.isdisjoint(said) and one.plain not in said]
    if 2 * len(left) <= len(words) or not (meant.free or by_one_word(saying, meant)):
        return None
    if not saying.allows(meant):
        return asked("this is not understood as a whole", (note_of(saying.text),))
    acts = language.acts if len(words) >= LONG else frozenset(language.verbs)
    other = next((one for one in left if not one.keys.isdisjoint(acts)), None)
    if other is None:
        return None
    message = f"that would leave out {other.text!r} and more"
    return asked(message, (meant.text,), other.start + 1)


def by_one_word(saying: Saying, meant: Understood) -> bool:
    """Return whether a long text has but one of a command's own words; two are no chance."""
    words, own = meaning_words(saying.text), saying.language.vocabulary(meant.command)
    return len(words) >= LEAST and sum(not one.keys.isdisjoint(own) for one in words) <= 1


def meaning_words(text: str) -> list[SentenceWord]:
    """Return the words of a text that mean something by themselves."""
    sentence = read_sentence(text)
    return [] if sentence is None else [one for one in sentence.tokens if _means(one)]


def _means(word: SentenceWord) -> bool:
    empty = word.filler or word.text in PREPOSITIONS or word.text in OPERATORS | _JOINS
    return not empty and (word.text[0].isalnum() or word.text in NUMBERS)


def _said_by(saying: Saying, meant: Understood) -> frozenset[str]:
    """Return the words of a command as it is printed and as it can be heard, each with its base forms."""
    words = {one.casefold() for one in _WORD.findall(meant.text)}
    return frozenset[str]().union(*map(bases, words)) | saying.language.vocabulary(meant.command)

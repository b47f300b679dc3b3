"""Forms as patterns for free reading: the words of a form as a bag, with their variants, and its slots.

Nothing here knows a command: forms are given to it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.play.kernel.sentence import PREPOSITIONS, bases
from turnkeeper.play.kernel.speech import Literal, Optional, Part, Slot, read_form

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from turnkeeper.play.kernel.sentence import Sentence, SentenceWord

MOST_PLACES = 8
_OPTIONAL = re.compile(r"\[[^\[\]]*\]|\{[^}]*\}")
_OWN_WORD = re.compile(r"\S+")


class Slotted(Struct, frozen=True):
    """A slot of a form: the prepositions that may stand before it, or the ``keyword`` that must.

    A ``closed`` slot, whose kind ends in ``!``, takes only what is listed. One whose kind ends in ``?`` is
    ``implied`` too: unsaid it is the only thing listed. A ``leading`` slot comes before the form's own words.
    One that is ``marked`` takes free text only after a preposition.
    """

    field: str
    kind: str
    markers: frozenset[str]
    keyword: frozenset[str]
    required: bool
    closed: bool
    implied: bool
    leading: bool
    marked: bool

    @property
    def aside(self) -> bool:
        """Return whether it is understood and no part of the command: never the subject of a sentence."""
        return self.field.startswith("_")


class Pattern(Struct, frozen=True):
    """A form as a bag: the ``words`` a sentence must have, in their variants, the ``spare`` it may, slots."""

    words: tuple[frozenset[str], ...]
    spare: frozenset[str]
    slots: tuple[Slotted, ...]

    @property
    def bare(self) -> bool:
        """Return whether it has no word of its own, so that its slots alone tell it."""
        return not self.words and not any(one.keyword for one in self.slots if one.required)


def first_word(form: str) -> frozenset[str]:
    """Return the variants of the first word that a form asks for, or of none: the empty word."""
    words = _OWN_WORD.findall(_OPTIONAL.sub(" ", _OPTIONAL.sub(" ", form)))
    return _variants(words[0]) if words else frozenset({""})


@lru_cache(maxsize=2048)
def pattern_of(form: str) -> Pattern:
    """Return the pattern of a form; in a form ``kick|bash`` is either word."""
    words: list[frozenset[str]] = []
    spare: set[str] = set()
    found: list[Slotted] = []
    _gather(read_form(form), words, spare, found, required=True)
    return Pattern(tuple(words), frozenset(spare), tuple(found))


def _variants(word: str) -> frozenset[str]:
    return frozenset(base for one in word.split("|") for base in bases(one))


def _gather(
    parts: tuple[Part, ...],
    words: list[frozenset[str]],
    spare: set[str],
    found: list[Slotted],
    *,
    required: bool,
) -> None:
    """Add the words and slots of some parts; words before a slot that is not the first part mark it."""
    waiting: list[str] = []
    markers: set[str] = set()
    for part in parts:
        match part:
            case Literal(word=word):
                waiting.append(word)
            case Optional(parts=inner):
                _settle(waiting, words, spare, required=required)
                waiting = []
                _gather(inner, words, spare, found, required=False)
                markers.update(one for one in _alternatives(inner) if one in PREPOSITIONS)
            case Slot(field=field, kind=kind):
                own, keyword = _marks(waiting, words, verb=required and not words)
                closed, leading = kind.endswith(("!", "?")), not (words or keyword)
                marks = frozenset(own | markers)
                marked = required and bool(own)
                found.append(
                    Slotted(
                        field,
                        kind.rstrip("!?"),
                        marks,
                        keyword,
                        required,
                        closed,
                        kind.endswith("?"),
                        leading,
                        marked,
                    )
                )
                waiting, markers = [], set()
    _settle(waiting, words, spare, required=required)


def _alternatives(parts: tuple[Part, ...]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Literal):
            yield from part.word.split("|")


def _settle(waiting: list[str], words: list[frozenset[str]], spare: set[str], *, required: bool) -> None:
    for word in waiting:
        if required:
            words.append(_variants(word))
        else:
            spare.update(_variants(word))


def _marks(
    waiting: list[str], words: list[frozenset[str]], *, verb: bool
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the prepositions before a slot, or its keyword; words of the verb itself join the words."""
    markers = {one for word in waiting[-1:] for one in word.split("|")}
    markers = markers if markers <= PREPOSITIONS else set()
    before = waiting[:-1] if markers else waiting
    if not verb and len(before) == 1 and not markers:
        return frozenset(), _variants(before[0])
    words.extend(_variants(word) for word in before)
    return frozenset(markers), frozenset()


def holds(pattern: Pattern, sentence: Sentence) -> bool:
    """Return whether a sentence holds the words of a form."""
    return any(True for _ in with_words(pattern.words, sentence.tokens, 0))


def says(pattern: Pattern, sentence: Sentence) -> bool:
    """Return whether a sentence says a form without slots, and nothing besides."""
    return any(
        all(
            used >> place & 1 or token.filler or token.keys & pattern.spare
            for place, token in enumerate(sentence.tokens)
        )
        for used in islice(with_words(pattern.words, sentence.tokens, 0), MOST_PLACES)
    )


def with_words(words: Sequence[frozenset[str]], tokens: tuple[SentenceWord, ...], used: int) -> Iterator[int]:
    """Yield the words of a sentence, as bits, that can stand for the words of a form."""
    if not words:
        yield used
        return
    for place, token in enumerate(tokens):
        if not used >> place & 1 and token.keys & words[0]:
            yield from with_words(words[1:], tokens, used | 1 << place)

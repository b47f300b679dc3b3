"""Forms as patterns for free reading, and the ways in which a sentence can be read as one.

A form such as ``light {kind:light} [for {bearer:who}]`` is read as a bag: its words must be there, its slots
take what fits them, and each other word of the sentence must mean nothing. A word left over is a word not
understood, so nothing is ever swallowed. Nothing here knows a command: forms are given to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.kernel.sentence import PREPOSITIONS, Sentence, SentenceWord, bases
from turnkeeper.play.kernel.speech import Literal, Optional, Part, Slot, read_form

MOST_PLACES = 8
_FREE = frozenset(
    ("about", "text", "people", "animals", "name", "side", "what", "met", "goods", "until", "map")
)
SUBJECTS = frozenset(("who", "several"))
_NAMED = SUBJECTS | {"name", "side", "met"}
_BESIDE = frozenset(("with", "at", "against", "toward", "towards"))
BY = frozenset(("by", "from", "of", "for"))
_FIGURES = frozenset(("number", "points", "value", "amount", "die"))
"""Kinds of figures: the word for one stands right beside it, as in ``orcs 4 order 8``."""
_COUNTS = _FIGURES | {"times"}
_PARTICLES = frozenset(("up", "off", "out", "away"))
_OPTIONAL = re.compile(r"\[[^\[\]]*\]|\{[^}]*\}")


class Slotted(Struct, frozen=True):
    """A slot of a form: the prepositions that may stand before it, or the ``keyword`` that must.

    A ``closed`` slot, whose kind ends in ``!``, takes only listed names, or newcomers with a capital. One
    whose kind ends in ``?`` is ``implied`` too: unsaid it is the only thing listed. A ``leading`` slot comes
    before the form's own words. One that is ``marked`` takes free text only after a preposition; a number
    has its own word ``after`` it.
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
    after: frozenset[str] = frozenset()

    def bars(self, before: str) -> bool:
        """Return whether a preposition turns it: neither "go with Ann" nor "yield to Ann" is done by Ann."""
        by = (
            before == "by"
            and self.kind in _NAMED
            and not (self.markers if not self.aside else BY & self.markers)
        )
        to = before == "to" and self.kind in SUBJECTS and not self.markers
        return by or to or (self.leading and self.kind in SUBJECTS and before in _BESIDE)

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
    def own(self) -> int:
        """Return how many words of its own it has; a number with a sign is as good as one."""
        return len(self.words) + sum(one.kind in ("less", "more") for one in self.slots if one.required)

    @property
    def bare(self) -> bool:
        """Return whether it has no word of its own, so that its slots alone tell it."""
        return not self.words and not any(one.keyword for one in self.slots if one.required)

    @property
    def weak(self) -> bool:
        """Return whether its own words name no act: a preposition or none."""
        return bool(self.words) and all(not one.isdisjoint(PREPOSITIONS) for one in self.words)

    def is_free(self, slot: Slotted) -> bool:
        """Return whether a slot takes free text; of people one that is closed takes those with a capital."""
        return slot.kind in _FREE and (slot.kind == "people" or not slot.closed) and not self.bare


class SlotFilled(Struct, frozen=True):
    """A slot with its value: the words taken as bits, the first of them, and what this reading costs."""

    slot: Slotted
    value: object
    taken: int
    first: int
    cost: int


class Reading(Struct, frozen=True):
    """The values of a form's slots, and what the reading costs: 0 is what the form says itself.

    ``left`` are the words that it leaves out, as their places.
    """

    values: dict[str, object]
    cost: int
    left: tuple[int, ...] = ()


def first_word(form: str) -> frozenset[str]:
    """Return the variants of the first word that a form asks for, or of none: the empty word."""
    words = _OPTIONAL.sub(" ", _OPTIONAL.sub(" ", form)).split()
    if len(words) > 1 and "is" in words[0].split("|"):
        words = words[1:]  # "is hit" is known by the second
    return _variants(words[0].rstrip("!")) if words else frozenset({""})


@lru_cache(maxsize=2048)
def pattern_of(form: str) -> Pattern:
    """Return the pattern of a form; in a form ``kick|bash`` is either word."""
    words: list[frozenset[str]] = []
    spare: set[str] = set()
    found: list[Slotted] = []
    _gather(read_form(form), words, spare, found, required=True)
    if not words:  # what else is understood comes after what the form begins with: "dagger at goblin 1"
        found[1:] = [replace(one, leading=one.leading and not one.aside) for one in found[1:]]
    return Pattern(tuple(words), frozenset(spare), tuple(found))


def _variants(word: str) -> frozenset[str]:
    """Return the keys of a word; one after a ``=`` is heard as it is written: "killed", not "kills"."""
    each = word.split("|")
    as_written = (one[1:] for one in each if one.startswith("="))
    return frozenset(as_written).union(*(bases(one) for one in each if not one.startswith("=")))


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
    for before, part in pairwise((Literal(""), *parts)):
        match part:
            case Literal(word=word):
                if isinstance(before, Slot) and before.kind in _COUNTS and required:
                    found[-1] = replace(found[-1], after=_variants(word))
                waiting.append(word)
            case Optional(parts=inner):
                _settle(waiting, words, spare, required=required)
                waiting = []
                _gather(inner, words, spare, found, required=False)
                said = (one for each in inner if isinstance(each, Literal) for one in each.word.split("|"))
                markers.update(one for one in said if one in PREPOSITIONS)
            case Slot(field=field, kind=kind):
                named = kind in _FIGURES and waiting[-1:] == [field]
                verb = required and not words and not named
                own, keyword = _marks(waiting, words, verb=verb)
                closed, leading = kind.endswith(("!", "?")), not (words or keyword)
                marks = frozenset(own | markers)
                marked = bool(own)
                told, implied = kind.rstrip("!?"), kind.endswith("?")
                found.append(Slotted(field, told, marks, keyword, required, closed, implied, leading, marked))
                waiting, markers = [], set()
    _settle(waiting, words, spare, required=required)


def _settle(waiting: list[str], words: list[frozenset[str]], spare: set[str], *, required: bool) -> None:
    for word in waiting:
        if required:
            words.append(_variants(word))
        else:
            spare.update(_variants(word))


def _marks(
    waiting: list[str], words: list[frozenset[str]], *, verb: bool
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the prepositions before a slot, or its keyword; words of the verb itself join the words.

    A preposition that must be said is a keyword: ``to!``.
    """
    if waiting and waiting[-1].endswith("!"):
        words.extend(_variants(word) for word in waiting[:-1])
        return frozenset(), _variants(waiting[-1].rstrip("!"))
    markers = {one for word in waiting[-1:] for one in word.split("|")}
    alone = verb and len(waiting) == 1  # the only word of a form is its own, as in "until dawn"
    markers = markers if markers <= PREPOSITIONS and not alone else set()
    before = waiting[:-1] if markers else waiting
    if not verb and len(before) == 1 and not markers:
        return frozenset(), _variants(before[0])
    words.extend(_variants(word) for word in before)
    return frozenset(markers), frozenset()


def needs(pattern: Pattern, keys: frozenset[str]) -> bool:
    """Return whether none of the words with these keys stands for the keyword of a slot that must be said."""
    return any(one.keyword and one.required and one.keyword.isdisjoint(keys) for one in pattern.slots)


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


def with_words(
    words: Sequence[frozenset[str]], tokens: tuple[SentenceWord, ...], used: int, verb: int = -1
) -> Iterator[int]:
    """Yield the words of a sentence, as bits, that can stand for the words of a form.

    A particle comes after its verb: ``wakes up in 2 turns`` does not say ``turn up``.
    """
    if not words:
        yield used
        return
    for place, token in enumerate(tokens):
        if used >> place & 1 or not token.keys & words[0] or (place < verb and words[0] <= _PARTICLES):
            continue
        yield from with_words(words[1:], tokens, used | 1 << place, place if verb < 0 else verb)

"""Forms as patterns for free reading, and the ways in which a sentence can be read as one.

A form such as ``light {kind:light} [for {bearer:who}]`` is read as a bag: its words must be there, its slots
take what fits them, and each other word of the sentence must mean nothing. A word left over is a word not
understood, so nothing is ever swallowed. Nothing here knows a command: forms are given to it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.kernel.remarks import DOUBTFUL, ODD
from turnkeeper.play.kernel.sentence import PREPOSITIONS, bases
from turnkeeper.play.kernel.several import is_numbered
from turnkeeper.play.kernel.speech import Literal, Optional, Part, Slot, read_form
from turnkeeper.spelling.plurals import is_plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from turnkeeper.play.kernel.phrases import SlotReader
    from turnkeeper.play.kernel.sentence import Sentence, SentenceWord

MOST_PLACES = 8
MOST_TRIED = 300
_FREE = frozenset(
    ("about", "text", "people", "animals", "name", "side", "what", "met", "goods", "until", "map")
)
_SUBJECTS = frozenset(("who", "several"))
_NAMED = _SUBJECTS | {"name", "side", "met"}
_BESIDE = frozenset(("with", "at", "against", "toward", "towards"))
_BY = frozenset(("by", "from", "of", "for"))
_FIGURES = frozenset(("number", "amount", "die"))
"""Kinds of figures: the word for one stands right beside it, as in ``orcs 4 order 8``."""
_COUNTS = _FIGURES | {"times"}
_PARTICLES = frozenset(("up", "off", "out", "away"))
_OPTIONAL = re.compile(r"\[[^\[\]]*\]|\{[^}]*\}")


class Slotted(Struct, frozen=True):
    """A slot of a form: the prepositions that may stand before it, or the ``keyword`` that must.

    A ``closed`` slot, whose kind ends in ``!``, takes only listed names. One whose kind ends in ``?`` is
    ``implied`` too: unsaid it is the only thing listed. A ``leading`` slot comes before the form's own words.
    One that is ``marked`` takes free text only after a preposition; a number has its own word ``after`` it.
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
        """Return whether a preposition turns it: "go with Ann" is not what Ann does."""
        by = before == "by" and not self.markers and self.kind in _NAMED
        return by or (self.leading and self.kind in _SUBJECTS and before in _BESIDE)

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
        """Return whether a slot takes free text."""
        return slot.kind in _FREE and not slot.closed and not self.bare


class SlotFilled(Struct, frozen=True):
    """A slot with its value: the words taken as bits, the first of them, and what this reading costs."""

    slot: Slotted
    value: object
    taken: int
    first: int
    cost: int


class Reading(Struct, frozen=True):
    """The values of a form's slots, and what the reading costs: 0 is what the form says itself."""

    values: dict[str, object]
    cost: int


def first_word(form: str) -> frozenset[str]:
    """Return the variants of the first word that a form asks for, or of none: the empty word."""
    words = _OPTIONAL.sub(" ", _OPTIONAL.sub(" ", form)).split()
    if len(words) > 1 and "is" in words[0].split("|"):
        words = words[1:]  # "is hit" is known by the second
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


def readings(pattern: Pattern, sentence: Sentence, reader: SlotReader) -> Iterator[Reading]:
    """Yield the ways in which a sentence can be read as a form."""
    reach = [0]
    for slot in reversed(pattern.slots):
        taken = reader.reach(slot)
        if not (taken or slot.implied or not slot.required or pattern.is_free(slot)):
            return
        reach.append(reach[-1] | taken)
    reach.reverse()
    for used in islice(with_words(pattern.words, sentence.tokens, 0), MOST_PLACES):
        yield from islice(_Fit(pattern, sentence, reader, used, reach).readings(used, (), 0), MOST_TRIED)


class _Fit:
    """A form fitted to a sentence whose words for the form's own, its ``verb``, are given as bits.

    ``reach`` are the words that could be taken by the slots from each of them on.
    """

    def __init__(
        self, pattern: Pattern, sentence: Sentence, reader: SlotReader, verb: int, reach: Sequence[int]
    ) -> None:
        self._pattern = pattern
        self._sentence = sentence
        self._reader = reader
        said = (one.keyword for one in pattern.slots if one.required)
        self._verb = verb or sentence.places(frozenset[str]().union(*said))
        self._reach = reach
        self._free = any(map(pattern.is_free, pattern.slots))
        self._empty = sentence.empty
        if pattern.spare:
            self._empty |= sentence.places(pattern.spare)

    def readings(self, used: int, filled: tuple[SlotFilled, ...], at: int) -> Iterator[Reading]:
        """Yield the readings that fill the slots from one on, besides those filled."""
        if self._left(used, at) and not self._free:
            return
        if at == len(self._pattern.slots):
            reading = self._settled(used, filled)
            if reading is not None:
                yield reading
            return
        slot = self._pattern.slots[at]
        for one in self._reader.fills(slot, used):
            yield from self.readings(used | one.taken, (*filled, one), at + 1)
        if not slot.required:
            yield from self.readings(used, filled, at + 1)
        if self._pattern.is_free(slot):
            yield from self._with_free(slot, used, filled, at + 1)

    def _with_free(
        self, slot: Slotted, used: int, filled: tuple[SlotFilled, ...], at: int
    ) -> Iterator[Reading]:
        """Yield the readings in which a slot takes what all the others leave."""
        for others, taken in self._others(used, filled, at):
            marked = 0
            for one in others:
                place = self._before(one.first, taken)
                marked |= 0 if place is None else 1 << place
            own = self._reader.free(slot, taken | marked, self._verb, self._pattern.spare)
            reading = None if own is None else self._settled(taken | own.taken, (*others, own))
            if reading is not None:
                yield reading

    def _others(
        self, used: int, filled: tuple[SlotFilled, ...], at: int
    ) -> Iterator[tuple[tuple[SlotFilled, ...], int]]:
        left = self._left(used, at)
        if left and used & ((1 << left.bit_length()) - (left & -left)):
            return  # what nothing else takes must stand together
        if at == len(self._pattern.slots):
            yield filled, used
            return
        for one in self._reader.fills(self._pattern.slots[at], used):
            yield from self._others(used | one.taken, (*filled, one), at + 1)
        if not self._pattern.slots[at].required:
            yield from self._others(used, filled, at + 1)

    def _left(self, used: int, at: int) -> int:
        """Return the words, as bits, that mean something and that no slot from one on could take."""
        return ~(used | self._empty | self._reach[at]) & ((1 << len(self._sentence.tokens)) - 1)

    def _before(self, first: int, used: int) -> int | None:
        """Return the place of the preposition before a word, articles between them left out."""
        tokens, place = self._sentence.tokens, first - 1
        while place >= 0 and not used >> place & 1 and tokens[place].leads:
            place -= 1
        found = place >= 0 and not used >> place & 1 and tokens[place].text in PREPOSITIONS
        return place if found else None

    def _settled(self, used: int, filled: tuple[SlotFilled, ...]) -> Reading | None:
        """Return the reading if each word that is left means nothing, with what it costs."""
        if any(self._acts(one, used) for one in filled):
            return None
        cost, tokens = 0, self._sentence.tokens
        loose: dict[str, int] = {}
        for one in filled:
            place = self._before(one.first, used) if one.taken else None
            if place is None:
                cost += one.cost + _unmarked(one, used, filled)
                if one.taken and not (one.slot.markers or one.slot.keyword):
                    loose[one.slot.field] = one.first
                continue
            if one.slot.bars(tokens[place].text):
                return None
            cost += one.cost + (0 if tokens[place].text in one.slot.markers else ODD)
            used |= 1 << place
        for place, token in enumerate(tokens):
            if not (used >> place & 1 or token.filler or token.keys & self._pattern.spare):
                return None
        values = {one.slot.field: one.value for one in filled if not one.slot.aside}
        places = [loose[slot.field] for slot in self._pattern.slots if slot.field in loose]
        cost += ODD * sum(first > second for first, second in pairwise(places))
        cost += DOUBTFUL * self._is_numbered(filled)
        return Reading(values, cost + len(filled) - len(values))

    def _is_numbered(self, filled: tuple[SlotFilled, ...]) -> bool:
        """Return whether a number stands right after a side in the singular: ``goblin 1`` is one of them.

        So it is with anybody else, where the number would be no part of the command.
        """
        unsaid = {one.first for one in filled if one.slot.aside and one.slot.kind == "number"}
        ends = ((one.slot, one.taken.bit_length()) for one in filled if one.taken)
        return any(
            is_numbered(self._sentence.tokens, end)
            for slot, end in ends
            if slot.field == "side" or (slot.kind in _SUBJECTS and end in unsaid)
        )

    def _acts(self, one: SlotFilled, used: int) -> bool:
        """Return whether what a form does something to is who does it here: "Varda hits for 5".

        So it is with what one does it on, where the form has a place for who does it: "Bel aims for 2".
        """
        slot, after = one.slot, one.taken.bit_length()
        tokens = self._sentence.tokens
        if one.first or not one.taken or after >= len(tokens) or not used >> after & 1:
            return False
        if slot.kind == "what" and slot.markers:
            return any(each.kind in _SUBJECTS and each.markers & _BY for each in self._pattern.slots)
        if slot.kind not in _SUBJECTS or slot.leading or slot.markers or slot.keyword:
            return False
        verb = tokens[after]
        return verb.text.endswith("s") and bool(verb.keys & {verb.text[:-1], verb.text[:-2]})


def _unmarked(one: SlotFilled, used: int, filled: Iterable[SlotFilled]) -> int:
    """Return what a slot without its preposition costs: nothing for the subject of a sentence.

    A number beside a name in the plural says how many or which they are: ``six goblins attack``.
    """
    if not (one.slot.markers and one.taken):
        return 0
    if one.slot.kind == "number":
        beside = (str(other.value) for other in filled if other.taken & (one.taken << 1 | one.taken >> 1))
        return DOUBTFUL if any(map(is_plural, beside)) else ODD
    subject = one.slot.kind in _SUBJECTS and one.slot.markers & _BY and not used & ((1 << one.first) - 1)
    return 0 if subject else ODD

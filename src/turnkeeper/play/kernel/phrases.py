"""Free readings: which commands a sentence could mean, whatever the order and the inflection of its words.

A form such as ``light {kind:light} [for {bearer:who}]`` is read as a bag: its words must be there, its slots
take what fits them, and each other word of the sentence must mean nothing. A word left over is a word not
understood, so nothing is ever swallowed. Nothing here depends on the order in which forms are declared.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.play.kernel import slots
from turnkeeper.play.kernel.patterns import MOST_PLACES, Pattern, Slotted, with_words
from turnkeeper.play.kernel.remarks import (
    DOUBTFUL,
    MOST_VALUES,
    ODD,
    OPEN_WORD,
    UNLISTED,
    WORDS,
    is_doubtful,
)
from turnkeeper.play.kernel.sentence import (
    FILLERS,
    LENGTHS,
    OPERATORS,
    PREPOSITIONS,
    Sentence,
    SentenceWord,
    bases,
    measure,
)
from turnkeeper.play.kernel.several import runs
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.spelling.plurals import is_plural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from turnkeeper.rules.book import Rulebook

    Offer = Callable[[str, str], Iterable[str] | None]
    """The values of a slot at present, by its field and kind; ``None`` where nothing lists them."""

MOST_TRIED = 300
_SIGNED = frozenset(("signed", "less", "more"))
_ONE_WORD = frozenset(("number", "times", "amount", *_SIGNED, "die", "dice", "digest", "picture"))
_FREE = frozenset(
    ("about", "text", "people", "animals", "name", "side", "what", "met", "goods", "until", "map")
)
_PEOPLE = frozenset(("people", "animals"))
_SUBJECTS = frozenset(("who", "several"))
_ONE = frozenset(("a", "an"))
_BY = frozenset(("by", "from", "of", "for"))
_MOST_WORDS = {"face": 2, "feet": 3, "squares": 2, "area": 7, "length": 7, "clock": 7}


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


class SlotReader:
    """Finds what in a sentence could fill the slots of one command; each kind is looked for once."""

    def __init__(self, sentence: Sentence, book: Rulebook, offer: Offer) -> None:
        """Take the sentence, the rule set, and the values that are listed at present."""
        self._sentence = sentence
        self._book = book
        self._offer = offer
        self._all_keys = frozenset(key for token in sentence.tokens for key in token.keys)
        self._kept: dict[tuple[str, str, bool], list[tuple[int, int, object, int]]] = {}

    def fills(self, slot: Slotted, used: int) -> Iterator[SlotFilled]:
        """Yield the ways to fill a slot with words that no other part of the form uses."""
        if slot.implied:
            yield from self._implied(slot)
        key = (slot.field, slot.kind, slot.closed)
        if key not in self._kept:
            self._kept[key] = list(self._found(slot))
        for first, end, value, cost in self._kept[key]:
            taken = (1 << end) - (1 << first)
            subject = not used & ((1 << first) - 1)
            if taken & used or (slot.aside and subject != slot.leading):
                continue
            if not slot.keyword:
                yield SlotFilled(slot, value, taken, first, cost)
                continue
            place, odd = first - 1, 0
            if not self._keys(place) & slot.keyword and not any(one[0] == end + 1 for one in self._kept[key]):
                place, odd = end, ODD  # "4 hp", but never the first number of "3 morale 7"
            if self._keys(place) & slot.keyword and not used >> place & 1:
                yield SlotFilled(slot, value, taken | 1 << place, min(first, place), cost + odd)

    def _implied(self, slot: Slotted) -> Iterator[SlotFilled]:
        """Yield the only value that is listed for a slot, which then goes without saying."""
        only = list(islice(self._offer(slot.field, slot.kind) or (), 2))
        if len(only) == 1:
            yield SlotFilled(slot, only[0], 0, 0, ODD)

    def _keys(self, place: int) -> frozenset[str]:
        tokens = self._sentence.tokens
        return tokens[place].keys if 0 <= place < len(tokens) else frozenset()

    def _found(self, slot: Slotted) -> Iterator[tuple[int, int, object, int]]:
        if slot.kind in _ONE_WORD:
            yield from self._single(slot.kind)
        elif slot.kind in _MOST_WORDS:
            yield from self._measured(slot.kind, closed=slot.closed)
        else:
            yield from runs(self._sentence.tokens, self._listed(slot), several=slot.kind == "several")

    def _single(self, kind: str) -> Iterator[tuple[int, int, object, int]]:
        for place, token in enumerate(self._sentence.tokens):
            if token.signed and kind not in _SIGNED:
                continue
            one = kind in ("times", "amount") and token.text in _ONE
            if (value := self._read(kind, "1" if one else token.plain)) is not None:
                yield place, place + 1, value, ODD if one else 0

    def _measured(self, kind: str, *, closed: bool) -> Iterator[tuple[int, int, object, int]]:
        """Yield lengths, feet, areas and faces: from each word the longest that can be read.

        A closed slot takes no number without its unit.
        """
        tokens = self._sentence.tokens
        for first, token in enumerate(tokens):
            if kind != "face" and not _begins_measure(token, kind):
                continue
            for end in range(min(len(tokens), first + _MOST_WORDS[kind]), first, -1):
                if kind in LENGTHS and not self._ends_length(tokens[end - 1].text):
                    continue
                said = measure(self._sentence, first, end, kind)
                value = None if closed and said.isdecimal() else self._read(kind, said)
                if value is not None:
                    yield first, end, value, 0
                    break

    def _ends_length(self, word: str) -> bool:
        return word == "half" or self._book.scale.is_unit(word)

    def _read(self, kind: str, said: str) -> object | None:
        try:
            return slots.read(kind, said, 0, said, self._book)
        except SpeechError:
            return None

    def _listed(self, slot: Slotted) -> Iterator[tuple[int, int, object, int]]:
        """Yield the values that are listed and said, by all their words or by one that tells them apart.

        Of two values that differ in their inflection only, the one that is said to the letter is meant.
        """
        values = self._offer(slot.field, slot.kind)
        if values is None:
            return
        listed = ((one, one.casefold().split()) for one in islice(values, MOST_VALUES))
        known = [(one, words) for one, words in listed if any(bases(word) & self._all_keys for word in words)]
        firsts = Counter(words[0] for _, words in known)
        every = Counter(word for _, words in known for word in words)
        literal = {place: words for _, words in known for place in self._places_of(words)}
        for value, words in known:
            variants = [bases(word) for word in words]
            for place in range(len(self._sentence.tokens)):
                if all(self._keys(place + at) & variant for at, variant in enumerate(variants)):
                    if len(literal.get(place, words)) != len(words) or literal.get(place, words) == words:
                        yield place, place + len(words), value, 0
                elif len(words) == 1:
                    continue
                elif self._keys(place) & variants[0] and firsts[words[0]] == 1:
                    yield place, place + 1, value, 0
                elif any(
                    self._keys(place) & variant and every[word] == 1 and _distinguishes(word)
                    for word, variant in zip(words[1:], variants[1:], strict=True)
                ):
                    yield place, place + 1, value, ODD

    def _places_of(self, words: list[str]) -> Iterator[int]:
        """Yield where a name stands to the letter."""
        said = [token.text for token in self._sentence.tokens]
        return (place for place in range(len(said)) if said[place : place + len(words)] == words)

    def free(self, slot: Slotted, used: int, verb: int, spare: frozenset[str]) -> SlotFilled | None:
        """Return a slot filled with all the words that nothing else uses, if they stand together.

        They come after the first of the form's own words, which ``verb`` has as bits, or before the last of
        them where the form begins with the slot; ``spare`` words at the ends are the form's.
        """
        tokens = self._sentence.tokens
        left = [place for place in range(len(tokens)) if not used >> place & 1]
        if slot.kind == "about" and any(tokens[place].text in OPERATORS for place in left):
            return None
        empty = [tokens[place].filler or bool(tokens[place].keys & spare) for place in left]
        while left and (empty[0] or tokens[left[0]].text in slot.markers):
            left, empty = left[1:], empty[1:]
        while left and empty.pop():
            left.pop()
        if not left or left[-1] - left[0] >= len(left):
            return None
        if not (verb >> left[-1] + 1 if slot.leading else verb & ((1 << left[0]) - 1)):
            return None
        if slot.marked and not self._is_marked(slot, left[0]):
            return None
        value = self._told(slot.kind, left[0], left[-1] + 1)
        if value is None:
            return None
        words = 1 if slot.kind in _PEOPLE else len(left)
        taken = (1 << left[-1] + 1) - (1 << left[0])
        return SlotFilled(slot, value, taken, left[0], UNLISTED + OPEN_WORD * words)

    def _told(self, kind: str, first: int, end: int) -> object | None:
        """Return the value of words for a kind of slot; ``None`` if they say more than they should.

        A number that could be meant is never swallowed, nor a word that turns the meaning.
        """
        tokens, said = self._sentence.tokens[first:end], self._sentence.said(first, end)
        if kind != "text" and any(token.text in OPERATORS for token in tokens):
            return None
        counted = tokens[1:] if kind in ("what", "met") and len(tokens) > 1 else tokens
        if kind in WORDS and any(token.plain[0].isdigit() for token in counted):
            return None
        if kind in ("name", "side") and any(token.text == "," for token in tokens):
            return None  # what comes after it is written of them
        if kind == "about" and is_doubtful(said):
            return None
        if kind in _PEOPLE:
            if tokens[0].plain[0].isdigit():
                return None
            said = re.sub(r", *(?:an? +|the +)?(?=[a-z])", " ", said)
            said = re.sub(r",? and |,(?! *\w+ \d)", ";", said)
        return self._read(kind, said)

    def _is_marked(self, slot: Slotted, first: int) -> bool:
        """Return whether one of the prepositions of a slot stands before a word."""
        before = reversed(self._sentence.tokens[:first])
        return next((one.text in slot.markers for one in before if not one.article), False)


def _distinguishes(word: str) -> bool:
    """Return whether a word can stand for the whole name that holds it, as ``thief`` for Orlo the thief."""
    return word.isalpha() and word not in FILLERS and word not in PREPOSITIONS


def _begins_measure(token: SentenceWord, kind: str) -> bool:
    return token.plain[0].isdigit() or (kind in LENGTHS and (token.article or token.text.isalpha()))


def readings(pattern: Pattern, sentence: Sentence, reader: SlotReader) -> Iterator[Reading]:
    """Yield the ways in which a sentence can be read as a form."""
    for used in islice(with_words(pattern.words, sentence.tokens, 0), MOST_PLACES):
        yield from islice(_Fit(pattern, sentence, reader, used).readings(used, (), 0), MOST_TRIED)


class _Fit:
    """A form fitted to a sentence whose words for the form's own, its ``verb``, are given as bits."""

    def __init__(self, pattern: Pattern, sentence: Sentence, reader: SlotReader, verb: int) -> None:
        self._pattern = pattern
        self._sentence = sentence
        self._reader = reader
        self._verb = verb

    def readings(self, used: int, filled: tuple[SlotFilled, ...], at: int) -> Iterator[Reading]:
        """Yield the readings that fill the slots from one on, besides those filled."""
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
        if slot.kind in _FREE and not slot.closed and not self._pattern.bare:
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
        if at == len(self._pattern.slots):
            yield filled, used
            return
        for one in self._reader.fills(self._pattern.slots[at], used):
            yield from self._others(used | one.taken, (*filled, one), at + 1)
        if not self._pattern.slots[at].required:
            yield from self._others(used, filled, at + 1)

    def _before(self, first: int, used: int) -> int | None:
        """Return the place of the preposition before a word, articles between them left out."""
        tokens, place = self._sentence.tokens, first - 1
        while place >= 0 and not used >> place & 1 and tokens[place].article:
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
            cost += one.cost + (0 if tokens[place].text in one.slot.markers else ODD)
            used |= 1 << place
        for place, token in enumerate(tokens):
            if not (used >> place & 1 or token.filler or token.keys & self._pattern.spare):
                return None
        values = {one.slot.field: one.value for one in filled if not one.slot.aside}
        places = [loose[slot.field] for slot in self._pattern.slots if slot.field in loose]
        cost += ODD * sum(first > second for first, second in pairwise(places))
        return Reading(values, cost + len(filled) - len(values))

    def _acts(self, one: SlotFilled, used: int) -> bool:
        """Return whether what a form does something to is who does it here: "Varda hits for 5"."""
        slot, after = one.slot, one.taken.bit_length()
        if slot.kind not in {"who", "several"} or slot.leading or slot.markers or slot.keyword:
            return False
        tokens = self._sentence.tokens
        if one.first or after >= len(tokens) or not used >> after & 1:
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

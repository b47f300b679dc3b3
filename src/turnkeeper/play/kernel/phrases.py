"""Free readings: which commands a sentence could mean, whatever the order and the inflection of its words.

A form such as ``light {kind:light} [for {bearer:who}]`` is read as a bag: its words must be there, its slots
take what fits them, and each other word of the sentence must mean nothing. A word left over is a word not
understood, so nothing is ever swallowed. Nothing here depends on the order in which forms are declared.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.play.kernel import slots
from turnkeeper.play.kernel.patterns import Pattern, Slotted
from turnkeeper.play.kernel.sentence import FILLERS, PREPOSITIONS, Sentence, SentenceWord, bases
from turnkeeper.play.kernel.speech import SpeechError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from turnkeeper.rules.book import Rulebook

    Offer = Callable[[str, str], Iterable[str] | None]
    """The values of a slot at present, by its field and kind; ``None`` where nothing lists them."""

MOST_VALUES = 4000
MOST_TRIED = 300
MOST_PLACES = 8
_OPEN_WORD, _UNLISTED, _ODD = 4, 3, 1
"""What a reading costs: each word of free text, a name that nothing lists, an odd preposition."""
_ONE_WORD = frozenset(("number", "times", "signed", "die", "dice", "digest"))
_FREE = frozenset(("about", "text", "people", "animals", "name", "what", "until", "map"))
_WORDS = frozenset(("about", "name", "what", "map"))
"""Kinds whose free text holds no number: a number that could be meant is never swallowed."""
_LISTED = frozenset(("who", "light", "scene", "table", "pace", "face"))
"""Kinds of slot that take only what is listed."""
_BY = frozenset(("by", "from", "of", "for"))
_MOST_WORDS = {"face": 2, "feet": 3, "squares": 2, "area": 7, "length": 7}


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
        self._kept: dict[tuple[str, str], list[tuple[int, int, object, int]]] = {}

    def fills(self, slot: Slotted, used: int) -> Iterator[SlotFilled]:
        """Yield the ways to fill a slot with words that no other part of the form uses."""
        key = (slot.field, slot.kind)
        if key not in self._kept:
            self._kept[key] = list(self._found(slot))
        for first, end, value, cost in self._kept[key]:
            taken = (1 << end) - (1 << first)
            if taken & used or (slot.aside and not used & ((1 << first) - 1)):
                continue
            if not slot.keyword:
                yield SlotFilled(slot, value, taken, first, cost)
                continue
            place, odd = first - 1, 0
            if not self._keys(place) & slot.keyword and not any(one[0] == end + 1 for one in self._kept[key]):
                place, odd = end, _ODD  # "4 hp", but never the first number of "3 morale 7"
            if self._keys(place) & slot.keyword and not used >> place & 1:
                yield SlotFilled(slot, value, taken | 1 << place, min(first, place), cost + odd)

    def _keys(self, place: int) -> frozenset[str]:
        tokens = self._sentence.tokens
        return tokens[place].keys if 0 <= place < len(tokens) else frozenset()

    def _found(self, slot: Slotted) -> Iterator[tuple[int, int, object, int]]:
        if slot.kind in _ONE_WORD:
            yield from self._single(slot.kind)
        elif slot.kind in _MOST_WORDS:
            yield from self._measured(slot.kind)
        else:
            yield from self._listed(slot)

    def _single(self, kind: str) -> Iterator[tuple[int, int, object, int]]:
        for place, token in enumerate(self._sentence.tokens):
            value = self._read(kind, token.plain)
            if value is not None:
                yield place, place + 1, value, 0

    def _measured(self, kind: str) -> Iterator[tuple[int, int, object, int]]:
        """Yield lengths, feet, areas and faces: from each word the longest that can be read."""
        tokens = self._sentence.tokens
        for first, token in enumerate(tokens):
            if kind != "face" and not _begins_measure(token, kind):
                continue
            for end in range(min(len(tokens), first + _MOST_WORDS[kind]), first, -1):
                value = self._read(kind, _measure(self._sentence, first, end, kind))
                if value is not None:
                    yield first, end, value, 0
                    break

    def _read(self, kind: str, said: str) -> object | None:
        try:
            return slots.read(kind, said, 0, said, self._book)
        except SpeechError:
            return None

    def _listed(self, slot: Slotted) -> Iterator[tuple[int, int, object, int]]:
        values = self._offer(slot.field, slot.kind)
        if values is None:
            return
        initials = {base[:1] for token in self._sentence.tokens for base in token.keys}
        known = [
            (one, one.casefold().split())
            for one in islice(values, MOST_VALUES)
            if one[:1].casefold() in initials
        ]
        firsts = [words[0] for _, words in known]
        for value, words in known:
            variants = [bases(word) for word in words]
            for place in range(len(self._sentence.tokens)):
                if all(self._keys(place + at) & variant for at, variant in enumerate(variants)):
                    yield place, place + len(words), value, 0
                elif len(words) > 1 and self._keys(place) & variants[0] and firsts.count(words[0]) == 1:
                    yield place, place + 1, value, 0

    def free(self, slot: Slotted, used: int, verb: int) -> SlotFilled | None:
        """Return a slot filled with all the words that nothing else uses, if they stand together.

        They come after the first of the form's own words, which ``verb`` has as bits, or before the last of
        them where the form begins with the slot.
        """
        tokens = self._sentence.tokens
        left = [place for place in range(len(tokens)) if not used >> place & 1]
        while left and (tokens[left[0]].filler or tokens[left[0]].text in slot.markers):
            left.pop(0)
        while left and tokens[left[-1]].filler:
            left.pop()
        if not left or left[-1] - left[0] >= len(left):
            return None
        if not (verb >> left[-1] + 1 if slot.leading else verb & ((1 << left[0]) - 1)):
            return None
        first, end = left[0], left[-1] + 1
        if slot.marked and not self._is_marked(slot, first):
            return None
        if slot.kind in _WORDS and any(tokens[place].plain[0].isdigit() for place in left):
            return None
        said = self._sentence.said(first, end)
        if slot.kind in ("people", "animals"):
            said = re.sub(r",? and |,(?! *\w+ \d)", ";", said)
        value = self._read(slot.kind, said)
        if value is None:
            return None
        cost = _UNLISTED + _OPEN_WORD * len(left)
        return SlotFilled(slot, value, (1 << end) - (1 << first), first, cost)

    def _is_marked(self, slot: Slotted, first: int) -> bool:
        """Return whether one of the prepositions of a slot stands before a word."""
        before = reversed(self._sentence.tokens[:first])
        return next((one.text in slot.markers for one in before if not one.article), False)


def cost_of(said: Iterable[tuple[str, str, str]], offer: Offer) -> int:
    """Return what a reading in the words of a form costs, from the field, kind and words of each slot."""
    cost = 0
    for field, kind, words in said:
        if kind not in _WORDS | _LISTED or kind == "about":
            continue
        values = offer(field, kind)
        folded = " ".join(words.strip('"').casefold().split())
        if values is None or all(one.casefold() != folded for one in islice(values, MOST_VALUES)):
            cost += _UNLISTED + _OPEN_WORD * sum(word not in FILLERS for word in folded.split())
    return cost


def _begins_measure(token: SentenceWord, kind: str) -> bool:
    return token.plain[0].isdigit() or (kind == "length" and (token.article or token.text.isalpha()))


def _measure(sentence: Sentence, first: int, end: int, kind: str) -> str:
    """Return words as a length is read; a unit alone, or with an article, is one of it."""
    said = sentence.plain(first, end).replace(" '", "'").replace("half hour", "half an hour")
    if kind == "area":
        return said.replace(" by ", " x ")
    if kind != "length":
        return said
    alone = end - first == 1 and said.isalpha()
    return f"1 {said}" if alone else re.sub(r"^(?:another|the) (?=[a-z])", "1 ", said)


def readings(pattern: Pattern, sentence: Sentence, reader: SlotReader) -> Iterator[Reading]:
    """Yield the ways in which a sentence can be read as a form."""
    for used in islice(_with_words(pattern.words, sentence.tokens, 0), MOST_PLACES):
        yield from islice(_Fit(pattern, sentence, reader, used).readings(used, (), 0), MOST_TRIED)


def holds(pattern: Pattern, sentence: Sentence) -> bool:
    """Return whether a sentence holds the words of a form."""
    return any(True for _ in _with_words(pattern.words, sentence.tokens, 0))


def says(pattern: Pattern, sentence: Sentence) -> bool:
    """Return whether a sentence says a form without slots, and nothing besides."""
    return any(
        all(
            used >> place & 1 or token.filler or token.keys & pattern.spare
            for place, token in enumerate(sentence.tokens)
        )
        for used in islice(_with_words(pattern.words, sentence.tokens, 0), MOST_PLACES)
    )


def _with_words(
    words: Sequence[frozenset[str]], tokens: tuple[SentenceWord, ...], used: int
) -> Iterator[int]:
    """Yield the words of a sentence, as bits, that can stand for the words of a form."""
    if not words:
        yield used
        return
    for place, token in enumerate(tokens):
        if not used >> place & 1 and token.keys & words[0]:
            yield from _with_words(words[1:], tokens, used | 1 << place)


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
            own = self._reader.free(slot, taken | marked, self._verb)
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
        cost, tokens = 0, self._sentence.tokens
        for one in filled:
            place = self._before(one.first, used)
            if place is None:
                cost += one.cost + _unmarked(one, used)
                continue
            cost += one.cost + (0 if tokens[place].text in one.slot.markers else _ODD)
            used |= 1 << place
        for place, token in enumerate(tokens):
            if not (used >> place & 1 or token.filler or token.keys & self._pattern.spare):
                return None
        values = {one.slot.field: one.value for one in filled if not one.slot.aside}
        return Reading(values, cost + len(filled) - len(values))


def _unmarked(one: SlotFilled, used: int) -> int:
    """Return what a slot without its preposition costs: nothing for the subject of a sentence."""
    if not one.slot.markers:
        return 0
    subject = one.slot.kind == "who" and one.slot.markers & _BY and not used & ((1 << one.first) - 1)
    return 0 if subject else _ODD

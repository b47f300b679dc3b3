"""Free readings: what in a sentence could fill the slots of a command, whatever the order of its words.

Nothing here depends on the order in which forms are declared: `patterns` fits a sentence to each of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, reduce
from itertools import islice
from operator import or_

from turnkeeper.play.kernel import slots
from turnkeeper.play.kernel.patterns import SlotFilled, Slotted
from turnkeeper.play.kernel.remarks import (
    MOST_VALUES,
    ODD,
    OPEN_WORD,
    UNLISTED,
    WORDS,
    begins_joined,
    is_doubtful,
    is_length,
    points_on,
)
from turnkeeper.play.kernel.sentence import (
    FILLERS,
    LENGTHS,
    OPERATORS,
    PLACES,
    PREPOSITIONS,
    SUPPOSES,
    Sentence,
    SentenceWord,
    bases,
    measure,
)
from turnkeeper.play.kernel.several import AllFound, Found, keys_of, runs
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.rules.book import Rulebook
from turnkeeper.spelling.plurals import is_plural

Offer = Callable[[str, str], tuple[str, ...] | None]
"""The values of a slot at present, by its field and kind; ``None`` where nothing lists them."""
_NO_FIGURES = frozenset(("digest", "picture"))
"""Kinds of one word that may hold no digit."""

_SIGNED = frozenset(("signed", "less", "more", "below"))
_ONE_WORD = frozenset(
    ("number", "points", "value", "times", "amount", *_SIGNED, "die", "dice", "digest", "picture")
)
_PEOPLE = frozenset(("people", "animals"))
_MET = frozenset(("met", "side"))
_NEVER_MET = frozenset(
    (
        *PLACES,
        "night",
        "torch",
        "lantern",
        "check",
        "roll",
        "chamber",
        "road",
        "path",
        "river",
        "time",
        "times",
        "problem",
        "trouble",
        "reaction",
        "initiative",
        "morale",
        "surprise",
        "damage",
        "strong",
        "keep",
        "closer",
        "die",
        "dice",
    )
)
"""What one comes upon that is nobody, as in "run into the next room"."""
_WHETHER = frozenset(("how", "what", "whether", "if", "why", "who", "where"))
_ANOTHER = frozenset(("and", "&", "the", "called", "named"))
_TOWARD = (PREPOSITIONS | {"while"}) - {"of", "with", "in", "on", "by", "about"}
"""Prepositions that no name of a creature has: one does something there."""
_NO_NAMES = frozenset(("as", "each", "apiece", "to", "for", "into", "onto"))
_NO_GOODS = _NO_NAMES | {"called", "named", "in", "at", "from", "off", "got", "gets", "rolled", "rolls"}
_POINTS = frozenset(("hp", "point", "points", "feet", "ft"))
_ONE = frozenset(("a", "an"))
_ELSE = frozenset((",", "and", "while"))
"""Joints between one act and that of another."""
_WHEN = frozenset(("this", "last"))
_ANY = _ONE | {"another"}
_BREAKS_OFF = _ONE | {",", ":"}
UNITS = frozenset(("turn", "round", "segment", "moment", "watch", "second", "minute", "hour", "day"))
"""Words for a length of time, of which a number tells how many: none stands for a name that holds it."""
NO_NAME = FILLERS | PREPOSITIONS | UNITS | {"go", "come", "get", "put", "take", "make"}
_MOST_WORDS = {"face": 2, "feet": 3, "squares": 2, "area": 7, "length": 7, "clock": 7}


class SlotReader:
    """Finds what in a sentence could fill the slots of one command."""

    def __init__(self, sentence: Sentence, book: Rulebook, offer: Offer, found: AllFound) -> None:
        """Take the sentence, the rule set, the values listed at present, and what other commands found."""
        self._sentence = sentence
        self._book = book
        self._offer = offer
        self._all_found = found
        self._kept: dict[tuple[str, str, bool], list[Found]] = {}
        self._fitting: dict[int, list[tuple[int, SlotFilled]]] = {}
        self._asked: set[int] = set()

    def fills(self, slot: Slotted, used: int) -> Iterator[SlotFilled]:
        """Yield the ways to fill a slot with words that no other part of the form uses."""
        if slot.implied:
            yield from self._implied(slot)
        ways: Iterable[tuple[int, SlotFilled]] | None = self._fitting.get(id(slot))
        if ways is None:
            # Most slots are asked about once; those of forms with much that may be said, a thousand times.
            ways = self._all_fills(slot)
            if id(slot) in self._asked:
                ways = self._fitting[id(slot)] = list(ways)
            self._asked.add(id(slot))
        for first, one in ways:
            if not (one.taken & used or (slot.aside and (not used & ((1 << first) - 1)) != slot.leading)):
                yield one

    def _all_fills(self, slot: Slotted) -> Iterator[tuple[int, SlotFilled]]:
        """Yield the ways to fill a slot whatever else is used, each with the first word of its value."""
        found = self._found(slot)
        for first, end, value, cost in found:
            taken = (1 << end) - (1 << first)
            if not slot.keyword:
                apart = ODD if slot.after and self._keys(end).isdisjoint(slot.after) else 0
                yield first, SlotFilled(slot, value, taken, first, cost + apart)
                continue
            place, odd = first - 1, 0
            if not self._keys(place) & slot.keyword and not any(one[0] == end + 1 for one in found):
                place, odd = end, ODD  # "4 hp", but never the first number of "3 morale 7"
            if self._keys(place) & slot.keyword:
                yield first, SlotFilled(slot, value, taken | 1 << place, min(first, place), cost + odd)

    def reach(self, slot: Slotted) -> int:
        """Return the words, as bits, of which a slot could take any."""
        reach = reduce(or_, ((1 << end) - (1 << first) for first, end, _, _ in self._found(slot)), 0)
        if not (slot.keyword and reach):
            return reach
        return reach | self._sentence.places(slot.keyword)

    def _implied(self, slot: Slotted) -> Iterator[SlotFilled]:
        """Yield the only value that is listed for a slot, which then goes without saying."""
        only = list(islice(self._offer(slot.field, slot.kind) or (), 2))
        if len(only) == 1:
            yield SlotFilled(slot, only[0], 0, 0, ODD)

    def _keys(self, place: int) -> frozenset[str]:
        tokens = self._sentence.tokens
        return tokens[place].keys if 0 <= place < len(tokens) else frozenset()

    def _found(self, slot: Slotted) -> list[Found]:
        """Return the words that could fill a slot, which are looked for once in a sentence."""
        own = (slot.field, slot.kind, slot.closed)
        if own not in self._kept:
            self._kept[own] = self._looked_for(slot.field, slot.kind, closed=slot.closed)
        return self._kept[own]

    def _looked_for(self, field: str, kind: str, *, closed: bool) -> list[Found]:
        values = None if kind in _ONE_WORD or kind in _MOST_WORDS else self._offer(field, kind)
        own = field if values is not None and field in self._all_found.keys_of(values) else ""
        person = kind in ("who", "several")
        key = (kind, closed) if values is None else (id(values), kind == "several", person, own)
        if key not in self._all_found.found:
            if values is not None:
                found = runs(
                    self._sentence.tokens, self._listed(values, own, first=person), several=kind == "several"
                )
            elif kind in _ONE_WORD:
                found = self._single(kind)
            elif kind in _MOST_WORDS:
                found = self.measured(kind, closed=closed)
            else:
                found = iter(())
            self._all_found.found[key] = list(found)
        return self._all_found.found[key]

    def _single(self, kind: str) -> Iterator[Found]:
        for place, token in enumerate(self._sentence.tokens):
            if token.signed and kind not in _SIGNED and not (kind == "value" and self._is_level(place)):
                continue
            if kind == "less" and self._is_level(place):
                continue
            one = kind in ("times", "amount") and token.text in _ANY
            if not (one or token.figure or kind in _NO_FIGURES):
                continue
            if (value := self._read(kind, "1" if one else token.plain)) is not None:
                yield place, place + 1, value, ODD if one else 0

    def _is_level(self, place: int) -> bool:
        """Return whether a number with a minus is what something stands at: "down to -2", "at -3"."""
        tokens = self._sentence.tokens
        return tokens[place].text.startswith("-") and place > 0 and tokens[place - 1].text in {"to", "at"}

    def measured(self, kind: str, *, closed: bool = True) -> Iterator[Found]:
        """Yield lengths, feet, areas and faces: from each word the longest that can be read.

        A closed slot takes no number without its unit.
        """
        tokens = self._sentence.tokens
        if kind in LENGTHS and not any(self._ends_length(one.text) for one in tokens):
            return
        for first, token in enumerate(tokens):
            if kind != "face" and not _begins_measure(token, kind):
                continue
            if kind in LENGTHS and first and tokens[first - 1].text in _WHEN:
                continue  # "this round" is when, and no length
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

    def _listed(self, values: tuple[str, ...], field: str, *, first: bool) -> Iterator[Found]:
        """Yield the values that are listed and said, by all their words or by one that tells them apart.

        A later word alone may come ``first`` only of a person: to keep going goes to no Carrow Keep.

        Of two values that differ in their inflection only, the one that is said to the letter is meant.
        """
        keys = self._sentence.keys
        if keys.isdisjoint(self._all_found.keys_of(values)):
            return
        known = [
            (one, words)
            for one in islice(values, MOST_VALUES)
            if not keys.isdisjoint(keys_of(one)) and (words := one.casefold().split())
        ]
        firsts = Counter(words[0] for _, words in known) if known else {}
        every = Counter(word for _, words in known for word in words) if known else {}
        tokens = self._sentence.tokens
        said = [token.text for token in tokens]
        literal = {place: words for _, words in known for place in _places_of(words, said)}
        for value, words in known:
            variants, own = [bases(word) for word in words], keys_of(value)
            for place in (at for at, token in enumerate(tokens) if not token.keys.isdisjoint(own)):
                if all(self._keys(place + at) & variant for at, variant in enumerate(variants)):
                    if len(literal.get(place, words)) != len(words) or literal.get(place, words) == words:
                        yield place, place + len(words), value, 0
                elif len(words) == 1:
                    continue
                elif self._keys(place) & variants[0] and firsts[words[0]] == 1 and words[0] not in UNITS:
                    yield place, place + 1, value, 0
                elif (place or first) and any(
                    self._keys(place) & variant and every[word] == 1 and _distinguishes(word, field)
                    for word, variant in zip(words[1:], variants[1:], strict=True)
                ):
                    yield place, place + 1, value, ODD

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
        before = verb & ((1 << left[0]) - 1)
        if not (verb >> left[-1] + 1 and not before if slot.leading else before):
            return None
        if slot.marked and not self._is_marked(slot, left[0]):
            return None
        if slot.closed and not self._sentence.text[tokens[left[0]].start].isupper():
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
        turned = OPERATORS if kind == "about" else OPERATORS | SUPPOSES
        if kind != "text" and any(token.text in turned for token in tokens):
            return None
        counted = tokens[1:] if kind in ("what", "met") and len(tokens) > 1 else tokens
        empty = all(token.filler or token.text in PREPOSITIONS for token in tokens)
        if kind in WORDS and (empty or any(token.plain[0].isdigit() for token in counted)):
            return None
        if kind in _MET and any(token.text in _ANOTHER | _TOWARD for token in tokens[1:]):
            return None  # who or what else there is, or what they do, would be part of their name
        if kind == "goods" and (
            self._counts_no_goods(tokens[0]) or any(one.text in _NO_GOODS for one in tokens)
        ):
            return None  # "5 hp to Varda" are no goods, nor is "a mule called Nag"
        units = tokens if kind in _MET else tokens[-1:]
        if kind in ("what", *_MET) and any(self._book.scale.is_unit(one.text) for one in units):
            return None  # "fighting for two turns" is no fight with turns
        breaks = kind in ("name", "side") and any(token.text in _BREAKS_OFF for token in tokens[1:])
        if breaks or points_on(said):
            return None  # what comes after a comma is written of them; "breaks a wheel" is what they do
        if kind in _MET and self._is_nobody_met(tokens):
            return None
        if kind == "about" and self._says_more(tokens, said):
            return None
        if kind in _PEOPLE and self._is_nobody(first, end):
            return None
        return self._read(kind, said)

    def _counts_no_goods(self, token: SentenceWord) -> bool:
        """Return whether a word after a number makes it a length of time or points."""
        return token.text in UNITS or token.text in _POINTS or self._book.scale.is_unit(token.text)

    def _is_nobody_met(self, tokens: tuple[SentenceWord, ...]) -> bool:
        """Return whether words name no side: a place, dice, what begins with a preposition, or a member."""
        ours = _keys_of_firsts(self._offer("who", "who") or ())
        return (
            tokens[0].text in PREPOSITIONS | _WHETHER
            or not tokens[-1].keys.isdisjoint(_NEVER_MET)
            or not tokens[-1].keys.isdisjoint(ours)
        )

    def _says_more(self, tokens: tuple[SentenceWord, ...], said: str) -> bool:
        """Return whether words are no mere remark: a number, a joint, or after a joint who else."""
        if is_doubtful(said) or is_length(said, self._book.scale.is_unit) or begins_joined(said):
            return True
        joint = next((at for at, one in enumerate(tokens) if one.text in _ELSE), len(tokens))
        after = frozenset[str]().union(*(one.keys for one in tokens[joint:]))
        return bool(after) and not after.isdisjoint(self._all_found.keys_of(self._offer("who", "who") or ()))

    def _is_nobody(self, first: int, end: int) -> bool:
        """Return whether words that could be newcomers are a number, a place, break off, or tell as what."""
        tokens = self._sentence.tokens
        begins, said = tokens[first], self._sentence.said(first, end)
        if begins.plain[0].isdigit() or begins.text in PREPOSITIONS or tokens[end - 1].text in ("and", "&"):
            return True
        if any(one.text in _NO_NAMES for one in tokens[first:end]) or begins.text in ("named", "called"):
            return True
        if said.islower() and not tokens[end - 1].keys.isdisjoint(_NEVER_MET):
            return True
        return first > 0 and said.islower() and (self._of_a_kind(first) or is_plural(said))

    def _of_a_kind(self, first: int) -> bool:
        """Return whether one of a kind is spoken of, "a wandering ogre", and nobody by a name."""
        return self._sentence.tokens[first - 1].text in _ONE

    def _is_marked(self, slot: Slotted, first: int) -> bool:
        """Return whether one of the prepositions of a slot stands before a word."""
        before = reversed(self._sentence.tokens[:first])
        return next((one.text in slot.markers for one in before if not one.article), False)


@lru_cache(maxsize=64)
def _keys_of_firsts(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name.casefold().split()[0] for name in names)


def _places_of(words: list[str], said: list[str]) -> Iterator[int]:
    """Yield where a name stands to the letter in the words of a sentence."""
    return (place for place in range(len(said)) if said[place : place + len(words)] == words)


def _distinguishes(word: str, field: str) -> bool:
    """Return whether a word can stand for the whole name that holds it, as ``thief`` for Orlo the thief.

    The name of the ``field`` itself cannot: weather is no weather of clear weather, nor are turns a turn key.
    """
    return word != field and word.isalpha() and word not in NO_NAME


def _begins_measure(token: SentenceWord, kind: str) -> bool:
    return token.plain[0].isdigit() or (kind in LENGTHS and (token.article or token.text.isalpha()))

"""A sentence fitted to a form: the ways in which its words can be the form's own, or fill its slots.

Each word is accounted for: as one of the form's own, in a slot, or as one that means nothing. Nothing here
knows a command.
"""

from __future__ import annotations

from itertools import islice, pairwise
from typing import TYPE_CHECKING

from turnkeeper.play.kernel.patterns import BY, MOST_PLACES, SUBJECTS, Reading, with_words
from turnkeeper.play.kernel.remarks import DOUBTFUL, ODD
from turnkeeper.play.kernel.sentence import PREPOSITIONS
from turnkeeper.play.kernel.several import is_numbered
from turnkeeper.spelling.plurals import is_plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from turnkeeper.play.kernel.patterns import Pattern, SlotFilled, Slotted
    from turnkeeper.play.kernel.phrases import SlotReader
    from turnkeeper.play.kernel.sentence import Sentence

MOST_TRIED = 300
NUMBERED = frozenset(("number", "points"))
"""Kinds of slot of which a number beside a name in the plural tells which or how many they are instead."""
_ANOTHER = frozenset(("him", "her", "it", "them"))
"""Whom an act befalls, right after its verb."""
DESCRIBED = 2
"""What it costs to leave out a word that only tells of what kind a thing is: "the rusty door"."""


def readings(
    pattern: Pattern, sentence: Sentence, reader: SlotReader, epithets: int = 0
) -> Iterator[Reading]:
    """Yield the ways in which a sentence can be read as a form.

    ``epithets`` are words, as bits, that may be left out before what the form means.
    """
    reach = [0]
    for slot in reversed(pattern.slots):
        taken = reader.reach(slot)
        if not (taken or slot.implied or not slot.required or pattern.is_free(slot)):
            return
        reach.append(reach[-1] | taken)
    reach.reverse()
    for used in islice(with_words(pattern.words, sentence.tokens, 0), MOST_PLACES):
        fit = _Fit(pattern, sentence, reader, used, reach, epithets=epithets)
        yield from islice(fit.readings(used, (), 0), MOST_TRIED)


class _Fit:
    """A form fitted to a sentence whose words for the form's own, its ``verb``, are given as bits.

    ``reach`` are the words that could be taken by the slots from each of them on.
    """

    def __init__(  # noqa: PLR0913 - a form, a sentence, and what is known of its words
        self,
        pattern: Pattern,
        sentence: Sentence,
        reader: SlotReader,
        verb: int,
        reach: Sequence[int],
        *,
        epithets: int,
    ) -> None:
        self._pattern = pattern
        self._sentence = sentence
        self._reader = reader
        said = (one.keyword for one in pattern.slots if one.required)
        self._act = verb & sentence.places(pattern.words[0]) if pattern.words else 0
        self._verb = verb or sentence.places(frozenset[str]().union(*said))
        self._reach = reach
        self._free = any(map(pattern.is_free, pattern.slots))
        self._epithets = epithets & ~(reach[0] | verb)
        self._empty = sentence.empty | self._epithets
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
            reading = (
                None
                if own is None or self._says_by_whom(own)
                else self._settled(taken | own.taken, (*others, own))
            )
            if reading is not None:
                yield reading

    def _says_by_whom(self, free: SlotFilled) -> bool:
        """Return whether free words tell who does it, for whom the form has a slot: "dagger by orc".

        Words that are understood and no part of the command are one thing: they join nobody to it.
        """
        if free.slot.aside and free.taken & self._sentence.places(frozenset(("and", "&"))):
            return True
        if not any(one.kind in SUBJECTS and "by" in one.markers for one in self._pattern.slots):
            return False
        tokens = self._sentence.tokens
        return any(
            free.taken >> place & 1 and first.text == "by" and not second.leads
            for place, (first, second) in enumerate(pairwise(tokens))
        )

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
        while place >= 0 and not used >> place & 1 and (tokens[place].leads or self._epithets >> place & 1):
            place -= 1
        found = place >= 0 and not used >> place & 1 and tokens[place].text in PREPOSITIONS
        return place if found else None

    def _settled(self, used: int, filled: tuple[SlotFilled, ...]) -> Reading | None:
        """Return the reading if each word that is left means nothing, with what it costs."""
        if any(self._acts(one, used) for one in filled) or self._takes_its_number(filled):
            return None
        cost, tokens = 0, self._sentence.tokens
        loose: dict[str, int] = {}
        for one in filled:
            place = self._before(one.first, used) if one.taken else None
            if place is None:
                apart = one.slot.aside and one.first and tokens[one.first - 1].text == ","
                cost += one.cost + _unmarked(one, used, filled) + ODD * apart
                if one.taken and not (one.slot.markers or one.slot.keyword):
                    loose[one.slot.field] = one.first
                continue
            if one.slot.bars(tokens[place].text):
                return None
            cost += one.cost + (0 if tokens[place].text in one.slot.markers else ODD)
            used |= 1 << place
        left = tuple(
            place
            for place, token in enumerate(tokens)
            if not (used >> place & 1 or token.filler or token.keys & self._pattern.spare)
        )
        if not all(self._describes(place, used) for place in left):
            return None
        cost += DESCRIBED * len(left)
        values = {one.slot.field: one.value for one in filled if not one.slot.aside}
        places = [loose[slot.field] for slot in self._pattern.slots if slot.field in loose]
        cost += ODD * sum(first > second for first, second in pairwise(places))
        cost += DOUBTFUL * self._is_numbered(filled)
        return Reading(values, cost + len(filled) - len(values), left)

    def _describes(self, place: int, used: int) -> bool:
        """Return whether a word only tells of what kind the thing after it is, which the form means."""
        tokens = self._sentence.tokens
        while self._epithets >> place & 1:
            place += 1
            if used >> place & 1:
                return not self._act >> place & 1
        return place < len(tokens) and tokens[place].text in self._pattern.spare

    def _is_numbered(self, filled: tuple[SlotFilled, ...]) -> bool:
        """Return whether a number stands right after a side in the singular: ``goblin 1`` is one of them.

        So it is with anybody else, where the number would be no part of the command.
        """
        unsaid = {one.first for one in filled if one.slot.aside and one.slot.kind in NUMBERED}
        ends = ((one.slot, one.taken.bit_length()) for one in filled if one.taken)
        return any(
            is_numbered(self._sentence.tokens, end)
            for slot, end in ends
            if slot.field == "side" or (slot.kind in SUBJECTS and end in unsaid)
        )

    def _takes_its_number(self, filled: tuple[SlotFilled, ...]) -> bool:
        """Return whether the number of who does it would be how much: "goblin 3 hits Varda" tells no 3.

        A number with its own word after it is how much: "fireball 3 damage to Varda".
        """
        figures = {
            one.first
            for one in filled
            if one.slot.kind in NUMBERED and not one.slot.aside and not self._is_told(one)
        }
        doers = (
            one.taken.bit_length() for one in filled if one.taken and one.slot.aside and one.slot.leading
        )
        return any(end in figures and is_numbered(self._sentence.tokens, end) for end in doers)

    def _is_told(self, one: SlotFilled) -> bool:
        """Return whether the word after a number is the one that the form has for it."""
        after, tokens = one.taken.bit_length(), self._sentence.tokens
        return after < len(tokens) and not one.slot.after.isdisjoint(tokens[after].keys)

    def _acts_on_another(self, slot: Slotted, after: int) -> bool:
        """Return whether what a slot says befalls another, told by the words after it: "Varda drops him"."""
        following = self._sentence.tokens[after : after + 2]
        if len(following) < 2 or slot.aside or not slot.leading:  # noqa: PLR2004 - the verb, and whom
            return False
        verb, whom = following
        return slot.kind == "several" and whom.text in _ANOTHER and verb.text.endswith("s")

    def _acts(self, one: SlotFilled, used: int) -> bool:
        """Return whether what a form does something to is who does it here: "Varda hits for 5".

        So it is with what one does it on, where the form has a place for who does it: "Bel aims for 2".
        """
        slot, after = one.slot, one.taken.bit_length()
        tokens = self._sentence.tokens
        if one.taken and self._acts_on_another(slot, after):
            return True
        if one.first or not one.taken or after >= len(tokens) or not used >> after & 1:
            return False
        if slot.kind == "what" and slot.markers:
            return any(each.kind in SUBJECTS and each.markers & BY for each in self._pattern.slots)
        if slot.kind not in SUBJECTS or slot.leading or slot.markers or slot.keyword:
            return False
        verb = tokens[after]
        return verb.text.endswith("s") and bool(verb.keys & {verb.text[:-1], verb.text[:-2]})


def _unmarked(one: SlotFilled, used: int, filled: Iterable[SlotFilled]) -> int:
    """Return the cost of a slot without its preposition: nothing for the subject of a sentence.

    A number beside a name in the plural says how many or which they are: ``six goblins attack``.
    """
    if not (one.slot.markers and one.taken):
        return 0
    if one.slot.kind in NUMBERED:
        beside = (str(other.value) for other in filled if other.taken & (one.taken << 1 | one.taken >> 1))
        return DOUBTFUL if any(map(is_plural, beside)) else ODD
    subject = one.slot.kind in SUBJECTS and one.slot.markers & BY and not used & ((1 << one.first) - 1)
    return 0 if subject else ODD * (1 + one.slot.aside)

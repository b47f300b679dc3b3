"""Which enquiry a text asks, and its answer.

Every word of a question is accounted for: it belongs to a form, names something, or means nothing. Only where
nothing else can be meant a question is read loosely, with a few words left out. Of ways to ask, the one that
leaves out the fewest words and has most of its own is meant; the order of the table decides nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain, islice

from msgspec import Struct

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.outcomes import NotUnderstood, QuestionAnswered
from turnkeeper.play.kernel.patterns import Pattern, Slotted, first_word, pattern_of, with_words
from turnkeeper.play.kernel.sentence import FILLERS, Sentence, read_sentence, words_in
from turnkeeper.views.enquiries.enquiry import Enquiry, EnquiryAsked, Unknown
from turnkeeper.views.enquiries.names import LISTED, MAY_BE_UNKNOWN, OPEN, mentions
from turnkeeper.views.enquiries.table import ENQUIRIES

LONGEST = 160
MOST_PLACES = 8
MOST_LEFT_OUT = 3
LEFT_OUT, NAMELESS = 10, 4
"""What a reading costs for a word that it leaves out, and for words that name nothing."""
BESIDE = words_in(
    "still yet currently right exactly roughly approximately know tell show say anyone's really any please "
    "actually whole total altogether quick quickly hey um so well sorry at moment "
    "today tonight more even or current do does did have has had got get gets left remaining remain been ' s"
)
"""Words that a question may hold besides its own."""
_TURNS = words_in(
    "not no never nobody none nothing without unless except if whether because but than would should "
    "nearest closest"
)
_WH = words_in("what when where who whose which how")
_BEFORE = FILLERS | BESIDE | words_in("wait check remind ask hold anyone anybody")
"""Words that can stand before a question."""
_ASKING_WORD = re.compile(r"\b(what|how|who|where|when)s\b", re.IGNORECASE)
_OPENS = words_in("have can could will")
_WHETHER = words_in("we they it any anyone anybody i")
"""How a question begins too: "have Orlo light a torch" and "can Orlo light a torch" are commands."""
_PROPOSALS = (("how", "about"), ("what", "about"), ("what", "if"))


class FoundEnquiry(Struct, frozen=True):
    """An enquiry that a text asks, with the names in it; the least ``rank`` is meant."""

    enquiry: Enquiry
    names: dict[str, object]
    rank: tuple[int, int, int]

    @property
    def whole(self) -> bool:
        """Return whether it is asked in several words of its form and nothing else."""
        return not self.names and self.rank[1] < -1


def answer(
    campaign: Campaign, text: str, otherwise: NotUnderstood | None = None, /
) -> QuestionAnswered | None:
    """Return the answer to a question; ``None`` for a text that asks none of these.

    A text that is not put as a question is one only in the words that name a thing, and not where it begins
    as a command does. One that was not understood ``otherwise`` is one all the same, and of a question the
    words that nothing accounts for are left out, unless it could want a command to be done.
    """
    sentence = read_sentence(_ASKING_WORD.sub(r"\1's", text)) if len(text) <= LONGEST else None
    if sentence is None or not sentence.tokens:
        return None
    asks, plainly = _asks(sentence), _led_by(sentence) in _WH
    ways = _by_word(named=not asks)
    found = list(_readings(campaign, sentence, ways, left_out=0))
    if not asks and otherwise is None and sentence.tokens[0].text in campaign.language.verbs:
        found = [one for one in found if one.whole]
    loose = otherwise is not None and asks and (plainly or not otherwise.guesses)
    if not found and loose and not any(one.text in _TURNS for one in sentence.tokens):
        found = list(_readings(campaign, sentence, ways, left_out=MOST_LEFT_OUT))
    if not found:
        return None
    least = min(one.rank for one in found)
    meant = {one.enquiry.name: one for one in found if one.rank == least}
    told = (one.enquiry.answers(EnquiryAsked(campaign, one.names)) for one in meant.values())
    lines = tuple(filter(None, chain.from_iterable(told)))
    return QuestionAnswered(" ".join(sorted(meant)), lines)


def _asks(sentence: Sentence) -> bool:
    """Return whether a sentence is put as a question, as "how about a rest" is not."""
    first, second = ((*(one.text for one in sentence.tokens[:2]), "", ""))[:2]
    begun = sentence.asks or (first in _OPENS and second in _WHETHER)
    return (first, second) not in _PROPOSALS and (begun or _led_by(sentence) in _WH)


def _led_by(sentence: Sentence) -> str:
    """Return the first word that means something in a question: ``how`` of "wait, how far is it"."""
    texts = (one.text for one in sentence.tokens)
    return next((one for one in texts if one not in _BEFORE), "")


@cache
def _by_word(*, named: bool) -> dict[str, list[tuple[Enquiry, str]]]:
    """Return the forms of every enquiry by each variant of the first of its words; or those that name it."""
    found: dict[str, list[tuple[Enquiry, str]]] = {}
    for one in ENQUIRIES:
        for form in one.names if named else (*one.forms, *one.names):
            for word in first_word(form):
                found.setdefault(word, []).append((one, form))
    return found


_pattern = cache(pattern_of.__wrapped__)


def _readings(
    campaign: Campaign, sentence: Sentence, by_word: dict[str, list[tuple[Enquiry, str]]], *, left_out: int
) -> Iterator[FoundEnquiry]:
    near = {form: (one, form) for key in ("", *sentence.keys) for one, form in by_word.get(key, ())}
    names = _Names(campaign, sentence)
    for one, form in near.values():
        pattern = _pattern(form)
        if any(sentence.keys.isdisjoint(word) for word in pattern.words):
            continue
        if not pattern.words and not sentence.text.rstrip().endswith("?"):
            continue
        for used in islice(with_words(pattern.words, sentence.tokens, 0), MOST_PLACES):
            found = names.fill(pattern, used, left_out)
            if found is not None:
                said, cost, taken = found
                yield FoundEnquiry(one, said, (cost, -len(pattern.words), -taken))


class _Names:
    """The names in one sentence, each kind looked for once."""

    def __init__(self, campaign: Campaign, sentence: Sentence) -> None:
        self.campaign = campaign
        self.sentence = sentence
        self._mentions: dict[str, list[tuple[int, object]]] = {}
        self._named: dict[tuple[str, str], object] = {}
        self._beside = sum(1 << at for at, one in enumerate(sentence.tokens) if one.text in BESIDE)
        first = next((at for at, one in enumerate(sentence.tokens) if one.text in _WH), 0)
        if all(one.text in _BEFORE for one in sentence.tokens[:first]):
            self._beside |= (1 << first) - 1

    def fill(self, pattern: Pattern, used: int, left_out: int) -> tuple[dict[str, object], int, int] | None:
        """Return the values of the slots, their cost, and the number of words taken; ``None`` for no fit."""
        tokens, names, cost, taken = self.sentence.tokens, dict[str, object](), 0, used
        spare = sum(1 << at for at, one in enumerate(tokens) if not one.keys.isdisjoint(pattern.spare))
        free = spare | self._beside | self.sentence.empty
        for slot in sorted(pattern.slots, key=lambda one: (one.kind in OPEN, not one.required)):
            found = self._listed(slot, taken) if slot.kind in LISTED else self._open(slot, taken, free)
            if found is None and slot.required:
                return None
            if found is not None:
                bits, names[slot.field] = found
                taken |= bits
                cost += NAMELESS * isinstance(found[1], Unknown)
                if left_out and isinstance(found[1], Unknown):
                    return None
        left = (1 << len(tokens)) - 1 & ~taken & ~free
        if left and not self._may_leave(left, left_out, len(pattern.words) + len(names)):
            return None
        return names, cost + LEFT_OUT * left.bit_count(), taken.bit_count()

    def _may_leave(self, left: int, most: int, own: int) -> bool:
        """Return whether words may be left out: no number, and never beside a single word that counts."""
        numbers = any(
            left >> at & 1 and not one.text.isalpha() for at, one in enumerate(self.sentence.tokens)
        )
        return own > 1 and left.bit_count() <= most and not numbers

    def _listed(self, slot: Slotted, taken: int) -> tuple[int, object] | None:
        if slot.kind not in self._mentions:
            self._mentions[slot.kind] = mentions(slot.kind, self.campaign, self.sentence)
        return next((one for one in self._mentions[slot.kind] if not one[0] & taken), None)

    def _open(self, slot: Slotted, taken: int, free: int) -> tuple[int, object] | None:
        """Return the words that fill an open slot: those after its own preposition, or the first left."""
        runs = list(self._runs(taken, free))
        marks = slot.markers | slot.keyword
        marked = [one for one in runs if one[1] in marks]
        if slot.keyword or (marks and not slot.required):
            runs = marked
        elif not slot.required or len(runs) > 1:
            runs = [one for one in runs if one[1] != "from" or "from" in marks]
        for bits, _, text in runs:
            key = slot.kind, text
            if key not in self._named:
                self._named[key] = OPEN[slot.kind](self.campaign, text)
            found = self._named[key]
            if found is not None and (not isinstance(found, Unknown) or slot.kind in MAY_BE_UNKNOWN):
                return bits, found
        return None

    def _runs(self, taken: int, free: int) -> Iterator[tuple[int, str, str]]:
        """Yield the stretches of words that are left: as bits, the word before each, and its text.

        An article or an ``of`` between two such words belongs to them: ``Cave of the Hush``.
        """
        tokens = self.sentence.tokens
        left = [not (taken | free) >> at & 1 for at in range(len(tokens))]
        at = 0
        while at < len(tokens):
            if not left[at]:
                at += 1
                continue
            last = end = at
            while end < len(tokens) and (left[end] or tokens[end].article or tokens[end].text == "of"):
                last = end if left[end] else last
                end += 1
            before = next((one.text for one in reversed(tokens[:at]) if not one.article), "")
            yield ((1 << last - at + 1) - 1) << at, before, self.sentence.said(at, last + 1).rstrip("?!.,")
            at = last + 1

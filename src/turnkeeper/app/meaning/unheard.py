"""Texts that mean nothing here: the word that no command has, and the commands that would do instead.

What such a text comes to without that word is offered by a number, never done: it is cut where a clause or a
circumstance begins or ends, and each part is read as a sentence is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice

from turnkeeper.app.meaning.saying import Meaning, Saying
from turnkeeper.app.outcomes import NotUnderstood, asked, note_of, numbered
from turnkeeper.play.kernel.language import Heard
from turnkeeper.play.kernel.patterns import holds
from turnkeeper.play.kernel.phrases import SlotReader
from turnkeeper.play.kernel.sentence import NUMBERS, OPERATORS, PREPOSITIONS, SUPPOSES, Sentence, SentenceWord
from turnkeeper.play.kernel.several import AllFound
from turnkeeper.play.kernel.slots import plain
from turnkeeper.play.kernel.speech import MOST_WAYS, SpeechError, UnknownVerbError, suggest

ALIKE = 72
"""How much of a word and a verb must agree, in hundredths, for the one to be suggested for the other."""
MOST_NAMES = 2
LONGEST_NOTE = 200
"""A longer text is not offered as a note: it was pasted."""
MOST_PARTS = 12
MOST_TOLD = 3
MOST_COST = 3
_JOINS = frozenset((",", ".", ":", ";", "-", "and", "then", "so", "but", "as", "while", "before", "after"))
"""Between these a text says one thing after another."""


def unheard_words(saying: Saying) -> tuple[SentenceWord, ...]:
    """Return the words of a text that no command and no name has, nor are numbers."""
    sentence = saying.sentence
    if sentence is None:
        return ()
    known = (saying.language.own_words, saying.known)
    return tuple(
        one
        for one in sentence.tokens
        if one.text.isalpha()
        and one.text not in NUMBERS
        and all(map(one.keys.isdisjoint, known))
        and not saying.language.book.scale.is_unit(one.text)
    )


def unheard_names(saying: Saying) -> tuple[str, ...]:
    """Return the names in a text that are not here: unheard words, each with the number after it."""
    sentence = saying.sentence
    if sentence is None:
        return ()
    tokens, found = sentence.tokens, []
    for word in unheard_words(saying)[:MOST_NAMES]:
        if word.text in SUPPOSES | OPERATORS:
            continue
        after = tokens.index(word) + 1
        numbered = after < len(tokens) and tokens[after].text.isdecimal()
        found.append(sentence.said(after - 1, after + numbered))
    return tuple(found)


def gist(saying: Saying) -> list[Heard]:
    """Return the meanings of parts of a text, the part that keeps the most first, each command once.

    A text that denies or asks something comes to nothing.
    """
    sentence = saying.sentence
    if sentence is None or sentence.asks or any(one.text in OPERATORS for one in sentence.tokens):
        return []
    found: dict[str, Heard] = {}
    for part in islice(_parts(sentence, unheard_words(saying)), MOST_PARTS):
        for one in saying.hear(part):
            if one.cost <= MOST_COST and one.own:
                found.setdefault(one.said.text, one)
    return [*found.values()]


def _parts(sentence: Sentence, unheard: tuple[SentenceWord, ...]) -> Iterator[str]:
    """Yield the parts of a sentence between its clauses, without unheard words, the longest first."""
    tokens = sentence.tokens
    odd = {one.start for one in unheard}
    cuts = [at for at, one in enumerate(tokens) if one.text in _JOINS or one.text in PREPOSITIONS]
    spans = {(first, last) for first in (0, *cuts) for last in (*cuts, len(tokens)) if first < last}
    said: dict[str, int] = {}
    for first, last in spans:
        kept = [one for one in tokens[first:last] if one.start not in odd and one.text not in _JOINS]
        # A number that is left out changes what is meant more than a word does.
        weight = sum(3 if one.text.isdecimal() or one.text in NUMBERS else 1 for one in kept)
        part = " ".join(sentence.text[one.start : one.end] for one in kept)
        if len(kept) < len(tokens) and part:
            said[part] = max(weight, said.get(part, 0))
    yield from sorted(said, key=lambda part: (-said[part], part))


def _forms_near(saying: Saying) -> list[str]:
    """Return the forms, as help shows them, whose own words a text holds, the most of them first.

    What it could fill a slot with counts as much. A form is left out with which a text has no more than a
    common word, and one that takes listed names, where nothing is listed now.
    """
    sentence, language = saying.sentence, saying.language
    if sentence is None:
        return []
    found: dict[str, int] = {}
    slotted = AllFound()
    for one, form, pattern in language.near(sentence):
        shown = next(iter(one.forms(language.book)), form)
        if pattern.bare or not saying.serves(one) or not holds(pattern, sentence):
            continue
        required = [slot for slot in pattern.slots if slot.required]
        lists = (saying.offers(one, slot.field, slot.kind) for slot in required)
        if not all(values is None or any(True for _ in values) for values in lists):
            continue
        reader = SlotReader(sentence, language.book, partial(saying.offers, one), slotted)
        filled = sum(bool(reader.reach(slot)) for slot in required)
        if required and not filled and shown.text.partition(" ")[0] not in sentence.keys:
            continue
        shown_as = plain(shown.text)
        found[shown_as] = max(found.get(shown_as, 0), len(pattern.words) + filled)
    return sorted(found, key=lambda form: (-found[form], len(form), form))[:MOST_WAYS]


def not_understood(saying: Saying, fault: SpeechError, known: Iterable[str]) -> Meaning:
    """Return the fault of a text with what would be understood: by its meaning first, by its letters last.

    Where the first word is known, the word that no command has is at fault. What the text comes to is
    offered by number, and so is a note of it.
    """
    parts = gist(saying)
    near = tuple(one.said.text for one in parts if saying.allows(one.said))[:MOST_TOLD]
    if len(parts) == 1 and not near:
        return parts[0].said  # the rules say why not
    if not isinstance(fault, UnknownVerbError):
        return NotUnderstood(fault.message, fault.hint, fault.column)
    message, column, unheard = fault.message, fault.column, unheard_words(saying)
    said = fault.text.strip()
    if not unheard and " " in said:
        message, column = "this is not understood as a whole", 1
    elif unheard and unheard[0].start + 1 != column:
        message, column = f"{unheard[0].text[:40]!r} is not understood", unheard[0].start + 1
    if " " in said and len(said) <= LONGEST_NOTE and near:
        hint = f"{numbered(near, ', ')}, {len(near) + 1} to note it"
        return NotUnderstood(message, hint, column, (*near, note_of(said)))
    if near:
        return asked(message, near, column)
    ways = _forms_near(saying)
    hint = f"say: {' or '.join(ways)}" if ways else suggest(fault.verb, known, ALIKE)
    if " " not in said or len(said) > LONGEST_NOTE:
        return NotUnderstood(message, hint, column)
    return NotUnderstood(message, f"{hint}; say 1 to note it", column, (note_of(said),))

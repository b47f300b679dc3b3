"""Texts that mean nothing here: the word that no command has, and the commands that would do instead."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from turnkeeper.app.meaning.joined import asked, numbered
from turnkeeper.app.outcomes import NotUnderstood
from turnkeeper.play.kernel.declare import Declared
from turnkeeper.play.kernel.language import Language, Offers
from turnkeeper.play.kernel.patterns import holds
from turnkeeper.play.kernel.phrases import AllFound, SlotReader
from turnkeeper.play.kernel.sentence import NUMBERS, SentenceWord, read_sentence
from turnkeeper.play.kernel.slots import plain
from turnkeeper.play.kernel.speech import MOST_WAYS, SpeechError, UnknownVerbError, in_quotes, suggest

ALIKE = 72
"""How much of a word and a verb must agree, in hundredths, for the one to be suggested for the other."""
MOST_NAMES = 2
LONGEST_NOTE = 200
"""A longer text is not offered as a note: it was pasted."""


def unheard_words(
    language: Language, text: str, offers: Offers, serves: Callable[[Declared], bool]
) -> tuple[SentenceWord, ...]:
    """Return the words of a text that no command and no name has, nor are numbers."""
    sentence = read_sentence(text)
    if sentence is None:
        return ()
    known = language.known(offers, serves) | language.words | NUMBERS.keys()
    return tuple(
        one
        for one in sentence.tokens
        if one.text.isalpha() and one.keys.isdisjoint(known) and not language.book.scale.is_unit(one.text)
    )


def unheard_names(text: str, unheard: tuple[SentenceWord, ...]) -> tuple[str, ...]:
    """Return the names in a text that are not here: unheard words, each with the number after it."""
    sentence = read_sentence(text)
    if sentence is None:
        return ()
    tokens, found = sentence.tokens, []
    for word in unheard[:MOST_NAMES]:
        after = tokens.index(word) + 1
        numbered = after < len(tokens) and tokens[after].text.isdecimal()
        found.append(sentence.said(after - 1, after + numbered))
    return tuple(found)


def forms_near(
    language: Language, text: str, offers: Offers, serves: Callable[[Declared], bool]
) -> list[str]:
    """Return the forms, as help shows them, whose own words a text holds, the most of them first.

    What it could fill a slot with counts as much. A form is left out with which a text has no more than a
    common word, and one that takes listed names, where nothing is listed now.
    """
    sentence = read_sentence(text)
    if sentence is None:
        return []
    found: dict[str, int] = {}
    slotted: AllFound = {}
    for one, form, pattern in language.near(sentence):
        shown = next(iter(one.forms(language.book)), form)
        if pattern.bare or not serves(one) or not holds(pattern, sentence):
            continue
        required = [slot for slot in pattern.slots if slot.required]
        lists = (offers(one, slot.field, slot.kind) for slot in required)
        if not all(values is None or any(True for _ in values) for values in lists):
            continue
        reader = SlotReader(sentence, language.book, partial(offers, one), slotted)
        filled = sum(bool(reader.reach(slot)) for slot in required)
        if required and not filled and shown.text.partition(" ")[0] not in sentence.keys:
            continue
        shown_as = plain(shown.text)
        found[shown_as] = max(found.get(shown_as, 0), len(pattern.words) + filled)
    return sorted(found, key=lambda form: (-found[form], len(form), form))[:MOST_WAYS]


def not_understood(
    fault: SpeechError,
    unheard: tuple[SentenceWord, ...],
    near: list[str],
    ways: list[str],
    known: Iterable[str],
) -> NotUnderstood:
    """Return the fault of a text with what would be understood: by its meaning first, by its letters last.

    Where the first word is known, the word that no command has is at fault. What the text comes to is
    offered by number, and so is a note of it.
    """
    if not isinstance(fault, UnknownVerbError):
        return NotUnderstood(fault.message, fault.hint, fault.column)
    message, column = fault.message, fault.column
    said = fault.text.strip()
    if not unheard and " " in said:
        message, column = "this is not understood as a whole", 1
    elif unheard and unheard[0].start + 1 != column:
        message, column = f"{unheard[0].text[:40]!r} is not understood", unheard[0].start + 1
    hint = f"say: {' or '.join(ways)}" if ways else suggest(fault.verb, known, ALIKE)
    if " " not in said or len(said) > LONGEST_NOTE:
        return asked(message, tuple(near), column) if near else NotUnderstood(message, hint, column)
    hint = f"{numbered(tuple(near), ', ')}, " if near else f"{hint}; say "
    return NotUnderstood(
        message, f"{hint}{len(near) + 1} to note it", column, (*near, f"note {in_quotes(said)}")
    )

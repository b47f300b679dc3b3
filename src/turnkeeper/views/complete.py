"""Completion: what could be said next, word by word, from the declared forms and from the state.

A front end gives the text up to the cursor and gets whole pieces with the place where each begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, takewhile

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.app.campaign import Campaign
from turnkeeper.play.dungeon.activity import Do
from turnkeeper.play.kernel.declare import Declared
from turnkeeper.play.kernel.slots import KINDS
from turnkeeper.play.kernel.speech import (
    Literal,
    Optional,
    Part,
    Slot,
    SpeechError,
    literals,
    quote,
    read_form,
)
from turnkeeper.play.registry import REGISTRY
from turnkeeper.rules.book import Rulebook
from turnkeeper.views.parts.saying import time_taken

LONGEST = 200
MOST_WORDS = 12
MOST_WAYS = 2000
MOST_VALUES = 200
"""The most values that are offered for a slot; a large map has thousands of names."""
_WORD = re.compile(r'"[^"]*"?|\S+')


class Completion(Struct, frozen=True):
    """A piece of text, the column (from 0) where it begins, and its meaning."""

    text: str
    start: int
    meaning: str


class Expected(Struct, frozen=True):
    """A part of a form that the end of a text could belong to, and the column (from 0) where it begins."""

    command: Declared
    form: str
    part: Literal | Slot
    start: int


def complete(campaign: Campaign, text: str) -> list[Completion]:
    """Return the words that could end a text, in the order declared, each once.

    A word that begins several commands means the one that it is by itself, if it is one.
    """
    found: dict[tuple[int, str], Completion] = {}
    for one in expected(campaign, text):
        for piece in _offered(campaign, text, one):
            before = found.setdefault((piece.start, piece.text), piece)
            if before.meaning != piece.meaning:
                found[piece.start, piece.text] = replace(before, meaning=_meaning(campaign, before))
    return list(found.values())


def _meaning(campaign: Campaign, piece: Completion) -> str:
    """Return the meaning of a word that several commands begin with: by itself, else of the first command."""
    try:
        kind = type(campaign.language.parse(piece.text))
    except SpeechError:
        return piece.meaning
    return next(
        _does(one, piece.text, campaign.book) for one in campaign.language.declared if one.command is kind
    )


def _does(command: Declared, word: str, book: Rulebook) -> str:
    """Return the meaning of a command that begins so; of an activity, the time that it takes."""
    said = book.set.activities.values() if command.command is Do else ()
    activity = next((one for one in said if any(each.split()[0] == word for each in one.says)), None)
    return command.help if activity is None else f"Takes {time_taken(activity, book)}."


def expected(campaign: Campaign, text: str) -> Iterator[Expected]:
    """Yield what could come next: each part of each form to which the end of a text could belong."""
    words = list(_WORD.finditer(text))
    if len(text) > LONGEST or len(words) > MOST_WORDS:
        return
    begun = words.pop().start() if words and not text[-1:].isspace() else len(text)
    said = [word[0].casefold() for word in words]
    starts = [word.start() for word in words]
    for command, form in campaign.language.forms:
        if said and form.text.split(maxsplit=1)[0] != said[0]:
            continue
        if not REGISTRY.serves(command, campaign.book, form):
            continue
        for part, at in islice(_expected(read_form(form.text), said, 0), MOST_WAYS):
            yield Expected(command, form.text, part, starts[at] if at < len(starts) else begun)


def _expected(parts: tuple[Part, ...], said: list[str], at: int) -> Iterator[tuple[Literal | Slot, int]]:
    """Yield each part that the word under way could belong to, and the word with which that part begins."""
    if not parts:
        return
    first, rest = parts[0], parts[1:]
    match first:
        case Literal(word=word):
            if at == len(said):
                yield first, at
            elif said[at] == word:
                yield from _expected(rest, said, at + 1)
        case Optional(parts=inner):
            yield from _expected(inner + rest, said, at)
            yield from _expected(rest, said, at)
        case Slot():
            # A slot ends before the next word of the form, as it does when a command is read.
            reserved = frozenset(literals(rest))
            own = list(takewhile(lambda word: word not in reserved, said[at:]))
            if at + len(own) == len(said):
                yield first, at
            for last in range(at, at + len(own)):
                yield from _expected(rest, said, last + 1)


def _offered(campaign: Campaign, text: str, one: Expected) -> Iterator[Completion]:
    begun = text[one.start :].casefold()
    if isinstance(one.part, Literal):
        if one.part.word.startswith(begun):
            does = "" if one.start else _does(one.command, one.part.word, campaign.book)
            yield Completion(one.part.word, one.start, does)
        return
    begun = begun.lstrip('"')
    values = REGISTRY.values(one.command, one.part.field, one.part.kind)
    offered = () if values is None else values(campaign.state, campaign.book)
    fitting = (value for value in offered if value.casefold().startswith(begun))
    for value in islice(fitting, MOST_VALUES):
        yield Completion(quote(value, frozenset()), one.start, KINDS[one.part.kind].shown)

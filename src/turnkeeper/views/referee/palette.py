"""The command palette: completions, the open place of a command, and the faults so far.

Completion with everything around it that a person wants to see while they type. It must not know how it is
drawn.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, assert_never

from msgspec import Struct

from turnkeeper.app.log import recent_commands
from turnkeeper.play.kernel.slots import KINDS
from turnkeeper.play.kernel.speech import Literal, Optional, Part, Slot, SpeechError, read_form
from turnkeeper.views.complete import Completion, Expected, complete, expected
from turnkeeper.views.handbook import examples
from turnkeeper.views.referee import own_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnkeeper.app.campaign import Campaign

MOST_OFFERS = 60
MOST_FORMS = 4
MOST_RECENT = 5
_LOOKED_BACK = 40


class Suggestion(Struct, frozen=True):
    """A piece that could stand at a column (from 0); ``whole`` when the text is a command with it."""

    text: str
    start: int
    meaning: str
    whole: bool


class FormHint(Struct, frozen=True):
    """A form that the text could become, cut around the place that is open now, with its help."""

    before: str
    now: str
    after: str
    help: str
    example: str


class Wrong(Struct, frozen=True):
    """Why a text is no command: the text cut where it goes wrong, the message, what would work."""

    before: str
    at: str
    message: str
    hint: str


class Suggestions(Struct, frozen=True):
    """The palette for a text: offers and how many more there are, forms, and the fault.

    ``recent`` is offered when nothing has been typed. ``whole`` tells that the text can be said as it is.
    """

    text: str
    whole: bool
    recent: tuple[str, ...]
    offers: tuple[Suggestion, ...]
    more: int
    forms: tuple[FormHint, ...]
    wrong: Wrong | None


def suggestions(campaign: Campaign, text: str) -> Suggestions:
    """Return the palette for the text up to the cursor."""
    found = [*complete(campaign, text), *own_words.offered(campaign, text)]
    shown = tuple(_offer(campaign, text, one) for one in found[:MOST_OFFERS])
    typed = bool(text.strip())
    wrong = _wrong(campaign, text) if typed else None
    return Suggestions(
        text,
        # After a blank something more is meant to come.
        typed and wrong is None and not text[-1].isspace(),
        () if typed else _recent(campaign),
        shown,
        len(found) - len(shown),
        tuple(islice(_forms(campaign, expected(campaign, text)), MOST_FORMS)) if typed else (),
        # What can still become a command is not called wrong while somebody types it.
        None if found else wrong,
    )


def _offer(campaign: Campaign, text: str, one: Completion) -> Suggestion:
    whole = _wrong(campaign, text[: one.start] + one.text) is None
    return Suggestion(one.text, one.start, one.meaning, whole)


def _recent(campaign: Campaign) -> tuple[str, ...]:
    latest_first = reversed(recent_commands(campaign, _LOOKED_BACK))
    return tuple(islice(dict.fromkeys(latest_first), MOST_RECENT))


def _wrong(campaign: Campaign, text: str) -> Wrong | None:
    """Return why a text is no command; ``None`` for one that can be said."""
    own = own_words.word_of(campaign, text)
    try:
        if own is not None:
            own_words.require_sayable(text, own)
        else:
            campaign.parse(text)
    except SpeechError as fault:
        at = fault.column - 1
        return Wrong(text[:at], text[at:], fault.message, fault.hint)
    return None


def _forms(campaign: Campaign, found: Iterable[Expected]) -> Iterator[FormHint]:
    """Yield each form once, marked at the first place that is open."""
    shown = examples(campaign.book)
    seen: set[str] = set()
    for one in found:
        if one.form in seen or not one.start:
            continue
        seen.add(one.form)
        pieces = list(_pieces(read_form(one.form), one.part))
        now = next((index for index, (_, here) in enumerate(pieces) if here), len(pieces))
        before, after = (" ".join(text for text, _ in part) for part in (pieces[:now], pieces[now + 1 :]))
        example = next(iter(shown[one.command.command]), "")
        yield FormHint(before, pieces[now][0] if now < len(pieces) else "", after, one.command.help, example)


def _pieces(parts: Iterable[Part], now: Literal | Slot) -> Iterator[tuple[str, bool]]:
    """Yield the words of a form as help shows them, and whether each is the place that is open."""
    for part in parts:
        match part:
            case Literal(word=word):
                yield word, part is now
            case Slot(kind=kind):
                yield KINDS[kind].shown, part is now
            case Optional(parts=inner):
                yield from _bracketed(list(_pieces(inner, now)))
            case _:
                assert_never(part)


def _bracketed(pieces: list[tuple[str, bool]]) -> Iterator[tuple[str, bool]]:
    for index, (text, here) in enumerate(pieces):
        opens, closes = "[" * (index == 0), "]" * (index == len(pieces) - 1)
        yield f"{opens}{text}{closes}", here

"""The command palette: completions, the open place of a command, and the faults so far.

Completion with everything around it that a person wants to see while they type. It must not know how it is
drawn.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, assert_never

from msgspec import Struct

from turnkeeper.app.log import recent_commands
from turnkeeper.app.outcomes import NotUnderstood
from turnkeeper.app.understanding import understand
from turnkeeper.app.words import words_on
from turnkeeper.play.kernel.slots import KINDS
from turnkeeper.play.kernel.speech import Literal, Optional, Part, Slot, SpeechError, read_form
from turnkeeper.views.complete import Completion, Expected, complete, expected
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

    ``recent`` is offered when nothing has been typed. ``whole`` tells that the text can be said as it is,
    ``understood`` which command it is, where it says it in other words.
    """

    text: str
    whole: bool
    recent: tuple[str, ...]
    offers: tuple[Suggestion, ...]
    more: int
    forms: tuple[FormHint, ...]
    wrong: Wrong | None
    understood: str


def suggestions(campaign: Campaign, text: str) -> Suggestions:
    """Return the palette for the text up to the cursor."""
    found = [*complete(campaign, text), *own_words.offered(campaign, text)]
    shown = tuple(_offer(campaign, text, one) for one in found[:MOST_OFFERS])
    typed = bool(text.strip())
    meant = _meant(campaign, text) if typed else ""
    whole = typed and isinstance(meant, str)
    return Suggestions(
        text,
        # After a blank something more is meant to come.
        whole and not text[-1].isspace(),
        () if typed else _recent(campaign),
        shown,
        len(found) - len(shown),
        tuple(islice(_forms(expected(campaign, text)), MOST_FORMS)) if typed else (),
        # What can still become a command is not called wrong while somebody types it.
        meant if isinstance(meant, Wrong) and not found else None,
        meant if isinstance(meant, str) and meant.casefold() != " ".join(text.split()).casefold() else "",
    )


def _offer(campaign: Campaign, text: str, one: Completion) -> Suggestion:
    meant = _meant(campaign, text[: one.start] + one.text)
    return Suggestion(one.text, one.start, one.meaning, isinstance(meant, str))


def _recent(campaign: Campaign) -> tuple[str, ...]:
    latest_first = reversed(recent_commands(campaign, _LOOKED_BACK))
    return tuple(islice(dict.fromkeys(latest_first), MOST_RECENT))


def _meant(campaign: Campaign, text: str) -> str | Wrong:
    """Return the command that a text means, in its canonical form, or why it is none."""
    own = own_words.word_of(campaign, text)
    try:
        if own is not None:
            own_words.require_sayable(text, own)
            return text
        said = understand(campaign, text, (one.word for one in words_on("screen")))
    except SpeechError as fault:
        said = NotUnderstood(fault.message, fault.hint, fault.column)
    if isinstance(said, NotUnderstood):
        at = said.column - 1
        return Wrong(text[:at], text[at:], said.message, said.hint)
    return said.text


def _forms(found: Iterable[Expected]) -> Iterator[FormHint]:
    """Yield each form once, marked at the first place that is open."""
    seen: set[str] = set()
    for one in found:
        if one.form in seen or not one.start:
            continue
        seen.add(one.form)
        pieces = list(_pieces(read_form(one.form), one.part))
        now = next((index for index, (_, here) in enumerate(pieces) if here), len(pieces))
        before, after = (" ".join(text for text, _ in part) for part in (pieces[:now], pieces[now + 1 :]))
        example = next(iter(one.command.examples), "")
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

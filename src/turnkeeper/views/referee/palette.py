"""The command palette: completions, the open place of a command, and the faults so far.

Completion with everything around it that a person wants to see while they type, and the session's own words
(`app.words`) with what could be said with each. It must not know how it is drawn, nor which pages words open.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from itertools import islice
from typing import assert_never

from msgspec import Struct

from turnkeeper.app import branches, log, loose_dice
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.outcomes import NotUnderstood, QuestionAnswered
from turnkeeper.app.understanding import understand
from turnkeeper.app.words import OwnWord, read_own, require_number, words_on
from turnkeeper.play.kernel.language import Understood
from turnkeeper.play.kernel.slots import KINDS
from turnkeeper.play.kernel.speech import Literal, Optional, Part, Slot, SpeechError, read_form
from turnkeeper.views.command_forms import beginning, begun
from turnkeeper.views.complete import Completion, Expected, complete, expected
from turnkeeper.views.doable import is_possible, is_ready
from turnkeeper.views.enquiries.reading import answer
from turnkeeper.views.handbook import examples, handbook
from turnkeeper.views.parts.command_ways import entries
from turnkeeper.views.parts.saying import shortened
from turnkeeper.views.referee.tree import ends

MOST_OFFERS = 60
MOST_FORMS = 4
MOST_FILLABLE = 3
MOST_RECENT = 5
_LOOKED_BACK = 40
FEW = 9
MOST_LINES = 24
LONGEST = 60


class Suggestion(Struct, frozen=True):
    """A piece that could stand at a column (from 0); ``whole`` when the text is a command with it.

    One that is not ``ready`` would be refused just now, whatever else was said with it.
    """

    text: str
    start: int
    meaning: str
    whole: bool
    ready: bool = True


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


class FillableForm(Struct, frozen=True):
    """A form in which a text could be filled in: its id and name."""

    id: str
    title: str


class Suggestions(Struct, frozen=True):
    """The palette for a text: offers, how many more there are, spoken forms, forms to fill in, the fault.

    ``recent`` is what was said lately and could be said again, where nothing has been typed. What would be
    refused just now stands last among the ``offers``. ``whole`` tells that the text can be said as it is,
    ``understood`` which command it is, where it says it in other words, and ``left`` what that leaves out; a
    question has its ``answer``.
    """

    text: str
    whole: bool
    recent: tuple[str, ...]
    offers: tuple[Suggestion, ...]
    more: int
    forms: tuple[FormHint, ...]
    wrong: Wrong | None
    understood: str
    fillable: tuple[FillableForm, ...] = ()
    left: tuple[str, ...] = ()
    answer: tuple[str, ...] = ()


def suggestions(campaign: Campaign, text: str) -> Suggestions:
    """Return the palette for the text up to the cursor."""
    found = [*complete(campaign, text), *_own_words(campaign, text)]
    typed = bool(text.strip())
    meant = _meant(campaign, text) if typed else Wrong("", "", "", "")
    understood = meant.text if isinstance(meant, Understood) else ""
    answered = meant.answer if isinstance(meant, QuestionAnswered) else ()
    return Suggestions(
        text,
        # After a blank something more is meant to come.
        not isinstance(meant, Wrong) and not text[-1].isspace(),
        () if typed else tuple(islice(_said_lately(campaign), MOST_RECENT)),
        tuple(_offers(campaign, text, found)),
        max(0, len(found) - MOST_OFFERS),
        tuple(islice(_forms(campaign, expected(campaign, text)), MOST_FORMS)) if typed else (),
        # What can still become a command is not called wrong while it is typed.
        meant if typed and isinstance(meant, Wrong) and not found else None,
        understood if understood.casefold() != " ".join(text.split()).casefold() else "",
        () if answered else tuple(islice(_fillable(campaign, text), MOST_FILLABLE)),
        meant.left if isinstance(meant, Understood) else (),
        answered,
    )


def _said_lately(campaign: Campaign) -> Iterator[str]:
    """Yield what was said lately and would be done again now, each once, the latest first."""
    for text in dict.fromkeys(reversed(log.recent_commands(campaign, _LOOKED_BACK))):
        if is_possible(campaign, campaign.parse(text).command):
            yield text


def _offers(campaign: Campaign, text: str, found: list[Completion]) -> list[Suggestion]:
    """Return the pieces as they are offered: what could be done now before what would be refused."""
    verbs = {one.text for one in found if not one.start and one.text in campaign.language.verbs}
    every = [one for one in entries(campaign.book).values() if one.verb in verbs]
    refused = verbs - {one.verb for one in every if is_ready(campaign, one)}
    found = sorted(found, key=lambda one: one.text in refused)
    made = [_suggestion(campaign, text, one, refused) for one in found[:MOST_OFFERS]]
    return sorted(made, key=lambda one: not one.ready)


def _suggestion(campaign: Campaign, text: str, one: Completion, refused: Container[str]) -> Suggestion:
    meant = _meant(campaign, text[: one.start] + one.text)
    ready = one.text not in refused
    if one.start and isinstance(meant, Understood):
        ready = is_possible(campaign, meant.command)
    return Suggestion(one.text, one.start, one.meaning, whole=not isinstance(meant, Wrong), ready=ready)


def _fillable(campaign: Campaign, text: str) -> Iterator[FillableForm]:
    """Yield the forms for a text: that of the command that it says, then of those it could become."""
    said = begun(campaign, text)
    meant = () if said is None else (said[0],)
    for one in dict.fromkeys(one.id for one in (*meant, *beginning(campaign, text))):
        entry = entries(campaign.book)[one]
        if any(way.kinds for way in entry.ways):
            yield FillableForm(one, entry.title)


def _meant(campaign: Campaign, text: str) -> Understood | QuestionAnswered | str | Wrong:
    """Return the command that a text means, the answer to a question, a word of the session, or the fault."""
    own = _word_of(campaign, text)
    try:
        if own is not None:
            if own[1] and own[0].counted:
                require_number(text, own[1])
            return text
        if (answered := answer(campaign, text)) is not None:
            return answered
        said = understand(campaign, text, (one.word for one in words_on("screen")))
    except SpeechError as fault:
        said = NotUnderstood(fault.message, fault.hint, fault.column)
    if isinstance(said, NotUnderstood):
        if (answered := answer(campaign, text, said)) is not None:
            return answered
        at = said.column - 1
        return Wrong(text[:at], text[at:], said.message, said.hint)
    return said


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
                pieces = list(_pieces(inner, now))
                for index, (text, here) in enumerate(pieces):
                    yield f"{'[' * (index == 0)}{text}{']' * (index == len(pieces) - 1)}", here
            case _:
                assert_never(part)


# The words of the session

_EXAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "log": (("50", "its last 50 lines"), ("200", "its last 200 lines")),
    "export": (("playthrough", "a text that people can read"), ("file", "all of it, branches too")),
    "dice": loose_dice.EXAMPLES,
    "odds": loose_dice.EXAMPLES,
}


def _word_of(campaign: Campaign, text: str) -> tuple[OwnWord, str] | None:
    """Return the word of the screen that a text begins with, and its rest; ``None`` for a command."""
    own = read_own(text, campaign.language.verbs)
    return own if own is not None and own[0] in words_on("screen") else None


def _own_words(campaign: Campaign, text: str) -> Iterator[Completion]:
    """Yield the words of the session that begin so, or what could be said with one.

    An argument is completed by its meaning as well: ``go oak`` finds the commit that speaks of the oak.
    """
    begun = text.lstrip().casefold()
    own = _word_of(campaign, text) if " " in begun or begun.startswith("?") else None
    if own is None:
        for one in words_on("screen"):
            if one.word.startswith(begun) and one.word not in campaign.language.verbs:
                yield Completion(one.word, 0, one.meaning)
        return
    word, rest = own
    begun, start = rest.casefold(), len(text.rstrip()) - len(rest) if rest else len(text)
    for piece, meaning in _EXAMPLES.get(word.word) or _arguments(campaign, word.word):
        if piece.startswith(begun) or (len(begun) > 1 and begun in meaning.casefold()):
            yield Completion(piece, start, meaning)


def _arguments(campaign: Campaign, word: str) -> Iterator[tuple[str, str]]:
    """Yield what could be said with a word just now, each with its meaning."""
    match word:
        case "undo":
            for number, (summary, _) in enumerate(branches.commits_behind(campaign, FEW), 1):
                yield str(number), f"back before: {shortened(summary, LONGEST)}"
        case "redo":
            for number, one in enumerate(branches.commits_ahead(campaign, FEW), 1):
                yield str(number), f"as far as: {shortened(one.summary, LONGEST)}"
        case "help":
            yield from ((one.verbs[0], one.help) for one in handbook(campaign.language) if one.offered)
        case "go":
            yield from _commits(campaign)
        case "why":
            for line in reversed(log.latest(campaign, MOST_LINES)):
                if line.rule:
                    yield str(line.number), shortened(str(line), LONGEST)
        case _:
            return


def _commits(campaign: Campaign) -> Iterator[tuple[str, str]]:
    """Yield the ends of the other branches, the latest first, then what lies behind on this one."""
    for end in ends(campaign)[0]:
        if not end.here:
            yield end.id[: branches.SHORT], f"{shortened(end.summary, LONGEST)}, {end.at}"
    for _, back in branches.commits_behind(campaign, FEW):
        yield back[: branches.SHORT], f"back to: {shortened(campaign.store.commit(back).summary, LONGEST)}"

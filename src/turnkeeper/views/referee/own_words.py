"""The words of the session as the screen offers them: what could be said with each just now.

The table of them is `app.words`; the pages they open are the front end's, and this module must not know them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.app import branches, log, loose_dice
from turnkeeper.app.words import OwnWord, read_own, require_number, words_on
from turnkeeper.views.complete import Completion
from turnkeeper.views.handbook import handbook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnkeeper.app.campaign import Campaign

FEW = 9
MOST_LINES = 24
LONGEST = 60


def _undone(campaign: Campaign) -> Iterator[tuple[str, str]]:
    for number, (summary, _) in enumerate(branches.commits_behind(campaign, FEW), 1):
        yield str(number), f"back before: {_short(summary)}"


def _redone(campaign: Campaign) -> Iterator[tuple[str, str]]:
    for number, (summary, _) in enumerate(branches.commits_ahead(campaign, FEW), 1):
        yield str(number), f"as far as: {_short(summary)}"


def _commits(campaign: Campaign) -> Iterator[tuple[str, str]]:
    """Yield the ends of the other branches, the latest first, then what lies behind on this one."""
    for end in reversed(branches.branches(campaign)):
        if not end.here:
            yield end.id[: branches.SHORT], f"{_short(end.summary)}, {end.at}"
    at = campaign.head
    for _ in range(FEW):
        if at.parent is None:
            return
        at = campaign.store.commit(at.parent)
        yield at.id[: branches.SHORT], f"back to: {_short(at.summary)}"


def _lines(campaign: Campaign) -> Iterator[tuple[str, str]]:
    for line in reversed(log.latest(campaign, MOST_LINES)):
        if line.rule:
            yield str(line.number), _short(str(line))


def _verbs(campaign: Campaign) -> Iterator[tuple[str, str]]:
    for topic in handbook(campaign.language):
        if topic.offered:
            yield topic.verbs[0], topic.help


def _some_lines(_campaign: Campaign) -> Iterator[tuple[str, str]]:
    yield "50", "its last 50 lines"
    yield "200", "its last 200 lines"


def _forms(_campaign: Campaign) -> Iterator[tuple[str, str]]:
    yield "playthrough", "a text that people can read"
    yield "file", "all of it, branches too"


def _dice(_campaign: Campaign) -> Iterator[tuple[str, str]]:
    yield from loose_dice.EXAMPLES


_OFFERS: dict[str, Callable[[Campaign], Iterator[tuple[str, str]]]] = {
    "undo": _undone,
    "redo": _redone,
    "help": _verbs,
    "go": _commits,
    "log": _some_lines,
    "why": _lines,
    "export": _forms,
    "dice": _dice,
    "odds": _dice,
}


def word_of(campaign: Campaign, text: str) -> tuple[OwnWord, str] | None:
    """Return the word of the screen that a text begins with, and its rest; ``None`` for a command."""
    own = read_own(text, campaign.language.verbs)
    return own if own is not None and own[0] in words_on("screen") else None


def require_sayable(text: str, own: tuple[OwnWord, str]) -> None:
    """Raise ``SpeechError`` where a word wants a number and something else is said with it."""
    word, rest = own
    if rest and word.counted:
        require_number(text, rest)


def offered(campaign: Campaign, text: str) -> Iterator[Completion]:
    """Yield the own words that begin so, or what could be said with one.

    An argument is completed by its meaning as well: ``go oak`` finds the commit that speaks of the oak.
    """
    begun = text.lstrip().casefold()
    own = word_of(campaign, text) if " " in begun or begun.startswith("?") else None
    if own is None:
        for one in words_on("screen"):
            if one.word.startswith(begun) and one.word not in campaign.language.verbs:
                yield Completion(one.word, 0, one.meaning)
        return
    word, rest = own
    offers, begun = _OFFERS.get(word.word), rest.casefold()
    if offers is None:
        return
    start = len(text.rstrip()) - len(rest) if rest else len(text)
    for piece, meaning in offers(campaign):
        if piece.startswith(begun) or (len(begun) > 1 and begun in meaning.casefold()):
            yield Completion(piece, start, meaning)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."

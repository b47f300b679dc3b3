"""Words of the screen itself, as the terminal has them too: what they do, and what could be said with them.

A verb of the rule set goes before them. What they open is the front end's; this module must not know it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.app import branches, log, loose_dice, moves
from turnkeeper.views.complete import Completion
from turnkeeper.views.handbook import Topic, handbook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnkeeper.app.campaign import Campaign

FEW = 9
MOST_LINES = 24
LONGEST = 60
GROUP = "The screen itself"


class OwnWord(Struct, frozen=True):
    """A word: what it does, what it ``takes`` as help shows it, and what that may be just now."""

    meaning: str
    takes: str = ""
    offers: Callable[[Campaign], Iterator[tuple[str, str]]] | None = None


def _undone(campaign: Campaign) -> Iterator[tuple[str, str]]:
    for number, (summary, _) in enumerate(moves.behind(campaign, FEW), 1):
        yield str(number), f"back before: {_short(summary)}"


def _redone(campaign: Campaign) -> Iterator[tuple[str, str]]:
    for number, (summary, _) in enumerate(moves.before(campaign, FEW), 1):
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


WORDS: dict[str, OwnWord] = {
    "undo": OwnWord("take back the last command; undo 3 takes back three", "[NUMBER]", _undone),
    "redo": OwnWord("do again what was taken back; redo 2", "[NUMBER]", _redone),
    "help": OwnWord("every key and every command; help light is about one", "[WORD]", _verbs),
    "history": OwnWord("what was tried and undone"),
    "go": OwnWord("to any commit, by the first letters of its id", "COMMIT", _commits),
    "log": OwnWord("all that happened; log 50 for its last lines", "[LINES]", _some_lines),
    "why": OwnWord("why the last of it happened; why 12 for line 12 of the log", "[LINE]", _lines),
    "export": OwnWord("save as a playthrough; export file saves one file", "[FORM]", _forms),
    "dice": OwnWord("throw loose dice, which nothing keeps; dice 4d6kh3", "DICE", _dice),
    "odds": OwnWord("the exact odds of dice; odds 2d6", "DICE", _dice),
    "rules": OwnWord("what the rules say, and why"),
    "players": OwnWord("what players see, and their links"),
    "settings": OwnWord("who throws dice, the map, the name"),
    "campaigns": OwnWord("all campaigns"),
}
_SHORT_FOR = {**moves.WORDS, "branches": "history", "shelf": "campaigns"}
NUMBERED = frozenset({"undo", "redo", "why", "log"})
"""Words with which a number may be said."""


def word_of(campaign: Campaign, text: str) -> tuple[str, str] | None:
    """Return the own word that a text begins with, and what is said with it; ``None`` for a command."""
    said = text.strip()
    if said.startswith("?"):
        return "help", said[1:].strip()
    word, _, rest = said.partition(" ")
    word = word.casefold()
    own = _SHORT_FOR.get(word, word)
    if own not in WORDS or word in campaign.language.verbs:
        return None
    return own, rest.strip()


def require_sayable(text: str, own: tuple[str, str]) -> None:
    """Raise ``SpeechError`` where a word wants a number and something else is said with it."""
    word, rest = own
    if rest and word in NUMBERED:
        moves.require_number(text, rest)


def offered(campaign: Campaign, text: str) -> Iterator[Completion]:
    """Yield the own words that begin so, or what could be said with one.

    What is meant is found by what it is as well: ``go oak`` finds the commit that speaks of the oak.
    """
    begun = text.lstrip().casefold()
    own = word_of(campaign, text) if " " in begun or begun.startswith("?") else None
    if own is None:
        for word, about in WORDS.items():
            if word.startswith(begun) and word not in campaign.language.verbs:
                yield Completion(word, 0, about.meaning)
        return
    word, rest = own
    offers, begun = WORDS[word].offers, rest.casefold()
    if offers is None:
        return
    start = len(text.rstrip()) - len(rest) if rest else len(text)
    for piece, meaning in offers(campaign):
        if piece.startswith(begun) or (len(begun) > 1 and begun in meaning.casefold()):
            yield Completion(piece, start, meaning)


def topics(campaign: Campaign) -> list[Topic]:
    """Return the words as help has commands; but for those that the rule set means otherwise."""
    verbs = campaign.language.verbs
    return [
        Topic(word, GROUP, about.meaning, (f"{word} {about.takes}".strip(),), ())
        for word, about in WORDS.items()
        if word not in verbs
    ]


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."

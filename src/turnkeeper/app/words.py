"""The words of the session itself, which are no commands of the rules: what each does and how it is said.

Help, completion, the palette, the terminal and the API learn from this one table what can be said besides the
rule set's commands. A verb of the rule set goes before a word of ours. This module must not know who speaks.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from turnkeeper.play.kernel.patterns import pattern_of
from turnkeeper.play.kernel.phrases import says
from turnkeeper.play.kernel.sentence import FILLERS, read_sentence
from turnkeeper.play.kernel.speech import SpeechError

if TYPE_CHECKING:
    from collections.abc import Container

    from turnkeeper.play.kernel.patterns import Pattern

Surface = Literal["session", "terminal", "screen"]
"""Who carries a word out: the session itself, wherever it is said, or one front end or both."""
MovingWord = Literal["undo", "redo", "go"]
MOST_TIMES = 1_000_000


class OwnWord(Struct, frozen=True):
    """A word: its help, what it ``takes`` as help shows it, its ``short`` forms, and who carries it out.

    A ``counted`` word takes a number of at least 1. ``heard`` are other ways to say it, in the language of
    the forms of commands.
    """

    word: str
    meaning: str
    on: tuple[Surface, ...]
    takes: str = ""
    short: tuple[str, ...] = ()
    counted: bool = False
    heard: tuple[str, ...] = ()

    @property
    def form(self) -> str:
        """Return how it is said, as help shows it."""
        return f"{self.word} {self.takes}".strip()


_BOTH: tuple[Surface, ...] = ("terminal", "screen")
WORDS = {
    one.word: one
    for one in (
        OwnWord(
            "undo",
            "take back the last command; undo 3 takes back three",
            ("session",),
            "[NUMBER]",
            ("u", "z"),
            counted=True,
            heard=(
                "take|go back [it|last|one|step|command]",
                "oops",
                "undo [last|command|it]",
                "revert [last|it]",
            ),
        ),
        OwnWord(
            "redo",
            "do again what was taken back; redo 2",
            ("session",),
            "[NUMBER]",
            ("r",),
            counted=True,
        ),
        OwnWord("go", "to any commit, by the first letters of its id", ("session",), "COMMIT"),
        OwnWord(
            "help",
            "every command; help light is about one",
            _BOTH,
            "[WORD]",
            ("?",),
            heard=(
                "what can [say|do|type]",
                "show|list commands",
                "commands [all]",
                "how do this [work|does]",
            ),
        ),
        OwnWord(
            "status",
            "how things stand; status all: every turn to come in a fight",
            _BOTH,
            "[all]",
            heard=(
                "[what|which|tell|show] [is] time|hour|day|date [is] [me] [today|left] [of]",
                "when|where [are|is] [it|party]",
                "who|what [is|are] [all|left|here|there|with|in] [party|us]",
                (
                    "[show|list|check|what|which] [is|are] "
                    "status|situation|overview|inventory|roster "
                    "[burning|lit|left]"
                ),
                "show|list|check party|characters|hp|stats",
                "what|which [lights|light] burns|burning|lit [is|are]",
                "how things|everything [stand|are|is]",
                (
                    "how long|much [light|time|torch|lantern] "
                    "[left|last|burn|burns|is|does|has|have] [torches|oil|food]"
                ),
            ),
        ),
        OwnWord("history", "what was tried and undone", _BOTH, short=("branches",)),
        OwnWord(
            "log",
            "all that happened; log 50 for its last lines",
            _BOTH,
            "[LINES]",
            counted=True,
            heard=(
                "what happened [so] [far] [last] [today]",
                "show|read log|journal|events",
                "journal|recap|summary",
            ),
        ),
        OwnWord(
            "why",
            "why the last of it happened; why 12 for line 12 of the log",
            _BOTH,
            "[LINE]",
            counted=True,
        ),
        OwnWord("export", "save as a playthrough; export file saves one file", ("screen",), "[FORM]"),
        OwnWord("dice", "throw loose dice, which nothing keeps; dice 4d6kh3", _BOTH, "DICE"),
        OwnWord("odds", "the exact odds of dice; odds 2d6", ("screen",), "DICE"),
        OwnWord("rules", "what the rules say, and why", ("screen",)),
        OwnWord("players", "what players see, and their links", ("screen",)),
        OwnWord("settings", "who throws dice, the map, the name", ("screen",)),
        OwnWord("campaigns", "all campaigns", ("screen",), "", ("shelf",)),
        OwnWord(
            "quit", "leave, as Ctrl-D does; everything is recorded already", ("terminal",), "", ("exit",)
        ),
    )
}
LONGEST_HEARD = 80
_START_OF_ID = re.compile(r"[0-9a-f]{1,64}", re.IGNORECASE)
_THROWN = re.compile(r"(?:roll|throw)\s+(?:an?\s+|the\s+)?((?:\d{1,4})?d\d\S*)", re.IGNORECASE)
_BY_SHORT = {short: one for one in WORDS.values() for short in (one.word, *one.short)}


class HeadMove(Struct, frozen=True):
    """A move of the head as it was said: ``times`` of undo and redo, ``to`` of go."""

    word: MovingWord
    times: int = 1
    to: str = ""


def words_on(surface: Surface) -> tuple[OwnWord, ...]:
    """Return the words that can be said on a surface, in the order of the table."""
    return tuple(one for one in WORDS.values() if {"session", surface} & set(one.on))


def read_own(text: str, verbs: Container[str]) -> tuple[OwnWord, str] | None:
    """Return the word of the session that a text begins with, and its rest; ``None`` for another text.

    >>> own, rest = read_own("U 3", ())
    >>> own.word, rest
    ('undo', '3')
    """
    said = text.strip()
    if said.startswith("?"):
        return WORDS["help"], said[1:].strip()
    word, _, rest = said.partition(" ")
    own = None if word.casefold() in verbs else _BY_SHORT.get(word.casefold())
    return _hear_own(said) if own is None else (own, rest.strip())


@cache
def _heard() -> tuple[frozenset[str], tuple[tuple[OwnWord, Pattern], ...]]:
    """Return the words that any way to say a word of ours can hold, and those ways."""
    found = tuple((own, pattern_of(form)) for own in WORDS.values() for form in own.heard if "{" not in form)
    known = (word for _, one in found for words in (*one.words, one.spare) for word in words)
    return FILLERS | frozenset(known), found


def _hear_own(text: str) -> tuple[OwnWord, str] | None:
    """Return the word of the session that a sentence means as a whole."""
    thrown = _THROWN.fullmatch(text)
    if thrown is not None:
        return WORDS["dice"], thrown[1]
    sentence = read_sentence(text) if len(text) <= LONGEST_HEARD else None
    known, ways = _heard()
    if sentence is None or not all(token.filler or token.keys & known for token in sentence.tokens):
        return None
    meant = (own for own, pattern in ways if says(pattern, sentence))
    own = next(meant, None)
    return None if own is None else (own, "")


def read_move(text: str, verbs: Container[str]) -> HeadMove | None:
    """Return the move of the head that a text says; ``None`` for one that says none.

    ``go`` says one only with the beginning of an id. Raises ``SpeechError`` for a number that is none.

    >>> read_move("Undo 3", ())
    HeadMove(word='undo', times=3, to='')
    >>> read_move("search", ()), read_move("go", ())
    (None, None)
    """
    match read_own(text, verbs):
        case (OwnWord(word="go"), rest):
            # "go into the dungeon" is a command like another.
            return HeadMove("go", to=rest) if _START_OF_ID.fullmatch(rest) else None
        case (OwnWord(word="undo" | "redo" as word), rest):
            return HeadMove(word, require_number(text, rest) if rest else 1)
        case _:
            return None


def require_number(text: str, said: str) -> int:
    """Return the number at the end of a text, which is at least 1; raises ``SpeechError``."""
    if said.isdecimal() and 1 <= int(said[:8]) <= MOST_TIMES:
        return int(said)
    column = len(text.rstrip()) - len(said) + 1
    raise SpeechError(text, column, f"{said[:40]!r} is not a number of at least 1", "as in undo 3")

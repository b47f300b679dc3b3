"""The words of the session itself, which are no commands of the rules: what each does and how it is said.

Help, completion, the palette, the terminal and the API learn from this one table what can be said besides the
rule set's commands. A verb of the rule set goes before a word of ours. This module must not know who speaks.
"""

from __future__ import annotations

import re
from collections.abc import Container
from functools import cache
from typing import Literal

from msgspec import Struct

from turnkeeper.play.kernel.patterns import Pattern, pattern_of, says
from turnkeeper.play.kernel.sentence import FILLERS, read_sentence
from turnkeeper.play.kernel.speech import SpeechError

Surface = Literal["session", "terminal", "screen", "playthrough"]
"""Who carries a word out: the session itself, wherever it is said, or one front end or both."""
MovingWord = Literal["undo", "redo", "go"]
MOST_TIMES = 1_000_000


class OwnWord(Struct, frozen=True):
    """A word: its help, what it ``takes`` as help shows it, its ``short`` forms, and who carries it out.

    A ``counted`` word takes a number of at least 1. ``heard`` are other ways to say it, in the language of
    the forms of commands; ``told`` are ways to say it with one of the things that it takes.
    """

    word: str
    meaning: str
    on: tuple[Surface, ...]
    takes: str = ""
    short: tuple[str, ...] = ()
    counted: bool = False
    heard: tuple[str, ...] = ()
    told: tuple[tuple[str, str], ...] = ()

    @property
    def form(self) -> str:
        """Return how it is said, as help shows it."""
        return f"{self.word} {self.takes}".strip()


_CLOCK = "clock|stopwatch|timer|watch"
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
                "take back [last|one|step|command]",
                "go back one|step|command",
                "oops [undo]",
                "undo no|wait|sorry|actually|please|hang|hold [on]",
                "scratch|strike|scrap|forget|cancel that|it|last [one|bit|thing|no|wait|actually|sorry]",
                "undo|revert [last|command|step]",
                "oops|whoops [undo|take|back|mistake|sorry|no|wait|last]",
            ),
        ),
        OwnWord(
            "redo",
            "do again what was taken back; redo 2",
            ("session",),
            "[NUMBER]",
            ("r",),
            counted=True,
            heard=("redo [last|command|step]",),
        ),
        OwnWord("go", "to any commit, by the first letters of its id", ("session",), "COMMIT"),
        OwnWord(
            "stopwatch",
            "measure the table's own time where lights burn by it; stopwatch pause stops it",
            ("session",),
            "[run|pause|count|drop]",
            told=(
                (f"pause|stop|hold|freeze|halt {_CLOCK} [table|real|time|for|here|now|quick|us]", "pause"),
                (
                    "pause|freeze torch|torches|light|lights|lantern|candle|time [timer|clock|here|now|for]",
                    "pause",
                ),
                (f"start|run|resume|restart|unpause|continue {_CLOCK} [table|real|again|back|up|on]", "run"),
                ("unpause|unfreeze [torch|torches|light|lights|lantern|time]", "run"),
                (f"{_CLOCK} back|running [on|again]", "run"),
            ),
        ),
        OwnWord(
            "help",
            "every command; help light is about one",
            _BOTH,
            "[WORD]",
            ("?",),
            heard=(
                "help [show|get]",
                "what can [say|do|type]",
                "what say|type|possible",
                "commands [all|show|list|which|know]",
                "how this work|works",
            ),
        ),
        OwnWord(
            "status",
            "how things stand; status all: every turn to come in a fight",
            _BOTH,
            "[all]",
            heard=(
                "status|situation|overview|state|everything [show|list|check|what|which|how|left]",
                "how things|everything [stand|doing|going]",
                "how we doing",
            ),
        ),
        OwnWord(
            "history",
            "what was tried and undone",
            _BOTH,
            short=("branches",),
            heard=("history|branches [show|list]",),
        ),
        OwnWord(
            "log",
            "all that happened; log 50 for its last lines",
            _BOTH,
            "[LINES]",
            counted=True,
            heard=(
                "what last thing|did [did|done|happened|thing]",
                "what happened [far|last|today|before|yesterday|turn|round]",
                "log|journal|events|recap|summary [show|read|last|latest|recent|what]",
            ),
        ),
        OwnWord(
            "why",
            "why the last of it happened; why 12 for line 12 of the log",
            _BOTH,
            "[LINE]",
            counted=True,
            heard=("why [did|does|happen|what|how|come|last]", "how come", "explain [last]"),
        ),
        OwnWord(
            "story",
            "a session in the players' words; story 2 tells the second",
            ("screen",),
            "[SESSION]",
            counted=True,
        ),
        OwnWord("export", "save as a playthrough; export file saves one file", ("screen",), "[FORM]"),
        OwnWord("dice", "throw loose dice, which nothing keeps; dice 4d6kh3", _BOTH, "DICE"),
        OwnWord("odds", "the exact odds of dice; odds 2d6", ("screen",), "DICE"),
        OwnWord("rules", "what the rules say, and why", ("screen",)),
        OwnWord("players", "what players see, and their links", ("screen",)),
        OwnWord("creatures", "the creatures of this campaign, and lists of more", ("screen",)),
        OwnWord("settings", "who throws dice, the map, the name", ("screen",)),
        OwnWord("campaigns", "all campaigns", ("screen",), "", ("shelf",)),
        OwnWord(
            "quit",
            "leave, as Ctrl-D does; everything is recorded already",
            ("terminal",),
            short=("exit",),
            heard=("bye|goodbye", "quit|exit|close|stop game|play|program|session"),
        ),
    )
}
LONGEST_HEARD = 80
_START_OF_ID = re.compile(r"[0-9a-f]{1,64}", re.IGNORECASE)
_THROWN = re.compile(
    r"(?:(?:roll|throw|toss|give)(?: me| us)?(?: dice)? )?(?:an? |the |1 )?((?:\d{1,4})?)(?: of)? ?(d\d\S*)"
    r"(?: please| for me| roll| for (?P<whose>[^\W\d_]+))?"
)
_CHANCE = re.compile(
    r"(?:roll|throw|check|give|make)?(?: me| us| for)?(?: ?\ban?\b| ?\bthe\b)? ?(?:"
    r"(?P<hits>\d{1,3}) ?(?:in|out of) ?(?P<of>\d{1,3})|(?P<percent>\d{1,2}) ?(?:%|percent|per cent)"
    r")(?: chance| roll| check)?"
)
"""A chance that is thrown for, as it is said: ``1-in-6``, ``a 50% chance``."""
_OTHER_DICE = re.compile(
    r"(?:(?:flip|toss) an? (?P<coin>coin)|(?:roll |throw )?(?:an? |the )?percentiles?(?: dice| die| roll)?)"
    r"|(?:roll |throw )?(?P<dice>\d{1,2}d\d{1,3}),? (?:and )?(?P<does>drop|keep|keeping|dropping)"
    r" (?:the )?(?:(?P<many>\d) )?(?P<which>lowest|highest|best|worst)(?: (?P<more>\d))?"
)
_CLAUSE = re.compile(r"[,;.]\s*|\s(?:while|because|since|as|for)\s", re.IGNORECASE)
_BY_RULES = frozenset(("initiative", "morale", "reaction", "surprise", "encounter", "encounters", "weather"))
"""What no loose dice are for, in any game."""
_COMMIT = re.compile(r"[0-9a-f]+", re.IGNORECASE)
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
    own, rest = None if word.casefold() in verbs else _BY_SHORT.get(word.casefold()), rest.strip()
    if own is not None and _takes(own, rest):
        return own, rest
    heard = _hear_own(said, verbs) or _of_the_clock(said, verbs)
    return (own, rest) if heard is None and own is not None and own.takes else heard


def is_commit(said: str) -> bool:
    """Return whether a text could be the beginning of a commit's id."""
    return _COMMIT.fullmatch(said) is not None


def _takes(own: OwnWord, rest: str) -> bool:
    """Return whether what follows a word is what it takes."""
    if not rest:
        return True
    if own.word == "go":
        return is_commit(rest)
    if own.takes[:1] == "[" and own.takes[1:2].islower():
        return rest.casefold() in own.takes.strip("[]").split("|")
    return rest.isdecimal() if own.counted else bool(own.takes)


@cache
def _heard() -> tuple[frozenset[str], tuple[tuple[OwnWord, Pattern, str], ...]]:
    """Return the words that any way to say a word of ours can hold, and those ways with what each takes."""
    told = ((own, *way) for own in WORDS.values() for way in (*((one, "") for one in own.heard), *own.told))
    found = tuple((own, pattern_of(form), takes) for own, form, takes in told if "{" not in form)
    known = (word for _, one, _ in found for words in (*one.words, one.spare) for word in words)
    return FILLERS | frozenset(known), found


def _of_dice(said: re.Match[str]) -> str:
    """Return dice that are said in words as they are written: ``4d6 drop lowest`` as ``4d6dl1``."""
    if not said["dice"]:
        return "d2" if said["coin"] else "d100"
    which = "h" if said["which"] in {"highest", "best"} else "l"
    return f"{said['dice']}{said['does'][0]}{which}{said['many'] or said['more'] or 1}"


def _hear_own(text: str, verbs: Container[str]) -> tuple[OwnWord, str] | None:
    """Return the word of the session that a sentence means as a whole.

    Dice for a person are loose dice; those for morale, or what else is a verb of the rule set, are not.
    """
    sentence = read_sentence(text) if len(text) <= LONGEST_HEARD else None
    if sentence is None or not sentence.tokens:
        return None
    thrown = _THROWN.fullmatch(sentence.plain(0, len(sentence.tokens)))
    whose = ((thrown and thrown["whose"]) or "").casefold()
    if (
        chance := _CHANCE.fullmatch(text.strip().casefold().rstrip("?.").replace("-in-", " in "))
    ) is not None:
        return WORDS["dice"], f"{chance['hits'] or chance['percent']} in {chance['of'] or 100}"
    if (other := _OTHER_DICE.fullmatch(text.strip().casefold())) is not None:
        return WORDS["dice"], _of_dice(other)
    if thrown is not None and whose not in verbs and whose not in _BY_RULES:
        return WORDS["dice"], thrown[1] + thrown[2]
    known, ways = _heard()
    if not all(token.filler or token.keys & known for token in sentence.tokens):
        return None
    found = {(own.word, takes): own for own, pattern, takes in ways if says(pattern, sentence)}
    (_, takes), own = next(iter(found.items()), (("", ""), None))
    return (own, takes) if own is not None and len(found) == 1 else None


def _of_the_clock(text: str, verbs: Container[str]) -> tuple[OwnWord, str] | None:
    """Return the word for the stopwatch that a clause says, where the others only give a reason."""
    parts = [one for one in _CLAUSE.split(text) if one] if len(text) <= LONGEST_HEARD else []
    told = {at: heard for at, one in enumerate(parts) if (heard := _hear_own(one, verbs))}
    others = (read_sentence(one) for at, one in enumerate(parts) if at not in told)
    acts = any(key in verbs for one in others if one is not None for word in one.tokens for key in word.keys)
    meant = next(iter(told.values()), None)
    return meant if len(told) == 1 and meant is not None and meant[0].told and not acts else None


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

"""What a text joins: two commands in one line, or people of whom one acts.

Each part is read alone; nothing is done here, and none of them is done by halves.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from itertools import chain, islice

from turnkeeper.app.outcomes import NotUnderstood
from turnkeeper.play.kernel.declare import Declared
from turnkeeper.play.kernel.language import Language, Offers, Understood
from turnkeeper.play.kernel.remarks import JOINT
from turnkeeper.play.kernel.sentence import NUMBERS
from turnkeeper.play.kernel.speech import SpeechError

MOST_JOINTS = 3
_WHITHER = re.compile(r"(?<=\w)\s+(?=to\s+\S)", re.IGNORECASE)
"""Where one goes may be said with how, as if it were one: "force march to 0505"."""
_SUBJECT = re.compile(r"(?P<who>[^\W\d_]+)(?:['\u2019]s | (?=(?:is|was|gets|got) |[^\W\d_]+s\b))")
"""Who does the first of two things, or whom it befalls: "Varda lights", "Varda's hit", "Varda is hit"."""
_COUNTED = re.compile(rf"(?:an?|\d{{1,4}}|{'|'.join(NUMBERS)}) ", re.IGNORECASE)
MOST_CHOICES = 4
NEAR = 3
"""A reading that costs so much more than another is not what was meant, even where the other is refused."""


def two_commands(
    language: Language, text: str, offers: Offers, serves: Callable[[Declared], bool]
) -> Understood | NotUnderstood | None:
    """Return the fault of a text that says two commands, each understood alone; of one said twice, that one.

    Whoever does the first does the second too, unless another is named: "Varda lights a torch and searches".
    """
    for joint in islice(chain(JOINT.finditer(text), _WHITHER.finditer(text)), MOST_JOINTS):
        first, second = text[: joint.start()], text[joint.end() :]
        before = _cheap(language, first, offers, serves)
        who = _SUBJECT.match(first) if before and not language.begins(first) else None
        by_same = _cheap(language, f"{who['who']} {second}", offers, serves) if who is not None else ""
        after = before and (by_same or _cheap(language, second, offers, serves))
        if not after or _is_one_list(language, text, (before, second), offers, serves):
            continue
        if after == before:
            return Understood(language.parse(before), before, free=True)
        said = numbered((before, after), ", then ")
        return NotUnderstood("these are two commands", said, joint.end() + 1, (before, after), in_order=True)
    return None


def _is_one_list(
    language: Language,
    text: str,
    parts: tuple[str, str],
    offers: Offers,
    serves: Callable[[Declared], bool],
) -> bool:
    """Return whether a text counts things for one command: "buy 6 torches and a lantern" lights nothing."""
    before, second = parts
    if _COUNTED.match(second) is None:
        return False
    verb = before.split()[0]
    return any(one.said.text.split()[0] == verb for one in language.hear(text, offers, serves))


def _cheap(language: Language, text: str, offers: Offers, serves: Callable[[Declared], bool]) -> str:
    """Return the command that a text says without taking much for granted, or nothing."""
    found = language.hear(text, offers, serves)
    with suppress(SpeechError):
        found.append(language.weigh(text, offers))
    best = min(found, key=lambda one: one.rank, default=None)
    return best.said.text if best is not None and best.cost <= NEAR else ""


def one_of_several(
    language: Language,
    text: str,
    offers: Offers,
    serves: Callable[[Declared], bool],
    people: tuple[str, ...],
) -> Understood | NotUnderstood | None:
    """Return the question which of several does what one does, or all: "Varda and Bram break the door".

    A reading that is the same whoever of them acts is meant.
    """
    called = {said.casefold(): name for name in people for said in (name.partition(" ")[0], name)}
    names = "|".join(map(re.escape, sorted(called, key=len, reverse=True)))
    row = re.search(rf"\b(?:{names})(?:(?:, | and |, and | & | \+ )(?:{names})\b)+", text, re.IGNORECASE)
    if not names or row is None:
        return None
    found = re.findall(rf"\b(?:{names})\b", row[0], re.IGNORECASE)
    who = tuple(dict.fromkeys(called[one.casefold()] for one in found))
    before, after = text[: row.start()], text[row.end() :]
    alone = [_cheap(language, f"{before}{one}{after}", offers, serves) for one in who]
    if len(who) < 2 or not all(alone):  # noqa: PLR2004 - several are two or more
        return None
    if len(set(alone)) == 1:
        return Understood(language.parse(alone[0]), alone[0], free=True)
    together = _cheap(language, f"{before}we{after}", offers, serves)
    choices = (*alone[: MOST_CHOICES - 1], *filter(None, (together,)))
    return asked("who of them does it?", choices, row.start() + 1)


def asked(message: str, choices: tuple[str, ...], column: int = 1) -> NotUnderstood:
    """Return a question whose answers are numbered."""
    return NotUnderstood(message, numbered(choices, ", "), column, choices)


def numbered(choices: tuple[str, ...], joint: str) -> str:
    """Return ways to say something, each with the number that says it."""
    return "say " + joint.join(f"{number} {way}" for number, way in enumerate(choices, 1))

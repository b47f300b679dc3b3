"""What a text joins: two commands in one line, or people of whom one acts.

Each part is read alone; nothing is done here, and none of them is done by halves.
"""

from __future__ import annotations

import re
from itertools import chain, islice

from turnkeeper.app.meaning.saying import Meaning, Saying
from turnkeeper.app.outcomes import MOST_CHOICES, asked, in_order
from turnkeeper.play.kernel.language import Understood
from turnkeeper.play.kernel.remarks import JOINT
from turnkeeper.play.kernel.sentence import NUMBERS

MOST_JOINTS = 3
_WHITHER = re.compile(r"(?<=\w)\s+(?=to\s+\S)", re.IGNORECASE)
"""Where one goes may be said with how, as if it were one: "force march to 0505"."""
_SUBJECT = re.compile(r"(?P<who>[^\W\d_]+)(?:['\u2019]s | (?=(?:is|was|gets|got) |[^\W\d_]+s\b))")
"""Who does the first of two things, or whom it befalls: "Varda lights", "Varda's hit", "Varda is hit"."""
_COUNTED = re.compile(rf"(?:an?|\d{{1,4}}|{'|'.join(NUMBERS)}) ", re.IGNORECASE)


def two_commands(saying: Saying) -> Meaning | None:
    """Return the fault of a text that says two commands, each understood alone; of one said twice, that one.

    Whoever does the first does the second too, unless another is named: "Varda lights a torch and searches".
    """
    text = saying.text
    if each := _each_of_many(saying):
        return in_order(each)
    for joint in islice(chain(JOINT.finditer(text), _WHITHER.finditer(text)), MOST_JOINTS):
        first, second = text[: joint.start()], text[joint.end() :]
        before = saying.cheap(first)
        who = _SUBJECT.match(first) if before and not saying.language.begins(first) else None
        by_same = saying.cheap(f"{who['who']} {second}") if who is not None else ""
        after = before and (by_same or saying.cheap(second))
        if not after or _is_one_list(saying, before, second):
            continue
        if after == before or _could_be(saying, second, before):
            return Understood(saying.language.parse(before), before, free=True)
        return in_order((before, after), joint.end() + 1)
    return None


def _could_be(saying: Saying, text: str, said: str) -> bool:
    """Return whether a text could as well mean a command: "draw swords and attack" begins one fight."""
    heard = saying.hear(text)
    best = min((one.rank for one in heard), default=None)
    return any(one.said.text == said and one.rank == best for one in heard)


def _is_one_list(saying: Saying, before: str, second: str) -> bool:
    """Return whether a text counts things for one command: "buy 6 torches and a lantern" lights nothing."""
    if _COUNTED.match(second) is None:
        return False
    verb = before.split(maxsplit=1)[0]
    return any(one.said.text.split()[0] == verb for one in saying.hear())


def _each_of_many(saying: Saying) -> tuple[str, ...]:
    """Return the commands of a text that joins more than two, each understood alone; else nothing."""
    parts, text = JOINT.split(saying.text), saying.text
    if not 2 < len(parts) <= MOST_CHOICES:  # noqa: PLR2004 - two are looked at by themselves
        return ()
    who = _SUBJECT.match(text) if not saying.language.begins(text) else None
    found = [saying.cheap(parts[0])]
    for one in parts[1:] if found[0] else ():
        by_same = saying.cheap(f"{who['who']} {one}") if who is not None else ""
        found.append(by_same or saying.cheap(one))
    counted = any(_is_one_list(saying, found[0], one) for one in parts[1:]) if all(found) else True
    return () if counted or len(set(found)) < len(parts) else tuple(found)


def one_of_several(saying: Saying) -> Meaning | None:
    """Return the question which of several does what one does, or all: "Varda and Bram break the door".

    A reading that is the same whoever of them acts is meant.
    """
    text = saying.text
    called = {said.casefold(): name for name in saying.people for said in (name.partition(" ")[0], name)}
    names = "|".join(map(re.escape, sorted(called, key=len, reverse=True)))
    row = re.search(rf"\b(?:{names})(?:(?:, | and |, and | & | \+ )(?:{names})\b)+", text, re.IGNORECASE)
    if not names or row is None:
        return None
    found = re.findall(rf"\b(?:{names})\b", row[0], re.IGNORECASE)
    who = tuple(dict.fromkeys(called[one.casefold()] for one in found))
    before, after = text[: row.start()], text[row.end() :]
    alone = [saying.cheap(f"{before}{one}{after}") for one in who]
    if len(who) < 2 or not all(alone):  # noqa: PLR2004 - several are two or more
        return None
    if len(set(alone)) == 1:
        return Understood(saying.language.parse(alone[0]), alone[0], free=True)
    together = saying.cheap(f"{before}we{after}")
    choices = (*alone[: MOST_CHOICES - 1], *filter(None, (together,)))
    return asked("who of them does it?", choices, row.start() + 1)

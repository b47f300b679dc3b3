"""A sentence of several clauses: those that are commands are offered in order, the others told as left out.

``Varda trips on the stairs, 1 damage`` hurts Varda, and says what it leaves out. A clause that holds a
number, another's name or what turns a meaning is asked about before it is left out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.app.outcomes import MOST_CHOICES, NotUnderstood, asked, in_order, note_of
from turnkeeper.play.fight.sides import meant as meant_of_sides
from turnkeeper.play.kernel.circumstances import is_conditional, is_told, says_something

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.app.meaning.saying import Meaning, Saying
    from turnkeeper.play.kernel.language import Understood

MOST_CLAUSES = 4
LONGEST = 200
MOST_BORROWED = 3
_JOINT = re.compile(
    r"\s*(?:[;!?]|\.(?=\s)|,(?:\s+(?:and|but|so|then|while|as|because|since|which|who|where))?|\s-\s"
    r"|(?<=\S)\s+(?:and|but|so|while|whilst|as|because|since|where))\s+(?=\S)",
    re.IGNORECASE,
)
_FACED = re.compile(r"(?:the )?(?P<who>[^\W\d_]+(?: \d{1,3})?)(?= )", re.IGNORECASE)
_PRONOUN = re.compile(r"^(?:he|she|it|they)\s+(?=\S)", re.IGNORECASE)
_COMES = frozenset(("join", "joins", "joined", "lasts", "lasting"))
"""What says more of a newcomer, or of what begins: never left out."""
_DOES = re.compile(
    r"^(?!lasts?\b)(?:[^\W\d_]+(?:s|ed)|will|would|was|were|lost|took|got|hid|ran|held|made|lit|put)\b",
    re.IGNORECASE,
)
_THING = re.compile(
    r"\b(?:the|an?|his|her|their|our|another) (?P<what>[^\W\d_]+)\b(?! (?:of|door)\b)", re.IGNORECASE
)
_UNSAID = re.compile(r"^(?:the )?[^\W\d_]+(?: \d{1,3})? (?:for|by|to) ", re.IGNORECASE)
"""A clause that begins with a name, and has no verb: "goblin 2 for 3"."""
_IS = re.compile(r"[^\W\d_]+(?: \d{1,3})? (?:is|are|was|were|gets?|got) ", re.IGNORECASE)
"""A clause on how a person is, after which another may tell how else."""
_NUMBERED = re.compile(
    r"\b(?!(?:for|by|of|to|at|than|about)\b)[^\W\d_]{3,} \d{1,3}\b(?! *(?:ft|feet|turns?|rounds?|hp)\b)"
)
_IT = re.compile(r"\b(?:it|one|him)\b(?!')", re.IGNORECASE)


class _Clauses(Struct):
    """The clauses of a sentence: the commands, those to leave out, and those that may say more."""

    meant: dict[str, Understood]
    left: list[str]
    doubted: list[str]


def of_its_clauses(saying: Saying) -> Meaning | None:
    """Return the meaning of the one clause of a sentence that is a command, or all that are, in order.

    Whoever acts in the first clause acts in the others too, where nobody else is named.
    """
    found = saying.once(_read_all)
    if found is None or found.doubted:
        return None
    choices = tuple(found.meant)[:MOST_CHOICES]
    if len(choices) > 1:
        return in_order(choices)
    if not choices:
        return None
    said = found.meant[choices[0]]
    return replace(said, free=True, left=(*said.left, *found.left))


def part_of_its_clauses(saying: Saying) -> NotUnderstood | None:
    """Return the question whether the one clause is meant that is a command, where others may say more."""
    found = saying.once(_read_all)
    if found is None or len(found.meant) != 1 or any(map(is_conditional, found.doubted)):
        return None
    (said,) = found.meant.values()
    if not saying.allows(said):
        return None
    at = max(saying.text.find(found.doubted[0]), 0) if found.doubted else 0
    message = f"this would leave out {', '.join(map(repr, found.doubted))}"
    return asked(message, (said.text, note_of(saying.text)), at + 1)


def _read_all(saying: Saying) -> _Clauses | None:
    """Return the clauses of a sentence, each read after those before it; ``None`` for one, or too many."""
    text = saying.text
    clauses = [one.strip() for one in _JOINT.split(text) if one.strip()] if len(text) <= LONGEST else []
    if not 1 < len(clauses) <= MOST_CLAUSES:
        return None
    who = _who(saying, clauses[0])
    found, then, named = _Clauses({}, [], []), saying, {who.casefold()}
    for place, one in enumerate(clauses):
        read = _read(then, one, clauses[:place][-1:], who)
        plain = one.replace(who, "them", 1) if who else one
        told = is_told(plain, alone=not place)
        if read is not None and not (told and not then.allows(read)):
            found.meant.setdefault(read.text, read)
            named.update(_words(read.text))
            then = then.after(read) if place + 1 < len(clauses) else then
        elif told and not (place and saying.language.begins(one)):
            found.left.append(one.rstrip(" .!?"))
        else:
            found.doubted.append(one.rstrip(" .!?"))
    more = [one for one in found.left if not ((then.firsts - named) | _COMES).isdisjoint(_words(one))]
    return _Clauses(found.meant, [one for one in found.left if one not in more], found.doubted + more)


def _read(saying: Saying, said: str, before: list[str], who: str) -> Understood | None:
    """Return the command that a clause is: said of who acts before it, of the thing there, or by itself.

    Without a verb of its own it has the one before: "hits goblin 1 for 3 and goblin 2 for 2".
    """
    for one in dict.fromkeys(_ways(said, before, who, saying.firsts)):
        if says_something(one) or not saying.firsts.isdisjoint(_words(one)):
            read = saying.read(one)
            if not isinstance(read, NotUnderstood):
                return read
    if not before or not (_UNSAID.match(said) or _IS.match(before[0])):
        return None
    first, words = saying.read(before[0]), before[0].split()
    if isinstance(first, NotUnderstood):
        return None
    for number in range(MOST_BORROWED, 1, -1):
        read = saying.read(" ".join((*words[:number], said)))
        if not isinstance(read, NotUnderstood) and type(read.command) is type(first.command):
            return read
    return None


def _ways(said: str, before: list[str], who: str, firsts: frozenset[str]) -> Iterator[str]:
    """Yield what a clause could say in full: who does it, and with which thing, may stand before it."""
    bare = _PRONOUN.sub("", said) if before else said
    does = before and who and (bare != said or _DOES.match(said) or said[:1].isdigit() or not who.istitle())
    forms = (f"{who} {bare}", said) if does else (said,)
    thing = _named_before(before[0], who, firsts) if before and _IT.search(bare) else ""
    for one in forms:
        if thing:
            yield _IT.sub(thing, one)
        yield one


def _named_before(said: str, who: str, firsts: frozenset[str]) -> str:
    """Return whom or what a clause names besides who acts in it, which "it" and "him" are after it."""
    rest = said.removeprefix(who)
    faced, thing = _NUMBERED.search(rest), _THING.search(rest)
    member = next((one for one in rest.replace(",", " ").split() if one.casefold() in firsts), "")
    return (faced and faced[0]) or member or (f"the {thing['what']}" if thing else "")


def _words(said: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", said.casefold())


def _who(saying: Saying, said: str) -> str:
    """Return who acts in a clause: a member's first name, or those who are faced; or nothing."""
    first = said.partition(" ")[0].removesuffix("'s")
    if first.casefold() in saying.firsts:
        return first
    found, state = _FACED.match(said), saying.campaign.state
    met = {one.what.casefold() for one in state.meetings}
    faced = found is not None and (meant_of_sides(state, found["who"]) or found["who"].casefold() in met)
    return found["who"] if found is not None and faced else ""

"""A sentence of several clauses of which one alone is a command: the others only tell more.

``Varda trips on the stairs, 1 damage`` hurts Varda. A clause that holds a number, or what turns a meaning, is
never left out, nor one that could be a command of its own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.app.meaning.choosing import is_allowed
from turnkeeper.app.meaning.joined import MOST_CHOICES, numbered
from turnkeeper.app.outcomes import NotUnderstood
from turnkeeper.play.fight.sides import meant as meant_of_sides
from turnkeeper.play.kernel.circumstances import is_told, says_something

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnkeeper.app.campaign import Campaign
    from turnkeeper.play.kernel.language import Understood

    Reader = Callable[[Campaign, str], Understood | NotUnderstood]

MOST_CLAUSES = 4
LONGEST = 200
_JOINT = re.compile(
    r"\s*(?:[;!?]|\.(?=\s)|,(?:\s+(?:and|but|so|then|while|as|because|since|which|who|where))?|\s-\s"
    r"|(?<=\S)\s+(?:and|but|so|while|whilst|as|because|since|where))\s+(?=\S)",
    re.IGNORECASE,
)
_FACED = re.compile(r"(?:the )?(?P<who>[^\W\d_]+(?: \d{1,3})?)(?= )", re.IGNORECASE)
_PRONOUN = re.compile(r"^(?:he|she|it)\s+(?=\S)", re.IGNORECASE)
_COMES = frozenset(("join", "joins", "joined", "lasts", "lasting"))
"""What says more of a newcomer, or of what begins: never left out."""
_DOES = re.compile(r"^(?!lasts?\b)[^\W\d_]+(?:s|ed)\b", re.IGNORECASE)


def of_its_clauses(campaign: Campaign, text: str, understand: Reader) -> Understood | NotUnderstood | None:
    """Return the meaning of the one clause of a sentence that is a command, or the question which of two is.

    Whoever acts in the first clause acts in the others too, where nobody else is named.
    """
    clauses = [one.strip() for one in _JOINT.split(text) if one.strip()] if len(text) <= LONGEST else []
    if not 1 < len(clauses) <= MOST_CLAUSES:
        return None
    who, firsts = _who(campaign, clauses[0]), _firsts(campaign)
    meant: dict[str, Understood] = {}
    left: list[str] = []
    for place, one in enumerate(clauses):
        read = _read(campaign, one, who if place else "", understand)
        told = is_told(one, alone=not place)
        if read is not None and not (told and not is_allowed(campaign, read)):
            meant.setdefault(read.text, read)
        elif told and not (place and campaign.language.begins(one)):
            left.append(one)
        else:
            return None
    choices = tuple(meant)[:MOST_CHOICES]
    if len(choices) > 1:
        return NotUnderstood(
            "these are two commands", numbered(choices, ", then "), 1, choices, in_order=True
        )
    if not choices:
        return None
    words = {word for one in left for word in re.findall(r"[^\W\d_]+", one.casefold())}
    named = {one for one in words & firsts if one not in choices[0].casefold()} - {who.casefold()}
    return None if named or words & _COMES else replace(meant[choices[0]], free=True)


def _read(campaign: Campaign, said: str, who: str, understand: Reader) -> Understood | None:
    """Return the command that a clause is, said of who acts before it, or by itself where it is none so."""
    bare = _PRONOUN.sub("", said)
    does = who and (bare != said or _DOES.match(said) or said[:1].isdigit() or not who.istitle())
    found = [
        read
        for one in ((f"{who} {bare}", said) if does else (said,))
        if (says_something(one) or _names(campaign, one))
        and not isinstance(read := understand(campaign, one), NotUnderstood)
    ]
    return found[0] if found else None


def _names(campaign: Campaign, said: str) -> bool:
    """Return whether a clause names a member of the party: ``3 to Orlo``."""
    return not _firsts(campaign).isdisjoint(re.findall(r"[^\W\d_]+", said.casefold()))


def _firsts(campaign: Campaign) -> frozenset[str]:
    return frozenset(one.name.partition(" ")[0].casefold() for one in campaign.state.party.members)


def _who(campaign: Campaign, said: str) -> str:
    """Return who acts in a clause: a member's first name, or those who are faced; or nothing."""
    first = said.partition(" ")[0].removesuffix("'s")
    if first.casefold() in _firsts(campaign):
        return first
    found = _FACED.match(said)
    met = {one.what.casefold() for one in campaign.state.meetings}
    faced = found is not None and (
        meant_of_sides(campaign.state, found["who"]) or found["who"].casefold() in met
    )
    return found["who"] if found is not None and faced else ""

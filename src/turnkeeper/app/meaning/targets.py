"""Whom a blow meets that a sentence tells: ``Varda hits for 5`` hurts one of the foes, and never Varda.

Which of several foes it is, is asked; the only one who stands is meant.
"""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import TYPE_CHECKING

from turnkeeper.app.outcomes import MOST_CHOICES, NotUnderstood, asked
from turnkeeper.play.fight.sides import free
from turnkeeper.play.fight.wounds import Hurt
from turnkeeper.play.kernel.language import Understood
from turnkeeper.play.kernel.sentence import NUMBERS, OPERATORS, SUPPOSES, bases, words_in
from turnkeeper.spelling.plurals import singular

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.app.meaning.saying import Meaning, Saying
    from turnkeeper.play.fight.sides import Side

LONGEST = 160
_NUMBER = rf"(?P<points>\d{{1,3}}|{'|'.join(NUMBERS)}|\d{{1,2}}d\d{{1,3}}(?:\+\d{{1,2}})?)"
_POINTS = r"(?: points?)?(?: of)?(?: damage| dmg| hp| hit points?| harm)"
_HARM = re.compile(
    rf"\b(?:for|does|do|did|deals?|dealt|doing|dealing|inflicts?|causes?|causing)(?: a total of| about)? "
    rf"{_NUMBER}(?:{_POINTS})?(?=$|[\s,.!])|(?<=[, ]){_NUMBER.replace('points', 'more')}{_POINTS}\b",
    re.IGNORECASE,
)
_ANY_NUMBER = re.compile(rf"\b(?:\d+|{'|'.join(NUMBERS)})\b", re.IGNORECASE)
_SOME_ONE = re.compile(r"\b(?:the|that|this|an?) (?:[^\W\d_]+ )?one\b|\bone of\b", re.IGNORECASE)
_THEM = words_in("them it him her foe enemy monster one leader chief")
_BLOWS = words_in(
    "hit strike stab slash cut shoot smash bash skewer impale cleave club smite wallop spear jab slice hack "
    "punch kick bludgeon crit clobber swing fire lunge thrust swipe connect backstab attack chop"
)
_STRUCK = words_in("hit cut hurt struck bitten stung burned burnt clawed")
"""What may have befallen whoever is named first: "Ann hit for 3"."""
_NOT_BLOWS = words_in(
    "take lose suffer get run flee walk move wait heal rest cure delay aim hold bandage retreat withdraw go "
    "fall trip stumble slip ready raise brace shield draw stow drop load reload"
)


def whom_it_hurts(saying: Saying, meant: Meaning) -> Meaning | None:
    """Return how a member's blow hurts the foe whom it leaves open, or the question which foe that is.

    What was ``meant`` of the text is another matter where it hurts any but the one who strikes.
    """
    text, sides = saying.text, [one for one in saying.campaign.state.sides if one.standing and not one.allied]
    is_open = isinstance(meant, NotUnderstood) or _is_open(meant, text, sides)
    if not sides or len(text) > LONGEST or not is_open:
        return None
    harm = _HARM.search(text)
    if harm is None or len(_ANY_NUMBER.findall(_SOME_ONE.sub("", text))) > 1:
        return None
    who, *words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", text.casefold())
    ours = saying.firsts
    if (
        who not in ours
        or not (ours | SUPPOSES).isdisjoint(words)
        or not OPERATORS.isdisjoint(set(words) - {"does"})
    ):
        return None
    keys = frozenset[str]().union(*map(bases, words))
    named = [one for one in sides if singular(one.name).casefold() in keys]
    told = bool(named) or not _THEM.isdisjoint(words)
    if not keys.isdisjoint(_NOT_BLOWS) or (keys.isdisjoint(_BLOWS) and not told):
        return None
    points = harm["points"] or harm["more"]
    points = str(NUMBERS.get(points.casefold(), points))
    each = (one.call(number) for one in named or sides for number in _standing(one))
    own = (who.capitalize(),) if not _STRUCK.isdisjoint(words[:1]) and not named else ()
    choices = tuple(f"hurt {name} {points}" for name in islice(chain(own, each), MOST_CHOICES))
    if len(choices) == 1:
        return Understood(saying.language.parse(choices[0]), choices[0], free=True)
    return asked("which of them is hurt?", choices)


def _is_open(meant: Understood, text: str, sides: list[Side]) -> bool:
    """Return whether a command hurts the one who strikes, or the whole side of the one who is struck."""
    if not isinstance(meant.command, Hurt):
        return False
    who = meant.command.who.casefold()
    several = [one.name.casefold() for one in sides if one.count > 1]
    whole = who in several and who not in text.casefold()
    return text.casefold().startswith(who.split()[0]) or whole or who in map(singular, several)


def _standing(side: Side) -> Iterator[int]:
    """Yield the numbers of those of a side who still stand."""
    for first, last in free(side.count, side.out):
        yield from range(first, last + 1)

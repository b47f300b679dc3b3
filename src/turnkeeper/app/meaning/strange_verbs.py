"""A verb that nothing knows, told by what it is said of: ``Varda skewers goblin 3 for 6`` hits it.

Feet are gone, a number between two who can be hurt hurts, a length of time passes, and what comes from
somewhere appears.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.app.meaning.unheard import unheard_words
from turnkeeper.app.outcomes import NotUnderstood
from turnkeeper.play.fight.sides import meant as meant_of_sides
from turnkeeper.play.kernel.sentence import NUMBERS, SUPPOSES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.app.meaning.saying import Saying
    from turnkeeper.play.kernel.language import Understood

LONGEST = 160
APPEAR = "appear"
_COUNT = rf"an?|one|some|several|many|another|\d{{1,3}}|{'|'.join(NUMBERS)}"
_FEET = re.compile(r"\b\d{1,4} ?(?:ft|feet|foot|yards?|squares?|['\u2032\u2019])(?!\w)", re.IGNORECASE)
_NUMBER = re.compile(rf"\b(?:\d{{1,3}}|{'|'.join(NUMBERS)})\b", re.IGNORECASE)
_BY = re.compile(
    r"^(?:by|away|past|on|off)\b|^$",
    re.IGNORECASE,
)
_FROM_SOMEWHERE = re.compile(
    r"^(?:out|from|into|through|around|round|down|up|over|across|behind|along|in|towards?|at|near|ahead|beyond)\b",
    re.IGNORECASE,
)
_NEWCOMERS = re.compile(
    rf"^(?:(?:{_COUNT}) (?:[^\W\d_]+ ){{0,2}}[^\W\d_]+|something|someone)$", re.IGNORECASE
)
_AWAY = re.compile(
    (
        rf"(?:\bat )?\b(?:\d{{1,4}}|{'|'.join(NUMBERS)}) ?(?:ft|feet|foot|yards?|['\u2032\u2019])(?: "
        rf"(?:away|off|ahead|distant|up))?"
    ),
    re.IGNORECASE,
)
_PARTY = frozenset(("we", "they", "party", "everyone", "everybody"))


def by_a_known_verb(saying: Saying) -> Understood | None:
    """Return the meaning of a text with a verb in place of one that is unknown, by what it is said of."""
    text, sentence = saying.text, saying.sentence
    if sentence is None or not SUPPOSES.isdisjoint(one.text for one in sentence.tokens):
        return None
    for word in unheard_words(saying) if len(text) <= LONGEST else ():
        before, after = text[: word.start].strip(), text[word.end :].strip()
        if not before or text[word.start : word.end].casefold() != word.text:
            continue
        for verb in _verbs(saying, before, after):
            ending = "s" if word.text.endswith("s") else ""
            told = _how_far(after) if verb == APPEAR else after
            read = saying.read(f"{before} {verb}{ending} {told}".strip())
            if not isinstance(read, NotUnderstood):
                apart = after.replace(told, " ; ") if told else after
                left = (one.strip(" ,.!?") for one in (apart.split(";") if told != after else ()))
                return replace(read, free=True, left=(*read.left, *filter(None, left)))
    return None


def _how_far(after: str) -> str:
    """Return how far away newcomers appear, of all that is told of where."""
    found = _AWAY.search(after)
    return "" if found is None else found[0]


def _verbs(saying: Saying, before: str, after: str) -> Iterator[str]:
    """Yield the verbs that could stand between two parts of a sentence."""
    who = before.casefold().removeprefix("the ")
    campaign, ours = saying.campaign, saying.firsts
    owner = who.partition("'s ")[0]
    acts = owner in ours | _PARTY or bool(meant_of_sides(campaign.state, who))
    number, *unit = who.split()
    units = {said for one in campaign.book.scale.units for said in (one.name, one.plural)}
    if len(unit) == 1 and unit[0] in units and (number.isdecimal() or number in NUMBERS) and _BY.match(after):
        yield "pass"
    elif acts and _FEET.search(after):
        yield "go"
    elif acts and _hurts(saying, after):
        yield "hit"
    elif _NEWCOMERS.match(before) and _FROM_SOMEWHERE.match(after) and campaign.state.fight is None:
        yield APPEAR


def _hurts(saying: Saying, after: str) -> bool:
    """Return whether words begin with a name that can be hurt, and a number comes after it."""
    state = saying.campaign.state
    first, *more = after.casefold().replace(",", " ").removeprefix("the ").split() or [""]
    numbered = bool(more) and more[0].isdecimal() and bool(meant_of_sides(state, f"{first} {more[0]}"))
    known = numbered or first in saying.firsts or bool(meant_of_sides(state, first))
    return known and _NUMBER.search(" ".join(more[numbered:])) is not None

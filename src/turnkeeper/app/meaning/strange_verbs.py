"""A verb that nothing knows, told by what it is said of: ``Varda skewers goblin 3 for 6`` hits it.

Feet are gone, a number between two who can be hurt hurts, a length of time passes, and what comes from
somewhere appears.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.app.outcomes import NotUnderstood
from turnkeeper.play.fight.sides import meant as meant_of_sides
from turnkeeper.play.kernel.sentence import NUMBERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnkeeper.app.campaign import Campaign
    from turnkeeper.play.kernel.language import Understood
    from turnkeeper.play.kernel.sentence import SentenceWord

    Reader = Callable[[Campaign, str], Understood | NotUnderstood]

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


def by_a_known_verb(
    campaign: Campaign, text: str, unheard: tuple[SentenceWord, ...], understand: Reader
) -> Understood | None:
    """Return the meaning of a text with a verb in place of one that is unknown, by what it is said of."""
    if len(text) > LONGEST:
        return None
    for word in unheard:
        before, after = text[: word.start].strip(), text[word.end :].strip()
        if not before or text[word.start : word.end].casefold() != word.text:
            continue
        for verb in _verbs(campaign, before, after):
            ending = "s" if word.text.endswith("s") else ""
            told = _how_far(after) if verb == APPEAR else after
            read = understand(campaign, f"{before} {verb}{ending} {told}".strip())
            if not isinstance(read, NotUnderstood):
                return replace(read, free=True)
    return None


def _how_far(after: str) -> str:
    """Return how far away newcomers appear, of all that is told of where."""
    found = _AWAY.search(after)
    return "" if found is None else found[0]


def _verbs(campaign: Campaign, before: str, after: str) -> Iterator[str]:
    """Yield the verbs that could stand between two parts of a sentence."""
    who = before.casefold().removeprefix("the ")
    ours = {one.name.partition(" ")[0].casefold() for one in campaign.state.party.members}
    owner = who.partition("'s ")[0]
    acts = owner in ours | _PARTY or bool(meant_of_sides(campaign.state, who))
    number, *unit = who.split()
    units = {said for one in campaign.book.scale.units for said in (one.name, one.plural)}
    if len(unit) == 1 and unit[0] in units and (number.isdecimal() or number in NUMBERS) and _BY.match(after):
        yield "pass"
    elif acts and _FEET.search(after):
        yield "go"
    elif acts and _hurts(campaign, after, ours):
        yield "hit"
    elif _NEWCOMERS.match(before) and _FROM_SOMEWHERE.match(after) and campaign.state.fight is None:
        yield APPEAR


def _hurts(campaign: Campaign, after: str, ours: set[str]) -> bool:
    """Return whether words begin with a name that can be hurt, and a number comes after it."""
    first, *more = after.casefold().replace(",", " ").removeprefix("the ").split() or [""]
    numbered = (
        bool(more) and more[0].isdecimal() and bool(meant_of_sides(campaign.state, f"{first} {more[0]}"))
    )
    known = numbered or first in ours or bool(meant_of_sides(campaign.state, first))
    return known and _NUMBER.search(" ".join(more[numbered:])) is not None

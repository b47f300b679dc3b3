"""A spell that is cast where the rules know nothing of it: how long it lasts is asked, or it is noted."""

from __future__ import annotations

import re

from turnkeeper.app.meaning.saying import Meaning, Saying
from turnkeeper.app.outcomes import asked
from turnkeeper.play.clock.passing import step_of
from turnkeeper.play.fight.fight_time import casting_of, segments_of
from turnkeeper.play.kernel.sentence import NUMBERS, OPERATORS, PREPOSITIONS

_CASTS = re.compile(
    r"(?P<who>[^\W\d_]+(?: [^\W\d_]+){0,3}?) (?:is |starts? |begins? )?"
    r"(?:casts?|casting|throws? up|puts? up|weaves?|conjures?|invokes?|reads? a scroll of)"
    r" (?:(?:the|a|an|his|her|their) )?(?:spell (?:of )?)?(?P<spell>[^,;:.!?]+?)(?: spell)?"
    r"(?: (?:on|over|upon|at) (?P<on>[^,;:.!?]+?))?(?P<holds>,? (?:and )?concentrat(?:ing|es)(?: on it)?)?",
    re.IGNORECASE,
)
_SELF = frozenset(("himself", "herself", "themselves", "themself", "self", "him", "her"))


def asked_of_casting(saying: Saying) -> Meaning | None:
    """Return the question how long a spell lasts that a member casts, where no length is said.

    Who says that they concentrate does so. A casting that is declared in a fight is another matter.
    """
    state, book = saying.campaign.state, saying.campaign.book
    found = _CASTS.fullmatch(" ".join(saying.text.split()).rstrip(" .!"))
    member = None if found is None else state.party.meant(found["who"])
    if found is None or member is None:
        return None
    spell, on = found["spell"], found["on"] or ""
    if state.fight is not None and casting_of(book) is not None:
        segments = tuple(f"cast {spell} {takes} by {member.name}" for takes in (1, 2, 3, 4))
        return (
            asked(f"how many segments does {spell} take?", segments)
            if segments_of(book) is not None
            else None
        )
    if _says_more(spell) or (on and _says_more(on)):
        return None
    bearer = member if on.casefold() in {"", *_SELF} else state.party.meant(on)
    name = spell if bearer is not None else f"{spell} on {on}"
    if book.set.concentration is not None and found["holds"]:
        return saying.language.understand(f"concentrate on {name} by {member.name}")
    who, step = (bearer or member).name, book.scale.say(step_of(state, book))
    over = f"note {member.name} casts {spell}{f' on {on}' if on else ''}"
    why = f"how long does {spell} last? until it is ended, {step} or as you say, or it is over at once"
    return asked(why, (f"timer {name} for {who}", f"timer {name} {step} for {who}", over))


def _says_more(words: str) -> bool:
    """Return whether words for a spell hold a number, begin or go on elsewhere, or turn the meaning."""
    said = words.casefold().split()
    more = {*NUMBERS, *OPERATORS, "for", "as", "ritual", "until", "lasts", "lasting"}
    return said[0] in PREPOSITIONS or any(word in more or word[0].isdigit() for word in said)

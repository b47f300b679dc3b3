"""A sentence without where, how and why, which no command needs: they are told as left out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.app.meaning.choosing import best_of
from turnkeeper.app.outcomes import NotUnderstood
from turnkeeper.play.kernel.circumstances import Bare, states, tells_more, without_circumstances
from turnkeeper.play.kernel.language import Understood
from turnkeeper.play.kernel.sentence import NUMBERS, bases

if TYPE_CHECKING:
    from turnkeeper.app.meaning.saying import Meaning, Saying
    from turnkeeper.play.kernel.declare import Declared
    from turnkeeper.play.kernel.language import Heard

LONG = 8
"""The words from which on a text may be read by its unknown verbs without its asides."""
NAMED_ANEW = 11
"""What a reading may cost that names something of two words, where nothing else is understood."""
PEOPLE = frozenset(("who", "several"))
_JOINED = re.compile(r"\b(?:and|but|while|as)\b|[,;]", re.IGNORECASE)
"""Between clauses, which are read with their asides: a sentence of several is not read once more."""


def bare_of(saying: Saying) -> Bare:
    """Return a text without its circumstances; nothing for a question, or where it has none."""
    sentence = saying.sentence
    if sentence is None or sentence.asks or not tells_more(sentence):
        return Bare()
    return without_circumstances(sentence, saying.known, saying.names)


def of_what_is_there(saying: Saying) -> Meaning | None:
    """Return the meaning of a text of anybody here, unfit for it or not, or without its circumstances."""
    return _settled(saying, _of_anybody(saying, ())) or _settled(saying, _without(saying, refused=False))


def of_what_is_refused(saying: Saying, absent: tuple[str, ...]) -> Meaning | None:
    """Return such a meaning for those who are ``absent`` too, or that the rules refuse."""
    return _settled(saying, _of_anybody(saying, absent)) or _settled(saying, _without(saying, refused=True))


def _of_anybody(saying: Saying, absent: tuple[str, ...]) -> list[Heard]:
    """Return the refused meanings of a text of anybody: what the rules would carry out is offered already."""
    lights = saying.campaign.book.set.lights

    def offers(command: Declared, field: str, kind: str) -> tuple[str, ...] | None:
        listed = saying.offers(command, field, kind)
        if listed is None or kind not in PEOPLE | {"light"}:
            return listed
        there = lights if kind == "light" else (*saying.people, *absent)
        return listed if set(there) <= set(listed) else tuple(dict.fromkeys((*listed, *there)))

    sentence = saying.sentence
    there = {word for name in (*saying.people, *absent, *lights) for word in name.casefold().split()}
    if sentence is None or sentence.asks or sentence.keys.isdisjoint(there):
        return []
    heard = saying.language.hear(saying.text, offers, saying.serves)
    return [one for one in heard if not saying.allows(one.said)]


def _without(saying: Saying, *, refused: bool) -> list[Heard]:
    """Return the meanings of a text without its circumstances, those that the rules allow, if any."""
    bare = bare_of(saying)
    heard = saying.hear(bare.said) if bare.said else []
    found = [one for one in heard if one.own or states(bare.said)]
    allowed = [one for one in found if saying.allows(one.said)] or (found if refused else [])
    return [replace(one, said=replace(one.said, left=(*one.said.left, *bare.left))) for one in allowed]


def _settled(saying: Saying, found: list[Heard]) -> Meaning | None:
    return best_of(saying, found) if found and min(one.cost for one in found) <= NAMED_ANEW else None


def without_asides(saying: Saying) -> Understood | None:
    """Return the meaning of a long text without where, how and why, read by its unknown verbs too."""
    plain = saying.of(saying.plain)
    sentence = plain.sentence
    if sentence is None or len(sentence.tokens) < LONG:
        return None
    bare = bare_of(plain)
    meant = saying.read(bare.said) if bare.said and not _JOINED.search(bare.said) else None
    if meant is None or isinstance(meant, NotUnderstood) or not saying.allows(meant):
        return None
    said = saying.language.vocabulary(meant.command) | saying.names | NUMBERS.keys()
    named = (word for word in meant.text.casefold().split() if word.isalpha())
    new = any(bases(word).isdisjoint(said) and not saying.campaign.book.scale.is_unit(word) for word in named)
    # A name that only the rest holds is a guess.
    return None if new else replace(meant, free=True, left=(*meant.left, *bare.left))

"""A long sentence without where, how and why: read by its unknown verbs too then."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.app.meaning.choosing import is_allowed
from turnkeeper.app.meaning.plain import plainly
from turnkeeper.app.outcomes import NotUnderstood
from turnkeeper.play.kernel.circumstances import tells_more, without_circumstances
from turnkeeper.play.kernel.sentence import NUMBERS, bases, read_sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnkeeper.app.campaign import Campaign
    from turnkeeper.play.kernel.declare import Declared
    from turnkeeper.play.kernel.language import Offers, Understood

    Reader = Callable[[Campaign, str], Understood | NotUnderstood]

LONG = 8
"""The words from which on a text may be read without its asides."""
_JOINED = re.compile(r"\b(?:and|but|while|as)\b|[,;]", re.IGNORECASE)
"""Between clauses, which are read with their asides: a sentence of several is not read once more."""


def without_asides(
    campaign: Campaign,
    text: str,
    offers: Offers,
    serves: Callable[[Declared], bool],
    understand: Reader,
) -> Understood | None:
    """Return the meaning of a text without where, how and why, read by its unknown verbs too."""
    sentence, names = read_sentence(plainly(campaign, text)), campaign.language.names(offers, serves)
    if sentence is None or sentence.asks or len(sentence.tokens) < LONG or not tells_more(sentence):
        return None
    bare = without_circumstances(sentence, campaign.language.words | names, names)
    meant = understand(campaign, bare) if bare and not _JOINED.search(bare) else None
    if meant is None or isinstance(meant, NotUnderstood) or not is_allowed(campaign, meant):
        return None
    said = campaign.language.vocabulary(meant.command) | names | NUMBERS.keys()
    named = (word for word in meant.text.casefold().split() if word.isalpha())
    new = any(bases(word).isdisjoint(said) and not campaign.book.scale.is_unit(word) for word in named)
    return None if new else replace(meant, free=True)  # a name that only the rest holds is a guess

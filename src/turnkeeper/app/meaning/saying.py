"""A text at a campaign's head, and all that is read in it: each text and each of its parts once.

Looking at a reading records nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from copy import copy
from functools import lru_cache
from itertools import islice
from typing import TypeVar, cast

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.meaning.plain import plainly
from turnkeeper.app.outcomes import NotUnderstood
from turnkeeper.chance.drivers import TypedFaces
from turnkeeper.play.decide import Decided
from turnkeeper.play.kernel.declare import Declared, Values
from turnkeeper.play.kernel.event import Command, Refusal
from turnkeeper.play.kernel.language import Heard, Language, Offers, Understood
from turnkeeper.play.kernel.remarks import MOST_VALUES
from turnkeeper.play.kernel.sentence import Sentence, read_sentence
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.play.registry import REGISTRY

MOST_NAMES = 400  # of one kind
Found = TypeVar("Found")
Meaning = Understood | NotUnderstood
NEAR = 3
"""A reading that costs so much more than another is not what was meant, even where the other is refused."""


def is_allowed(campaign: Campaign, said: Understood) -> bool:
    """Return whether the rules allow a command now, whatever its throws show; nothing is recorded."""
    driver = TypedFaces((), campaign.seeded(), then=False)
    return not isinstance(campaign.decide(said, driver), Refusal)


def offers_at(campaign: Campaign, text: str = "") -> Offers:
    """Return the function that lists what can stand in a slot of a command at the head, each list once.

    Names too many to be listed are there too if a ``text`` names it.
    """
    listed: dict[Values, tuple[str, ...]] = {}
    asked: dict[tuple[type[Command], str, str], tuple[str, ...] | None] = {}

    def lists(values: Values | None) -> tuple[str, ...] | None:
        if values is not None and values not in listed:
            there = islice(values(campaign.state, campaign.book), MOST_VALUES)
            named = REGISTRY.named_in(text, values, campaign.state, campaign.book)
            listed[values] = tuple(dict.fromkeys((*there, *named)))
        return None if values is None else listed[values]

    def offers(command: Declared, field: str, kind: str) -> tuple[str, ...] | None:
        key = (command.command, field, kind)
        if key not in asked:
            asked[key] = lists(REGISTRY.values(command, field, kind))
        return asked[key]

    return offers


@lru_cache(maxsize=16)
def _served(language: Language) -> tuple[frozenset[type[Command]], tuple[tuple[Declared, str, str], ...]]:
    """Return the commands offered under the rules of a language, and a slot of each list of names."""
    serving = {one.command: one for one in language.declared if REGISTRY.serves(one, language.book)}
    slots = ((serving[one], field, kind) for one, field, kind in language.slotted if one in serving)
    lists = {values: slot for slot in slots if (values := REGISTRY.values(*slot)) is not None}
    return frozenset(serving), tuple(lists.values())


class _Memory:
    """What was read of a text and of its parts, by what was said."""

    def __init__(self) -> None:
        self.meant: dict[str, Meaning] = {}
        self.heard: dict[tuple[str, bool], list[Heard]] = {}
        self.weighed: dict[str, Heard | SpeechError] = {}
        self.allowed: dict[str, bool] = {}
        self.plain: dict[str, str] = {}
        self.asked: dict[tuple[object, str], object] = {}
        self.known: tuple[frozenset[str], frozenset[str]] | None = None


class Saying:
    """A text, or a part of one, at a campaign's head; ``reads`` gives the meaning of a part."""

    def __init__(self, campaign: Campaign, text: str, reads: Callable[[Saying], Meaning]) -> None:
        """Begin with nothing read."""
        self.campaign = campaign
        self.text = text
        self.language = campaign.language
        self.offers = offers_at(campaign, text)
        self.people = tuple(one.name for one in campaign.state.party.members)
        self._reads = reads
        self._memory = _Memory()

    def of(self, text: str) -> Saying:
        """Return a part of it, or it put otherwise, which shares what was read."""
        if text == self.text:
            return self
        part = copy(self)
        part.text = text
        return part

    def after(self, said: Understood) -> Saying:
        """Return it as said after a command, as the campaign's own dice would have that."""
        decided = self.campaign.decide(said)
        if not isinstance(decided, Decided):
            return self
        there = copy(self.campaign)
        there.state = decided.state
        return Saying(there, self.text, self._reads)

    def serves(self, one: Declared) -> bool:
        """Return whether a command is offered under these rules."""
        return one.command in _served(self.language)[0]

    def once(self, of: Callable[[Saying], Found]) -> Found:
        """Return the answer of a function on this text, which is asked once."""
        asked = self._memory.asked
        if (of, self.text) not in asked:
            asked[of, self.text] = of(self)
        return cast("Found", asked[of, self.text])

    @property
    def plain(self) -> str:
        """Return the text said more plainly, once and once more."""
        plain = self._memory.plain
        if self.text not in plain:
            once = plainly(self.campaign, self.text)
            plain[self.text] = once if once == self.text else plainly(self.campaign, once)
        return plain[self.text]

    def read(self, text: str) -> Meaning:
        """Return the meaning of a part, or of the text put otherwise; nothing is suggested for it."""
        meant = self._memory.meant
        if text not in meant:
            meant[text] = self._reads(self.of(text))
        return meant[text]

    @property
    def sentence(self) -> Sentence | None:
        """Return the words of the text, or ``None`` where it is too long."""
        return read_sentence(self.text)

    @property
    def firsts(self) -> frozenset[str]:
        """Return the first names of all in the party, in small letters."""
        return frozenset(one.partition(" ")[0].casefold() for one in self.people)

    @property
    def names(self) -> frozenset[str]:
        """Return the words of names that are listed at present."""
        return self._named[0]

    @property
    def known(self) -> frozenset[str]:
        """Return the words of forms and of names that are listed at present."""
        return self._named[1]

    @property
    def _named(self) -> tuple[frozenset[str], frozenset[str]]:
        if self._memory.known is None:
            lists = (self.offers(*slot) or () for slot in _served(self.language)[1])
            each = (value for values in lists for value in islice(values, MOST_NAMES))
            names = frozenset(word for value in each for word in value.casefold().split())
            self._memory.known = names, names | self.language.words
        return self._memory.known

    def hear(self, text: str = "", *, loosely: bool = False) -> list[Heard]:
        """Return the meanings of a text, or of this one, as a sentence."""
        key, heard = (text or self.text, loosely), self._memory.heard
        if key not in heard:
            names = self.names if loosely else None
            heard[key] = self.language.hear(key[0], self.offers, self.serves, names)
        return heard[key]

    def weigh(self, text: str = "") -> Heard:
        """Return the command of a text, or of this one, in the words of a form; raises `SpeechError`."""
        said, weighed = text or self.text, self._memory.weighed
        if said not in weighed:
            try:
                weighed[said] = self.language.weigh(said, self.offers)
            except SpeechError as fault:
                weighed[said] = fault
        found = weighed[said]
        if isinstance(found, SpeechError):
            raise found
        return found

    def allows(self, said: Understood) -> bool:
        """Return whether the rules allow a command now."""
        allowed = self._memory.allowed
        if said.text not in allowed:
            allowed[said.text] = is_allowed(self.campaign, said)
        return allowed[said.text]

    def cheap(self, text: str) -> str:
        """Return the command that a text says without taking much for granted, or nothing."""
        found = [*self.hear(text)]
        with suppress(SpeechError):
            found.append(self.weigh(text))
        best = min(found, key=lambda one: one.rank, default=None)
        return best.said.text if best is not None and best.cost <= NEAR else ""

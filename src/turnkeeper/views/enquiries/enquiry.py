"""What an enquiry is: how it is asked, and what answers it; and one as it was asked, with the names in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property

from msgspec import Struct

from turnkeeper.app.campaign import Campaign
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.views.referee.glance import Glance, glance

_GOES_ON = re.compile(r"\|\n\s*")


class Unknown(Struct, frozen=True):
    """Words that stand where a name does and name nothing that is here."""

    text: str


class EnquiryAsked:
    """An enquiry as it was asked: of which campaign, and the names in it by the slots of its form."""

    def __init__(self, campaign: Campaign, names: dict[str, object]) -> None:
        """Take the campaign, and what fills the slots."""
        self.campaign = campaign
        self.names = names

    @property
    def state(self) -> State:
        """Return the state that is asked about."""
        return self.campaign.state

    @property
    def book(self) -> Rulebook:
        """Return the rules, which say lengths as people do."""
        return self.campaign.book.plain

    @cached_property
    def now(self) -> Glance:
        """Return the referee's view at a glance."""
        return glance(self.campaign)

    def name(self, field: str) -> str:
        """Return the text that fills a slot; empty where nothing does."""
        value = self.names.get(field, "")
        return value.text if isinstance(value, Unknown) else str(value)


class Enquiry(Struct, frozen=True):
    """A question that can be asked: what it is ``about``, what ``answers`` it, how it is ``asked``.

    The ways to ask it are forms as commands have them, one a line, which goes on after a bar: words that must
    be there, in any order, spare ones in brackets, slots in braces. "How far off is the keep" asks
    ``how far {goal:anywhere} [off]``: articles, pronouns, prepositions, and the words that any question may
    hold (`reading.BESIDE`) mean nothing where no form asks for them. The ``named`` ones only name a thing,
    without a question's words or mark: "light left".
    """

    name: str
    about: str
    answers: Callable[[EnquiryAsked], Iterable[str]]
    asked: str
    named: str = ""

    @property
    def forms(self) -> tuple[str, ...]:
        """Return the ways to ask it as a question."""
        return _lines(self.asked)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the ways to ask for it by its name alone."""
        return _lines(self.named)


def _lines(text: str) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, _GOES_ON.sub("|", text).splitlines())))

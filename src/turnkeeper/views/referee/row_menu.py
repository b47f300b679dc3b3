"""What else one in a fight can do: the commands of a fight that name a combatant, for the menu of a row.

They are those that could be said now, found by their declarations; each opens as a form with the name in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from turnkeeper.app.campaign import Campaign
from turnkeeper.play.fight.leaving import Rouse
from turnkeeper.play.fight.segments.casting import Cast, FocusOn
from turnkeeper.play.fight.segments.declared import DeclareCasting
from turnkeeper.play.fight.segments.in_rounds import CastInRound
from turnkeeper.play.party.wielding import Wield
from turnkeeper.rules.book import Rulebook
from turnkeeper.views.doable import is_ready
from turnkeeper.views.parts.command_ways import BLANK, Entry, entries

GROUP, WHO = "Fight", "who"
PERSONS = frozenset({"who", "several"})
ON_THE_BAR = (Rouse,)
"""Commands that have a button of their own beside the rows."""
FIRST = (Cast, CastInRound, DeclareCasting, FocusOn, Wield)
"""The commands wanted most, which stand first."""


class RowWay(Struct, frozen=True):
    """A command in the menu of a row: its label, the id of its form, and the field for who is chosen."""

    label: str
    id: str
    field: str


def row_ways(campaign: Campaign) -> tuple[RowWay, ...]:
    """Return the commands that one in a fight can be chosen for now, the ones wanted most first."""
    known = entries(campaign.book)
    return tuple(one for one in ways_of(campaign.book) if is_ready(campaign, known[one.id]))


@lru_cache(maxsize=32)
def ways_of(book: Rulebook) -> tuple[RowWay, ...]:
    """Return all commands of a rule set that one in a fight can be chosen for, in their order."""
    return tuple(_ways(book))


def _ways(book: Rulebook) -> Iterator[RowWay]:
    for entry in sorted(entries(book).values(), key=lambda one: one.declared.command not in FIRST):
        if entry.declared.group == GROUP and entry.declared.command not in ON_THE_BAR and _names(entry):
            yield RowWay(entry.title.partition(BLANK)[0].strip(), entry.id, WHO)


def _names(entry: Entry) -> bool:
    return any(way.kinds.get(WHO) in PERSONS for way in entry.ways)

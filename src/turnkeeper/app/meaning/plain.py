"""A text of a campaign said more plainly: weeks in days, the first goblin as goblin 1, idioms in one word."""

from __future__ import annotations

import re

from turnkeeper.app.campaign import Campaign
from turnkeeper.play.clock.passing import until_then
from turnkeeper.play.fight.sides import meant as meant_of_sides
from turnkeeper.play.kernel.sentence import NUMBERS
from turnkeeper.spelling.plainer import ORDINALS, counted, plainer

_ORDINAL = re.compile(rf"\b(?:the )?(?P<nth>{'|'.join(ORDINALS)}) (?P<name>[^\W\d_]+)", re.IGNORECASE)
LONGEST_TOLD = 200
"""A longer text is not said more plainly: it was pasted."""


def plainly(campaign: Campaign, text: str) -> str:
    """Return a text said more plainly: weeks in days, "the first goblin" as goblin 1 where that is faced.

    A week has as many days as in the campaign's calendar, else seven.
    """
    if len(text) > LONGEST_TOLD:
        return text
    used = campaign.state.calendar
    week = len(used.data.week.days) if used is not None and used.data.week.days else 7

    def called(found: re.Match[str]) -> str:
        name = f"{found['name']} {ORDINALS.index(found['nth'].casefold()) + 1}"
        return name if meant_of_sides(campaign.state, name) else found[0]

    text = _ORDINAL.sub(called, counted(until_then(text, campaign.state, campaign.book), week, NUMBERS))
    units = tuple(one.name for one in campaign.book.scale.units)
    return plainer(text, units, NUMBERS)

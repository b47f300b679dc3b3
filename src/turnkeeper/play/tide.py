"""The Tide of Battle: one signed number, and the Morale that it begins from (Q-TIDE-1, Q-MOR-1).

It must not know who acts when, nor how a fight is counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnkeeper.play.party import Character
    from turnkeeper.rules.book import Rulebook


def base_morale(who: Character, book: Rulebook) -> int | None:
    """Return the Morale that somebody has of themselves: by an attribute and by level (Q-MOR-1).

    What is written of them as their morale counts instead. ``None`` where neither that nor the attribute is
    written, or the rule set knows no Tide.
    """
    fight = book.set.fight
    if fight is None or fight.tide is None:
        return None
    if who.morale is not None:
        return who.morale
    score = who.attribute(fight.tide.attribute)
    if score is None:
        return None
    return _of_band(fight.tide.by_attribute, score) + _of_band(fight.tide.by_level, who.level)


def _of_band(bands: tuple[tuple[int, int], ...], value: int) -> int:
    """Return what the highest band reached gives; nothing below the first."""
    return next((gives for least, gives in reversed(bands) if value >= least), 0)

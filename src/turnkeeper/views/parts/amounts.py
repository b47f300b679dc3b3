"""Amounts as figures and words: thousandths of a whole, and lengths of time in few units."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.time import Duration

LOW = 350
"""Thousandths of a source or less that are few: about the last third, while there is time to act."""
PER_MILLE = 1000
MOST_UNITS = 3
FEW_UNITS = 2


def per_mille(value: int, whole: int) -> int:
    """Return what part something is of a whole, in thousandths from 0 to 1000."""
    return max(0, min(PER_MILLE, value * PER_MILLE // whole)) if whole > 0 else 0


def roughly(left: Duration, book: Rulebook) -> str:
    """Return a length in words, cut to its largest units where all would be a long row."""
    said = book.scale.say(left)
    words = said.split(" ")
    return said if len(words) <= MOST_UNITS * 2 else " ".join(words[: MOST_UNITS * 2 - 2])


def briefly(left: Duration, book: Rulebook) -> str:
    """Return a length by its two largest units, where a bar or a place shows the rest."""
    return " ".join(book.scale.say(left).split(" ")[: FEW_UNITS * 2])

"""Galloping: mounts that are pushed go faster, where a rule set counts it for so long a day (Q-TRAV-1).

Time at the gallop uses up as much more of the day's march as it brings the party further, so that a day has
the same miles in it. It must not know hexes, nor what else becomes of mounts that are pushed.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from turnkeeper.play import train
from turnkeeper.play.journey import travelled
from turnkeeper.rules.travel import ByMiles
from turnkeeper.time import NO_TIME, Duration

if TYPE_CHECKING:
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.time import Instant


def counted(book: Rulebook) -> ByMiles | None:
    """Return how travel is paid where the rule set counts the gallop; ``None`` where it does not."""
    rules = book.set.travel
    pays = None if rules is None else rules.pays
    return pays if isinstance(pays, ByMiles) and pays.pushed_for else None


def beyond(state: State, book: Rulebook, since: Instant, until: Instant) -> Duration:
    """Return how much more of the day's march was used up between two instants than time went by."""
    pays = counted(book)
    if pays is None:
        return NO_TIME
    more = travelled(state.journey, since, until, pushed=True).ms * (_times(pays) - 1)
    return Duration(more.numerator // more.denominator)


def left(state: State, book: Rulebook, since: Instant, until: Instant, march: Duration) -> Duration:
    """Return how long the party can still gallop today, with so much left of the march that nobody forces.

    ``since`` is the beginning of the day, ``until`` now. Nobody gallops on a forced march.
    """
    pays = counted(book)
    if pays is None or not train.going(state, book).pushable:
        return NO_TIME
    rest = book.duration(pays.pushed_for) - travelled(state.journey, since, until, pushed=True)
    worth = march.ms / _times(pays)
    return max(NO_TIME, min(rest, Duration(worth.numerator // worth.denominator)))


def _times(pays: ByMiles) -> Fraction:
    return Fraction(pays.pushed, pays.mounted)

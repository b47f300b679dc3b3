"""Wear: what the fatigue of a character takes from their throws and their rate, by the levels of the rules.

This module only computes; who tires, and how it is told, is in `fatigue`.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from turnkeeper.play.party.party import Character
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.endurance import FatigueLevel


class Worn(Struct, frozen=True):
    """What fatigue ``takes`` from a throw and whether that is hampered, and how it slows a rate."""

    takes: int = 0
    hampered: bool = False
    feet: int = 0
    slowed: Fraction = Fraction(1)
    stops: bool = False

    def rate(self, feet: Fraction) -> Fraction:
        """Return a rate as it is with this fatigue."""
        return Fraction(0) if self.stops else max(Fraction(0), feet - self.feet) / self.slowed


FRESH = Worn()


def of(book: Rulebook, who: Character, *, save: bool = False) -> Worn:
    """Return the effect of a member's fatigue on a check, or on a save, and on their rate."""
    rules = book.set.strains.get("fatigue")
    if rules is None or who.fatigue <= 0:
        return FRESH
    levels = reached(book, 0, who.fatigue)
    slowed = Fraction(1)
    for one in levels:
        slowed *= Fraction(one.slowed)
    return Worn(
        rules.takes * who.fatigue,
        any(one.saves if save else one.checks for one in levels),
        rules.feet * who.fatigue,
        slowed,
        any(one.stops for one in levels),
    )


def reached(book: Rulebook, before: int, now: int) -> tuple[FatigueLevel, ...]:
    """Return the levels that hold now and did not hold before."""
    rules = book.set.strains.get("fatigue")
    return () if rules is None else tuple(one for one in rules.levels if before < one.on <= now)

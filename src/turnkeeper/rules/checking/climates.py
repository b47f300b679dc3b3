"""Climates: chances below 1, shares that a die can show, and flowers that are whole."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from turnkeeper.rules.checking.ground import Ground, PartChecks
from turnkeeper.rules.checking.tables import uncovered
from turnkeeper.rules.model.climate import ClimateByFlower, ClimateByStay
from turnkeeper.rules.model.procedures import Table, TableEntry
from turnkeeper.rules.problems import Fault, Path

MOST_FACES = 10_000
"""A chain throws one die, whose faces are the shares times the parts of the chance to stay."""
SIZES = (7, 19, 37, 61)
CHECKS = PartChecks()


@CHECKS.of(ClimateByStay)
def _chain(climate: ClimateByStay, path: Path, _ground: Ground) -> Iterator[Fault]:
    try:
        stay = Fraction(climate.stay)
    except (ValueError, ZeroDivisionError):
        return
    if stay >= 1:
        hint = "a part of the times, such as 3/10"
        yield Fault((*path, "stay"), f"with {climate.stay} the weather never changes", hint)
    each = [
        (("shares",), climate.shares),
        *((("seasons", name), one) for name, one in climate.seasons.items()),
    ]
    for at, shares in each:
        if not shares:
            yield Fault((*path, *at), "no weather has a share", "such as { clear = 6, storm = 1 }")
        elif sum(shares.values()) * stay.denominator > MOST_FACES:
            yield Fault((*path, *at), f"no die has {sum(shares.values()):,} shares", "make them smaller")


@CHECKS.of(ClimateByFlower)
def _flower(climate: ClimateByFlower, path: Path, ground: Ground) -> Iterator[Fault]:
    if climate.cells and len(climate.cells) not in SIZES:
        hint = "the middle and whole rings: " + ", ".join(map(str, SIZES))
        yield Fault((*path, "cells"), f"{len(climate.cells)} cells make no flower", hint)
    entries = tuple(TableEntry(one.on, one.to) for one in climate.steps)
    yield from uncovered(Table(climate.dice, climate.rule, entries), (*path, "steps"), ground)

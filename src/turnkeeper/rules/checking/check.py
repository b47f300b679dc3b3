"""Everything about a rule set that its shape cannot say, as faults, all at once.

What each value must be by itself is declared with its type and checked in `values`. Every other module here
looks at what must fit together in one part of the set; this one at lights, and it holds the list of all.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnkeeper.rules.checking import (
    activities,
    cadence,
    circles,
    climates,
    endurance,
    fights,
    journeys,
    names,
    tables,
    trackers,
)
from turnkeeper.rules.checking.ground import Ground, PartChecks
from turnkeeper.rules.checking.values import value_faults
from turnkeeper.rules.model.lights import Currency
from turnkeeper.rules.problems import Fault, Path

CHECKS = PartChecks()


def check(ground: Ground) -> Iterator[Fault]:
    """Yield every fault of meaning."""
    yield from value_faults(ground)
    yield from CHECKS.faults(ground)
    parts = (tables, activities, names, fights, journeys, endurance, cadence, trackers, circles, climates)
    for module in parts:
        yield from module.CHECKS.faults(ground)


@CHECKS.of(Currency)
def _currency(part: Currency, path: Path, _ground: Ground) -> Iterator[Fault]:
    for fault in part.faults():
        yield replace(fault, path=(*path, *fault.path))

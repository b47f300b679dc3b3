"""Everything about a rule set that its shape cannot say, as faults, all at once.

What each value must be by itself is declared with its type and checked in `values`. Every other module here
looks at what must fit together in one part of the set; this one holds the list of all.
"""

from __future__ import annotations

from collections.abc import Iterator

from turnkeeper.rules.checking import (
    activities,
    cadence,
    circles,
    climates,
    endurance,
    fights,
    journeys,
    lights,
    names,
    tables,
    trackers,
)
from turnkeeper.rules.checking.ground import Ground
from turnkeeper.rules.checking.values import value_faults
from turnkeeper.rules.problems import Fault


def check(ground: Ground) -> Iterator[Fault]:
    """Yield every fault of meaning."""
    yield from value_faults(ground)
    for module in (
        lights, tables, activities, names, fights, journeys, endurance, cadence, trackers, circles, climates,
    ):  # fmt: skip
        yield from module.CHECKS.faults(ground)

"""Everything about a rule set that its shape cannot say, as faults, all at once.

What each value must be by itself is declared with its type and checked in `values`. Every other module here
looks at what must fit together in one part of the set; this one at lights, and it holds the list of all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.rules.checking.activities import activity_faults
from turnkeeper.rules.checking.cadence import cadence_faults
from turnkeeper.rules.checking.circles import circle_faults
from turnkeeper.rules.checking.fights import fight_faults
from turnkeeper.rules.checking.journeys import journey_faults
from turnkeeper.rules.checking.names import name_faults
from turnkeeper.rules.checking.tables import table_faults
from turnkeeper.rules.checking.trackers import tracker_faults
from turnkeeper.rules.checking.values import value_faults
from turnkeeper.rules.model.lights import Currency

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.rules.checking.ground import Ground
    from turnkeeper.rules.problems import Fault


def check(ground: Ground) -> Iterator[Fault]:
    """Yield every fault of meaning."""
    yield from value_faults(ground)
    yield from light_faults(ground)
    yield from table_faults(ground)
    yield from activity_faults(ground)
    yield from name_faults(ground)
    yield from fight_faults(ground)
    yield from journey_faults(ground)
    yield from cadence_faults(ground)
    yield from tracker_faults(ground)
    yield from circle_faults(ground.rules)


def light_faults(ground: Ground) -> Iterator[Fault]:
    """Yield what is wrong between the values of a currency of light."""
    for path, part in ground.parts:
        if isinstance(part, Currency):
            for fault in part.faults():
                yield replace(fault, path=(*path, *fault.path))

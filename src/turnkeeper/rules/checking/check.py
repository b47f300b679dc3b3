"""Everything about a rule set that its shape cannot say, as faults, all at once.

What each value must be by itself is declared with its type and checked in `values`. Every other module here
looks at what must fit together in one part of the set; this one at lights, and it holds the list of all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.rules.checking.activities import activity_faults
from turnkeeper.rules.checking.cadence import cadence_faults
from turnkeeper.rules.checking.circles import circle_faults
from turnkeeper.rules.checking.fights import fight_faults
from turnkeeper.rules.checking.journeys import journey_faults
from turnkeeper.rules.checking.names import name_faults
from turnkeeper.rules.checking.tables import table_faults
from turnkeeper.rules.checking.trackers import tracker_faults
from turnkeeper.rules.checking.values import value_faults
from turnkeeper.rules.model.lights import ByUsageDice, ByUsageDie
from turnkeeper.rules.problems import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.rules.checking.ground import Ground
    from turnkeeper.rules.problems import Path


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
    """Yield every fault of lights that burn by dice."""
    for path, part in ground.parts:
        match part:
            case ByUsageDice():
                yield from _usage_dice(part, path)
            case ByUsageDie():
                yield from _usage_die(part, path)
            case _:
                pass


def _usage_dice(part: ByUsageDice, path: Path) -> Iterator[Fault]:
    if part.most < part.start:
        message = f"{part.most} dice at most, but it starts with {part.start}"
        yield Fault((*path, "most"), message, f"at least {part.start}")
    if part.over < part.start:
        message = f"{part.start} dice always come to more than {part.over}"
        yield Fault((*path, "over"), message, f"at least {part.start}")
    if part.over >= part.most * part.sides > 0:
        message = f"{part.most}d{part.sides} never come to more than {part.over}, so it would burn for ever"
        yield Fault((*path, "over"), message, f"at most {part.most * part.sides - 1}")


def _usage_die(part: ByUsageDie, path: Path) -> Iterator[Fault]:
    for index, sides in enumerate(part.dice):
        if 1 < sides <= part.low:
            message = f"a die with {sides} sides never shows more than {part.low}"
            yield Fault((*path, "dice", index), message, f"at least {part.low + 1}")
        elif index and sides >= part.dice[index - 1]:
            message = f"a die with {sides} sides is no smaller than the one before"
            yield Fault((*path, "dice", index), message, "the largest die comes first")

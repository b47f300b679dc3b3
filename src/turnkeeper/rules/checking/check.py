"""Everything about a rule set that its shape cannot say, as faults, all at once.

What each value must be by itself is declared with its type and checked in `values`. Every other module here
looks at what must fit together in one part of the set; this one at lights, and it holds the list of all.
"""

from __future__ import annotations

from collections.abc import Iterator

from turnkeeper.rules.checking import activities, cadence, circles, fights, journeys, names, tables, trackers
from turnkeeper.rules.checking.ground import Ground, PartChecks
from turnkeeper.rules.checking.values import value_faults
from turnkeeper.rules.model.lights import ByUsageDice, ByUsageDie
from turnkeeper.rules.problems import Fault, Path

CHECKS = PartChecks()


def check(ground: Ground) -> Iterator[Fault]:
    """Yield every fault of meaning."""
    yield from value_faults(ground)
    yield from CHECKS.faults(ground)
    for module in (tables, activities, names, fights, journeys, cadence, trackers, circles):
        yield from module.CHECKS.faults(ground)


@CHECKS.of(ByUsageDice)
def _usage_dice(part: ByUsageDice, path: Path, _ground: Ground) -> Iterator[Fault]:
    if part.most < part.start:
        message = f"{part.most} dice at most, but it starts with {part.start}"
        yield Fault((*path, "most"), message, f"at least {part.start}")
    if part.over < part.start:
        message = f"{part.start} dice always come to more than {part.over}"
        yield Fault((*path, "over"), message, f"at least {part.start}")
    if part.over >= part.most * part.sides > 0:
        message = f"{part.most}d{part.sides} never come to more than {part.over}, so it would burn for ever"
        yield Fault((*path, "over"), message, f"at most {part.most * part.sides - 1}")


@CHECKS.of(ByUsageDie)
def _usage_die(part: ByUsageDie, path: Path, _ground: Ground) -> Iterator[Fault]:
    for index, sides in enumerate(part.dice):
        if 1 < sides <= part.low:
            message = f"a die with {sides} sides never shows more than {part.low}"
            yield Fault((*path, "dice", index), message, f"at least {part.low + 1}")
        elif index and sides >= part.dice[index - 1]:
            message = f"a die with {sides} sides is no smaller than the one before"
            yield Fault((*path, "dice", index), message, "the largest die comes first")

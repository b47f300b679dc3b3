"""Checks, exertion, recovery, camps and rituals: what they refer to exists, and what they need is said."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from turnkeeper.chance.notation import DiceError, parse_dice
from turnkeeper.rules.reading.problems import Fault, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.rules.model.camp import Camp, Night
    from turnkeeper.rules.model.ground import Ground
    from turnkeeper.rules.reading.problems import Path

_NO_RECOVERY = "nothing says what a recovery die is"
_RECOVERY_HINT = 'such as [recovery], levels = [{ level = 1, dice = "1d3" }]'


def ability_faults(ground: Ground) -> Iterator[Fault]:
    """Yield every fault of attributes at work."""
    yield from _recovery(ground)
    yield from _rituals(ground)
    yield from _over(ground)
    if ground.rules.camp is not None:
        yield from _camp(ground.rules.camp, ground)


def _recovery(ground: Ground) -> Iterator[Fault]:
    recovery, path = ground.rules.recovery, ("recovery", "levels")
    if recovery is not None and not recovery.levels:
        yield Fault(path, "no level has a recovery die", _RECOVERY_HINT)
    for index, (lower, upper) in enumerate(pairwise(recovery.levels if recovery is not None else ()), 1):
        if upper.level <= lower.level:
            message = f"level {upper.level} comes after level {lower.level}"
            yield Fault((*path, index, "level"), message, "the lowest level first, each once")
    if recovery is not None or "recovery" in ground.lost:
        return
    for name, activity in ground.rules.activities.items():
        if activity.bed_rest is not None:
            yield Fault(("activities", name, "bed_rest"), _NO_RECOVERY, _RECOVERY_HINT)


def _rituals(ground: Ground) -> Iterator[Fault]:
    attributes = ground.rules.characters.attributes
    for name, ritual in ground.rules.rituals.items():
        path: Path = ("rituals", name)
        if ritual.attribute not in attributes and "characters" not in ground.lost:
            message = f"there is no attribute {ritual.attribute[:60]!r}"
            yield Fault((*path, "attribute"), message, did_you_mean(ritual.attribute, attributes))
        if ground.rules.checks is None and "checks" not in ground.lost:
            yield Fault(path, "nothing says how a check is thrown", 'such as [checks], dice = "1d20"')
        if ritual.exact < 1:
            yield Fault((*path, "exact"), f"{ritual.exact} is too low", "at least 1")
        if ritual.longer and not ritual.takes:
            yield Fault((*path, "longer"), "it takes no time of its own", 'say takes = "1 h"')
        if " " in name:
            yield Fault(path, f"{name!r} is more than one word", "rituals are said by one word", at_key=True)


def _over(ground: Ground) -> Iterator[Fault]:
    """Yield throws that name no difficulty where every check needs one."""
    rules = ground.rules
    if rules.checks is None or not rules.checks.over:
        return
    without: list[Path] = [("rituals", name) for name in rules.rituals]
    without += [("navigation",)] if rules.navigation is not None else []
    for path in without:
        message = "it throws under an attribute, and checks go over a difficulty here"
        yield Fault(path, message, "leave it out, or over = true under [checks]")


def _camp(camp: Camp, ground: Ground) -> Iterator[Fault]:
    for name, night in (("sheltered", camp.sheltered), ("unsheltered", camp.unsheltered)):
        yield from _night(night, ("camp", name), ground)
    for terrain, row in (camp.natural.found if camp.natural is not None else {}).items():
        path: Path = ("camp", "natural", "found", terrain)
        if not row:
            yield Fault(path, "the row is empty", "a number for each season")
        seasons = ground.names["seasons"]
        for season, up_to in row.items():
            if seasons and season not in seasons:
                hint = did_you_mean(season, seasons)
                yield Fault((*path, season), f"there is no season {season[:60]!r}", hint, at_key=True)
            if up_to < 0:
                yield Fault((*path, season), f"{up_to} is too low", "at least 0")


def _night(night: Night, path: Path, ground: Ground) -> Iterator[Fault]:
    for field in ("dice", "exerts"):
        text: str = getattr(night, field)
        try:
            parse_dice(text or "1d6")
        except DiceError as fault:
            message = f"{text[:40]!r} is no throw: {fault.message}"
            yield Fault((*path, field), message, fault.hint, column=fault.column)
    if night.recovery and ground.rules.recovery is None and "recovery" not in ground.lost:
        yield Fault((*path, "recovery"), _NO_RECOVERY, _RECOVERY_HINT)
    if night.exerts and ground.rules.exertion is None and "exertion" not in ground.lost:
        yield Fault((*path, "exerts"), "nothing says what exertion is", "such as [exertion]")

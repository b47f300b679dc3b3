"""Checks of people's doings: activities, rests, meals, checks, camps and rituals have all they need."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from turnkeeper.rules.model.abilities import RECOVERY_HINT
from turnkeeper.rules.model.camp import Meals, Provision
from turnkeeper.rules.model.conduct import Activity, Healing, Regain
from turnkeeper.rules.problems import Fault, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.rules.checking.ground import Ground
    from turnkeeper.rules.model.camp import Camp, Night
    from turnkeeper.rules.problems import Path

_NO_RECOVERY = "nothing says what a recovery die is"


def activity_faults(ground: Ground) -> Iterator[Fault]:
    """Yield every fault of activities, rests, meals, provisions, checks, camps and rituals."""
    for path, part in ground.parts:
        match part:
            case Activity():
                yield from _activity(part, path)
                yield from _times_and_lengths(part, path, ground)
            case Healing():
                yield from _healing(part, path, ground)
            case Regain():
                yield from _written("mana", (*path, "percent"), ground)
            case Meals():
                yield from _meals(part, path, ground)
            case Provision():
                yield from _used(part.item, (*path, "item"), ground)
            case _:
                pass
    yield from _recovery(ground)
    yield from _rituals(ground)
    yield from _over(ground)
    if ground.rules.camp is not None:
        yield from _camp(ground.rules.camp, ground)


def _activity(part: Activity, path: Path) -> Iterator[Fault]:
    if part.takes and part.asks_length:
        yield Fault(
            (*path, "asks_length"), "it has a length of its own and asks for one", "keep one of the two"
        )
    if part.area and not part.takes:
        yield Fault((*path, "area"), "an area needs the length that one area takes", 'say takes = "1 turn"')


def _times_and_lengths(part: Activity, path: Path, ground: Ground) -> Iterator[Fault]:
    if part.times:
        yield from _times(part, path, ground)
    if part.instant and (part.takes or part.asks_length):
        yield Fault((*path, "instant"), "what is instant takes no time", "leave out how long it takes")
    if part.longer and (not part.takes or part.times or part.area):
        message = "what may take longer takes a length of its own at least, and no dice or area"
        yield Fault((*path, "longer"), message, 'such as takes = "6 h", longer = true')
    if part.made_good is not None and part.interrupted != "lost":
        message = "only what is lost when it is cut short has to be made good"
        yield Fault((*path, "made_good"), message, 'say interrupted = "lost"')


def _times(part: Activity, path: Path, ground: Ground) -> Iterator[Fault]:
    if not part.takes or part.area:
        message = "dice for how many lengths it takes need the one length, and no area"
        yield Fault((*path, "times"), message, 'such as times = "1d4", takes = "1 turn"')
    dice = ground.dice(part.times)
    if dice is not None and dice.minimum < 1:
        yield Fault((*path, "times"), f"{part.times} can come to {dice.minimum}", "once at least")


def _healing(part: Healing, path: Path, ground: Ground) -> Iterator[Fault]:
    if not (part.dice or part.level or part.all or part.hit_die):
        yield Fault(path, "heals nothing", 'say dice = "1d6", level = true or all = true')
    if part.all and (part.dice or part.level or part.hit_die):
        yield Fault(path, "heals everything and a number besides", "keep one of the two")
    if part.hit_die and part.dice:
        yield Fault((*path, "hit_die"), "heals by two kinds of dice", "keep one of the two")
    if part.adds and not part.hit_die:
        yield Fault((*path, "adds"), "only a hit die is changed by an attribute", "say hit_die = true")
    if part.hit_die:
        yield from _written("die", (*path, "hit_die"), ground)


def _written(what: str, path: Path, ground: Ground) -> Iterator[Fault]:
    if "characters" not in ground.lost and what not in ground.rules.characters.written:
        hint = f'say written = ["{what}"] under [characters]'
        yield Fault(path, f"nobody has it: {what} is not written of characters", hint)


def _meals(part: Meals, path: Path, ground: Ground) -> Iterator[Fault]:
    due, overdue = ground.length(part.due), ground.length(part.overdue)
    if due is not None and overdue is not None and overdue <= due:
        message = f"overdue after {part.overdue}, but due only after {part.due}"
        yield Fault((*path, "overdue"), message, "a longer time")
    if _whole(ground) and not any(activity.eats for activity in ground.rules.activities.values()):
        yield Fault((*path, "due"), "meals are due, and no activity is one", "say eats = true in one")
    if part.item:
        yield from _used(part.item, (*path, "item"), ground)


def _used(item: str, path: Path, ground: Ground) -> Iterator[Fault]:
    if not _whole(ground):
        return
    used = dict.fromkeys(name for one in ground.rules.activities.values() for name in one.uses)
    used |= {"ration": None} if any(one.rations for one in ground.rules.activities.values()) else {}
    if item not in used:
        hint = did_you_mean(item, used)
        yield Fault(path, f"no activity uses {item[:40]!r}", hint)


def _whole(ground: Ground) -> bool:
    """Return whether every activity could be read, so that one can say what none of them does."""
    return len(ground.rules.activities) == len(ground.names["activities"])


def _recovery(ground: Ground) -> Iterator[Fault]:
    recovery, path = ground.rules.recovery, ("recovery", "levels")
    for index, (lower, upper) in enumerate(pairwise(recovery.levels if recovery is not None else ()), 1):
        if upper.level <= lower.level:
            message = f"level {upper.level} comes after level {lower.level}"
            yield Fault((*path, index, "level"), message, "the lowest level first, each once")
    if recovery is not None or "recovery" in ground.lost:
        return
    for name, activity in ground.rules.activities.items():
        if activity.bed_rest is not None:
            yield Fault(("activities", name, "bed_rest"), _NO_RECOVERY, RECOVERY_HINT)


def _rituals(ground: Ground) -> Iterator[Fault]:
    for name, ritual in ground.rules.rituals.items():
        path: Path = ("rituals", name)
        if ground.rules.checks is None and "checks" not in ground.lost:
            yield Fault(path, "nothing says how a check is thrown", 'such as [checks], dice = "1d20"')
        if ritual.longer and not ritual.takes:
            yield Fault((*path, "longer"), "it takes no time of its own", 'say takes = "1 h"')


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
        seasons = ground.names["seasons"]
        for season in row:
            if seasons and season not in seasons:
                hint = did_you_mean(season, seasons)
                yield Fault((*path, season), f"there is no season {season[:60]!r}", hint, at_key=True)


def _night(night: Night, path: Path, ground: Ground) -> Iterator[Fault]:
    if night.recovery and ground.rules.recovery is None and "recovery" not in ground.lost:
        yield Fault((*path, "recovery"), _NO_RECOVERY, RECOVERY_HINT)
    if night.exerts and ground.rules.exertion is None and "exertion" not in ground.lost:
        yield Fault((*path, "exerts"), "nothing says what exertion is", "such as [exertion]")

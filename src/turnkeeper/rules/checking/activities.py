"""Checks of people's doings: activities, rests, meals, checks and camps have all they need."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from turnkeeper.rules.checking.ground import Ground, PartChecks, only_one
from turnkeeper.rules.model.camp import NaturalShelter, Night, Provision
from turnkeeper.rules.model.conduct import Activity, Healing
from turnkeeper.rules.model.endurance import RECOVERY_HINT, Recovery
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.problems import Fault, Path, did_you_mean

CHECKS = PartChecks()
_NO_RECOVERY = "nothing says what a recovery die is"


@CHECKS.of(Activity)
def _activity(part: Activity, path: Path, _ground: Ground) -> Iterator[Fault]:
    if part.takes and part.asks_length:
        message = "it has a length of its own and asks for one"
        yield Fault((*path, "asks_length"), message, "keep one of the two")
    if part.area and not part.takes:
        yield Fault((*path, "area"), "an area needs the length that one area takes", 'say takes = "1 turn"')
    if part.instant and (part.takes or part.asks_length):
        yield Fault((*path, "instant"), "what is instant takes no time", "leave out how long it takes")
    if part.longer and (not part.takes or part.times or part.area):
        message = "what may take longer takes a length of its own at least, and no dice or area"
        yield Fault((*path, "longer"), message, 'such as takes = "6 h", longer = true')
    if part.cut_short is not None and part.interrupted != "lost":
        message = "only what is lost when it is cut short is made good or counts as another"
        yield Fault((*path, "cut_short"), message, 'say interrupted = "lost"')


@CHECKS.of(Activity)
def _relief(part: Activity, path: Path, ground: Ground) -> Iterator[Fault]:
    if "exertion" in part.relief and not _levels_recover(ground):
        yield Fault((*path, "relief", "exertion"), _NO_RECOVERY, RECOVERY_HINT)
    for strain, relief in part.relief.items():
        at = (*path, "relief", strain)
        said = [field for field in ("percent", "dice") if getattr(relief, field)]
        if strain == "mana" and len(said) != 1:
            yield Fault(at, "a percentage or dice say how much of the mana", "such as percent = 10")
        elif strain == "mana":
            yield from _written("mana", (*at, said[0]), ground)
        else:
            for field in said:
                yield Fault((*at, field), f"{strain} is not given back by {field}", "leave it out")


def _levels_recover(ground: Ground) -> bool:
    """Return whether levels have recovery dice, or what would say so could not be read."""
    recovery = ground.rules.recovery
    return "recovery" in ground.lost or (recovery is not None and bool(recovery.levels))


@CHECKS.of(Activity)
def _times(part: Activity, path: Path, ground: Ground) -> Iterator[Fault]:
    if part.times and (not part.takes or part.area):
        message = "dice for how many lengths it takes need the one length, and no area"
        yield Fault((*path, "times"), message, 'such as times = "1d4", takes = "1 turn"')
    dice = ground.dice(part.times)
    if dice is not None and dice.minimum < 1:
        yield Fault((*path, "times"), f"{part.times} can come to {dice.minimum}", "once at least")


@CHECKS.of(Healing)
def _healing(part: Healing, path: Path, ground: Ground) -> Iterator[Fault]:
    if not (part.dice or part.level or part.all or part.hit_die or part.least):
        yield Fault(path, "heals nothing", 'say dice = "1d6", level = true or all = true')
    if part.all and (part.dice or part.level or part.hit_die):
        yield Fault(path, "heals everything and a number besides", "keep one of the two")
    if part.adds and not part.hit_die:
        yield Fault((*path, "adds"), "only a hit die is changed by an attribute", "say hit_die = true")
    if part.hit_die and not _levels_recover(ground):
        if part.dice:
            yield Fault((*path, "hit_die"), "heals by two kinds of dice", "keep one of the two")
        yield from _written("die", (*path, "hit_die"), ground)


def _written(what: str, path: Path, ground: Ground) -> Iterator[Fault]:
    if "characters" not in ground.lost and what not in ground.rules.characters.written:
        hint = f'say written = ["{what}"] under [characters]'
        yield Fault(path, f"nobody has it: {what} is not written of characters", hint)


@CHECKS.of(Provision)
def _provision(part: Provision, path: Path, ground: Ground) -> Iterator[Fault]:
    if part.item:
        yield from _used(part.item, (*path, "item"), ground)
    if not part.due and not part.overdue:
        if not part.without:
            message = "nothing says after how long without it something follows"
            yield Fault((*path, "without"), message, 'such as "1 day"')
        elif not part.item:
            yield Fault((*path, "item"), "it does not say what is needed", "one of it, such as ration")
    if part.without and not part.condition:
        message = "nothing says in what condition one is without it"
        yield Fault((*path, "condition"), message, 'such as "hungry"')


@CHECKS.of(Provision)
def _meals(part: Provision, path: Path, ground: Ground) -> Iterator[Fault]:
    due, overdue = ground.length(part.due), ground.length(part.overdue)
    if due is not None and overdue is not None and overdue <= due:
        message = f"overdue after {part.overdue}, but due only after {part.due}"
        yield Fault((*path, "overdue"), message, "a longer time")
    if bool(part.due) != bool(part.overdue):
        field = "overdue" if part.due else "due"
        yield Fault((*path, field), "a meal is due at first, and overdue then: say both", 'such as "6 h"')
    if part.due and _whole(ground) and not any(one.eats for one in ground.rules.activities.values()):
        yield Fault((*path, "due"), "meals are due, and no activity is one", "say eats = true in one")


@CHECKS.of(RuleSet)
def _kept(rules: RuleSet, _path: Path, _ground: Ground) -> Iterator[Fault]:
    message = "meals are due by {!r} already"
    yield from only_one(rules.provisions, ("provisions", "due"), message, "one provision is eaten at meals")


def _used(item: str, path: Path, ground: Ground) -> Iterator[Fault]:
    if not _whole(ground):
        return
    used = dict.fromkeys(name for one in ground.rules.activities.values() for name in one.uses)
    used |= {"ration": None} if any(one.rations for one in ground.rules.activities.values()) else {}
    if item not in used:
        hint = did_you_mean(item, used) if used else "say rations = 1, or uses = { name = 1 }, of an activity"
        yield Fault(path, f"no activity uses {item[:40]!r}", hint)


def _whole(ground: Ground) -> bool:
    """Return whether every activity could be read, so that one can say what none of them does."""
    return len(ground.rules.activities) == len(ground.names["activities"])


@CHECKS.of(Recovery)
def _recovery(part: Recovery, path: Path, _ground: Ground) -> Iterator[Fault]:
    for index, (lower, upper) in enumerate(pairwise(part.levels), 1):
        if upper.level <= lower.level:
            message = f"level {upper.level} comes after level {lower.level}"
            yield Fault((*path, "levels", index, "level"), message, "the lowest level first, each once")


@CHECKS.of(NaturalShelter)
def _shelter(part: NaturalShelter, path: Path, ground: Ground) -> Iterator[Fault]:
    seasons = ground.names["seasons"]
    for terrain, row in part.found.items() if seasons else ():
        for season in row:
            if season not in seasons:
                at, hint = (*path, "found", terrain, season), did_you_mean(season, seasons)
                yield Fault(at, f"there is no season {season[:60]!r}", hint, at_key=True)


@CHECKS.of(Night)
def _night(part: Night, path: Path, ground: Ground) -> Iterator[Fault]:
    if part.exerts and "exertion" not in ground.rules.strains and "strains" not in ground.lost:
        yield Fault((*path, "exerts"), "nothing says what exertion is", "such as [strains.exertion]")

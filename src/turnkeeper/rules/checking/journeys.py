"""The way: races, rates and paces, terrain, travel, navigation, mounts: what they need is said, and fits."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import get_args

from turnkeeper.rules.checking.ground import Ground, PartChecks, only_one, said_twice
from turnkeeper.rules.model.conduct import PaceKind
from turnkeeper.rules.model.movement import LoadBySteps, LoadByWeight, Race
from turnkeeper.rules.model.people import Characters
from turnkeeper.rules.model.procedures import Veer
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.model.terrain import Terrain
from turnkeeper.rules.model.travel import (
    ByCrossing,
    ByHexes,
    HexSearch,
    March,
    Navigation,
    PushDies,
    Save,
    Toil,
    Travel,
    Traveller,
    VehicleKind,
)
from turnkeeper.rules.problems import Fault, Path, did_you_mean

CHECKS = PartChecks()
_NO_RATES = "no [movement] says in which length"


# Travel over hexes


@CHECKS.of(Terrain)
def _terrain(part: Terrain, path: Path, ground: Ground) -> Iterator[Fault]:
    travel = ground.rules.travel
    crossed = travel is not None and isinstance(travel.pays, ByCrossing)
    if crossed and not part.crossing and not part.impassable:
        hint = 'such as crossing = "2 h", or impassable = true'
        yield Fault((*path, "crossing"), "travel is paid by it, and it is not said", hint)
    if not part.words and not part.otherwise:
        yield Fault(path, "no word of a map means it", 'say words = ["hills"] or otherwise = true')


@CHECKS.of(RuleSet)
def _otherwise(rules: RuleSet, _path: Path, _ground: Ground) -> Iterator[Fault]:
    message = "{!r} is for everything else already"
    yield from only_one(rules.terrain, ("terrain", "otherwise"), message, "one class has otherwise = true")


@CHECKS.of(Travel)
def _travel(part: Travel, path: Path, ground: Ground) -> Iterator[Fault]:
    if not ground.rules.terrain:
        yield Fault(path, "there is no terrain to travel over", "such as [terrain.grassland]")
    if isinstance(part.pays, ByHexes) and part.pays.pushed_for:
        yield from _gallop(part.pays, part.march, (*path, "pays"))


@CHECKS.of(HexSearch)
def _search(part: HexSearch, path: Path, _ground: Ground) -> Iterator[Fault]:
    if bool(part.times) == bool(part.takes):
        yield Fault(path, "a search takes a time: say it in one way", 'times = 2 or takes = "1 watch"')


@CHECKS.of(March)
def _march(part: March, path: Path, ground: Ground) -> Iterator[Fault]:
    if part.counted == "watch" and not part.watch:
        yield Fault((*path, "watch"), "a march counted by the watch says which", 'watch = "1 watch"')
    for field, text in (("day", part.day), ("forced", part.forced), ("watch", part.watch)):
        length = ground.length(text)
        if length is not None and ground.scale is not None and length > ground.scale.day:
            yield Fault((*path, field), f"{text[:40]!r} is longer than a day", "a part of the day")


def _gallop(pays: ByHexes, march: March | None, path: Path) -> Iterator[Fault]:
    if pays.pushed < pays.mounted:
        message = f"{pays.pushed} in {pays.each} are no faster than the {pays.mounted} of mounts"
        yield Fault((*path, "pushed"), message, "more of them, or no pushed_for")
    if march is None or not march.carries:
        message = "it ends in the middle of a hex, and what is left of that is lost"
        yield Fault((*path, "pushed_for"), message, "say carries = true under [travel.march]")


@CHECKS.of(Save)
def _save(save: Save, path: Path, ground: Ground) -> Iterator[Fault]:
    checks = ground.rules.checks
    if bool(save.exerts) == bool(save.fatigue):
        yield Fault(path, "a failure costs something: say it in one way", 'exerts = "1d3" or fatigue = 1')
    over = checks is not None and checks.over
    if over != (save.against is not None):
        message = "a check needs a difficulty" if over else "a throw under an attribute has no difficulty"
        yield Fault((*path, "against"), message, "such as against = 10" if over else "leave it out")


@CHECKS.of(Navigation)
def _navigation(part: Navigation, path: Path, _ground: Ground) -> Iterator[Fault]:
    if bool(part.attribute) == bool(part.dice):
        message = "a save keeps the way, or dice do: say it in one way"
        yield Fault(path, message, 'attribute = "wisdom", or dice = "1d6" and cases')
    if bool(part.dice) != any(one.says("hits") for one in part.cases):
        field = "cases" if part.dice else "dice"
        hint = 'such as dice = "1d6", cases = [{ hits = 2 }]'
        yield Fault((*path, field), "dice lose the way by what is lost where: both are said", hint)


@CHECKS.of(Veer)
def _veer(_part: Veer, path: Path, ground: Ground) -> Iterator[Fault]:
    navigation = ground.rules.navigation
    unknown = navigation is not None and navigation.veer not in ground.names["tables"]
    if not unknown and (navigation is None or navigation.veer != path[1]):
        yield Fault(path, "only the table that navigation names can veer", "leave it out")


@CHECKS.of(Toil)
def _exerts(toil: Toil, path: Path, ground: Ground) -> Iterator[Fault]:
    exerts, of = bool(toil.exerts or toil.attribute), "weather" if path[0] == "weather" else path[-1]
    match of:
        case "weather" if exerts:
            yield Fault(path, "weather costs all a slot of fatigue", "say slowed, or every, or both")
        case "all":
            if not toil.every:
                yield Fault((*path, "every"), "a length is needed here", 'such as "2 h"')
            if exerts or toil.slowed != 1:
                yield Fault(path, "all who travel take a slot of fatigue", "say the rest of the laden")
        case "hitched" if exerts or toil.every:
            yield Fault(path, "a cart or wagon slows the way and costs nothing more", "say slowed alone")
        case "laden" if toil.every:
            yield from _burden(toil, path, ground)
        case "weather" | "laden" | "hitched":
            pass
        case _:
            message = f"{str(of)[:40]!r} are none that travel"
            yield Fault(path, message, did_you_mean(str(of), get_args(Traveller)), at_key=True)


def _burden(toil: Toil, path: Path, ground: Ground) -> Iterator[Fault]:
    if not toil.attribute:
        hint = did_you_mean("", ground.rules.characters.attributes)
        yield Fault((*path, "attribute"), "there is no attribute ''", hint)
    if not toil.exerts:
        yield Fault((*path, "exerts"), "nothing says how much it costs", 'such as exerts = "1d3"')


# On foot


@CHECKS.of(Race)
def _race(part: Race, path: Path, ground: Ground) -> Iterator[Fault]:
    name, attributes = path[-1], ground.rules.characters.attributes
    if name in attributes and "characters" not in ground.lost:
        yield Fault(path, f"{name!r} is an attribute already", "give the race another name", at_key=True)
    if not part.encumbered and isinstance(ground.rules.characters.load, LoadByWeight):
        yield Fault(
            path, "encumbered is missing: loads are weighed", f"such as encumbered = {part.feet // 2}"
        )
    if part.encumbered > part.feet:
        message = "goes further with a load than without"
        yield Fault((*path, "encumbered"), message, f"at most {part.feet}")
    if ground.lacks("movement"):
        yield Fault(path, f"{_NO_RATES} it goes so many feet", '[movement], each = "1 round"')


@CHECKS.of(Characters)
def _load(part: Characters, path: Path, ground: Ground) -> Iterator[Fault]:
    if part.load is not None and ground.lacks("movement"):
        message = f"{_NO_RATES} somebody goes more slowly"
        yield Fault((*path, "load"), message, '[movement], each = "1 round"')


@CHECKS.of(LoadBySteps)
def _steps(part: LoadBySteps, path: Path, _ground: Ground) -> Iterator[Fault]:
    for index, (lower, upper) in enumerate(pairwise(part.steps), 1):
        if upper.up_to <= lower.up_to:
            message = f"up to {upper.up_to} comes after up to {lower.up_to}"
            yield Fault((*path, "steps", index, "up_to"), message, "the lightest load first, each once")
    for index, step in enumerate(part.steps):
        if step.less and Fraction(step.slowed) != 1:
            message = "a load slows by a factor or takes feet off, not both"
            yield Fault((*path, "steps", index, "less"), message, "keep slowed or less")
    if part.least and not any(step.less for step in part.steps):
        yield Fault((*path, "least"), "no load takes any feet off", "say less of a step, or leave this out")


@CHECKS.of(PaceKind)
def _pace(pace: PaceKind, path: Path, ground: Ground) -> Iterator[Fault]:
    if pace.feet and not pace.each:
        yield Fault((*path, "each"), "each is missing", 'the length that the feet take, such as "1 turn"')
    elif pace.each and not pace.feet:
        yield Fault((*path, "feet"), "0 is too low", "at least 1")
    elif not pace.feet and ground.lacks("movement"):
        yield Fault(path, "it says no feet, and no [movement] gives rates", 'feet = 200, each = "1 turn"')
    if pace.feet and pace.times != 1:
        message = "it has feet of its own and changes the party's rate"
        yield Fault((*path, "feet"), message, "keep one of the two")


@CHECKS.of(RuleSet)
def _adverbs(rules: RuleSet, _path: Path, _ground: Ground) -> Iterator[Fault]:
    said: list[tuple[Path, str, str]] = [
        (("paces", name, "says", index) if pace.says else ("paces", name), word, name)
        for name, pace in rules.paces.items()
        for index, word in enumerate(pace.adverbs(name))
    ]
    yield from said_twice(said, "each pace has words of its own")


# Mounts


@CHECKS.of(PushDies)
def _push_dies(push: PushDies, path: Path, _ground: Ground) -> Iterator[Fault]:
    if push.most is not None and push.most < push.least:
        yield Fault((*path, "most"), f"{push.most} is below the least, {push.least}", "swap the two")


@CHECKS.of(VehicleKind)
def _vehicle(kind: VehicleKind, path: Path, _ground: Ground) -> Iterator[Fault]:
    if kind.most < kind.fewest:
        yield Fault((*path, "most"), f"{kind.most} is below the fewest, {kind.fewest}", "swap the two")

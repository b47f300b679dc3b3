"""How people hold out: fatigue, wants, hit dice, concentration, trials and paces have all they need."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from turnkeeper.rules.checking.ground import Ground, PartChecks
from turnkeeper.rules.model.abilities import Checks
from turnkeeper.rules.model.camp import Provision
from turnkeeper.rules.model.conduct import Activity, CutShort, Trial
from turnkeeper.rules.model.endurance import RECOVERY_HINT, Concentration, Recovery, StrainRules
from turnkeeper.rules.model.movement import Surprise
from turnkeeper.rules.model.orders import OrderByEach
from turnkeeper.rules.model.procedures import EndTimerEffect, SaveOrTire, StartTimerEffect
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.model.travel import Navigation, Save
from turnkeeper.rules.problems import Fault, Path, did_you_mean

CHECKS = PartChecks()


def _over(ground: Ground) -> bool:
    return ground.rules.checks is not None and ground.rules.checks.over


@CHECKS.of(StrainRules)
def _levels(part: StrainRules, path: Path, _ground: Ground) -> Iterator[Fault]:
    if path[-1] not in ("fatigue", "exertion"):
        message = f"{str(path[-1])[:40]!r} is no strain of which rules are said"
        yield Fault(path, message, did_you_mean(str(path[-1]), ("fatigue", "exertion")), at_key=True)
        return
    tires = path[-1] == "fatigue"
    if tires and not part.levels:
        hint = 'such as { on = 6, says = "death", dies = true }'
        yield Fault((*path, "levels"), "no level does anything", hint)
    if not tires and (part.levels or part.takes or part.feet):
        yield Fault(path, f"{path[-1]} has no slots that levels could be of", "only fatigue has")
    for index, (lower, upper) in enumerate(pairwise(part.levels), 1):
        if upper.on <= lower.on:
            message = f"{upper.on} comes after {lower.on}"
            yield Fault((*path, "levels", index, "on"), message, "the lowest level first, each once")
        if lower.dies:
            yield Fault((*path, "levels", index), "whoever has it is dead already", "death is the last level")


@CHECKS.of(Provision)
def _want(part: Provision, path: Path, _ground: Ground) -> Iterator[Fault]:
    if part.want is not None and part.want.fewer > part.each_day:
        message = f"fewer than {part.want.fewer} is what everybody has who has the {part.each_day} of a day"
        yield Fault((*path, "want", "fewer"), message, f"at most {part.each_day}")


@CHECKS.of(Recovery)
def _recovery(part: Recovery, path: Path, ground: Ground) -> Iterator[Fault]:
    if part.heals is None:
        if not part.levels:
            yield Fault(path, "nothing says by which die people recover", RECOVERY_HINT)
        return
    if not part.heals.hit_die:
        yield Fault((*path, "heals"), "hit dice heal by the hit die", "say hit_die = true")
    spends = any(one.hit_dice == "spend" for one in ground.rules.activities.values())
    if not spends and "activities" not in ground.lost:
        yield Fault(
            (*path, "heals"), "no rest lets anybody spend hit dice", 'say hit_dice = "spend" in an activity'
        )


@CHECKS.of(Concentration)
def _concentration(part: Concentration, path: Path, ground: Ground) -> Iterator[Fault]:
    if part.most and part.most < part.least:
        yield Fault((*path, "most"), f"{part.most} is below the least, {part.least}", "swap the two")
    if not part.attribute and (part.least or part.most):
        message = "a difficulty is said, and no save goes against it"
        yield Fault((*path, "attribute"), message, did_you_mean("", ground.rules.characters.attributes))
    if part.attribute and ground.lacks("checks"):
        yield Fault(path, "nothing says how a save is thrown", 'such as [checks], dice = "1d20"')


@CHECKS.of(Activity)
def _activity(part: Activity, path: Path, ground: Ground) -> Iterator[Fault]:
    recovery = ground.rules.recovery
    if part.hit_dice and "recovery" not in ground.lost and (recovery is None or recovery.heals is None):
        hint = "such as recovery.heals = { hit_die = true }"
        yield Fault((*path, "hit_dice"), "nothing says what hit dice give", hint)
    if part.cut_short is not None:
        yield from _cut_short(part.cut_short, (*path, "cut_short"))
    for field, timer in (("barred_by", part.barred_by), ("needs", part.needs)):
        begun = {one.timer: None for _, one in ground.held.of(StartTimerEffect)} if timer else {}
        if timer and timer not in begun:
            message = f"nothing begins a timer {timer[:40]!r}"
            yield Fault((*path, field), message, did_you_mean(timer, begun))
    yield from _waits_for_itself(part, path, ground)


def _waits_for_itself(part: Activity, path: Path, ground: Ground) -> Iterator[Fault]:
    """Yield what an activity must wait for that only the activity itself could bring about."""
    begun = list(ground.held.of(StartTimerEffect)) if part.needs or part.barred_by else []
    starting = [at for at, one in begun if one.timer == part.needs]
    if starting and all(at[: len(path)] == path for at in starting):
        message = f"nothing but this activity begins {part.needs[:40]!r}, so that it never can be done"
        yield Fault((*path, "needs"), message, "have another activity begin that timer")
    ended = {one.timer for _, one in ground.held.of(EndTimerEffect)}
    for at, one in begun:
        if one.timer == part.barred_by and one.until == path[-1] and one.timer not in ended:
            message = f"what ends {one.timer[:40]!r} is barred by it"
            yield Fault((*at, "until"), message, "say another activity, any rest, or lasts in its place")


def _cut_short(part: CutShort, path: Path) -> Iterator[Fault]:
    if part.counts_as == path[-2]:
        yield Fault((*path, "counts_as"), "it is no lesser than itself", "another activity")
    if part.counts_as and not part.after:
        yield Fault((*path, "after"), "it does not say after how long", 'such as after = "1 h"')


@CHECKS.of(Trial)
def _trial(part: Trial, path: Path, ground: Ground) -> Iterator[Fault]:
    if ground.lacks("checks"):
        yield Fault(path, "nothing says how a check is thrown", 'such as [checks], dice = "1d20"')
    elif part.against and not _over(ground):
        message = "a check has a difficulty only where it goes over one"
        yield Fault((*path, "against"), message, "over = true under [checks]")
    elif _over(ground) and not part.against:
        yield Fault((*path, "against"), "no difficulty is said", "such as [{ against = 15 }]")
    if part.exact > 1 and _over(ground):
        yield Fault((*path, "exact"), "no throw over a difficulty is exactly it", "leave it out")


@CHECKS.of(StartTimerEffect)
def _of_level(part: StartTimerEffect, path: Path, _ground: Ground) -> Iterator[Fault]:
    if part.each_level and not part.lasts:
        yield Fault((*path, "each_level"), "it does not say how long for each level", 'lasts = "10 min"')
    if part.each_level and path[0] != "activities":
        yield Fault((*path, "each_level"), "only what somebody does has a level", "leave it out")


@CHECKS.of(SaveOrTire)
def _asked(part: SaveOrTire, path: Path, ground: Ground) -> Iterator[Fault]:
    if ground.lacks("checks"):
        yield Fault(path, "nothing says how a save is thrown", 'such as [checks], dice = "1d20"')
    elif _over(ground) != (part.against is not None):
        missing = part.against is None
        message = "a save needs a difficulty" if missing else "a throw under an attribute has no difficulty"
        yield Fault((*path, "against"), message, "such as against = 10" if missing else "leave it out")


@CHECKS.of(Save)
def _rises(part: Save, path: Path, _ground: Ground) -> Iterator[Fault]:
    if part.against is None and (part.rises or part.saved):
        field = "rises" if part.rises else "saved"
        yield Fault((*path, field), "only a throw against a difficulty has that", "leave it out")


@CHECKS.of(Checks)
def _modifier(part: Checks, path: Path, _ground: Ground) -> Iterator[Fault]:
    if part.modifier is not None and not part.over:
        message = "a throw under an attribute adds no modifier"
        yield Fault((*path, "modifier"), message, "leave it out, or say over = true")
    for name, other in part.comes_from.items():
        if other in part.comes_from:
            message = f"{name[:40]!r} comes from {other[:40]!r}, which comes from another itself"
            yield Fault((*path, "comes_from", name), message, "name one that is written")


@CHECKS.of(OrderByEach)
def _surprised(part: OrderByEach, path: Path, ground: Ground) -> Iterator[Fault]:
    if part.surprised and ground.lacks("surprise"):
        yield Fault((*path, "surprised"), "nothing says who is surprised", "such as [surprise]")
    if part.surprised and part.seated:
        yield Fault((*path, "surprised"), "who begins is thrown for as always", "leave it out, or seated")
    if part.always and not part.seated:
        message = "only turns that go round the table are kept outside of fights"
        yield Fault((*path, "always"), message, "say seated = true")


@CHECKS.of(Surprise)
def _costs(part: Surprise, path: Path, ground: Ground) -> Iterator[Fault]:
    order = ground.rules.order
    throws = isinstance(order, OrderByEach) and bool(order.surprised)
    if not part.loses and not throws and "fight" not in ground.lost:
        yield Fault((*path, "loses"), "surprise costs nothing", 'such as loses = "1 round"')


@CHECKS.of(Navigation)
def _difficulty(part: Navigation, path: Path, ground: Ground) -> Iterator[Fault]:
    if ground.lacks("checks") or not part.attribute:
        return
    missing = not any(one.says("against") for one in part.cases)
    if _over(ground) == missing:
        message = "checks go over a difficulty here, and none is said"
        other = "a throw under an attribute has no difficulty"
        hint = "such as cases = [{ against = 10 }]" if missing else "leave it out"
        yield Fault((*path, "cases"), message if missing else other, hint)


@CHECKS.of(RuleSet)
def _paces(rules: RuleSet, _path: Path, _ground: Ground) -> Iterator[Fault]:
    """Yield names of paces at which nobody travels."""
    on_foot = [name for name, one in rules.paces.items() if one.travels is None]
    said: list[tuple[Path, str]] = [
        (("terrain", name, "at_most"), one.at_most) for name, one in rules.terrain.items()
    ]
    said += [(("travel", "usual"), rules.travel.usual)] if rules.travel is not None else []
    for at, name in said:
        if name in on_foot:
            yield Fault(at, f"{name} is no pace of travel", "say travels of it")

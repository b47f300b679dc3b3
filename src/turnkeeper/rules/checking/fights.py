"""Fights: morale, who acts when, and the Tide of Battle: numbers that fit together, bands in order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from turnkeeper.rules.checking.ground import Ground, PartChecks
from turnkeeper.rules.model.abilities import ByAttribute
from turnkeeper.rules.model.movement import Surprise
from turnkeeper.rules.model.orders import (
    Order,
    OrderByCount,
    OrderBySides,
    OrderByTests,
    RoundSegments,
    Tide,
    WeaponClass,
)
from turnkeeper.rules.model.people import Fight, Morale, Traps
from turnkeeper.rules.problems import Fault, Path

CHECKS = PartChecks()


@CHECKS.of(Fight)
def _fight(part: Fight, path: Path, _ground: Ground) -> Iterator[Fault]:
    if part.costs and part.fills:
        message = "a fight with a cost of its own fills up nothing"
        yield Fault((*path, "fills"), message, "keep one of the two")


@CHECKS.of(OrderByTests)
def _tests(order: OrderByTests, path: Path, _ground: Ground) -> Iterator[Fault]:
    if order.quick and not order.equal:
        message = "an exact throw cannot give a quick action and fail"
        yield Fault((*path, "equal"), message, "say equal = true")


@CHECKS.of(Traps)
def _traps(part: Traps, path: Path, _ground: Ground) -> Iterator[Fault]:
    if bool(part.dice) != bool(part.attribute):
        field = "attribute" if part.dice else "dice"
        yield Fault((*path, field), "a test of its own has dice and an attribute", "say both, or neither")


@CHECKS.of(OrderBySides)
def _phases(order: OrderBySides, path: Path, _ground: Ground) -> Iterator[Fault]:
    if order.walked and not order.phases:
        yield Fault((*path, "walked"), "there are no phases to walk through", 'such as phases = ["blows"]')
    for index, phase in enumerate(order.phases):
        if phase in order.phases[:index]:
            yield Fault((*path, "phases", index), f"{phase} comes twice", "each phase once")


@CHECKS.of(OrderBySides)
def _ties(order: OrderBySides, path: Path, _ground: Ground) -> Iterator[Fault]:
    speeds = [name for name, one in order.weapons.items() if one.speed is not None]
    if order.ties == "weapons" and (order.segments is None or not speeds):
        message = "no weapon of a round with segments has a speed"
        yield Fault((*path, "ties"), message, "say segments, and speed of weapons")
    if order.ties != "weapons" and (order.speed or speeds):
        at = ("speed",) if order.speed else ("weapons", speeds[0], "speed")
        yield Fault((*path, *at), "speed breaks no ties here", 'say ties = "weapons"')


@CHECKS.of(RoundSegments)
def _segments(part: RoundSegments, path: Path, ground: Ground) -> Iterator[Fault]:
    fight, order = ground.rules.fight, ground.rules.order
    if fight is None or not isinstance(order, OrderBySides | OrderByCount) or order.segments is not part:
        return
    yield from _round(part.number, part.each, fight.round, (*path, "number"), ground)
    if isinstance(order, OrderByCount):
        return
    dice = ground.dice(order.dice)
    if dice is not None and (dice.minimum < 1 or dice.maximum > part.number):
        message = f"{order.dice} name segments of which a round with {part.number} has none"
        yield Fault((*path, "number"), message, f"dice from 1 to {part.number}")
    if order.walked:
        yield Fault((*path[:-1], "walked"), "a go has its segment and no phases to walk", "keep one of them")
    if fight.off_clock:
        yield Fault(("fight", "off_clock"), "segments of a round pass time", "leave this out")


@CHECKS.of(WeaponClass)
def _weapon(part: WeaponClass, path: Path, ground: Ground) -> Iterator[Fault]:
    order = ground.rules.order
    if isinstance(part.adds, ByAttribute) and isinstance(order, OrderBySides) and order.segments is None:
        yield Fault((*path, "adds"), "the round has no segments to be sooner by", "say fight.order.segments")


@CHECKS.of(ByAttribute)
def _by_attribute(part: ByAttribute, path: Path, _ground: Ground) -> Iterator[Fault]:
    for index, ((lower, _), (upper, _)) in enumerate(pairwise(part.steps), 1):
        if upper <= lower:
            yield Fault(
                (*path, "steps", index), f"{upper} comes after {lower}", "the lowest first, each once"
            )


@CHECKS.of(Morale)
def _morale(part: Morale, path: Path, _ground: Ground) -> Iterator[Fault]:
    if part.most < part.least:
        yield Fault((*path, "most"), f"{part.most} is below the least, {part.least}", "swap the two")
        return
    if part.holds == "added" and not part.against:
        message = "a score that is added goes against a number"
        yield Fault((*path, "against"), message, "such as against = 15")
    if part.against and part.holds != "added":
        message = "only a score that is added goes against a number"
        yield Fault((*path, "against"), message, 'say holds = "added"')
    for index, score in enumerate(part.fixed):
        if not part.least <= score <= part.most:
            message = f"{score} is no score: {part.least} to {part.most}"
            yield Fault((*path, "fixed", index), message)
    for index, (one, worse) in enumerate(pairwise(part.margins), 1):
        if worse.over <= one.over:
            message = f"{worse.over} comes after {one.over}"
            yield Fault((*path, "margins", index, "over"), message, "the least first, each once")


@CHECKS.of(Surprise)
def _surprise(part: Surprise, path: Path, ground: Ground) -> Iterator[Fault]:
    if part.attribute and part.dice:
        yield Fault((*path, "dice"), "who notices is not thrown for besides", "keep attribute or dice")
    dice = ground.dice(part.dice)
    if dice is not None and not dice.minimum <= part.hits < dice.maximum:
        message = f"{part.dice} surprise always, or never, at {part.hits}"
        yield Fault((*path, "hits"), message, f"{dice.minimum} to {dice.maximum - 1}")
    for field in ("by_throw", "shorter"):
        needs = "dice" if field == "by_throw" else "by_throw"
        if getattr(part, field) and not getattr(part, needs):
            yield Fault((*path, field), "surprise does not go by what was thrown", f"say {needs}")
    yield from _lost_in_a_count(part, path, ground)
    if part.by_throw and not _in_segments(ground.rules.order):
        message = "surprise by the throw is counted in segments, which the round of a fight has not"
        yield Fault((*path, "by_throw"), message, "say fight.order.segments")


def _lost_in_a_count(part: Surprise, path: Path, ground: Ground) -> Iterator[Fault]:
    order = ground.rules.order
    if not isinstance(order, OrderByCount):
        if part.partly and "fight" not in ground.lost:
            yield Fault((*path, "partly"), "only in a count is anybody surprised in part", "leave it out")
        return
    each = ground.length(order.segments.each)
    for field in ("loses", "partly"):
        lost = ground.length(getattr(part, field))
        if lost is not None and each is not None and lost.ms % each.ms:
            message = f"{getattr(part, field)} are no whole number of segments"
            yield Fault((*path, field), message, 'such as "5 segments"')


@CHECKS.of(OrderByCount)
def _said_once(order: OrderByCount, path: Path, _ground: Ground) -> Iterator[Fault]:
    """Yield words that mean two recoveries."""
    meant: dict[str, str] = {}
    for name, one in order.recoveries.items():
        for word in (name, *one.says):
            if word.casefold() in meant:
                message = f"{word!r} is said of {meant[word.casefold()]!r} already"
                yield Fault((*path, "recoveries", name), message, "each word means one of them")
            meant.setdefault(word.casefold(), name)


def _in_segments(order: Order | None) -> bool:
    return isinstance(order, OrderBySides) and order.segments is not None


def _round(number: int, each: str, a_round: str, path: Path, ground: Ground) -> Iterator[Fault]:
    segment, whole = ground.length(each), ground.length(a_round)
    if ground.scale is None or segment is None or whole is None:
        return
    if segment * number != whole:
        say = ground.scale.say
        message = f"{number} segments are {say(segment * number)}, and a round {say(whole)}"
        yield Fault(path, message, "let the two agree")


@CHECKS.of(Tide)
def _tide(tide: Tide, path: Path, _ground: Ground) -> Iterator[Fault]:
    yield from _in_order(tide.by_level, (*path, "by_level"))


def _in_order(steps: tuple[tuple[int, int], ...], path: Path) -> Iterator[Fault]:
    for index, ((lower, _), (upper, _)) in enumerate(pairwise(steps), 1):
        if upper <= lower:
            yield Fault((*path, index), f"{upper} comes after {lower}", "the lowest first, each once")

"""Fights: morale, who acts when, and the Tide of Battle: numbers that fit together, bands in order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from turnkeeper.rules.checking.ground import Ground, PartChecks
from turnkeeper.rules.model.movement import Surprise
from turnkeeper.rules.model.orders import OrderByCount, OrderBySides, OrderByTests, Tide
from turnkeeper.rules.model.people import Fight, Morale
from turnkeeper.rules.problems import Fault, Path, did_you_mean

CHECKS = PartChecks()


@CHECKS.of(Fight)
def _fight(part: Fight, path: Path, ground: Ground) -> Iterator[Fault]:
    if part.costs and part.fills:
        message = "a fight with a cost of its own fills up nothing"
        yield Fault((*path, "fills"), message, "keep one of the two")
    if isinstance(part.order, OrderByCount):
        yield from _round(part.order, part.round, (*path, "order", "segments"), ground)


@CHECKS.of(OrderByTests)
def _tests(order: OrderByTests, path: Path, _ground: Ground) -> Iterator[Fault]:
    if order.quick and not order.equal:
        message = "an exact throw cannot give a quick action and fail"
        yield Fault((*path, "equal"), message, "say equal = true")


@CHECKS.of(OrderBySides)
def _phases(order: OrderBySides, path: Path, _ground: Ground) -> Iterator[Fault]:
    if order.walked and not order.phases:
        yield Fault((*path, "walked"), "there are no phases to walk through", 'such as phases = ["blows"]')
    for index, phase in enumerate(order.phases):
        if phase in order.phases[:index]:
            yield Fault((*path, "phases", index), f"{phase} comes twice", "each phase once")


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


@CHECKS.of(Surprise)
def _surprise(part: Surprise, path: Path, ground: Ground) -> Iterator[Fault]:
    if part.attribute and part.dice:
        yield Fault((*path, "dice"), "who notices is not thrown for besides", "keep attribute or dice")
    dice = ground.dice(part.dice)
    if dice is not None and not dice.minimum <= part.hits < dice.maximum:
        message = f"{part.dice} surprise always, or never, at {part.hits}"
        yield Fault((*path, "hits"), message, f"{dice.minimum} to {dice.maximum - 1}")


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


def _round(order: OrderByCount, a_round: str, path: Path, ground: Ground) -> Iterator[Fault]:
    segment, whole = ground.length(order.segment), ground.length(a_round)
    if ground.scale is None or segment is None or whole is None:
        return
    if segment * order.segments != whole:
        say = ground.scale.say
        message = f"{order.segments} segments are {say(segment * order.segments)}, and a round {say(whole)}"
        yield Fault(path, message, "let the two agree")


@CHECKS.of(Tide)
def _tide(tide: Tide, path: Path, ground: Ground) -> Iterator[Fault]:
    if tide.by_attribute and not tide.attribute:
        hint = did_you_mean("", ground.rules.characters.attributes)
        yield Fault((*path, "attribute"), "there is no attribute ''", hint)
    for field in ("by_attribute", "by_level"):
        bands: tuple[tuple[int, int], ...] = getattr(tide, field)
        for index, ((lower, _), (upper, _)) in enumerate(pairwise(bands), 1):
            if upper <= lower:
                message = f"{upper} comes after {lower}"
                yield Fault((*path, field, index), message, "the lowest first, each once")

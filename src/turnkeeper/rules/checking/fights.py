"""Fights: morale, who acts when, and the Tide of Battle: numbers that fit together, bands in order."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from turnkeeper.rules.model.orders import OrderByCount, OrderByTests
from turnkeeper.rules.problems import Fault, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.rules.checking.ground import Ground
    from turnkeeper.rules.model.orders import Tide
    from turnkeeper.rules.model.people import Morale
    from turnkeeper.rules.problems import Path

_ORDER: Path = ("fight", "order")
_TIDE: Path = ("fight", "tide")


def fight_faults(ground: Ground) -> Iterator[Fault]:
    """Yield every fault of fights."""
    morale, fight = ground.rules.morale, ground.rules.fight
    if morale is not None:
        yield from _morale(morale, ("morale",))
    if fight is None:
        return
    if fight.costs and fight.fills:
        message = "a fight with a cost of its own fills up nothing"
        yield Fault(("fight", "fills"), message, "keep one of the two")
    match fight.order:
        case OrderByTests(quick=True, equal=False):
            message = "an exact throw cannot give a quick action and fail"
            yield Fault((*_ORDER, "equal"), message, "say equal = true")
        case OrderByCount() as order:
            yield from _said_once(order)
            yield from _round(order, fight.round, ground)
        case _:
            pass
    if fight.tide is not None:
        yield from _tide(fight.tide, ground)


def _morale(part: Morale, path: Path) -> Iterator[Fault]:
    if part.most < part.least:
        yield Fault((*path, "most"), f"{part.most} is below the least, {part.least}", "swap the two")
        return
    for index, score in enumerate(part.fixed):
        if not part.least <= score <= part.most:
            message = f"{score} is no score: {part.least} to {part.most}"
            yield Fault((*path, "fixed", index), message)


def _said_once(order: OrderByCount) -> Iterator[Fault]:
    """Yield words that mean two recoveries."""
    meant: dict[str, str] = {}
    for name, one in order.recoveries.items():
        for word in (name, *one.says):
            if word.casefold() in meant:
                message = f"{word!r} is said of {meant[word.casefold()]!r} already"
                yield Fault((*_ORDER, "recoveries", name), message, "each word means one of them")
            meant.setdefault(word.casefold(), name)


def _round(order: OrderByCount, a_round: str, ground: Ground) -> Iterator[Fault]:
    if ground.scale is None:
        return
    segment, whole = ground.length(order.segment), ground.length(a_round)
    if segment is None or whole is None:
        return
    if segment * order.segments != whole:
        say = ground.scale.say
        message = f"{order.segments} segments are {say(segment * order.segments)}, and a round {say(whole)}"
        yield Fault((*_ORDER, "segments"), message, "let the two agree")


def _tide(tide: Tide, ground: Ground) -> Iterator[Fault]:
    if tide.by_attribute and not tide.attribute:
        hint = did_you_mean("", ground.rules.characters.attributes)
        yield Fault((*_TIDE, "attribute"), "there is no attribute ''", hint)
    for field in ("by_attribute", "by_level"):
        bands: tuple[tuple[int, int], ...] = getattr(tide, field)
        for index, ((lower, _), (upper, _)) in enumerate(pairwise(bands), 1):
            if upper <= lower:
                message = f"{upper} comes after {lower}"
                yield Fault((*_TIDE, field, index), message, "the lowest first, each once")

"""A count of segments and the Tide of Battle: numbers that make sense, attributes there, bands in order."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from turnkeeper.rules.model.ground import length_of
from turnkeeper.rules.model.orders import OrderByCount
from turnkeeper.rules.reading.problems import Fault, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.rules.model.ground import Ground
    from turnkeeper.rules.model.orders import Tide
    from turnkeeper.rules.reading.problems import Path

_ORDER: Path = ("fight", "order")
_TIDE: Path = ("fight", "tide")
_LEAST = {"segments": 1, "least": 0, "recover": 0, "opportunities": 0}


def order_faults(ground: Ground) -> Iterator[Fault]:
    """Yield every fault of who acts when, where segments are counted, and of the Tide of Battle."""
    fight = ground.rules.fight
    if fight is None:
        return
    if isinstance(fight.order, OrderByCount):
        yield from _count(fight.order, ground)
        yield from _round(fight.order, fight.round, ground)
    if fight.tide is not None:
        yield from _tide(fight.tide, ground)


def _count(order: OrderByCount, ground: Ground) -> Iterator[Fault]:
    for field, least in _LEAST.items():
        yield from _low(getattr(order, field), least, (*_ORDER, field))
    if order.initiative is not None:
        path = (*_ORDER, "initiative")
        yield from _low(order.initiative.divided, 1, (*path, "divided"))
        for index, name in enumerate(order.initiative.attributes):
            yield from _attribute(name, (*path, "attributes", index), ground)
    for name, one in order.recoveries.items():
        yield from _low(one.recovery, 0, (*_ORDER, "recoveries", name, "recovery"))
    yield from _said_once(order)


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
    segment, whole = length_of(order.segment, ground.scale), length_of(a_round, ground.scale)
    if segment is None or whole is None:
        return
    if segment * order.segments != whole:
        say = ground.scale.say
        message = f"{order.segments} segments are {say(segment * order.segments)}, and a round {say(whole)}"
        yield Fault((*_ORDER, "segments"), message, "let the two agree")


def _tide(tide: Tide, ground: Ground) -> Iterator[Fault]:
    if tide.by_attribute or tide.attribute:
        yield from _attribute(tide.attribute, (*_TIDE, "attribute"), ground)
    for field in ("by_attribute", "by_level"):
        bands: tuple[tuple[int, int], ...] = getattr(tide, field)
        for index, ((lower, _), (upper, _)) in enumerate(pairwise(bands), 1):
            if upper <= lower:
                message = f"{upper} comes after {lower}"
                yield Fault((*_TIDE, field, index), message, "the lowest first, each once")


def _attribute(name: str, path: Path, ground: Ground) -> Iterator[Fault]:
    known = ground.rules.characters.attributes
    if name not in known and "characters" not in ground.lost:
        yield Fault(path, f"there is no attribute {name[:60]!r}", did_you_mean(name, known))


def _low(value: int, least: int, path: Path) -> Iterator[Fault]:
    if value < least:
        yield Fault(path, f"{value} is too low", f"at least {least}")

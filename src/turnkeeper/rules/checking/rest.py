"""What must make sense of rests, meals and provisions, beyond lengths and numbers each by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.chance.notation import DiceError, parse_dice
from turnkeeper.rules.model.conduct import Activity, Healing, Regain
from turnkeeper.rules.model.ground import length_of
from turnkeeper.rules.model.provisions import Meals, Provision
from turnkeeper.rules.reading.problems import Fault, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.rules.model.ground import Ground
    from turnkeeper.rules.reading.problems import Path

WHOLE = 100
TENTH = 10


def rest_faults(ground: Ground) -> Iterator[Fault]:
    """Yield every fault of rests, meals and provisions."""
    for path, part in ground.parts:
        match part:
            case Activity():
                yield from _activity(part, path)
            case Healing():
                yield from _healing(part, path, ground)
            case Regain():
                yield from _regain(part, path, ground)
            case Meals():
                yield from _meals(part, path, ground)
            case Provision():
                yield from _provision(part, path, ground)
            case _:
                pass


def _activity(part: Activity, path: Path) -> Iterator[Fault]:
    if part.times:
        yield from _times(part, path)
    if part.instant and (part.takes or part.asks_length):
        yield Fault((*path, "instant"), "what is instant takes no time", "leave out how long it takes")
    if part.longer and (not part.takes or part.times or part.area):
        message = "what may take longer takes a length of its own at least, and no dice or area"
        yield Fault((*path, "longer"), message, 'such as takes = "6 h", longer = true')
    if part.made_good is not None and part.interrupted != "lost":
        message = "only what is lost when it is cut short has to be made good"
        yield Fault((*path, "made_good"), message, 'say interrupted = "lost"')
    for item, count in part.uses.items():
        if not item.strip() or item != item.casefold():
            hint = "one of it, in small letters, such as ration"
            yield Fault((*path, "uses", item), f"{item[:40]!r} is no item", hint, at_key=True)
        if count < 1:
            yield Fault((*path, "uses", item), f"{count} is too low", "at least 1")


def _times(part: Activity, path: Path) -> Iterator[Fault]:
    if not part.takes or part.area:
        message = "dice for how many lengths it takes need the one length, and no area"
        yield Fault((*path, "times"), message, 'such as times = "1d4", takes = "1 turn"')
    try:
        least = parse_dice(part.times).minimum
    except DiceError as fault:
        message = f"{part.times[:40]!r} is no throw: {fault.message}"
        yield Fault((*path, "times"), message, fault.hint, column=fault.column)
        return
    if least < 1:
        yield Fault((*path, "times"), f"{part.times} can come to {least}", "once at least")


def _healing(part: Healing, path: Path, ground: Ground) -> Iterator[Fault]:
    if part.hit_die and part.dice:
        yield Fault((*path, "hit_die"), "heals by two kinds of dice", "keep one of the two")
    if part.adds and not part.hit_die:
        yield Fault((*path, "adds"), "only a hit die is changed by an attribute", "say hit_die = true")
    if part.adds:
        yield from _attribute(part.adds, (*path, "adds"), ground)
    if part.hit_die:
        yield from _written("die", (*path, "hit_die"), ground)


def _regain(part: Regain, path: Path, ground: Ground) -> Iterator[Fault]:
    if part.percent > WHOLE or part.percent % TENTH:
        message = f"{part.percent} percent: mana is kept in tenths of a point"
        yield Fault((*path, "percent"), message, "10, 20, 30 and so on up to 100")
    yield from _written("mana", (*path, "percent"), ground)


def _written(what: str, path: Path, ground: Ground) -> Iterator[Fault]:
    if "characters" not in ground.lost and what not in ground.rules.characters.written:
        hint = f'say written = ["{what}"] under [characters]'
        yield Fault(path, f"nobody has it: {what} is not written of characters", hint)


def _attribute(name: str, path: Path, ground: Ground) -> Iterator[Fault]:
    attributes = ground.rules.characters.attributes
    if "characters" not in ground.lost and name not in attributes:
        yield Fault(path, f"there is no attribute {name[:60]!r}", did_you_mean(name, attributes))


def _meals(part: Meals, path: Path, ground: Ground) -> Iterator[Fault]:
    due, overdue = length_of(part.due, ground.scale), length_of(part.overdue, ground.scale)
    if due is not None and overdue is not None and overdue <= due:
        message = f"overdue after {part.overdue}, but due only after {part.due}"
        yield Fault((*path, "overdue"), message, "a longer time")
    if _whole(ground) and not any(activity.eats for activity in ground.rules.activities.values()):
        yield Fault((*path, "due"), "meals are due, and no activity is one", "say eats = true in one")
    if part.item:
        yield from _used(part.item, (*path, "item"), ground)


def _provision(part: Provision, path: Path, ground: Ground) -> Iterator[Fault]:
    yield from _used(part.item, (*path, "item"), ground)
    if not part.condition.strip():
        yield Fault((*path, "condition"), "the condition is blank", "say it in a few words")
    for index, name in enumerate(part.hampers):
        yield from _attribute(name, (*path, "hampers", index), ground)


def _used(item: str, path: Path, ground: Ground) -> Iterator[Fault]:
    if not _whole(ground):
        return
    used = dict.fromkeys(name for one in ground.rules.activities.values() for name in one.uses)
    used |= {"ration": None} if any(one.rations for one in ground.rules.activities.values()) else {}
    if item not in used:
        hint = did_you_mean(item, used)
        yield Fault(path, f"no activity uses {item[:40]!r}", hint)


def _whole(ground: Ground) -> bool:
    """Tell whether every activity could be read, so that one can say what none of them does."""
    return len(ground.rules.activities) == len(ground.names["activities"])

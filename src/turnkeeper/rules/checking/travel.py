"""Travel, terrain and navigation: what they refer to exists, and what they need is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.chance.notation import DiceError, parse_dice
from turnkeeper.rules.model.ground import length_of
from turnkeeper.rules.model.procedures import Veer
from turnkeeper.rules.model.travel import ByCrossing, ByFeet, ByHexes, ByMiles
from turnkeeper.rules.reading.problems import Fault, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.rules.model.ground import Ground
    from turnkeeper.rules.model.travel import March, Pay, Save
    from turnkeeper.rules.reading.problems import Path

_MOST_FACES = 5
# Everything within that is looked at from every hex: a land is seldom wider.
_FARTHEST = 50


def travel_faults(ground: Ground) -> Iterator[Fault]:
    """Yield every fault of travel over hexes."""
    yield from _terrain(ground)
    yield from _travel(ground)
    yield from _within_a_day(ground)
    yield from _navigation(ground)
    yield from _veers(ground)


def _terrain(ground: Ground) -> Iterator[Fault]:
    rest: list[str] = []
    travel = ground.rules.travel
    crossed = travel is not None and isinstance(travel.pays, ByCrossing)
    for name, terrain in ground.rules.terrain.items():
        path: Path = ("terrain", name)
        if terrain.otherwise and rest:
            message = f"{rest[0]!r} is for everything else already"
            yield Fault((*path, "otherwise"), message, "one class has otherwise = true")
        rest += [name] if terrain.otherwise else []
        if terrain.slowed < 1:
            yield Fault((*path, "slowed"), f"{terrain.slowed} is too low", "at least 1")
        if terrain.seen_from < 0:
            yield Fault((*path, "seen_from"), f"{terrain.seen_from} is too low", "at least 0")
        if terrain.seen_from > _FARTHEST:
            yield Fault((*path, "seen_from"), f"{terrain.seen_from} is too high", f"at most {_FARTHEST}")
        if crossed and not terrain.crossing and not terrain.impassable:
            hint = 'such as crossing = "2 h", or impassable = true'
            yield Fault((*path, "crossing"), "travel is paid by it, and it is not said", hint)
        if not terrain.words and not terrain.otherwise:
            yield Fault(path, "no word of a map means it", 'say words = ["hills"] or otherwise = true')


def _travel(ground: Ground) -> Iterator[Fault]:
    travel = ground.rules.travel
    if travel is None:
        return
    path: Path = ("travel",)
    yield from _pays(travel.pays, (*path, "pays"))
    if not ground.rules.terrain:
        yield Fault(path, "there is no terrain to travel over", "such as [terrain.grassland]")
    if travel.hitched < 1:
        yield Fault((*path, "hitched"), f"{travel.hitched} is too low", "at least 1")
    if travel.roads is not None and travel.roads.times < 1:
        yield Fault((*path, "roads", "times"), f"{travel.roads.times} is too low", "at least 1")
    if travel.search is not None and bool(travel.search.times) == bool(travel.search.takes):
        hint = 'times = 2 or takes = "1 watch"'
        yield Fault((*path, "search"), "a search takes a time: say it in one way", hint)
    march, burden = travel.march, travel.burden
    if march is not None and march.counted == "watch" and not march.watch:
        yield Fault((*path, "march", "watch"), "a march counted by the watch says which", 'watch = "1 watch"')
    if march is not None and march.save is not None:
        yield from _save(march.save, (*path, "march", "save"), ground)
    if isinstance(travel.pays, ByMiles) and travel.pays.pushed_for:
        yield from _gallop(travel.pays, march, (*path, "pays"))
    if burden is not None and burden.each:
        yield from _exerts(burden.exerts, burden.attribute, (*path, "burden"), ground)


def _within_a_day(ground: Ground) -> Iterator[Fault]:
    march = ground.rules.travel.march if ground.rules.travel is not None else None
    said = () if march is None else (("day", march.day), ("forced", march.forced), ("watch", march.watch))
    for field, text in said:
        if ground.scale is None or not text:
            continue
        length = length_of(text, ground.scale)
        if length is not None and length > ground.scale.day:
            path = ("travel", "march", field)
            yield Fault(path, f"{text[:40]!r} is longer than a day", "a part of the day")


def _pays(pays: Pay, path: Path) -> Iterator[Fault]:
    fields = {ByHexes: ("foot", "mounted", "pushed"), ByFeet: ("hex",), ByMiles: ("hex", "foot", "mounted")}
    for field in fields.get(type(pays), ()):
        value: int = getattr(pays, field)
        if value < 1:
            yield Fault((*path, field), f"{value} is too low", "at least 1")


def _gallop(pays: ByMiles, march: March | None, path: Path) -> Iterator[Fault]:
    if pays.pushed < pays.mounted:
        message = f"{pays.pushed} miles an hour are no faster than the {pays.mounted} of mounts"
        yield Fault((*path, "pushed"), message, "more miles, or no pushed_for")
    if march is None or not march.carries:
        message = "it ends in the middle of a hex, and what is left of that is lost"
        yield Fault((*path, "pushed_for"), message, "say carries = true under [travel.march]")


def _save(save: Save, path: Path, ground: Ground) -> Iterator[Fault]:
    checks = ground.rules.checks
    yield from _attribute(save.attribute, (*path, "attribute"), ground)
    if save.exerts:
        yield from _dice(save.exerts, path)
    if bool(save.exerts) == bool(save.fatigue):
        yield Fault(path, "a failure costs something: say it in one way", 'exerts = "1d3" or fatigue = 1')
    if save.fatigue < 0:
        yield Fault((*path, "fatigue"), f"{save.fatigue} is too low", "at least 1")
    over = checks is not None and checks.over
    if over != (save.against is not None):
        message = "a check needs a difficulty" if over else "a throw under an attribute has no difficulty"
        yield Fault((*path, "against"), message, "such as against = 10" if over else "leave it out")


def _exerts(dice: str, attribute: str, path: Path, ground: Ground) -> Iterator[Fault]:
    yield from _attribute(attribute, (*path, "attribute"), ground)
    yield from _dice(dice, path)


def _dice(dice: str, path: Path) -> Iterator[Fault]:
    try:
        parse_dice(dice)
    except DiceError as fault:
        message = f"{dice[:40]!r} is no throw: {fault.message}"
        yield Fault((*path, "exerts"), message, fault.hint, column=fault.column)


def _attribute(name: str, path: Path, ground: Ground) -> Iterator[Fault]:
    if "characters" in ground.lost:
        return
    known = ground.rules.characters.attributes
    if name not in known:
        yield Fault(path, f"there is no attribute {name[:60]!r}", did_you_mean(name, known))


def _navigation(ground: Ground) -> Iterator[Fault]:
    navigation = ground.rules.navigation
    if navigation is None:
        return
    yield from _attribute(navigation.attribute, ("navigation", "attribute"), ground)
    tables = ground.names["tables"]
    if navigation.veer not in tables:
        hint = did_you_mean(navigation.veer, tables)
        yield Fault(("navigation", "veer"), f"there is no table {navigation.veer[:60]!r}", hint)


def _veers(ground: Ground) -> Iterator[Fault]:
    """Yield veering where nobody is lost, and turns that come round to where they began."""
    navigation = ground.rules.navigation
    for name, table in ground.rules.tables.items():
        for index, entry in enumerate(table.entries):
            for number, effect in enumerate(entry.do):
                if not isinstance(effect, Veer):
                    continue
                path: Path = ("tables", name, "entries", index, "do", number)
                unknown = navigation is not None and navigation.veer not in ground.names["tables"]
                if not unknown and (navigation is None or navigation.veer != name):
                    yield Fault(path, "only the table that navigation names can veer", "leave it out")
                if not 1 <= abs(effect.faces) <= _MOST_FACES:
                    message = f"a hex has six faces: {effect.faces} is no turn"
                    yield Fault((*path, "faces"), message, "-1 is the next face to the left")

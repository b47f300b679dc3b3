"""The way: races, rates and paces, terrain, travel, navigation, mounts: what they need is said, and fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.rules.model.procedures import Veer
from turnkeeper.rules.model.travel import ByCrossing, ByMiles
from turnkeeper.rules.problems import Fault, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.rules.checking.ground import Ground
    from turnkeeper.rules.model.conduct import PaceKind
    from turnkeeper.rules.model.travel import Burden, March, PushDies, Save, VehicleKind
    from turnkeeper.rules.problems import Path

_NO_RATES = "no [movement] says in which length"


def journey_faults(ground: Ground) -> Iterator[Fault]:
    """Yield every fault of going on foot, of travel over hexes, and of mounts."""
    yield from _terrain(ground)
    yield from _travel(ground)
    yield from _within_a_day(ground)
    yield from _veers(ground)
    yield from _races(ground)
    yield from _load(ground)
    for name, pace in ground.rules.paces.items():
        yield from _pace(pace, ("paces", name), ground)
    yield from _adverbs(ground)
    mounts = ground.rules.mounts
    if mounts is not None and mounts.push_dies is not None:
        yield from _push_dies(mounts.push_dies, ("mounts", "push_dies"))
    for name, kind in mounts.vehicles.items() if mounts is not None else ():
        yield from _vehicle(kind, ("mounts", "vehicles", name))


# Travel over hexes


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
    if not ground.rules.terrain:
        yield Fault(path, "there is no terrain to travel over", "such as [terrain.grassland]")
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
        yield from _exerts(burden, (*path, "burden"), ground)


def _within_a_day(ground: Ground) -> Iterator[Fault]:
    march = ground.rules.travel.march if ground.rules.travel is not None else None
    said = () if march is None else (("day", march.day), ("forced", march.forced), ("watch", march.watch))
    for field, text in said:
        if ground.scale is None or not text:
            continue
        length = ground.length(text)
        if length is not None and length > ground.scale.day:
            path = ("travel", "march", field)
            yield Fault(path, f"{text[:40]!r} is longer than a day", "a part of the day")


def _gallop(pays: ByMiles, march: March | None, path: Path) -> Iterator[Fault]:
    if pays.pushed < pays.mounted:
        message = f"{pays.pushed} miles an hour are no faster than the {pays.mounted} of mounts"
        yield Fault((*path, "pushed"), message, "more miles, or no pushed_for")
    if march is None or not march.carries:
        message = "it ends in the middle of a hex, and what is left of that is lost"
        yield Fault((*path, "pushed_for"), message, "say carries = true under [travel.march]")


def _save(save: Save, path: Path, ground: Ground) -> Iterator[Fault]:
    checks = ground.rules.checks
    if bool(save.exerts) == bool(save.fatigue):
        yield Fault(path, "a failure costs something: say it in one way", 'exerts = "1d3" or fatigue = 1')
    over = checks is not None and checks.over
    if over != (save.against is not None):
        message = "a check needs a difficulty" if over else "a throw under an attribute has no difficulty"
        yield Fault((*path, "against"), message, "such as against = 10" if over else "leave it out")


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


def _exerts(burden: Burden, path: Path, ground: Ground) -> Iterator[Fault]:
    if not burden.attribute:
        hint = did_you_mean("", ground.rules.characters.attributes)
        yield Fault((*path, "attribute"), "there is no attribute ''", hint)
    if not burden.exerts:
        yield Fault((*path, "exerts"), "nothing says how much it costs", 'such as exerts = "1d3"')


# On foot


def _races(ground: Ground) -> Iterator[Fault]:
    attributes = ground.rules.characters.attributes if "characters" not in ground.lost else ()
    for name, race in ground.rules.races.items():
        path: Path = ("races", name)
        if name in attributes:
            yield Fault(path, f"{name!r} is an attribute already", "give the race another name", at_key=True)
        if race.encumbered > race.feet:
            yield Fault(
                (*path, "encumbered"), "goes further with a load than without", f"at most {race.feet}"
            )
        if ground.rules.movement is None and "movement" not in ground.lost:
            yield Fault(path, f"{_NO_RATES} it goes so many feet", '[movement], each = "1 round"')


def _load(ground: Ground) -> Iterator[Fault]:
    if "characters" in ground.lost or ground.rules.characters.load is None:
        return
    path: Path = ("characters", "load")
    if ground.rules.movement is None and "movement" not in ground.lost:
        yield Fault(path, f"{_NO_RATES} somebody goes more slowly", '[movement], each = "1 round"')


def _pace(pace: PaceKind, path: Path, ground: Ground) -> Iterator[Fault]:
    if pace.feet and not pace.each:
        yield Fault((*path, "each"), "each is missing", 'the length that the feet take, such as "1 turn"')
    elif pace.each and not pace.feet:
        yield Fault((*path, "feet"), "0 is too low", "at least 1")
    elif not pace.feet and ground.rules.movement is None and "movement" not in ground.lost:
        yield Fault(path, "it says no feet, and no [movement] gives rates", 'feet = 200, each = "1 turn"')
    if pace.feet and (pace.times, pace.divided) != (1, 1):
        message = "it has feet of its own and changes the party's rate"
        yield Fault((*path, "feet"), message, "keep one of the two")


def _adverbs(ground: Ground) -> Iterator[Fault]:
    seen: dict[str, str] = {}
    for name, pace in ground.rules.paces.items():
        for index, said in enumerate(pace.adverbs(name)):
            path: Path = ("paces", name, "says", index) if pace.says else ("paces", name)
            if said in seen:
                yield Fault(path, f"{said!r} means {seen[said]!r} already", "each pace has words of its own")
            seen.setdefault(said, name)


# Mounts


def _push_dies(push: PushDies, path: Path) -> Iterator[Fault]:
    if push.most < push.least:
        yield Fault((*path, "most"), f"{push.most} is below the least, {push.least}", "swap the two")


def _vehicle(kind: VehicleKind, path: Path) -> Iterator[Fault]:
    if kind.most < kind.fewest:
        yield Fault((*path, "most"), f"{kind.most} is below the fewest, {kind.fewest}", "swap the two")

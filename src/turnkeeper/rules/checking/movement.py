"""Going on foot: races, rates, loads, paces and surprise refer to what exists, and say what they need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.rules.reading.problems import Fault, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnkeeper.rules.model.conduct import Pace
    from turnkeeper.rules.model.ground import Ground
    from turnkeeper.rules.reading.problems import Path

_WHOLE = 100
_NO_RATES = "no [movement] says in which length"


def movement_faults(ground: Ground) -> Iterator[Fault]:
    """Yield every fault of races and rates, of loads, of paces and of surprise."""
    yield from _races(ground)
    yield from _rates(ground)
    yield from _load(ground)
    for name, pace in ground.rules.paces.items():
        yield from _pace(pace, ("paces", name), ground)
    yield from _adverbs(ground)
    yield from _surprise(ground)


def _known(name: str, path: Path, what: str, names: Iterable[str]) -> Iterator[Fault]:
    known = list(names)
    if name not in known:
        yield Fault(path, f"there is no {what} {name[:60]!r}", did_you_mean(name, known))


def _races(ground: Ground) -> Iterator[Fault]:
    attributes = ground.rules.characters.attributes if "characters" not in ground.lost else ()
    for name, race in ground.rules.races.items():
        path: Path = ("races", name)
        if not name.isalpha() or name != name.casefold():
            hint = "it is said among what is written of somebody: party Mira elf strength 1"
            yield Fault(path, "a race is one word in small letters", hint, at_key=True)
        elif name in attributes:
            yield Fault(path, f"{name!r} is an attribute already", "give the race another name", at_key=True)
        if race.encumbered > race.feet:
            yield Fault(
                (*path, "encumbered"), "goes further with a load than without", f"at most {race.feet}"
            )
        if ground.rules.movement is None and "movement" not in ground.lost:
            yield Fault(path, f"{_NO_RATES} it goes so many feet", '[movement], each = "1 round"')


def _rates(ground: Ground) -> Iterator[Fault]:
    rates = ground.rules.movement
    if rates is not None:
        yield from _known(rates.otherwise, ("movement", "otherwise"), "race", ground.names["races"])


def _load(ground: Ground) -> Iterator[Fault]:
    if "characters" in ground.lost or ground.rules.characters.load is None:
        return
    load, path = ground.rules.characters.load, ("characters", "load")
    yield from _known(load.attribute, (*path, "attribute"), "attribute", ground.rules.characters.attributes)
    if not 1 <= load.slowed <= _WHOLE:
        yield Fault((*path, "slowed"), f"{load.slowed} percent is no part of a load", f"1 to {_WHOLE}")
    if ground.rules.movement is None and "movement" not in ground.lost:
        yield Fault(path, f"{_NO_RATES} somebody goes more slowly", '[movement], each = "1 round"')


def _pace(pace: Pace, path: Path, ground: Ground) -> Iterator[Fault]:
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
            if pace.says and (not said or said != " ".join(said.casefold().split())):
                yield Fault(
                    path, f"{said[:60]!r} cannot be said", "words in small letters, one space between"
                )
            elif said in seen:
                yield Fault(path, f"{said!r} means {seen[said]!r} already", "each pace has words of its own")
            seen.setdefault(said, name)


def _surprise(ground: Ground) -> Iterator[Fault]:
    surprise = ground.rules.surprise
    if surprise is None or "characters" in ground.lost:
        return
    attributes = ground.rules.characters.attributes
    yield from _known(surprise.attribute, ("surprise", "attribute"), "attribute", attributes)
    for pace in surprise.by_pace:
        yield from _known(pace, ("surprise", "by_pace", pace), "pace", ground.names["paces"])

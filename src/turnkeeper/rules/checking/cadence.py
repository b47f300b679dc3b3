"""When things fall due: checks and their windows, timers, the times of a day, seasons and weather."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from msgspec import Struct

from turnkeeper.rules.checking.ground import Ground, PartChecks, only_one
from turnkeeper.rules.model.cases import Case, Says
from turnkeeper.rules.model.conduct import Trial
from turnkeeper.rules.model.people import EncounterPlace
from turnkeeper.rules.model.procedures import CheckWindow, Procedure, StartTimerEffect, chance_in
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.model.travel import Navigation
from turnkeeper.rules.model.weather import SeasonKind
from turnkeeper.rules.problems import Fault, Path
from turnkeeper.time import TimeScale

CHECKS = PartChecks()
MOST_WINDOWS = 24
PAIR = 2
ALWAYS: tuple[object, ...] = ((), (), "", ())
"""The circumstances of a case that names none."""


@CHECKS.of(Procedure)
def _procedure(part: Procedure, path: Path, ground: Ground) -> Iterator[Fault]:
    if part.at and part.every:
        yield Fault((*path, "at"), "it falls due every so often already", "keep every or at")
    if part.counted == "clock" and not part.every:
        yield Fault((*path, "counted"), "nothing is counted without every", 'such as every = "1 h"')
    if part.window is not None:
        if part.counted != "clock" and not part.at:
            yield Fault((*path, "window"), "windows stand on the clock", 'say counted = "clock"')
        elif ground.scale is not None:
            yield from _window(part.window, part.every, (*path, "window"), ground, ground.scale)


@CHECKS.of(Procedure)
def _chances(part: Procedure, path: Path, ground: Ground) -> Iterator[Fault]:
    table = ground.rules.tables.get(part.table)
    if any(one.says("hits") for one in part.cases) and table is not None and chance_in(table) is None:
        message = f"{part.table} is no chance: it happens or does not, on one die"
        yield Fault((*path, "cases"), message, "two entries, such as 1 and 2-6 on 1d6; or say table")
    if any(one.table for one in part.cases) and not part.table:
        message = "what is rolled on where no case fits is missing"
        yield Fault((*path, "table"), message, 'such as table = "wandering"')


@CHECKS.of(Case)
def _times(part: Case, path: Path, _ground: Ground) -> Iterator[Fault]:
    if len(part.between) > PAIR:
        yield Fault((*path, "between"), "between two times there are no more", 'such as ["dusk", "dawn"]')


MEANT: dict[type[Struct], tuple[str, tuple[Says, ...]]] = {
    Procedure: ("cases", ("table", "hits", "every")),
    EncounterPlace: ("cases", ("table", "dice")),
    Navigation: ("cases", ("hits", "against")),
    Trial: ("against", ("against",)),
}
"""The parts that have cases, in which field, and what those can say."""


def _meant(part: Struct, path: Path, _ground: Ground) -> Iterator[Fault]:
    """Yield cases of a part that say nothing, or what means nothing there."""
    field, meant = MEANT[type(part)]
    cases: tuple[Case, ...] = getattr(part, field)
    yield from _never_reached(cases, (*path, field))
    for index, case in enumerate(cases):
        said = [one for one in get_args(Says) if case.says(one)]
        hint = f"say {' or '.join(meant)}"
        if not said:
            yield Fault((*path, field, index), "what holds in this case is missing", hint)
        for one in said:
            if one not in meant:
                yield Fault((*path, field, index, one), f"{one} means nothing in this case", hint)


def _never_reached(cases: tuple[Case, ...], path: Path) -> Iterator[Fault]:
    """Yield each case that never holds, since one before it fits always or at the same times."""
    seen: dict[str, list[tuple[object, ...]]] = {one: [] for one in get_args(Says)}
    for index, case in enumerate(cases):
        when = (case.scenes, case.terrain, case.levels, case.between)
        said = [one for one in get_args(Says) if case.says(one)]
        if said and all({when, ALWAYS} & {*seen[one]} for one in said):
            message = "it never holds: a case before it fits whenever this one does"
            yield Fault((*path, index), message, "put what fits always last")
        for one in said:
            seen[one].append(when)


for _kind in MEANT:
    CHECKS.of(_kind)(_meant)


def _window(window: CheckWindow, every: str, path: Path, ground: Ground, scale: TimeScale) -> Iterator[Fault]:
    dice, each = ground.dice(window.dice), ground.length(window.each)
    if dice is None or each is None:
        return
    if dice.minimum < 1:
        yield Fault((*path, "dice"), f"{window.dice} can come to less than 1", "windows are counted from 1")
    whole = ground.length(every) if every else scale.day
    if whole is not None and each * dice.maximum > whole:
        message = f"{window.dice} windows of {window.each} do not fit into {every or 'a day'}"
        yield Fault((*path, "dice"), message, "fewer windows, or shorter ones")
    count = ground.dice(window.count)
    if count is not None and count.minimum < 0:
        yield Fault((*path, "count"), f"{window.count} can come to less than none", "such as 1d3-1")
    if count is not None and count.maximum > MOST_WINDOWS:
        message = f"{window.count} can come to more than {MOST_WINDOWS}"
        yield Fault((*path, "count"), message, "fewer checks")


@CHECKS.of(SeasonKind)
def _season(part: SeasonKind, path: Path, ground: Ground) -> Iterator[Fault]:
    lasts = ground.length(part.lasts)
    if lasts is not None and ground.scale is not None and lasts.ms % ground.scale.day.ms:
        yield Fault((*path, "lasts"), "a season lasts whole days", 'such as lasts = "91 days"')
    dawn, dusk = ground.time_of_day(part.dawn), ground.time_of_day(part.dusk)
    if dawn is not None and dusk is not None and dawn >= dusk:
        yield Fault((*path, "dusk"), "night falls before day breaks", "a dusk later than the dawn")


@CHECKS.of(RuleSet)
def _units(rules: RuleSet, _path: Path, ground: Ground) -> Iterator[Fault]:
    """Yield named times of day that are called as a unit is."""
    units = ground.scale.units if ground.scale is not None else ()
    for name in rules.time.times_of_day:
        if any(name in {unit.name, unit.plural} for unit in units):
            at: Path = ("time", "times_of_day", name)
            hint = "call the time of day something else"
            yield Fault(at, f"{name} is the name of a unit", hint, at_key=True)


@CHECKS.of(StartTimerEffect)
def _warning(timer: StartTimerEffect, path: Path, ground: Ground) -> Iterator[Fault]:
    if timer.until and timer.lasts:
        message = "a timer ends after a length, or when it is lifted"
        yield Fault((*path, "until"), message, "keep lasts or until")
    if not timer.warn:
        return
    if not timer.lasts:
        message = "a timer that runs until ended cannot warn of its end"
        yield Fault((*path, "warn"), message, "say what it lasts")
        return
    warn, lasts = ground.length(timer.warn), ground.length(timer.lasts)
    if warn is not None and lasts is not None and warn >= lasts:
        message = f"warns {timer.warn} before the end of {timer.lasts}: no sooner than it starts"
        yield Fault((*path, "warn"), message, "warn later")


@CHECKS.of(RuleSet)
def _weather(rules: RuleSet, _path: Path, _ground: Ground) -> Iterator[Fault]:
    message = "a campaign begins with {!r} already"
    yield from only_one(rules.weather, ("weather", "start"), message, "one weather has start = true")
    named = {name.casefold(): name for name in rules.weather}
    for name, kind in rules.weather.items():
        for index, said in enumerate(kind.says):
            if named.setdefault(said, name) != name:
                at: Path = ("weather", name, "says", index)
                yield Fault(at, f"{said!r} means {named[said]!r} already", "each word means one weather")

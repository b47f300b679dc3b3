"""When things fall due: checks and their windows, timers, the times of a day, seasons and weather."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.rules.model.procedures import StartTimerEffect
from turnkeeper.rules.problems import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.rules.checking.ground import Ground
    from turnkeeper.rules.model.procedures import CheckWindow, Procedure
    from turnkeeper.rules.problems import Path
    from turnkeeper.time import TimeScale

MOST_WINDOWS = 24


def cadence_faults(ground: Ground) -> Iterator[Fault]:
    """Yield every fault of the cadences, which say when something falls due, and of the sky."""
    for name, procedure in ground.rules.procedures.items():
        yield from _procedure(procedure, ("procedures", name), ground)
    for path, part in ground.parts:
        if isinstance(part, StartTimerEffect):
            yield from _warning(part, path, ground)
    if ground.scale is not None:
        yield from _seasons(ground, ground.scale)
        yield from _units(ground, ground.scale)
    yield from _weather(ground)
    yield from _words_for_weather(ground)


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


def _seasons(ground: Ground, scale: TimeScale) -> Iterator[Fault]:
    for name, season in ground.rules.seasons.items():
        path: Path = ("seasons", name)
        lasts = ground.length(season.lasts)
        if lasts is not None and lasts.ms % scale.day.ms:
            yield Fault((*path, "lasts"), "a season lasts whole days", 'such as lasts = "91 days"')
        dawn, dusk = ground.time_of_day(season.dawn), ground.time_of_day(season.dusk)
        if dawn is not None and dusk is not None and dawn >= dusk:
            yield Fault((*path, "dusk"), "night falls before day breaks", "a dusk later than the dawn")


def _units(ground: Ground, scale: TimeScale) -> Iterator[Fault]:
    """Yield named times of day that are called as a unit is."""
    units = [word for unit in scale.units for word in (unit.name, unit.plural)]
    for name in ground.rules.time.times_of_day:
        if name in units:
            path: Path = ("time", "times_of_day", name)
            hint = "call the time of day something else"
            yield Fault(path, f"{name} is the name of a unit", hint, at_key=True)


def _warning(timer: StartTimerEffect, path: Path, ground: Ground) -> Iterator[Fault]:
    if not timer.warn:
        return
    if not timer.lasts:
        yield Fault(
            (*path, "warn"), "a timer that runs until ended cannot warn of its end", "say what it lasts"
        )
        return
    warn, lasts = ground.length(timer.warn), ground.length(timer.lasts)
    if warn is not None and lasts is not None and warn >= lasts:
        message = f"warns {timer.warn} before the end of {timer.lasts}: no sooner than it starts"
        yield Fault((*path, "warn"), message, "warn later")


def _weather(ground: Ground) -> Iterator[Fault]:
    first: list[str] = []
    for name, kind in ground.rules.weather.items():
        path: Path = ("weather", name)
        if kind.start and first:
            message = f"a campaign begins with {first[0]!r} already"
            yield Fault((*path, "start"), message, "one weather has start = true")
        first += [name] if kind.start else []


def _words_for_weather(ground: Ground) -> Iterator[Fault]:
    named = {name.casefold(): name for name in ground.rules.weather}
    for name, kind in ground.rules.weather.items():
        for index, said in enumerate(kind.says):
            path: Path = ("weather", name, "says", index)
            if named.setdefault(said, name) != name:
                yield Fault(path, f"{said!r} means {named[said]!r} already", "each word means one weather")

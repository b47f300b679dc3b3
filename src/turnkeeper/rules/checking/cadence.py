"""When checks fall due: cadences that can be counted, windows that fit into them, days that break and end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.chance.notation import DiceError, parse_dice
from turnkeeper.rules.model.ground import length_of
from turnkeeper.rules.reading.problems import Fault, did_you_mean
from turnkeeper.time import SpokenTimeError, TimeScale

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.rules.model.ground import Ground
    from turnkeeper.rules.model.procedures import Procedure, Window
    from turnkeeper.rules.reading.problems import Path

DAWN = "dawn"
DUSK = "dusk"
MOST_WINDOWS = 24
_ANY_DAY = "day 1 "


def cadence_faults(ground: Ground) -> Iterator[Fault]:
    """Yield every fault of what says when something falls due."""
    for name, procedure in ground.rules.procedures.items():
        yield from _procedure(procedure, ("procedures", name), ground)
    if ground.scale is not None:
        yield from _seasons(ground, ground.scale)


def _procedure(part: Procedure, path: Path, ground: Ground) -> Iterator[Fault]:
    if part.at:
        times = [*ground.rules.time.times_of_day, *((DAWN, DUSK) if ground.names["seasons"] else ())]
        if part.every:
            yield Fault((*path, "at"), "it falls due every so often already", "keep every or at")
        if part.at not in times:
            message = f"there is no time of day {part.at[:60]!r}"
            yield Fault((*path, "at"), message, did_you_mean(part.at, times))
    for index, season in enumerate(part.seasons):
        if season not in ground.names["seasons"]:
            hint = did_you_mean(season, ground.names["seasons"])
            yield Fault((*path, "seasons", index), f"there is no season {season[:60]!r}", hint)
    if part.counted == "clock" and not part.every:
        yield Fault((*path, "counted"), "nothing is counted without every", 'such as every = "1 h"')
    if part.window is not None:
        if part.counted != "clock" and not part.at:
            yield Fault((*path, "window"), "windows stand on the clock", 'say counted = "clock"')
        elif ground.scale is not None:
            yield from _window(part.window, part.every, (*path, "window"), ground.scale)


def _window(window: Window, every: str, path: Path, scale: TimeScale) -> Iterator[Fault]:
    try:
        dice, each = parse_dice(window.dice), scale.parse_duration(window.each)
    except (DiceError, SpokenTimeError):
        return
    if dice.minimum < 1:
        yield Fault((*path, "dice"), f"{window.dice} can come to less than 1", "windows are counted from 1")
    whole = length_of(every, scale) if every else scale.day
    yield from _window_count(window, path)
    if whole is not None and each * dice.maximum > whole:
        message = f"{window.dice} windows of {window.each} do not fit into {every or 'a day'}"
        yield Fault((*path, "dice"), message, "fewer windows, or shorter ones")


def _window_count(window: Window, path: Path) -> Iterator[Fault]:
    try:
        count = parse_dice(window.count) if window.count else None
    except DiceError:
        return
    if count is not None and count.minimum < 0:
        yield Fault((*path, "count"), f"{window.count} can come to less than none", "such as 1d3-1")
    if count is not None and count.maximum > MOST_WINDOWS:
        message = f"{window.count} can come to more than {MOST_WINDOWS}"
        yield Fault((*path, "count"), message, "fewer checks")


def _seasons(ground: Ground, scale: TimeScale) -> Iterator[Fault]:
    for name, season in ground.rules.seasons.items():
        path: Path = ("seasons", name)
        lasts = length_of(season.lasts, scale) if season.lasts else None
        if lasts is not None and lasts.ms % scale.day.ms:
            yield Fault((*path, "lasts"), "a season lasts whole days", 'such as lasts = "91 days"')
        times = []
        for field, text in (("dawn", season.dawn), ("dusk", season.dusk)):
            try:
                times.append(scale.parse_instant(_ANY_DAY + text))
            except SpokenTimeError as fault:
                column = max(fault.column - len(_ANY_DAY), 0)
                message = f"{text[:40]!r} is no time of day: {fault.message}"
                yield Fault((*path, field), message, 'write it as "06:00"', column=column)
        if len(times) == 2 and times[0] >= times[1]:  # noqa: PLR2004 - both could be read
            yield Fault((*path, "dusk"), "night falls before day breaks", "a dusk later than the dawn")

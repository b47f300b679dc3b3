"""Everything about a rule set that types cannot say, as faults, all at once.

This module checks values one by one: lengths, dice, numbers, texts. What must fit together is checked in
`check_tables` (totals and what follows from them) and `check_names` (references and cites).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from turnkeeper.chance.notation import DiceError, parse_dice
from turnkeeper.rules.book import square_feet
from turnkeeper.rules.checking.abilities import ability_faults
from turnkeeper.rules.checking.cadence import cadence_faults
from turnkeeper.rules.checking.circles import circle_faults
from turnkeeper.rules.checking.mounts import mount_faults
from turnkeeper.rules.checking.movement import movement_faults
from turnkeeper.rules.checking.names import name_faults
from turnkeeper.rules.checking.options import option_faults
from turnkeeper.rules.checking.orders import order_faults
from turnkeeper.rules.checking.rest import rest_faults
from turnkeeper.rules.checking.tables import table_faults
from turnkeeper.rules.checking.trackers import tracker_faults
from turnkeeper.rules.checking.travel import travel_faults
from turnkeeper.rules.checking.weather import weather_faults
from turnkeeper.rules.model.abilities import BedRest, Checks, Edge, RecoveryDie
from turnkeeper.rules.model.camp import Camp, NaturalShelter
from turnkeeper.rules.model.conduct import Activity, Healing, MadeGood, Pace, Regain, Relief, SceneKind
from turnkeeper.rules.model.ground import leaves, length_of
from turnkeeper.rules.model.lights import ByClock, ByTicks, ByUsageDice, ByUsageDie, LightKind
from turnkeeper.rules.model.mounts import Mounts, PushDies, VehicleKind
from turnkeeper.rules.model.movement import LoadByWeight, Race, Rates, Surprise
from turnkeeper.rules.model.orders import OrderByCount, OrderBySides, OrderByTests
from turnkeeper.rules.model.people import Caught, Distance, EncounterPlace, Fight, Morale, Traps
from turnkeeper.rules.model.procedures import (
    AddTo,
    BeginActivity,
    Fatigue,
    Procedure,
    StartTimer,
    Table,
    TakeFrom,
    TickLight,
    Window,
)
from turnkeeper.rules.model.provisions import Meals, Provision
from turnkeeper.rules.model.rituals import Ritual
from turnkeeper.rules.model.terrain import Terrain
from turnkeeper.rules.model.trackers import Budget, Interval
from turnkeeper.rules.model.travel import Burden, ByHexes, ByMiles, HexSearch, March, Navigation, Tires
from turnkeeper.rules.model.weather import SeasonKind, WeatherKind
from turnkeeper.rules.reading.problems import Fault
from turnkeeper.time import SpokenTimeError, TimeScale

if TYPE_CHECKING:
    from collections.abc import Iterator

    from msgspec import Struct

    from turnkeeper.rules.model.ground import Ground
    from turnkeeper.rules.reading.problems import Path

LARGEST_NUMBER = 1_000_000

_ANY_DAY = "day 1 "

_Fields: TypeAlias = dict[type, tuple[str, ...]]
_LENGTHS: _Fields = {
    Window: ("each",),
    Meals: ("due", "overdue"),
    Provision: ("without",),
    Regain: ("each",),
    SceneKind: ("step",),
    ByClock: ("lasts",),
    ByUsageDice: ("every",),
    ByUsageDie: ("every",),
    Fight: ("round",),
    Caught: ("loses",),
    Rates: ("each",),
    Surprise: ("loses",),
    Relief: ("each",),
    MadeGood: ("under", "adds"),
    BedRest: ("each",),
    Camp: ("takes",),
    ByHexes: ("each",),
    OrderByCount: ("segment",),
    Tires: ("every",),
    March: ("day",),
    Navigation: ("each",),
    Budget: ("lasts",),
    Interval: ("each",),
}
_LENGTHS_IF_ANY: _Fields = {
    Terrain: ("crossing",),
    HexSearch: ("takes",),
    March: ("forced", "watch"),
    Burden: ("each",),
    ByMiles: ("pushed_for",),
    WeatherKind: ("fatigue_every",),
    SeasonKind: ("lasts",),
    Activity: ("takes", "ends"),
    EncounterPlace: ("enters_at_next",),
    Fight: ("costs", "fills"),
    Pace: ("each",),
    Ritual: ("takes", "lasts"),
    LightKind: ("lighting",),
    Procedure: ("every",),
    StartTimer: ("lasts", "warn"),
    BeginActivity: ("takes",),
}
_DICE: _Fields = {
    Table: ("dice",),
    Distance: ("dice",),
    Window: ("dice",),
    Morale: ("dice",),
    OrderByTests: ("dice",),
    OrderBySides: ("dice",),
    OrderByCount: ("dice",),
    Traps: ("dice",),
    Checks: ("dice",),
    Edge: ("advantage", "disadvantage"),
    RecoveryDie: ("dice",),
    NaturalShelter: ("dice",),
    PushDies: ("dice",),
}
_LEAST: dict[type, tuple[tuple[str, int], ...]] = {
    ByTicks: (("ticks", 1),),
    TickLight: (("ticks", 1),),
    Fatigue: (("slots", 1),),
    Pace: (("feet", 0), ("times", 1), ("divided", 1)),
    Race: (("feet", 1), ("encumbered", 1)),
    Rates: (("square", 0),),
    LoadByWeight: (("each", 1),),
    LightKind: (("bright", 0), ("shadow", 0)),
    Activity: (("rations", 0), ("sheds", 0)),
    Healing: (("least", 0),),
    Provision: (("each_day", 1),),
    Regain: (("percent", 1),),
    ByUsageDice: (("start", 1), ("most", 1), ("sides", 2)),
    Mounts: (("carries", 1),),
    PushDies: (("least", 0), ("more_each_day", 0)),
    VehicleKind: (("fewest", 1), ("carries", 1)),
}


def text_kind(kind: type, field: str) -> Literal["text", "duration", "dice"]:
    """Return what a text of a part of a rule set is read as: a length, dice, or words."""
    if field in (*_LENGTHS.get(kind, ()), *_LENGTHS_IF_ANY.get(kind, ())):
        return "duration"
    often = kind in {Healing, AddTo, TakeFrom, Interval} and field == "dice"
    rarely = (kind, field) in {(Window, "count"), (Distance, "surprised")}
    return "dice" if often or rarely or field in _DICE.get(kind, ()) else "text"


def check(ground: Ground) -> Iterator[Fault]:
    """Yield every fault of meaning."""
    for path, part in ground.parts:
        yield from _numbers(part, path)
        yield from _dice(part, path)
        yield from _own_sense(part, path)
        if ground.scale is not None:
            yield from _lengths(part, path, ground.scale)
    if ground.scale is not None:
        yield from _times_of_day(ground, ground.scale)
    yield from _every_leaf(ground)
    yield from table_faults(ground)
    yield from mount_faults(ground)
    yield from rest_faults(ground)
    yield from name_faults(ground)
    yield from order_faults(ground)
    yield from option_faults(ground)
    yield from travel_faults(ground)
    yield from movement_faults(ground)
    yield from ability_faults(ground)
    yield from cadence_faults(ground)
    yield from weather_faults(ground)
    yield from tracker_faults(ground)
    yield from circle_faults(ground.rules)


def _every_leaf(ground: Ground) -> Iterator[Fault]:
    for path, value in leaves(ground.rules):
        if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
            yield Fault(path, f"the number is beyond {LARGEST_NUMBER:,}")
        elif isinstance(value, str) and not value.replace("\n", "").isprintable():
            yield Fault(path, "holds a character that cannot be shown", "leave control characters out")


def _numbers(part: Struct, path: Path) -> Iterator[Fault]:
    for field, least in _LEAST.get(type(part), ()):
        value = getattr(part, field)
        if value < least:
            yield Fault((*path, field), f"{value} is too low", f"at least {least}")


# Lengths


def _lengths(part: Struct, path: Path, scale: TimeScale) -> Iterator[Fault]:
    for field in _LENGTHS.get(type(part), ()):
        text: str = getattr(part, field)
        if text:
            yield from _length(text, (*path, field), scale)
        else:
            yield Fault((*path, field), "a length is needed here", 'such as "1 h"')
    for field in _LENGTHS_IF_ANY.get(type(part), ()):
        if getattr(part, field):
            yield from _length(getattr(part, field), (*path, field), scale)
    if isinstance(part, StartTimer):
        yield from _warning(part, path, scale)


def _length(text: str, path: Path, scale: TimeScale) -> Iterator[Fault]:
    # A length of nothing or less cannot be read either: every cadence goes forward.
    try:
        scale.parse_duration(text)
    except SpokenTimeError as fault:
        yield Fault(path, f"{text[:40]!r} is no length: {fault.message}", fault.hint, column=fault.column)


def _warning(timer: StartTimer, path: Path, scale: TimeScale) -> Iterator[Fault]:
    if not timer.warn:
        return
    if not timer.lasts:
        yield Fault(
            (*path, "warn"), "a timer that runs until ended cannot warn of its end", "say what it lasts"
        )
        return
    warn, lasts = length_of(timer.warn, scale), length_of(timer.lasts, scale)
    if warn is not None and lasts is not None and warn >= lasts:
        message = f"warns {timer.warn} before the end of {timer.lasts}: no sooner than it starts"
        yield Fault((*path, "warn"), message, "warn later")


def _times_of_day(ground: Ground, scale: TimeScale) -> Iterator[Fault]:
    units = [word for unit in scale.units for word in (unit.name, unit.plural)]
    for name, text in ground.rules.time.times_of_day.items():
        path: Path = ("time", "times_of_day", name)
        if name in units:
            yield Fault(
                path, f"{name} is the name of a unit", "call the time of day something else", at_key=True
            )
        hint = 'write it as "06:00"'
        if not text.strip():
            yield Fault(path, "the time is blank", hint)
            continue
        try:
            scale.parse_instant(_ANY_DAY + text)
        except SpokenTimeError as fault:
            column = max(fault.column - len(_ANY_DAY), 0)
            yield Fault(path, f"{text[:40]!r} is no time of day: {fault.message}", hint, column=column)


# Dice


def _dice(part: Struct, path: Path) -> Iterator[Fault]:
    if_any = isinstance(part, Healing | AddTo | TakeFrom | Interval) and part.dice
    fields = ("dice",) if if_any else _DICE.get(type(part), ())
    if isinstance(part, Window) and part.count:
        fields = (*fields, "count")
    if isinstance(part, Distance) and part.surprised:
        fields = (*fields, "surprised")
    for field in fields:
        text: str = getattr(part, field)
        try:
            parse_dice(text)
        except DiceError as fault:
            message = f"{text[:40]!r} is no throw: {fault.message}"
            yield Fault((*path, field), message, fault.hint, column=fault.column)


# Parts that must make sense in themselves


def _own_sense(part: Struct, path: Path) -> Iterator[Fault]:
    match part:
        case ByUsageDice():
            yield from _usage_dice(part, path)
        case ByUsageDie():
            yield from _usage_die(part, path)
        case Activity():
            yield from _activity(part, path)
        case Healing(dice="", level=False, all=False, hit_die=False):
            yield Fault(path, "heals nothing", 'say dice = "1d6", level = true or all = true')
        case Healing(all=True) if part.dice or part.level or part.hit_die:
            yield Fault(path, "heals everything and a number besides", "keep one of the two")
        case Morale():
            yield from _morale(part, path)
        case Fight() if part.costs and part.fills:
            yield Fault(
                (*path, "fills"), "a fight with a cost of its own fills up nothing", "keep one of the two"
            )
        case OrderByTests(quick=True, equal=False):
            message = "an exact throw cannot give a quick action and fail"
            yield Fault((*path, "equal"), message, "say equal = true")
        case _:
            return


def _usage_dice(part: ByUsageDice, path: Path) -> Iterator[Fault]:
    if part.most < part.start:
        message = f"{part.most} dice at most, but it starts with {part.start}"
        yield Fault((*path, "most"), message, f"at least {part.start}")
    if part.over < part.start:
        message = f"{part.start} dice always come to more than {part.over}"
        yield Fault((*path, "over"), message, f"at least {part.start}")
    if part.over >= part.most * part.sides > 0:
        message = f"{part.most}d{part.sides} never come to more than {part.over}, so it would burn for ever"
        yield Fault((*path, "over"), message, f"at most {part.most * part.sides - 1}")


def _usage_die(part: ByUsageDie, path: Path) -> Iterator[Fault]:
    if not part.dice:
        yield Fault((*path, "dice"), "there is no die to throw", "such as dice = [6, 4]")
    if part.low < 1:
        yield Fault((*path, "low"), f"no die shows {part.low}, so it would burn for ever", "at least 1")
    for index, sides in enumerate(part.dice):
        if sides <= max(part.low, 1):
            message = f"a die with {sides} sides never shows more than {part.low}"
            yield Fault((*path, "dice", index), message, f"at least {max(part.low, 1) + 1}")
        elif index and sides >= part.dice[index - 1]:
            message = f"a die with {sides} sides is no smaller than the one before"
            yield Fault((*path, "dice", index), message, "the largest die comes first")


def _activity(part: Activity, path: Path) -> Iterator[Fault]:
    if not part.says:
        yield Fault((*path, "says"), "nobody can say it", f'such as says = ["{path[-1]}"]')
    if part.takes and part.asks_length:
        yield Fault(
            (*path, "asks_length"), "it has a length of its own and asks for one", "keep one of the two"
        )
    if part.area and not part.takes:
        yield Fault((*path, "area"), "an area needs the length that one area takes", 'say takes = "1 turn"')
    if part.area:
        try:
            square_feet(part.area)
        except ValueError as fault:
            yield Fault((*path, "area"), str(fault))


def _morale(part: Morale, path: Path) -> Iterator[Fault]:
    if part.most < part.least:
        yield Fault((*path, "most"), f"{part.most} is below the least, {part.least}", "swap the two")
        return
    for index, score in enumerate(part.fixed):
        if not part.least <= score <= part.most:
            message = f"{score} is no score: {part.least} to {part.most}"
            yield Fault((*path, "fixed", index), message)

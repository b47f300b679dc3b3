"""Circles: no effect of a set can come back to where it began, so that what follows always comes to an end.

A roll on a table can lead back to that table, and a change of a tracker to effects that change it again. The
ways are followed as far as the data alone says where they lead: setting a number leads to the thresholds that
hold it, adding to it may lead to any. Where time or an answer of the referee lies between is no circle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from turnkeeper.rules.checking.ground import Ground, PartChecks
from turnkeeper.rules.model.procedures import (
    AddTo,
    Effect,
    Reset,
    RollTable,
    SetTo,
    TakeFrom,
    ThrowPool,
    TrackerEffect,
    band_of,
)
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.model.trackers import (
    DieTracker,
    Interval,
    NumberTracker,
    PoolTracker,
    Threshold,
    Tracker,
)
from turnkeeper.rules.problems import Fault, Path, shown

CHECKS = PartChecks()
_HINT = "set or reset it to what leads to nothing, or leave this out"


class _Step(Struct, frozen=True):
    """An effect by where it stands, and the places to which it can lead at once."""

    path: Path
    leads: tuple[Path, ...]


@CHECKS.of(RuleSet)
def _circles(rules: RuleSet, _path: Path, _ground: Ground) -> Iterator[Fault]:
    """Yield each effect of a chain through a tracker, and each roll, that could come back to its start."""
    steps = dict(_places(rules))
    ahead = {place: [to for step in found for to in step.leads] for place, found in steps.items()}
    rolls = {place: [to for to in leads if place[0] == to[0] == "tables"] for place, leads in ahead.items()}
    for place, found in steps.items():
        for step in found:
            back = next(filter(None, (_way(ahead, to, place) for to in step.leads)), [])
            if any(one[0] == "trackers" for one in back):
                said = " -> ".join(shown(one[:2]) for one in (place, *back))
                yield Fault(step.path, f"what follows runs in a circle: {said}", _HINT)
            for rolled in step.leads if place[0] == "tables" else ():
                if again := _way(rolls, rolled, place):
                    said = " -> ".join(str(one[1]) for one in (place, *again))
                    message = f"the tables roll on each other in a circle: {said}"
                    yield Fault((*step.path, "table"), message, "nested tables must come to an end")


def _way(ahead: Mapping[Path, list[Path]], start: Path, end: Path) -> list[Path]:
    """Return a way from one place to another, both named, or nothing."""
    came: dict[Path, Path | None] = {start: None}
    waiting = [start]
    for here in waiting:
        if here == end:
            found, back = [here], came[here]
            while back is not None:
                found.insert(0, back)
                back = came[back]
            return found
        for target in ahead.get(here, []):
            if target not in came:
                came[target] = here
                waiting.append(target)
    return []


def _places(rules: RuleSet) -> Iterator[tuple[Path, list[_Step]]]:
    """Yield each place from which effects follow by themselves, with those effects."""
    for name, table in rules.tables.items():
        path: Path = ("tables", name)
        entries = enumerate(table.entries)
        yield path, [one for at, entry in entries for one in _steps(entry.do, (*path, "entries", at), rules)]
    for name, tracker in rules.trackers.items():
        match tracker.counts:
            case NumberTracker(thresholds=thresholds):
                for index, threshold in enumerate(thresholds):
                    here = _threshold(name, index)
                    yield here, list(_steps(threshold.do, here, rules))
            case PoolTracker(table=table_name) | Interval(table=table_name):
                path = ("trackers", name)
                yield path, [_Step((*path, "counts", "table"), (("tables", table_name),))]
            case DieTracker(do=do):
                path = ("trackers", name)
                yield path, list(_steps(do, (*path, "counts"), rules))
            case _:
                continue


def _steps(effects: Iterable[Effect], path: Path, rules: RuleSet) -> Iterator[_Step]:
    for number, effect in enumerate(effects):
        yield _Step((*path, "do", number), tuple(_leads(effect, rules)))


def _leads(effect: Effect, rules: RuleSet) -> Iterator[Path]:
    """Yield every place to which an effect can lead at once."""
    match effect:
        case RollTable(table=table):
            yield ("tables", table)
        case AddTo() | TakeFrom() | SetTo() | Reset() | ThrowPool() if effect.tracker in rules.trackers:
            yield from _leads_by(effect, rules.trackers[effect.tracker])
        case _:
            return


def _leads_by(effect: TrackerEffect, tracker: Tracker) -> Iterator[Path]:
    match tracker.counts, effect:
        case NumberTracker(start=start, thresholds=thresholds), _:
            to = effect.to if isinstance(effect, SetTo) else start if isinstance(effect, Reset) else None
            for index, threshold in enumerate(thresholds):
                if to is None or _holds(threshold, to):
                    yield _threshold(effect.tracker, index)
        case PoolTracker(), AddTo() | SetTo() | ThrowPool():
            yield ("trackers", effect.tracker)
        case DieTracker(), TakeFrom() | SetTo(to=0) | ThrowPool():
            yield ("trackers", effect.tracker)
        case Interval(), Reset():
            yield ("trackers", effect.tracker)
        case _:
            return


def _threshold(name: str, index: int) -> Path:
    return ("trackers", name, "counts", "thresholds", index)


def _holds(threshold: Threshold, to: int) -> bool:
    try:
        return band_of(threshold).holds(to)
    except ValueError:
        return False

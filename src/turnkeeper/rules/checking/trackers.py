"""Trackers: whatever changes one fits its kind, its thresholds can be reached, and its needs are there."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnkeeper.chance.throws import Band
from turnkeeper.rules.checking.ground import Ground, PartChecks
from turnkeeper.rules.model.conduct import Activity, PaceKind
from turnkeeper.rules.model.lights import shrinking_faults
from turnkeeper.rules.model.procedures import AddTo, Reset, SetTo, TakeFrom, ThrowPool, TrackerEffect, band_of
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.model.trackers import Budget, DieTracker, Interval, NumberTracker, PoolTracker
from turnkeeper.rules.problems import Fault, Path, shown

CHECKS = PartChecks()
_FITS: dict[type, tuple[type, ...]] = {
    AddTo: (NumberTracker, PoolTracker, DieTracker),
    TakeFrom: (NumberTracker, PoolTracker, DieTracker),
    SetTo: (NumberTracker, PoolTracker, DieTracker, Interval),
    Reset: (NumberTracker, PoolTracker, DieTracker, Budget, Interval),
    ThrowPool: (PoolTracker, DieTracker),
}
_KINDS: dict[type, str] = {
    NumberTracker: "a number",
    PoolTracker: "a pool",
    DieTracker: "a die",
    Budget: "a budget",
    Interval: "an interval",
}
_DOES: dict[type, str] = {
    AddTo: "added to",
    TakeFrom: "taken from",
    SetTo: "set",
    Reset: "reset",
    ThrowPool: "thrown",
}


# Effects that change trackers


@CHECKS.of(RuleSet)
def _changes(_rules: RuleSet, _path: Path, ground: Ground) -> Iterator[Fault]:
    for path, part in ground.held.parts:
        if isinstance(part, TrackerEffect):
            yield from _change(part, path, ground)


def _change(part: TrackerEffect, path: Path, ground: Ground) -> Iterator[Fault]:
    tracker = ground.rules.trackers.get(part.tracker)
    if tracker is None:
        return
    counts = tracker.counts
    if not isinstance(counts, _FITS[type(part)]):
        can = [did for kind, did in _DOES.items() if isinstance(counts, _FITS[kind])]
        message = f"{part.tracker} is {_KINDS[type(counts)]}: it is never {_DOES[type(part)]}"
        yield Fault((*path, "tracker"), message, f"it can be {' or '.join(can)}")
    elif isinstance(part, SetTo):
        yield from _set(part, counts, path)
    elif isinstance(part, AddTo | TakeFrom):
        yield from _amount(part, path, ground)


def _set(part: SetTo, counts: object, path: Path) -> Iterator[Fault]:
    match counts:
        case Interval() if part.to < 1:
            yield Fault((*path, "to"), "an interval is at least 1 long", "to = 1")
        case PoolTracker(full=full) if not 0 <= part.to <= full:
            yield Fault((*path, "to"), f"{part.tracker} never holds {part.to} dice", f"0 to {full}")
        case DieTracker(dice=dice) if part.to and part.to not in dice:
            yield Fault(
                (*path, "to"), f"{part.tracker} is never a d{part.to}", f"0, {', '.join(map(str, dice))}"
            )
        case NumberTracker() if not (_crossed(counts) or _in_bounds(counts, part.to)):
            yield Fault((*path, "to"), f"{part.tracker} never comes to {part.to}", _bounds(counts))
        case _:
            return


def _amount(part: AddTo | TakeFrom, path: Path, ground: Ground) -> Iterator[Fault]:
    if part.dice and part.count != 1:
        yield Fault((*path, "count"), "the dice say how much already", "keep count or dice")
    dice = ground.dice(part.dice)
    if dice is not None and dice.minimum < 0:
        yield Fault((*path, "dice"), f"{part.dice} can come to less than nothing", "such as 1d6")


# The trackers themselves


def _crossed(number: NumberTracker) -> bool:
    return number.least is not None and number.most is not None and number.most < number.least


def _in_bounds(number: NumberTracker, to: int) -> bool:
    return (number.least is None or number.least <= to) and (number.most is None or to <= number.most)


def _bounds(number: NumberTracker) -> str:
    ends = [f"at least {number.least}"] * (number.least is not None)
    return ", ".join([*ends, *[f"at most {number.most}"] * (number.most is not None)])


@CHECKS.of(NumberTracker)
def _number(number: NumberTracker, path: Path, ground: Ground) -> Iterator[Fault]:
    name = str(path[1])
    if _crossed(number):
        yield Fault((*path, "most"), f"{number.most} is below the least, {number.least}", "swap the two")
        return
    if not _in_bounds(number, number.start):
        yield Fault((*path, "start"), f"{number.start} is out of its bounds", _bounds(number))
    low, high = _reach(name, number, ground)
    for index, threshold in enumerate(number.thresholds):
        at: Path = (*path, "thresholds", index, "on")
        try:
            band = band_of(threshold)
        except ValueError:
            continue
        if band.low is not None and band.high is not None and band.low > band.high:
            yield Fault(at, f"{threshold.on} runs backwards", f"{band.high}-{band.low}")
        elif _beyond(band, low, high):
            yield Fault(at, f"{name} never comes to {threshold.on}", _comes_to(low, high))


def _reach(name: str, number: NumberTracker, ground: Ground) -> tuple[int | None, int | None]:
    """Return how low and how high a count can come by the effects of the set; ``None`` is without end.

    One that no effect changes is the referee's to change, as far as its bounds go.
    """
    changes = [
        part for _, part in ground.held.parts if isinstance(part, TrackerEffect) and part.tracker == name
    ]
    moved = any(isinstance(part, PaceKind) and name in part.counts for _, part in ground.held.parts)
    if not changes and not moved:
        return number.least, number.most
    stands = [number.start, *(part.to for part in changes if isinstance(part, SetTo))]
    falls = any(isinstance(part, TakeFrom) for part in changes)
    grows = moved or any(isinstance(part, AddTo) for part in changes)
    return (number.least if falls else min(stands)), (number.most if grows else max(stands))


def _beyond(band: Band, low: int | None, high: int | None) -> bool:
    too_high = high is not None and band.low is not None and band.low > high
    return too_high or (low is not None and band.high is not None and band.high < low)


def _comes_to(low: int | None, high: int | None) -> str:
    if low is not None and low == high:
        return f"it is always at {low}: add to it, take from it or set it"
    ends = [f"{low} at the least"] * (low is not None) + [f"{high} at the most"] * (high is not None)
    return "it comes to " + " and ".join(ends)


@CHECKS.of(PoolTracker)
def _pool(pool: PoolTracker, path: Path, ground: Ground) -> Iterator[Fault]:
    table = ground.rules.tables.get(pool.table)
    if table is not None and pool.sides > 1 and table.dice not in {f"1d{pool.sides}", f"d{pool.sides}"}:
        message = f"{shown(('tables', pool.table))} is thrown with {table.dice}, not with one die of the pool"
        yield Fault((*path, "table"), message, f'dice = "1d{pool.sides}"')


@CHECKS.of(DieTracker)
def _die(die: DieTracker, path: Path, _ground: Ground) -> Iterator[Fault]:
    for fault in shrinking_faults(die.dice, die.low):
        yield replace(fault, path=(*path, *fault.path))


@CHECKS.of(Interval)
def _interval(interval: Interval, path: Path, ground: Ground) -> Iterator[Fault]:
    if bool(interval.dice) == bool(interval.table):
        yield Fault(path, "dice or a table say how long it is", 'such as dice = "2d6"')
    dice = ground.dice(interval.dice)
    if dice is not None and dice.minimum < 1:
        yield Fault((*path, "dice"), f"{interval.dice} can come to less than 1", "at least 1, such as 2d6")
    name, table = path[1], ground.rules.tables.get(interval.table)
    for index, entry in enumerate(table.entries if table is not None else ()):
        if not any(isinstance(one, SetTo) and one.tracker == name for one in entry.do):
            at: Path = ("tables", interval.table, "entries", index)
            hint = f'{{ effect = "set", tracker = "{name}", to = 3 }}'
            yield Fault(at, f"it does not say how long {name} is", hint)


@CHECKS.of(RuleSet)
def _same_words(rules: RuleSet, _path: Path, _ground: Ground) -> Iterator[Fault]:
    seen: dict[str, str] = {}
    for key, tracker in rules.trackers.items():
        said = tracker.name.casefold()
        if said in seen:
            message = f"{tracker.name!r} means {seen[said]!r} already"
            yield Fault(("trackers", key, "name"), message, "each tracker has a name of its own")
        seen.setdefault(said, key)


@CHECKS.of(PaceKind)
def _counted(part: PaceKind, path: Path, ground: Ground) -> Iterator[Fault]:
    for key in part.counts:
        tracker = ground.rules.trackers.get(key)
        if tracker is not None and not isinstance(tracker.counts, NumberTracker):
            message = f"{key} is {_KINDS[type(tracker.counts)]}: a pace counts towards a number"
            yield Fault((*path, "counts", key), message, 'such as counts = { by = "number" }')


@CHECKS.of(Activity)
def _payments(part: Activity, path: Path, ground: Ground) -> Iterator[Fault]:
    for key in part.pays:
        tracker = ground.rules.trackers.get(key)
        if tracker is not None and not isinstance(tracker.counts, Budget):
            message = f"{key} is {_KINDS[type(tracker.counts)]}: only a budget is paid back"
            yield Fault((*path, "pays", key), message, f'{{ effect = "reset", tracker = "{key}" }}')

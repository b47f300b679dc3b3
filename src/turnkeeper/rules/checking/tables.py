"""Tables: every total of the dice has one entry and only one."""

from __future__ import annotations

from collections.abc import Iterator

from turnkeeper.chance.notation import Dice
from turnkeeper.chance.throws import Band
from turnkeeper.rules.checking.ground import Ground, PartChecks
from turnkeeper.rules.model.people import Reaction
from turnkeeper.rules.model.procedures import Table, band_of
from turnkeeper.rules.problems import Fault, Path, shown

MOST_NAMED = 12
CHECKS = PartChecks()


@CHECKS.of(Table)
def _covers(table: Table, path: Path, ground: Ground) -> Iterator[Fault]:
    yield from uncovered(table, (*path, "entries"), ground)


def uncovered(table: Table, path: Path, ground: Ground) -> Iterator[Fault]:
    """Yield the faults in the totals of a table's entries, which stand at a path."""
    dice = ground.dice(table.dice)
    if dice is None or not table.entries:
        return
    gives = f"{table.dice} gives {_totals(dice.minimum, dice.maximum)}"
    stretches: list[tuple[int, int, int]] = []
    readable = True
    for index, entry in enumerate(table.entries):
        try:
            band = band_of(entry)
        except ValueError:
            readable = False
            continue
        beyond = _unreachable(band, table.dice, dice)
        if beyond:
            yield Fault((*path, index, "on"), beyond, gives)
        low = dice.minimum if band.low is None else max(band.low, dice.minimum)
        high = dice.maximum if band.high is None else min(band.high, dice.maximum)
        if low <= high:
            stretches.append((low, high, index))
    yield from _overlaps(table, stretches, path)
    holes = _holes(dice, stretches) if readable else ""
    if holes:
        yield Fault(path, f"no entry for {holes}", gives)


def _unreachable(band: Band, text: str, dice: Dice) -> str:
    """Return the fault of a band that reaches beyond the dice, or nothing."""
    low, high = band.low, band.high
    if low is not None and high is not None and low > high:
        return f"{low}-{high} runs backwards"
    ends = [end for end in (low, high) if end is not None]
    beyond = [end for end in ends if not dice.minimum <= end <= dice.maximum]
    return f"{text} never comes to {beyond[0]}" if beyond else ""


def _overlaps(table: Table, stretches: list[tuple[int, int, int]], path: Path) -> Iterator[Fault]:
    furthest, holder = 0, -1
    for low, high, index in sorted(stretches):
        if holder >= 0 and low <= furthest:
            earlier, later = sorted((holder, index))
            message = f"{_totals(low, min(high, furthest))} is on {table.entries[earlier].name!r} already"
            yield Fault((*path, later, "on"), message, "each total has one entry")
        if holder < 0 or high > furthest:
            furthest, holder = high, index


def _holes(dice: Dice, stretches: list[tuple[int, int, int]]) -> str:
    """Return the totals that no stretch holds, as text."""
    missing: list[str] = []
    free = dice.minimum
    for low, high, _ in sorted(stretches):
        if low > free:
            missing.append(_reachable(dice, free, low - 1))
        free = max(free, high + 1)
    if free <= dice.maximum:
        missing.append(_reachable(dice, free, dice.maximum))
    return ", ".join(text for text in missing if text)


def _reachable(dice: Dice, low: int, high: int) -> str:
    """Return the totals from low to high that the dice can come to, as text."""
    from turnkeeper.chance.pools import OddsError, distribution

    try:
        totals = [total for total in distribution(dice).values if low <= total <= high]
    except OddsError:
        # Dice of that size have no gaps that anybody would make a table of.
        return _totals(low, high)
    if not totals:
        return ""
    if len(totals) == totals[-1] - totals[0] + 1:
        return _totals(totals[0], totals[-1])
    return ", ".join(map(str, totals[:MOST_NAMED])) + (" and more" if len(totals) > MOST_NAMED else "")


def _totals(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


@CHECKS.of(Reaction)
def _idle_effects(part: Reaction, _path: Path, ground: Ground) -> Iterator[Fault]:
    """Yield the effects of a reaction's entries: how those met take to the party is told, and no more."""
    table = ground.rules.tables.get(part.table)
    for index, entry in enumerate(table.entries if table is not None else ()):
        if entry.do:
            path: Path = ("tables", part.table, "entries", index, "do")
            message = f"{shown(path[:2])} is the reaction's: its entries have no effects"
            yield Fault(path, message, "say it in text")


@CHECKS.of(Reaction)
def _hostile(part: Reaction, path: Path, ground: Ground) -> Iterator[Fault]:
    """Yield the hostile entries that the table of reactions does not have."""
    table = ground.rules.tables.get(part.table)
    names = [entry.name for entry in table.entries] if table is not None else list(part.hostile)
    for index, name in enumerate(part.hostile):
        if name not in names:
            message = f"{shown(('tables', part.table))} has no entry {name!r}"
            yield Fault((*path, "hostile", index), message, f"one of {', '.join(names)}")

"""Lights and the places they are needed in: currencies, the table's own clock, words for danger."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnkeeper.rules.checking.ground import Ground, PartChecks, only_one
from turnkeeper.rules.model.lights import Currency
from turnkeeper.rules.model.procedures import BurnLights
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.problems import Fault, Path

CHECKS = PartChecks()


@CHECKS.of(Currency)
def _currency(part: Currency, path: Path, _ground: Ground) -> Iterator[Fault]:
    for fault in part.faults():
        yield replace(fault, path=(*path, *fault.path))


@CHECKS.of(Currency)
def _by_table(part: Currency, path: Path, ground: Ground) -> Iterator[Fault]:
    if part.by_table and ground.lacks("table_clock"):
        yield Fault(path, "nothing says how the table's time counts", "such as [table_clock]")


@CHECKS.of(BurnLights)
def _burns(part: BurnLights, path: Path, ground: Ground) -> Iterator[Fault]:
    if not part.lasts and path[0] != "activities":
        yield Fault(path, "it does not say how long they burn", 'such as lasts = "1 h"')
    if ground.lacks("table_clock"):
        yield Fault(path, "nothing burns by the table's time", "such as [table_clock]")


@CHECKS.of(RuleSet)
def _clock(rules: RuleSet, _path: Path, ground: Ground) -> Iterator[Fault]:
    if rules.table_clock is None or "lights" in ground.lost:
        return
    burns = (one for kind in rules.lights.values() for one in (kind.burns, *kind.burns_in.values()))
    if not any(one.by_table for one in burns):
        message = "the table's clock runs, and nothing burns by it"
        yield Fault(("table_clock",), message, 'such as burns = { by = "table", lasts = "1 h" }', at_key=True)


@CHECKS.of(RuleSet)
def _dangers(rules: RuleSet, _path: Path, _ground: Ground) -> Iterator[Fault]:
    yield from only_one(rules.dangers, ("dangers", "usual"), "a place is {!r} already", "one is usual = true")
    yield from only_one(rules.dangers, ("dangers", "dark"), "the dark is {!r} already", "one is dark = true")
    levels: dict[int, str] = {}
    for name, one in rules.dangers.items():
        if one.level in levels:
            message = f"level {one.level} is called {levels[one.level]!r} already"
            yield Fault(("dangers", name, "level"), message, "each level has one word")
        levels.setdefault(one.level, name)

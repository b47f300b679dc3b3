"""Journeys: a hundred hexes with all their checks through decide and evolve, and how the cost grows.

The land is a strip of mixed country with roads, made from a fixed seed. The party travels along it by its
best way; whatever stops it is dealt with as a referee would at once: what is met is parted from, questions
are answered, the march is resumed the next morning. Every command of that is counted, and the planning of the
way. The events alone must lead to the state that was decided, and the party must be where it was going.
Medians.

    python benchmarks/journey.py [--rounds N]
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from turnkeeper.chance.drivers import Seeded
from turnkeeper.hexes import Land, Landmark, Tile, Way, at, name_of
from turnkeeper.play.decide import Decided, decide
from turnkeeper.play.dungeon.place import begin
from turnkeeper.play.fold import fold
from turnkeeper.play.kernel.event import Event
from turnkeeper.play.kernel.language import Language
from turnkeeper.play.registry import DECLARED
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.time import Instant

RESULTS = Path(__file__).parent / "results" / "journey.md"
DIGEST = "ab" * 32
COUNTRY = ("grass", "fields", "woods", "forest", "hills", "forest-hills", "mountains", "swamp")
WEIGHTS = (30, 10, 15, 12, 14, 5, 8, 6)
PEOPLE = {
    "glog": "party Varda wisdom 12 strength 12; Orlo wisdom 9 strength 10; Bram wisdom 8 strength 14",
    "dungeon-game": "party Varda cunning 12 brawn 12; Orlo cunning 9 brawn 10; Bram cunning 8 brawn 14",
    "cresthaven": "party Varda elf strength 1; Orlo dwarf strength 2; Bram human",
}
LENGTHS = (10, 30, 100, 300)
ROWS = (4, 10, 40, 100)
MORNING = Instant(6 * 3_600_000)
DAY = 86_400_000


class Strip:
    """An atlas of one land."""

    def __init__(self, land: Land) -> None:
        self.held = land

    def find(self, _name: str, _digest: str, /) -> str | None:
        """Find the one land."""
        return DIGEST

    def land(self, _digest: str, /) -> Land | None:
        """Return the one land."""
        return self.held

    def names(self) -> tuple[str, ...]:
        """Know the one land."""
        return ("strip",)


@cache
def strip(columns: int, rows: int) -> Land:
    """A strip of mixed country, with a road through every tenth row and a landmark in every fifth hex."""
    dice = Random(f"{columns} {rows}")  # noqa: S311 - the same land each time
    tiles = []
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            ends = column in {1, columns} and row == rows // 2
            word = "grass" if ends else dice.choices(COUNTRY, WEIGHTS)[0]
            marks = (Landmark(f"Stone {column} {row}"),) if dice.random() < 1 / 5 else ()
            tiles.append(Tile(at(column, row), (word,), (), marks))
    roads = tuple(
        Way("road", tuple(at(column, row) for column in range(1, columns + 1)))
        for row in range(10, rows + 1, 10)
    )
    return Land(tuple(sorted(tiles, key=lambda tile: tile.place)), roads)


class Journey:
    """A party that travels from one end of a strip to the other."""

    def __init__(self, rules: str, hexes: int, rows: int) -> None:
        self.book = Rulebook(load_builtin(rules), Strip(strip(hexes + 1, rows)))
        self.language = Language(DECLARED, self.book)
        first = begin(self.book, MORNING)
        self.state, self.commands = fold([first]), 0
        self.events: list[Event] = [first]
        self.seed = b"journey"
        for said in (
            PEOPLE[rules],
            "leave for wilderness",
            "use map strip",
            f"stand at {name_of(at(1, rows // 2))}",
        ):
            self.do(said)
        self.goal = at(hexes + 1, rows // 2)
        self.commands = 0

    def do(self, said: str) -> tuple[Event, ...]:
        """Carry a command out."""
        self.commands += 1
        dice = Seeded(self.seed, f"{self.commands:064x}")
        decided = decide(self.book, self.state, self.language.parse(said), dice)
        if not isinstance(decided, Decided):
            raise TypeError(said, decided)
        self.state = decided.state
        self.events.extend(decided.events)
        return decided.events

    def run(self) -> None:
        """Travel to the other end, whatever comes."""
        self.do(f"travel to {name_of(self.goal, point=True)}")
        while self.state.journey.where != self.goal:
            self.do(self.next_step())

    def next_step(self) -> str:
        """What a referee in a hurry says next."""
        state = self.state
        if state.question is not None:
            return f"choose {state.question.choices[-1]}"
        if state.meetings:
            return "part" if len(state.meetings) == 1 else f"part from {state.meetings[0].what}"
        if not state.journey.plan.path:
            return f"travel to {name_of(self.goal, point=True)}"
        last = self.events[-2:]
        if any(type(event).__name__ == "MarchDone" for event in last):
            return f"wait until day {state.now.ms // DAY + 2} 06:00"
        return "resume" if state.unfinished else f"travel to {name_of(self.goal, point=True)}"

    def check(self) -> None:
        """The events alone lead to the same state."""
        state = fold(self.events)
        assert state == self.state
        assert state.journey.where == self.goal


def timed(rules: str, hexes: int, rows: int, rounds: int) -> tuple[float, Journey]:
    """Median milliseconds of the whole journey, its land read and priced for the first time in each."""
    spans = []
    journey = Journey(rules, hexes, rows)
    for _ in range(rounds):
        journey = Journey(rules, hexes, rows)
        gc.collect()
        gc.disable()
        start = perf_counter()
        journey.run()
        spans.append(perf_counter() - start)
        gc.enable()
    journey.check()
    return median(spans) * 1000, journey


def row(rules: str, hexes: int, rows: int, rounds: int) -> str:
    """One line of a table."""
    spent, journey = timed(rules, hexes, rows, rounds)
    days = journey.state.now.ms / DAY
    return (
        f"| {rules} | {hexes} | {(hexes + 1) * rows:,} | {journey.commands} | {len(journey.events):,} "
        f"| {days:.0f} | {spent:,.0f} | {spent / hexes:.2f} |"
    )


def main() -> None:
    """Measure, write the result and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    head = (
        "| rules | hexes travelled | hexes of the land | commands | events | days | ms | ms a hex |\n|---|"
        + "---:|" * 7
    )
    by_length = "\n".join(row(rules, hexes, 10, rounds) for rules in PEOPLE for hexes in LENGTHS)
    by_land = "\n".join(row("glog", 100, rows, rounds) for rows in ROWS)
    report = f"""\
# Journeys

{datetime.now(UTC).date()}, CPython {platform.python_version()}, {os.cpu_count()} cores.
Medians of {rounds}, in one process. Written by `benchmarks/journey.py`.

## By the length of the way

{head}
{by_length}

The aim is 100 hexes under 300 ms, with the planning of the way and everything that stops it.

## By the size of the land

{head}
{by_land}

What grows with the land is the planning, and reading the whole land once with the rule set's eyes.
"""
    RESULTS.write_text(report, encoding="utf-8")
    print(report)


if __name__ == "__main__":
    main()

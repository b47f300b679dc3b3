"""The referee's view: what it costs after each command, by what is on the screen and by what ever happened.

Five tables are set up in memory: an empty one, a usual delve, a crowded one with thirty lights and forty
foes, a journey and a segment count. Then a campaign in a file grows, and its view is taken anew at each size:
it must not cost more for what lies behind. The least of many, for
other programs only ever add to it, and the median.

    python benchmarks/glance.py [--rounds N] [--most COMMITS]
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from turnkeeper.app.campaign import Campaign, Recorded
from turnkeeper.app.library import create, in_memory
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.views.referee.view import RefereeView, referee_view

RESULTS = Path(__file__).parent / "results" / "glance.md"
NAMES = ("Varda", "Orlo", "Sefa", "Bram", "Mira", "Anselm", "Odo", "Hild")
KINDS = ("torch", "lantern", "candle")
TABLES: dict[str, tuple[str, tuple[str, ...]]] = {
    "empty": ("glog", ()),
    "usual delve": (
        "glog",
        (
            "party Varda wisdom 12 hp 5/7; Orlo wisdom 9 hp 4/6; Sefa hp 5/5",
            "stock 12 rations",
            "enter dungeon Barrow",
            "light torch for Orlo",
            "light lantern for Varda",
            "timer bless 5 turns for Varda warn 1 turn",
            "remind listen every 4 turns",
            "wait 1 turn",
        ),
    ),
    "crowded": (
        "glog",
        (
            f"party {'; '.join(f'{name} wisdom 12 hp 4/9' for name in NAMES)}",
            "enter dungeon Barrow",
            *(f"light {KINDS[at % 3]} for {NAMES[at % 8]}" for at in range(30)),
            *(f"timer t{at} {at + 1} turns" for at in range(12)),
            "foes goblins 30 morale 7",
            "foes orcs 10 morale 8",
            "fight",
            "round",
        ),
    ),
    "journey": (
        "dungeon-game",
        (
            "use map sample",
            "party Varda brawn 12 agility 10 cunning 11; Orlo brawn 9 agility 13 cunning 8",
            "stock 12 rations",
            "leave for wilderness",
            "stand at 0507",
            "travel to 0409 by road",
        ),
    ),
    "count": (
        "quest-of-destiny",
        (
            f"party {'; '.join(f'{name} order {9 + at}' for at, name in enumerate(NAMES))}",
            "foes goblins 30 order 8",
            "foes ogres 2 order 12 hp 20",
            "fight",
            *["act for 7"] * 12,
        ),
    ),
}


def done(campaign: Campaign, said: str) -> None:
    """Carry a command out; one that the dice of this campaign make impossible is left out."""
    campaign.do(campaign.parse(said))


def timed(campaign: Campaign, rounds: int) -> tuple[str, RefereeView]:
    """Return the least and the median milliseconds of a view as two cells, and the view."""
    spans, view = [], referee_view(campaign)
    gc.collect()
    for _ in range(rounds):
        start = perf_counter()
        view = referee_view(campaign, None)
        spans.append(perf_counter() - start)
    return f"{min(spans) * 1000:.2f} | {median(spans) * 1000:.2f}", view


def row(name: str, rounds: int) -> str:
    """One line of the first table."""
    rules, said = TABLES[name]
    campaign = in_memory(name, load_builtin(rules), seed="glance")
    for one in said:
        done(campaign, one)
    spent, view = timed(campaign, rounds)
    foes = sum(side.standing for side in view.sides)
    counted = f"{len(view.lights)} | {len(view.party) + foes} | {len(view.steps)}"
    return f"| {name} | {rules} | {counted} | {spent} |"


def growth(most: int, rounds: int) -> list[str]:
    """The lines of the second table: a campaign in a file that grows by notes and steps."""
    rows = []
    with TemporaryDirectory() as folder:
        _, campaign = create(str(Path(folder) / "long"), load_builtin("glog"), seed="glance")
        for said in TABLES["usual delve"][1]:
            done(campaign, said)
        size = 100
        commits = campaign.store.count()
        while size <= most:
            while commits < size:
                outcome = campaign.do(campaign.parse(f"note {commits}"))
                assert isinstance(outcome, Recorded)
                commits += 1
            spent, view = timed(campaign, rounds)
            assert view.log.groups[-1].said == f"note {size - 1}"
            rows.append(f"| {size:,} | {spent} |")
            size *= 10
        campaign.close()
    return rows


def main() -> None:
    """Measure, write the result and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=101)
    parser.add_argument("--most", type=int, default=100_000)
    asked = parser.parse_args()
    by_table = "\n".join(row(name, asked.rounds) for name in TABLES)
    by_length = "\n".join(growth(asked.most, asked.rounds))
    report = f"""\
# The referee's view

{datetime.now(UTC).date()}, CPython {platform.python_version()}, {os.cpu_count()} cores.
Least and median of {asked.rounds}, in one process. Written by `benchmarks/glance.py`.

## By what is on the screen

| table | rules | lights | people and foes | steps | least ms | median ms |
|---|---|---:|---:|---:|---:|---:|
{by_table}

The aim is under 5 ms for the crowded one: it is taken after each command.

## By what ever happened

| commits | least ms | median ms |
|---:|---:|---:|
{by_length}

Only the lines that are shown are read, so that a long campaign costs what a short one does.
"""
    RESULTS.write_text(report, encoding="utf-8")
    print(report)


if __name__ == "__main__":
    main()

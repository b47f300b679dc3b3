"""Maps: loading Text Mapper text, a campaign that is played on one, and the best route from corner to corner.

Each land is made from a fixed seed: every kind of country, some water, and roads; the route is priced by the
house default as `turnkeeper map route` prices it. A second kind of land is open country of one price, where
very many ways are the best. A plain search without a guess, written here, must find the same cost. The
campaign is a file in a folder of its own; each measure opens it anew, in a process that has its modules.
Medians.

    python benchmarks/map.py [--rounds N]
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
from collections.abc import Callable
from datetime import UTC, datetime
from heapq import heappop, heappush
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from turnkeeper.app.export import export_text
from turnkeeper.app.library import create, open_campaign
from turnkeeper.app.maps.atlas import map_from
from turnkeeper.app.maps.routes import HOUSE_DEFAULT, going
from turnkeeper.app.maps.using import use
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.replay import replay_text
from turnkeeper.app.session import Session
from turnkeeper.files.maps.textmapper import read
from turnkeeper.hexes import Hex, Land, at, best_route, name_of
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.views.referee.facts import facts

RESULTS = Path(__file__).parent / "results" / "map.md"
LOADS = (100, 1_000, 10_000, 100_000)
SIDES = (25, 50, 100, 200)
COUNTRY = ("grass", "fields", "woods", "forest", "hills", "forest-hills", "mountains", "swamp", "lake")
WEIGHTS = (30, 10, 15, 12, 14, 5, 6, 4, 4)


def mixed_map(columns: int, rows: int) -> str:
    """A map of mixed country with a label on every tenth hex and roads across it."""
    dice = Random(f"{columns} {rows}")  # noqa: S311 - the same land each time
    lines = []
    for column in range(columns):
        for row in range(rows):
            corner = (column, row) in {(0, 0), (columns - 1, rows - 1)}
            word = "grass" if corner else dice.choices(COUNTRY, WEIGHTS)[0]
            label = f' village "Place {column} {row}"' if dice.random() < 1 / 10 else ""
            lines.append(f"{name_of(at(column, row))} {word}{label}")
    for number in range(max(1, columns // 10)):
        ends = [at(dice.randrange(columns), dice.randrange(rows)) for _ in range(3)]
        points = [f"{name_of(place, point=True)}" for place in ends]
        lines.append(f'{"-".join(points)} road "Road {number}"')
    return "\n".join(lines)


def open_map(columns: int, rows: int) -> str:
    """A map of nothing but grass."""
    return "\n".join(f"{name_of(at(column, row))} grass" for column in range(columns) for row in range(rows))


def corners(side: int) -> tuple[Hex, Hex]:
    """The two hexes that are furthest from each other."""
    return at(0, 0), at(side - 1, side - 1)


def plain_cost(land: Land, start: Hex, goal: Hex) -> int:
    """The least cost by a search that guesses nothing and settles no ties."""
    cost, _ = going(land, HOUSE_DEFAULT)
    done: set[Hex] = set()
    queue = [(0, start)]
    while queue:
        paid, here = heappop(queue)
        if here == goal:
            return paid
        if here in done:
            continue
        done.add(here)
        for there in here.neighbours():
            price = cost(here, there)
            if price is not None and there not in done:
                heappush(queue, (paid + price, there))
    raise AssertionError


def timed(work: Callable[[], object], rounds: int) -> float:
    """Median milliseconds of a piece of work, the collector kept out."""
    spans = []
    for _ in range(rounds):
        gc.collect()
        gc.disable()
        start = perf_counter()
        work()
        spans.append(perf_counter() - start)
        gc.enable()
    return median(spans) * 1000


def map_of(count: int) -> str:
    """A map of mixed country with a number of hexes."""
    columns = {100: 10, 1_000: 40, 10_000: 100, 100_000: 400}[count]
    return mixed_map(columns, count // columns)


def load_rows(rounds: int) -> list[str]:
    """The table of loading."""
    rows = []
    for count in LOADS:
        text = map_of(count)
        assert len(read(text).land.tiles) == count
        spent = timed(lambda text=text: read(text), rounds)
        rows.append(f"| {count:,} | {len(text) / 1000:,.0f} | {spent:,.1f} | {spent / count * 1000:.1f} |")
    return rows


def do(path: Path, said: str) -> None:
    """Open a campaign, carry one command out, close it."""
    campaign = open_campaign(path)
    assert isinstance(Session(campaign).say(said), CommandDone)
    campaign.close()


def land_of(path: Path) -> None:
    """Open a campaign and read the land that it is played on."""
    campaign = open_campaign(path)
    assert campaign.book.land(campaign.state.map.digest).tiles
    campaign.close()


def played_on(path: Path, text: str) -> None:
    """Open a campaign and use a map from then on."""
    campaign = open_campaign(path)
    assert isinstance(use(campaign, map_from("land", text, "land.txt")[0]), CommandDone)
    campaign.close()


def campaign_rows(rounds: int) -> list[str]:
    """The table of campaigns that are played on a map; the first has none."""
    rows = []
    for count in (0, *LOADS):
        with TemporaryDirectory() as folder:
            path, campaign = create(str(Path(folder) / "bench"), load_builtin("glog"), seed="bench")
            campaign.close()
            text = map_of(count) if count else ""
            # Each use is of another map, as its last line is: otherwise it is refused as in use.
            turns = iter(range(1000))
            using = timed(lambda: played_on(path, f"{text}\n# {next(turns)}"), rounds) if count else 0  # noqa: B023 - called at once
            told = [timed(lambda: do(path, "note hello"), 5 * rounds)]  # noqa: B023 - called at once
            told += [timed(lambda: land_of(path), rounds)] if count else [0]  # noqa: B023 - called at once
        told += handed_on(text, rounds) if count else [0, 0]
        cells = " | ".join(f"{spent:,.1f}" if spent else "" for spent in (using, *told))
        rows.append(f"| {count:,} | {cells} |")
    return rows


def handed_on(text: str, rounds: int) -> list[float]:
    """Milliseconds to export a campaign that uses a map, and to replay that."""
    begun = replay_text("rules: glog\nseed: bench\n", "bench.play", facts).campaign
    assert begun is not None
    use(begun, map_from("land", text, "land.txt")[0])
    sent = export_text(begun)
    assert replay_text(sent, "bench.play", facts).problems == ()
    return [
        timed(lambda: export_text(begun), rounds),
        timed(lambda: replay_text(sent, "bench.play", facts), rounds),
    ]


def route_rows(rounds: int) -> list[str]:
    """The table of routes."""
    rows = []
    for side in SIDES:
        cells = []
        for make in (mixed_map, open_map):
            land = read(make(side, side)).land
            start, goal = corners(side)
            cost, least = going(land, HOUSE_DEFAULT)
            found = best_route(start, goal, cost, least)
            assert found is not None
            assert found.cost == plain_cost(land, start, goal)
            spent = timed(lambda: best_route(start, goal, cost, least), rounds)  # noqa: B023 - called at once
            prepared = timed(lambda: going(land, HOUSE_DEFAULT), rounds)  # noqa: B023 - called at once
            cells += [f"{spent:,.1f}", f"{prepared:,.1f}"]
        rows.append(f"| {side} x {side} | {side * side:,} | {' | '.join(cells)} |")
    return rows


def main() -> None:
    """Measure, write the result and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    report = f"""\
# Maps

{datetime.now(UTC).date()}, CPython {platform.python_version()}, {os.cpu_count()} cores.
Medians of {rounds}, in one process. Written by `benchmarks/map.py`.

## Loading Text Mapper text

| hexes | kB | ms | microseconds a hex |
|---:|---:|---:|---:|
{chr(10).join(load_rows(rounds))}

The aim is 1,000 hexes under 100 ms. 100,000 hexes are the most that is read.

## A campaign that is played on a map, in ms

| hexes | open and use another map | open and do a command | open and read the land | export | replay |
|---:|---:|---:|---:|---:|---:|
{chr(10).join(campaign_rows(rounds))}

The aim is 1,000 hexes read again under 100 ms, and that a command which needs no land costs the same on every
map: opening a campaign reads no map.

## Best route from corner to corner, in ms

| map | hexes | mixed country | pricing it once | open country | pricing it once |
|---|---:|---:|---:|---:|---:|
{chr(10).join(route_rows(rounds))}

The aim is 50 ms on 100 x 100. Pricing is done once for a land and a cost table. A plain search that guesses
nothing finds the same cost on every one of these maps. Mixed country has roads, and a road's price is the
least that the guess can count on; in open country nearly all hexes lie on some best way, and are looked at so
that of ways that cost the same always the same one is taken.
"""
    RESULTS.write_text(report, encoding="utf-8")
    print(report)


if __name__ == "__main__":
    main()

"""W4, dice: read a text, throw it and show every die, beside the d20 library; exact odds beside icepool.

Before anything is timed both sides throw the same random numbers and must show the same faces and totals, and
both odds must equal a list of all outcomes. Throwing cases are interleaved, odds run each in a process of its
own so that no cache is warm, and each figure is a median: quote ratios from one run.

    python benchmarks/w4_dice.py [--rolls N] [--rounds N]
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import os
import platform
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from statistics import median
from time import perf_counter

import d20
from icepool import Die

from turnkeeper.chance.expression import Pool
from turnkeeper.chance.notation import parse_dice
from turnkeeper.chance.pools import distribution
from turnkeeper.chance.roll import roll_dice

RESULTS = Path(__file__).parent / "results" / "w4_dice.md"
TEXTS = ("4d6kh3+2", "3d6", "2d6+1", "1d20+5")
ODDS = ("4d6kh3", "10d10kh5", "20d20kh10", "100d6", "1000d6")
SMALL = ("2d6", "3d6", "4d6kh3", "3d8kh2")

# A case is given a text and how often to throw it; it returns how many characters it showed.
Case = Callable[[str, int], int]
_random, _randrange = random.random, random.randrange


def quick_die(sides: int) -> int:
    """Throw a die by the quickest fair means at hand."""
    return int(_random() * sides) + 1


def same_die(sides: int) -> int:
    """Throw a die exactly as d20 does."""
    return _randrange(sides) + 1


def ours_quick(text: str, rolls: int) -> int:
    """Our way, with the quick die."""
    shown = 0
    for _ in range(rolls):
        shown += len(roll_dice(parse_dice(text), quick_die).shown)
    return shown


def ours_same(text: str, rolls: int) -> int:
    """Our way, with the die of d20."""
    shown = 0
    for _ in range(rolls):
        shown += len(roll_dice(parse_dice(text), same_die).shown)
    return shown


def theirs(text: str, rolls: int) -> int:
    """The way of d20: its own cache of texts, its Markdown."""
    shown = 0
    for _ in range(rolls):
        shown += len(d20.roll(text).result)
    return shown


CASES: dict[str, Case] = {"turnkeeper": ours_quick, "turnkeeper, randrange as d20": ours_same, "d20": theirs}
PEER = "d20"


def kept_of_ours(shown: str) -> list[int]:
    """Read the faces that count back from a line such as ``4d6kh3+2: [6 5 (1) 4]+2 = 17``."""
    line = shown.partition(": ")[2].partition(" = ")[0]
    group = re.search(r"\[(.*)\]", line)
    return [int(face) for face in re.sub(r"\(\d+\)", "", group[1] if group else line).split()]


def kept_of_theirs(shown: str) -> list[int]:
    """Read the faces that count back from a line such as ``4d6kh3 (6, 5, ~~1~~, 4) + 2 = `17```."""
    group = re.search(r"\((.*)\)", shown)
    assert group
    return [int(face) for face in re.findall(r"\d+", re.sub(r"~~.*?~~", "", group[1]))]


def check_rolls(text: str, rolls: int) -> None:
    """Insist that from the same random numbers come the same kept faces and total, and that they add up."""
    plus = int(text.partition("+")[2] or 0)
    for seed in range(rolls):
        random.seed(seed)
        ours = roll_dice(parse_dice(text), same_die)
        random.seed(seed)
        peer = d20.roll(text)
        kept = kept_of_ours(ours.shown)
        assert sorted(kept) == sorted(kept_of_theirs(peer.result)), (ours.shown, peer.result)
        assert sum(kept) + plus == ours.total == peer.total


def measure_rolls(text: str, rolls: int, rounds: int) -> dict[str, float]:
    """Return the seconds a roll of each case, interleaved."""
    taken: dict[str, list[float]] = {name: [] for name in CASES}
    for _ in range(rounds):
        for name, case in CASES.items():
            gc.collect()
            start = perf_counter()
            assert case(text, rolls)
            taken[name].append((perf_counter() - start) / rolls)
    return {name: median(times) for name, times in taken.items()}


def weights_of_icepool(text: str) -> dict[int, int]:
    """Return the weights that icepool gives, from a die that it has not seen before."""
    pool = parse_dice(text).expression
    assert isinstance(pool, Pool)
    die = Die(range(1, pool.sides + 1))
    law = die.highest(pool.count, keep=pool.keep.count) if pool.keep else pool.count @ die
    return dict(law.items())


def weights_of_ours(text: str) -> dict[int, int]:
    """Return the weights that we give."""
    odds = distribution(parse_dice(text))
    return dict(zip(odds.values, odds.weights, strict=True))


def weights_listed(text: str) -> dict[int, int]:
    """Return the weights by listing every outcome."""
    pool = parse_dice(text).expression
    assert isinstance(pool, Pool)
    kept = pool.keep.count if pool.keep else pool.count
    faces = product(range(1, pool.sides + 1), repeat=pool.count)
    return dict(Counter(sum(sorted(dice)[-kept:]) for dice in faces))


def seconds_cold(work: Callable[[str], dict[int, int]], text: str) -> float | None:
    """Return how long odds take in a process that has worked out none before; nothing if they fail."""
    with multiprocessing.get_context("fork").Pool(1) as child:
        return child.apply(timed, (work, text))


def timed(work: Callable[[str], dict[int, int]], text: str) -> float | None:
    """Return the seconds that the work takes; icepool runs out of stack when it adds a thousand dice."""
    start = perf_counter()
    try:
        law = work(text)
    except RecursionError:
        return None
    assert law
    return perf_counter() - start


def measure_odds(text: str, rounds: int) -> tuple[float | None, float | None]:
    """Return the seconds that ours and icepool take, interleaved."""
    runs = [
        (seconds_cold(weights_of_ours, text), seconds_cold(weights_of_icepool, text)) for _ in range(rounds)
    ]
    return middle([ours for ours, _ in runs]), middle([peer for _, peer in runs])


def middle(times: list[float | None]) -> float | None:
    """Return the median of what did not fail."""
    done = [seconds for seconds in times if seconds is not None]
    return median(done) if done else None


def first_read(text: str, rounds: int) -> float:
    """Return the seconds that reading a text takes as the first thing in a fresh interpreter."""
    look = (
        "from time import perf_counter as now\nfrom turnkeeper.chance.notation import parse_dice\n"
        f"start = now()\nparse_dice({text!r})\nprint(now() - start)"
    )
    runs = [
        subprocess.run([sys.executable, "-c", look], check=True, capture_output=True, text=True)
        for _ in range(rounds)
    ]
    return median(float(run.stdout) for run in runs)


def report_rolls(costs: dict[str, dict[str, float]], rolls: int, rounds: int) -> list[str]:
    """Return the table of throwing."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    lines = [
        "# W4: dice",
        "",
        f"{datetime.now(UTC):%Y-%m-%d}, {python}, {os.cpu_count()} cores. By `benchmarks/w4_dice.py`.",
        "",
        "## Read a text, throw it, show every die",
        "",
        f"{rolls:,} rolls a case, cases interleaved in one process, medians of {rounds}. Rolls a second:",
        "",
        "| text | " + " | ".join(CASES) + " | times d20 | times d20, its randrange |",
        "|---|" + "---:|" * (len(CASES) + 2),
    ]
    for text, cost in costs.items():
        rates = [f"{1 / cost[name]:,.0f}" for name in CASES]
        times = [f"{cost[PEER] / cost[name]:.1f}" for name in CASES if name != PEER]
        lines.append(f"| `{text}` | " + " | ".join(rates + times) + " |")
    return [
        *lines,
        "",
        "Checked in the same run: from the same random numbers both keep the same dice and give the same",
        "total, and the faces shown as kept add up to it. Both remember texts that they have read.",
    ]


def row_of_odds(text: str, ours: float | None, peer: float | None) -> str:
    """Return one line of the table of odds."""
    cells = ["fails" if seconds is None else f"{seconds * 1e3:,.2f}" for seconds in (ours, peer)]
    times = f"{peer / ours:.1f}" if ours and peer else ""
    return f"| `{text}` | {cells[0]} | {cells[1]} | {times} |"


def report_odds(odds: dict[str, tuple[float | None, float | None]], rounds: int) -> list[str]:
    """Return the table of odds."""
    return [
        "",
        "## Exact odds, cold",
        "",
        f"Each in a process of its own, imports done; medians of {rounds}.",
        "",
        "| dice | turnkeeper ms | icepool ms | times icepool |",
        "|---|---:|---:|---:|",
        *[row_of_odds(text, *seconds) for text, seconds in odds.items()],
        "",
        "Keeping is icepool's own work on both sides; sums of equal dice follow a recurrence of ours, and",
        "icepool's own way to add a thousand dice runs out of stack. Checked in the same run: both give the",
        "weights of a list of all outcomes for " + ", ".join(f"`{text}`" for text in SMALL) + ".",
    ]


def report_reads(reads: dict[str, float], rounds: int) -> list[str]:
    """Return the table of first readings."""
    return [
        "",
        "## First text read in a fresh interpreter",
        "",
        f"Medians of {rounds}. The plain forms of play do without the grammar and its lark.",
        "",
        "| text | ms |",
        "|---|---:|",
        *[f"| `{text}` | {seconds * 1e3:,.2f} |" for text, seconds in reads.items()],
    ]


def main() -> None:
    """Check, measure, print the tables and keep them."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rolls", type=int, default=5_000)
    asked.add_argument("--rounds", type=int, default=9)
    given = asked.parse_args()
    for text in TEXTS:
        check_rolls(text, 1_000)
    for text in SMALL:
        assert weights_of_ours(text) == weights_of_icepool(text) == weights_listed(text)
    distribution.cache_clear()
    odds = {text: measure_odds(text, given.rounds) for text in ODDS}
    costs = {text: measure_rolls(text, given.rolls, given.rounds) for text in TEXTS}
    reads = {text: first_read(text, given.rounds) for text in ("2d6+1", "4d6kh3", "2 in 6", "2d6r1")}
    lines = report_rolls(costs, given.rolls, given.rounds)
    lines += report_odds(odds, given.rounds) + report_reads(reads, given.rounds)
    text = "\n".join(lines) + "\n"
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()

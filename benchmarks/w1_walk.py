"""W1, the clock: live timers that re-arm themselves 1 to 1,440 turns ahead, fired in exact order.

Beside the boundary walk run SimPy's callbacks, the standard library's sched, and a bare heap that can neither
cancel nor be added to from outside. All fire the same timers in the same order, which is checked first, with
four ranks at one instant; so is cancelling. The cases are interleaved and each figure is a median, so quote
ratios from one run.

    python benchmarks/w1_walk.py [--firings N] [--rounds N]
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import sched
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from heapq import heappop, heappush
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from simpy import Environment, Event, Timeout
from simpy.core import StopSimulation

from turnkeeper.time import Duration, Instant, Rank, Walk

RESULTS = Path(__file__).parent / "results" / "w1_walk.md"
LIVE = (10, 100, 1_000, 10_000, 100_000)
W1 = 10_000
TURN_MS = 600_000
AHEAD = [turns * TURN_MS for turns in range(1_441)]
LENGTHS = [Duration(ms) for ms in AHEAD]
FOR_EVER = Instant(10**15)

Firing = tuple[int, int]
# A case is given how many turns ahead each booking lies, how many timers live, and how many firings to make;
# it returns the seconds that the firings took, and the last firing.
Case = Callable[[list[int], int, int], tuple[float, Firing]]


def walk_ms(draws: list[int], live: int, firings: int) -> tuple[float, Firing]:
    """The boundary walk, marks booked in whole milliseconds."""
    walk = Walk[int](Instant(0), FOR_EVER)
    for item in range(live):
        walk.book_ms(AHEAD[draws[item]], Rank.REMINDS, item, item)
    begun, left, book, rank = live, firings, walk.book_ms, Rank.REMINDS
    start = perf_counter()
    for at, item in walk:
        left -= 1
        if not left:
            return perf_counter() - start, (at.ms, item)
        book(at.ms + AHEAD[draws[begun]], rank, begun, item)
        begun += 1
    raise AssertionError


def walk_instants(draws: list[int], live: int, firings: int) -> tuple[float, Firing]:
    """The boundary walk, marks booked as an instant plus a length."""
    walk = Walk[int](Instant(0), FOR_EVER)
    for item in range(live):
        walk.book(Instant(AHEAD[draws[item]]), Rank.REMINDS, item, item)
    begun, left, book, rank = live, firings, walk.book, Rank.REMINDS
    start = perf_counter()
    for at, item in walk:
        left -= 1
        if not left:
            return perf_counter() - start, (at.ms, item)
        book(at + LENGTHS[draws[begun]], rank, begun, item)
        begun += 1
    raise AssertionError


def simpy_callbacks(draws: list[int], live: int, firings: int) -> tuple[float, Firing]:
    """SimPy's quickest way: a callback on a timeout, no process."""
    world = Environment()
    begun, left = live, firings
    last: list[Firing] = []

    def fire(event: Event) -> None:
        nonlocal begun, left
        left -= 1
        if not left:
            last.append((int(world.now), event._value))  # noqa: SLF001
            raise StopSimulation(None)
        Timeout(world, AHEAD[draws[begun]], event._value).callbacks.append(fire)  # noqa: SLF001
        begun += 1

    for item in range(live):
        Timeout(world, AHEAD[draws[item]], item).callbacks.append(fire)
    start = perf_counter()
    world.run()
    return perf_counter() - start, last[0]


def standard_sched(draws: list[int], live: int, firings: int) -> tuple[float, Firing]:
    """The standard library's scheduler on a clock that jumps."""
    now, begun, left = 0, live, firings
    last: list[Firing] = []

    def jump(seconds: float) -> None:
        nonlocal now
        now += int(seconds)

    clock = sched.scheduler(lambda: now, jump)

    def fire(item: int) -> None:
        nonlocal begun, left
        left -= 1
        if not left:
            last.append((now, item))
            raise StopIteration
        clock.enterabs(now + AHEAD[draws[begun]], 0, fire, (item,))
        begun += 1

    for item in range(live):
        clock.enterabs(AHEAD[draws[item]], 0, fire, (item,))
    start = perf_counter()
    try:
        clock.run()
    except StopIteration:
        return perf_counter() - start, last[0]
    raise AssertionError


def bare_heap(draws: list[int], live: int, firings: int) -> tuple[float, Firing]:
    """Tuples on a heap in one loop: no cancelling, no caller."""
    heap: list[tuple[int, int, int]] = []
    for item in range(live):
        heappush(heap, (AHEAD[draws[item]], item, item))
    begun = live
    start = perf_counter()
    for _ in range(firings - 1):
        at, _, item = heappop(heap)
        heappush(heap, (at + AHEAD[draws[begun]], begun, item))
        begun += 1
    at, _, item = heappop(heap)
    return perf_counter() - start, (at, item)


FAST, TYPED, PEER = "walk, book_ms", "walk, book with instants", "SimPy callbacks"
CASES: dict[str, Case] = {
    FAST: walk_ms,
    TYPED: walk_instants,
    PEER: simpy_callbacks,
    "sched": standard_sched,
    "bare heapq": bare_heap,
}


def order_of_the_walk(draws: list[int], ranks: list[Rank], live: int) -> Iterator[Firing]:
    """Yield each firing of timers that come with ranks, by the walk."""
    walk = Walk[int](Instant(0), FOR_EVER)
    for item in range(live):
        walk.book(Instant(AHEAD[draws[item]]), ranks[item], item, item)
    for begun, (at, item) in enumerate(walk, live):
        yield at.ms, item
        walk.book(at + LENGTHS[draws[begun]], ranks[begun], begun, item)


def order_of_simpy(draws: list[int], ranks: list[Rank], live: int) -> Iterator[Firing]:
    """Yield the same by SimPy: time, then priority, then the serial number of the scheduling."""
    world = Environment()
    fired: list[int] = []

    def schedule(item: int, booking: int) -> None:
        event = Event(world)
        event._ok, event._value = True, item  # noqa: SLF001
        event.callbacks.append(lambda _: fired.append(item))
        world.schedule(event, priority=int(ranks[booking]), delay=AHEAD[draws[booking]])

    for item in range(live):
        schedule(item, item)
    for begun in range(live, len(draws)):
        world.step()
        yield int(world.now), fired[-1]
        schedule(fired[-1], begun)


def check_order(draws: list[int], live: int, firings: int) -> None:
    """Insist that both fire the same timers at the same times in the same order, ranks and ties included."""
    luck = Random(2)  # noqa: S311
    ranks = [luck.choice(list(Rank)) for _ in draws]
    few = [draw % 20 + 1 for draw in draws]  # many at one instant
    pairs = zip(order_of_the_walk(few, ranks, live), order_of_simpy(few, ranks, live), strict=False)
    for number, (ours, theirs) in enumerate(pairs):
        assert ours == theirs, f"firing {number}: {ours} here, {theirs} there"
        if number == firings:
            return
    raise AssertionError


def check_cancel(draws: list[int], live: int) -> int:
    """Cancel timers before, at and after their time, beside a twin that sorts; return how many."""
    luck = Random(3)  # noqa: S311
    walk = Walk[int](Instant(0), FOR_EVER)
    handles = [walk.book(Instant(AHEAD[draws[item]]), Rank.ENDS, item, item) for item in range(live)]
    waiting = sorted((AHEAD[draws[item]], item) for item in range(live))
    alive, cancelled = set(range(live)), 0
    place = 0
    for at, item in walk:
        while waiting[place][1] not in alive:
            place += 1
        assert (at.ms, item) == waiting[place]
        alive.discard(item)
        victim = luck.randrange(live)
        assert walk.cancel(handles[victim]) == (victim in alive)
        cancelled += victim in alive
        alive.discard(victim)
    assert not alive
    return cancelled


def measure(draws: list[int], live: int, firings: int, rounds: int) -> dict[str, float]:
    """Return the seconds a firing of each case, interleaved; all must end with the same firing."""
    taken: dict[str, list[float]] = {name: [] for name in CASES}
    for _ in range(rounds):
        ends = set()
        for name, case in CASES.items():
            gc.collect()
            seconds, last = case(draws, live, firings)
            taken[name].append(seconds / firings)
            ends.add(last)
        assert len(ends) == 1, ends
    return {name: median(times) for name, times in taken.items()}


def report(costs: dict[int, dict[str, float]], firings: int, rounds: int, cancelled: int) -> str:
    """Return the tables as Markdown."""
    at_w1 = costs[W1]
    fast, typed = (at_w1[PEER] / at_w1[name] for name in (FAST, TYPED))
    python = f"{platform.python_implementation()} {platform.python_version()}"
    lines = [
        "# W1: the boundary walk",
        "",
        f"{datetime.now(UTC):%Y-%m-%d}, {python}, {os.cpu_count()} cores.",
        f"{firings:,} firings, each re-arming its timer 1 to 1,440 turns ahead;",
        f"cases interleaved in one process, medians of {rounds}. Written by `benchmarks/w1_walk.py`.",
        "",
        f"## {W1:,} live timers",
        "",
        f"| case | firings a second | times {PEER} |",
        "|---|---:|---:|",
    ]
    lines += [f"| {name} | {1 / cost:,.0f} | {at_w1[PEER] / cost:.2f} |" for name, cost in at_w1.items()]
    lines += [
        "",
        "Checked in the same run: the walk and SimPy fire the same timers at the same times in the same",
        "order, with four ranks and many timers at one instant; every case ends with the same firing; of",
        f"{W1:,} timers {cancelled:,} were cancelled on the way, each exactly as a sorted list says.",
        "",
        "## Nanoseconds a firing, by the number of live timers",
        "",
        "| case | " + " | ".join(f"{live:,}" for live in costs) + " |",
        "|---|" + "---:|" * len(costs),
    ]
    for name in CASES:
        figures = [f"{cost[name] * 1e9:,.0f}" for cost in costs.values()]
        lines.append(f"| {name} | " + " | ".join(figures) + " |")
    ratios = [f"{cost[PEER] / cost[FAST]:.2f}" for cost in costs.values()]
    lines += [
        f"| {FAST}, times {PEER} | " + " | ".join(ratios) + " |",
        "",
        f"The aim is 3 times SimPy at {W1:,} live timers: `book_ms` reaches {fast:.2f},",
        f"and `book` {typed:.2f}, for it is given an instant plus a length, a new value for each mark.",
        "Up to about 1,000 live timers hardly two fall on one instant, and opening an instant is what a",
        "firing costs; from there on the timers of one instant share it, while a heap grows deeper.",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Check, measure, print the tables and keep them."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--firings", type=int, default=200_000)
    asked.add_argument("--rounds", type=int, default=5)
    given = asked.parse_args()
    luck = Random(1)  # noqa: S311
    draws = [luck.randint(1, 1_440) for _ in range(given.firings + max(LIVE))]
    check_order(draws, 1_000, 20_000)
    cancelled = check_cancel(draws, W1)
    costs = {live: measure(draws, live, given.firings, given.rounds) for live in LIVE}
    text = report(costs, given.firings, given.rounds, cancelled)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()

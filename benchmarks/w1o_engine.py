"""W1o, the engine: what an advance costs through decide and evolve, by how many timers are running.

One turn passes with nothing due, with 10 to 10,000 timers live that end, warn and ring after it; then a year
with nothing due. Nothing is thrown. Beside it a turn in which one timer rings, so that what falls due is seen
to cost by itself.

    python benchmarks/w1o_engine.py [--rounds N]
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter

from turnkeeper.chance.throws import Answered
from turnkeeper.play.clock.clock import TaskEnded
from turnkeeper.play.clock.passing import Wait
from turnkeeper.play.clock.timers import TimerRang, TimerStarted
from turnkeeper.play.decide import Decided, decide
from turnkeeper.play.dungeon.place import begin
from turnkeeper.play.fold import fold
from turnkeeper.play.registry import evolve
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.time import ORIGIN, Duration, Instant

RESULTS = Path(__file__).parent / "results" / "w1o_engine.md"
LIVE = (0, 10, 100, 1_000, 10_000)
TURN = Duration(600_000)
DAY = TURN * 144
YEAR = DAY * 365
NOBODY = Answered(())


def with_timers(book: Rulebook, count: int, after: Duration) -> State:
    """Return a campaign in which a number of timers run, all of whose marks come after a length of time."""
    state = evolve(State(), begin(book, ORIGIN))
    for number in range(count):
        # Spread over 1,440 turns, as spells, rations and rumours are; every fourth is a reminder.
        lasts = after + TURN * (number * 7 % 1_440 + 2)
        started = TimerStarted(number, f"timer {number}", lasts, warn=TURN, at=ORIGIN)
        if number % 4 == 3:
            started = TimerStarted(number, f"reminder {number}", every=lasts, at=ORIGIN)
        state = evolve(state, started)
    return state


def decided(book: Rulebook, state: State, command: Wait) -> Decided:
    """Return the outcome of a wait."""
    result = decide(book, state, command, NOBODY)
    assert isinstance(result, Decided)
    return result


def per_call(work: Callable[[], object], calls: int) -> float:
    """Return the seconds of one call."""
    gc.collect()
    began = perf_counter()
    for _ in range(calls):
        work()
    return (perf_counter() - began) / calls


def measure(book: Rulebook, count: int) -> dict[int, dict[str, float]]:
    """Return the median seconds of each case for each number of live timers, cases interleaved."""
    turn, year = Wait(TURN), Wait(YEAR)
    cases: dict[int, dict[str, tuple[Callable[[], object], int]]] = {}
    for live in LIVE:
        soon, late = with_timers(book, live, TURN), with_timers(book, live, YEAR)
        ringing = evolve(soon, TimerStarted(live, "drip", every=TURN, at=ORIGIN))
        quiet, long, rung = (
            decided(book, soon, turn), decided(book, late, year), decided(book, ringing, turn)
        )  # fmt: skip
        assert (
            [type(event) for event in quiet.events] == [type(event) for event in long.events] == [TaskEnded]
        )
        assert [type(event) for event in rung.events] == [TaskEnded, TimerRang]
        assert quiet.state.now == Instant(TURN.ms)
        assert long.state.now == Instant(YEAR.ms)

        def both(state: State, command: Wait, done: Decided) -> Callable[[], object]:
            def work() -> None:
                decide(book, state, command, NOBODY)
                fold(done.events, state)

            return work

        cases[live] = {
            "a turn, nothing due": (both(soon, turn, quiet), 2_000),
            "a turn, one rings": (both(ringing, turn, rung), 2_000),
            "a year, nothing due": (both(late, year, long), 2_000),
        }
    took: dict[int, dict[str, list[float]]] = {live: {name: [] for name in cases[live]} for live in LIVE}
    for _ in range(count):
        for live in LIVE:
            for name, (work, calls) in cases[live].items():
                took[live][name].append(per_call(work, calls))
    return {live: {name: median(times) for name, times in took[live].items()} for live in LIVE}


def report(took: dict[int, dict[str, float]]) -> str:
    """Put the curve into a table."""
    names = list(took[LIVE[0]])
    rows = "\n".join(
        f"| {live:,} | " + " | ".join(f"{took[live][name] * 1e6:.1f}" for name in names) + " |"
        for live in LIVE
    )
    flat = " | ".join(f"{took[10_000][name] / took[10][name]:.2f}" for name in names)
    return f"""# W1o: the engine

{datetime.now(UTC):%Y-%m-%d}, CPython {platform.python_version()}, {os.cpu_count()} cores. Made by
`benchmarks/w1o_engine.py`: one command through decide and its events through evolve once more; microseconds,
medians, cases interleaved in one process. Timers of three kinds of mark: ends, warnings, rings.

| timers live | {" | ".join(names)} |
|---|{"---|" * len(names)}
{rows}
| 10,000 : 10 | {flat} |

Aims: a turn with nothing due under 100, within 2 times from 10 to 10,000; a year with nothing due under
1,000.
"""


def main() -> None:
    """Measure, print and keep the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=9)
    chosen = parser.parse_args()
    told = report(measure(Rulebook(load_builtin("glog")), chosen.rounds))
    RESULTS.write_text(told, encoding="utf-8")
    print(told)


if __name__ == "__main__":
    main()

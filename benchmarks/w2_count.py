"""W2, the count: combatants act at their segments and again when they have recovered, in exact order.

All of it is on the count that play runs on, through decide and evolve, beside SimPy. Said turn by turn, each
activation takes its recovery of 1 to 12 from a shared table that the running activation indexes. Repeated at
once, all do again what they did last, each for a recovery of their own. SimPy's quickest way leaves ties in
the order in which they were scheduled, so it is also given the order as a priority: that one and ours must
agree on every activation said, and both on how often each acts in a repetition, and when next. The cases are
interleaved and each figure is a median, so quote ratios from one run.

    python benchmarks/w2_count.py [--activations N] [--turns N] [--rounds N]
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from msgspec import Struct
from simpy import Environment, Event, Timeout
from simpy.core import StopSimulation

from turnkeeper.app.codec import encode
from turnkeeper.chance.drivers import Seeded
from turnkeeper.play.decide import Decided, decide
from turnkeeper.play.dungeon.place import begin
from turnkeeper.play.fight.count import Activated
from turnkeeper.play.fight.counting import Count, Fighter
from turnkeeper.play.fight.segments.repeating import MOST_SEGMENTS, Repeat, TurnsRepeated
from turnkeeper.play.fight.segments.turns import Act
from turnkeeper.play.kernel.event import Command
from turnkeeper.play.kernel.event import Event as Happened
from turnkeeper.play.kernel.language import Language
from turnkeeper.play.registry import DECLARED, evolve
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.time import ORIGIN

RESULTS = Path(__file__).parent / "results" / "w2_count.md"
LIVE = (10, 20, 100, 1_000, 10_000)
FOR_EVER = 10**12
SIMPY_AT_THE_AIM = 1_140_000  # activations a second with 100 combatants where the aim was set
DICE = Seeded(b"w2", "count")

Costs = Callable[[int], int]  # the recovery of whoever acts
# A peer goes on from a count for a number of activations, or up to a segment; it returns the seconds that
# they took, and when each combatant is due.
Peer = Callable[[Count, Costs, int, int], tuple[float, dict[int, int]]]


class Said(Struct):
    """One activation that is said: seconds to decide it, the least of them, to fold it; the peers' own."""

    decided: float
    least: float
    folded: float
    peers: dict[str, float]


class AtOnce(Struct):
    """Many activations at once: seconds to decide and to evolve them all; the peers' own."""

    segments: int
    turns: int
    bytes: int
    decided: float
    evolved: float
    peers: dict[str, float]


# SimPy


def simpy_timeouts(going: Count, cost: Costs, most: int, until: int) -> tuple[float, dict[int, int]]:
    """SimPy's quickest way: a callback on a timeout, no process; ties in the order of scheduling."""
    world, made = Environment(), count(1)

    def act(event: Event) -> None:
        Timeout(world, cost(event._value), event._value).callbacks.append(act)  # noqa: SLF001
        if next(made) == most:
            raise StopSimulation(None)

    for one in going.in_order():
        Timeout(world, one.due or 0, one.id).callbacks.append(act)
    return timed(world, until)


def simpy_in_order(going: Count, cost: Costs, most: int, until: int) -> tuple[float, dict[int, int]]:
    """SimPy with the place as the priority of an event: its quickest way to the exact order."""
    world, made = Environment(), count(1)
    place = {one.id: at for at, one in enumerate(sorted(going.in_order(), key=_place), 1)}

    def act(event: Event) -> None:
        schedule(event._value, cost(event._value))  # noqa: SLF001
        if next(made) == most:
            raise StopSimulation(None)

    def schedule(fighter: int, delay: int) -> None:
        event = Event(world)
        event._ok, event._value = True, fighter  # noqa: SLF001
        event.callbacks.append(act)
        world.schedule(event, priority=place[fighter], delay=delay)

    for one in going.in_order():
        schedule(one.id, one.due or 0)
    return timed(world, until)


def _place(one: Fighter) -> tuple[int, int]:
    return -one.order, one.id


def timed(world: Environment, until: int) -> tuple[float, dict[int, int]]:
    """Run SimPy up to and with a segment; return the seconds, and when each combatant is due."""
    start = perf_counter()
    world.run(until + 1)
    seconds = perf_counter() - start
    waiting = ((event._value, at) for at, _, _, event in world._queue)  # noqa: SLF001
    return seconds, {fighter: at for fighter, at in waiting if fighter is not None}


PEERS: dict[str, Peer] = {"SimPy timeouts": simpy_timeouts, "SimPy, ties by priority": simpy_in_order}
TIMEOUTS, EXACT = PEERS


# The count of play


def fight_of(book: Rulebook, live: int) -> State:
    """Return a fight of a number of combatants: a party of four, the rest goblins, all of whom have acted."""
    language = Language(DECLARED, book)
    state = evolve(State(), begin(book, ORIGIN))
    party = "party Varda order 12; Orlo order 9; Bram order 15; Sif order 9"
    for said in (party, f"foes goblins {live - 4}", "fight"):
        state = done(book, state, language.parse(said)).state
    for turn in range(2 * live):  # everybody once, in the first round; then as it comes
        state = done(book, state, Act(recovery=10 if turn < live else 1 + turn * 5 % 12)).state
    return state


def done(book: Rulebook, state: State, command: Command) -> Decided:
    """Return the outcome of a command."""
    decided = decide(book, state, command, DICE)
    assert isinstance(decided, Decided), decided
    return decided


def act_all(book: Rulebook, state: State, commands: list[Command]) -> tuple[float, float]:
    """Decide single activations one after another, then fold their events; return the seconds of each."""
    events, start, now = list[Happened](), perf_counter(), state
    for command in commands:
        decided = decide(book, now, command, DICE)
        assert isinstance(decided, Decided)
        now = decided.state
        events.extend(decided.events)
    middle = perf_counter()
    folded = state
    for event in events:
        folded = evolve(folded, event)
    end = perf_counter()
    assert folded == now
    return middle - start, end - middle


def count_of(state: State) -> Count:
    """Return the count that runs."""
    assert state.count is not None
    return state.count


def dues(state: State) -> dict[int, int]:
    """Return when each combatant is due."""
    return {one.id: one.due or 0 for one in count_of(state).in_order()}


def check_order(book: Rulebook, state: State, table: list[int]) -> None:
    """Insist on the same activations in the same order as SimPy, which is told the order of ties."""
    theirs, recoveries = list[int](), iter(table)

    def cost(fighter: int) -> int:
        theirs.append(fighter)
        return next(recoveries)

    _, due = simpy_in_order(count_of(state), cost, len(table), FOR_EVER)
    ours = list[int]()
    for recovery in table:
        decided = done(book, state, Act(recovery=recovery))
        ours += [event.fighter for event in decided.events if isinstance(event, Activated)]
        state = decided.state
    assert (ours, dues(state)) == (theirs, due)


def measure_said(book: Rulebook, table: list[int], turns: int, rounds: int) -> dict[int, Said]:
    """Return the cost of an activation that is said, by the number of combatants."""
    states = {live: fight_of(book, live) for live in LIVE}
    for state in states.values():
        check_order(book, state, table[:turns])
    commands: list[Command] = [Act(recovery=recovery) for recovery in table[:turns]]
    taken: dict[int, list[tuple[float, float]]] = {live: [] for live in LIVE}
    peers: dict[int, dict[str, list[float]]] = {live: {name: [] for name in PEERS} for live in LIVE}
    for _ in range(rounds):
        for live, state in states.items():
            gc.collect()
            taken[live].append(act_all(book, state, commands))
            for name, peer in PEERS.items():
                recoveries = iter(table).__next__
                seconds, _due = peer(count_of(state), lambda _, cost=recoveries: cost(), len(table), FOR_EVER)
                peers[live][name].append(seconds / len(table))
    return {
        live: Said(
            median(one for one, _ in times) / turns,
            min(one for one, _ in times) / turns,
            median(one for _, one in times) / turns,
            {name: median(each) for name, each in peers[live].items()},
        )
        for live, times in taken.items()
    }


def measure_at_once(book: Rulebook, activations: int, rounds: int) -> dict[int, AtOnce]:
    """Return the cost of about so many activations at once, by the number of combatants."""
    found: dict[int, AtOnce] = {}
    for live in LIVE:
        state = fight_of(book, live)
        usual = {one.id: one.usual for one in count_of(state).in_order()}
        segments = min(MOST_SEGMENTS, round(activations / sum(1 / each for each in usual.values())))
        last = count_of(state).segment + segments
        taken, evolving = list[float](), list[float]()
        peers: dict[str, list[float]] = {name: [] for name in PEERS}
        for _ in range(rounds):
            gc.collect()
            start = perf_counter()
            decided = done(book, state, Repeat(segments=segments))
            taken.append(perf_counter() - start)
            (told,) = decided.events
            start = perf_counter()
            after = evolve(state, told)
            evolving.append(perf_counter() - start)
            assert after == decided.state
            assert isinstance(told, TurnsRepeated)
            for name, peer in PEERS.items():
                seconds, due = peer(count_of(state), usual.__getitem__, 0, last)
                peers[name].append(seconds)
                assert due == dues(after), name
            found[live] = AtOnce(
                segments, told.turns, len(encode([told])), median(taken), median(evolving),
                {name: median(each) for name, each in peers.items()},
            )  # fmt: skip
    return found


def report(acts: dict[int, Said], many: dict[int, AtOnce], asked: argparse.Namespace) -> str:
    """Return the tables as Markdown."""
    parts = (_head(asked), _many(many), _acts(acts, asked.turns))
    return "\n".join(line for part in parts for line in part) + "\n"


def _head(asked: argparse.Namespace) -> list[str]:
    return [
        "# W2: the count",
        "",
        f"{datetime.now(UTC):%Y-%m-%d}, CPython {platform.python_version()}, {os.cpu_count()} cores.",
        f"Written by `benchmarks/w2_count.py`: cases interleaved in one process, medians of {asked.rounds}.",
        "All of it is on the count that play runs on, through decide and evolve.",
        "",
    ]


def _many(many: dict[int, AtOnce]) -> list[str]:
    return [
        "## `repeat`: many activations at once",
        "",
        "All do again what they did last, for recoveries of 1 to 12 of their own. In play that is one",
        "command and one event, with the clock moved and the state evolved; SimPy makes each activation.",
        "",
        f"| combatants | segments | activations | milliseconds | a second | {' | '.join(PEERS)} | times |",
        "|---:|---:|---:|---:|---:|---:|---:|---:|",
        *(
            f"| {live:,} | {one.segments:,} | {one.turns:,} | {one.decided * 1e3:.2f} | "
            f"{one.turns / one.decided:,.0f} | "
            + " | ".join(f"{one.turns / one.peers[name]:,.0f}" for name in PEERS)
            + f" | {min(one.peers.values()) / one.decided:,.1f} |"
            for live, one in many.items()
        ),
        "",
        "Aims: 3 times SimPy's quickest way at 10 combatants, 5 times from 100 on. Checked in the same run:",
        "all three have made the same activations, and each combatant is due at the same segment. The event",
        f"has {', '.join(f'{one.bytes:,}' for one in many.values())} bytes; to evolve it alone takes",
        f"{', '.join(f'{one.evolved * 1e3:.1f}' for one in many.values())} ms.",
        "",
    ]


def _acts(acts: dict[int, Said], turns: int) -> list[str]:
    peer = acts[100].peers[TIMEOUTS]
    alike, grows = peer / acts[20].decided * SIMPY_AT_THE_AIM, acts[10_000].decided / acts[10].decided
    return [
        "## `act`: one activation at a time",
        "",
        f"{turns:,} activations, recoveries 1 to 12 from a shared table indexed by the running activation.",
        "Each is a command, decided on what came of the last; deciding includes its own evolve. The fold is",
        "of the same events once more, as opening a campaign does, to the same state. SimPy keeps no record.",
        "",
        f"| combatants | a second | best | microseconds | with the fold | folded | {' | '.join(PEERS)} |",
        "|---:|---:|---:|---:|---:|---:|---:|---:|",
        *(
            f"| {live:,} | {1 / one.decided:,.0f} | {1 / one.least:,.0f} | {one.decided * 1e6:.1f} | "
            f"{1 / (one.decided + one.folded):,.0f} | {1 / one.folded:,.0f} | "
            + " | ".join(f"{1 / one.peers[name]:,.0f}" for name in PEERS)
            + " |"
            for live, one in acts.items()
        ),
        "",
        "Aims: 20,000 a second with 20 combatants; a cost that grows no faster than log n, which is 4 times",
        f"from 10 to 10,000: it is {grows:.2f} times. SimPy's timeouts with 100 combatants ran at",
        f"{1 / peer:,.0f} a second in this run: where they run at {SIMPY_AT_THE_AIM:,}, as where the aim was",
        f"set, 20 combatants come to {alike:,.0f} activations a second. Checked in the same run: with the",
        "order as its priority SimPy makes the same activations in the same order as `act`. Its timeouts",
        "leave ties in the order of scheduling, which is no order of Initiative.",
    ]


def main() -> None:
    """Check, measure, print the tables and keep them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--activations", type=int, default=153_000)
    parser.add_argument("--turns", type=int, default=4_000)
    parser.add_argument("--rounds", type=int, default=7)
    asked = parser.parse_args()
    luck = Random(1)  # noqa: S311
    table = [luck.randint(1, 12) for _ in range(asked.activations)]
    book = Rulebook(load_builtin("quest-of-destiny"))
    many = measure_at_once(book, asked.activations, asked.rounds)
    told = report(measure_said(book, table, asked.turns, asked.rounds), many, asked)
    if asked.activations == parser.get_default("activations"):
        RESULTS.write_text(told, encoding="utf-8")
    print(told)


if __name__ == "__main__":
    main()

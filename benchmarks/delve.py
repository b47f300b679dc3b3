"""A real delve: 10,000 turns of glog underground through decide and evolve, with seeded dice.

A party of six with a torch at each end of the line goes down. Every turn has its check on the 2d6 table
(G-ENC-1); torches tick and are relit as they go out; encounters in the corridor have their distance thrown
and are parted from; weariness asks its question and is answered by a turn's rest; what was interrupted is
resumed. Commands are decided one after another, each with dice of its own as in a campaign; nothing is kept.

    python benchmarks/delve.py [--turns N] [--rounds N]
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter

from msgspec import Struct
from w1_walk import simpy_callbacks

from turnkeeper.chance.drivers import Seeded
from turnkeeper.play.clock.checks import Checked
from turnkeeper.play.clock.passing import Choose, Next, Resume, Wait
from turnkeeper.play.clock.questions import Asked
from turnkeeper.play.decide import Decided, decide
from turnkeeper.play.dungeon.encounters import EncounterMet, Part
from turnkeeper.play.dungeon.lamps import LightUp
from turnkeeper.play.dungeon.light import LightWentOut
from turnkeeper.play.dungeon.place import begin
from turnkeeper.play.fold import fold as fold_all
from turnkeeper.play.kernel.event import Command, Event
from turnkeeper.play.kernel.language import Language
from turnkeeper.play.registry import DECLARED, evolve
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.time import ORIGIN, Duration, Instant

RESULTS = Path(__file__).parent / "results" / "delve.md"
TURN = Duration(600_000)
PARTY = "party Varda wisdom 12 hp 7/7; Orlo; Bram; Sif; Tove; Ulf"
BEARERS = ("Varda", "Ulf")
SEED = b"delve"


class Delve(Struct):
    """What a delve came to: its commands in order, and the events that they made happen."""

    state: State
    began: Instant
    commands: list[Command] = []
    events: list[Event] = []

    @property
    def turns(self) -> int:
        """Return how many turns passed underground."""
        return (self.state.now - self.began) // TURN


def go_down(book: Rulebook) -> Delve:
    """Return a delve at the foot of the stairs, its two torches lit."""
    state = evolve(State(), begin(book, ORIGIN))
    language = Language(DECLARED, book)
    for said in (PARTY, "enter dungeon Barrow", *(f"light torch for {name}" for name in BEARERS)):
        decided = decide(book, state, language.parse(said), Seeded(SEED, said))
        assert isinstance(decided, Decided)
        state = decided.state
    return Delve(state, state.now)


def next_command(state: State, step: Command) -> Command:
    """Return the next command of the party."""
    if state.question is not None:
        return Choose("rest")
    if state.meetings:
        return Part()
    if len(state.lights.lit) < len(BEARERS):
        lit = {light.bearer for light in state.lights.burning()}
        return LightUp("torch", next(name for name in BEARERS if name not in lit))
    return Resume() if state.unfinished else step


def delve(book: Rulebook, turns: int, step: Command) -> Delve:
    """Play until a number of turns have passed, choosing each command by the outcome of the last."""
    run = go_down(book)
    until = run.began + TURN * turns
    while run.state.now < until:
        command = next_command(run.state, step)
        decided = decide(book, run.state, command, Seeded(SEED, str(len(run.commands))))
        assert isinstance(decided, Decided)
        run.state = decided.state
        run.commands.append(command)
        run.events.extend(decided.events)
    return run


def play_again(book: Rulebook, run: Delve) -> float:
    """Decide a delve's commands once more, each on what came of the last; return the seconds that took."""
    state = go_down(book).state
    began = perf_counter()
    for number, command in enumerate(run.commands):
        decided = decide(book, state, command, Seeded(SEED, str(number)))
        assert isinstance(decided, Decided)
        state = decided.state
    seconds = perf_counter() - began
    assert state == run.state
    return seconds


def fold(book: Rulebook, run: Delve) -> float:
    """Fold the delve's events alone into its last state; return the seconds that took."""
    state = go_down(book).state
    began = perf_counter()
    state = fold_all(run.events, state)
    seconds = perf_counter() - began
    assert state == run.state
    return seconds


def counted(run: Delve) -> str:
    """Return the counts of a delve."""
    of = {kind: sum(type(event) is kind for event in run.events) for kind in (Checked, EncounterMet, Asked)}
    out = sum(type(event) is LightWentOut for event in run.events)
    return (
        f"{len(run.events):,} events: {of[Checked]:,} checks, {of[EncounterMet]:,} encounters, "
        f"{of[Asked]:,} questions, {out:,} torches burned out"
    )


SIMPY_AT_THE_AIM = 710_000  # callbacks a second where the aim was set


def yardstick() -> float:
    """Return how many callbacks SimPy fires a second here and now: the machine's speed at this moment."""
    draws = [1 + one % 1_440 for one in range(110_000)]
    seconds, _ = simpy_callbacks(draws, 10_000, 100_000)
    return 100_000 / seconds


def report(rows: list[tuple[str, Delve, list[float], list[float]]], simpy: float) -> str:
    """Put the figures into a table."""
    lines = []
    for name, run, decided, folded in rows:
        typical, best, folds = median(decided), min(decided), median(folded)
        lines.append(
            f"| {name} | {run.turns:,} | {len(run.commands):,} | {run.turns / typical:,.0f} | "
            f"{run.turns / best:,.0f} | {len(run.commands) / typical:,.0f} | "
            f"{run.turns / (typical + folds):,.0f} | {len(run.events) / folds:,.0f} |"
        )
    alike = rows[0][1].turns / median(rows[0][2]) * SIMPY_AT_THE_AIM / simpy
    happened = "\n".join(f"- {name}: {counted(run)}." for name, run, _, _ in rows)
    return f"""# A real delve through decide and evolve

{datetime.now(UTC):%Y-%m-%d}, CPython {platform.python_version()}, {os.cpu_count()} cores. Made by
`benchmarks/delve.py`: medians of {len(rows[0][2])}, the ways of playing interleaved in one process. A party
of six under glog, seeded dice, a check each turn, torches relit, encounters parted from, questions answered.
The commands were chosen beforehand by playing; each is decided again on what came of the last. Deciding
includes its own evolve (aim: 20,000 turns/s). The last two columns fold the events once more from the
beginning, as opening a campaign does. That the last state is the same is checked both times.

| played by | turns | commands | turns/s | best | commands/s | turns/s with the fold | events/s folded |
|---|---|---|---|---|---|---|---|
{chr(10).join(lines)}

SimPy's callbacks (10,000 timers live, W1) ran at {simpy:,.0f} a second between the rounds: where they run at
{SIMPY_AT_THE_AIM:,}, as where the aim was set, a turn at a time comes to {alike:,.0f} turns/s.

{happened}
"""


def main() -> None:
    """Measure, print and keep the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=15)
    chosen = parser.parse_args()
    book = Rulebook(load_builtin("glog"))
    ways: tuple[tuple[str, Command], ...] = (
        ("`next`, a turn at a time", Next()),
        ("`wait 100 turns`", Wait(TURN * 100)),
    )
    rows = [(name, delve(book, chosen.turns, step), list[float](), list[float]()) for name, step in ways]
    simpy: list[float] = []
    for _ in range(chosen.rounds):
        simpy.append(yardstick())
        for _, run, decided, folded in rows:
            gc.collect()
            decided.append(play_again(book, run))
            folded.append(fold(book, run))
    told = report(rows, median(simpy))
    if chosen.turns == parser.get_default("turns"):
        RESULTS.write_text(told, encoding="utf-8")
    print(told)


if __name__ == "__main__":
    main()

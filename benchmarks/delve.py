"""A real delve: 10,000 turns of glog underground through decide and evolve, with seeded dice.

A party of six with a torch at each end of the line goes down. Every turn has its check on the 2d6 table
(G-ENC-1); torches tick and are relit as they go out; encounters in the corridor have their distance thrown
and are parted from; weariness asks its question and is answered by a turn's rest; what was interrupted is
resumed. Commands are decided one after another, each with dice of its own as in a campaign; nothing is kept.
The same delve is played once more to fold its events from the beginning.

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

from turnkeeper.chance.drivers import Seeded
from turnkeeper.play.activity import Choose, Resume, Step, Wait
from turnkeeper.play.checks import Checked
from turnkeeper.play.decide import Decided, decide, evolve
from turnkeeper.play.declare import Language
from turnkeeper.play.encounters import EncounterMet, Part
from turnkeeper.play.event import Command, Event
from turnkeeper.play.house import DECLARED
from turnkeeper.play.light import LightUp, LightWentOut
from turnkeeper.play.place import begin
from turnkeeper.play.questions import Asked
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.load import load_builtin
from turnkeeper.time import ORIGIN, Duration, Instant

RESULTS = Path(__file__).parent / "results" / "delve.md"
TURN = Duration(600_000)
PARTY = "party Varda wisdom 12 hp 7/7; Orlo; Bram; Sif; Tove; Ulf"
BEARERS = ("Varda", "Ulf")
SEED = b"delve"


class Delve(Struct):
    """What a delve came to, and the seconds its commands took; its events where they were kept."""

    state: State
    began: Instant
    commands: int = 0
    seconds: float = 0.0
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
    """Return what the party does next."""
    if state.question is not None:
        return Choose("rest")
    if state.meeting is not None:
        return Part()
    if len(state.lights.lit) < len(BEARERS):
        lit = {light.bearer for light in state.lights.burning()}
        return LightUp("torch", next(name for name in BEARERS if name not in lit))
    return Resume() if state.unfinished else step


def delve(book: Rulebook, turns: int, step: Command, *, keep: bool = False) -> Delve:
    """Play until so many turns have passed."""
    run = go_down(book)
    until = run.began + TURN * turns
    began = perf_counter()
    while run.state.now < until:
        decided = decide(book, run.state, next_command(run.state, step), Seeded(SEED, str(run.commands)))
        assert isinstance(decided, Decided)
        run.state = decided.state
        run.commands += 1
        if keep:
            run.events.extend(decided.events)
    run.seconds = perf_counter() - began
    return run


def replay(book: Rulebook, run: Delve) -> float:
    """Fold the delve's events alone into its last state; return the seconds that took."""
    state = go_down(book).state
    began = perf_counter()
    for event in run.events:
        state = evolve(state, event)
    seconds = perf_counter() - began
    assert state == run.state
    return seconds


def counted(run: Delve) -> str:
    """Return what happened in a delve, in numbers."""
    of = {kind: sum(type(event) is kind for event in run.events) for kind in (Checked, EncounterMet, Asked)}
    out = sum(type(event) is LightWentOut for event in run.events)
    return (
        f"{len(run.events):,} events: {of[Checked]:,} checks, {of[EncounterMet]:,} encounters, "
        f"{of[Asked]:,} questions, {out:,} torches burned out"
    )


def report(rows: list[tuple[str, list[Delve], list[float]]]) -> str:
    """Put the figures into a table; the first delve of each row kept its events and is not timed."""
    lines = []
    for name, runs, folds in rows:
        run, seconds, fold = runs[0], median(run.seconds for run in runs[1:]), median(folds)
        assert all(other.state == run.state for other in runs)
        lines.append(
            f"| {name} | {run.turns:,} | {run.commands:,} | {run.turns / seconds:,.0f} | "
            f"{run.commands / seconds:,.0f} | {run.turns / (seconds + fold):,.0f} | "
            f"{len(run.events) / fold:,.0f} |"
        )
    happened = "\n".join(f"- {name}: {counted(runs[0])}." for name, runs, _ in rows)
    return f"""# A real delve through decide and evolve

{datetime.now(UTC):%Y-%m-%d}, CPython {platform.python_version()}, {os.cpu_count()} cores. Made by
`benchmarks/delve.py`: medians of {len(rows[0][2])}, the ways of playing interleaved in one process. A party
of six under glog, seeded dice, a check each turn, torches relit, encounters parted from, questions answered.
Deciding includes its own evolve (aim: 20,000 turns/s). The last two columns fold the events once more from
the beginning, as opening a campaign does, and the state is checked to be the same.

| played by | turns | commands | turns/s | commands/s | turns/s with the fold | events/s folded |
|---|---|---|---|---|---|---|
{chr(10).join(lines)}

{happened}
"""


def main() -> None:
    """Measure, print and keep the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    book = Rulebook(load_builtin("glog"))
    ways: tuple[tuple[str, Command], ...] = (
        ("`next`, a turn at a time", Step()),
        ("`wait 100 turns`", Wait(TURN * 100)),
    )
    rows = [(name, [delve(book, chosen.turns, step, keep=True)], list[float]()) for name, step in ways]
    for _ in range(chosen.rounds):
        for (_, step), (_, runs, folds) in zip(ways, rows, strict=True):
            gc.collect()
            runs.append(delve(book, chosen.turns, step))
            folds.append(replay(book, runs[0]))
    told = report(rows)
    if chosen.turns == parser.get_default("turns"):
        RESULTS.write_text(told, encoding="utf-8")
    print(told)


if __name__ == "__main__":
    main()

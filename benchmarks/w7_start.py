"""W7, start: what short commands cost as whole processes, on a campaign of 10,000 commits.

Each case is a process of its own on byte-compiled code, the cases interleaved, each figure a median. Beside
them stand an empty Python and the imports that every such program pays: quote differences from one run.

    python benchmarks/w7_start.py [--commits N] [--rounds N]
"""

from __future__ import annotations

import argparse
import compileall
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import turnkeeper
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import create
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session
from turnkeeper.rules import load_builtin
from turnkeeper.views.parts.matters import matters

RESULTS = Path(__file__).parent / "results" / "w7_start.md"
AIM_MS = 200
SEED = "lantern"
BEGINNING = ("party Varda wisdom 12; Orlo wisdom 9", "enter dungeon Barrow", "light torch for Orlo")

CASES: dict[str, tuple[str, ...]] = {
    "`python -c pass`": ("-c", "pass"),
    "`import msgspec`": ("-c", "import msgspec"),
    "`import cyclopts`": ("-c", "import cyclopts"),
    "`turnkeeper do search`": ("-m", "turnkeeper", "do", "search"),
    "`turnkeeper do search --campaign PATH`": ("-m", "turnkeeper", "do", "search", "--campaign", "Barrow"),
    "`turnkeeper status`": ("-m", "turnkeeper", "status"),
    "`turnkeeper undo`": ("-m", "turnkeeper", "undo"),
    "`turnkeeper log`": ("-m", "turnkeeper", "log"),
    "`turnkeeper --help`": ("-m", "turnkeeper", "--help"),
    "`turnkeeper do --help`": ("-m", "turnkeeper", "do", "--help"),
}
AIMED = ("`turnkeeper do search`", "`turnkeeper --help`")


def delve(campaign: Campaign, commits: int) -> None:
    """Search a barrow, answering whatever waits, until the campaign has so many commits."""
    for said in BEGINNING:
        assert isinstance(Session(campaign).say(said), CommandDone), said
    while campaign.head.depth < commits:
        waiting = matters(campaign.state, campaign.book)
        # Of what would answer, the last step ends it: choose fatigue, part, abandon.
        said = waiting[0].says[-1] if waiting else "search"
        assert isinstance(Session(campaign).say(said), CommandDone), said


def quiet(campaign: Campaign) -> None:
    """Answer what waits, so that the next search is an ordinary one."""
    while waiting := matters(campaign.state, campaign.book):
        Session(campaign).say(waiting[0].says[-1])


def timed(words: tuple[str, ...], folder: Path) -> float:
    """Return the milliseconds of one process from start to end; a refusal, 1, is an end as any other."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = perf_counter()
    done = subprocess.run(
        [sys.executable, *words], check=False, capture_output=True, cwd=folder, env=environment
    )
    took = (perf_counter() - start) * 1_000
    assert done.returncode in {0, 1}, done.stderr.decode()
    return took


def measure(folder: Path, rounds: int) -> dict[str, list[float]]:
    """Time every case once a round, after a round that warms the disk."""
    times: dict[str, list[float]] = {name: [] for name in CASES}
    for number in range(rounds + 1):
        for name, words in CASES.items():
            took = timed(words, folder)
            if number:
                times[name].append(took)
    return times


def table(times: dict[str, list[float]], commits: int) -> str:
    """Return the results as Markdown."""
    rows = [
        f"| {name} | {median(each):.0f} | {min(each):.0f} | {AIM_MS if name in AIMED else ''} |"
        for name, each in times.items()
    ]
    rounds = len(next(iter(times.values())))
    machine = f"CPython {platform.python_version()}, {os.cpu_count()} cores"
    return f"""# W7: start

{datetime.now(UTC).date()}, {machine}. By `benchmarks/w7_start.py`.

Whole processes on a campaign of {commits:,} commits, interleaved, {rounds} rounds. Milliseconds:

| process | median | least | aim, below |
|---|---:|---:|---:|
{chr(10).join(rows)}

`do` without an option and the first page of help go straight to their work; a command line with options
pays for the parser, cyclopts, and its help for rich besides. Each `do` is one durable commit.
"""


def main() -> None:
    """Build the campaign, measure, and write the results."""
    parser = argparse.ArgumentParser(description="W7: whole processes")
    parser.add_argument("--commits", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=15)
    asked = parser.parse_args()
    compileall.compile_dir(str(Path(turnkeeper.__file__).parent), quiet=1)
    with TemporaryDirectory() as name:
        folder = Path(name)
        _, campaign = create(str(folder / "Barrow"), load_builtin("glog"), seed=SEED)
        delve(campaign, asked.commits)
        quiet(campaign)
        campaign.close()
        text = table(measure(folder, asked.rounds), asked.commits)
    RESULTS.write_text(text)
    print(text)


if __name__ == "__main__":
    main()

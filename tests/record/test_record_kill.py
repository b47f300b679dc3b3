"""Kill -9 while a campaign is being written: what was acknowledged is there, and nothing else is.

Run as a program, this file is the victim: it makes a campaign and works through a plan, telling each head
once the store has acknowledged it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.needs import needs
from tests.record.campaigns import FACTS, ROOT, child
from turnkeeper.record import CommitId, Store
from turnkeeper.record.memory import MemoryStore
from turnkeeper.record.sqlite import SqliteStore

COMMITS = 200


def work(store: Store, seed: int) -> Iterator[CommitId]:
    """Make 200 random commits, with undos between them; give the head after each acknowledged step."""
    random = Random(seed)  # noqa: S311 - a plan, not a secret
    yield store.head()
    for number in range(COMMITS):
        here = store.commit(store.head())
        if here.parent is not None and random.random() < 0.2:
            store.move(here.parent, expected=here.id)
            yield here.parent
            here = store.commit(here.parent)
        # Every tenth is big, so that the log is folded into the file several times on the way.
        size = random.choice([100] * 9 + [60_000])
        snapshot = b"state" * 1000 if number % 20 == 0 else None
        yield store.append(child(here, number, size=size), snapshot=snapshot).id


def victim(path: Path, seed: int) -> None:
    """Work and tell."""
    for head in work(SqliteStore.create(path, FACTS, ROOT), seed):
        sys.stdout.write(f"{head}\n")
        sys.stdout.flush()
    time.sleep(60)


def killed_after(path: Path, seed: int, told: int, wait_s: float) -> list[str]:
    """Start a victim, kill it a moment after it told its n-th head, and give all it told."""
    with subprocess.Popen(
        [sys.executable, __file__, str(path), str(seed)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    ) as process:
        assert process.stdout is not None
        heads = [process.stdout.readline() for _ in range(told)]
        time.sleep(wait_s)
        process.send_signal(signal.SIGKILL)
        heads += process.stdout.readlines()
    return [head.strip() for head in heads if head.endswith("\n")]


@pytest.mark.slow
def test_kill_9_during_200_random_commits_never_loses_an_acknowledged_one(tmp_path: Path) -> None:
    needs(hasattr(signal, "SIGKILL"), "kill -9")
    random = Random(9)  # noqa: S311
    for seed in range(8):
        path = tmp_path / f"barrow {seed}"
        told = killed_after(path, seed, random.randrange(1, COMMITS), random.random() * 0.02)
        twin = MemoryStore.create(FACTS, ROOT)
        planned = list(work(twin, seed))
        assert told == planned[: len(told)]
        store = SqliteStore.open(path)
        step = len(told) - 1
        assert store.head() in planned[step : step + 2], "the last acknowledged, or the one after"
        for acknowledged in set(told):
            assert store.commit(CommitId(acknowledged)) == twin.commit(CommitId(acknowledged))
        assert store.lineage(store.head()) == twin.lineage(store.head())
        store.append(child(store.commit(store.head()), 1000))
        store.close()
        assert [file.name for file in tmp_path.glob(f"barrow {seed}*")] == [path.name]


if __name__ == "__main__":
    victim(Path(sys.argv[1]), int(sys.argv[2]))

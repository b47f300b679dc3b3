"""W5, the record: durable appends, reading a long campaign, opening one; the eventsourcing library beside it.

Both sides write one event of about 105 bytes at a time to SQLite in WAL mode with synchronous=FULL, and read
100,000 of them back as typed values. The cases are interleaved and each figure is a median, so quote ratios.

    python benchmarks/w5_record.py [--events N] [--rounds N]
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from uuid import UUID

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from turnkeeper.record import FORMAT, CampaignFacts, make_commit
from turnkeeper.record.sqlite import SqliteStore

RESULTS = Path(__file__).parent / "results" / "w5_record.md"
APPENDS = 300
FACTS = CampaignFacts(FORMAT, "b0", "Barrow", "5eed", "d1", 0)
ROOT = make_commit(None, b'{"verb":"begin"}', b"[]", b"[]", "begin", 0)


class Searched(msgspec.Struct, frozen=True, tag_field="kind", tag="searched/1", gc=False):
    """An event as the game would tell it."""

    at: int
    faces: tuple[int, ...]
    rule: str
    by: str
    found: str


DECODE = msgspec.json.Decoder(tuple[Searched, ...]).decode
ENCODE = msgspec.json.Encoder().encode


def searched(number: int) -> Searched:
    """Give the n-th event."""
    return Searched(number * 600_000, (number % 6 + 1, number % 5 + 1), "G-ENC-2", "Varda", "nothing")


class Delve(Aggregate):
    """The peer's way to say the same; its state is the instant."""

    @event("Begun")
    def __init__(self) -> None:
        self.at = 0

    @event("Searched")
    def search(self, at: int, faces: list[int], rule: str, by: str, found: str) -> None:
        """Take in one event."""
        self.at = at
        self.last = (faces, rule, by, found)


class Ours:
    """A campaign under way in a file of its own."""

    name = "turnkeeper"

    def __init__(self, folder: Path) -> None:
        self.path = folder / "ours"
        self.store = SqliteStore.create(self.path, FACTS, ROOT)
        self.last = ROOT

    def append(self, number: int) -> None:
        """Record one command with one event."""
        commit = make_commit(
            self.last,
            b'{"verb":"search"}',
            b"[[4,5]]",
            ENCODE((searched(number),)),
            "search, 2d6 = 9",
            number,
        )
        self.last = self.store.append(commit)

    def fill(self, count: int) -> None:
        """Record many without waiting for the disk; 50 from the end there is a snapshot of 50 kB."""
        self.store._run("PRAGMA synchronous = OFF")  # noqa: SLF001 - filling is not what is measured
        for number in range(count):
            self.append(number)
            if number == count - 51:
                self.store.put_snapshot(self.last.id, bytes(50_000))
        self.store._run("PRAGMA synchronous = FULL")  # noqa: SLF001

    def read(self) -> int:
        """Read and decode all events; give the sum of their instants."""
        return sum(
            happened.at
            for events in self.store.events(self.store.head(), above=ROOT.id)
            for happened in DECODE(events)
        )

    def lineage(self) -> int:
        """Read all commits whole."""
        return len(self.store.lineage(self.store.head()))

    def reopen(self) -> int:
        """Open the file, take the nearest snapshot and decode what came after it."""
        store = SqliteStore.open(self.path)
        found = store.nearest_snapshot(store.head())
        assert found is not None
        after = [DECODE(events) for events in store.events(store.head(), above=found[0])]
        store.close()
        return len(after)


class Peer:
    """The same work through the eventsourcing library's SQLite module."""

    name = "eventsourcing"

    def __init__(self, folder: Path) -> None:
        self.app: Application[UUID] = Application(
            env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(folder / "peer")}
        )
        self.delve = Delve()
        self.app.save(self.delve)

    def _search(self, number: int) -> None:
        did = searched(number)
        self.delve.search(at=did.at, faces=list(did.faces), rule=did.rule, by=did.by, found=did.found)

    def append(self, number: int) -> None:
        """Record one event."""
        self._search(number)
        self.app.save(self.delve)

    def fill(self, count: int) -> None:
        """Record many at once."""
        for number in range(count):
            self._search(number)
        self.app.save(self.delve)

    def read(self) -> int:
        """Read and decode all events; give the sum of their instants."""
        return sum(getattr(happened, "at", 0) for happened in self.app.events.get(self.delve.id))

    def replay(self) -> int:
        """Read, decode and apply all events; give the version it came to."""
        delve: Delve = self.app.repository.get(self.delve.id)
        return delve.version


@contextmanager
def timed(into: list[float]) -> Iterator[None]:
    """Note how long the block took, in seconds."""
    gc.collect()
    began = perf_counter()
    yield
    into.append(perf_counter() - began)


def rounds(count: int, **cases: Callable[[], object]) -> dict[str, float]:
    """Run the cases in turn, `count` times over; give each one's median in seconds."""
    took: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(count):
        for name, case in cases.items():
            with timed(took[name]):
                case()
    return {name: median(times) for name, times in took.items()}


def measure_appends(count: int) -> dict[str, float]:
    """Give appends a second for each side."""
    with TemporaryDirectory() as folder:
        sides = (Ours(Path(folder)), Peer(Path(folder)))

        def many(side: Ours | Peer) -> Callable[[], None]:
            def work() -> None:
                for number in range(APPENDS):
                    side.append(number)

            return work

        took = rounds(count, **{side.name: many(side) for side in sides})
        sides[0].store.close()
    return {name: APPENDS / seconds for name, seconds in took.items()}


def measure_reading(count: int, events: int) -> dict[str, float]:
    """Give the seconds for each way of reading a long campaign."""
    with TemporaryDirectory() as folder:
        ours, peer = Ours(Path(folder)), Peer(Path(folder))
        ours.fill(events)
        peer.fill(events)
        assert ours.read() == peer.read() == 600_000 * events * (events - 1) // 2
        assert ours.lineage() == events + 1
        assert peer.replay() == events + 1
        took = rounds(count, ours=ours.read, peer=peer.read, peer_replay=peer.replay, lineage=ours.lineage)
        ours.store.close()
        assert ours.reopen() == 50
        took |= rounds(count * 4, reopen=ours.reopen)
    return took


def report(appends: dict[str, float], took: dict[str, float], events: int) -> str:
    """Put the figures into tables."""
    ours, peer = appends["turnkeeper"], appends["eventsourcing"]
    speed = {name: events / seconds for name, seconds in took.items()}
    size = len(ENCODE((searched(events // 2),)))
    rows = (
        ("durable append, one event each, synchronous=FULL", ours, peer),
        (f"read and decode {events:,} events, typed", speed["ours"], speed["peer"]),
    )
    compared = "\n".join(f"| {work} | {a:,.0f}/s | {b:,.0f}/s | {a / b:.1f} |" for work, a, b in rows)
    return f"""# W5: the record

{datetime.now(UTC):%Y-%m-%d}, CPython {platform.python_version()}, {os.cpu_count()} cores. Made by
`benchmarks/w5_record.py`: cases interleaved in one process, medians; both sides did the same work, which is
checked. Events of {size} bytes.

| work | turnkeeper | eventsourcing | ratio |
|---|---|---|---|
{compared}

With its events applied to an aggregate as well, the peer replays {speed["peer_replay"]:,.0f} a second.

| turnkeeper alone, {events:,} commits | |
|---|---|
| read every commit whole (`lineage`) | {took["lineage"] * 1e3:,.0f} ms |
| open, nearest snapshot (50 kB), last 50 decoded, close | {took["reopen"] * 1e3:,.1f} ms (aim: under 50) |
"""


def main() -> None:
    """Measure, print and keep the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    told = report(
        measure_appends(chosen.rounds), measure_reading(chosen.rounds, chosen.events), chosen.events
    )
    RESULTS.write_text(told, encoding="utf-8")
    print(told)


if __name__ == "__main__":
    main()

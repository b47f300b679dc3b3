"""W5, the record: durable appends, replaying a long campaign, opening one; beside the eventsourcing library.

Both sides write one event at a time to SQLite in WAL mode with synchronous=FULL: the check of a turn, as the
game records it. Both read 100,000 of them back as typed values, and fold them into their state: ours through
the codec and evolve of the game, the peer's into an aggregate. The cases are interleaved and each figure is a
median, so quote ratios.

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

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from turnkeeper.app.codec import decode_events, encode
from turnkeeper.play.clock.checks import Checked
from turnkeeper.play.dungeon.place import CampaignBegan
from turnkeeper.play.fold import fold
from turnkeeper.play.kernel.event import Rolled
from turnkeeper.play.state import State
from turnkeeper.record import FORMAT, CampaignFacts, make_commit
from turnkeeper.record.sqlite import SqliteStore
from turnkeeper.time import ORIGIN, Instant

RESULTS = Path(__file__).parent / "results" / "w5_record.md"
APPENDS = 300
FACTS = CampaignFacts(FORMAT, "b0", "Barrow", "5eed", "d1", 0)
BEGAN = CampaignBegan("dungeon", at=ORIGIN)
ROOT = make_commit(None, b"null", b"[]", encode([BEGAN]), "the campaign begins", 0)


def checked(number: int) -> Checked:
    """Give the n-th event."""
    faces = (number % 6 + 1, number % 5 + 1)
    rolled = Rolled("2d6", faces, sum(faces))
    return Checked("check", "wandering", "nothing", rolled, at=Instant(number * 600_000), rule="G-ENC-2")


class Delve(Aggregate):
    """The peer's way to say the same; its state is the instant."""

    @event("Begun")
    def __init__(self) -> None:
        self.at = 0

    @event("Checked")
    def check(  # noqa: PLR0913 - as many as ours has
        self,
        *,
        at: int,
        check: str,
        table: str,
        entry: str,
        dice: str,
        faces: list[int],
        total: int,
        rule: str,
    ) -> None:
        """Take in one event."""
        self.at = at
        self.last = (check, table, entry, dice, faces, total, rule)


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
            b'{"command":"next"}',
            b'[{"faces":[4,5],"total":9,"band":5}]',
            encode((checked(number),)),
            "next, 2d6 = 9",
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
            happened.at.ms
            for events in self.store.events(self.store.head(), above=ROOT.id)
            for happened in decode_events(events)
        )

    def replay(self) -> State:
        """Read, decode and evolve all events, as opening a campaign without a snapshot does."""
        rows = self.store.events(self.store.head())
        return fold([happened for events in rows for happened in decode_events(events)])

    def lineage(self) -> int:
        """Read all commits whole."""
        return len(self.store.lineage(self.store.head()))

    def reopen(self) -> int:
        """Open the file, take the nearest snapshot and decode what came after it."""
        store = SqliteStore.open(self.path)
        found = store.nearest_snapshot(store.head())
        assert found is not None
        after = [decode_events(events) for events in store.events(store.head(), above=found[0])]
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

    def _check(self, number: int) -> None:
        did = checked(number)
        self.delve.check(
            at=did.at.ms,
            check=did.check,
            table=did.table,
            entry=did.entry,
            dice=did.rolled.dice,
            faces=list(did.rolled.faces),
            total=did.rolled.total or 0,
            rule=did.rule,
        )

    def append(self, number: int) -> None:
        """Record one event."""
        self._check(number)
        self.app.save(self.delve)

    def fill(self, count: int) -> None:
        """Record many at once."""
        for number in range(count):
            self._check(number)
        self.app.save(self.delve)

    def read(self) -> int:
        """Read and decode all events; give the sum of their instants."""
        return sum(getattr(happened, "at", 0) for happened in self.app.events.get(self.delve.id))

    def replay(self) -> Delve:
        """Read, decode and apply all events; give the aggregate."""
        delve: Delve = self.app.repository.get(self.delve.id)
        return delve


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
        assert ours.replay().now.ms == peer.replay().at == 600_000 * (events - 1)
        assert peer.replay().version == events + 1
        took = rounds(
            count,
            ours=ours.read,
            peer=peer.read,
            ours_replay=ours.replay,
            peer_replay=peer.replay,
            lineage=ours.lineage,
        )
        ours.store.close()
        assert ours.reopen() == 50
        took |= rounds(count * 4, reopen=ours.reopen)
    return took


def report(appends: dict[str, float], took: dict[str, float], events: int) -> str:
    """Put the figures into tables."""
    ours, peer = appends["turnkeeper"], appends["eventsourcing"]
    speed = {name: events / seconds for name, seconds in took.items()}
    size = len(encode((checked(events // 2),)))
    rows = (
        ("durable append, one event each, synchronous=FULL", ours, peer),
        (f"read and decode {events:,} events, typed", speed["ours"], speed["peer"]),
        (f"replay {events:,} events into the state (aim: 5)", speed["ours_replay"], speed["peer_replay"]),
    )
    compared = "\n".join(f"| {work} | {a:,.0f}/s | {b:,.0f}/s | {a / b:.1f} |" for work, a, b in rows)
    return f"""# W5: the record

{datetime.now(UTC):%Y-%m-%d}, CPython {platform.python_version()}, {os.cpu_count()} cores. Made by
`benchmarks/w5_record.py`: cases interleaved in one process, medians; both sides did the same work, which is
checked. Events of {size} bytes.

| work | turnkeeper | eventsourcing | ratio |
|---|---|---|---|
{compared}

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

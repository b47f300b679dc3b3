"""The tree of commits in tables, so that no reading walks from parent to parent.

A line is a run of commits of which each is the first child of the one before; a later child begins a line of
its own, which knows where it forked off. So the way to a commit is a few stretches of the index on (line,
depth), however long the campaign. Each commit keeps check sums, since a database does not notice a byte that
changed on a memory stick.

This module knows SQL and must not know whose: a driver stands behind `Database`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol
from zlib import crc32

from turnkeeper.record.commit import (
    FORMAT,
    CampaignFacts,
    Commit,
    CommitId,
    require_child,
    require_follows,
    require_own_id,
)
from turnkeeper.record.port import NotACampaign, UnknownBlob, UnknownCommit, head_moved
from turnkeeper.record.tables import (
    ADD_BLOB,
    ADD_COMMIT,
    CHILDREN,
    COMMITS,
    EVENTS,
    IN_LINES,
    REDO,
    SNAPSHOT,
    STRETCH,
    TIPS,
)
from turnkeeper.record.thinning import surplus

Value = str | int | bytes | None


class Database(Protocol):
    """A connection to where one campaign's tables are; its faults are RecordFaults already."""

    where: str
    """The campaign as a referee would call it, for messages."""

    def run(self, query: str, *values: Value) -> list[Any]:
        """Run one statement and give its rows."""
        ...

    def writing(self) -> AbstractContextManager[None]:
        """Do all that follows or nothing, with no other writer in between, durable on leaving."""
        ...

    def settle(self) -> None:
        """Move all records into the file itself, as far as no reader is in the way."""
        ...

    def close(self) -> None:
        """Close the connection; a second time is harmless."""
        ...


class _Place(NamedTuple):
    line: int
    depth: int


class _Stretch(NamedTuple):
    """A part of one line, both depths included."""

    line: int
    first: int
    last: int


class LineStore:
    """One campaign in tables; keeps all promises of `Store`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._run = database.run
        self._writing = database.writing

    def settle(self) -> None:
        """Put all that is recorded where a copy of the campaign's file holds it."""
        self._database.settle()

    def close(self) -> None:
        """Close the campaign."""
        self._database.close()

    # ---------------------------------------------------------------------------------- the campaign

    @property
    def facts(self) -> CampaignFacts:
        """Who this campaign is, with its name as it is now."""
        row = self._row("SELECT campaign, name, seed, rules_digest, created_ms FROM campaign")
        return CampaignFacts(FORMAT, *row)

    def rename(self, name: str, /) -> None:
        """Rename the campaign."""
        with self._writing():
            self._run("UPDATE campaign SET name = ?", name)

    def head(self) -> CommitId:
        """Return the commit the campaign stands at now, whoever moved it there."""
        (head,) = self._row("SELECT head FROM campaign")
        return CommitId(head)

    def count(self) -> int:
        """Return the number of commits on all branches; none is ever removed, so the last serial says it."""
        (last,) = self._row("SELECT max(serial) FROM commits")
        return int(last)

    # ---------------------------------------------------------------------------------- writing

    def append(self, commit: Commit, /, *, snapshot: bytes | None = None) -> Commit:
        """Record a commit under the head and move the head to it; see `Store.append`."""
        parent = require_child(commit)
        with self._writing():
            head = self.head()
            if parent != head:
                raise head_moved(self, parent, head)
            stands = self._find(commit.id)
            if stands is None:
                self._add(commit, self._place(head))
            self._go(head, commit.id)
            if snapshot is not None and (stands is None or stands.events == commit.events):
                self._keep(commit.id, snapshot)
        return stands or commit

    def move(self, to: CommitId, /, *, expected: CommitId) -> None:
        """Move the head; see `Store.move`."""
        with self._writing():
            self._place(to)
            head = self.head()
            if head != expected:
                raise head_moved(self, expected, head)
            self._go(head, to)

    def _add(self, commit: Commit, parent: _Place) -> None:
        """Put a new child on the parent's own line, or on a new one when that goes on already."""
        require_follows(commit, parent.depth)
        line = parent.line
        if self._run("SELECT 1 FROM commits WHERE line = ? AND depth = ?", line, commit.depth):
            self._run("INSERT INTO lines (fork_line, fork_depth) VALUES (?, ?)", *parent)
            (line,) = self._row("SELECT max(line) FROM lines")
        self._run(ADD_COMMIT, *commit_row(commit, line))

    def _go(self, head: CommitId, to: CommitId) -> None:
        """Set the head, and point every redo from where the two ways part towards it.

        Without a row in `redo` the way goes straight on. Lines are numbered in the order they forked off, so
        of two the one with the higher number is the one to climb.
        """
        here, there = self._place(head), self._place(to)
        while here.line != there.line:
            if there.line > here.line:
                fork = self._fork(there.line)
                self._straighten(there.line, fork.depth, there.depth)
                self._run("DELETE FROM redo WHERE line = ? AND depth = ?", *fork)
                self._run("INSERT INTO redo VALUES (?, ?, ?)", *fork, there.line)
                there = fork
            else:
                here = self._fork(here.line)
        self._straighten(there.line, here.depth, there.depth)
        self._run("UPDATE campaign SET head = ?", to)

    def _straighten(self, line: int, first: int, end: int) -> None:
        self._run("DELETE FROM redo WHERE line = ? AND depth >= ? AND depth < ?", line, first, end)

    # ---------------------------------------------------------------------------------- the tree

    def commit(self, commit_id: CommitId, /) -> Commit:
        """Return one commit."""
        commit = self._find(commit_id)
        if commit is None:
            raise UnknownCommit(commit_id)
        return commit

    def _find(self, commit_id: CommitId) -> Commit | None:
        found = self._commits(self._run(COMMITS + "WHERE id = ?", commit_id))
        if not found:
            return None
        try:
            require_own_id(found[0])  # an index that was damaged leads to another commit
        except ValueError as fault:
            raise self.damaged(f"commit {commit_id} is not where it belongs") from fault
        return found[0]

    def children(self, commit_id: CommitId, /) -> list[CommitId]:
        """Return the children of a commit, in the order of recording."""
        return [CommitId(child) for (child,) in self._run(CHILDREN, *self._place(commit_id))]

    def redo_of(self, commit_id: CommitId, /) -> CommitId | None:
        """Return the child on the way to where the head was last below this commit."""
        rows = self._run(REDO, *self._place(commit_id))
        return CommitId(rows[0][0]) if rows else None

    def tips(self) -> list[Commit]:
        """Return the ends of all branches: the end of each line, as a line goes on with the first child."""
        (in_lines,) = self._row(IN_LINES)
        if in_lines != self.count():
            raise self.damaged("some of its commits are missing")
        return self._commits(self._run(COMMITS + TIPS))

    def passes(self, commit_id: CommitId, through: CommitId, /) -> bool:
        """Return whether the way to a commit passes through another, or is it."""
        wanted = self._place(through)
        way = self._stretches(self._place(commit_id), wanted.depth)
        return any(part.line == wanted.line and part.last >= wanted.depth for part in way)

    def lineage(self, commit_id: CommitId, /, *, above: CommitId | None = None) -> list[Commit]:
        """Return the way to a commit, oldest first; see `Tree.lineage`."""
        way = self._commits(self._in_line(self._along(COMMITS, commit_id, above), commit_id, above))
        first = way[0].depth if way else 0
        if [commit.depth for commit in way] != list(range(first, first + len(way))):
            raise self.damaged("a commit is not as deep as it should be")
        return way

    def events(self, commit_id: CommitId, /, *, above: CommitId | None = None) -> list[bytes]:
        """Return the events alone of the same way."""
        rows = self._in_line(self._along(EVENTS, commit_id, above), commit_id, above)
        return [self._sound(events, check) for _, _, events, check in rows]

    def _in_line(self, rows: Iterator[Any], last: CommitId, above: CommitId | None) -> Iterator[Any]:
        """Pass on rows that each follow from the one before, from a commit to the last, and none is missing.

        They were found by an index, and where that is damaged it leaves some out, or finds others.
        """
        before = above
        for row in rows:
            if row[1] != before:
                raise self.damaged(f"commit {row[0]} is not where it belongs")
            before = row[0]
            yield row
        if before != last:
            raise self.damaged(f"the way to commit {last} is not whole")

    def _along(self, query: str, commit_id: CommitId, above: CommitId | None) -> Iterator[Any]:
        """Read all commits on the way, oldest first."""
        target = self._place(commit_id)
        start = _Place(0, -1) if above is None else self._place(above)
        way = list(self._stretches(target, max(start.depth, 0)))
        if above is not None:
            if not way or way[-1].line != start.line:
                raise UnknownCommit(above, below=commit_id)
            way[-1] = way[-1]._replace(first=start.depth + 1)
        for stretch in reversed(way):
            rows = self._run(query + STRETCH, *stretch)
            if len(rows) != stretch.last - stretch.first + 1:
                raise self.damaged("some of its commits are missing")
            yield from rows

    def _stretches(self, place: _Place, floor: int) -> Iterator[_Stretch]:
        """Cut the way from `place` up to depth `floor` where it changes lines, newest first."""
        while place.depth >= floor:
            fork = self._fork(place.line)
            yield _Stretch(place.line, max(fork.depth + 1, floor), place.depth)
            place = fork

    def _fork(self, line: int) -> _Place:
        """Return the place a line forked off from; the first line came from nowhere, at depth -1."""
        fork_line, fork_depth = self._row("SELECT fork_line, fork_depth FROM lines WHERE line = ?", line)
        if fork_line is None:
            return _Place(0, -1)
        if not fork_line < line:
            raise self.damaged("its branches lead in a circle")
        return _Place(fork_line, fork_depth)

    def _place(self, commit_id: CommitId) -> _Place:
        rows = self._run("SELECT line, depth FROM commits WHERE id = ?", commit_id)
        if not rows:
            raise UnknownCommit(commit_id)
        return _Place(*rows[0])

    # ---------------------------------------------------------------------------------- keepsakes

    def nearest_snapshot(self, commit_id: CommitId, /) -> tuple[CommitId, bytes] | None:
        """Return the nearest snapshot at the commit or above it."""
        for stretch in self._stretches(self._place(commit_id), 0):
            for found, data, check in self._run(SNAPSHOT, stretch.line, stretch.last):
                return CommitId(found), self._sound(data, check)
        return None

    def put_snapshot(self, commit_id: CommitId, data: bytes, /) -> None:
        """Keep the state after a commit, and drop one old snapshot when there are enough."""
        with self._writing():
            self._keep(commit_id, data)

    def _keep(self, commit_id: CommitId, data: bytes) -> None:
        place = self._place(commit_id)
        serials = [serial for (serial,) in self._run("SELECT serial FROM snapshots ORDER BY serial")]
        serials.append(serials[-1] + 1 if serials else 1)
        self._run("DELETE FROM snapshots WHERE line = ? AND depth = ?", *place)
        self._run("INSERT INTO snapshots VALUES (?, ?, ?, ?, ?)", serials[-1], *place, data, crc32(data))
        drop = surplus(serials)
        if drop is not None:
            self._run("DELETE FROM snapshots WHERE serial = ?", serials[drop])

    def blob(self, digest: str, /) -> bytes:
        """Return the bytes kept under a digest."""
        rows = self._run("SELECT data, data_sum FROM blobs WHERE digest = ?", digest)
        if not rows:
            raise UnknownBlob(digest)
        return self._sound(*rows[0])

    def put_blob(self, digest: str, data: bytes, /) -> None:
        """Keep bytes under their digest; those kept first stay."""
        with self._writing():
            self._run(ADD_BLOB, digest, data, crc32(data))

    # ---------------------------------------------------------------------------------- rows

    def _row(self, query: str, *values: Value) -> tuple[Any, ...]:
        """Return the only row of a query."""
        rows = self._run(query, *values)
        if len(rows) != 1:
            raise self.damaged("a row is missing")
        row: tuple[Any, ...] = rows[0]
        return row

    def _commits(self, rows: Iterator[Any] | list[Any]) -> list[Commit]:
        found = []
        for *fields, command_sum, events_sum in rows:
            commit = Commit(*fields)
            try:
                sound = crc32(commit.events) == events_sum and _command_sum(commit) == command_sum
            except (AttributeError, TypeError):
                sound = False
            if not sound:
                raise self._altered()
            found.append(commit)
        return found

    def _sound(self, data: bytes, check: int) -> bytes:
        """Return bytes if they are those that were kept; damage can turn them into another type, too."""
        if type(data) is bytes and crc32(data) == check:
            return data
        raise self._altered()

    def _altered(self) -> NotACampaign:
        return self.damaged("something in it is not what was recorded")

    def damaged(self, reason: str) -> NotACampaign:
        """Return the fault for tables that contradict themselves."""
        return NotACampaign(
            self._database.where, f"it is damaged, {reason}", "Go back to a copy or an exported playthrough."
        )


def commit_row(commit: Commit, line: int) -> tuple[Value, ...]:
    """Return the values that `ADD_COMMIT` takes."""
    texts = (commit.command, commit.answers, commit.events, commit.summary)
    sums = (_command_sum(commit), crc32(commit.events))
    return (commit.id, commit.parent, line, commit.depth, *texts, commit.made_ms, *sums)


def _command_sum(commit: Commit) -> int:
    return crc32(commit.summary.encode(), crc32(commit.answers, crc32(commit.command)))

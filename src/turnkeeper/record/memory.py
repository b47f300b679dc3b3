"""A store that forgets when the program ends: for tests, for trial, and as a plain reading of the port."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

import msgspec

from turnkeeper.record.commit import (
    CampaignFacts,
    Commit,
    CommitId,
    require_child,
    require_follows,
    require_root,
)
from turnkeeper.record.port import UnknownBlob, UnknownCommit, head_moved
from turnkeeper.record.thinning import surplus


class MemoryStore:
    """One campaign in dictionaries; every promise of `Store` but durability."""

    def __init__(self, facts: CampaignFacts, root: Commit, blobs: Mapping[str, bytes]) -> None:
        """Begin with the root alone; `create` is the way in."""
        self._facts = facts
        self._head = root.id
        self._commits = {root.id: root}
        self._children: dict[CommitId, list[CommitId]] = {root.id: []}
        self._redo: dict[CommitId, CommitId] = {}
        self._snapshots: dict[CommitId, tuple[int, bytes]] = {}
        self._blobs = dict(blobs)

    @classmethod
    def create(cls, facts: CampaignFacts, root: Commit, *, blobs: Mapping[str, bytes] | None = None) -> Self:
        """Begin a campaign; raises ValueError when `root` is not one."""
        require_root(root, facts)
        return cls(facts, root, blobs or {})

    @property
    def facts(self) -> CampaignFacts:
        """Who this campaign is."""
        return self._facts

    def rename(self, name: str, /) -> None:
        """Rename the campaign."""
        self._facts = msgspec.structs.replace(self._facts, name=name)

    def settle(self) -> None:
        """Do nothing; there is no file."""

    def close(self) -> None:
        """Do nothing; there is nothing to close."""

    def head(self) -> CommitId:
        """Return the commit the campaign stands at now."""
        return self._head

    def count(self) -> int:
        """Return the number of commits on all branches."""
        return len(self._commits)

    def append(self, commit: Commit, /, *, snapshot: bytes | None = None) -> Commit:
        """Record a commit under the head and move the head to it; see `Store.append`."""
        parent = require_child(commit)
        if parent != self._head:
            raise head_moved(self, parent, self._head)
        require_follows(commit, self._commits[parent].depth)
        stands = self._commits.setdefault(commit.id, commit)
        if commit.id not in self._children:
            self._children[commit.id] = []
            self._children[parent].append(commit.id)
        self._go(commit.id)
        if snapshot is not None and stands.events == commit.events:
            self.put_snapshot(commit.id, snapshot)
        return stands

    def move(self, to: CommitId, /, *, expected: CommitId) -> None:
        """Move the head; see `Store.move`."""
        self.commit(to)
        if expected != self._head:
            raise head_moved(self, expected, self._head)
        self._go(to)

    def _go(self, to: CommitId) -> None:
        """Set the head, and point every redo from where the two ways part towards it."""
        here, there = self._commits[self._head], self._commits[to]
        while here.id != there.id:
            if there.depth >= here.depth and there.parent is not None:
                self._redo[there.parent] = there.id
                there = self._commits[there.parent]
            elif here.parent is not None:
                here = self._commits[here.parent]
        self._head = to

    def commit(self, commit_id: CommitId, /) -> Commit:
        """Return one commit."""
        try:
            return self._commits[commit_id]
        except KeyError:
            raise UnknownCommit(commit_id) from None

    def children(self, commit_id: CommitId, /) -> list[CommitId]:
        """Return the children of a commit, in the order of recording."""
        return list(self._children[self.commit(commit_id).id])

    def redo_of(self, commit_id: CommitId, /) -> CommitId | None:
        """Return the child on the way to where the head was last below this commit."""
        return self._redo.get(self.commit(commit_id).id)

    def lineage(self, commit_id: CommitId, /, *, above: CommitId | None = None) -> list[Commit]:
        """Return the way to a commit, oldest first; see `Tree.lineage`."""
        floor = -1 if above is None else self.commit(above).depth
        commit: Commit | None = self.commit(commit_id)
        way: list[Commit] = []
        while commit is not None and commit.depth > floor:
            way.append(commit)
            commit = None if commit.parent is None else self._commits[commit.parent]
        if above is not None and (commit is None or commit.id != above):
            raise UnknownCommit(above, below=commit_id)
        way.reverse()
        return way

    def events(self, commit_id: CommitId, /, *, above: CommitId | None = None) -> list[bytes]:
        """Return the events alone of the same way."""
        return [commit.events for commit in self.lineage(commit_id, above=above)]

    def passes(self, commit_id: CommitId, through: CommitId, /) -> bool:
        """Return whether the way to a commit passes through another, or is it."""
        wanted = self.commit(through)
        commit = self.commit(commit_id)
        while commit.depth > wanted.depth and commit.parent is not None:
            commit = self._commits[commit.parent]
        return commit.id == through

    def tips(self) -> list[Commit]:
        """Return the ends of all branches, the one recorded last at the end."""
        return [commit for commit in self._commits.values() if not self._children[commit.id]]

    def nearest_snapshot(self, commit_id: CommitId, /) -> tuple[CommitId, bytes] | None:
        """Return the nearest snapshot at the commit or above it."""
        commit: Commit | None = self.commit(commit_id)
        if not self._snapshots:
            return None
        highest = min(self._commits[kept].depth for kept in self._snapshots)
        while commit is not None and commit.depth >= highest:
            if commit.id in self._snapshots:
                return commit.id, self._snapshots[commit.id][1]
            commit = None if commit.parent is None else self._commits[commit.parent]
        return None

    def put_snapshot(self, commit_id: CommitId, data: bytes, /) -> None:
        """Keep the state after a commit, and drop one old snapshot when there are enough."""
        self._snapshots.pop(self.commit(commit_id).id, None)
        newest = max((serial for serial, _ in self._snapshots.values()), default=0)
        self._snapshots[commit_id] = (newest + 1, data)
        drop = surplus([serial for serial, _ in self._snapshots.values()])
        if drop is not None:
            del self._snapshots[list(self._snapshots)[drop]]

    def blob(self, digest: str, /) -> bytes:
        """Return the bytes kept under a digest."""
        try:
            return self._blobs[digest]
        except KeyError:
            raise UnknownBlob(digest) from None

    def put_blob(self, digest: str, data: bytes, /) -> None:
        """Keep bytes under their digest; those kept first stay."""
        self._blobs.setdefault(digest, data)

"""What every store of campaigns promises, and the faults it may raise. No database is named in here.

The tree only grows: commits are never changed or removed, so whoever holds one may keep it for ever. The head
is the only thing two writers can fight over, and every change of it says which head it expects; a store
compares and moves in one durable step. That is all a store needs to be able to do, so that a server's
database with many workers fits behind the same port.

    RecordFault
      HeadMoved        another writer was quicker
      UnknownCommit    no such commit here, or not on this line
      UnknownBlob      nothing is kept under this digest
      StoreBusy        another program is writing and did not finish in time
      AlreadyThere     a new campaign would overwrite something
      NotACampaign     missing, something else, cut off or damaged
      WrongFormat      made by a newer Turnkeeper
      CannotWrite      read-only, no right to write, or a full disk
"""

from __future__ import annotations

from typing import Protocol

from turnkeeper.record.commit import CampaignFacts, Commit, CommitId

# ruff: noqa: N818 - a fault is named by what happened; that it is one, its place under RecordFault says


class Tree(Protocol):
    """The commits, for reading; each method raises UnknownCommit for an id that is not there."""

    def commit(self, commit_id: CommitId, /) -> Commit:
        """Return one commit."""
        ...

    def children(self, commit_id: CommitId, /) -> list[CommitId]:
        """Return the children of a commit, in the order of recording."""
        ...

    def redo_of(self, commit_id: CommitId, /) -> CommitId | None:
        """Return the child on the way to where the head was last below this commit; None at a tip."""
        ...

    def lineage(self, commit_id: CommitId, /, *, above: CommitId | None = None) -> list[Commit]:
        """Return the way to a commit, oldest first and itself the last: from the root, or just after `above`.

        Raises UnknownCommit also when `above` does not stand on that way.
        """
        ...

    def events(self, commit_id: CommitId, /, *, above: CommitId | None = None) -> list[bytes]:
        """Return the events alone of that same way: all that a replay needs, and several times as quick."""
        ...

    def passes(self, commit_id: CommitId, through: CommitId, /) -> bool:
        """Return whether the way to a commit passes through another, or is it; costs nothing in between."""
        ...

    def tips(self) -> list[Commit]:
        """Return the ends of all branches, the one recorded last at the end."""
        ...


class Keepsakes(Protocol):
    """The kept values beside the commits: states to start a replay from, and texts under their digest."""

    def nearest_snapshot(self, commit_id: CommitId, /) -> tuple[CommitId, bytes] | None:
        """Return the nearest snapshot at the commit or above it; None when a replay begins at the root."""
        ...

    def put_snapshot(self, commit_id: CommitId, data: bytes, /) -> None:
        """Keep the state after a commit; older snapshots are thinned out, so it may be gone later."""
        ...

    def blob(self, digest: str, /) -> bytes:
        """Return the bytes kept under a digest, or raise UnknownBlob."""
        ...

    def put_blob(self, digest: str, data: bytes, /) -> None:
        """Keep bytes under the digest the caller computed from them; again is harmless."""
        ...


class Store(Tree, Keepsakes, Protocol):
    """One campaign's record."""

    @property
    def facts(self) -> CampaignFacts:
        """Who this campaign is, with its name as it is now."""
        ...

    def head(self) -> CommitId:
        """Return the commit the campaign stands at now, whoever moved it there."""
        ...

    def count(self) -> int:
        """Return the number of commits on all branches, the root included."""
        ...

    def append(self, commit: Commit, /, *, snapshot: bytes | None = None) -> Commit:
        """Record a commit under the head and move the head to it, durably and in one step.

        Gives the commit that stands there now. When the very same commit (parent, command, answers) stood
        there already, the head just moves to it: the facts recorded first stay, and the caller goes on from
        the events of the commit it is given. Raises HeadMoved when its parent is not the head any more.
        """
        ...

    def move(self, to: CommitId, /, *, expected: CommitId) -> None:
        """Move the head from `expected` to another commit: undo, redo, or a visit to another branch.

        Raises HeadMoved when the head is not `expected` any more.
        """
        ...

    def rename(self, name: str, /) -> None:
        """Rename the campaign."""
        ...

    def settle(self) -> None:
        """Put all that is recorded where a copy of the campaign's file holds it, as far as that goes now."""
        ...

    def close(self) -> None:
        """Close the campaign; a second time is harmless."""
        ...


class RecordFault(Exception):
    """The record could not do its task; `str()` says why in plain words, `hint` what would work."""

    def __init__(self, message: str, hint: str = "") -> None:
        """Keep the sentence and the hint."""
        super().__init__(message)
        self.hint = hint


class HeadMoved(RecordFault):
    """Another writer was quicker; nothing was recorded.

    `between` holds the summaries of the commits since, oldest first; it is empty when the head went
    back or to another branch.
    """

    def __init__(self, expected: CommitId, actual: Commit, between: tuple[str, ...] = ()) -> None:
        """Say which commands came in between."""
        if between:
            more = f" and {len(between) - 1} more" if len(between) > 1 else ""
            what = f'recorded "{between[0]}"{more}'
        else:
            what = f'moved the campaign to "{actual.summary}"'
        super().__init__(
            f"Another screen or program was quicker and {what}; nothing of yours was recorded.",
            "Look at the status, then give the command again if it still makes sense.",
        )
        self.expected = expected
        self.actual = actual.id
        self.between = between


class UnknownCommit(RecordFault):
    """There is no such commit here, or it is not on the line that was asked for."""

    def __init__(self, commit_id: CommitId, *, below: CommitId | None = None) -> None:
        """Say which commit, and on whose line it was looked for."""
        where = "in this campaign" if below is None else f"on the way to {below}"
        super().__init__(
            f"There is no commit {commit_id} {where}.", "`turnkeeper branches` lists what can be visited."
        )
        self.commit_id = commit_id


class UnknownBlob(RecordFault):
    """Nothing is kept under this digest."""

    def __init__(self, digest: str) -> None:
        """Say which digest."""
        super().__init__(
            f"The campaign keeps nothing under {digest}.", "Was it exported without its rule set?"
        )
        self.digest = digest


class StoreBusy(RecordFault):
    """Another program holds the campaign for writing and did not release it in time; nothing was recorded."""

    def __init__(self, where: str) -> None:
        """Say which campaign."""
        super().__init__(
            f"Another program is writing to {where} and did not finish; nothing was recorded.",
            "Try again in a moment, or close the other program.",
        )


class AlreadyThere(RecordFault):
    """A new campaign would overwrite something; nothing was touched."""

    def __init__(self, where: str, what: str = "There is already a file") -> None:
        """Say which obstacle stands in the way."""
        super().__init__(
            f"{what} at {where}; nothing was overwritten.", "Choose another name, or move the old file away."
        )


class NotACampaign(RecordFault):
    """The file is missing, something else, cut off or damaged."""

    def __init__(self, where: str, reason: str, hint: str = "Check the path, or go back to a copy.") -> None:
        """Say the fault, in half a sentence."""
        super().__init__(f"{where} is not a campaign that can be opened: {reason}.", hint)


class WrongFormat(RecordFault):
    """The campaign was made by a newer Turnkeeper; nothing was touched."""

    def __init__(self, where: str, found: int, known: int) -> None:
        """Say both formats."""
        super().__init__(
            f"{where} was made by a newer Turnkeeper: it has format {found}, this one reads up to {known}.",
            "Install the newer Turnkeeper; the file is as it was.",
        )
        self.found = found
        self.known = known


class CannotWrite(RecordFault):
    """The campaign cannot be written to: read-only, no right, or a full disk."""

    def __init__(self, where: str, reason: str, outcome: str = "nothing was recorded") -> None:
        """Say why, and what that means for the command."""
        super().__init__(
            f"{where} cannot be written to: {reason}; {outcome}.",
            "Make room or allow writing there, then give the command again; reading still works.",
        )


def head_moved(tree: Tree, expected: CommitId, actual: CommitId) -> HeadMoved:
    """Return the fault that tells a slower writer which commands came in between."""
    try:
        between = tree.lineage(actual, above=expected)
    except UnknownCommit:
        between = []
    return HeadMoved(expected, tree.commit(actual), tuple(commit.summary for commit in between))

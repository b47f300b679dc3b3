"""The branches of a campaign: every end that was reached, where it leaves the head's line, and that line.

Nothing that was undone is lost; this is where it is found again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.app import codec
from turnkeeper.record import Commit, CommitId

if TYPE_CHECKING:
    from turnkeeper.app.campaign import Campaign

SHORT = 8


class Branch(Struct, frozen=True):
    """One end: its commit, its last command, and its clock.

    ``own`` counts its commits after the last that it shares with the head's line, ``forked_after`` is that
    one's command; ``here`` tells that the campaign stands at this end, ``ahead`` that redo leads towards it.
    """

    id: str
    summary: str
    at: str
    made_ms: int
    depth: int
    own: int
    forked_after: str
    here: bool
    ahead: bool


def branches(campaign: Campaign) -> list[Branch]:
    """Return every end of the tree, the one recorded last at the end."""
    line = {commit.id for commit in campaign.store.lineage(campaign.head.id)}
    return [_branch(campaign, tip, line) for tip in campaign.store.tips()]


def _branch(campaign: Campaign, tip: Commit, line: set[CommitId]) -> Branch:
    fork, own = tip, 0
    while fork.id not in line and fork.parent is not None:
        fork, own = campaign.store.commit(fork.parent), own + 1
    ahead = fork.id == campaign.head.id and any(one.id == tip.id for one in commits_ahead(campaign, own))
    here, at = tip.id == campaign.head.id, clock_at(campaign, tip)
    return Branch(tip.id, tip.summary, at, tip.made_ms, tip.depth, own, fork.summary, here, ahead)


def clock_at(campaign: Campaign, commit: Commit) -> str:
    """Return the clock after a commit, as its rules say it; empty where nothing happened in it."""
    events = codec.decode_events(commit.events)
    return campaign.book.scale.say_instant(events[-1].at) if events else ""


def commits_behind(campaign: Campaign, most: int) -> Iterator[tuple[str, CommitId]]:
    """Yield each command that undo takes back, the last first, with the commit where it then stands."""
    at = campaign.head
    while most > 0 and at.parent is not None:
        yield at.summary, at.parent
        at, most = campaign.store.commit(at.parent), most - 1


def commits_ahead(campaign: Campaign, most: int, after: Commit | None = None) -> Iterator[Commit]:
    """Yield the commits to which redo leads from the head, or from another commit, in their order."""
    at = after or campaign.head
    while most > 0 and (following := campaign.store.redo_of(at.id)) is not None:
        at, most = campaign.store.commit(following), most - 1
        yield at

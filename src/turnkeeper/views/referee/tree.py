"""The tree of a campaign for walking about in: a stretch of commits at a time, with the forks beside them.

Only the part shown is read, so that a campaign of a hundred thousand commits costs no more than one of a
hundred. Time runs downwards: earlier commits stand above.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from turnkeeper.app import codec
from turnkeeper.app.branches import clock_at, commits_ahead
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.log import Line, lines_of, told_of
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.record import Commit

MOST = 40
MOST_AHEAD = 20
MOST_ENDS = 30


class Fork(Struct, frozen=True):
    """Another way that was once taken from a commit: the first commit of it."""

    id: str
    summary: str


class Node(Struct, frozen=True):
    """One commit: its command with the dice, the clock after it, the ways that leave here beside the line.

    ``here`` tells that the campaign stands at it, ``ahead`` that it was undone and redo leads to it.
    ``depth`` counts commands from the beginning.
    """

    id: str
    depth: int
    summary: str
    at: str
    made_ms: int
    here: bool
    ahead: bool
    forks: tuple[Fork, ...]


class CommitLine(Struct, frozen=True):
    """A part of one line, the oldest first; ``earlier`` and ``later`` are the commits to go on from."""

    nodes: tuple[Node, ...]
    earlier: str
    later: str


class End(Struct, frozen=True):
    """The end of a branch: its last command, its clock, and how many commands lead to it."""

    id: str
    summary: str
    at: str
    depth: int
    here: bool


class CommitDetails(Struct, frozen=True):
    """A commit looked at: its node, what happened in it, and how far it is from where the campaign stands.

    ``lines`` are its events, each by itself, ``told`` the same as people read it.
    ``back`` counts the commands between, when it lies on the way that led here; ``None`` elsewhere.
    """

    node: Node
    lines: tuple[Line, ...]
    told: tuple[Line, ...]
    back: int | None


def around(campaign: Campaign, most: int = MOST) -> CommitLine:
    """Return the end of the line that leads to the head, and the beginning of the line that redo follows."""
    before = up_to(campaign, campaign.head, most)
    ahead = list(commits_ahead(campaign, MOST_AHEAD + 1))
    shown, rest = ahead[:MOST_AHEAD], ahead[MOST_AHEAD:]
    later = rest[0].id if rest else ""
    following = _nodes(campaign, shown, later, ahead=True)
    return CommitLine((*before.nodes, *following), before.earlier, later)


def up_to(campaign: Campaign, last: Commit, most: int = MOST, then: str = "") -> CommitLine:
    """Return the commits that lead to one, and itself; ``then`` is the one that is shown after it already."""
    way = [last]
    while len(way) < most and way[-1].parent is not None:
        way.append(campaign.store.commit(way[-1].parent))
    earlier = way[-1].parent or ""
    onwards = then or campaign.store.redo_of(last.id) or ""
    return CommitLine(tuple(_nodes(campaign, way[::-1], onwards)), earlier, "" if then else onwards)


def onward(campaign: Campaign, first: Commit, most: int = MOST) -> CommitLine:
    """Return a commit and those that follow it, along the way that redo would take."""
    way = [first, *commits_ahead(campaign, most, first)]
    shown, rest = way[:most], way[most:]
    later = rest[0].id if rest else ""
    return CommitLine(tuple(_nodes(campaign, shown, later, ahead=_is_ahead(campaign, first))), "", later)


def ends(campaign: Campaign) -> tuple[list[End], int]:
    """Return the ends of branches, the latest first, and how many more there are."""
    tips = campaign.store.tips()[::-1]
    shown = [
        End(tip.id, tip.summary, clock_at(campaign, tip), tip.depth, tip.id == campaign.head.id)
        for tip in tips[:MOST_ENDS]
    ]
    return shown, len(tips) - len(shown)


def about(campaign: Campaign, start_of_id: str) -> CommitDetails | Refusal:
    """Return the details of a commit, named by the first letters of its id."""
    found = campaign.named(start_of_id)
    if isinstance(found, Refusal):
        return found
    node = _node(campaign, found, "", ahead=_is_ahead(campaign, found))
    events = codec.decode_events(found.events)
    lines = tuple(lines_of(events, found.id, campaign.book))
    told = tuple(told_of(campaign, found, events))
    on_the_way = campaign.store.passes(campaign.head.id, found.id)
    return CommitDetails(node, lines, told, campaign.head.depth - found.depth if on_the_way else None)


def _nodes(campaign: Campaign, way: list[Commit], then: str, *, ahead: bool = False) -> Iterator[Node]:
    """Yield commits that follow each other, each with the forks that do not lead on along them."""
    following = [*(commit.id for commit in way), then][1:]
    for commit, onwards in zip(way, following, strict=True):
        yield _node(campaign, commit, onwards, ahead=ahead)


def _node(campaign: Campaign, commit: Commit, onwards: str, *, ahead: bool) -> Node:
    """Return a commit with the ways that leave it, other than the one that goes on along the line shown."""
    here = commit.id == campaign.head.id
    others = (child for child in campaign.store.children(commit.id) if child != onwards)
    return Node(
        commit.id,
        commit.depth,
        commit.summary,
        clock_at(campaign, commit),
        commit.made_ms,
        here,
        ahead=ahead and not here,
        forks=tuple(Fork(child, campaign.store.commit(child).summary) for child in others),
    )


def _is_ahead(campaign: Campaign, commit: Commit) -> bool:
    """Return whether redo leads from the head to a commit, as far as it is shown."""
    return any(one.id == commit.id for one in commits_ahead(campaign, MOST_AHEAD))

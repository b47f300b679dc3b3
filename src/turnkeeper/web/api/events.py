"""The record's events as a stream that can be resumed: each line of the log as JSON, in order.

A line is a message named ``line``; the last line of a commit bears the commit's id as the message's id, so
that a follower cut off in the middle of a commit is sent all of it again, and may know each line by its
``ref``. When the head leaves the line that was being followed, by undo or to another branch, a message named
``moved`` names the last commit that still holds; the lines that follow begin after it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Literal
from weakref import WeakKeyDictionary

import msgspec
from litestar import get
from litestar.params import HeaderParameter, QueryParameter
from litestar.response import Stream
from msgspec import Struct

from turnkeeper.app import codec
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.session import Session
from turnkeeper.record import CommitId, UnknownCommit
from turnkeeper.views.referee.log import line
from turnkeeper.web.open_tables import OpenTable
from turnkeeper.web.requests import Asked
from turnkeeper.web.security import name_of
from turnkeeper.web.sse_channel import HEARTBEAT, HEARTBEAT_S, RETRY

MOST_AT_ONCE = 100
"""The most commits in one chunk; a follower who is far behind is sent one chunk after another."""
MOST_KEPT = 500


class EventLine(Struct, frozen=True):
    """One line of the log as it is streamed: its commit, its command, when it was, and who may know it.

    ``ref`` names the line, ``at_ms`` is in milliseconds since the campaign began.
    """

    ref: str
    commit: str
    said: str
    at: str
    at_ms: int
    text: str
    rule: str
    kind: str
    secret: bool


class HeadMovedMessage(Struct, frozen=True):
    """The head left the line: ``head`` is where it stands, ``fork`` the last commit that still holds.

    An empty ``fork`` means that nothing is known of what was seen last: read the log anew.
    """

    head: str
    fork: str
    said: str


class Backlog(Struct, frozen=True):
    """The messages a follower still lacks: that the head left the line, if it did, then commits in order.

    ``upto`` is the commit up to which the follower has been sent everything then.
    """

    moved: bytes
    commits: tuple[CommitId, ...]
    upto: CommitId


def backlog(campaign: Campaign, seen: CommitId | None) -> Backlog:
    """Return the backlog of a follower who has all up to a commit; ``None`` is before the beginning."""
    store, head, moved = campaign.store, campaign.head.id, b""
    try:
        commits = store.lineage(head, above=seen)
    except UnknownCommit:
        start = _fork(campaign, seen or head)
        found = HeadMovedMessage(head, start or "", campaign.head.summary)
        moved = _message("moved", start or head, msgspec.json.encode(found))
        commits = [] if start is None else store.lineage(head, above=start)
    return Backlog(moved, tuple(one.id for one in commits), head)


def _fork(campaign: Campaign, seen: CommitId) -> CommitId | None:
    """Return the last common commit of the one seen and of the head; ``None`` where there is none."""
    try:
        theirs = {commit.id for commit in campaign.store.lineage(seen)}
    except UnknownCommit:
        return None
    ours = campaign.store.lineage(campaign.head.id)
    return next((commit.id for commit in reversed(ours) if commit.id in theirs), None)


def encoded(campaign: Campaign, commit_id: CommitId) -> bytes:
    """Return the messages of one commit; only the last bears its id."""
    commit = campaign.store.commit(commit_id)
    events = codec.decode_events(commit.events)
    messages: list[bytes] = []
    for index, event in enumerate(events):
        one = line(commit.id, index, event, campaign.book)
        value = EventLine(
            one.ref, commit.id, commit.summary, one.at, event.at.ms, one.text, one.rule, one.kind, one.secret
        )
        last = index == len(events) - 1
        messages.append(_message("line", commit.id if last else "", msgspec.json.encode(value)))
    return b"".join(messages)


def _message(kind: Literal["line", "moved"], commit: str, data: bytes) -> bytes:
    """Return a message of the stream; JSON of ours has no line breaks."""
    named = f"id: {commit}\n" if commit else ""
    return b"event: " + kind.encode() + b"\n" + named.encode() + b"data: " + data + b"\n\n"


def start_of(campaign: Campaign, last_seen: str, begin: str) -> tuple[CommitId | None, bytes]:
    """Return the commit to begin after, and a message to send at once.

    ``last_seen`` is the id that a browser or program sends when it comes back; ``begin`` is where a new one
    begins: ``head``, ``beginning``, or a commit.
    """
    if last_seen:
        return CommitId(last_seen), b""
    if begin == "beginning":
        return None, b""
    if begin in {"", "head"}:
        # An empty message names the place from which to resume.
        return campaign.head.id, f"id: {campaign.head.id}\n: from here\n\n".encode()
    return CommitId(begin), b""


class Chunk(Struct, frozen=True):
    """The bytes of one send, and the commit up to which its reader then has everything."""

    data: bytes
    upto: CommitId


class Feed:
    """The streams of one campaign. A commit is written down once, and the same bytes go to everyone."""

    def __init__(self, table: OpenTable) -> None:
        """Take the campaign's table."""
        self._table = table
        self._encoded: dict[CommitId, bytes] = {}
        self._last: tuple[CommitId | None, str, Chunk] | None = None

    def _next(self, session: Session, seen: CommitId | None) -> Chunk:
        if self._last is None or self._last[:2] != (seen, session.head):
            self._last = (seen, session.head, self._chunk(session.campaign, seen))
        return self._last[2]

    def _chunk(self, campaign: Campaign, seen: CommitId | None) -> Chunk:
        found = backlog(campaign, seen)
        commits = found.commits[:MOST_AT_ONCE]
        while len(self._encoded) > MOST_KEPT:
            del self._encoded[next(iter(self._encoded))]
        for one in commits:
            if one not in self._encoded:
                self._encoded[one] = encoded(campaign, one)
        data = found.moved + b"".join(self._encoded[one] for one in commits)
        return Chunk(data, commits[-1] if commits else found.upto)

    async def stream(self, last_seen: str, begin: str, whose: str = "") -> AsyncIterator[bytes]:
        """Yield events as they happen, until the server or the follower goes, or is turned out.

        A slow follower is sent more at a time later on: nothing is queued.
        """
        changes, run = self._table.changes, self._table.run
        await run(Session.refresh)
        seen, first = await run(lambda session: start_of(session.campaign, last_seen, begin))
        changes.followers[whose] += 1
        try:
            yield RETRY + first
            while changes.is_open_to(whose):
                count = changes.count
                chunk = await run(self._next, seen)
                if not changes.is_open_to(whose):
                    return
                moved, seen = chunk.upto != seen, chunk.upto
                if chunk.data:
                    yield chunk.data
                if not moved and not await changes.wait(HEARTBEAT_S, count):
                    yield HEARTBEAT
        finally:
            changes.followers[whose] -= 1


_FEEDS: WeakKeyDictionary[OpenTable, Feed] = WeakKeyDictionary()
"""The feed of each table, the same for all who listen."""


@get(
    "/campaigns/{key:str}/events",
    tags=["events"],
    summary="Events as they happen",
    media_type="text/event-stream",
)
async def events(
    request: Asked,
    table: OpenTable,
    last_seen: Annotated[
        str,
        HeaderParameter(
            name="Last-Event-ID",
            required=False,
            max_length=64,
            description="The commit up to which you were sent everything; all that came after it is sent.",
        ),
    ] = "",
    begin: Annotated[
        str,
        QueryParameter(
            name="from",
            max_length=64,
            description="Where to begin without Last-Event-ID: `head`, `beginning`, or a commit.",
        ),
    ] = "head",
) -> Stream:
    """Stream what happens: each line of the log as JSON, resumable by ``Last-Event-ID``.

    Messages are named ``line`` and ``moved``. ``moved`` says that the head left the line by undo, redo or to
    another branch: what was sent after ``fork`` holds no more, and the lines that follow begin there.
    """
    feed = _FEEDS.setdefault(table, Feed(table))
    return Stream(feed.stream(last_seen, begin, name_of(request)), media_type="text/event-stream")

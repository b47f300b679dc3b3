"""Who follows the stream of events and is cut off, wherever it was, comes to have the log of the head."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import times
from tests.web.campaigns import BARROW, begin
from turnkeeper.app.library import in_memory
from turnkeeper.app.session import Session
from turnkeeper.record import CommitId
from turnkeeper.rules import load_builtin
from turnkeeper.views.referee.log import line
from turnkeeper.web.api.events import Feed, backlog, encoded, start_of
from turnkeeper.web.change_signal import ChangeSignal
from turnkeeper.web.open_tables import OpenTable, OpenTables, Pages
from turnkeeper.web.pages.player import players_parts
from turnkeeper.web.pages.referee import referee_parts
from turnkeeper.web.pages.sharing import display_parts

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.served import Screen
    from turnkeeper.app.campaign import Campaign

SAID = ("search", "wait 1 turn", "note bones", "next")


class Message:
    """One message of a stream of events, as a browser reads it."""

    def __init__(self, text: str) -> None:
        fields = [part.partition(": ") for part in text.split("\n") if part and not part.startswith(":")]
        named = {name: value for name, _, value in fields}
        self.kind = named.get("event", "")
        self.id = named.get("id", "")
        self.data: dict[str, Any] = json.loads(named["data"]) if "data" in named else {}


class Follower:
    """A program as the documentation has it: it forgets what was not whole, and what holds no more."""

    def __init__(self) -> None:
        self.last = ""
        self.lines: list[dict[str, Any]] = []
        self._whole = 0

    def come_back(self) -> None:
        del self.lines[self._whole :]

    def hear(self, message: Message) -> None:
        if message.kind == "moved":
            fork = message.data["fork"]
            self.lines = self.lines[: self._after(fork)]
        elif message.kind == "line":
            self.lines.append(message.data)
        if message.id:
            self.last, self._whole = message.id, len(self.lines)

    def _after(self, commit: str) -> int:
        return 1 + max((at for at, one in enumerate(self.lines) if one["commit"] == commit), default=-1)


def messages(data: bytes) -> list[Message]:
    return [Message(part) for part in data.decode().split("\n\n") if part]


def to_tell(campaign: Campaign, seen: str) -> bytes:
    found = backlog(campaign, CommitId(seen) if seen else None)
    return found.moved + b"".join(encoded(campaign, one) for one in found.commits)


def refs(campaign: Campaign) -> list[str]:
    return [
        line(commit.id, index, event, campaign.book).ref
        for commit, events in campaign.lineage()
        for index, event in enumerate(events)
    ]


MOVES = st.one_of(
    st.sampled_from(SAID),
    st.sampled_from(("undo", "undo", "redo")),
    st.integers(0, 30).map(lambda number: f"go {number}"),
)


def move(session: Session, said: str) -> None:
    if said.startswith("go "):
        reachable = session.campaign.reachable()
        session.go(reachable[int(said[3:]) % len(reachable)].id)
    else:
        session.say(said)


@settings(max_examples=times(40), deadline=None)
@given(st.lists(st.tuples(MOVES, st.none() | st.integers(0, 12)), max_size=25))
def test_cut_off_anywhere_a_follower_has_the_log_of_the_head(steps: list[tuple[str, int | None]]) -> None:
    """Each step moves the campaign; then the follower hears all, or only so many messages, or nothing (0)."""
    session = Session(in_memory("Barrow", load_builtin("glog"), seed="lantern"))
    session.say("enter dungeon Barrow")
    follower = Follower()
    for said, heard in steps:
        move(session, said)
        follower.come_back()
        for message in messages(to_tell(session.campaign, follower.last))[:heard]:
            follower.hear(message)
    follower.come_back()
    for message in messages(to_tell(session.campaign, follower.last)):
        follower.hear(message)
    assert [one["ref"] for one in follower.lines] == refs(session.campaign)
    assert follower.last == session.head


def test_of_an_undo_it_is_told_up_to_where_all_holds_still() -> None:
    session = Session(in_memory("Barrow", load_builtin("glog"), seed="lantern"))
    session.say("enter dungeon Barrow")
    before = session.head
    session.say("search")
    after = session.head
    session.undo()
    [moved] = messages(to_tell(session.campaign, after))
    assert (moved.kind, moved.id, moved.data["head"], moved.data["fork"]) == ("moved", before, before, before)


def test_who_saw_what_is_not_known_here_is_told_to_read_anew() -> None:
    session = Session(in_memory("Barrow", load_builtin("glog"), seed="lantern"))
    [moved] = messages(to_tell(session.campaign, "0" * 32))
    assert (moved.kind, moved.id, moved.data["fork"]) == ("moved", session.head, "")


def test_only_the_last_line_of_a_commit_bears_its_id() -> None:
    session = Session(in_memory("Barrow", load_builtin("glog"), seed="lantern"))
    session.say("enter dungeon Barrow")
    found = messages(encoded(session.campaign, CommitId(session.head)))
    assert len(found) > 1
    assert [one.id for one in found] == [*[""] * (len(found) - 1), session.head]


def test_one_begins_at_the_head_at_the_beginning_or_at_a_commit() -> None:
    session = Session(in_memory("Barrow", load_builtin("glog"), seed="lantern"))
    assert start_of(session.campaign, "", "head")[0] == session.head
    assert start_of(session.campaign, "", "beginning") == (None, b"")
    assert start_of(session.campaign, "", "abc") == (CommitId("abc"), b"")
    assert start_of(session.campaign, "def", "head") == (CommitId("def"), b"")


async def all_wait(changes: ChangeSignal, many: int) -> None:
    async with asyncio.timeout(60):
        while len(changes._waiting) < many:  # noqa: ASYNC110 - it tells nobody who waits for it
            await asyncio.sleep(0.005)


@pytest.mark.slow
def test_all_who_listen_are_sent_the_same_bytes_and_what_happens_reaches_them(tmp_path: Path) -> None:
    key = begin(tmp_path, "Barrow", *BARROW)

    async def follow() -> None:
        tables = OpenTables(tmp_path, Pages(referee_parts, players_parts, display_parts))
        table = tables.find(key)
        assert table is not None
        feed = Feed(table)
        streams = [feed.stream("", "head") for _ in range(3)]
        for stream in streams:
            await anext(stream)
        waiting = [asyncio.ensure_future(anext(stream)) for stream in streams]
        await all_wait(table.changes, len(streams))
        await table.change(Session.say, "search")
        first, second, third = await asyncio.wait_for(asyncio.gather(*waiting), 60)
        assert first == second == third
        assert first is second is third
        assert b"event: line" in first
        ending = [asyncio.ensure_future(anext(stream, None)) for stream in streams]
        await all_wait(table.changes, len(streams))
        await tables.close(key)
        assert await asyncio.wait_for(asyncio.gather(*ending), 60) == [None, None, None]
        assert not table.changes.names

    asyncio.run(follow())


def test_a_table_that_is_closed_lets_nobody_listen(tmp_path: Path) -> None:
    key = begin(tmp_path, "Barrow", *BARROW)

    async def late() -> None:
        table = OpenTable(
            key, tmp_path / "Barrow.turnkeeper", Pages(referee_parts, players_parts, display_parts)
        )
        table.changes.close()
        assert await table.changes.wait(60, after=table.changes.count)

    asyncio.run(late())


def test_a_change_that_was_not_seen_yet_is_not_missed() -> None:
    async def late() -> None:
        changes = ChangeSignal()
        count = changes.count
        changes.notify()
        assert await changes.wait(60, count)
        assert not await changes.wait(0.01, changes.count)

    asyncio.run(late())


@pytest.mark.slow
def test_over_the_wire_it_is_resumed_by_the_last_id_though_the_terminal_moved_on(screen: Screen) -> None:
    key = begin(screen.folder, "Followed", *BARROW)
    events = f"{screen.address}/api/campaigns/{key}/events"
    with httpx.Client(timeout=60) as client:
        client.get(screen.enter)
        ours = {"Origin": screen.address}
        with client.stream("GET", f"{events}?from=beginning") as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            seen = read_until(answer, "light-lit.1")
        last = [one.id for one in seen if one.id][-1]
        said = client.post(
            f"{screen.address}/api/campaigns/{key}/say", json={"text": "note bones"}, headers=ours
        )
        assert said.status_code == 200, said.text
        with client.stream("GET", events, headers={"Last-Event-ID": last}) as answer:
            later = read_until(answer, "noted.1")
    assert [one.data["text"] for one in later if one.kind == "line"][-1].endswith("bones")
    assert not {one.data["ref"] for one in seen if one.data} & {one.data["ref"] for one in later if one.data}


def read_until(answer: httpx.Response, kind: str) -> list[Message]:
    found: list[Message] = []
    gathered: list[str] = []
    for text in answer.iter_lines():
        if text:
            gathered.append(text)
            continue
        found.append(Message("\n".join(gathered)))
        gathered.clear()
        if found[-1].data.get("kind") == kind and found[-1].id:
            return found
    pytest.fail(f"the stream ended before {kind}")

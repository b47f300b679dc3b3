"""Fan-out: the parts of a live page are encoded once, and the same bytes go to everyone who looks on.

A channel remembers the parts as they were last sent. A change sends those that differ, as one message;
whoever comes, or comes back after missing something, is sent all of them. Everything goes through ASGI's own
``send``, in turn for all listeners, in one task as long as nobody has to be waited for
(`docs/decisions/0023-one-task-for-all-listeners.md`). This module must not know the content of a part.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping
from secrets import token_hex
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from litestar.types import (
        HTTPResponseBodyEvent,
        HTTPResponseStartEvent,
        HTTPSendMessage,
        Receive,
        Scope,
        Send,
    )

MOST_OF_ONE = 1_200
"""The most listeners by one link: a whole hall, and not more than leaves room for everyone else."""
MOST_UNREAD_S = 30.0
"""A listener whose connection takes nothing for this long is dropped; one that comes back catches up."""
HEARTBEAT_S = 15
HEARTBEAT = b"event: alive\n\n"
"""An event and no remark: a page can tell by it that its stream is not merely silent."""
RETRY = b"retry: 700\n\n"
_HEADERS = ((b"content-type", b"text/event-stream; charset=utf-8"),)


def message(version: str, parts: Mapping[str, str]) -> bytes:
    """Return parts as one message of an event stream, each replacing the element of its id."""
    html = "".join(
        f'<hx-partial hx-target="#part-{name}" hx-swap="outerMorph">{part}</hx-partial>'
        for name, part in parts.items()
    )
    return event(version, html)


def event(version: str, data: str, kind: str = "") -> bytes:
    """Return one message of an event stream; ``kind`` is its event's name, none by default."""
    lines = "".join(f"data: {line}\n" for line in data.splitlines())
    named = f"event: {kind}\n" if kind else ""
    return f"{named}id: {version}\n{lines}\n".encode()


class PageChange(NamedTuple):
    """A message that leads from one state of the page to a later one; both are equal for a heartbeat."""

    body: HTTPResponseBodyEvent
    before: int
    after: int


def _start() -> HTTPResponseStartEvent:
    return {"type": "http.response.start", "status": 200, "headers": _HEADERS}


def _body(data: bytes, *, more: bool = True) -> HTTPResponseBodyEvent:
    return {"type": "http.response.body", "body": data, "more_body": more}


class Listener:
    """An ASGI application that answers one request with the stream of a channel.

    One ``send`` at most is under way for a listener, and nothing is queued behind it: a listener that missed
    something meanwhile is sent the page as it stands then.
    """

    def __init__(self, channel: SseChannel, seen: str) -> None:
        self._channel = channel
        self._seen = seen
        self._at = -1
        """The state of the page that was sent last."""
        self._sender: asyncio.Task[None] | None = None
        self._since = 0.0
        self._stay: asyncio.Task[None] | None = None
        self._ending = False
        self._send: Send

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request until the client leaves or the stream is ended."""
        del scope
        self._send = send
        self._stay = asyncio.ensure_future(_until_left(receive))
        self._sender, self._since = asyncio.ensure_future(self._catch_up(_start())), monotonic()
        try:
            await asyncio.wait((self._stay,))
        finally:
            self._channel.forget(self)
            for task in (self._stay, self._sender):
                if task is not None:
                    task.cancel()

    async def give(self, change: PageChange, sender: asyncio.Task[None]) -> None:
        """Send a change, or the whole page to one that missed some; nothing while a ``send`` is under way."""
        if self._sender is not None:
            if monotonic() - self._since > MOST_UNREAD_S:
                self._leave()
        elif self._stay is not None and change.after >= self._at:
            self._sender, self._since = sender, monotonic()
            if change.before == self._at:
                self._at = change.after
                await self._catch_up(change.body)
            else:
                await self._catch_up()

    async def _catch_up(self, *first: HTTPSendMessage) -> None:
        """Send these, then the page as it stands until nothing is missing, or the end of an ended stream."""
        try:
            for body in first:
                await self._send(body)
            while self._at != self._channel.state and not self._ending:
                seen, self._at = self._seen if self._at < 0 else "", self._channel.state
                await self._send(_body(self._channel.after(seen)))
            if self._ending:
                await self._send(_body(b"", more=False))
                self._leave()
        except OSError:
            # A server may say so in this way that the client is gone.
            self._leave()
        self._sender = None

    def _leave(self) -> None:
        if self._stay is not None:
            self._stay.cancel()

    def close(self) -> None:
        """End the stream once the message under way has been sent."""
        self._ending = True
        if self._sender is None and self._stay is not None:
            self._since = monotonic()
            self._sender = asyncio.ensure_future(self._catch_up())


async def _until_left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _give_in_turn(listeners: deque[Listener], change: PageChange) -> None:
    sender = asyncio.current_task()
    assert sender is not None  # noqa: S101 - this is run as a task
    while listeners:
        await listeners.popleft().give(change, sender)


class SseChannel:
    """One live page: its parts as they stand, and who looks on. Belongs to the event loop."""

    def __init__(self) -> None:
        self._parts: dict[str, str] = {}
        # Another server's versions are never taken for ours: who comes back after a restart gets everything.
        self._born = token_hex(4)
        self._order = 0
        self._whole = b""
        # Whoever is gone before they are answered is forgotten as well.
        self._listeners: WeakKeyDictionary[Listener, str] = WeakKeyDictionary()
        # The loop itself holds tasks only weakly.
        self._senders: set[asyncio.Task[None]] = set()
        self._closed = False
        self.state = 0
        """The number of the drawing that changed the parts last."""

    @property
    def listeners(self) -> int:
        """Return the number of listeners."""
        return len(self._listeners)

    @property
    def names(self) -> set[str]:
        """Return the names under which listeners came."""
        return set(self._listeners.values())

    @property
    def version(self) -> str:
        """Return the version of the parts as they stand; it changes with them."""
        return f"{self._born}-{self.state}" if self.state else ""

    async def publish(self, order: int, parts: Mapping[str, str]) -> None:
        """Send everyone the parts that changed; a drawing older than the one that stands is passed over.

        ``order`` counts the drawings of this channel. On return everyone who reads has been sent the change;
        nobody who does not read has been waited for.
        """
        if order < self._order:
            return
        self._order = order
        changed = {name: part for name, part in parts.items() if self._parts.get(name) != part}
        if not changed:
            return
        self._parts |= changed
        before, self.state = self.state, order
        self._whole = b""
        if self._listeners:
            await self._give(PageChange(_body(message(self.version, changed)), before, order))

    async def send(self, data: bytes) -> None:
        """Send the same bytes to everyone."""
        await self._give(PageChange(_body(data), self.state, self.state))

    async def _give(self, change: PageChange) -> None:
        """Send a change to all listeners in turn, in one task until one of them has to be waited for.

        The listener that has to be waited for keeps that task, and another goes on with the rest.
        """
        left = deque(self._listeners)
        while left:
            sender = asyncio.ensure_future(_give_in_turn(left, change))
            self._senders.add(sender)
            sender.add_done_callback(self._senders.discard)
            await asyncio.sleep(0)

    def after(self, seen: str) -> bytes:
        """Return the message for one who has seen a version: everything, encoded once, or nothing new."""
        if seen and seen == self.version:
            return RETRY
        self._whole = self._whole or RETRY + message(self.version, self._parts)
        return self._whole

    def close(self, whose: str | None = None) -> None:
        """End the streams of those who came under a name, or of everyone, and admit nobody afterwards."""
        self._closed = self._closed or whose is None
        for listener, name in list(self._listeners.items()):
            if whose in {None, name}:
                listener.close()

    def stream(self, seen: str = "", whose: str = "") -> Listener:
        """Return the answer to one who looks on and has seen a version; it begins with what they missed.

        They look on from this call, so that what changes before they are told the first word is not lost.
        """
        listener = Listener(self, seen)
        if self._closed:
            listener.close()
        else:
            self._make_room(whose)
            self._listeners[listener] = whose
        return listener

    def forget(self, listener: Listener) -> None:
        """Remove a listener."""
        self._listeners.pop(listener, None)

    def _make_room(self, whose: str) -> None:
        """End the oldest stream of a name that has too many, so that a phone that comes back is admitted."""
        if len(self._listeners) >= MOST_OF_ONE:
            theirs = [listener for listener, name in self._listeners.items() if name == whose]
            if len(theirs) >= MOST_OF_ONE:
                theirs[0].close()
                self.forget(theirs[0])

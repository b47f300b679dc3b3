"""Fan-out: a live page's parts are encoded once, and the same bytes go to everyone who looks on.

A channel remembers the parts as they were last sent. A change sends those that differ, as one message; who
comes, or comes back after missing something, is sent all of them. What is sent goes straight into the
connections, without waking a task for each (`docs/decisions/0018-straight-to-the-wire.md`). This module must
not know what is in a part.
"""

from __future__ import annotations

import asyncio
from secrets import token_hex
from typing import TYPE_CHECKING, cast
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from collections.abc import Mapping

    from litestar.types import Receive, Scope, Send

WIRE = "turnkeeper.wire"
"""Where a request's scope has the ``transport`` of its connection, among the extensions of the server."""
MOST_OF_ONE = 1_200
"""So many may look on by one link: a whole hall, and not more than leaves room for everyone else."""
HEARTBEAT_S = 15
HEARTBEAT = b"event: alive\n\n"
"""An event and no remark: a page can tell by it that its stream is not merely silent."""
RETRY = b"retry: 700\n\n"
_HEADERS = ((b"content-type", b"text/event-stream; charset=utf-8"), (b"transfer-encoding", b"chunked"))


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


def framed(data: bytes) -> bytes:
    r"""Return a message as it goes over the wire, in a chunk of its own.

    >>> framed(b"event: alive")
    b'c\r\nevent: alive\r\n'
    """
    return b"%x\r\n%b\r\n" % (len(data), data)


class Listener:
    """Somebody who looks on: an ASGI application that answers them with the stream of a channel.

    Messages are written to their connection as they come. Whose connection is full is skipped, and sent
    everything as it stands once it takes more.
    """

    def __init__(self, channel: SseChannel, seen: str) -> None:
        self._channel = channel
        self._seen = seen
        self._keeps_up = False
        self._closed = False
        self._later: asyncio.Task[None] | None = None
        self._send: Send
        self._wire: asyncio.WriteTransport

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, until whoever asked is gone or the stream has been ended."""
        extensions = cast("Mapping[str, Mapping[str, asyncio.WriteTransport]]", scope["extensions"])
        self._wire, self._send = extensions[WIRE]["transport"], send
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            await self._catch_up()
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self._channel.forget(self)

    def give(self, frame: bytes) -> None:
        """Send a message, unless they will be sent everything anyway."""
        if not self._keeps_up:
            return
        if self._wire.get_write_buffer_size() > self._wire.get_write_buffer_limits()[1]:
            self._catch_up_later()
        else:
            self._wire.write(frame)

    def close(self) -> None:
        """End the stream once what was written has been sent."""
        self._closed = True
        if self._keeps_up:
            self._catch_up_later()

    def _catch_up_later(self) -> None:
        self._keeps_up = False
        # Kept, for the loop itself holds tasks only weakly.
        self._later = asyncio.ensure_future(self._catch_up())

    async def _catch_up(self) -> None:
        """Send what they missed, or the end, as soon as the connection takes it."""
        # To send nothing is to wait for that.
        await self._send({"type": "http.response.body", "body": b"", "more_body": True})
        if self._closed:
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})
        else:
            self._wire.write(self._channel.after(self._seen))
            self._keeps_up = True


class SseChannel:
    """One live page: its parts as they stand, and who looks on. Belongs to the event loop."""

    def __init__(self) -> None:
        self._parts: dict[str, str] = {}
        # Another server's versions are never taken for ours: who comes back after a restart gets everything.
        self._born = token_hex(4)
        self._version = ""
        self._order = 0
        self._whole = b""
        # Whoever is gone before they are answered is forgotten as well.
        self._listeners: WeakKeyDictionary[Listener, str] = WeakKeyDictionary()
        self._closed = False

    @property
    def listeners(self) -> int:
        """Return how many look on."""
        return len(self._listeners)

    @property
    def version(self) -> str:
        """Return the version of the parts as they stand; it changes with them."""
        return self._version

    def publish(self, order: int, parts: Mapping[str, str]) -> None:
        """Send everyone the parts that changed; what was drawn before what stands is passed over.

        ``order`` counts the drawings of this channel.
        """
        if order < self._order:
            return
        self._order = order
        changed = {name: part for name, part in parts.items() if self._parts.get(name) != part}
        if not changed:
            return
        self._parts |= changed
        self._version = f"{self._born}-{order}"
        self._whole = b""
        if self._listeners:
            self.send(message(self._version, changed))

    def send(self, data: bytes) -> None:
        """Give the same bytes to everyone."""
        frame = framed(data)
        for listener in self._listeners:
            listener.give(frame)

    def after(self, seen: str) -> bytes:
        """Return what is sent to one who has seen a version: everything, encoded once, or nothing new."""
        if seen and seen == self._version:
            return framed(RETRY)
        self._whole = self._whole or framed(RETRY + message(self._version, self._parts))
        return self._whole

    def close(self, whose: str | None = None) -> None:
        """End the streams of those who came under a name, or of everyone, and then let nobody in."""
        self._closed = self._closed or whose is None
        for listener, name in self._listeners.items():
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
        """Let go of one who looks on no more."""
        self._listeners.pop(listener, None)

    def _make_room(self, whose: str) -> None:
        """End the oldest stream of a name that has too many: a phone that comes back is let in."""
        if len(self._listeners) >= MOST_OF_ONE:
            theirs = [listener for listener, name in self._listeners.items() if name == whose]
            if len(theirs) >= MOST_OF_ONE:
                theirs[0].close()
                self.forget(theirs[0])

"""Fan-out: a live page's parts are encoded once, and the same bytes go to everyone who looks on.

A channel remembers the parts as they were last sent. A change sends those that differ, as one message; who
comes, or comes back after missing something, is sent all of them. This module must not know what is in a
part.
"""

from __future__ import annotations

import asyncio
import weakref
from collections import deque
from secrets import token_hex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

MOST_BEHIND = 8
"""So many messages may wait for a listener; one that is further behind is sent everything at once."""
MOST_OF_ONE = 1_200
"""So many may look on by one link: a whole hall, and not more than leaves room for everyone else."""
HEARTBEAT_S = 15
HEARTBEAT = b"event: alive\n\n"
"""An event and no remark: a page can tell by it that its stream is not merely silent."""
RETRY = b"retry: 700\n\n"


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


class Listener:
    """Somebody who looks on: the messages that still have to be sent to them."""

    __slots__ = ("_closed", "_waiting", "_wake", "behind")

    def __init__(self) -> None:
        self._waiting: deque[bytes] = deque()
        self._wake: asyncio.Future[None] | None = None
        self._closed = False
        self.behind = False

    def give(self, data: bytes) -> None:
        """Put a message before the listener; one that is too far behind loses them all and catches up.

        Whose stream is ending gets nothing more.
        """
        if self._closed:
            return
        if len(self._waiting) >= MOST_BEHIND:
            self._waiting.clear()
            self.behind = True
        else:
            self._waiting.append(data)
        self._stir()

    def begin(self) -> bool:
        """Forget what waits, for the whole page is sent first; tells whether the stream has ended already."""
        self._waiting.clear()
        self.behind = False
        return self._closed

    def close(self) -> None:
        """End the stream once what waits has been sent."""
        self._closed = True
        self._stir()

    def _stir(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def next(self) -> bytes | None:
        """Return what waits, all of it at once; nothing when it has to catch up, ``None`` at the end."""
        while not self._waiting and not self._closed and not self.behind:
            self._wake = asyncio.get_running_loop().create_future()
            await self._wake
        if self._waiting:
            data = self._waiting[0] if len(self._waiting) == 1 else b"".join(self._waiting)
            self._waiting.clear()
            return data
        return b"" if self.behind else None


class Channel:
    """One live page: its parts as they stand, and who looks on. Belongs to the event loop."""

    def __init__(self) -> None:
        self._parts: dict[str, str] = {}
        # Another server's versions are never taken for ours: who comes back after a restart gets everything.
        self._born = token_hex(4)
        self._version = ""
        self._order = 0
        self._listeners: dict[Listener, str] = {}
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
        if self._listeners:
            self.send(message(self._version, changed))

    def send(self, data: bytes) -> None:
        """Give the same bytes to everyone."""
        for listener in self._listeners:
            listener.give(data)

    def close(self, whose: str | None = None) -> None:
        """End the streams of those who came under a name, or of everyone, and then let nobody in."""
        self._closed = self._closed or whose is None
        for listener, name in self._listeners.items():
            if whose in {None, name}:
                listener.close()

    def stream(self, seen: str = "", whose: str = "") -> AsyncIterator[bytes]:
        """Return the messages to one who looks on and has seen a version, beginning with what they missed.

        They look on from this call, so that what changes before they are told the first word is not lost.
        """
        listener = Listener()
        if self._closed:
            listener.close()
        else:
            self._make_room(whose)
            self._listeners[listener] = whose
        stream = self._sent(listener, seen)
        # Whoever is gone before the first word never comes to the end where they are forgotten.
        weakref.finalize(stream, self._listeners.pop, listener, None).atexit = False
        return stream

    def _make_room(self, whose: str) -> None:
        """End the oldest stream of a name that has too many: a phone that comes back is let in."""
        if len(self._listeners) >= MOST_OF_ONE:
            theirs = [listener for listener, name in self._listeners.items() if name == whose]
            if len(theirs) >= MOST_OF_ONE:
                theirs[0].close()
                self._listeners.pop(theirs[0])

    async def _sent(self, listener: Listener, seen: str) -> AsyncIterator[bytes]:
        try:
            if listener.begin():
                return
            yield RETRY if seen and seen == self._version else RETRY + message(self._version, self._parts)
            while (data := await listener.next()) is not None:
                if listener.behind:
                    listener.behind = False
                    data = message(self._version, self._parts)
                yield data
        finally:
            self._listeners.pop(listener, None)

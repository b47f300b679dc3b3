"""People who look on without a server: what is written to them, and whether they read it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from litestar.types import ASGIApp

MOST_UNREAD = 1_000
"""So many bytes may lie in a connection before it counts as full."""
PATIENCE_S = 60
Waits = Literal["before", "after", "always", "broken"]
"""When a server waits: uvicorn before it writes, others after; some let the loop turn each time.

A broken one raises an error after the first message, as ASGI allows where a client is gone.
"""
_ASKED = {
    "type": "http",
    "http_version": "1.1",
    "method": "GET",
    "scheme": "http",
    "query_string": b"",
    "root_path": "",
    "headers": [(b"host", b"localhost")],
    "server": ("127.0.0.1", 80),
    "client": ("127.0.0.1", 1),
}


class Looker:
    """One who looks on: their connection, and the server that has it, as ASGI describes it."""

    def __init__(self, listener: ASGIApp, path: str = "/", waits: Waits = "before") -> None:
        """Ask for the stream of a listener, or of an application under a path, on the loop that runs.

        ``waits`` says when the server's ``send`` waits for room in the connection.
        """
        self.listener = listener
        self.frames: list[bytes] = []
        self._waits = waits
        self._read = 0
        self._unread = 0
        self._reads = True
        self._ended = False
        self._moved = asyncio.Event()
        self._gone = asyncio.Event()
        self._sending = False
        scope: Any = {**_ASKED, "path": path}
        self.answering = asyncio.ensure_future(listener(scope, self._receive, self._send))

    @property
    def unread(self) -> int:
        """How many bytes the connection holds that were not read."""
        return self._unread

    async def _send(self, message: Any) -> None:  # noqa: ANN401 - one of ASGI's
        assert not self._sending, "two sends at once"
        self._sending = True
        if self._waits == "always":
            await asyncio.sleep(0)
        if self._waits == "before":
            await self._room()
        if self._waits == "broken" and self.frames:
            raise BrokenPipeError
        if message["type"] == "http.response.body":
            self._write(message["body"])
            self._ended = not message["more_body"]
            if self._ended:
                self.leave()
        if self._waits != "before":
            await self._room()
        self._sending = False

    async def _room(self) -> None:
        while self._unread > MOST_UNREAD and not self._gone.is_set():
            self._moved.clear()
            await self._moved.wait()

    def _write(self, data: bytes) -> None:
        assert not self._ended, "written after the end"
        if data and not self._gone.is_set():
            self.frames.append(data)
            self._unread += 0 if self._reads else len(data)
            self._moved.set()

    async def _receive(self) -> Any:  # noqa: ANN401 - one of ASGI's
        await self._gone.wait()
        return {"type": "http.disconnect"}

    def stop(self) -> None:
        """Read no more."""
        self._reads = False

    @property
    def reads(self) -> bool:
        """Whether they read."""
        return self._reads

    def go_on(self) -> None:
        """Read what came, and all that comes."""
        self._reads = True
        self._unread = 0
        self._moved.set()

    def leave(self) -> None:
        """Be gone."""
        self._gone.set()
        self._moved.set()

    async def next(self) -> bytes | None:
        """Return the next message, ``None`` at the end."""
        async with asyncio.timeout(PATIENCE_S):
            while self._read == len(self.frames) and not self._gone.is_set():
                self._moved.clear()
                await self._moved.wait()
        if self._read == len(self.frames):
            return None
        self._read += 1
        return self.frames[self._read - 1]

    def came(self) -> list[bytes]:
        """Return the messages that came since, waiting for none."""
        new, self._read = self.frames[self._read :], len(self.frames)
        return new

    async def said(self) -> bytes:
        """Return the next message, where there must be one."""
        data = await self.next()
        assert data is not None
        return data

    async def rest_until(self, last: bytes) -> list[bytes]:
        """Return the messages up to one."""
        found = [await self.said()]
        while found[-1] != last:
            found.append(await self.said())
        return found

    async def rest(self) -> list[bytes]:
        """Return all messages to the end."""
        found = []
        while (data := await self.next()) is not None:
            found.append(data)
        return found

"""People who look on without a server: what is written to them, and whether they read it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from turnkeeper.web.sse_channel import WIRE

if TYPE_CHECKING:
    from litestar.types import ASGIApp

MOST_UNREAD = 1_000
"""So many bytes may lie in a connection before it counts as full."""
PATIENCE_S = 60
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


class Looker(asyncio.WriteTransport):
    """One who looks on: their connection, and the server that has it (as ASGI and asyncio describe them)."""

    def __init__(self, listener: ASGIApp, path: str = "/") -> None:
        """Ask for the stream of a listener, or of an application under a path, on the loop that runs."""
        super().__init__()
        self.listener = listener
        self.frames: list[bytes] = []
        self._read = 0
        self._unread = 0
        self._reads = True
        self._ended = False
        self._moved = asyncio.Event()
        self._gone = asyncio.Event()
        scope: Any = {**_ASKED, "path": path, "extensions": {WIRE: {"transport": self}}}
        self.answering = asyncio.ensure_future(listener(scope, self._receive, self._send))

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Take what is written straight to the connection."""
        assert not self._ended, "written after the end"
        if data:
            self.frames.append(bytes(data))
            self._unread += 0 if self._reads else len(data)
            self._moved.set()

    def get_write_buffer_size(self) -> int:
        """Return how much was written and not read."""
        return self._unread

    def get_write_buffer_limits(self) -> tuple[int, int]:
        """Return from where on, going down and up, it is empty and full enough."""
        return 0, MOST_UNREAD

    async def _send(self, message: Any) -> None:  # noqa: ANN401 - one of ASGI's
        while self._unread > MOST_UNREAD:
            self._moved.clear()
            await self._moved.wait()
        if message["type"] == "http.response.body":
            self.write(message["body"])
            self._ended = not message["more_body"]
            if self._ended:
                self.leave()

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
        return unframed(self.frames[self._read - 1])

    def came(self) -> list[bytes]:
        """Return the messages that came since, waiting for none."""
        new, self._read = self.frames[self._read :], len(self.frames)
        return [unframed(frame) for frame in new]

    async def said(self) -> bytes:
        """Return the next message, where there must be one."""
        data = await self.next()
        assert data is not None
        return data

    async def rest(self) -> list[bytes]:
        """Return all messages to the end."""
        found = []
        while (data := await self.next()) is not None:
            found.append(data)
        return found


def unframed(frame: bytes) -> bytes:
    """Return what is in a chunk, which must be one whole chunk."""
    size, _, rest = frame.partition(b"\r\n")
    data, end = rest[:-2], rest[-2:]
    assert len(data) == int(size, 16)
    assert end == b"\r\n"
    return data

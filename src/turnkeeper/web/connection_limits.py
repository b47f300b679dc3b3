"""Limits on slow clients and on connections: how long the server waits, and whom it turns away.

A thousand connections that never finish their request must not keep the referee out. uvicorn bounds how long
an idle connection stays; this adds bounds for a head and a body under way, for answers that nobody reads, for
the length of a head before it is parsed, and for the crowd: when it is full, who has waited longest without
having asked anything goes first. Someone who asks at once is never among those. Where all are being served,
the oldest of the address that holds most goes.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio import TimerHandle
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

if TYPE_CHECKING:
    from uvicorn.config import Config
    from uvicorn.server import ServerState

HEAD_S = 10.0
BODY_S = 60.0
UNREAD_S = 30.0
"""An answer that nobody reads for this long is given up; a client that comes back catches up."""
FAREWELL_S = 5.0
LONGEST_HEAD = 65_536
MOST_BYTES = 128_000_000
"""The most that is read of one request; all of it is thrown away when it was refused before."""
MOST_CONNECTIONS = 4_096
BACKLOG = 256
"""The connections accepted at a time, before one of them can be turned away."""
FILES_KEPT = 200 + BACKLOG
"""The files left to campaigns and all else that the process opens."""
FEW = 400


def room() -> int:
    """Return the number of connections this process can hold, after asking the system for its most."""
    if sys.platform == "win32":
        return FEW
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + FILES_KEPT
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if soft == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(FEW // 4, min(MOST_CONNECTIONS, soft - FILES_KEPT))


class PatientProtocol(HttpToolsProtocol):
    """One connection: uvicorn's, with bounds to what a client may leave unfinished."""

    most: ClassVar[int] = FEW
    all: ClassVar[dict[PatientProtocol, None]] = {}
    waiting: ClassVar[dict[PatientProtocol, None]] = {}
    """Who has asked nothing that is still to be answered, the one who has waited longest first."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        """Take what uvicorn gives."""
        super().__init__(config, server_state, app_state, _loop)
        self._reading: TimerHandle | None = None
        self._unread: TimerHandle | None = None
        self._in_head = True
        self._bytes = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for a request, if need be in the place of one who has waited longer."""
        super().connection_made(cast("asyncio.Transport", transport))
        self.all[self] = None
        if len(self.all) > self.most:
            self._make_room()
        self.waiting[self] = None
        self._wait(HEAD_S)

    def _make_room(self) -> None:
        longest = next(iter(self.waiting), None)
        if longest is None:
            held = Counter(one.client and one.client[0] for one in self.all)
            [(most, _)] = held.most_common(1)
            longest = next(one for one in self.all if (one.client and one.client[0]) == most)
        longest.give_up()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget all that was waited for."""
        self._wait(None)
        self._set_unread(None)
        self._forget()
        super().connection_lost(exc)

    def give_up(self) -> None:
        """End the connection now, whatever is still to be sent."""
        self._forget()
        self.transport.abort()

    def _forget(self) -> None:
        self.all.pop(self, None)
        self.waiting.pop(self, None)

    def data_received(self, data: bytes) -> None:
        """Read on; a head or a request beyond all bounds ends the connection."""
        self._bytes += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if (self._in_head and self._bytes > LONGEST_HEAD) or self._bytes > MOST_BYTES:
            self.send_400_response("This request is too long.")
        elif self._in_head and self._reading is None and self._is_idle():
            self._wait(HEAD_S)

    def _is_idle(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or bool(cycle.response_complete)

    def on_message_begin(self) -> None:
        """Begin to wait for the rest of a request."""
        super().on_message_begin()
        self._in_head = True
        if self._reading is None:
            self._wait(HEAD_S)

    def on_headers_complete(self) -> None:
        """Go on to wait for the body."""
        self._in_head = False
        self._wait(BODY_S)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Stop the clock: the next move is ours, unless the request was refused before."""
        super().on_message_complete()
        self._bytes = 0
        self._in_head = True
        if self._is_idle():
            self._wait(HEAD_S)
        else:
            self._wait(None)
            self.waiting.pop(self, None)

    def on_response_complete(self) -> None:
        """Stand in the row of those who wait again."""
        super().on_response_complete()
        if not self.transport.is_closing() and self._is_idle():
            self.waiting[self] = None

    def pause_writing(self) -> None:
        """Bound the time in which nobody reads our answer."""
        super().pause_writing()
        self._set_unread(self.loop.call_later(UNREAD_S, self.give_up))

    def resume_writing(self) -> None:
        """Stop the clock of an unread answer."""
        super().resume_writing()
        self._set_unread(None)

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection."""
        super().timeout_keep_alive_handler()
        self.loop.call_later(FAREWELL_S, self.transport.abort)

    def _wait(self, seconds: float | None) -> None:
        if self._reading is not None:
            self._reading.cancel()
        self._reading = None if seconds is None else self.loop.call_later(seconds, self.give_up)

    def _set_unread(self, timer: TimerHandle | None) -> None:
        if self._unread is not None:
            self._unread.cancel()
        self._unread = timer

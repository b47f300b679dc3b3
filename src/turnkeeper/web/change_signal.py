"""A signal that a campaign may have changed; whoever waits for it looks for themselves.

Those who wait keep their own place in the record, so a slow one holds nobody up and has no queue that grows.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress


class ChangeSignal:
    """Belongs to the event loop."""

    def __init__(self) -> None:
        """Begin with nobody who waits."""
        self._waiting: set[asyncio.Future[None]] = set()
        self.listeners = 0
        self.count = 0
        """How often it was given."""
        self.closed = False

    def notify(self) -> None:
        """Wake everyone who waits."""
        self.count += 1
        waiting, self._waiting = self._waiting, set()
        for one in waiting:
            if not one.done():
                one.set_result(None)

    def close(self) -> None:
        """Wake everyone for the last time."""
        self.closed = True
        self.notify()

    async def wait(self, seconds: float, after: int) -> bool:
        """Wait until the count is past ``after``; return whether it was within that many seconds."""
        if self.closed or self.count != after:
            return True
        one: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(one)
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(one, seconds)
                return True
            return False
        finally:
            self._waiting.discard(one)

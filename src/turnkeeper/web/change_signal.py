"""A bell that rings when a campaign may have changed; whoever wants to know looks for themselves.

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
        self.rung = 0
        self.closed = False

    def ring(self) -> None:
        """Wake everyone who waits."""
        self.rung += 1
        waiting, self._waiting = self._waiting, set()
        for one in waiting:
            if not one.done():
                one.set_result(None)

    def close(self) -> None:
        """Wake everyone for the last time."""
        self.closed = True
        self.ring()

    async def wait(self, seconds: float, heard: int) -> bool:
        """Wait until it rings again after what was heard; tell whether it did within so many seconds."""
        if self.closed or self.rung != heard:
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

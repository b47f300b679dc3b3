"""A signal that a campaign may have changed; whoever waits for it looks for themselves.

Those who wait keep their own place in the record, so a slow one holds nobody up and has no queue that grows.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress


class ChangeSignal:
    """Belongs to the event loop."""

    def __init__(self) -> None:
        """Begin with nobody who waits."""
        self._waiting: set[asyncio.Future[None]] = set()
        self.followers: Counter[str] = Counter()
        """Who follows, by the name under which they came."""
        self._turned_out: set[str] = set()
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

    @property
    def names(self) -> set[str]:
        """Return the names of those who follow."""
        return set(+self.followers)

    def close(self, whose: str | None = None) -> None:
        """Wake everyone; for those who came under a name, or for all, it is the last time."""
        if whose is None:
            self.closed = True
        else:
            self._turned_out.add(whose)
        self.notify()

    def is_open_to(self, whose: str) -> bool:
        """Return whether one who came under a name goes on following."""
        return not self.closed and whose not in self._turned_out

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

"""Who asks the process of the odds: one question at a time, each with an end, and a newer one stops an older.

The process is started when it is first needed, and anew after it was stopped. Nothing waits for it but who
asked.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import NoReturn

import msgspec

from turnkeeper.views.odds_asked import OddsProgress, OddsQuestion, OddsReply
from turnkeeper.web.odds_process import LENGTH, OddsTold
from turnkeeper.web.problems import refuse

PROCESS = "turnkeeper.web.odds_process"
MOST_SECONDS = 20
MOST_ASKERS = 16
"""The most questions that wait for one another."""


class OddsWorker:
    """Answers questions about odds in a process of its own. Methods are called on the event loop."""

    def __init__(self, seconds: float = MOST_SECONDS) -> None:
        """Allow each question a number of seconds."""
        self._seconds = seconds
        self._process: Process | None = None
        self._killed: list[Process] = []
        self._lock, self._starting = asyncio.Lock(), asyncio.Lock()
        self._asking = ""
        self._far: OddsProgress | None = None
        self._is_stopping = False
        self._waiting = 0
        self._latest: dict[str, int] = {}

    async def ask(self, key: str, question: OddsQuestion) -> OddsReply:
        """Return the answer to a question of a campaign; raises `ProblemError` where it is stopped."""
        if self._waiting >= MOST_ASKERS:
            refuse(503, "odds-busy", "Too many odds are being worked out just now.", "Try again shortly.")
        mine = self._latest[key] = self._latest.get(key, 0) + 1
        if self._asking == key:
            self._kill()
        self._waiting += 1
        try:
            async with self._lock:
                if self._latest[key] != mine:
                    _refuse_stopped()
                return await self._answered(key, question)
        finally:
            self._waiting -= 1

    async def _answered(self, key: str, question: OddsQuestion) -> OddsReply:
        self._asking, self._far, self._is_stopping = key, None, False
        try:
            async with asyncio.timeout(self._seconds):
                return await self._exchanged(question)
        except TimeoutError:
            self._kill()
            hint = "Bound the plan (repeat until dark or 4 h), or ask in a terminal: turnkeeper odds."
            refuse(422, "odds-too-long", f"This takes longer than {self._seconds:g} seconds.", hint)
        except (asyncio.IncompleteReadError, ConnectionError):
            self._kill()
            _refuse_stopped()
        except asyncio.CancelledError:
            self._kill()
            raise
        finally:
            self._asking = ""

    async def start(self) -> Process:
        """Return the process, which is started if it does not run: it is ready sooner than it is asked."""
        async with self._starting:
            await self._buried()
            if self._process is None or self._process.returncode is not None:
                command = (sys.executable, "-m", PROCESS)
                self._process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
            return self._process

    async def _exchanged(self, question: OddsQuestion) -> OddsReply:
        process = await self.start()
        said, told = process.stdin, process.stdout
        assert said is not None  # noqa: S101 - they are pipes
        assert told is not None  # noqa: S101
        data = msgspec.json.encode(question)
        said.write(len(data).to_bytes(LENGTH) + data)
        await said.drain()
        while True:
            head = await told.readexactly(LENGTH)
            message = msgspec.json.decode(await told.readexactly(int.from_bytes(head)), type=OddsTold)
            if message.reply is not None:
                return message.reply
            self._far = message.far

    def far(self, key: str) -> str | None:
        """Return how far the odds of a campaign are worked out; ``None`` if nothing is asked for it."""
        if self._asking != key:
            return None
        return "" if self._far is None else str(self._far)

    def stop(self, key: str) -> None:
        """Stop what a campaign asks, those that wait too: the answer is the part known by then.

        Stopped once more, it is broken off without an answer.
        """
        self._latest[key] = self._latest.get(key, 0) + 1
        if self._asking != key:
            return
        process = self._process
        if self._is_stopping or process is None or process.stdin is None:
            self._kill()
        else:
            self._is_stopping = True
            process.stdin.write(bytes(LENGTH))

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            self._killed.append(process)

    async def close(self) -> None:
        """End the process."""
        self._kill()
        await self._buried()

    async def _buried(self) -> None:
        """Wait for the processes that were killed to be gone."""
        while self._killed:
            await self._killed.pop().communicate()


def _refuse_stopped() -> NoReturn:
    refuse(409, "odds-stopped", "This was stopped.", "Ask again.")

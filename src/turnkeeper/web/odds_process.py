"""The process that works odds out, so that nothing of an evening waits for them: questions in, answers out.

It is started by `odds_worker`. Each message is its length in 8 bytes, then JSON. An empty one stops the
working out: the answer is the part known by then. Until the answer comes, it tells how far it is.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from queue import SimpleQueue
from threading import Event, Thread
from time import monotonic

import msgspec
from msgspec import Struct

from turnkeeper.views.odds_asked import OddsProgress, OddsQuestion, OddsReply, asked

LENGTH = 8
KINDER = 10
"""By so much it stands back behind the server."""
TOLD_EACH = 0.25
"""The fewest seconds between two tellings of how far it is."""


class OddsTold(Struct, frozen=True):
    """What the process tells: how far it is, or the answer."""

    far: OddsProgress | None = None
    reply: OddsReply | None = None


class _Asked:
    """The questions as they come in, and whether the working out was stopped."""

    def __init__(self) -> None:
        self.questions: SimpleQueue[OddsQuestion | None] = SimpleQueue()
        self.stop = Event()

    def listen(self) -> None:
        """Take in messages until there is no more."""
        said = sys.stdin.buffer
        while head := said.read(LENGTH):
            length = int.from_bytes(head)
            if not length:
                self.stop.set()
                continue
            # There is one question at a time: the one before is answered.
            self.stop.clear()
            self.questions.put(msgspec.json.decode(said.read(length), type=OddsQuestion))
        self.questions.put(None)


class _Teller:
    """Tells how far odds are worked out, not too often, and whether to go on."""

    def __init__(self, stop: Event) -> None:
        self._stop = stop
        self._next = monotonic() + TOLD_EACH

    def watch(self, far: OddsProgress) -> bool:
        """Write how far it is."""
        if monotonic() >= self._next:
            self._next = monotonic() + TOLD_EACH
            _tell(OddsTold(far=far))
        return not self._stop.is_set()


def _tell(told: OddsTold) -> None:
    data, out = msgspec.json.encode(told), sys.stdout.buffer
    out.write(len(data).to_bytes(LENGTH) + data)
    out.flush()


def serve() -> None:
    """Answer questions until there are no more."""
    with suppress(ValueError, OSError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(KINDER)
    said = _Asked()
    Thread(target=said.listen, daemon=True).start()
    while (question := said.questions.get()) is not None:
        _tell(OddsTold(reply=asked(question, _Teller(said.stop).watch)))


if __name__ == "__main__":
    serve()

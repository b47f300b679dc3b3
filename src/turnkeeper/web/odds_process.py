"""The process that works odds out, so that nothing of an evening waits for them: questions in, answers out.

It is started by `odds_worker`. Each message is its length in 8 bytes, then JSON.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress

import msgspec

from turnkeeper.views.odds_asked import OddsQuestion, asked

LENGTH = 8
KINDER = 10
"""By so much it stands back behind the server."""


def serve() -> None:
    """Answer questions until there are no more."""
    with suppress(ValueError, OSError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(KINDER)
    said, told = sys.stdin.buffer, sys.stdout.buffer
    while head := said.read(LENGTH):
        question = msgspec.json.decode(said.read(int.from_bytes(head)), type=OddsQuestion)
        answer = msgspec.json.encode(asked(question))
        told.write(len(answer).to_bytes(LENGTH) + answer)
        told.flush()


if __name__ == "__main__":
    serve()

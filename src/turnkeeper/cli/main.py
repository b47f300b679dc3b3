"""The command `turnkeeper`: from the words of the command line to an exit code.

Starting is most of what a short command costs, so what is plain goes straight to its work; the parser is
loaded for the rest. This module must stay light: it imports nothing heavy by itself.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import TextIOWrapper

from turnkeeper.cli.exits import Exit

HELP = frozenset({"--help", "-h", "help"})
VERSION = frozenset({"--version", "-V"})


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out a command line, by default the process's own, and return the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    debug = words[:1] == ["--debug"]
    _show_what_can_be_shown()
    try:
        code = _run(words[1:] if debug else words)
        sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as fault:  # noqa: BLE001 - whatever it was, a person is told
        from turnkeeper.cli.faults import explained

        return int(explained(fault, debug=debug))
    return int(code)


def _show_what_can_be_shown() -> None:
    """Let a terminal that lacks a letter show a question mark in its place."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _run(words: list[str]) -> int:
    if not words or (len(words) == 1 and words[0] in HELP):
        from turnkeeper.cli import overview

        overview.show()
        return Exit.DONE
    if len(words) == 1 and words[0] in VERSION:
        return _version()
    if words[0] == "do" and len(words) > 1 and not any(word.startswith("-") for word in words):
        # No option in sight: the parser has nothing to add but a third of the time.
        from turnkeeper.cli.speak import do

        return do(words[1:])
    if words == ["status"]:
        from turnkeeper.cli.glance import status

        return status()
    from turnkeeper.cli.parser import run

    return run(words)


def _version() -> int:
    from importlib.metadata import version

    sys.stdout.write(f"turnkeeper {version('turnkeeper')}\n")
    return Exit.DONE

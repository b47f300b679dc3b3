"""The command `turnkeeper`: from the words of the command line to an exit code.

Starting is most of what a short command costs, so a plain command goes straight to its work; the parser is
loaded for the rest. This module must stay light: it imports nothing heavy by itself.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TypedDict

from turnkeeper.cli.exits import Exit

HELP = frozenset({"--help", "-h", "help"})
VERSION = frozenset({"--version", "-V"})
QUICK = frozenset({"do", "status", "undo", "redo"})
CAMPAIGN = frozenset({"--campaign", "-c"})


class Named(TypedDict, total=False):
    """The options that are read without the parser."""

    campaign: str
    json: bool


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out a command line, by default the process's own, and return the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    debug = words[:1] == ["--debug"]
    _stand_in_for_closed_streams()
    _show_what_can_be_shown()
    try:
        code = _run(words[1:] if debug else words)
        sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as fault:  # noqa: BLE001 - whatever it was, a person is told
        from turnkeeper.cli.exits import explained

        return int(explained(fault, debug=debug))
    return int(code)


def _stand_in_for_closed_streams() -> None:
    """Replace streams that the caller has closed by an empty file."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - as long as we run


def _show_what_can_be_shown() -> None:
    """Show a question mark in place of a letter that the terminal lacks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _run(words: list[str]) -> int:
    if not words or (len(words) == 1 and words[0] in HELP):
        from turnkeeper.cli.index import show

        show()
        return Exit.DONE
    if len(words) == 1 and words[0] in VERSION:
        return _version()
    plain = read_plain(words[1:]) if words[0] in QUICK else None
    if plain is not None and bool(plain[0]) == (words[0] == "do"):
        return _quickly(words[0], *plain)
    from turnkeeper.cli.parser import run

    return run(words)


def read_plain(words: list[str]) -> tuple[list[str], Named] | None:
    """Return the words and the few options that need no parser; ``None`` for anything beyond them."""
    rest: list[str] = []
    named = Named()
    waiting = iter(words)
    for word in waiting:
        if word in CAMPAIGN:
            value = next(waiting, "-")
            if value.startswith("-") or "campaign" in named:
                return None
            named["campaign"] = value
        elif word == "--json":
            named["json"] = True
        elif word.startswith("-"):
            return None
        else:
            rest.append(word)
    return rest, named


def _quickly(name: str, words: list[str], named: Named) -> int:
    """Carry out a command that is used all evening; the parser would take longer than the work."""
    if name == "status":
        from turnkeeper.cli.glance import status

        status(**named)
        return Exit.DONE
    from turnkeeper.cli import speak

    if name == "do":
        speak.do(words, **named)
    else:
        speak.undo_or_redo("undo" if name == "undo" else "redo", **named)
    return Exit.DONE


def _version() -> int:
    from importlib.metadata import version

    sys.stdout.write(f"turnkeeper {version('turnkeeper')}\n")
    return Exit.DONE

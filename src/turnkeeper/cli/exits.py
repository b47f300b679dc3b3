"""Exit codes, and the exception that leaves a command with one of them.

0    done
1    the rules refuse, or a file that was checked has problems
2    wrong usage, or words that are no command
3    a file cannot be read or written, or is not what it should be
4    another screen or program was quicker; nothing of yours was recorded
5    a throw has no answer yet: typed dice, and nobody to ask
70   a fault of Turnkeeper itself
130  interrupted
141  whoever read the output went away
"""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """What the process says at its end."""

    DONE = 0
    REFUSED = 1
    USAGE = 2
    FILE = 3
    HEAD_MOVED = 4
    THROW_NEEDED = 5
    OUR_FAULT = 70
    INTERRUPTED = 130
    PIPE_CLOSED = 141


def sentence(text: str) -> str:
    """Return a text that ends as a sentence does."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def counted(count: int, one: str) -> str:
    """Return a number of things in words.

    >>> counted(1, "problem"), counted(2, "problem"), counted(0, "way")
    ('1 problem', '2 problems', '0 ways')
    """
    return f"{count} {one}{'' if count == 1 else 's'}"


class Stop(Exception):  # noqa: N818 - it leaves a command; whether that is a fault, its code says
    """Leave the command with a message, a hint and an exit code."""

    def __init__(self, code: Exit, message: str, hint: str = "") -> None:
        """Keep all three."""
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint

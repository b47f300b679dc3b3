"""Exit codes, and whatever went wrong as a person reads it: a sentence, what would work, and a code.

A refusal, a slip in a text and a file that is not as it should be are ordinary; only a fault of ours says so,
and keeps its traceback for those who ask.

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

import os
import sys
from enum import IntEnum

from turnkeeper.cli import screen


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


def explained(fault: BaseException, *, debug: bool) -> int:
    """Say what went wrong on standard error and return the exit code."""
    if isinstance(fault, KeyboardInterrupt):
        return Exit.INTERRUPTED
    if isinstance(fault, BrokenPipeError):
        _forget_output()
        return Exit.PIPE_CLOSED
    if debug:
        import traceback

        traceback.print_exception(fault)
    stop = as_stop(fault)
    try:
        tell(stop)
    except OSError:
        _forget_output()
    return stop.code


_SHELL_HINTS = {"type ? for the commands": "`turnkeeper commands` lists what can be said"}


def tell(stop: Stop) -> None:
    """Write a message and its hint to standard error, as they hold outside of ``play``."""
    err, hint = screen.stderr(), _SHELL_HINTS.get(stop.hint, stop.hint)
    err.say(f"{err.alarm('turnkeeper:')} {stop.message}")
    if hint:
        err.say(err.dim("  " + hint.replace("\n", "\n  ")))


def _forget_output() -> None:
    """Send further output nowhere, so that the interpreter does not complain at its end."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        pass


def as_stop(fault: BaseException) -> Stop:
    """Return any fault as a message, a hint and an exit code."""
    if isinstance(fault, Stop):
        return fault
    from turnkeeper.app.codec import Unreadable
    from turnkeeper.app.library import NoCampaign
    from turnkeeper.chance.limits import DiceError
    from turnkeeper.chance.pools import OddsError
    from turnkeeper.play.kernel.speech import SpeechError
    from turnkeeper.record import HeadMoved, RecordFault
    from turnkeeper.rules.problems import RulesFault, UnknownNameError
    from turnkeeper.time import SpokenTimeError

    match fault:
        case RecordFault() | NoCampaign():
            code = Exit.HEAD_MOVED if isinstance(fault, HeadMoved) else Exit.FILE
            return Stop(code, str(fault), fault.hint)
        case SpeechError():
            return of_speech(*fault.args)
        case SpokenTimeError():
            return Stop(Exit.USAGE, fault.message, fault.hint)
        case DiceError() | OddsError():
            message, *more = str(fault).splitlines()
            return Stop(Exit.USAGE, message, "\n".join(line.removeprefix("  ") for line in more))
        case RulesFault():
            problems = "\n".join(str(problem) for problem in fault.problems)
            count = counted(len(fault.problems), "problem")
            return Stop(Exit.FILE, f"the rule set has {count}:\n{problems}")
        case UnknownNameError():
            return Stop(Exit.USAGE, f"{fault.message}.", fault.hint)
        case Unreadable():
            return Stop(Exit.FILE, f"{fault}.", "Nothing was recorded; go back to a copy of the file.")
        case UnicodeDecodeError() | OSError():
            return _of_files(fault)
        case _:
            what = f"{type(fault).__name__}: {fault}".splitlines()[0][:300]
            return Stop(
                Exit.OUR_FAULT,
                f"something went wrong that is Turnkeeper's own fault ({what}).",
                "Nothing that was acknowledged is lost. Please report it, "
                "with what `turnkeeper --debug ...` shows.",
            )


def of_speech(text: str, column: int, message: str, hint: str) -> Stop:
    """Return a text that is no command as a message with a caret under the place."""
    shown = sentence(message)
    if 0 < column <= len(text) + 1 and len(text) <= screen.PLAIN_WIDTH and text.isprintable():
        shown += f"\n  {text}\n  {' ' * (column - 1)}^"
    return Stop(Exit.USAGE, shown, hint)


def _of_files(fault: UnicodeDecodeError | OSError) -> Stop:
    match fault:
        case UnicodeDecodeError():
            return Stop(Exit.FILE, "the file is not text in UTF-8.", "Save it as UTF-8, or check the path.")
        case OSError(filename=str(name)) if fault.strerror:
            return Stop(Exit.FILE, f"{name}: {fault.strerror.lower()}.", "Check the path and your rights.")
        case _:
            return Stop(Exit.FILE, f"{(fault.strerror or str(fault)).lower()}.", "What was recorded stays.")

"""From whatever went wrong to what a person reads: a sentence, what would work, and an exit code.

A refusal, a slip in a text and a file that is not as it should be are ordinary; only a fault of ours says so,
and keeps its traceback for those who ask.
"""

from __future__ import annotations

import os
import sys

from turnkeeper.cli import screen
from turnkeeper.cli.exits import Exit, Stop, counted


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


def tell(stop: Stop) -> None:
    """Write a message and its hint to standard error."""
    err = screen.stderr()
    err.say(f"{err.alarm('turnkeeper:')} {stop.message}")
    if stop.hint:
        err.say(err.dim("  " + stop.hint.replace("\n", "\n  ")))


def _forget_output() -> None:
    """Let nothing more be written, so that the interpreter does not complain at its end."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        pass


def as_stop(fault: BaseException) -> Stop:
    """Return any fault as a message, a hint and an exit code."""
    if isinstance(fault, Stop):
        return fault
    for understand in (_of_record, _of_text, _of_files):
        stop = understand(fault)
        if stop is not None:
            return stop
    what = f"{type(fault).__name__}: {fault}".splitlines()[0][:300]
    return Stop(
        Exit.OUR_FAULT,
        f"something went wrong that is Turnkeeper's own fault ({what}).",
        "Nothing that was acknowledged is lost. Please report it, with what `turnkeeper --debug ...` shows.",
    )


def _of_record(fault: BaseException) -> Stop | None:
    from turnkeeper.app.library import NoCampaign
    from turnkeeper.record import HeadMoved, RecordFault

    match fault:
        case HeadMoved():
            return Stop(Exit.HEAD_MOVED, str(fault), fault.hint)
        case RecordFault():
            return Stop(Exit.FILE, str(fault), fault.hint)
        case NoCampaign():
            return Stop(Exit.FILE, str(fault), fault.hint)
        case _:
            return None


def _of_text(fault: BaseException) -> Stop | None:
    from turnkeeper.app import faults as said

    match fault:
        case said.SpeechError():
            return of_speech(*fault.args)
        case said.SpokenTimeError():
            return Stop(Exit.USAGE, fault.message, fault.hint)
        case said.AnswerError():
            return Stop(Exit.USAGE, f"{fault}.", "Nothing was recorded.")
        case said.DiceError() | said.OddsError():
            message, *more = str(fault).splitlines()
            return Stop(Exit.USAGE, message, "\n".join(line.removeprefix("  ") for line in more))
        case said.RulesFault():
            problems = "\n".join(str(problem) for problem in fault.problems)
            count = counted(len(fault.problems), "problem")
            return Stop(Exit.FILE, f"the rule set has {count}:\n{problems}")
        case said.UnknownNameError():
            return Stop(Exit.USAGE, f"{fault.message}.", fault.hint)
        case said.Unreadable():
            return Stop(Exit.FILE, f"{fault}.", "Nothing was recorded; go back to a copy of the file.")
        case _:
            return None


_SHELL_HINTS = {"type ? for the commands": "`turnkeeper commands` lists what can be said."}


def of_speech(text: str, column: int, message: str, hint: str) -> Stop:
    """Return a text that is no command as a message with a caret under the place."""
    shown = f"{message}."
    hint = _SHELL_HINTS.get(hint, hint)
    if 0 < column <= len(text) + 1 and len(text) <= screen.PLAIN_WIDTH and text.isprintable():
        shown += f"\n  {text}\n  {' ' * (column - 1)}^"
    return Stop(Exit.USAGE, shown, hint)


def _of_files(fault: BaseException) -> Stop | None:
    match fault:
        case UnicodeDecodeError():
            return Stop(Exit.FILE, "the file is not text in UTF-8.", "Save it as UTF-8, or check the path.")
        case OSError(filename=str(name)) if fault.strerror:
            return Stop(Exit.FILE, f"{name}: {fault.strerror.lower()}.", "Check the path and your rights.")
        case OSError():
            return Stop(Exit.FILE, f"{(fault.strerror or str(fault)).lower()}.", "What was recorded stays.")
        case _:
            return None

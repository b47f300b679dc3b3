"""The first page of help. It is drawn without the parser's help, so that it is there at once."""

from __future__ import annotations

from turnkeeper.cli import screen
from turnkeeper.cli.index import COMMANDS, PREPARE

FIRST_STEPS = (
    ("turnkeeper sample", "look around"),
    ("turnkeeper new Barrow", "begin a campaign"),
    ("turnkeeper play", "keep time at the table"),
    ("turnkeeper do search", "one command at a time"),
)
OPTIONS = (
    ("COMMAND --help", "what a command takes"),
    ("--campaign PATH, -c", "which campaign; else TURNKEEPER_CAMPAIGN, else the only one in this folder"),
    ("--json", "for programs"),
    ("--version", "which Turnkeeper this is"),
    ("--debug", "as the first word: show the traceback of a fault of Turnkeeper itself"),
)
EXIT_CODES = (
    "0 done, 1 the rules refuse or a file has problems, 2 wrong usage, 3 a file cannot be used,",
    "4 another screen was quicker, 5 a throw has no answer, 70 a fault of Turnkeeper, 130 interrupted,",
    "141 nobody reads the output any more",
)


def show() -> None:
    """Write the overview to standard output."""
    out = screen.stdout()
    out.say(f"{out.bold('Turnkeeper')} keeps strict time for a tabletop role-playing campaign.")
    out.say()
    _show(out, "Usage: turnkeeper COMMAND", FIRST_STEPS)
    for group in dict.fromkeys(entry.group for entry in COMMANDS):
        _show(out, group, [(entry.name, entry.help) for entry in COMMANDS if entry.group == group])
        if group == PREPARE:
            break
    _show(out, "Options", OPTIONS)
    out.say(out.bold("Exit codes"))
    out.say_all(f"  {line}" for line in EXIT_CODES)


def _show(out: screen.Screen, title: str, rows: list[tuple[str, str]] | tuple[tuple[str, str], ...]) -> None:
    out.say(out.bold(title))
    widest = max(len(name) for name, _ in rows)
    for name, text in rows:
        lines = screen.wrapped(f"  {name.ljust(widest)}  {text}", out.width, indent=widest + 4)
        out.say_all(lines)
    out.say()

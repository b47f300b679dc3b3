"""The parser of the command line, built from the index; a command's module is imported when it is called."""

from __future__ import annotations

from collections.abc import Sequence

from cyclopts import App, CycloptsError

from turnkeeper.cli.exits import Exit, Stop
from turnkeeper.cli.index import COMMANDS


def build() -> App:
    """Return the parser with every command, none of them loaded."""
    app = App(
        name="turnkeeper",
        help="Keeps strict time for a tabletop role-playing campaign.",
        help_format="plaintext",
        help_formatter="plain",
        version_flags=[],
        verbose=False,
        suppress_keyboard_interrupt=False,
        print_error=False,
        exit_on_error=False,
        result_action="return_value",
    )
    for entry in COMMANDS:
        app.command(entry.where, name=entry.name)
    return app


def run(words: Sequence[str]) -> int:
    """Parse a command line and carry it out; returns the exit code, raises `Stop` for a wrong one."""
    try:
        result = build()(list(words))
    except CycloptsError as fault:
        name = next((word for word in words if not word.startswith("-")), "")
        known = name in {entry.name for entry in COMMANDS}
        help_of = f"turnkeeper {name} --help" if known else "turnkeeper --help"
        raise Stop(Exit.USAGE, str(fault).strip(), f"`{help_of}` shows what would work.") from fault
    return result if isinstance(result, int) else Exit.DONE

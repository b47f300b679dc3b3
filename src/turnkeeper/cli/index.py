"""Every command of the shell: its name, where it lives, what it is for; and the first page of help.

The parser is built from this table too, so that the two agree. Reading it costs nothing: a command's module
is imported when it is called.
"""

from __future__ import annotations

from typing import NamedTuple

from turnkeeper.cli import screen


class ShellCommand(NamedTuple):
    """One command: its import path, the line that the overview shows, and the heading it stands under."""

    name: str
    where: str
    help: str
    group: str


PLAY = "Play"
STORY = "What happened"
TURN_BACK = "Turn back"
PREPARE = "Prepare and look up"

_HERE = "turnkeeper.cli"
_CAMPAIGN = f"{_HERE}.campaign_commands"
_PLAY = f"{_HERE}.play_commands"
_STORY = f"{_HERE}.story"
_LOOKUP = f"{_HERE}.lookup_commands"

COMMANDS = (
    ShellCommand("sample", f"{_PLAY}:sample", "Look around in a campaign that is ready to play.", PLAY),
    ShellCommand(
        "screen", "turnkeeper.web.command:screen", "Run the evening in a browser; players look on.", PLAY
    ),
    ShellCommand("new", f"{_CAMPAIGN}:new", "Begin a campaign.", PLAY),
    ShellCommand("play", f"{_PLAY}:play", "Keep time at the table: one key passes a turn.", PLAY),
    ShellCommand("do", f"{_CAMPAIGN}:do", "Carry out one spoken command.", PLAY),
    ShellCommand("handout", f"{_PLAY}:handout", "Hand the players a picture from a file.", PLAY),
    ShellCommand("portrait", f"{_PLAY}:portrait", "Give a member of the party a portrait.", PLAY),
    ShellCommand("status", f"{_CAMPAIGN}:status", "Show how things stand.", PLAY),
    ShellCommand("log", f"{_STORY}:log", "Tell what happened.", STORY),
    ShellCommand(
        "story", f"{_STORY}:story", "Tell a session in the players' words, to send or print.", STORY
    ),
    ShellCommand("why", f"{_STORY}:why", "Explain a line of the log: rule, origin, dice.", STORY),
    ShellCommand("export", f"{_STORY}:export", "Write a campaign as a playthrough.", STORY),
    ShellCommand("replay", f"{_STORY}:replay", "Play a playthrough and check its facts.", STORY),
    ShellCommand("undo", f"{_CAMPAIGN}:undo", "Take back the last command, or the last N.", TURN_BACK),
    ShellCommand("redo", f"{_CAMPAIGN}:redo", "Do again what was taken back.", TURN_BACK),
    ShellCommand(
        "branches", f"{_CAMPAIGN}:branches", "List what was tried, also what was undone.", TURN_BACK
    ),
    ShellCommand("go", f"{_CAMPAIGN}:go", "Go to any commit, on any branch.", TURN_BACK),
    ShellCommand("commands", f"{_LOOKUP}:commands", "List all that can be said to `do` and `play`.", PREPARE),
    ShellCommand("dice", f"{_LOOKUP}:dice", "Throw dice, or show their exact odds.", PREPARE),
    ShellCommand("odds", f"{_HERE}.plans.command:odds", "Answer what the odds of a plan are.", PREPARE),
    ShellCommand("rules", f"{_HERE}.rules_commands:app", "List, show, check and explain rule sets.", PREPARE),
    ShellCommand(
        "calendar",
        f"{_HERE}.calendars.commands:app",
        "Show and check calendars, and convert dates.",
        PREPARE,
    ),
    ShellCommand(
        "campaigns",
        f"{_HERE}.shelf_commands:app",
        "List, rename, archive, copy, check, import campaigns.",
        PREPARE,
    ),
    ShellCommand(
        "map", f"{_HERE}.map_commands:app", "Show, draw and check hex maps, and play on them.", PREPARE
    ),
)


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

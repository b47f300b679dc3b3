"""Every command of the shell: its name, where it lives and what it is for.

The overview is drawn from this table and the parser is built from it, so that the two agree. Reading it costs
nothing: a command's module is imported when it is called.
"""

from __future__ import annotations

from typing import NamedTuple


class Entry(NamedTuple):
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
_STORY = f"{_HERE}.story_commands"
_BRANCH = f"{_HERE}.branch_commands"
_LOOKUP = f"{_HERE}.lookup_commands"

COMMANDS = (
    Entry("sample", f"{_PLAY}:sample", "Look around in a campaign that is ready to play.", PLAY),
    Entry("screen", "turnkeeper.web.command:screen", "Run the evening in a browser; players look on.", PLAY),
    Entry("new", f"{_CAMPAIGN}:new", "Begin a campaign.", PLAY),
    Entry("play", f"{_PLAY}:play", "Keep time at the table: one key passes a turn.", PLAY),
    Entry("do", f"{_CAMPAIGN}:do", "Carry out one spoken command.", PLAY),
    Entry("status", f"{_CAMPAIGN}:status", "Show how things stand.", PLAY),
    Entry("log", f"{_STORY}:log", "Tell what happened.", STORY),
    Entry("why", f"{_STORY}:why", "Explain a line of the log: rule, origin, dice.", STORY),
    Entry("export", f"{_STORY}:export", "Write a campaign as a playthrough.", STORY),
    Entry("replay", f"{_STORY}:replay", "Play a playthrough and check its facts.", STORY),
    Entry("undo", f"{_BRANCH}:undo", "Take back the last command, or the last N.", TURN_BACK),
    Entry("redo", f"{_BRANCH}:redo", "Do again what was taken back.", TURN_BACK),
    Entry("branches", f"{_BRANCH}:branches", "List what was tried, also what was undone.", TURN_BACK),
    Entry("go", f"{_BRANCH}:go", "Go to any commit, on any branch.", TURN_BACK),
    Entry("commands", f"{_LOOKUP}:commands", "List all that can be said to `do` and `play`.", PREPARE),
    Entry("dice", f"{_LOOKUP}:dice", "Throw dice, or show their exact odds.", PREPARE),
    Entry("rules", f"{_HERE}.rules_commands:app", "List, show, check and explain rule sets.", PREPARE),
    Entry(
        "campaigns", f"{_HERE}.shelf_commands:app", "List, rename, archive, copy, import campaigns.", PREPARE
    ),
    Entry("map", f"{_HERE}.map_commands:app", "Show, draw and check hex maps, and play on them.", PREPARE),
)

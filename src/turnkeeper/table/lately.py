"""The log as a referee reads it back: the latest commands, each with what happened and by which rule.

Only what is shown is decoded, however long the campaign is: a line is named by its commit and its place in
it and not by a number that would need all lines before it counted.
"""

from __future__ import annotations

from msgspec import Struct


class LogLine(Struct, frozen=True):
    """A line of the log. ``ref`` names it for `why_at`; one that is ``secret`` only the referee sees."""

    ref: str
    at: str
    text: str
    rule: str
    kind: str
    secret: bool


class LogGroup(Struct, frozen=True):
    """One command with what happened: ``said`` is the command with its dice, ``at`` when it was over."""

    commit: str
    said: str
    at: str
    lines: tuple[LogLine, ...]


class LogPage(Struct, frozen=True):
    """Groups, the oldest first; ``older`` names the commit to ask for what came before, if any."""

    groups: tuple[LogGroup, ...]
    older: str = ""

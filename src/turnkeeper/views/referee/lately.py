"""The log as a referee reads it back: the latest commands, each with what happened and by which rule.

Only what is shown is decoded, however long the campaign is: a line is named by its commit and its place in
it and not by a number that would need all lines before it counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.app import codec
from turnkeeper.app.log import because
from turnkeeper.play.registry import tell
from turnkeeper.record import CommitId, UnknownCommit

if TYPE_CHECKING:
    from turnkeeper.app.campaign import Campaign
    from turnkeeper.app.log import Because
    from turnkeeper.play.kernel.event import Event
    from turnkeeper.record import Commit
    from turnkeeper.rules.book import Rulebook

MOST_GROUPS = 14
MOST_LINES = 40
MOST_OF_ONE = 24
"""So many lines of one command are shown; a month that passed in one has hundreds."""
LONGEST_COMMAND = 240


class LogLine(Struct, frozen=True):
    """A line of the log. ``ref`` names it for `why_at`; one that is ``secret`` only the referee sees."""

    ref: str
    at_ms: int
    at: str
    text: str
    rule: str
    kind: str
    secret: bool


class LogGroup(Struct, frozen=True):
    """One command with what happened: ``said`` is the command with its dice, ``at`` when it was over.

    Of a long row only the last ``lines`` are shown; ``more`` came before them.
    """

    commit: str
    said: str
    at: str
    lines: tuple[LogLine, ...]
    more: int = 0


class LogPage(Struct, frozen=True):
    """Groups, the oldest first; ``older`` names the commit to ask for what came before, if any."""

    groups: tuple[LogGroup, ...]
    older: str = ""


def log_page(campaign: Campaign, at: str = "", groups: int = MOST_GROUPS, lines: int = MOST_LINES) -> LogPage:
    """Return the latest groups up to a commit, the head if unsaid; at least one, however long it is.

    Raises ``UnknownCommit`` where no such commit is.
    """
    commit = campaign.store.commit(CommitId(at)) if at else campaign.head
    found: list[LogGroup] = []
    left = lines
    while len(found) < groups:
        one = group_of(commit, campaign.book)
        left -= len(one.lines)
        if found and left < 0:
            return LogPage(tuple(reversed(found)), commit.id)
        found.append(one)
        if commit.parent is None:
            return LogPage(tuple(reversed(found)))
        commit = campaign.store.commit(commit.parent)
    return LogPage(tuple(reversed(found)), commit.id)


def group_of(commit: Commit, book: Rulebook) -> LogGroup:
    """Return a commit as a group of the log."""
    events = codec.decode_events(commit.events)
    first = max(0, len(events) - MOST_OF_ONE)
    lines = tuple(line(commit.id, index, events[index], book) for index in range(first, len(events)))
    at = book.scale.say_instant(events[-1].at) if events else ""
    return LogGroup(commit.id, _short(commit.summary), at, lines, first)


def line(commit: str, index: int, event: Event, book: Rulebook) -> LogLine:
    """Return an event as a line; ``index`` counts the events of its commit from 0."""
    return LogLine(
        ref=f"{commit}.{index}",
        at_ms=event.at.ms,
        at=book.scale.say_instant(event.at),
        text=tell(event, book),
        rule=event.rule,
        kind=str(event.__struct_config__.tag),
        secret=event.seen_by == "referee",
    )


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_COMMAND else f"{text[: LONGEST_COMMAND - 3]}..."


def why_at(campaign: Campaign, ref: str) -> Because | None:
    """Return why the line of that ``ref`` happened; ``None`` when there is no such line."""
    commit_id, _, index = ref.partition(".")
    if not index.isdecimal():
        return None
    try:
        commit = campaign.store.commit(CommitId(commit_id))
    except UnknownCommit:
        return None
    events = codec.decode_events(commit.events)
    if int(index[:9]) >= len(events):
        return None
    return because(campaign, int(index) + 1, commit, events[int(index)])

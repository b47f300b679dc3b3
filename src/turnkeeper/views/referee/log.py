"""The log as a referee reads it back: the latest commands, each with what happened and by which rule.

Also what changed last, in one or two short sentences: for those who hear the screen instead of seeing it.

Only what is shown is decoded, however long the campaign is: a line is named by its commit and its place in
it and not by a number that would need all lines before it counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.app import codec
from turnkeeper.app.log import because, line_of
from turnkeeper.play.clock.clock import TaskEnded, TaskInterrupted
from turnkeeper.play.registry import tell
from turnkeeper.record import CommitId, UnknownCommit
from turnkeeper.views.parts.saying import shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnkeeper.app.campaign import Campaign
    from turnkeeper.app.log import Because
    from turnkeeper.play.kernel.event import Event
    from turnkeeper.record import Commit
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.views.parts.lights import LightLine

MOST_GROUPS = 14
MOST_LINES = 40
MOST_OF_ONE = 24
"""The lines of one command that are shown; a month that passed in one has hundreds."""
LONGEST_COMMAND = 240
MOST_TOLD = 3
LONGEST = 300
FARTHEST = 40
"""The most commits that are looked back on for where the head was; beyond that it went elsewhere."""


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
    """Groups, the oldest first; ``older`` names the commit from which to ask for earlier groups, if any."""

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
    return LogGroup(commit.id, shortened(commit.summary, LONGEST_COMMAND), at, lines, first)


def line(commit: str, index: int, event: Event, book: Rulebook) -> LogLine:
    """Return an event as a line; ``index`` counts the events of its commit from 0."""
    one = line_of(index, commit, event, book)
    secret = one.seen_by == "referee"
    return LogLine(f"{commit}.{index}", one.at_ms, one.at, one.text, one.rule, one.kind, secret)


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


# What changed


def announcement(campaign: Campaign, low: Sequence[LightLine] = ()) -> str:
    """Return the effect of the last command: the time that passed, its events, and lights that burn low."""
    book, now, parent = campaign.book, campaign.state.now, campaign.head.parent
    events = codec.decode_events(campaign.head.events)
    before = [] if parent is None else codec.decode_events(campaign.store.commit(parent).events)
    passed = now - (before[-1].at if before else now)
    # In a count every turn says at which segment it is; what passed of the clock is of no use then.
    tells = passed.ms > 0 and campaign.state.count is None
    parts = [f"{book.scale.say(passed)} passed, {book.scale.say_instant(now)}"] if tells else []
    told = [text for one in events if (text := _told(one, book))]
    parts += told[:MOST_TOLD]
    if len(told) > MOST_TOLD:
        more = len(told) - MOST_TOLD
        parts.append(f"{more} more {'line' if more == 1 else 'lines'} in the log")
    if low:
        parts.append(f"{low[0].name} burns low" if len(low) == 1 else f"{len(low)} lights burn low")
    said = ". ".join(one[:1].upper() + one[1:].rstrip(".") for one in parts)
    return f"{shortened(said, LONGEST)}." if said else ""


def _told(event: Event, book: Rulebook) -> str:
    """Return an event in words; that time has passed is said already."""
    if isinstance(event, TaskEnded) and not event.activity and not event.found and not event.feet:
        return ""
    text = tell(event, book)
    return f"stopped: {text}" if isinstance(event, TaskInterrupted) else text


def moved(campaign: Campaign, was: CommitId) -> str:
    """Return an announcement that the head moved away from a commit; empty where play went on from it.

    The commit was undone, perhaps with others at once, or the head went to another branch.
    """
    here, at = campaign.head, campaign.book.scale.say_instant(campaign.state.now)
    if _steps_up(campaign, here.id, was) is not None:
        return ""
    back = _steps_up(campaign, was, here.id)
    if back is None:
        return f"Gone to: {here.summary}. It is {at}."
    what = campaign.store.commit(was).summary if back == 1 else f"{back} commands"
    return f"Undone: {what}. It is {at}."


def _steps_up(campaign: Campaign, commit: CommitId, above: CommitId) -> int | None:
    """Return how many commits up the line another stands; ``None`` when it is not near above."""
    at: CommitId | None = commit
    for steps in range(FARTHEST):
        if at is None or at == above:
            return None if at is None else steps
        try:
            at = campaign.store.commit(at).parent
        except UnknownCommit:
            return None
    return None

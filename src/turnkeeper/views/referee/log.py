"""The log as a referee reads it back: the latest commands, each with what happened and by which rule.

Also what changed last, in one or two short sentences: for those who hear the screen instead of seeing it.

Only shown lines are decoded, however long the campaign is: a line is named by its commit and its place in
it and not by a number that would need all lines before it counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from msgspec import Struct

from turnkeeper.app import codec
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.log import Because, Line, because, dates_of, line_of, told_of
from turnkeeper.play.clock.clock import TaskEnded, TaskInterrupted
from turnkeeper.play.kernel.event import Event
from turnkeeper.record import Commit, CommitId, UnknownCommit
from turnkeeper.rules.book import Rulebook
from turnkeeper.spelling.sentences import capitalised
from turnkeeper.views.parts.saying import shortened
from turnkeeper.views.referee.folding import LogFold, Quiet, fold, quiet_of, stretches

if TYPE_CHECKING:
    from turnkeeper.views.parts.lights import LightLine

MOST_GROUPS = 14
MOST_LINES = 40
MOST_QUIET = 60
"""The most quiet commands that are shown besides, folded."""
MOST_READ = 400
MOST_OF_ONE = 24
"""The lines of one command that are shown; a month that passed in one has hundreds."""
LONGEST_COMMAND = 240
MOST_TOLD = 3
LONGEST = 300
FARTHEST = 40
"""The most commits that are looked back on for where the head was; beyond that it went elsewhere."""


class LogLine(Struct, frozen=True):
    """A line of the log. ``ref`` names it for `why_at`; one that is ``secret`` only the referee sees.

    ``others`` name the events that are told in it besides its own.
    """

    ref: str
    at_ms: int
    at: str
    text: str
    rule: str
    kind: str
    secret: bool
    others: tuple[str, ...] = ()


class LogGroup(Struct, frozen=True):
    """One command with what happened: ``said`` is the command with its dice, ``at`` when it was over.

    ``lines`` are its events, each by itself, ``told`` the same as people read it. Of a long row only the last
    ones are there; ``more`` lines and ``more_told`` came before them. Of one that is ``quiet`` nothing came.
    """

    commit: str
    said: str
    at: str
    lines: tuple[LogLine, ...]
    more: int = 0
    told: tuple[LogLine, ...] = ()
    more_told: int = 0
    quiet: bool = False


class LogPage(Struct, frozen=True):
    """Groups, the oldest first; ``older`` names the commit from which to ask for earlier groups, if any.

    ``folds`` are the quiet stretches among the groups, which a screen tells in one line each. ``dates`` are
    those of the calendar in use, by the day as a group says it.
    """

    groups: tuple[LogGroup, ...]
    older: str = ""
    folds: tuple[LogFold, ...] = ()
    dates: dict[str, str] = {}

    @property
    def entries(self) -> tuple[LogEntry, ...]:
        """Return the groups as a screen shows them: those of a fold together."""
        folds, at = {one.first: one for one in self.folds}, 0
        found: list[LogEntry] = []
        while at < len(self.groups):
            fold, end = folds.get(self.groups[at].commit), at + 1
            while fold is not None and self.groups[end - 1].commit != fold.last:
                end += 1
            found.append(LogEntry(self.groups[at:end], fold))
            at = end
        return tuple(found)


class LogEntry(Struct, frozen=True):
    """One group, or those of a fold."""

    groups: tuple[LogGroup, ...]
    fold: LogFold | None = None

    @property
    def at(self) -> str:
        """Return when it was over."""
        return self.groups[-1].at


class _Read(NamedTuple):
    """A commit as it was read, with the one before it."""

    group: LogGroup
    quiet: Quiet | None
    parent: CommitId | None


_READ: WeakKeyDictionary[Campaign, dict[CommitId, _Read]] = WeakKeyDictionary()
"""The commits read of each campaign: none ever changes, and the latest are shown after each command."""


def log_page(
    campaign: Campaign,
    at: str = "",
    groups: int = MOST_GROUPS,
    lines: int = MOST_LINES,
    quiet: int = MOST_QUIET,
) -> LogPage:
    """Return the latest groups up to a commit, the head if unsaid; at least one, however long it is.

    Quiet ones, up to a number, count for nothing: they are folded. Raises ``UnknownCommit`` where no such
    commit is.
    """
    here: CommitId | None = CommitId(at) if at else campaign.head.id
    found: list[_Read] = []
    while here is not None and groups > 0:
        one = _read(campaign, here)
        if one.quiet is not None and quiet > 0:
            quiet -= 1
        else:
            groups, lines = groups - 1, lines - len(one.group.told)
        if found and lines < 0:
            break
        found.append(one)
        here = one.parent
    found.reverse()
    shown = tuple(one.group for one in found)
    dates = dates_of(campaign, (line for one in shown for line in one.told))
    return LogPage(shown, here or "", tuple(_folds(campaign, found)), dates)


def _folds(campaign: Campaign, found: Sequence[_Read]) -> Iterator[LogFold]:
    book, head = campaign.book, campaign.head.id

    def quiet_of_one(one: _Read) -> Quiet | None:
        # What has just happened is seen.
        return None if one.group.commit == head else one.quiet

    for quiet, some in stretches(found, quiet_of_one, book):
        if quiet is not None:
            yield fold(quiet, some[0].group.commit, some[-1].group.commit, book)


def _read(campaign: Campaign, commit_id: CommitId) -> _Read:
    kept = _READ.setdefault(campaign, {})
    if commit_id not in kept:
        commit = campaign.store.commit(commit_id)
        while len(kept) >= MOST_READ:
            del kept[next(iter(kept))]
        quiet = quiet_of(codec.decode_events(commit.events), campaign.book)
        kept[commit_id] = _Read(group_of(campaign, commit, quiet=quiet is not None), quiet, commit.parent)
    return kept[commit_id]


def group_of(campaign: Campaign, commit: Commit, *, quiet: bool = False) -> LogGroup:
    """Return a commit as a group of the log."""
    events = codec.decode_events(commit.events)
    first = max(0, len(events) - MOST_OF_ONE)
    lines = tuple(line(commit.id, at, events[at], campaign.book) for at in range(first, len(events)))
    told = tuple(map(_line, told_of(campaign, commit, events, 0)))
    at = campaign.book.scale.say_instant(events[-1].at) if events else ""
    summary = shortened(commit.summary, LONGEST_COMMAND)
    more_told = max(0, len(told) - MOST_OF_ONE)
    return LogGroup(commit.id, summary, at, lines, first, told[-MOST_OF_ONE:], more_told, quiet)


def line(commit: str, index: int, event: Event, book: Rulebook) -> LogLine:
    """Return an event as a line by itself; ``index`` counts the events of its commit from 0."""
    return _line(line_of(index, commit, event, book))


def _line(one: Line) -> LogLine:
    """Return a line whose number counts the events of its commit from 0."""
    ref, *others = (f"{one.commit}.{number}" for number in (one.number, *one.others))
    secret = one.seen_by == "referee"
    return LogLine(ref, one.at_ms, one.at, one.text, one.rule, one.kind, secret, tuple(others))


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
    return because(campaign, commit, int(index), int(index) + 1)


# What changed


def announcement(campaign: Campaign, low: Sequence[LightLine] = ()) -> str:
    """Return the effect of the last command: the time that passed, its events, and lights that burn low."""
    book, now, parent = campaign.book, campaign.state.now, campaign.head.parent
    events = codec.decode_events(campaign.head.events)
    before = [] if parent is None else codec.decode_events(campaign.store.commit(parent).events)
    passed = now - (before[-1].at if before else now)
    # In a count every turn says at which segment it is; what passed of the clock is of no use then.
    tells = passed.ms > 0 and campaign.state.count is None
    parts = [f"{book.scale.plain.say(passed)} passed, {book.scale.say_instant(now)}"] if tells else []
    told = [text for one in told_of(campaign, campaign.head, events, 0) if (text := _told(one, events))]
    parts += told[:MOST_TOLD]
    if len(told) > MOST_TOLD:
        more = len(told) - MOST_TOLD
        parts.append(f"{more} more {'line' if more == 1 else 'lines'} in the log")
    if low:
        parts.append(f"{low[0].name} burns low" if len(low) == 1 else f"{len(low)} lights burn low")
    said = ". ".join(capitalised(one.rstrip(".")) for one in parts)
    return f"{shortened(said, LONGEST)}." if said else ""


def _told(line: Line, events: Sequence[Event]) -> str:
    """Return a line that begins with an event in words; that time has passed is said already."""
    event = events[line.number]
    if isinstance(event, TaskEnded) and not (event.activity or event.found or event.feet or line.others):
        return ""
    return f"stopped: {line.text}" if isinstance(event, TaskInterrupted) else line.text


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

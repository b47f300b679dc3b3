"""What changed, in one short sentence or two: for whoever hears the screen instead of seeing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.play.clock import TaskEnded, TaskInterrupted
from turnkeeper.play.house import tell
from turnkeeper.record import CommitId, UnknownCommit
from turnkeeper.table import codec
from turnkeeper.time import Instant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnkeeper.play.event import Event
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.table.burndown import LampView
    from turnkeeper.table.campaign import Campaign

MOST_TOLD = 3
LONGEST = 300


def announcement(campaign: Campaign, low: Sequence[LampView] = ()) -> str:
    """Return what the last command did: the time that passed, what happened, and what burns low now."""
    book, now = campaign.book, campaign.state.now
    events = codec.decode_events(campaign.head.events)
    passed = now - _before(campaign, now)
    # In a count every turn says at which segment it is; what passed of the clock is of no use then.
    tells = passed.ms > 0 and campaign.state.count is None
    parts = [f"{book.scale.say(passed)} passed, {book.scale.say_instant(now)}"] if tells else []
    told = [text for one in events if (text := _told(one, book))]
    parts += told[:MOST_TOLD]
    if len(told) > MOST_TOLD:
        parts.append(f"{len(told) - MOST_TOLD} more lines in the log")
    if low:
        parts.append(f"{low[0].name} burns low" if len(low) == 1 else f"{len(low)} lights burn low")
    said = ". ".join(one[:1].upper() + one[1:] for one in parts)
    return (said if len(said) <= LONGEST else f"{said[: LONGEST - 3]}...") + "." if said else ""


def _told(event: Event, book: Rulebook) -> str:
    """Return an event in words; that time has passed is said already."""
    if isinstance(event, TaskEnded) and not event.activity and not event.found and not event.feet:
        return ""
    text = tell(event, book)
    return f"stopped: {text}" if isinstance(event, TaskInterrupted) else text


def _before(campaign: Campaign, now: Instant) -> Instant:
    """Return when the last command began: where the one before it ended."""
    parent = campaign.head.parent
    events = [] if parent is None else codec.decode_events(campaign.store.commit(parent).events)
    return events[-1].at if events else now


def is_back(campaign: Campaign, was: str) -> bool:
    """Tell whether the head stands just before where it was: the last command was undone."""
    try:
        return campaign.store.commit(CommitId(was)).parent == campaign.head.id
    except UnknownCommit:
        return False


def undone(campaign: Campaign, was: str) -> str:
    """Return what was undone, and what time it is again."""
    summary = campaign.store.commit(CommitId(was)).summary
    return f"Undone: {summary}. It is {campaign.book.scale.say_instant(campaign.state.now)}."

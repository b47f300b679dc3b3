"""What changed, in one short sentence or two: for whoever hears the screen instead of seeing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.app import codec
from turnkeeper.play.clock.clock import TaskEnded, TaskInterrupted
from turnkeeper.play.registry import tell
from turnkeeper.record import UnknownCommit
from turnkeeper.time import Instant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnkeeper.app.campaign import Campaign
    from turnkeeper.play.kernel.event import Event
    from turnkeeper.record import CommitId
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.views.referee.burndown import LampView

MOST_TOLD = 3
LONGEST = 300
FARTHEST = 40
"""So many commits are looked back on for where the head was; whoever went farther went elsewhere."""


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
        more = len(told) - MOST_TOLD
        parts.append(f"{more} more {'line' if more == 1 else 'lines'} in the log")
    if low:
        parts.append(f"{low[0].name} burns low" if len(low) == 1 else f"{len(low)} lights burn low")
    said = ". ".join(one[:1].upper() + one[1:].rstrip(".") for one in parts)
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


def moved(campaign: Campaign, was: CommitId) -> str:
    """Return what it means that the head moved away from a commit; nothing where it was played on from it.

    So it is undone, several commands at once perhaps, or another branch was gone to.
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

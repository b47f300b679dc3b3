"""Looking back: how a campaign stood at an earlier commit. Nothing is changed by it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct

from turnkeeper.app import codec
from turnkeeper.app.campaign import Campaign
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.record import Commit
from turnkeeper.views.parts.saying import shortened
from turnkeeper.views.referee.log import LONGEST_COMMAND
from turnkeeper.views.referee.view import RefereeView, referee_view


class LookBack(Struct, frozen=True):
    """The view at a commit, which ``said`` names; ``is_head`` says that it is how it stands now.

    ``earlier`` and ``later`` are the commits beside it on the line that leads to the head, if any.
    """

    commit: str
    said: str
    is_head: bool
    earlier: str
    later: str
    view: RefereeView


def look_back(campaign: Campaign, start_of_id: str) -> LookBack | Refusal:
    """Return how it stood at a commit, named by the first letters of its id; the head if by none."""
    found = campaign.named(start_of_id) if start_of_id else campaign.head
    return found if isinstance(found, Refusal) else _look(campaign, found)


def look_back_to(campaign: Campaign, ms: int) -> LookBack:
    """Return how it stood at an instant: after the last command that was over by then, if any was."""
    line = _line(campaign)
    over = (one for one in line if one.parent is None or _ended_ms(one) <= ms)
    return _look(campaign, next(over))


def _look(campaign: Campaign, commit: Commit) -> LookBack:
    later = (after.id for after, one in pairwise(_line(campaign)) if one.id == commit.id)
    return LookBack(
        commit=commit.id,
        said=shortened(commit.summary, LONGEST_COMMAND),
        is_head=commit.id == campaign.head.id,
        earlier=commit.parent or "",
        later=next(later, ""),
        view=referee_view(campaign.as_of(commit)),
    )


def _line(campaign: Campaign) -> Iterator[Commit]:
    """Yield the commits from the head back to the beginning."""
    commit = campaign.head
    while commit.parent is not None:
        yield commit
        commit = campaign.store.commit(commit.parent)
    yield commit


def _ended_ms(commit: Commit) -> int:
    """Return the instant at which a command was over; one without events took no time, and is passed by."""
    events = codec.decode_events(commit.events)
    return events[-1].at.ms if events else 1 << 62

"""Search in the log: the commands that hold all of some words, from the head back.

The text searched is what people read: how each event is told, its rule, and the command with its dice. Each
commit is put into words once and kept, for none ever changes; so the second question is answered at once.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from turnkeeper.app import codec
from turnkeeper.app.campaign import Campaign
from turnkeeper.play.registry import tell
from turnkeeper.record import Commit, CommitId
from turnkeeper.views.referee.log import LogPage, group_of

MOST_FOUND = 60
_TEXTS: WeakKeyDictionary[Campaign, dict[CommitId, str]] = WeakKeyDictionary()


def find(campaign: Campaign, said: str, before: str = "", most: int = MOST_FOUND) -> LogPage:
    """Return the latest commands that hold all the words said, as groups, none of them folded.

    ``before`` is the commit to begin at, the head if unsaid, and ``older`` of the page that of the next page.
    Raises ``UnknownCommit`` where no such commit is.
    """
    words = said.casefold().split()
    texts = _TEXTS.setdefault(campaign, {})
    found: list[Commit] = []
    start = campaign.store.commit(CommitId(before)) if before else campaign.head
    for commit in reversed(campaign.store.lineage(start.id)):
        text = texts.get(commit.id)
        if text is None:
            text = texts[commit.id] = _text(campaign, commit)
        if all(word in text for word in words):
            if len(found) == most:
                return _page(campaign, found, commit.id)
            found.append(commit)
    return _page(campaign, found)


def _page(campaign: Campaign, found: list[Commit], older: str = "") -> LogPage:
    return LogPage(tuple(group_of(campaign, commit) for commit in reversed(found)), older)


def _text(campaign: Campaign, commit: Commit) -> str:
    plain = campaign.book.plain
    events = codec.decode_events(commit.events)
    told = (f"{tell(one, plain)} {one.rule}" for one in events)
    return "\n".join((commit.summary, *told)).casefold()

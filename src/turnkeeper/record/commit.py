"""The kept values: one commit for each command, and the few facts of a campaign that never change.

The bytes in here are the caller's JSON; this module must not look inside them.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import NewType

from msgspec import Struct

FORMAT = 1
"""The version of a campaign's stored form that this code writes."""

CommitId = NewType("CommitId", str)
"""Thirty-two hexadecimal digits that follow from a commit's parent, command and answers."""


class Commit(Struct, frozen=True, gc=False):
    """One command with the faces that answered it and the events it had.

    `command`, `answers` and `events` are JSON in UTF-8, `summary` one line for the referee ("search, 2d6 =
    9"). `depth` counts from the root, which has 0 and no parent. `made_ms` is the wall clock in Unix
    milliseconds and no part of the id.
    """

    id: CommitId
    parent: CommitId | None
    depth: int
    command: bytes
    answers: bytes
    events: bytes
    summary: str
    made_ms: int


class CampaignFacts(Struct, frozen=True, gc=False):
    """Who a campaign is.

    `campaign` is a random id and `seed` the root of all seeded dice, both text chosen by the caller;
    `rules_digest` names the blob with the rule set as resolved; `created_ms` is in Unix milliseconds. Only
    `name` can change later.
    """

    format: int
    campaign: str
    name: str
    seed: str
    rules_digest: str
    created_ms: int


def make_commit(  # noqa: PLR0913, PLR0917 - a commit has this many parts
    parent: Commit | None, command: bytes, answers: bytes, events: bytes, summary: str, made_ms: int
) -> Commit:
    """Return the commit that follows `parent`, or a root; line breaks in `summary` become blanks.

    >>> root = make_commit(None, b'{"new": "Barrow"}', b"[]", b"[]", "new campaign", 0)
    >>> first, later = (make_commit(root, b'"search"', b"[[4, 5]]", b"[]", "search", ms) for ms in (10, 99))
    >>> first.id == later.id, first.depth
    (True, 1)
    """
    return Commit(
        id=content_id(None if parent is None else parent.id, command, answers),
        parent=None if parent is None else parent.id,
        depth=0 if parent is None else parent.depth + 1,
        command=command,
        answers=answers,
        events=events,
        summary=" ".join(summary.split()),
        made_ms=made_ms,
    )


def content_id(parent: CommitId | None, command: bytes, answers: bytes) -> CommitId:
    """Return the id that belongs to this content, the same on every machine.

    Each part is hashed after its length, so that no two ways of cutting the same bytes meet in one id.
    """
    state = blake2b(digest_size=16, person=b"turnkeeper/1")
    for part in ((parent or "").encode(), command, answers):
        state.update(len(part).to_bytes(8, "big"))
        state.update(part)
    return CommitId(state.hexdigest())


def require_root(commit: Commit, facts: CampaignFacts) -> None:
    """Raise ValueError unless a campaign of these facts can begin with this commit."""
    if commit.parent is not None or commit.depth != 0:
        raise ValueError(f"a campaign begins with a root, not with a commit at depth {commit.depth}")
    if facts.format != FORMAT:
        raise ValueError(f"this code writes format {FORMAT}, not {facts.format}")
    require_own_id(commit)


def require_own_id(commit: Commit) -> None:
    """Raise ValueError when the id is not that of the content, as in a commit put together by hand."""
    if commit.id != content_id(commit.parent, commit.command, commit.answers):
        raise ValueError(f"commit {commit.id} does not have the id of its content")


def require_child(commit: Commit) -> CommitId:
    """Return the parent of a commit that can be appended; raises ValueError for a root or a wrong id."""
    require_own_id(commit)
    if commit.parent is None:
        raise ValueError(f"commit {commit.id} is a root and follows nothing")
    return commit.parent


def require_follows(commit: Commit, depth: int) -> None:
    """Raise ValueError unless the commit stands one below a parent at this depth."""
    if commit.depth != depth + 1:
        raise ValueError(f"commit {commit.id} says depth {commit.depth}, its parent stands at {depth}")

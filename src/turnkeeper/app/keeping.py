"""A playthrough replayed, and kept as a campaign of its own when every fact in it holds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from turnkeeper.app.library import path_of, random_id
from turnkeeper.app.replay import Replayed, replay_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnkeeper.record import CampaignFacts, Commit, Store


def replayed(text: str, name: str, *, into: str = "") -> tuple[Replayed, Path | None]:
    """Return what comes of a playthrough, and the file it was kept in, if it was to be and every fact holds.

    Raises `RecordFault` and `NoCampaign` where the file cannot be made.
    """
    tried = replay_text(text, name, campaign=random_id(), seed=random_id())
    if not into or tried.problems or tried.campaign is None:
        return tried, None
    path = path_of(into)
    return kept(text, name, path), path


def kept(text: str, name: str, path: Path) -> Replayed:
    """Return what comes of a playthrough in a new file; nothing is ever overwritten."""
    from turnkeeper.record.sqlite import SqliteStore

    def create(facts: CampaignFacts, root: Commit, /, *, blobs: Mapping[str, bytes]) -> Store:
        return SqliteStore.create(path, facts, root, blobs=blobs)

    return replay_text(text, name, create=create, campaign=random_id(), seed=random_id())

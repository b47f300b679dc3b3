"""A campaign goes on under other rules: the one played again by them takes its place, or stands beside it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from turnkeeper.app import sharing
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import random_id
from turnkeeper.app.shelf.folder import Moved, Shelf, free_path
from turnkeeper.app.shelf.naming import free_name, stem_for
from turnkeeper.app.shelf.rehearsal import played_on
from turnkeeper.record import RecordFault
from turnkeeper.rules.model.ruleset import RuleSet


def kept_beside(shelf: Shelf, campaign: Campaign, path: Path, rules: RuleSet) -> tuple[Path, str]:
    """Play a campaign again under other rules in a file of its own; return the file, and the campaign's id.

    It has a name of its own, and the table's agreements but for the links. Raises `RecordFault`.
    """
    name = free_name(campaign.store.facts.name, shelf.names())
    new, new_id = free_path(shelf.folder, stem_for(name)), random_id()
    try:
        with closing(played_on(campaign, rules, new, new_id).campaign) as anew:
            anew.store.rename(name)
        agreed = sharing.read(path).sharing
        if agreed != sharing.Sharing():
            sharing.write(new, replace(agreed, links=()))
    except RecordFault:
        new.unlink(missing_ok=True)
        raise
    return new, new_id


def taken_over(shelf: Shelf, old: Path, new: Path, name: str) -> Moved:
    """Put a campaign away, and give its name and its links to the one that goes on in its place.

    Nobody may have either open; raises `StoreBusy` when the old one is, and then both stay. Raises other
    `RecordFault` too.
    """
    agreed = sharing.read(old).sharing
    away = shelf.put_away(old)
    if agreed.links:
        sharing.write(away.path, replace(agreed, links=()))
    sharing.write(new, agreed)
    moved = shelf.rename(new, name)
    assert isinstance(moved, Moved)  # noqa: S101 - the name was the old one's
    return moved

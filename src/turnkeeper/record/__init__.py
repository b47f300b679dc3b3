"""The record: a campaign's tree of commits, kept where nothing that was acknowledged is ever lost.

This package exists so that undo has no limit, a torn cable costs nothing and a campaign is one file. It knows
bytes and the shape of the tree; it must not know what a command, an event or a rule is, and imports nothing
of the game. `commit` has the kept values, `port` the contract of a store, `memory` and `sqlite` its stores.
The SQLite store is imported by its own name, `turnkeeper.record.sqlite`, so that whoever needs only the
values does not load a database.
"""

from __future__ import annotations

from turnkeeper.record.commit import FORMAT, CampaignFacts, Commit, CommitId, make_commit
from turnkeeper.record.port import (
    AlreadyThere,
    CannotWrite,
    HeadMoved,
    Keepsakes,
    NotACampaign,
    RecordFault,
    Store,
    StoreBusy,
    Tree,
    UnknownBlob,
    UnknownCommit,
    WrongFormat,
)

__all__ = [
    "FORMAT",
    "AlreadyThere",
    "CampaignFacts",
    "CannotWrite",
    "Commit",
    "CommitId",
    "HeadMoved",
    "Keepsakes",
    "NotACampaign",
    "RecordFault",
    "Store",
    "StoreBusy",
    "Tree",
    "UnknownBlob",
    "UnknownCommit",
    "WrongFormat",
    "make_commit",
]

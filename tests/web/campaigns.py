"""Campaigns to look at: begun in a folder of the screen by a program beside it, as the terminal is one."""

from __future__ import annotations

from pathlib import Path

from turnkeeper.app import sharing
from turnkeeper.app.campaign import now_ms
from turnkeeper.app.library import SUFFIX, create, open_campaign
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session
from turnkeeper.rules import load_builtin
from turnkeeper.time import Instant

KEY_LENGTH = 12
SEED = "lantern"
BARROW = ("party Varda wisdom 12; Orlo wisdom 9", "enter dungeon Barrow", "light torch for Orlo")


def begin(folder: Path, name: str, *said: str, rules: str = "glog") -> str:
    """Begin a campaign with seeded dice, carry out what is said, and return its key in addresses."""
    _, campaign = create(str(folder / name), load_builtin(rules), seed=SEED)
    try:
        for each in said:
            told = Session(campaign).say(each)
            assert isinstance(told, CommandDone), (each, told)
        return campaign.store.facts.campaign[:KEY_LENGTH]
    finally:
        campaign.close()


def commits(folder: Path, name: str) -> list[str]:
    """Return the commands of a campaign up to its head, as its file has it."""
    campaign = open_campaign(folder / f"{name}{SUFFIX}", read_only=True)
    try:
        return [commit.summary for commit, _ in campaign.lineage()]
    finally:
        campaign.close()


def now_of(folder: Path, name: str) -> Instant:
    """Return the instant at which a campaign stands, as its file has it."""
    campaign = open_campaign(folder / f"{name}{SUFFIX}", read_only=True)
    try:
        return campaign.state.now
    finally:
        campaign.close()


def link(folder: Path, name: str, character: str = "") -> str:
    """Make a player's link for a campaign and return its token."""
    path = folder / f"{name}{SUFFIX}"
    kept, _, token = sharing.made(sharing.read(path).sharing, character or "everyone", now_ms(), character)
    sharing.write(path, kept)
    return token

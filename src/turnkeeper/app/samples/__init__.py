"""Campaigns that come with the program, as playthroughs: one to look around in, one to watch."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path
from tempfile import mkdtemp

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import SUFFIX, open_campaign
from turnkeeper.app.replay import Replayed, StatusFacts, replay_text, replay_to

NAME = f"sample{SUFFIX}"
DOOR = "door.play"
SESSION = "barrow.play"


def text_of(name: str) -> str:
    """Return the text of a playthrough that comes with the program."""
    return files(__name__).joinpath(name).read_text(encoding="utf-8")


def played(status: StatusFacts) -> Campaign:
    """Return the sample session, played to its end and kept in memory."""
    return _whole(replay_text(text_of(SESSION), SESSION, status))


def opened(folder: Path, status: StatusFacts) -> tuple[Path, Campaign, bool]:
    """Return the sample campaign's file, the campaign, and whether it was begun just now.

    It lies in the folder, or where that cannot be written to in a new temporary one. One that is there
    already is opened as it was left.
    """
    path = folder / NAME
    if path.exists():
        return path.resolve(), open_campaign(path), False
    if not os.access(folder, os.W_OK):
        path = Path(mkdtemp(prefix="turnkeeper-")) / NAME
    path = path.resolve()
    return path, _whole(replay_to(path, text_of(DOOR), DOOR, status)), True


def _whole(replayed: Replayed) -> Campaign:
    if replayed.problems or replayed.campaign is None:
        message = "\n".join(map(str, replayed.problems))
        raise AssertionError(message)
    return replayed.campaign

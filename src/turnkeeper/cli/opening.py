"""Files that a command line names: the campaign that is meant, opened and closed; others read and written."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import find, open_campaign
from turnkeeper.cli.exits import Exit, Stop

VARIABLE = "TURNKEEPER_CAMPAIGN"


def chosen(said: str = "") -> Path:
    """Return the file of the campaign that is meant: as said, else by the environment, else the only one."""
    return find(said or os.environ.get(VARIABLE, ""), Path())


@contextmanager
def opened(said: str = "", *, read_only: bool = False) -> Iterator[Campaign]:
    """Open the campaign that is meant, and close it at the end."""
    campaign = open_campaign(chosen(said), read_only=read_only)
    try:
        yield campaign
    finally:
        campaign.close()


def read_text(path: Path) -> str:
    """Return a file's text; raises `Stop` when it cannot be read or is no text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as fault:
        raise Stop(
            Exit.FILE, f"{path} is not text in UTF-8.", "Save it as UTF-8, or check the path."
        ) from fault


def write_new(path: Path, text: str) -> None:
    """Write a new file; raises `Stop` rather than overwrite one. A file half written does not stay."""
    try:
        file = path.open("x", encoding="utf-8", newline="\n")
    except FileExistsError as fault:
        hint = "Choose another name, or move the old file away."
        raise Stop(Exit.FILE, f"there is already a file {path}; nothing was overwritten.", hint) from fault
    try:
        with file:
            file.write(text)
    except BaseException:
        path.unlink(missing_ok=True)
        raise

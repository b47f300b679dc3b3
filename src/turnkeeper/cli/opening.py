"""Which campaign a command is about, and the place where it is opened and closed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import find, open_campaign

VARIABLE = "TURNKEEPER_CAMPAIGN"


def chosen(said: str = "") -> Path:
    """Return the file of the campaign that is meant: as said, else by the environment, else the only one."""
    return find(said or os.environ.get(VARIABLE, ""), Path())


@contextmanager
def opened(said: str = "", *, read_only: bool = False) -> Iterator[Campaign]:
    """Give the campaign that is meant, and let go of it at the end."""
    campaign = open_campaign(chosen(said), read_only=read_only)
    try:
        yield campaign
    finally:
        campaign.close()

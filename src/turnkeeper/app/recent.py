"""What was said last in a campaign, so that a front end can offer it again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.app import codec

if TYPE_CHECKING:
    from turnkeeper.app.campaign import Campaign


def recent_commands(campaign: Campaign, most: int = 50) -> list[str]:
    """Return the last commands on the way to the head as they are said, the oldest first."""
    said: list[str] = []
    commit = campaign.head
    while commit.parent is not None and len(said) < most:
        command = codec.decode_command(commit.command)
        if command is not None:
            said.append(campaign.language.say(command))
        commit = campaign.store.commit(commit.parent)
    return said[::-1]

"""What can be done: the commands that rules serve, whether each could be said now, and those said lately.

What each says is filled in on its form. This module must not know how the list is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.app import codec
from turnkeeper.app.understanding import is_allowed, offers_at
from turnkeeper.play.kernel import slots
from turnkeeper.views.command_forms import entry_of, fill
from turnkeeper.views.parts.command_ways import CommandWay, Entry, entries, help_of

if TYPE_CHECKING:
    from turnkeeper.app.campaign import Campaign

MOST_RECENT = 6
LOOKED_BACK = 40


class CommandEntry(Struct, frozen=True):
    """A command to choose: its form's id, its name, group and help.

    ``ready`` says that nothing shows already that the rules would refuse it now.
    """

    id: str
    title: str
    group: str
    help: str
    ready: bool


def doable(campaign: Campaign) -> tuple[CommandEntry, ...]:
    """Return every command that the rules serve, with whether it could be said just now."""
    return tuple(
        CommandEntry(
            one.id, one.title, one.declared.group, help_of(one, campaign.book), is_ready(campaign, one)
        )
        for one in entries(campaign.book).values()
    )


def is_ready(campaign: Campaign, entry: Entry) -> bool:
    """Return whether any way of a command could be said now, as far as this shows without its fields."""
    return any(_can_be_said(campaign, entry, way) for way in entry.ways)


def _can_be_said(campaign: Campaign, entry: Entry, way: CommandWay) -> bool:
    kinds = way.kinds
    for field in way.required:
        offered = offers_at(campaign)(entry.declared, field, kinds[field])
        if offered is not None and not slots.KINDS[kinds[field]].open and not any(True for _ in offered):
            return False
    if way.required:
        return True
    filled = fill(campaign, entry, way, {})
    return filled.said is None or is_allowed(campaign, filled.said)


def recent(campaign: Campaign) -> tuple[str, ...]:
    """Return the ids of the forms of the commands said last, the latest first, each once."""
    found: dict[str, None] = {}
    commit = campaign.head
    for _ in range(LOOKED_BACK):
        if commit.parent is None or len(found) == MOST_RECENT:
            break
        command = codec.decode_command(commit.command)
        meant = None if command is None else entry_of(campaign, command)
        if meant is not None:
            found[meant[0].id] = None
        commit = campaign.store.commit(commit.parent)
    return tuple(found)

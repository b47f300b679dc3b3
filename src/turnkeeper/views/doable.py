"""What can be done: the commands that rules serve, whether each could be said now, and those said lately.

What each says is filled in on its form. This module must not know how the list is drawn.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.app import codec
from turnkeeper.app.understanding import offers_at
from turnkeeper.chance.drivers import TypedFaces
from turnkeeper.play.kernel import slots
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.views.command_forms import command_form, entry_of, fill
from turnkeeper.views.parts.command_ways import Entry, entries, help_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from turnkeeper.app.campaign import Campaign
    from turnkeeper.play.kernel.language import Understood

MOST_RECENT = 6
LOOKED_BACK = 40
MOST_TRIED = 3


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
    """Return whether any way of a command could be said now, as far as a few tries show."""
    return any(_can_be_said(campaign, entry, number) for number in range(len(entry.ways)))


def _can_be_said(campaign: Campaign, entry: Entry, number: int) -> bool:
    """Return whether some values that are offered say it, or the rules refuse it for its values alone."""
    way = entry.ways[number]
    for field in way.required:
        offered = offers_at(campaign)(entry.declared, field, way.kinds[field])
        if offered is not None and not slots.KINDS[way.kinds[field]].open and not any(True for _ in offered):
            return False
    refused = set()
    for typed in _trials(campaign, entry, number):
        filled = fill(campaign, entry, way, typed)
        why = None if filled.said is None else _why_not(campaign, filled.said)
        if why is None or why.wants or why.fields or _names(why, typed):
            return True
        refused.add((why.code, why.message))
    return len(refused) != 1


def _trials(campaign: Campaign, entry: Entry, number: int) -> Iterator[dict[str, str]]:
    """Yield values for what a way requires, a few that are offered or an example; then for all its fields."""
    if not entry.ways[number].required:
        yield {}
        return
    fields = command_form(campaign, entry, number, {}).fields
    values = {one.name: one.values or (one.such or "3",) for one in fields}
    for at in range(MOST_TRIED):
        yield {one.name: values[one.name][at % len(values[one.name])] for one in fields if one.required}
    yield {name: some[0] for name, some in values.items()}


def _why_not(campaign: Campaign, said: Understood) -> Refusal | None:
    decided = campaign.decide(said, TypedFaces((), campaign.seeded(), then=False))
    return decided if isinstance(decided, Refusal) else None


def _names(why: Refusal, typed: Mapping[str, str]) -> bool:
    """Return whether a refusal speaks of what was filled in, so that something else may do."""
    return any(re.search(rf"\b{re.escape(said)}\b", why.message, re.IGNORECASE) for said in typed.values())


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

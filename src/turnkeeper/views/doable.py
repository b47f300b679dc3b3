"""What can be done: the commands that rules serve, whether each could be said now, and those said lately.

What each says is filled in on its form. This module must not know how the list is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from turnkeeper.app import codec
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.meaning.saying import offers_at
from turnkeeper.chance.drivers import TypedFaces
from turnkeeper.play.kernel import slots
from turnkeeper.play.kernel.event import Command, Refusal
from turnkeeper.play.kernel.language import Understood
from turnkeeper.views.command_forms import FilledForm, command_form, entry_of, read_fields
from turnkeeper.views.parts.command_ways import Entry, entries, help_of, required_fields

MOST_RECENT = 6
LOOKED_BACK = 40
MOST_TRIED = 8
NUMBERS = ("3", "1")
STRANGER = "Somebody new"
"""A name that nobody has yet, for a field that takes any."""


class CommandEntry(Struct, frozen=True):
    """A command to choose: its form's id, its name, group and help.

    ``ready`` says that it could be done now, with some of the values that are offered or an example.
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
    """Return whether some values that are offered, or an example, say a command that would be done now."""
    return any(
        is_possible(campaign, command)
        for number in range(len(entry.ways))
        for command in _trials(campaign, entry, number)
    )


def is_possible(campaign: Campaign, command: Command) -> bool:
    """Return whether a command would be done now, or what it lacks would be asked for in place."""
    decided = campaign.decide(Understood(command, ""), TypedFaces((), campaign.seeded(), then=False))
    return not isinstance(decided, Refusal) or bool(decided.wants or decided.fields)


def _trials(campaign: Campaign, entry: Entry, number: int) -> Iterator[Command]:
    """Yield what a way says with a few values in the fields that a form of it requires, or in all it has."""
    way = entry.ways[number]
    values = _values(campaign, entry, number)
    tried = set()
    for form in way.forms:
        required = frozenset(required_fields(form))
        for wanted in dict.fromkeys((required, frozenset(slots.kinds_of(form)))):
            many = max((len(values[name]) for name in wanted), default=1)
            for at in range(min(many, MOST_TRIED)):
                typed = {name: values[name][at % len(values[name])] for name in sorted(wanted)}
                said = tuple(typed.items())
                if said in tried or not all(typed.values()):
                    continue
                tried.add(said)
                command = read_fields(campaign, entry, way, typed)
                if not isinstance(command, FilledForm):
                    yield command


def _values(campaign: Campaign, entry: Entry, number: int) -> dict[str, tuple[str, ...]]:
    """Return some values for each field of a way: those offered, or an example, and a new name for any."""
    offers, found = offers_at(campaign), {}
    for field in command_form(campaign, entry, number, {}).fields:
        some = field.values[:MOST_TRIED] or tuple(filter(None, (field.such,)))
        if offers(entry.declared, field.name, field.kind) is None or slots.KINDS[field.kind].open:
            some += NUMBERS if field.number or not some else (STRANGER,)
        found[field.name] = some or ("",)
    return found


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

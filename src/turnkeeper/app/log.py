"""The log: what happened on the way to the head, in words, each line with its rule; and why it happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.app import codec
from turnkeeper.play.clock.checks import Checked
from turnkeeper.play.dungeon.reactions import Reacted
from turnkeeper.play.kernel.event import Audience, Event, Rolled
from turnkeeper.play.registry import tell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnkeeper.app.campaign import Campaign
    from turnkeeper.record import Commit
    from turnkeeper.rules.book import Rulebook

ORIGINS = {
    "printed": "printed in the game's text",
    "companion": "stated elsewhere by the game or by its closest family",
    "house": "a house default of this rule set: the sources are silent or contradict themselves",
}


class Line(Struct, frozen=True):
    """One line of the log. ``number`` counts the events of the line of commits from 1."""

    number: int
    commit: str
    at_ms: int
    at: str
    text: str
    rule: str
    kind: str
    seen_by: Audience

    def __str__(self) -> str:
        """Return the line as the terminal, and a fact of a playthrough, show it."""
        rule = f" ({self.rule})" if self.rule else ""
        return f"{self.at}  {self.text}{rule}"


class Because(Struct, frozen=True):
    """Why something happened: the command, the rule in our words, its origin, and the dice in words.

    ``meaning`` is what the table says of its entry.
    """

    line: Line
    command: str
    meaning: str
    rule: str
    origin: str
    says: str
    house: tuple[str, ...]
    dice: tuple[str, ...]


def line_of(number: int, commit: str, event: Event, book: Rulebook) -> Line:
    """Return an event as a line of the log."""
    kind = str(event.__struct_config__.tag)
    at = book.scale.say_instant(event.at)
    return Line(number, commit, event.at.ms, at, tell(event, book), event.rule, kind, event.seen_by)


def lines(campaign: Campaign) -> Iterator[Line]:
    """Yield the whole log, the oldest line first."""
    number = 0
    for commit, events in campaign.lineage():
        for event in events:
            number += 1
            yield line_of(number, commit.id, event, campaign.book)


def latest(campaign: Campaign, count: int) -> list[Line]:
    """Return the last lines of the log, the oldest first; those before them are only counted."""
    store, commit = campaign.store, campaign.head
    number = sum(map(codec.count_events, store.events(commit.id)))
    found: list[Line] = []
    while True:
        for event in reversed(codec.decode_events(commit.events)):
            found.append(line_of(number, commit.id, event, campaign.book))
            number -= 1
        if len(found) >= count or commit.parent is None:
            return found[:count][::-1]
        commit = store.commit(commit.parent)


def lines_of(events: Iterable[Event], commit: str, book: Rulebook) -> list[Line]:
    """Return the lines of one commit, numbered by themselves."""
    return [line_of(number, commit, event, book) for number, event in enumerate(events, 1)]


def why(campaign: Campaign, number: int | None = None) -> Because | None:
    """Return why the line of that number happened; without one, the last that a rule caused.

    ``None`` when there is no such line.
    """
    found: tuple[int, Commit, Event] | None = None
    count = 0
    for commit in campaign.store.lineage(campaign.head.id):
        for event in codec.decode_events(commit.events):
            count += 1
            if count == number or (number is None and event.rule):
                found = (count, commit, event)
    return None if found is None else because(campaign, *found)


def because(campaign: Campaign, number: int, commit: Commit, event: Event) -> Because:
    """Return why an event of a commit happened; ``number`` is that of its line."""
    book = campaign.book
    entry = book.set.register.get(event.rule)
    return Because(
        line_of(number, commit.id, event, book),
        commit.summary,
        _meaning(event, book),
        event.rule,
        ORIGINS[entry.origin] if entry else "",
        entry.says if entry else "",
        (*((entry.why,) if entry and entry.why else ()), *_house_reasons(event, book)),
        tuple(f"{who}: {in_words(rolled)}" if who else in_words(rolled) for who, rolled in dice_of(event)),
    )


def _house_reasons(event: Event, book: Rulebook) -> tuple[str, ...]:
    """Return the reasons of house choices: for the entry the event is about, else for the whole rule."""
    cites = [(path.rpartition(".")[2], cite) for path, cite in book.cites() if cite.id == event.rule]
    named = set(_names(event))
    about = [cite for entry, cite in cites if entry in named] or [cite for _, cite in cites]
    return tuple(dict.fromkeys(cite.why for cite in about if cite.why))


def _names(value: object) -> Iterator[str]:
    """Yield every name that an event holds, those of its parts too; of ``torch (Orlo)`` the torch."""
    if isinstance(value, str):
        yield value.partition(" (")[0]
    elif isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from _names(getattr(value, field))


def _meaning(event: Event, book: Rulebook) -> str:
    """Return what a table says of the entry that a check came to."""
    table = book.set.tables.get(event.table) if isinstance(event, Checked) else None
    if table is None or not isinstance(event, Checked):
        return event.text if isinstance(event, Reacted) else ""
    return next((entry.text for entry in table.entries if entry.name == event.entry), "")


def dice_of(event: Event) -> Iterator[tuple[str, Rolled]]:
    """Yield every dice result that an event holds; of those inside its parts also whose they are."""
    for field in event.__struct_fields__:
        yield from _rolled("", getattr(event, field))


def _rolled(who: str, value: object) -> Iterator[tuple[str, Rolled]]:
    if isinstance(value, Rolled):
        yield who, value
    elif isinstance(value, tuple):
        for one in value:
            yield from _rolled(who, one)
    elif isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from _rolled(getattr(value, "who", who), getattr(value, field))


def in_words(rolled: Rolled) -> str:
    """Return dice in words: ``2d6 came up 4 and 5: 9 in all``."""
    if not rolled.faces:
        return f"{rolled.dice} came to {rolled.shown}, by the referee's own count"
    if len(rolled.faces) == 1:
        return f"{rolled.dice} came up {rolled.faces[0]}" + (
            "" if rolled.total == rolled.faces[0] else f": {rolled.shown} in all"
        )
    *first, last = (str(face) for face in rolled.faces)
    return f"{rolled.dice} came up {', '.join(first)} and {last}: {rolled.shown} in all"


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

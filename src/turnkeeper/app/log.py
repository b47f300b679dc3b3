"""The log: what happened on the way to the head, in words, each line with its rule; and why it happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.app import codec
from turnkeeper.play.clock.checks import Checked
from turnkeeper.play.dungeon.reactions import Reacted
from turnkeeper.play.kernel.event import Audience, Event, Rolled
from turnkeeper.play.registry import happening, tell
from turnkeeper.play.sky import calendar
from turnkeeper.record import Commit
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.cite import Cite, RegisterEntry
from turnkeeper.spelling.sentences import joined
from turnkeeper.time import Instant

if TYPE_CHECKING:
    from turnkeeper.app.campaign import Campaign

ORIGINS = {
    "printed": "printed in the game's text",
    "companion": "stated elsewhere by the game or by its closest family",
    "house": "a house default of this rule set: the sources are silent or contradict themselves",
}
FARTHEST = 40
"""The most commits that are looked back on for words that go without saying; who waits longer hears them."""


class Line(Struct, frozen=True):
    """One line of the log. ``number`` counts the events of the line of commits from 1.

    A line that tells several events as one has the number, the instant and the kind of the last of them;
    ``others`` are the numbers of the others.
    """

    number: int
    commit: str
    at_ms: int
    at: str
    text: str
    rule: str
    kind: str
    seen_by: Audience
    others: tuple[int, ...] = ()

    def __str__(self) -> str:
        """Return the line as the terminal, and a fact of a playthrough, show it."""
        rule = f" ({self.rule})" if self.rule else ""
        return f"{self.at}  {self.text}{rule}"


class Because(Struct, frozen=True):
    """Why something happened: the command, the rule in our words, its origin, and the dice in words.

    ``line`` is the event by itself, ``told`` the line in which people are told of it; where that tells
    several, ``each`` are all of them. ``meaning`` is what the table says of its entry.
    """

    line: Line
    command: str
    meaning: str
    rule: str
    origin: str
    says: str
    house: tuple[str, ...]
    dice: tuple[str, ...]
    told: Line
    each: tuple[str, ...] = ()


def line_of(number: int, commit: str, event: Event, book: Rulebook) -> Line:
    """Return an event as a line of the log."""
    kind = str(event.__struct_config__.tag)
    at = book.scale.say_instant(event.at)
    return Line(number, commit, event.at.ms, at, tell(event, book), event.rule, kind, event.seen_by)


def lines(campaign: Campaign, *, each: bool = True) -> Iterator[Line]:
    """Yield the whole log, the oldest line first: every event by itself, or as people are told them."""
    number = 1
    for commit in campaign.store.lineage(campaign.head.id):
        events = codec.decode_events(commit.events)
        yield from _lines(campaign, commit, events, number, each=each)
        number += len(events)


def latest(campaign: Campaign, count: int, *, each: bool = True) -> list[Line]:
    """Return the last lines of the log, the oldest first; those before them are only counted."""
    store, commit = campaign.store, campaign.head
    number = sum(map(codec.count_events, store.events(commit.id))) + 1
    found: list[Line] = []
    while True:
        events = codec.decode_events(commit.events)
        number -= len(events)
        found += reversed(_lines(campaign, commit, events, number, each=each))
        if len(found) >= count or commit.parent is None:
            return found[:count][::-1]
        commit = store.commit(commit.parent)


class Dated(Protocol):
    """How an instant is told: in milliseconds, and as the game says it."""

    @property
    def at(self) -> str:
        """The day and the time of day."""

    @property
    def at_ms(self) -> int:
        """Milliseconds of the clock."""


def told_between(campaign: Campaign, first: Instant, end: Instant) -> list[Line]:
    """Return the lines of one instant and those after it, before another; numbered by commits."""
    found: list[Line] = []
    for commit in campaign.store.lineage(campaign.head.id):
        if any(first <= at < end for at in codec.instants(commit.events)):
            told = told_of(campaign, commit, codec.decode_events(commit.events))
            found += [line for line in told if first.ms <= line.at_ms < end.ms]
    return found


def dates_of(campaign: Campaign, lines: Iterable[Dated]) -> dict[str, str]:
    """Return the date of each day of some lines, by the day as a line says it; none without a calendar."""
    state, book = campaign.state, campaign.book
    days = {} if state.calendar is None else {one.at.rpartition(" ")[0]: one.at_ms for one in lines}
    return {day: calendar.date(state, book, Instant(ms)) for day, ms in days.items()}


def instants_played(campaign: Campaign) -> set[Instant]:
    """Return the instants at which anything is recorded."""
    return set().union(*(codec.instants(one.events) for one in campaign.store.lineage(campaign.head.id)))


def _lines(
    campaign: Campaign, commit: Commit, events: Sequence[Event], first: int, *, each: bool
) -> list[Line]:
    if each:
        return lines_of(events, commit.id, campaign.book, first)
    return told_of(campaign, commit, events, first)


def lines_of(events: Iterable[Event], commit: str, book: Rulebook, first: int = 1) -> list[Line]:
    """Return every event of one commit as a line by itself, numbered by themselves."""
    return [line_of(number, commit, event, book) for number, event in enumerate(events, first)]


# As people are told it


def told_of(campaign: Campaign, commit: Commit, events: Sequence[Event], first: int = 1) -> list[Line]:
    """Return the lines of one commit, as people are told it.

    Events that are alike are told as one, where the last of them stands; that nothing happened is told at
    the end of the line that ends the command. What goes without saying again in one place is left out.
    """
    book = campaign.book.plain
    told = [(group, _say(campaign, commit, group, book)) for group in alike(events, book)]
    for aside in [one for one in told if len(one[0]) > 1 and _is_aside(one[0])]:
        last = aside[0][-1]
        ends = [
            place
            for place, (group, _) in enumerate(told)
            if happening(group[-1]).ends and group[-1].at >= last.at and group[-1].seen_by == last.seen_by
        ]
        if ends:
            group, text = told[ends[-1]]
            told[ends[-1]] = ((*aside[0], *group), f"{text.removesuffix('.')}; {aside[1]}")
            told.remove(aside)
    for trail in [one for one in told if _may_trail(one[0][-1])]:
        end = next((place for place, (group, _) in enumerate(told) if _trails(trail[0][-1], group[-1])), None)
        if end is not None:
            group, text = told[end]
            told[end] = ((*trail[0], *group), f"{text.removesuffix('.')}; {trail[1]}")
            told.remove(trail)
    number = {id(event): place for place, event in enumerate(events, first)}
    return [
        replace(
            line_of(number[id(group[-1])], commit.id, group[-1], book),
            text=text,
            others=tuple(sorted(number[id(event)] for event in group[:-1])),
        )
        for group, text in told
    ]


def alike(events: Sequence[Event], book: Rulebook) -> list[tuple[Event, ...]]:
    """Return the events of one commit by the lines in which they are told, in the order of their last."""
    groups: dict[object, list[Event]] = {}
    for place, event in enumerate(events):
        together = happening(event).together
        key = None if together is None else together.alike(event, book)
        if together is not None and together.may_cause is not None and together.may_cause(event, book):
            later = (events[at] for at in range(place + 1, len(events)))
            after = next((one for one in later if not happening(one).ends), None)
            key = key if after is None or after.at > event.at else None
        called = place if key is None else (type(event), event.rule, event.seen_by, key)
        # A group stands where the last of it happened.
        groups[called] = [*groups.pop(called, []), event]
    return [tuple(group) for group in groups.values()]


def tell_all(group: Sequence[Event], book: Rulebook) -> str:
    """Return events that are `alike` in words, as one line without its time and rule."""
    one = happening(group[-1])
    if len(group) > 1 and one.together is not None:
        return one.together.tell(group, book)
    return (one.plainly or one.tell)(group[-1], book)


def _is_aside(group: Sequence[Event]) -> bool:
    together = happening(group[-1]).together
    return together is not None and together.aside


def _may_trail(event: Event) -> bool:
    one = happening(event)
    return (one.trails or one.begins) and bool(event.rule)


def _trails(event: Event, end: Event) -> bool:
    """Return whether an event came of the end of a command or began it: by its rule, for the same ears."""
    there = event.at == end.at or happening(event).begins
    same = (event.rule, event.seen_by) == (end.rule, end.seen_by)
    return there and same and happening(end).ends


def _say(campaign: Campaign, commit: Commit, group: Sequence[Event], book: Rulebook) -> str:
    event, one, text = group[-1], happening(group[-1]), tell_all(group, book)
    standing = "" if one.standing is None else one.standing(event, book)
    said = bool(standing) and _said_here(campaign, commit, event, standing)
    return text.removesuffix(standing) if said else text


def _said_here(campaign: Campaign, commit: Commit, event: Event, standing: str) -> bool:
    """Return whether the same words stand in the log since the party came to where it is."""
    events = iter(reversed(codec.decode_events(commit.events)))
    while next(events, event) != event:
        pass
    for _ in range(FARTHEST):
        for earlier in events:
            one = happening(earlier)
            if one.standing is not None and one.standing(earlier, campaign.book) == standing:
                return True
            if one.arrives is not None and one.arrives(earlier):
                return False
        if commit.parent is None:
            return False
        commit = campaign.store.commit(commit.parent)
        events = iter(reversed(codec.decode_events(commit.events)))
    return False


def why(campaign: Campaign, number: int | None = None) -> Because | None:
    """Return why the line of that number happened; without one, the last that a rule caused.

    ``None`` when there is no such line.
    """
    found: tuple[Commit, int, int] | None = None
    count = 0
    for commit in campaign.store.lineage(campaign.head.id):
        for index, event in enumerate(codec.decode_events(commit.events)):
            count += 1
            if count == number or (number is None and event.rule):
                found = (commit, index, count)
    return None if found is None else because(campaign, *found)


def because(campaign: Campaign, commit: Commit, index: int, number: int) -> Because:
    """Return why an event of a commit happened, by its place from 0; ``number`` is that of its line."""
    book, events = campaign.book, codec.decode_events(commit.events)
    event = events[index]
    entry = book.set.register.get(event.rule)
    first = number - index
    told = next(
        one for one in told_of(campaign, commit, events, first) if number in {one.number, *one.others}
    )
    each = sorted((told.number, *told.others)) if told.others else ()
    return Because(
        line_of(number, commit.id, event, book),
        commit.summary,
        _meaning(event, book),
        event.rule,
        _origin(entry, event, book) if entry else "",
        entry.says if entry else "",
        (*((entry.why,) if entry and entry.why else ()), *_house_reasons(event, book)),
        tuple(f"{who}: {in_words(rolled)}" if who else in_words(rolled) for who, rolled in dice_of(event)),
        told,
        tuple(str(line_of(one, commit.id, events[one - first], book)) for one in each),
    )


def _origin(entry: RegisterEntry, event: Event, book: Rulebook) -> str:
    """Return where what happened comes from: the entry the event is about, else the rule as a whole."""
    return ORIGINS[next((cite.origin for cite in _about(event, book)), entry.origin)]


def _house_reasons(event: Event, book: Rulebook) -> tuple[str, ...]:
    """Return the reasons of house choices: for the entry the event is about, else for the whole rule."""
    about = _about(event, book) or [cite for _, cite in book.cites() if cite.id == event.rule]
    return tuple(dict.fromkeys(cite.why for cite in about if cite.why))


def _about(event: Event, book: Rulebook) -> list[Cite]:
    """Return the citations of its rule in the entries that an event names."""
    named = set(_names(event))
    cites = ((path.rpartition(".")[2], cite) for path, cite in book.cites() if cite.id == event.rule)
    return [cite for entry, cite in cites if entry in named]


def _names(value: object) -> Iterator[str]:
    """Yield every name that an event holds, those of its parts too; of ``torch (Orlo)`` the torch."""
    if isinstance(value, str):
        yield value.partition(" (")[0]
    elif isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from _names(getattr(value, field))


def _meaning(event: Event, book: Rulebook) -> str:
    """Return the text of the entry of a table that a check came to."""
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
    return f"{rolled.dice} came up {joined(map(str, rolled.faces))}: {rolled.shown} in all"


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

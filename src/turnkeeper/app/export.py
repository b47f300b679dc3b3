"""A campaign written as the session that made it: a text that replays to the identical state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from turnkeeper.app import codec, log
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.maps.atlas import digest_of_calendar, sample_land
from turnkeeper.app.pictures import picture_of
from turnkeeper.calendars.model import CalendarData
from turnkeeper.calendars.reading import load_preset, preset_ids
from turnkeeper.chance.throws import Answer
from turnkeeper.files.playthrough import (
    Blank,
    Comment,
    Embedded,
    FacesRow,
    FactRow,
    Playthrough,
    Row,
    Said,
    Setting,
    print_playthrough,
)
from turnkeeper.files.rules_text import standing_alone, write_calendar, write_rules
from turnkeeper.play.journey.mapping import MapUsed
from turnkeeper.play.kernel.event import Event
from turnkeeper.play.sky.calendar import CalendarUsed, UseCalendar
from turnkeeper.record import Commit, CommitId
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.problems import UnknownNameError
from turnkeeper.rules.reading.load import digest, load_builtin
from turnkeeper.time import ORIGIN

WIDTH = 100


def export_text(campaign: Campaign, tip: CommitId | None = None) -> str:
    """Return the playthrough of a campaign, from its beginning to a commit, else to its head.

    Replaying it gives the identical state, and with it the identical commits. It holds the faces of every
    throw, all lines of the log as facts, the maps that were used, hidden landmarks and notes and all, and the
    rules, the maps and the calendars where they are not those that come with the program.
    """
    root, *commits = campaign.store.lineage(tip or campaign.head.id)
    rows: list[Row] = []
    # In the order of their first use: where a command named a map by its name alone, that map comes first.
    maps: dict[tuple[str, str], None] = {}
    calendars: list[tuple[Commit, CalendarData]] = []
    for commit in commits:
        events = codec.decode_events(commit.events)
        maps |= {(event.name, event.digest): None for event in events if isinstance(event, MapUsed)}
        calendars += [(commit, one.data) for one in events if isinstance(one, CalendarUsed)]
        rows += [Blank(), *map(Comment, _left_out(events)), *_commit_rows(campaign, commit, events)]
    return print_playthrough(Playthrough((*_header(campaign, root, maps, _by_name(calendars)), *rows)))


def _by_name(used: Iterable[tuple[Commit, CalendarData]]) -> list[CalendarData]:
    """Return the calendars used, first those that were found by their name alone: they are found so again."""
    alone: dict[str, CalendarData] = {}
    others: dict[str, CalendarData] = {}
    before = ""
    for commit, data in used:
        command = codec.decode_command(commit.command)
        by_name = isinstance(command, UseCalendar) and not command.digest and before != data.calendar.id
        (alone if by_name else others).setdefault(digest_of_calendar(data), data)
        before = data.calendar.id
    return list((alone | others).values())


def _left_out(events: Iterable[Event]) -> Iterator[str]:
    """Yield what a text cannot hold of a commit: a campaign's file has its pictures."""
    for event in events:
        if picture := picture_of(event):
            yield f" the picture {picture} does not come along"


def _header(
    campaign: Campaign,
    root: Commit,
    maps: Iterable[tuple[str, str]],
    calendars: Sequence[CalendarData],
) -> Iterator[Row]:
    facts, rules = campaign.store.facts, campaign.book.set
    yield Setting.of("rules", rules.ruleset.id)
    if not _comes_along(rules):
        yield from (Embedded(line) for line in write_rules(rules).splitlines())
    elif rules.ruleset.options:
        yield Setting.of("options", " ".join(rules.ruleset.options))
    for name, digest_ in maps:
        yield from _map_rows(campaign, name, digest_)
    named = Counter(one.calendar.id for one in calendars)
    for data in calendars:
        name = data.calendar.id
        if named[name] > 1 or name not in preset_ids() or load_preset(name) != data:
            yield Setting.of("calendar", name)
            alone = replace(data, calendar=replace(data.calendar, extends=""))
            yield from (Embedded(line) for line in write_calendar(alone).split("\n")[:-1])
    if facts.seed:
        yield Setting.of("seed", facts.seed)
    at = codec.decode_events(root.events)[0].at
    if at != ORIGIN:
        yield Setting.of("begins", campaign.book.scale.say_instant(at))
    if facts.name:
        yield Setting.of("name", facts.name)


def _comes_along(rules: RuleSet) -> bool:
    """Return whether the program brings these very rules."""
    try:
        ours = load_builtin(rules.ruleset.id, rules.ruleset.options)
    except UnknownNameError:
        return False
    return digest(standing_alone(ours)) == digest(standing_alone(rules))


def _map_rows(campaign: Campaign, name: str, digest_: str) -> Iterator[Row]:
    yield Setting.of("map", name)
    sample = sample_land()
    if (name, digest_) != (sample.name, sample.digest):
        # Not `splitlines`: it parts lines at characters that are not line ends of a playthrough.
        yield from (Embedded(line) for line in campaign.atlas.text(digest_).split("\n")[:-1])


def _commit_rows(campaign: Campaign, commit: Commit, events: list[Event]) -> Iterator[Row]:
    yield from (FacesRow(text) for text in _wrapped(codec.decode_answers(commit.answers)))
    command = codec.decode_command(commit.command)
    if command is not None:
        yield Said(campaign.language.say(command))
    for line in log.lines_of(events, commit.id, campaign.book):
        text = str(line)
        yield FactRow(text if text.isprintable() else " ".join(text.split()))


def _wrapped(answers: tuple[Answer, ...]) -> Iterator[str]:
    """Yield answers as they are typed, as many on a line as it holds."""
    said = ""
    for shows in (answer.shown for answer in answers):
        if said and len(said) + len(shows) >= WIDTH:
            yield said
            said = ""
        said = f"{said} {shows}".lstrip()
    if said:
        yield said

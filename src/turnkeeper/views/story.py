"""The story of a campaign, session by session: what players were told, in their words, by days and scenes.

A session ends where the next was begun (`new session`). The sentences are those of `views.players.told`, each
said of the state as it was then. For the referee the same has the true time, and besides, marked, what the
table was not told. This module must not know how a story is shown or sent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.app import codec
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.log import alike, tell_all
from turnkeeper.play.clock.clock import TaskEnded
from turnkeeper.play.dungeon.encounters import EncounterMet
from turnkeeper.play.dungeon.reactions import Reacted
from turnkeeper.play.fight.count import Activated, CountEnded
from turnkeeper.play.fight.falling import SomeFell
from turnkeeper.play.fight.fight import FightBegan, FightEnded
from turnkeeper.play.fight.joining import CountBegan
from turnkeeper.play.fight.leaving import SomeFled
from turnkeeper.play.fight.orders.round_order import RoundBegan
from turnkeeper.play.kernel.event import Event
from turnkeeper.play.party.notes import Noted, SessionBegan
from turnkeeper.play.registry import REGISTRY
from turnkeeper.play.sky import calendar
from turnkeeper.record import Commit
from turnkeeper.spelling.plurals import is_plural
from turnkeeper.spelling.sentences import capitalised
from turnkeeper.time import Instant
from turnkeeper.views.players.fuzzy import part_of_day, say_time
from turnkeeper.views.players.told import Scene, acted, doing, sentences
from turnkeeper.views.prose import QUIET, Beat, later, number, once, spent, told

if TYPE_CHECKING:
    from turnkeeper.app.sharing import Shown

_CUT = f'"{SessionBegan.__struct_config__.tag}"'.encode()
_REFEREES = (Noted, EncounterMet, Reacted)
"""Kinds that the table may know of and players are not told in words of their own: the referee has them."""
_BEATEN = (RoundBegan, CountBegan, Activated, CountEnded)
"""Of the beat of a fight a story tells nothing: it is told by what befalls in it."""
_MARKS = re.compile(r"([\\`*_\[\]<>#|])")


class StoryLine(Struct, frozen=True):
    """A sentence of a story; one that is ``secret`` players were not told."""

    text: str
    secret: bool = False


class StoryParagraph(Struct, frozen=True):
    """Sentences of one part of a day: ``when`` it was, as exactly as the reader may know, if at all."""

    when: str
    lines: tuple[StoryLine, ...]


class StoryChapter(Struct, frozen=True):
    """What happened on one day in one place; ``day`` is empty where the reader is told no days."""

    day: str
    scene: str
    paragraphs: tuple[StoryParagraph, ...]

    @property
    def heading(self) -> str:
        """Return the day and the place in one line."""
        return capitalised(", ".join(self._parts))

    @property
    def _parts(self) -> list[str]:
        return [one for one in (self.day, self.scene) if one]


class SessionTitle(Struct, frozen=True):
    """A session of play: its number from 1, and the title under which it was begun, if any."""

    number: int
    title: str

    def __str__(self) -> str:
        """Return the heading of a session: ``Session 2: Into the Barrow``."""
        return f"Session {self.number}" + (f": {self.title}" if self.title else "")


class Story(Struct, frozen=True):
    """One session of a campaign as a story, and the titles of all of them, the first one first."""

    campaign: str
    sessions: tuple[SessionTitle, ...]
    session: SessionTitle
    chapters: tuple[StoryChapter, ...]


def story(campaign: Campaign, shown: Shown, number: int = 0, *, secrets: bool = False) -> Story | None:
    """Return a session of a campaign as a story, the latest for 0; ``None`` when there is no such session.

    It is told under the table's settings of what players are shown. With ``secrets`` it is the referee's.
    """
    sessions = sessions_of(campaign)
    wanted = number or len(sessions)
    if not 1 <= wanted <= len(sessions):
        return None
    titles = tuple(SessionTitle(place, title) for place, (title, _) in enumerate(sessions, 1))
    reader = replace(shown, time="exact") if secrets else shown
    chapters = tuple(_chapters(campaign, sessions[wanted - 1][1], reader, secrets=secrets))
    return Story(campaign.store.facts.name, titles, titles[wanted - 1], chapters)


def sessions_of(campaign: Campaign) -> list[tuple[str, list[Commit]]]:
    """Return the sessions up to the head, each with its title and its commits."""
    found: list[tuple[str, list[Commit]]] = [("", [])]
    for commit in campaign.store.lineage(campaign.head.id):
        began = _began(commit)
        if began is None:
            found[-1][1].append(commit)
        elif len(found) == 1 and began.at == _begins(found[0][1]):
            # Until time has passed all was preparation for the first.
            found = [(began.title, [*found[0][1], commit])]
        else:
            found.append((began.title, [commit]))
    return found


def _begins(commits: Sequence[Commit]) -> Instant | None:
    return next((one.at for commit in commits for one in codec.decode_events(commit.events)), None)


def _began(commit: Commit) -> SessionBegan | None:
    if _CUT not in commit.events:
        return None
    events = codec.decode_events(commit.events)
    return next((one for one in events if isinstance(one, SessionBegan)), None)


class _Part(Struct, frozen=True):
    """A part of a story with the words that it stands under; players were not told ``secret`` ones."""

    day: str
    scene: str
    when: str
    exact: str
    at: Instant
    beat: Beat | None = None
    secret: str = ""


def _chapters(
    campaign: Campaign, commits: Sequence[Commit], shown: Shown, *, secrets: bool
) -> Iterator[StoryChapter]:
    parts = _parts(campaign, commits, shown, secrets=secrets)
    for (day, scene), here in groupby(parts, key=lambda one: (one.day, one.scene)):
        paragraphs = []
        for when, some in groupby(here, key=lambda one: one.when):
            found = list(some)
            lines = tuple(_paragraph(found, exact=shown.time == "exact"))
            paragraphs.append(StoryParagraph(found[0].exact or when, lines))
        yield StoryChapter(day, scene, tuple(paragraphs))


def _paragraph(parts: Sequence[_Part], *, exact: bool) -> Iterator[StoryLine]:
    """Yield the sentences of a paragraph; its secrets stand at its end."""
    beats: list[Beat] = []
    last: Instant | None = None
    for one in parts:
        if one.beat is None:
            continue
        passed = None if last is None else one.at - last
        after = "" if passed is None or passed < QUIET or one.beat.takes else later(passed, exact=exact)
        beats.append(replace(one.beat, after=after))
        last = one.at
    yield from (StoryLine(line) for line in once(told(beats)))
    yield from (StoryLine(line, secret=True) for line in once(one.secret for one in parts if one.secret))


def _parts(campaign: Campaign, commits: Sequence[Commit], shown: Shown, *, secrets: bool) -> Iterator[_Part]:
    book, faced = campaign.book, _faced(commits)
    for events, state in campaign.states_along(commits):
        scene = Scene(state, book, shown)
        where = state.place.name or state.place.scene
        for group in alike([one for one in events if not isinstance(one, SessionBegan)], book):
            stands = _Part(*_when(scene, group[-1].at, where), group[-1].at)
            beat = _beat(group, scene, faced)
            if beat is not None:
                yield replace(stands, beat=beat)
            secret = _secret(group, scene) if secrets else ""
            if secret:
                yield replace(stands, secret=secret)


def _faced(commits: Sequence[Commit]) -> Mapping[Instant, Sequence[str]]:
    """Return the sides that showed themselves in each fight, by when it began."""
    found: dict[Instant, list[str]] = {}
    sides: list[str] = []
    for commit in commits:
        for event in codec.decode_events(commit.events):
            if isinstance(event, FightBegan):
                sides = found.setdefault(event.at, [])
            elif isinstance(event, (SomeFell, SomeFled)):
                sides += [one for one in acted(event) if one not in sides]
    return found


def _beat(group: Sequence[Event], scene: Scene, faced: Mapping[Instant, Sequence[str]]) -> Beat | None:
    """Return the words in which players are told of events that are alike."""
    event, fight = group[-1], scene.state.fight
    rounds = 0 if fight is None else fight.rounds
    if isinstance(event, _BEATEN):
        return None
    done = [found for found in (doing(one, scene) for one in group) if found is not None]
    if done:
        return Beat(doings=tuple(done), round=rounds)
    said = sentences(group, scene)
    if said and isinstance(event, TaskEnded):
        length = event.takes if scene.shown.time == "exact" else None
        return Beat(spent(event.activity, length), takes=True)
    if said and isinstance(event, FightBegan) and faced.get(event.at):
        against = (one if is_plural(one) else f"the {one}" for one in faced[event.at])
        said = f"A fight begins with {' and '.join(against)}."
    if said and isinstance(event, FightEnded) and event.rounds:
        said = f"The fight is over after {number(event.rounds)} round{'s' if event.rounds > 1 else ''}."
    return Beat(said) if said else None


def _secret(group: Sequence[Event], scene: Scene) -> str:
    """Return the secrets of events, which the referee knows and no player was told, as a sentence."""
    event = group[-1]
    theirs = event.seen_by == "referee" or isinstance(event, _REFEREES)
    if not theirs or not REGISTRY.is_news(event, scene.book):
        return ""
    text = tell_all(group, scene.book.plain)
    return f"{capitalised(text).removesuffix('.')}."


def _when(scene: Scene, at: Instant, where: str) -> tuple[str, str, str, str]:
    """Return the day, the place, the part of the day and, where it may be known, the time of an instant."""
    time = scene.shown.time
    if time == "nothing":
        return "", where, "", ""
    day = say_time(scene.state, scene.book, at, "day")
    part = "" if time == "day" else part_of_day(scene.state, scene.book, at)
    exact = scene.book.scale.say_instant(at).removeprefix(day).strip() if time == "exact" else ""
    date = calendar.date(scene.state, scene.book, at)
    return f"{date} ({day})" if date else day, where, part, exact


# As a text to send


def as_markdown(told: Story) -> str:
    """Return a story as Markdown: headings for the session, its days and places; secrets stand in quotes."""
    parts = [f"# {escaped(told.campaign)}", f"## {escaped(str(told.session))}"]
    for chapter in told.chapters:
        parts += [f"### {escaped(chapter.heading)}"] if chapter.heading else []
        for paragraph in chapter.paragraphs:
            when = f"*{escaped(paragraph.when)}.* " if paragraph.when else ""
            open_lines = " ".join(escaped(one.text) for one in paragraph.lines if not one.secret)
            parts += [f"{when}{open_lines}".rstrip()] if open_lines else []
            parts += [f"> secret: {escaped(one.text)}" for one in paragraph.lines if one.secret]
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """Return a text as Markdown shows it as it is."""
    return _MARKS.sub(r"\\\1", text)

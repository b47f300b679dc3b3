"""The story of a campaign, session by session: what players were told, in their words, by days and scenes.

A session ends where the next was begun (`new session`). The sentences are those of `views.players.told`, each
said of the state as it was then. For the referee the same has the true time, and besides, marked, what the
table was not told. This module must not know how a story is shown or sent.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.app import codec
from turnkeeper.app.log import alike, tell_all
from turnkeeper.play.dungeon.encounters import EncounterMet
from turnkeeper.play.dungeon.reactions import Reacted
from turnkeeper.play.party.notes import Noted, SessionBegan
from turnkeeper.play.registry import REGISTRY
from turnkeeper.views.players.fuzzy import part_of_day, say_time
from turnkeeper.views.players.told import Scene, sentences

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from turnkeeper.app.campaign import Campaign
    from turnkeeper.app.sharing import Shown
    from turnkeeper.play.kernel.event import Event
    from turnkeeper.record import Commit
    from turnkeeper.time import Instant

_CUT = f'"{SessionBegan.__struct_config__.tag}"'.encode()
_REFEREES = (Noted, EncounterMet, Reacted)
"""Kinds that the table may know of and players are not told in words of their own: the referee has them."""
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
        return ", ".join(one[:1].upper() + one[1:] if at == 0 else one for at, one in enumerate(self._parts))

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
    sessions = _sessions(campaign)
    wanted = number or len(sessions)
    if not 1 <= wanted <= len(sessions):
        return None
    titles = tuple(SessionTitle(place, title) for place, (title, _) in enumerate(sessions, 1))
    reader = replace(shown, time="exact") if secrets else shown
    chapters = tuple(_chapters(campaign, sessions[wanted - 1][1], reader, secrets=secrets))
    return Story(campaign.store.facts.name, titles, titles[wanted - 1], chapters)


def _sessions(campaign: Campaign) -> list[tuple[str, list[Commit]]]:
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


class _Told(Struct, frozen=True):
    """A sentence with the words that it stands under."""

    day: str
    scene: str
    when: str
    exact: str
    line: StoryLine


def _chapters(
    campaign: Campaign, commits: Sequence[Commit], shown: Shown, *, secrets: bool
) -> Iterator[StoryChapter]:
    told = _told(campaign, commits, shown, secrets=secrets)
    for (day, scene), here in groupby(told, key=lambda one: (one.day, one.scene)):
        paragraphs = []
        for when, some in groupby(here, key=lambda one: one.when):
            lines = list(some)
            label = lines[0].exact or when
            paragraphs.append(StoryParagraph(label, tuple(_once([one.line for one in lines]))))
        yield StoryChapter(day, scene, tuple(paragraphs))


def _once(lines: Sequence[StoryLine]) -> Iterator[StoryLine]:
    """Yield lines, of equal ones that follow each other one that says how many they are."""
    for line, same in groupby(lines):
        times = len(list(same))
        yield line if times == 1 else replace(line, text=f"{line.text.removesuffix('.')}, {times} times.")


def _told(campaign: Campaign, commits: Sequence[Commit], shown: Shown, *, secrets: bool) -> Iterator[_Told]:
    book = campaign.book
    for events, state in campaign.states_along(commits):
        scene = Scene(state, book, shown)
        where = state.place.name or state.place.scene
        for group in alike([one for one in events if not isinstance(one, SessionBegan)], book):
            at = group[-1].at
            for line in _lines(group, scene, secrets=secrets):
                yield _Told(*_when(scene, at, where), line)


def _when(scene: Scene, at: Instant, where: str) -> tuple[str, str, str, str]:
    """Return the day, the place, the part of the day and, where it may be known, the time of an instant."""
    time = scene.shown.time
    if time == "nothing":
        return "", where, "", ""
    day = say_time(scene.state, scene.book, at, "day")
    part = "" if time == "day" else part_of_day(scene.state, scene.book, at)
    exact = scene.book.scale.say_instant(at).removeprefix(day).strip() if time == "exact" else ""
    return day, where, part, exact


def _lines(group: Sequence[Event], scene: Scene, *, secrets: bool) -> Iterator[StoryLine]:
    said = sentences(group, scene)
    if said:
        yield StoryLine(said)
    event = group[-1]
    theirs = event.seen_by == "referee" or isinstance(event, _REFEREES)
    if secrets and theirs and REGISTRY.is_news(event, scene.book):
        text = tell_all(group, scene.book.plain)
        yield StoryLine(f"{text[:1].upper()}{text[1:].removesuffix('.')}.", secret=True)


# As a text to send


def as_markdown(told: Story) -> str:
    """Return a story as Markdown: headings for the session, its days and places; secrets stand in quotes."""
    parts = [f"# {_escaped(told.campaign)}", f"## {_escaped(str(told.session))}"]
    for chapter in told.chapters:
        parts += [f"### {_escaped(chapter.heading)}"] if chapter.heading else []
        for paragraph in chapter.paragraphs:
            when = f"*{_escaped(paragraph.when)}.* " if paragraph.when else ""
            open_lines = " ".join(_escaped(one.text) for one in paragraph.lines if not one.secret)
            parts += [f"{when}{open_lines}".rstrip()] if open_lines else []
            parts += [f"> secret: {_escaped(one.text)}" for one in paragraph.lines if one.secret]
    return "\n\n".join(parts) + "\n"


def _escaped(text: str) -> str:
    return _MARKS.sub(r"\\\1", text)

"""A session as text becomes a campaign, every fact in it checked; and a campaign becomes such a text.

A command that goes wrong, or a fact that does not follow, is a problem with its line and column and does not
stop the replay: all that is wrong is told at once. The way back is `export`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.app.campaign import Campaign, blobs_of, facts_for, root_of
from turnkeeper.app.header import read_header, value_of
from turnkeeper.app.library import path_of, random_id
from turnkeeper.app.log import Line
from turnkeeper.app.outcomes import (
    CommandDone,
    MovedTo,
    NotUnderstood,
    QuestionAnswered,
    Stale,
    ThrowWanted,
    WrongFaces,
)
from turnkeeper.app.session import Session
from turnkeeper.files.playthrough import (
    MOST_PROBLEMS,
    FacesRow,
    FactRow,
    Playthrough,
    Row,
    Said,
    read_playthrough,
)
from turnkeeper.play.kernel.decision import closest
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.record import CampaignFacts, Commit, Store
from turnkeeper.record.memory import MemoryStore
from turnkeeper.rules.problems import Problem, did_you_mean
from turnkeeper.rules.reading.load import builtin_text

MOST_SHOWN = 8


StatusFacts = Callable[[Campaign], Mapping[str, Sequence[str]]]
"""The texts that facts of the status can state: for each of its fields, what would be written after it."""


class Create(Protocol):
    """What makes the store of a new campaign: in memory, or a file that the caller has chosen."""

    def __call__(self, facts: CampaignFacts, root: Commit, /, *, blobs: Mapping[str, bytes]) -> Store:
        """Return a store with the root alone in it; may raise `RecordFault`."""


def in_file(path: Path) -> Create:
    """Return a maker of the store of a new campaign, in a file that is not there yet."""
    from turnkeeper.record.sqlite import SqliteStore

    return partial(SqliteStore.create, path)


class Replayed(Struct, frozen=True):
    """A playthrough that was replayed: the campaign, or ``None`` where its rules or header do not hold.

    ``problems`` stand in the order of the lines; ``commands`` counts those carried out.
    """

    campaign: Campaign | None
    problems: tuple[Problem, ...]
    commands: int = 0


def replay_text(  # noqa: PLR0913 - the text, and four things that only some callers choose
    text: str,
    name: str,
    status: StatusFacts,
    *,
    create: Create = MemoryStore.create,
    campaign: str = "replay",
    seed: str = "",
    library: Callable[[str], str | None] = builtin_text,
) -> Replayed:
    """Replay a playthrough; ``name`` is its file's, for problems, ``status`` what facts of it are held to.

    ``create`` makes the store, and ``campaign`` is the new campaign's id. ``seed`` serves later play where
    the header has none: throws of the playthrough itself are then answered by its faces alone. ``library``
    gives the text of a rule set that the playthrough does not bring along. Raises `RecordFault`.
    """
    reading = read_playthrough(text, name)
    problems = list(reading.problems)
    begun = read_header(reading.playthrough, name, library, problems)
    if begun is None:
        return Replayed(None, tuple(sorted(problems)))
    own_seed = value_of(reading.playthrough, "seed")
    facts = facts_for(begun.called, campaign, own_seed or seed, begun.rules)
    store = create(facts, root_of(begun.rules, begun.at), blobs=blobs_of(begun.rules))
    opened = Campaign(store)
    for brought in begun.maps:
        opened.atlas.bring(brought)
    for calendar in begun.calendars:
        opened.atlas.bring_calendar(calendar)
    session = Session(opened, "seeded" if own_seed else "typed", surface="playthrough")
    player = _Player(session, name, problems, status)
    player.run(reading.playthrough)
    return Replayed(opened, tuple(sorted(problems)), player.commands)


def replay_into(text: str, name: str, status: StatusFacts, into: str = "") -> tuple[Replayed, Path | None]:
    """Replay a playthrough, and keep it as a new campaign of a name where one is given and every fact holds.

    Returns the file too. Raises `RecordFault` and `NoCampaign` where it cannot be made.
    """
    tried = replay_text(text, name, status, campaign=random_id(), seed=random_id())
    if not into or tried.problems or tried.campaign is None:
        return tried, None
    path = path_of(into)
    return replay_to(path, text, name, status), path


def replay_to(path: Path, text: str, name: str, status: StatusFacts) -> Replayed:
    """Replay a playthrough into a new file; nothing is ever overwritten."""
    return replay_text(text, name, status, create=in_file(path), campaign=random_id(), seed=random_id())


class _Face(Struct, frozen=True):
    """The faces that answer one throw, and where they are written."""

    text: str
    line: int
    column: int


class _Followed(Struct):
    """The outcome of the last command, and how far its facts have been checked."""

    line: int
    column: int
    told: list[tuple[str, ...]]
    refusal: Refusal | None = None
    foretold: bool = False
    seen: int = 0


class _Player:
    """Carries a playthrough out, row by row, through a session."""

    def __init__(self, session: Session, name: str, problems: list[Problem], status: StatusFacts) -> None:
        self.commands = 0
        self._session = session
        self._name = name
        self._problems = problems
        self._status = status
        self._faces: list[_Face] = []
        self._followed: _Followed | None = None

    def _fail(self, line: int, column: int, message: str, hint: str = "") -> None:
        self._problems.append(Problem(self._name, line, column, "", message, hint))

    def run(self, playthrough: Playthrough) -> None:
        """Carry every row out, unless it turns out that hardly any of them holds."""
        for line, row in playthrough.numbered():
            if len(self._problems) >= MOST_PROBLEMS:
                self._fail(line, 1, f"more than {MOST_PROBLEMS} problems; the rest is not played")
                return
            self.take(line, row)
        self.finish()

    def take(self, line: int, row: Row) -> None:
        """Carry one row out."""
        match row:
            case FacesRow():
                self._faces += [_Face(text, line, column) for text, column in row.throws]
            case Said():
                self._close()
                self._followed = self._say(line, row)
            case FactRow():
                if self._followed is not None:
                    self._check(line, row, self._followed)
            case _:
                pass

    def finish(self) -> None:
        """Note a refusal left unforetold and faces left over at the end."""
        self._close()
        if self._faces:
            first = self._faces[0]
            message = f"faces left over: {' '.join(face.text for face in self._faces[:MOST_SHOWN])}"
            self._fail(first.line, first.column, message, "no command above threw so often")

    def _close(self) -> None:
        """Note a refusal that no fact foretold."""
        last = self._followed
        if last is not None and last.refusal is not None and not last.foretold:
            no = last.refusal
            hint = f"if that is right, write = refused: {no.message}"
            self._fail(last.line, last.column, f"refused: {no}", hint)
            self._faces.clear()

    def _say(self, line: int, row: Said) -> _Followed | None:
        """Carry words out; where they cannot be, their faces and their facts are passed over."""
        faces = tuple(face.text for face in self._faces)
        match self._session.say(row.text, faces=faces, spare=True):
            case CommandDone(lines=lines, told=told):
                self.commands += 1
                spent = self._session.spent
                self._faces = [face for place, face in enumerate(self._faces) if place not in spent]
                return _Followed(line, row.column, _ways_of(lines, told))
            case MovedTo(said=said):
                self.commands += 1
                return _Followed(line, row.column, [(_even(said),)])
            case Refusal() as no:
                return _Followed(line, row.column, [], no)
            case QuestionAnswered():
                pass  # nobody asks in a playthrough
            case NotUnderstood(message=message, hint=hint, column=column):
                self._fail(line, row.column + column - 1, message, hint)
            case WrongFaces(message=message, number=number, name=name):
                face = self._faces[number - 1]
                self._fail(face.line, face.column, f"{name}: {message}" if name else message)
            case ThrowWanted(name=name, dice=dice):
                self._session.give_up()
                message = f"needs {dice} ({name}): write ? faces before it"
                self._fail(line, row.column, message, "or give the header a seed")
            case Stale(message=message):
                self._fail(line, row.column, message)
        self._faces.clear()
        return None

    def _check(self, line: int, row: FactRow, last: _Followed) -> None:
        fact = _even(row.text)
        if fact.startswith("refused:"):
            self._check_refusal(line, row, fact.removeprefix("refused:").strip(), last)
        elif fact.startswith("status ") and ":" in fact:
            self._check_status(line, row, fact)
        else:
            self._check_line(line, row, fact, last)

    def _check_refusal(self, line: int, row: FactRow, fact: str, last: _Followed) -> None:
        no = last.refusal
        if no is None:
            self._fail(line, row.column, "the command was carried out, not refused", _told(last))
            return
        last.foretold = True
        if fact not in {_even(no.message), _even(str(no))}:
            self._fail(line, row.column, "refused in other words", f"= refused: {no.message}")

    def _check_status(self, line: int, row: FactRow, fact: str) -> None:
        key, _, text = (part.strip() for part in fact.removeprefix("status ").partition(":"))
        facts = self._status(self._session.campaign)
        if key not in facts:
            self._fail(line, row.column, f"the status has no {key[:40]!r}", did_you_mean(key, facts))
            return
        there = [_even(one) for one in facts[key]]
        if text not in there:
            message = f"status {key} is not {text[:200]!r}"
            self._fail(line, row.column, message, f"it is {' | '.join(there[:MOST_SHOWN])}")

    def _check_line(self, line: int, row: FactRow, fact: str, last: _Followed) -> None:
        for index in range(last.seen, len(last.told)):
            if fact in last.told[index]:
                last.seen = index + 1
                return
        if last.refusal is not None:
            self._fail(line, row.column, "this did not follow: the command was refused", str(last.refusal))
        elif any(fact in ways for ways in last.told[: last.seen]):
            message = "this stands in the log before the fact above it, or only so often"
            self._fail(line, row.column, message, _told(last))
        else:
            self._fail(line, row.column, "this did not follow", _told(last, fact))


def _even(text: str) -> str:
    """Return a text with every run of blanks as one."""
    return " ".join(text.split())


def _ways_of(lines: Iterable[Line], told: Iterable[Line]) -> list[tuple[str, ...]]:
    """Return for each event the ways to write it as a fact: as people are told it, or by itself.

    Of a line that tells several things the first alone will do: its end was once told apart.
    """
    shown = {one.number: (*_ways(one), *_ways(replace(one, text=one.text.split("; ")[0]))) for one in told}
    return [(*shown.get(one.number, ()), *_ways(one)) for one in lines]


def _ways(line: Line) -> tuple[str, ...]:
    """Return the ways to write a line of the log as a fact: with or without its time and its rule."""
    text = _even(line.text)
    told = (text, f"{text} ({line.rule})") if line.rule else (text,)
    return (*(f"{line.at} {way}" for way in told), *told)


def _told(last: _Followed, fact: str = "") -> str:
    """Return a hint: the line that was most likely meant, or all that there are."""
    if not last.told:
        return "nothing was told"
    if fact:
        near = closest(fact, [way for ways in last.told[last.seen :] for way in ways])
        if near:
            return near
    told = [ways[-1] for ways in last.told]
    more = f" | and {len(told) - MOST_SHOWN} more" if len(told) > MOST_SHOWN else ""
    return f"told: {' | '.join(told[:MOST_SHOWN])}{more}"

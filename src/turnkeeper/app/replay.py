"""A session as text becomes a campaign, every fact in it checked; and a campaign becomes such a text.

A command that goes wrong, or a fact that does not follow, is a problem with its line and column and does not
stop the replay: all that is wrong is told at once. The way back is `export`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from turnkeeper.app import codec, log
from turnkeeper.app.campaign import Campaign, Done, Moved, blobs_of, facts_for, root_of
from turnkeeper.app.export import export_text
from turnkeeper.app.header import read_header, value_of
from turnkeeper.chance.throws import AnswerError, from_text
from turnkeeper.files.playthrough import (
    MOST_PROBLEMS,
    Faces,
    Fact,
    Playthrough,
    Row,
    Said,
    read_playthrough,
)
from turnkeeper.play.decide import Needed
from turnkeeper.play.kernel.decision import closest
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.kernel.speech import SpeechError, suggest
from turnkeeper.record.memory import MemoryStore
from turnkeeper.rules.problems import Problem, did_you_mean
from turnkeeper.rules.reading.load import builtin_text
from turnkeeper.views import status, status_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from turnkeeper.app.log import Line
    from turnkeeper.chance.throws import Answer, Driver, Throw
    from turnkeeper.record import CampaignFacts, Commit, Store

__all__ = ["SESSION", "Create", "Replayed", "export_text", "replay_text"]

SESSION = ("undo", "redo")
"""What a playthrough may say besides the declared commands: the head moves back, or on again."""
MOST_SHOWN = 8


class Create(Protocol):
    """What makes the store of a new campaign: in memory, or a file that the caller has chosen."""

    def __call__(self, facts: CampaignFacts, root: Commit, /, *, blobs: Mapping[str, bytes]) -> Store:
        """Return a store with the root alone in it; may raise `RecordFault`."""


class Replayed(Struct, frozen=True):
    """What came of a playthrough: the campaign, or ``None`` where its rules or header do not hold.

    ``problems`` stand in the order of the lines; ``commands`` counts those carried out.
    """

    campaign: Campaign | None
    problems: tuple[Problem, ...]
    commands: int = 0


def replay_text(  # noqa: PLR0913 - the text, and four things that only some callers choose
    text: str,
    name: str,
    *,
    create: Create = MemoryStore.create,
    campaign: str = "replay",
    seed: str = "",
    library: Callable[[str], str | None] = builtin_text,
) -> Replayed:
    """Return what comes of a playthrough; ``name`` is the file's, as problems show it.

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
    session = _Session(opened, name, problems, seeded=bool(own_seed))
    session.run(reading.playthrough)
    return Replayed(session.campaign, tuple(sorted(problems)), session.commands)


class _Face(Struct, frozen=True):
    """What one throw shows, and where that is written."""

    text: str
    line: int
    column: int


class _WrongFace(Exception):  # noqa: N818 - a fault of the text, not of the program
    """Written faces do not fit the throw that asks for them."""

    def __init__(self, face: _Face, message: str) -> None:
        super().__init__(message)
        self.face = face


class _Script:
    """The dice of one command: the faces written above it, then another driver or nobody."""

    def __init__(self, faces: list[_Face], then: Driver | None) -> None:
        self._faces = faces
        self._then = then

    def answer(self, throw: Throw, number: int) -> Answer | None:
        """Return what is written for the throw of that number."""
        if number >= len(self._faces):
            return None if self._then is None else self._then.answer(throw, number)
        face = self._faces[number]
        try:
            return from_text(throw, face.text)
        except AnswerError as fault:
            raise _WrongFace(face, f"{throw.name}: {fault}") from fault


class _Outcome(Struct):
    """What came of the last command, and how far its facts have been checked."""

    line: int
    column: int
    told: list[tuple[str, ...]]
    refusal: Refusal | None = None
    foretold: bool = False
    seen: int = 0


class _Session:
    """Carries a playthrough out, row by row."""

    def __init__(self, campaign: Campaign, name: str, problems: list[Problem], *, seeded: bool) -> None:
        self.campaign = campaign
        self.commands = 0
        self._name = name
        self._problems = problems
        self._seeded = seeded
        self._faces: list[_Face] = []
        self._outcome: _Outcome | None = None

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
            case Faces():
                self._faces += [_Face(text, line, column) for text, column in row.throws]
            case Said():
                self._close()
                self._outcome = self._say(line, row)
            case Fact():
                if self._outcome is not None:
                    self._check(line, row, self._outcome)
            case _:
                pass

    def finish(self) -> None:
        """Tell what was left over at the end."""
        self._close()
        if self._faces:
            first = self._faces[0]
            message = f"faces left over: {' '.join(face.text for face in self._faces[:MOST_SHOWN])}"
            self._fail(first.line, first.column, message, "no command above threw so often")

    def _close(self) -> None:
        """Tell of a refusal that no fact foretold."""
        last = self._outcome
        if last is not None and last.refusal is not None and not last.foretold:
            no = last.refusal
            hint = f"if that is right, write = refused: {no.message}"
            self._fail(last.line, last.column, f"refused: {no}", hint)
            self._faces.clear()

    def _say(self, line: int, row: Said) -> _Outcome | None:
        """Carry a command out; where it cannot be, its faces and its facts are passed over."""
        try:
            done = self._done(row.text)
        except SpeechError as fault:
            self._fail(line, row.column + fault.column - 1, fault.message, fault.hint)
        except _WrongFace as wrong:
            self._fail(wrong.face.line, wrong.face.column, str(wrong))
        else:
            return self._came(line, row, done)
        self._faces.clear()
        return None

    def _done(self, said: str) -> Done | Needed | Refusal | Moved:
        verb = said.split(maxsplit=1)[0].casefold()
        if verb in SESSION:
            if said.casefold() != verb:
                raise SpeechError(said, len(verb) + 2, f"{verb} is said alone", f"> {verb}")
            return self.campaign.undo() if verb == "undo" else self.campaign.redo()
        if verb not in self.campaign.language.verbs:
            known = (*self.campaign.language.verbs, *SESSION)
            raise SpeechError(said, 1, f"{verb[:40]!r} is not a command", suggest(verb[:40], known))
        command = self.campaign.parse(said)
        return self.campaign.do(command, _Script(self._faces, self._otherwise()))

    def _otherwise(self) -> Driver | None:
        return self.campaign.seeded() if self._seeded else None

    def _came(self, line: int, row: Said, done: Done | Needed | Refusal | Moved) -> _Outcome | None:
        match done:
            case Done(commit=commit, events=events):
                self.commands += 1
                del self._faces[: len(codec.decode_answers(commit.answers))]
                lines = log.lines_of(events, commit.id, self.campaign.book)
                return _Outcome(line, row.column, [_ways(one) for one in lines])
            case Moved(said=said):
                self.commands += 1
                return _Outcome(line, row.column, [(_even(said),)])
            case Refusal():
                return _Outcome(line, row.column, [], done)
            case Needed(throw=throw):
                message = f"needs {throw.dice} ({throw.name}): write ? faces before it"
                self._fail(line, row.column, message, "or give the header a seed")
                self._faces.clear()
                return None

    def _check(self, line: int, row: Fact, last: _Outcome) -> None:
        fact = _even(row.text)
        if fact.startswith("refused:"):
            self._check_refusal(line, row, fact.removeprefix("refused:").strip(), last)
        elif fact.startswith("status ") and ":" in fact:
            self._check_status(line, row, fact)
        else:
            self._check_line(line, row, fact, last)

    def _check_refusal(self, line: int, row: Fact, fact: str, last: _Outcome) -> None:
        no = last.refusal
        if no is None:
            self._fail(line, row.column, "the command was carried out, not refused", _told(last))
            return
        last.foretold = True
        if fact not in {_even(no.message), _even(str(no))}:
            self._fail(line, row.column, "refused in other words", f"= refused: {no.message}")

    def _check_status(self, line: int, row: Fact, fact: str) -> None:
        key, _, text = (part.strip() for part in fact.removeprefix("status ").partition(":"))
        if key not in status_texts.KEYS:
            self._fail(
                line, row.column, f"the status has no {key[:40]!r}", did_you_mean(key, status_texts.KEYS)
            )
            return
        there = [_even(one) for one in status_texts.texts(status.status(self.campaign), key)]
        if text not in there:
            message = f"status {key} is not {text[:200]!r}"
            self._fail(line, row.column, message, f"it is {' | '.join(there[:MOST_SHOWN])}")

    def _check_line(self, line: int, row: Fact, fact: str, last: _Outcome) -> None:
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


def _ways(line: Line) -> tuple[str, ...]:
    """Return the ways to write a line of the log as a fact: with or without its time and its rule."""
    text = _even(line.text)
    told = (text, f"{text} ({line.rule})") if line.rule else (text,)
    return (*(f"{line.at} {way}" for way in told), *told)


def _told(last: _Outcome, fact: str = "") -> str:
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

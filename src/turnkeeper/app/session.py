"""One way to carry out words: the session of the terminal, the prompt, the screen, the API and a playthrough.

Several screens can share a campaign. Each says what it saw, the head it was drawn from; a command about a
head that has moved on is not done, what two say of the same head is done once, and a throw may wait. This
module must not know what a screen is.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import urandom
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.app import codec, stopwatch
from turnkeeper.app.campaign import Campaign, Recorded, now_ms
from turnkeeper.app.foretelling import ThrowsAhead, throws_ahead
from turnkeeper.app.log import lines_of, told_of
from turnkeeper.app.meaning.reported import reported
from turnkeeper.app.outcomes import (
    Answers,
    CommandDone,
    MovedTo,
    NotUnderstood,
    OfferedChoices,
    Outcome,
    Stale,
    ThrowWanted,
    WrongFaces,
    no_answers,
)
from turnkeeper.app.understanding import understand
from turnkeeper.app.words import HeadMove, Surface, is_commit, read_move, read_own, words_on
from turnkeeper.chance.drivers import DiceKind, TypedFaces, WrongFaceError, name_throws
from turnkeeper.chance.throws import AnswerError, Throw, from_text
from turnkeeper.chance.typed import BY_ITSELF, are_faces, split_faces
from turnkeeper.play.clock.questions import choices_now
from turnkeeper.play.decide import Decided, Needed
from turnkeeper.play.kernel.event import Refusal, WantedFigure
from turnkeeper.play.kernel.language import Understood
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.play.registry import REGISTRY
from turnkeeper.play.score_rulings import RuleScore
from turnkeeper.record import HeadMoved

MOST_FACES = 400
"""The most throws that one command may be told beforehand."""


class WaitingCommand(Struct, frozen=True):
    """A command that waits for a throw: the faces said so far, the head it is decided on, the throw.

    ``faces`` are as typed, one text a throw; ``r`` rolls the campaign's dice for that one. ``of`` is the
    link to which the referee handed this throw, by its id, or empty. The referee may answer all the same.
    """

    said: Understood
    text: str
    faces: tuple[str, ...]
    head: str
    asked: ThrowWanted
    of: str = ""


class Session:
    """One open campaign, and the command that waits for a throw. Belongs to the thread that opened it."""

    def __init__(
        self,
        campaign: Campaign,
        dice: DiceKind = "seeded",
        *,
        surface: Surface = "session",
        answers: Answers = no_answers,
    ) -> None:
        """Take the campaign, who answers its throws, where words are said, and what answers questions."""
        self.campaign = campaign
        self._answers = answers
        self.dice: DiceKind = dice
        self._kept = surface == "playthrough"
        self._known = tuple(one.word for one in words_on(surface))
        self._waiting: WaitingCommand | None = None
        self._changes = 0
        self.stopwatch = stopwatch.Stopwatch(now_ms)
        self._choices = OfferedChoices()
        self.spent: frozenset[int] = frozenset()
        """The places (from 0) of the faces told beforehand that the last command used."""
        # Another session's revisions are never taken for ours: a page outlives the server.
        self._born = urandom(4).hex()

    @property
    def head(self) -> str:
        """Return the commit where the campaign stands."""
        return self.campaign.head.id

    @property
    def wanted(self) -> WaitingCommand | None:
        """Return the command that waits for a throw on this head; on another head it waits unseen."""
        waiting = self._waiting
        return waiting if waiting is not None and waiting.head == self.head else None

    @property
    def revision(self) -> str:
        """Return a name for how the campaign stands: another whenever the head or the throw wanted changed.

        By it a page knows whether it shows the outcome of a command. A head that is returned to is another
        revision than it was.
        """
        return f"{self._born}-{self.campaign.moves + self._changes + self.stopwatch.changes}"

    def _wait(self, waiting: WaitingCommand | None) -> None:
        if waiting != self._waiting:
            self._waiting = waiting
            self._changes += 1

    def refresh(self) -> bool:
        """Look again, since another program may have moved the head; returns whether it has."""
        before = self.head
        self.campaign.refresh()
        return self.head != before

    def say(
        self,
        text: str,
        seen: str = "",
        *,
        faces: tuple[str, ...] = (),
        dice: DiceKind | None = None,
        spare: bool = False,
    ) -> Outcome:
        """Carry out what a text says on the head that the speaker saw; no ``seen`` is any head.

        It is a command, a move of the head, a question, or faces for the throw that is wanted. With typed
        dice the first throw that ``faces`` do not answer is waited for; with ``spare`` faces may be left
        over. Raises `RecordFault`.
        """
        self.campaign.refresh()
        if self.wanted is not None and are_faces(text, self.wanted.asked.name):
            return self.answer(text, seen)
        try:
            move = read_move(text, self.campaign.language.verbs)
            if move is not None:
                return self._move(move, seen)
        except SpeechError as fault:
            return NotUnderstood(fault.message, fault.hint, fault.column)
        own = read_own(text, self.campaign.language.verbs)
        if own is not None and own[0].word == "stopwatch":
            return stopwatch.carry_out(self, own[1].casefold())
        if own is not None and own[0].word != "go":
            # A front end looks it up; `? torch` lights none.
            return NotUnderstood(f"{own[0].word!r} is not a command", f"say {own[0].form}", 1)
        if (asked := self._answers(self.campaign, text)) is not None:
            return asked
        said = understand(self.campaign, self._chosen(text), self._known, kept=self._kept)
        if isinstance(said, NotUnderstood):
            if own is not None and is_commit(own[1]):
                return self._move(HeadMove("go", to=own[1]), seen)
            if (asked := self._answers(self.campaign, text, said)) is not None:
                return asked
            self._choices = OfferedChoices(self.head, said.choices, said.in_order)
            told = reported(self.campaign, text, understand) if not seen or seen == self.head else None
            return said if told is None else self._try(*told[:1], text, told[1], "typed")
        return self._carry_out(said, text, seen, faces, dice, spare=spare)

    def carry_out(self, said: Understood, seen: str = "") -> Outcome:
        """Carry out a command that was put together and not typed, on the head that its speaker saw."""
        self.campaign.refresh()
        return self._carry_out(said, said.text, seen, (), None)

    def _carry_out(  # noqa: PLR0913 - a command, what is known of its throws, and where it was said
        self,
        said: Understood,
        text: str,
        seen: str,
        faces: tuple[str, ...],
        dice: DiceKind | None,
        *,
        spare: bool = False,
    ) -> Outcome:
        if seen and seen != self.head:
            return self._already(said, seen) or self._stale()
        return self._try(said, text, faces, dice or self.dice, spare=spare)

    def write_down(self, figures: Iterable[tuple[WantedFigure, int]], text: str, seen: str = "") -> Outcome:
        """Write down figures that a refusal wanted, each by a ruling, then carry out what a text says.

        A refusal on the way ends it; what was written until then stands.
        """
        self.campaign.refresh()
        for figure, value in figures:
            said = self.campaign.express(RuleScore(figure.score, figure.who, value))
            if isinstance(said, Refusal):
                return said
            outcome = self.carry_out(said, seen)
            if not isinstance(outcome, CommandDone):
                return outcome
            seen = self.head
        return self.say(text, seen)

    def _chosen(self, text: str) -> str:
        """Return the text of a number: a meaning of the last text on this head, or a question's answer."""
        offered, campaign, number = self._choices, self.campaign, text.strip()
        if not offered.stand(self.head, campaign.head.parent):
            free = REGISTRY.hold(campaign.state, campaign.book) is None
            said = tuple(f"choose {one}" for one in choices_now(campaign.state, campaign.book, free=free))
            offered = OfferedChoices(said=said)
        if not (number.isdecimal() and 1 <= int(number[:4]) <= len(offered.said)):
            return text
        self._choices = replace(offered, head=self.head) if offered.in_order else self._choices
        return offered.said[int(number) - 1]

    def answer(self, said: str, seen: str = "", *, rest: bool = False, alone: bool = False) -> Outcome:
        """Answer the waiting throw; ``r`` rolls the campaign's dice for it, ``rest`` for all others too.

        What does not fit the throw as a whole is a list, and answers the throws after it too, unless the
        speaker may answer this throw ``alone``. Faces that do not fit are refused, and the throw is still
        wanted. Raises `RecordFault`.
        """
        self.campaign.refresh()
        wanted = self.wanted
        if wanted is None:
            return _no_throw("say a command first")
        if seen and seen != self.head:
            return self._stale()
        wrong = _misfit(wanted.asked, said)
        if wrong and alone:
            return WrongFaces(wrong, "", len(wanted.faces) + 1, wanted.asked.name)
        told = (wrong and split_faces((said,))) or (said,)
        return self._try(wanted.said, wanted.text, (*wanted.faces, *told), "seeded" if rest else "typed")

    def ask(
        self, text: str, faces: tuple[str, ...] = ()
    ) -> ThrowsAhead | Refusal | NotUnderstood | WrongFaces:
        """Return the throws that a command will need, without doing it; some may be told already.

        Moves of the head and other words of the session need none.
        """
        self.campaign.refresh()
        own = read_own(text, self.campaign.language.verbs)
        if own is not None or self._answers(self.campaign, text) is not None:
            return ThrowsAhead(text.strip(), ())
        said = understand(self.campaign, self._chosen(text), self._known)
        if isinstance(said, NotUnderstood):
            return said
        try:
            return throws_ahead(self.campaign, said, faces)
        except WrongFaceError as fault:
            return WrongFaces(str(fault), "", fault.number + 1, fault.throw.name)

    def hand_over(self, to: str, number: int) -> Outcome:
        """Ask whoever holds a link for the throw of that number, or with an empty id nobody any more."""
        wanted = self.wanted
        if wanted is None or wanted.asked.number != number:
            return _no_throw("it was answered meanwhile")
        self._wait(replace(wanted, of=to))
        return wanted.asked

    def give_up(self) -> Outcome:
        """Drop the command that waits for a throw; nothing of it was recorded."""
        wanted = self.wanted
        if wanted is None:
            return _no_throw()
        self._wait(None)
        return MovedTo(self.head, f"taken back: {wanted.text}")

    def undo(self, seen: str = "", times: int = 1) -> Outcome:
        """Take back the last commands, unless another speaker did something since."""
        return self._move(HeadMove("undo", times), seen)

    def redo(self, seen: str = "", times: int = 1) -> Outcome:
        """Redo the commands undone last."""
        return self._move(HeadMove("redo", times), seen)

    def go(self, to: str, seen: str = "") -> Outcome:
        """Go to any commit, named by the first letters of its id."""
        return self._move(HeadMove("go", to=to), seen)

    def _move(self, move: HeadMove, seen: str) -> Outcome:
        self.campaign.refresh()
        if seen and seen != self.head:
            return self._stale()
        try:
            match move.word:
                case "undo":
                    return self.campaign.undo(move.times)
                case "redo":
                    return self.campaign.redo(move.times)
                case "go":
                    return self.campaign.go(move.to)
                case _:
                    assert_never(move.word)
        except HeadMoved:
            return self._stale()

    def _try(
        self, said: Understood, text: str, faces: tuple[str, ...], dice: DiceKind, *, spare: bool = False
    ) -> Outcome:
        """Decide a command; a throw that nobody answers waits, all else ends what waited before."""
        if len(faces) > MOST_FACES and not spare:
            return WrongFaces(f"at most {MOST_FACES} throws can be told beforehand", "", MOST_FACES + 1)
        driver = TypedFaces(faces, self.campaign.seeded(), then=dice == "seeded")
        try:
            decided = self.campaign.decide(said, driver)
        except WrongFaceError as fault:
            return WrongFaces(str(fault), "", fault.number + 1, fault.throw.name)
        match decided:
            case Needed(throw=throw, number=number):
                asked = ThrowWanted(text, throw.name, throw.dice, throw.rule, number + 1)
                self._wait(WaitingCommand(said, text, faces, self.head, asked))
                return asked
            case Refusal():
                self._wait(None)
                return decided
            case Decided():
                wrong = _misplaced(driver, faces, decided.throws, spare=spare)
                if wrong is not None:
                    return wrong
                self.spent = frozenset(driver.spent)
                done = self._record(said, decided)
                if not isinstance(done, CommandDone):
                    return done
                filled = tuple(driver.filled) if faces and not spare else ()
                understood = said.text if said.free else ""
                return replace(done, understood=understood, left=said.left, filled=filled)
            case _:
                assert_never(decided)

    def _record(self, said: Understood, decided: Decided) -> Outcome:
        try:
            recorded = self.campaign.record(said, decided)
        except HeadMoved:
            return self._stale()
        self._wait(None)
        return self._done(recorded)

    def _done(self, recorded: Recorded) -> CommandDone:
        commit = recorded.commit
        lines = tuple(lines_of(recorded.events, commit.id, self.campaign.book))
        told = tuple(told_of(self.campaign, commit, recorded.events))
        interrupted = any(line.kind.startswith("task-interrupted.") for line in lines)
        return CommandDone(commit.id, commit.summary, lines, told, interrupted)

    def _already(self, said: Understood, seen: str) -> CommandDone | None:
        """Return the outcome if the very same was just said of the same head: it is done once (T7)."""
        head = self.campaign.head
        if head.parent != seen or codec.decode_command(head.command) != said.command:
            return None
        return replace(self._done(self.campaign.latest()), already=True)

    def _stale(self) -> Stale:
        self.campaign.refresh()
        since = self.campaign.head.summary
        message = f"Somebody was quicker: {since}; nothing of yours was recorded."
        return Stale(self.head, since, f"{message} Look again, then say it once more.")


def _no_throw(hint: str = "") -> Refusal:
    return Refusal("no-throw", "no throw is waited for", hint)


def _misfit(asked: ThrowWanted, said: str) -> str:
    """Return why a text as a whole does not answer the throw that is asked for; empty where it does."""
    if said.strip().casefold() in BY_ITSELF:
        return ""
    try:
        from_text(Throw(asked.name, asked.dice), said)
    except AnswerError as fault:
        return str(fault)
    return ""


def _misplaced(
    driver: TypedFaces, faces: tuple[str, ...], throws: tuple[Throw, ...], *, spare: bool
) -> WrongFaces | None:
    """Return the outcome for faces that no throw asked for, or whose name means several throws."""
    unsure = driver.unsure()
    if unsure is not None:
        return WrongFaces(unsure[1], "say the whole name", unsure[0] + 1)
    if spare or not driver.left:
        return None
    thrown = len(throws)
    asked = f"1 throw was asked for ({name_throws(throws)})" if thrown == 1 else "no throw was asked for"
    asked = f"{thrown} throws were asked for ({name_throws(throws)})" if thrown > 1 else asked
    left = " ".join(faces[place] for place in driver.left)[:60]
    return WrongFaces(f"{asked}, and faces are left over: {left}", "", driver.left[0] + 1)

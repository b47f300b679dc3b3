"""A campaign as several screens share it: what each of them says is done once, and a throw may wait.

Two screens can stand on one campaign. Each says what it saw, the head it was drawn from; what is said about
a head that has moved on is not done, and is told so. This module must not know what a screen is.
"""

from __future__ import annotations

from secrets import token_hex
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.app import campaign as campaigns
from turnkeeper.app import codec
from turnkeeper.app.dice import BY_ITSELF
from turnkeeper.app.log import Line, lines_of
from turnkeeper.app.moves import made, read_move
from turnkeeper.chance.throws import Answer, AnswerError, Throw, from_text
from turnkeeper.play.decide import Decided, Needed
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.record import HeadMoved

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnkeeper.app.campaign import Campaign
    from turnkeeper.app.dice import DiceKind
    from turnkeeper.chance.drivers import Seeded
    from turnkeeper.play.kernel.event import Command

NOTHING_WAITS = "no throw is waited for"
MOST_FACES = 400
"""So many throws one command may be told beforehand."""


class Done(Struct, frozen=True, tag_field="outcome", tag="done"):
    """A command was carried out and recorded; ``already`` when another screen said the same just before."""

    commit: str
    summary: str
    lines: tuple[Line, ...]
    interrupted: bool
    already: bool = False


class Moved(Struct, frozen=True, tag_field="outcome", tag="moved"):
    """The head moved to a commit: what was undone, done again or gone to."""

    commit: str
    said: str


class Refused(Struct, frozen=True, tag_field="outcome", tag="refused"):
    """Nothing was done: a stable code, what is wrong, what would work, and the column (from 1) if known."""

    code: str
    message: str
    hint: str = ""
    column: int = 0


class Asked(Struct, frozen=True, tag_field="outcome", tag="asked"):
    """A throw is waited for, nothing is recorded yet. ``number`` counts from 1; ``text`` is the command."""

    text: str
    name: str
    dice: str
    rule: str
    number: int


class Stale(Struct, frozen=True, tag_field="outcome", tag="stale"):
    """The head had moved on since the screen was drawn: nothing was done; ``since`` is what was done last."""

    head: str
    since: str
    message: str


Outcome = Done | Moved | Refused | Asked | Stale


class Wanted(Struct, frozen=True):
    """A command under way: its text, the faces said so far, the head it is decided on, the throw waited for.

    ``faces`` are as typed, one text a throw; ``r`` lets the campaign's dice answer that one. ``of`` is the
    link to which the referee handed this throw, by its id, or empty. The referee may answer all the same.
    """

    text: str
    faces: tuple[str, ...]
    head: str
    asked: Asked
    of: str = ""


class _Faces:
    """Answers throws with faces as typed; afterwards the campaign's dice do, or nobody."""

    def __init__(self, faces: tuple[str, ...], seeded: Seeded, *, then: bool) -> None:
        self._faces = faces
        self._seeded = seeded
        self._then = then

    def answer(self, throw: Throw, number: int) -> Answer | None:
        """Return what was typed for the throw of that number; raises ``AnswerError`` if it cannot be."""
        if number >= len(self._faces):
            return self._seeded.answer(throw, number) if self._then else None
        said = self._faces[number]
        if said.strip().casefold() in BY_ITSELF:
            return self._seeded.answer(throw, number)
        return from_text(throw, said)


class Session:
    """One open campaign, and the command that waits for a throw. Belongs to the thread that opened it."""

    def __init__(self, campaign: Campaign, dice: DiceKind = "seeded") -> None:
        """Take the campaign, and who answers its throws unless a command says otherwise."""
        self.campaign = campaign
        self.dice: DiceKind = dice
        self._wanted: Wanted | None = None
        # Another desk's moments are never taken for ours: a page outlives the server.
        self._born = token_hex(4)
        self._moments = 0
        self._stood: tuple[str, Wanted | None] = ("", None)

    @property
    def head(self) -> str:
        """Return the commit where the campaign stands."""
        return self.campaign.head.id

    @property
    def wanted(self) -> Wanted | None:
        """Return the command that waits for a throw; it waits as long as the head stays."""
        if self._wanted is not None and self._wanted.head != self.head:
            self._wanted = None
        return self._wanted

    @property
    def moment(self) -> str:
        """Return a name for how it stands: a new one whenever the head or the throw waited for is another.

        By it a page knows whether it shows what came of a command. A head that is come back to is another
        moment than it was.
        """
        stands = (self.head, self.wanted)
        if stands != self._stood:
            self._stood = stands
            self._moments += 1
        return f"{self._born}-{self._moments}"

    def refresh(self) -> bool:
        """Look again, since another program may have moved the head; returns whether it has."""
        before = self.head
        self.campaign.refresh()
        return self.head != before

    def say(
        self, text: str, seen: str = "", *, faces: tuple[str, ...] = (), dice: DiceKind | None = None
    ) -> Outcome:
        """Carry out what a text says on the head that the speaker saw; no ``seen`` is any head.

        With typed dice the first throw that ``faces`` do not answer is waited for. Raises `RecordFault`.
        """
        self.campaign.refresh()
        try:
            move = read_move(text, self.campaign.language.verbs)
            if move is not None:
                return self._move(lambda: made(self.campaign, move), seen)
            command = self.campaign.parse(text)
        except SpeechError as fault:
            return Refused("speech", fault.message, fault.hint, fault.column)
        if seen and seen != self.head:
            return self._already(command, seen) or self._stale()
        if len(faces) > MOST_FACES:
            return Refused("faces", f"at most {MOST_FACES} throws can be told beforehand")
        return self._try(command, text, faces, dice or self.dice)

    def answer(self, said: str, seen: str = "", *, rest: bool = False) -> Outcome:
        """Answer the throw that is waited for; ``r`` lets the campaign's dice do it, ``rest`` all others too.

        Faces that do not fit are refused, and the throw is still waited for. Raises `RecordFault`.
        """
        self.campaign.refresh()
        wanted = self.wanted
        if wanted is None:
            return Refused("no-throw", NOTHING_WAITS, "say a command first")
        if seen and seen != self.head:
            return self._stale()
        command = self.campaign.parse(wanted.text)
        return self._try(command, wanted.text, (*wanted.faces, said), "seeded" if rest else "typed")

    def hand_over(self, to: str, number: int) -> Outcome:
        """Ask somebody at a link for the throw of that number, or with an empty id nobody any more."""
        wanted = self.wanted
        if wanted is None or wanted.asked.number != number:
            return Refused("no-throw", NOTHING_WAITS, "it was answered meanwhile")
        self._wanted = replace(wanted, of=to)
        return wanted.asked

    def give_up(self) -> Outcome:
        """Let the command go that waits for a throw; nothing of it was recorded."""
        wanted, self._wanted = self.wanted, None
        if wanted is None:
            return Refused("no-throw", NOTHING_WAITS)
        return Moved(self.head, f"taken back: {wanted.text}")

    def undo(self, seen: str = "") -> Outcome:
        """Take back the last command, unless somebody else did something since."""
        return self._move(self.campaign.undo, seen)

    def redo(self, seen: str = "") -> Outcome:
        """Do again what was taken back last."""
        return self._move(self.campaign.redo, seen)

    def go(self, to: str, seen: str = "") -> Outcome:
        """Go to any commit, named by the first letters of its id."""
        return self._move(lambda: self.campaign.go(to), seen)

    def _move(self, move: Callable[[], campaigns.Moved | Refusal], seen: str) -> Outcome:
        self.campaign.refresh()
        if seen and seen != self.head:
            return self._stale()
        try:
            moved = move()
        except HeadMoved:
            self.campaign.refresh()
            return self._stale()
        if isinstance(moved, Refusal):
            return Refused(moved.code, moved.message, moved.hint)
        return Moved(moved.commit.id, moved.said)

    def _try(self, command: Command, text: str, faces: tuple[str, ...], dice: DiceKind) -> Outcome:
        """Decide a command; a throw that nobody answers waits, all else ends what waited before."""
        driver = _Faces(faces, self.campaign.seeded(), then=dice == "seeded")
        try:
            decided = self.campaign.decide(command, driver)
        except AnswerError as fault:
            return Refused("faces", str(fault))
        if isinstance(decided, Needed):
            throw = decided.throw
            asked = Asked(text, throw.name, throw.dice, throw.rule, decided.number + 1)
            self._wanted = Wanted(text, faces, self.head, asked)
            return asked
        if isinstance(decided, Refusal):
            self._wanted = None
            return Refused(decided.code, decided.message, decided.hint)
        return self._record(command, decided, faces)

    def _record(self, command: Command, decided: Decided, faces: tuple[str, ...]) -> Outcome:
        if len(faces) > len(decided.throws):
            left = " ".join(faces[len(decided.throws) :])[:60]
            return Refused("faces", f"faces are left over: {left}", "no throw asked for them")
        try:
            done = self.campaign.record(command, decided)
        except HeadMoved:
            self.campaign.refresh()
            return self._stale()
        self._wanted = None
        return self._done(done)

    def _done(self, done: campaigns.Done) -> Done:
        lines = tuple(lines_of(done.events, done.commit.id, self.campaign.book))
        interrupted = any(line.kind.startswith("task-interrupted.") for line in lines)
        return Done(done.commit.id, done.commit.summary, lines, interrupted)

    def _already(self, command: Command, seen: str) -> Done | None:
        """Return what was done if the very same was just said of the same head: it is done once (T7)."""
        head = self.campaign.head
        if head.parent != seen or codec.decode_command(head.command) != command:
            return None
        events = tuple(codec.decode_events(head.events))
        return replace(self._done(campaigns.Done(head, events)), already=True)

    def _stale(self) -> Stale:
        since = self.campaign.head.summary
        return Stale(
            self.head,
            since,
            f"Somebody was quicker: {since}. Nothing of yours was done; look again, then say it once more.",
        )

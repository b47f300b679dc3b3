"""The outcomes of words said to a campaign: one closed union, which each front end shows its own way."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol

from msgspec import Struct

from turnkeeper.app.log import Line
from turnkeeper.chance.drivers import FilledThrow
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.kernel.speech import in_quotes

MOST_CHOICES = 4


if TYPE_CHECKING:
    from turnkeeper.app.campaign import Campaign


NOTE = "note "
"""How the command that notes a text begins."""


class CommandDone(Struct, frozen=True, tag_field="outcome", tag="done"):
    """A command was carried out and recorded; ``already`` when another screen said the same just before.

    ``lines`` are all that happened, each event by itself; ``told`` the same for people, who are told in one
    line what happened many times. ``understood`` is the command in its canonical form, where it was said in
    other words. ``filled`` are the throws that the campaign's dice answered though faces were typed. ``left``
    are the parts of what was said that were left out.
    """

    commit: str
    summary: str
    lines: tuple[Line, ...]
    told: tuple[Line, ...]
    interrupted: bool
    already: bool = False
    understood: str = ""
    filled: tuple[FilledThrow, ...] = ()
    left: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[tuple[str, str], ...]:
        """Return the parts of what was said that were left out, each with the command that notes it."""
        return tuple((one, note_of(one)) for one in self.left)


class MovedTo(Struct, frozen=True, tag_field="outcome", tag="moved"):
    """The head moved to a commit: by undo, by redo or by `go`.

    ``short`` says that fewer commands were there than were to be undone or done again.
    """

    commit: str
    said: str
    short: bool = False


class NotUnderstood(Struct, frozen=True, tag_field="outcome", tag="not-understood"):
    """A text that is neither command nor own word: the fault, a hint, and the column (from 1).

    ``choices`` are commands that it could mean alike; the number of one says it. Those ``in_order`` were said
    in one line: the numbers say one after the other.
    """

    code: ClassVar[str] = "speech"
    message: str
    hint: str
    column: int
    choices: tuple[str, ...] = ()
    in_order: bool = False

    @property
    def guesses(self) -> tuple[str, ...]:
        """Return the commands that it could mean, without the note of it."""
        return tuple(one for one in self.choices if not one.startswith(NOTE))

    @property
    def is_numbered(self) -> bool:
        """Return whether the hint tells the numbers of the choices."""
        return "say 1 " in self.hint


class QuestionAnswered(Struct, frozen=True, tag_field="outcome", tag="answered"):
    """A question was answered, and nothing was done: the name of what was asked, the lines that answer it."""

    question: str
    answer: tuple[str, ...]


def asked(message: str, choices: tuple[str, ...], column: int = 1) -> NotUnderstood:
    """Return a question whose answers are numbered."""
    return NotUnderstood(message, numbered(choices, ", "), column, choices)


def in_order(choices: tuple[str, ...], column: int = 1) -> NotUnderstood:
    """Return commands that were said in one line, to be done one after the other by their numbers."""
    counted = "two" if len(choices) == 2 else f"{len(choices)}"  # noqa: PLR2004 - in a word
    message = f"these are {counted} commands"
    return NotUnderstood(message, numbered(choices, ", then "), column, choices, in_order=True)


def numbered(choices: tuple[str, ...], joint: str) -> str:
    """Return ways to say something, each with the number that says it."""
    return "say " + joint.join(f"{number} {way}" for number, way in enumerate(choices, 1))


def note_of(text: str) -> str:
    """Return the command that notes a text as it was said."""
    return f"{NOTE}{in_quotes(text.strip())}"


class OfferedChoices(Struct, frozen=True):
    """Commands offered by their numbers on a head; those ``in_order`` also one command later."""

    head: str = ""
    said: tuple[str, ...] = ()
    in_order: bool = False

    def stand(self, head: str, parent: str | None) -> bool:
        """Return whether a number says one of them on a head with this parent."""
        return bool(self.said) and (head == self.head or (self.in_order and parent == self.head))


class WrongFaces(Struct, frozen=True, tag_field="outcome", tag="wrong-faces"):
    """Faces that fit no throw, or that no throw asked for: nothing was done.

    ``number`` is the place of the wrong text among the faces said (from 1), and ``name`` its throw's, empty
    where there was none.
    """

    code: ClassVar[str] = "faces"
    message: str
    hint: str
    number: int
    name: str = ""


class ThrowWanted(Struct, frozen=True, tag_field="outcome", tag="asked"):
    """A throw is waited for, nothing is recorded yet. ``number`` counts from 1; ``text`` is the command."""

    text: str
    name: str
    dice: str
    rule: str
    number: int

    def __str__(self) -> str:
        """Return the throw as one asks for it: ``encounter check: 2d6 (G-ENC-1)``."""
        return f"{self.name}: {self.dice}" + (f" ({self.rule})" if self.rule else "")


class Stale(Struct, frozen=True, tag_field="outcome", tag="stale"):
    """The head had moved on since the speaker looked: nothing was done; ``since`` is the last command."""

    head: str
    since: str
    message: str


Outcome = (
    CommandDone | MovedTo | QuestionAnswered | Refusal | NotUnderstood | WrongFaces | ThrowWanted | Stale
)
"""Done, moved, answered, refused, not understood, faces that fit nothing, a throw wanted, or too late."""


class Answers(Protocol):
    """What answers questions about a campaign, and does nothing."""

    def __call__(
        self, campaign: Campaign, text: str, otherwise: NotUnderstood | None = None, /
    ) -> QuestionAnswered | None:
        """Return the answer to a question, else ``None``; ``otherwise`` it was not understood."""


def no_answers(_campaign: Campaign, _text: str, _otherwise: NotUnderstood | None = None, /) -> None:
    """Answer nothing: where nobody asks, as in a playthrough, every text is a command."""

"""What every event, refusal and command has in common.

An event is a fact in the past tense: when it happened in the game, the rule that caused it, the faces that
fell, who may see it. Its kind name ends in a version number, and a stored kind is readable for ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeVar

from msgspec import Struct

from turnkeeper.time import Instant

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnkeeper.chance.throws import Answer, Throw
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook

    Keep = Callable[[State, State], State]
    """An earlier state, with what is kept of the present."""
    Past = Callable[[Instant], State]
    """The states of a line of events, by their instants."""
    Back = Callable[[State, "Event", Past | None, Keep], State]

Audience = Literal["table", "referee"]
UNSTAMPED = Instant(-(1 << 62))
"""What an event says of its instant before it is recorded; no campaign's clock ever stands there."""


class Rolled(Struct, frozen=True, omit_defaults=True):
    """The dice of an event: their notation, the faces in the order thrown where known, and the total."""

    dice: str
    faces: tuple[int, ...] = ()
    total: int | None = None

    @classmethod
    def of(cls, throw: Throw, answer: Answer) -> Rolled:
        """Return what an answer to a throw leaves in the record."""
        return cls(throw.dice, answer.faces, answer.total)

    @property
    def shown(self) -> str:
        """Return the total as a log line shows it; it is unknown only while odds are worked out."""
        return "?" if self.total is None else str(self.total)

    def __str__(self) -> str:
        """Return the dice as a log line shows them: ``2d6 = 9``."""
        return f"{self.dice} = {self.shown}"


# Nothing in an event ever leads back to it, so the collector of cycles need not look at the thousands kept.
class Event(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False, tag_field="event"):
    """Something that happened. ``rule`` is the id of the rule that caused it, empty for a bare command.

    ``at`` is stamped as the event is recorded, unless it says an instant of its own.

    ``seen_by`` is who may know that it happened, and says nothing of its fields: a view for players picks
    those that it shows, so that a foe's score or dice in an event of the table are not shown by that.
    """

    at: Instant = UNSTAMPED
    rule: str = ""
    seen_by: Audience = "table"


Happened = TypeVar("Happened", bound=Event)


class Happening(Struct, frozen=True):
    """One kind of event: what it makes of the state, and how it is told in the log.

    One that can go ``back`` makes something of the states of the past too.
    """

    kind: type[Event]
    evolve: Callable[[State, Event], State]
    tell: Callable[[Event, Rulebook], str]
    back: Back | None = None


def happens(
    kind: type[Happened],
    evolve: Callable[[State, Happened], State],
    tell: Callable[[Happened, Rulebook], str],
) -> Happening:
    """Return a kind of event as its room declares it."""
    # Each is only ever called with an event of its own kind: it is looked up by it.
    return Happening(kind, evolve, tell)  # type: ignore[arg-type]


def goes_back(
    kind: type[Happened],
    evolve: Callable[[State, Happened, Past | None, Keep], State],
    tell: Callable[[Happened, Rulebook], str],
) -> Happening:
    """Return a kind of event that can go back to an earlier state, as its room declares it."""
    return Happening(kind, unchanged, tell, evolve)  # type: ignore[arg-type]


def unchanged(state: State, _event: Event) -> State:
    """Return the same state: an event that changes nothing but the time."""
    return state


class Command(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="command"):
    """Something a person asks for."""


class Refusal(Struct, frozen=True, omit_defaults=True):
    """The rules say no: a stable code, what is wrong, and what would work. Nothing has changed.

    ``never`` tells that these rules allow it in no state at all.
    """

    code: str
    message: str
    hint: str = ""
    never: bool = False

    def __str__(self) -> str:
        """Return both sentences."""
        return f"{self.message} ({self.hint})" if self.hint else self.message

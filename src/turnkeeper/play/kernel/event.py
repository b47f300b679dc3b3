"""The base of every event, task, refusal and command.

An event is a fact in the past tense: its instant in the game, the rule that caused it, the faces thrown, and
who may see it. The name of its kind ends in a version number, and a stored kind stays readable for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Literal, TypeVar

from msgspec import Struct

from turnkeeper.chance.throws import Answer, Throw
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import Duration, Instant

if TYPE_CHECKING:
    from turnkeeper.play.state import State as State  # noqa: PLC0414 - mechanisms name the state from here
else:
    State = "State"  # it holds the slices of all mechanisms, which stand on this module

Keep = Callable[[State, State], State]
"""An earlier state, with the parts kept of the present."""
Past = Callable[[Instant], State]
"""The state of a line of events at each instant."""
Back = Callable[[State, "Event", Past | None, Keep], State]
Audience = Literal["table", "referee"]
UNSTAMPED = Instant(-(1 << 62))
"""The instant of an event that is not recorded yet; no campaign's clock ever stands there."""


class Rolled(Struct, frozen=True, omit_defaults=True):
    """The dice of an event: their notation, the faces in the order thrown where known, and the total."""

    dice: str
    faces: tuple[int, ...] = ()
    total: int | None = None

    @classmethod
    def of(cls, throw: Throw, answer: Answer) -> Rolled:
        """Return the dice that the record keeps of an answer to a throw."""
        return cls(throw.dice, answer.faces, answer.total)

    @property
    def shown(self) -> str:
        """Return the total as a log line shows it; it is unknown only while odds are computed."""
        return "?" if self.total is None else str(self.total)

    def __str__(self) -> str:
        """Return the dice as a log line shows them: ``2d6 = 9``."""
        return f"{self.dice} = {self.shown}"


# An event is never part of a reference cycle, so the garbage collector need not scan the thousands kept.
class Event(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False, tag_field="event"):
    """Something that happened. ``rule`` is the id of the rule that caused it, empty for a bare command.

    ``at`` is stamped as the event is recorded, unless it has an instant of its own.

    ``seen_by`` says who may know that it happened, not who may see its fields: a player view picks the fields
    that it shows, so that an event of the table does not reveal a foe's score or dice.
    """

    at: Instant = UNSTAMPED
    rule: str = ""
    seen_by: Audience = "table"


Happened = TypeVar("Happened", bound=Event)


class Together(Struct, frozen=True):
    """How several events of a kind, all of one command, are told as one line.

    Events of equal ``alike``, rule and audience are told by one ``tell``; one whose ``alike`` is ``None`` is
    told by itself, and so is one that ``may_cause`` something, where anything followed at its instant.
    ``aside`` says that they tell of nothing having happened: where a line tells how the command ended, they
    are its last words.
    """

    alike: Callable[[Event, Rulebook], Hashable]
    tell: Callable[[Sequence[Event], Rulebook], str]
    aside: bool = False
    may_cause: Callable[[Event, Rulebook], bool] | None = None


class Happening(Struct, frozen=True):
    """A kind of event: how it changes the state, and how the log describes it.

    A kind that can restore an earlier state has ``back``, which is given the states of the past. Where many
    happen at once, ``together`` tells them as one. ``ends`` says that it tells how a command ended;
    ``standing`` returns the end of its text that is told once in a place, and ``arrives`` returns whether
    with it another place begins. One that is ``quiet`` is passed over by whoever reads back what happened,
    and players have nothing to decide by it. One that ``trails`` is told at the end of the line of a command
    that ended by the same rule and at its instant: a rest and the rations that it took are one line; one that
    ``begins`` what took so long is so too. Where the record's words
    are not those of people, ``plainly`` is how people are told of one.
    """

    kind: type[Event]
    evolve: Callable[[State, Event], State]
    tell: Callable[[Event, Rulebook], str]
    back: Back | None = None
    together: Together | None = None
    ends: bool = False
    arrives: Callable[[Event], bool] | None = None
    standing: Callable[[Event, Rulebook], str] | None = None
    quiet: Callable[[Event, Rulebook], bool] | None = None
    trails: bool = False
    begins: bool = False
    plainly: Callable[[Event, Rulebook], str] | None = None


def together(
    alike: Callable[[Happened, Rulebook], Hashable],
    tell: Callable[[Sequence[Happened], Rulebook], str],
    *,
    aside: bool = False,
    may_cause: Callable[[Happened, Rulebook], bool] | None = None,
) -> Together:
    """Return how several events of a kind are told as one line, for `happens`."""
    # All are only called with events of the kind beside which they are declared.
    return Together(alike, tell, aside, may_cause)  # type: ignore[arg-type]


def happens(  # noqa: PLR0913 - what most kinds have, and how the few are told of which there are many
    kind: type[Happened],
    evolve: Callable[[State, Happened], State],
    tell: Callable[[Happened, Rulebook], str],
    *,
    together: Together | None = None,
    ends: bool = False,
    arrives: Callable[[Happened], bool] | None = None,
    standing: Callable[[Happened, Rulebook], str] | None = None,
    quiet: Callable[[Happened, Rulebook], bool] | None = None,
    trails: bool = False,
    begins: bool = False,
    plainly: Callable[[Happened, Rulebook], str] | None = None,
) -> Happening:
    """Return a kind of event for a mechanism to declare."""
    # All are only called with events of this kind, by which they are looked up.
    told = (together, ends, arrives, standing, quiet, trails, begins, plainly)
    return Happening(kind, evolve, tell, None, *told)  # type: ignore[arg-type]


def goes_back(
    kind: type[Happened],
    evolve: Callable[[State, Happened, Past | None, Keep], State],
    tell: Callable[[Happened, Rulebook], str],
) -> Happening:
    """Return a kind of event that can go back to an earlier state, for a mechanism to declare."""
    return Happening(kind, unchanged, tell, evolve)  # type: ignore[arg-type]


def arriving(_event: Event) -> bool:
    """Return that another place begins with an event."""
    return True


def quietly(_event: Event, _book: Rulebook) -> bool:
    """Return that an event is passed over by whoever reads back what happened."""
    return True


def one_by_one(
    alike: Callable[[Happened, Rulebook], Hashable], tell: Callable[[Happened, Rulebook], str]
) -> Together:
    """Return that events of a kind are told in one line, each in its own words."""
    return together(alike, lambda events, book: "; ".join(tell(event, book) for event in events))


def unchanged(state: State, _event: Event) -> State:
    """Return the same state, for an event that changes nothing but the time."""
    return state


class Task(Struct, frozen=True, omit_defaults=True):
    """An activity that takes time: its name, its length, how much is left, who does it and about what.

    ``activity`` is the key of an activity of the rule set, ``pace`` and ``feet`` are those of a movement; a
    task with neither is waiting. ``where`` is the spot of a task that can only be resumed there. ``kind``
    names the mechanism that resumes it; an interrupted task lapses at ``until``.
    """

    what: str
    begun: int
    takes: Duration
    left: Duration
    activity: str = ""
    pace: str = ""
    feet: int = 0
    who: str = ""
    about: str = ""
    rule: str = ""
    where: str = ""
    kind: str = ""
    until: Instant | None = None


class Command(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="command"):
    """A request by a person."""


class WantedFigure(Struct, frozen=True, omit_defaults=True):
    """A figure that a rule wants and nobody wrote: which score, whose, and its least value if it has one.

    ``such`` is an example of it, from which whoever does not type it counts up and down.
    """

    score: str
    who: str
    least: int | None = None
    such: int = 10

    def __str__(self) -> str:
        """Return the figure as one asks for it: ``wisdom of Varda``."""
        return f"{self.score} of {self.who}"


class Refusal(Struct, frozen=True, omit_defaults=True):
    """The rules refuse a command: a stable code, the fault, what would work. Nothing has changed.

    ``never`` says that these rules allow it in no state at all. Where they would allow it if more was known,
    ``wants`` are the figures to write down first, and ``fields`` those of the command to say besides.
    """

    code: str
    message: str
    hint: str = ""
    never: bool = False
    wants: tuple[WantedFigure, ...] = ()
    fields: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the message, followed by the hint if there is one."""
        return f"{self.message} ({self.hint})" if self.hint else self.message

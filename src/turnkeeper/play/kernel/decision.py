"""A decision: one command in progress, with its state, its events and the answers to its throws so far.

Mechanisms write straight-line code against it. An unanswered throw and a refusal raise at once; `decide`
catches both and returns them as values, so that a decision is all or nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NoReturn

from msgspec.structs import force_setattr

from turnkeeper.chance.throws import Answer, Driver, Throw
from turnkeeper.play.kernel.event import UNSTAMPED, Event, Past, Refusal, Rolled, State, WantedFigure
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.conduct import Activity
from turnkeeper.spelling import nearest
from turnkeeper.time import Instant, Rank, Walk

if TYPE_CHECKING:
    from turnkeeper.play.kernel.mechanism import AnyEffect, Occasion, Registry

Visit = Callable[["Decision"], None]


class ThrowNeeded(Exception):  # noqa: N818 - it is a request, not a fault
    """Raised when a throw has no answer yet."""

    def __init__(self, throw: Throw, number: int) -> None:
        """Keep the throw and its number within the command."""
        super().__init__(throw.name)
        self.throw = throw
        self.number = number


class Refused(Exception):  # noqa: N818 - the rules say no, which is not a fault
    """Raised when the rules refuse a command."""

    def __init__(self, refusal: Refusal) -> None:
        """Keep the refusal that `decide` returns."""
        super().__init__(refusal.message)
        self.refusal = refusal


class Halted(Exception):  # noqa: N818 - it is an end, not a fault
    """Raised when a command ends early, with all that was recorded."""


def halt() -> NoReturn:
    """End a command early, keeping all that was recorded: something came first."""
    raise Halted


def refuse(
    code: str,
    message: str,
    hint: str = "",
    *,
    wants: Iterable[WantedFigure] = (),
    fields: tuple[str, ...] = (),
) -> NoReturn:
    """Stop deciding: the rules refuse the command, for this reason; the hint says what would work.

    ``wants`` and ``fields`` are what could be asked for in place, as `Refusal` has them.
    """
    raise Refused(Refusal(code, message, hint, wants=tuple(wants), fields=fields))


def rule_out(code: str, message: str, hint: str = "") -> NoReturn:
    """Stop deciding: these rules never allow the command, in any state, so it is not offered either."""
    raise Refused(Refusal(code, message, hint, never=True))


def closest(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return a hint with the known name that was probably meant, or another hint."""
    names = list(known)
    part = [one for one in names if f" {name.casefold()} " in f" {one.casefold()} "]
    near = part[0] if part else nearest(name, names)
    return f"did you mean {near!r}?" if near else otherwise


class Decision:
    """The state and the events of one command so far.

    ``past`` gives the states of the line of events before it, by their instants. Once ``most_throws`` have
    fallen, if that is not 0, a clock that walks stops too, though nobody ``needed`` it to. ``resting`` is the
    activity of the rule set that goes on while the clock walks, if any; ``camping`` says that it is a camp.
    """

    __slots__ = (
        "_driver",
        "_past",
        "alone",
        "answers",
        "at",
        "book",
        "camping",
        "events",
        "most_throws",
        "needed",
        "paused",
        "registry",
        "resting",
        "state",
        "stopped",
        "throws",
        "walk",
    )

    def __init__(  # noqa: PLR0913, PLR0917 - the rules, where it stands, who throws, how, what was before
        self,
        book: Rulebook,
        state: State,
        driver: Driver,
        registry: Registry,
        past: Past | None = None,
        most_throws: int = 0,
    ) -> None:
        """Begin at a state, with nothing recorded."""
        self.book = book
        self.state = state
        self.events: list[Event] = []
        self.throws: list[Throw] = []
        self.answers: list[Answer] = []
        self.at: Instant = state.now
        self.walk: Walk[Visit] | None = None
        self.stopped = False
        self.needed = False
        self.most_throws = most_throws
        self.paused = False
        self.resting: Activity | None = None
        self.alone = False
        self.camping = False
        self._driver = driver
        self._past = past
        self.registry = registry

    def record(self, event: Event) -> None:
        """Record an event, at the present instant unless it has one of its own."""
        if event.at is UNSTAMPED:
            # It is fresh and nobody has seen it: it is stamped in place of one more copy.
            force_setattr(event, "at", self.at)
        before = self.state
        self.events.append(event)
        self.state = self.registry.evolve(before, event, self._past)
        watch = self.registry.watches.get(type(event))
        if watch is not None:
            watch(self, before)

    @property
    def all_resting(self) -> Activity | None:
        """Return the activity of the whole party; ``None`` while one of several is at it alone."""
        return None if self.alone else self.resting

    def carry_out(self, effect: AnyEffect, occasion: Occasion) -> None:
        """Carry out an effect of a procedure, by the mechanism that declares it."""
        self.registry.carry_out(self, effect, occasion)

    def throw(self, throw: Throw) -> Answer:
        """Return the answer to a throw; raises `ThrowNeeded` if it has none yet."""
        number = len(self.answers)
        answer = self._driver.answer(throw, number)
        if answer is None:
            raise ThrowNeeded(throw, number)
        self.throws.append(throw)
        self.answers.append(answer)
        if self.walk is not None and self.most_throws and len(self.answers) >= self.most_throws:
            self.stopped = True
        return answer

    def roll(self, throw: Throw) -> tuple[Answer, Rolled]:
        """Return the answer to a throw, and the dice that the record keeps of it."""
        answer = self.throw(throw)
        return answer, Rolled.of(throw, answer)

    def stop(self) -> None:
        """Stop the clock at the end of this instant: it needs a person's attention."""
        self.stopped = self.needed = True

    def pause(self) -> None:
        """Pause the running task at the end of this instant: its speed may have changed.

        Unlike a stop, this needs no person; a task that does not heed it goes on.
        """
        self.paused = True

    def schedule(self, at: Instant, rank: Rank, begun: int, visit: Visit) -> None:
        """Book a visit at an instant, if the clock is walking now."""
        if self.walk is not None:
            self.walk.book(at, rank, begun, visit)

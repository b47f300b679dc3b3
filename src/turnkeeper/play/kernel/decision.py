"""The course of one command while it is being decided: the state so far, the events so far, the answers.

Rooms write straight-line code against it. A throw that nobody can answer and a refusal leave the room at
once; `decide` catches both and returns them as values, so that a decision is all or nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from msgspec.structs import replace

from turnkeeper.play.kernel.event import UNSTAMPED, Refusal, Rolled
from turnkeeper.spelling import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from turnkeeper.chance.throws import Answer, Driver, Throw
    from turnkeeper.play.kernel.event import Event, Past
    from turnkeeper.play.kernel.mechanism import AnyEffect, Occasion, Registry
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.model.conduct import Activity
    from turnkeeper.time import Instant, Rank, Walk

    Visit = Callable[["Decision"], None]


class ThrowNeeded(Exception):  # noqa: N818 - it is a request, not a fault
    """Leaves a room when its throw has no answer yet."""

    def __init__(self, throw: Throw, number: int) -> None:
        """Keep the throw and its number within the command."""
        super().__init__(throw.name)
        self.throw = throw
        self.number = number


class Refused(Exception):  # noqa: N818 - the rules say no, which is not a fault
    """Leaves a room when the rules say no."""

    def __init__(self, refusal: Refusal) -> None:
        """Keep the refusal that `decide` will return."""
        super().__init__(refusal.message)
        self.refusal = refusal


def refuse(code: str, message: str, hint: str = "") -> NoReturn:
    """Stop deciding: the rules say no, for this reason, and this would work."""
    raise Refused(Refusal(code, message, hint))


def rule_out(code: str, message: str, hint: str = "") -> NoReturn:
    """Stop deciding: these rules never allow that, whatever the state; so it is not offered either."""
    raise Refused(Refusal(code, message, hint, never=True))


def closest(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return a hint that names what was probably meant, or another hint."""
    names = list(known)
    part = [one for one in names if f" {name.casefold()} " in f" {one.casefold()} "]
    near = part[0] if part else nearest(name, names)
    return f"did you mean {near!r}?" if near else otherwise


class Decision:
    """What has happened so far in one command.

    ``past`` are the states of the line of events that led here, by their instants.
    ``resting`` is the activity that is going on while the clock walks, where it is one of the rule set;
    ``camping`` tells that it is a camp.
    """

    __slots__ = (
        "_driver",
        "_past",
        "answers",
        "at",
        "book",
        "camping",
        "events",
        "paused",
        "registry",
        "resting",
        "state",
        "stopped",
        "throws",
        "walk",
    )

    def __init__(
        self, book: Rulebook, state: State, driver: Driver, registry: Registry, past: Past | None = None
    ) -> None:
        """Begin at a state; nothing has happened yet."""
        self.book = book
        self.state = state
        self.events: list[Event] = []
        self.throws: list[Throw] = []
        self.answers: list[Answer] = []
        self.at: Instant = state.now
        self.walk: Walk[Visit] | None = None
        self.stopped = False
        self.paused = False
        self.resting: Activity | None = None
        self.camping = False
        self._driver = driver
        self._past = past
        self.registry = registry

    def record(self, event: Event) -> None:
        """Record that an event happened: now, unless it says when."""
        if event.at is UNSTAMPED:
            event = replace(event, at=self.at)
        self.events.append(event)
        self.state = self.registry.evolve(self.state, event, self._past)

    def carry_out(self, effect: AnyEffect, occasion: Occasion) -> None:
        """Carry out an effect of a procedure, by the mechanism that declares it."""
        self.registry.carry_out(self, effect, occasion)

    def throw(self, throw: Throw) -> Answer:
        """Return what came up for a throw; leaves the room when nobody has answered it yet."""
        number = len(self.answers)
        answer = self._driver.answer(throw, number)
        if answer is None:
            raise ThrowNeeded(throw, number)
        self.throws.append(throw)
        self.answers.append(answer)
        return answer

    def roll(self, throw: Throw) -> tuple[Answer, Rolled]:
        """Return what came up, and what of it the record keeps."""
        answer = self.throw(throw)
        return answer, Rolled.of(throw, answer)

    def stop(self) -> None:
        """Stop the clock at the end of this instant: somebody has to look."""
        self.stopped = True

    def pause(self) -> None:
        """Let what goes on be looked at anew at the end of this instant: its speed may have changed.

        Unlike a stop it asks nobody; what does not mind goes on as it was.
        """
        self.paused = True

    def schedule(self, at: Instant, rank: Rank, begun: int, visit: Visit) -> None:
        """Have something visited at its instant, if the clock is walking there now."""
        if self.walk is not None:
            self.walk.book(at, rank, begun, visit)

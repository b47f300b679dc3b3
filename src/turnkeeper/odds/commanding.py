"""What a command of a plan means in a state, and all that can come of it.

Nothing is understood or decided a second time, and a command that can come to very much is followed in parts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import islice

from turnkeeper.chance.drivers import every_weighed
from turnkeeper.chance.throws import Driver, Throw
from turnkeeper.odds.plan import Say
from turnkeeper.play.decide import Decided, Needed, decide
from turnkeeper.play.kernel.event import Command, Refusal
from turnkeeper.play.registry import REGISTRY
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook

Hear = Callable[[Say, State], Command]
"""What a command of the plan means in a state; it raises `PlanSpeechError`."""

MOST_WAYS = 50
"""A command that can come to more ends than this at once is followed in parts, a few throws each."""
THROWS_A_PART = 1
RESUME = "resume"
BACKWARDS = "a plan cannot set the clock back"
Outcomes = list[tuple[int, int, Decided | Refusal]]
"""Each with its chance: a weight, out of how many."""


class PlanSpeechError(ValueError):
    """A command of a plan that is not understood."""

    def __init__(self, say: Say, message: str, hint: str) -> None:
        """Keep the parts."""
        super().__init__(message)
        self.say = say
        self.message = message
        self.hint = hint


class PlanCommands:
    """The commands of a plan, each understood once for the same people."""

    def __init__(self, hear: Hear) -> None:
        """Take what understands a command."""
        self._hear = hear
        self._known: dict[Hashable, Command] = {}

    def command(self, say: Say, state: State) -> Command:
        """Return the meaning of a command in a state; raises `PlanSpeechError`."""
        names = tuple(one.name for one in state.party.members)
        known = self._known.get((say, names))
        if known is None:
            known = self._known[say, names] = self._hear(say, state)
        return known


class PlanRules:
    """All outcomes of the commands of a plan: one that is explored anew is not decided a second time.

    The ``essences`` of the states that it comes to are kept with it.

    A throw whose total matters to no command of the plan falls one way. Where a command is said at last to
    which one matters that did, all is ``stale``: the plan is explored anew.
    """

    def __init__(self, book: Rulebook, hear: Hear) -> None:
        """Take the rules, and what understands a command."""
        self.book = book
        self.essences = REGISTRY.essences(book)
        self.decisions = 0
        self.stale = False
        self._said: set[str] = set()
        self._overlooked: set[str] = set()
        self._commands = PlanCommands(hear)
        self._long: set[Say] = set()
        self._known: dict[tuple[Say, int], tuple[State, Outcomes]] = {}

    def ends_of(self, say: Say, state: State, *, resumes: bool) -> Outcomes:
        """Return all that can come of a command, in parts if that is very much."""
        key = (Say(RESUME, say.line) if resumes else say, id(state))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = (state, self._decided(say, key[0], state))
        return known[1]

    def _decided(self, say: Say, said: Say, state: State) -> Outcomes:
        command = self._commands.command(said, state)
        self._say(str(command.__struct_config__.tag))
        if say not in self._long:
            ends = list(islice(self._outcomes(command, state), MOST_WAYS + 1))
            if len(ends) <= MOST_WAYS:
                return ends
            self._long.add(say)
        return list(self._outcomes(command, state, THROWS_A_PART))

    def _outcomes(
        self, command: Command, state: State, most_throws: int = 0
    ) -> Iterator[tuple[int, int, Decided | Refusal]]:
        def run(driver: Driver) -> Decided | Refusal | Throw:
            self.decisions += 1
            done = decide(self.book, state, command, driver, most_throws=most_throws)
            return done.throw if isinstance(done, Needed) else done

        return every_weighed(run, self._matters)

    def _say(self, command: str) -> None:
        """Note that a kind of command is said."""
        self._said.add(command)
        if command in self._overlooked:
            self.stale = True
            self._overlooked.clear()
            self._known.clear()

    def _matters(self, throw: Throw) -> bool:
        if throw.matters_to is None or self._said.intersection(throw.matters_to):
            return True
        self._overlooked.update(throw.matters_to)
        return False

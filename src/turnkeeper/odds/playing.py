"""A plan played plainly, once: the real `decide` with dice that fall one way.

It is the honest twin of the chain, and the way to answer a plan whose situations are too many: nothing is
merged, nothing is remembered from one playing to the next but what its commands mean.
"""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.chance.drivers import Seeded
from turnkeeper.chance.throws import Throw
from turnkeeper.odds.chain import NEVER
from turnkeeper.odds.commanding import BACKWARDS, Hear, PlanCommands
from turnkeeper.odds.condense import NeverEndsError
from turnkeeper.odds.explore import crossed, unanswered
from turnkeeper.odds.following import PlanPlace, settled
from turnkeeper.odds.program import Elapsed, EndPlan, Gauged, Program, Query, Tell, Toss, Watch
from turnkeeper.odds.questions import Value
from turnkeeper.play.decide import Decided, Needed, decide
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook

MOST_STEPS = 100_000
"""The most commands of a plan: one that is not over by then is taken for one that never ends."""


class Played(Struct, frozen=True):
    """What one playing came to: a value for each question, and the name of its end."""

    values: tuple[Value, ...]
    why: str


class PlainPlayer:
    """Plays a plan again and again from one state, each time with other dice."""

    def __init__(self, program: Program, book: Rulebook, state: State, hear: Hear) -> None:
        """Take a plan made ready, the rules, where it begins, and what its commands mean."""
        self._program = program
        self._book = book
        self._state = state
        self._commands = PlanCommands(hear)

    def play(self, seed: bytes, number: int) -> Played:
        """Return the result of the playing of a number, which hangs on nothing but the seed and the number.

        Raises `NeverEndsError`, `CircleError` and `PlanSpeechError`.
        """
        course = Course(self._program, self._book, self._state)
        for step in range(MOST_STEPS):
            instruction = course.settle()
            dice = Seeded(seed, f"{number}/{step}")
            match instruction:
                case None:
                    return course.result()
                case Tell(say=say):
                    command = self._commands.command(say, course.state)
                    course.take(decide(self._book, course.state, command, dice))
                case Toss(weight=weight, of=of, yes=yes, no=no):
                    fallen = dice.answer(Throw("plan", f"1d{of}"), 0).total if of > 1 else 1
                    course.leap(yes if (fallen or 0) <= weight else no)
                case Elapsed(ms=ms, yes=yes, no=no):
                    course.leap(yes if course.passed >= ms else no)
                case EndPlan(why=why):
                    course.end(why)
                case _:
                    raise NeverEndsError
        raise NeverEndsError


class Course:
    """One playing under way: where it stands, and what has happened on it."""

    def __init__(self, program: Program, book: Rulebook, state: State) -> None:
        self.state = state
        self._program = program
        self._book = book
        self._began = state.now
        self._place = PlanPlace(0, (0,) * program.counters)
        self._why: str | None = None
        self._firsts = [NEVER] * len(program.watches)
        self._counts: list[list[int]] = [[] for _ in program.counted]
        self._then: dict[int, Value] = {}

    @property
    def passed(self) -> int:
        """Return how many milliseconds have passed since it began."""
        return (self.state.now - self._began).ms

    def settle(self) -> Tell | Toss | Elapsed | EndPlan | object | None:
        """Go on to what takes chance, time or a command, and return it; ``None`` where the plan is over."""
        if self._why is None:
            self._place = settled(self._program, self._book, self._place, self.state)
            self._why = unanswered(self._place, self.state) or None
        return None if self._why is not None else self._program.instructions[self._place.at]

    def end(self, why: str) -> None:
        """End it under a name."""
        self._why = why

    def leap(self, to: int) -> None:
        """Go on at another instruction."""
        self._place = PlanPlace(to, self._place.counts, self._place.back)

    def take(self, told: Decided | Needed | Refusal) -> None:
        """Note what came of a command."""
        if isinstance(told, Refusal):
            self._why = f"refused: {told.message}"
        elif isinstance(told, Needed) or told.state.now < self.state.now:
            self._why = f"refused: {BACKWARDS}"
        else:
            self._cross(told)
            self.leap(self._place.at + 1)

    def _cross(self, told: Decided) -> None:
        at, edge = self.passed, crossed(self._program, self._book, self.state, told)
        for watch, first in enumerate(edge.firsts):
            if self._firsts[watch] == NEVER and first != NEVER:
                self._firsts[watch] = at + first
        for count, instants in enumerate(edge.counts):
            self._counts[count] += [at + after for after in instants]
        for number, query in enumerate(self._program.queries):
            if 0 < query.by_ms < at + edge.ms and query.label != NEVER and number not in self._then:
                self._then[number] = self._label(query)
        self.state = told.state

    def _label(self, query: Query) -> Value:
        one = self._program.labels[query.label]
        if isinstance(one, Gauged):
            return one.value(self.state, self._book)
        return one.holds(self.state, self._book)

    def result(self) -> Played:
        """Return the result, now that it is over."""
        values = tuple(self._value(number, one) for number, one in enumerate(self._program.queries))
        return Played(values, self._why or "")

    def _value(self, number: int, query: Query) -> Value:
        by = query.by_ms or self.passed
        if query.label != NEVER:
            return self._then[number] if number in self._then else self._label(query)
        if query.count != NEVER:
            return sum(at <= by for at in self._counts[query.count])
        if query.watch == NEVER:
            return self.passed if self.passed <= by else None
        first, watch = self._firsts[query.watch], self._program.watches[query.watch]
        if first == NEVER and isinstance(watch, Watch) and watch.holds(self.state, self._book):
            first = self.passed
        return first if first != NEVER and first <= by else None

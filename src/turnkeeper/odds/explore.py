"""Exploring a plan: every situation that it can come to is met once, and the real rules decide what follows.

A situation is a place in the plan and the essence of the state. Each is explored from one full state, under
the driver that gives every answer. What is asked for at the end is part of the situation too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from heapq import heappop, heappush
from itertools import islice
from math import gcd, lcm
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.chance.drivers import every_outcome
from turnkeeper.odds.chain import BEYOND, NEVER, Chain, ClockFork, Ends, Labels, Moves, Situation, Transition
from turnkeeper.odds.following import OUT, CircleError, PlanPlace, settled
from turnkeeper.odds.plan import Say
from turnkeeper.odds.program import Elapsed, EndPlan, Gauged, Program, Tell, Toss, Watch
from turnkeeper.odds.scenes import ScenesAhead
from turnkeeper.play.decide import Decided, Needed, decide
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.registry import REGISTRY

if TYPE_CHECKING:
    from turnkeeper.chance.throws import Driver, Throw
    from turnkeeper.play.kernel.event import Command
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook

    Hear = Callable[[Say, State], Command]
    """What a command of the plan means in a state; it raises `PlanSpeechError`."""

MOST_SITUATIONS = 20_000
MOST_WAYS = 50
"""A command that can come to more ends than this at once is followed in parts, a few throws each."""
THROWS_A_PART = 2
MOST_ANSWERS = 1
"""So many commands that follow a command in the same instant are taken together with it."""
RESUME = "resume"
BACKWARDS = "a plan cannot set the clock back"


class PlanSpeechError(ValueError):
    """A command of a plan that is not understood."""

    def __init__(self, say: Say, message: str, hint: str) -> None:
        """Keep the parts."""
        super().__init__(message)
        self.say = say
        self.message = message
        self.hint = hint


class _Standing(Struct, frozen=True):
    """A situation: its place, one full state that stands for all of it, and why it is refused, if it is."""

    place: PlanPlace
    state: State
    refused: str = ""


def explore(
    program: Program, book: Rulebook, state: State, hear: Hear, *, most: int = MOST_SITUATIONS
) -> Chain:
    """Return the chain of a plan from a state on.

    They are explored in the order in which they can come at the earliest; what lies beyond ``most`` of them
    ends as `BEYOND`, and the chain says what made them many. Raises `PlanSpeechError` and `CircleError`.
    """
    rules = _Rules(book, hear)
    scenes = ScenesAhead(program)
    while True:
        chain = _Explorer(program, rules, scenes, most).explore(state)
        if chain is not None:
            return chain


_Outcomes = list[tuple[Fraction, Decided | Refusal]]
_Key = tuple[PlanPlace, Hashable, Labels, str]


class _Rules:
    """What comes of the commands of a plan. A plan that is explored anew decides nothing a second time."""

    def __init__(self, book: Rulebook, hear: Hear) -> None:
        self.book = book
        self.decisions = 0
        self._hear = hear
        self._commands: dict[Hashable, Command] = {}
        self._long: set[Say] = set()
        self._known: dict[tuple[Say, int], tuple[State, _Outcomes]] = {}

    def ends_of(self, say: Say, state: State, *, resumes: bool) -> _Outcomes:
        """Return all that can come of a command, in parts if that is very much."""
        key = (Say(RESUME, say.line) if resumes else say, id(state))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = (state, self._decided(say, key[0], state))
        return known[1]

    def _decided(self, say: Say, said: Say, state: State) -> _Outcomes:
        command = self._command(said, state)
        if say not in self._long:
            ends = list(islice(self._outcomes(command, state), MOST_WAYS + 1))
            if len(ends) <= MOST_WAYS:
                return ends
            self._long.add(say)
        return list(self._outcomes(command, state, THROWS_A_PART))

    def _outcomes(
        self, command: Command, state: State, most_throws: int = 0
    ) -> Iterator[tuple[Fraction, Decided | Refusal]]:
        def run(driver: Driver) -> Decided | Refusal | Throw:
            self.decisions += 1
            done = decide(self.book, state, command, driver, most_throws=most_throws)
            return done.throw if isinstance(done, Needed) else done

        return every_outcome(run)

    def _command(self, say: Say, state: State) -> Command:
        names = tuple(one.name for one in state.party.members)
        known = self._commands.get((say, names))
        if known is None:
            known = self._commands[say, names] = self._hear(say, state)
        return known


class _Explorer:
    """Explores one plan with what is known of the scenes ahead."""

    def __init__(self, program: Program, rules: _Rules, scenes: ScenesAhead, most: int) -> None:
        self._program = program
        self._rules = rules
        self._book = rules.book
        self._scenes = scenes
        self._most = most
        self._numbers: dict[_Key, int] = {}
        self._standing: list[_Standing] = []
        self._ahead: list[tuple[int, int]] = []
        self._earliest: dict[int, int] = {}
        self._now = 0
        self._slow: set[Say] = set()
        self._stale = False

    def explore(self, state: State) -> Chain | None:
        """Return the chain, or ``None`` where a scene was met that was not thought of."""
        self._number(PlanPlace(0, (0,) * self._program.counters), state)
        found: dict[int, Situation] = {}
        while self._ahead and not self._stale and len(self._standing) < self._most:
            self._now, number = heappop(self._ahead)
            if number not in found:
                found[number] = self._situation(self._standing[number])
        if self._stale:
            return None
        labels = tuple(self._labels(one.state) for one in self._standing)
        situations = tuple(found.get(number, BEYOND) for number in range(len(labels)))
        causes = self._causes() if len(found) < len(labels) else ()
        return Chain(situations, labels, self._rules.decisions, causes)

    def _number(self, place: PlanPlace, state: State, refused: str = "", after: int = 0) -> int:
        """Return the number of the situation that a place and a state lead to, so many milliseconds later."""
        if not refused:
            place = settled(self._program, self._book, place, state)
            refused = unanswered(place, state)
        self._stale = self._scenes.met(place.main, state.place.scene) or self._stale
        essence = REGISTRY.essence(state, self._book, self._scenes.of(place.main))
        key = (place, essence, self._labels(state), refused)
        number = self._numbers.setdefault(key, len(self._standing))
        if number == len(self._standing):
            self._standing.append(_Standing(place, state, refused))
        at = self._now + after
        if at < self._earliest.get(number, at + 1):
            self._earliest[number] = at
            heappush(self._ahead, (at, number))
        return number

    def _labels(self, state: State) -> Labels:
        """Return the figures that are asked for, as they are in a state."""
        return tuple(
            one.value(state, self._book) if isinstance(one, Gauged) else one.holds(state, self._book)
            for one in self._program.labels
        )

    def _causes(self) -> tuple[str, ...]:
        """Return what differs most among the situations: the slices of mechanisms."""
        named = [
            ", ".join(one.slices) or "checks"
            for one in REGISTRY.mechanisms
            if one.essence is not None or one.slices
        ]
        ways: dict[str, set[Hashable]] = {}
        for _place, essence, *_ in self._numbers:
            for name, part in zip(named, essence if isinstance(essence, tuple) else (), strict=True):
                ways.setdefault(name, set()).add(part)
        many = Counter({name: len(found) for name, found in ways.items()})
        return tuple(f"{what} ({count:,} ways)" for what, count in many.most_common(2) if count > 1)

    # What follows from a situation

    def _situation(self, one: _Standing) -> Situation:
        if one.refused:
            return self._ends(one.refused, one.state)
        instruction = self._program.instructions[one.place.at]
        match instruction:
            case Tell(say=say):
                return self._told(say, one.place, one.state)
            case Toss(weight=weight, of=of, yes=yes, no=no):
                ways = ((weight, yes), (of - weight, no))
                return _moves((some, self._edge(one, to), of) for some, to in ways if some)
            case Elapsed(ms=ms, yes=yes, no=no):
                after = self._edge(one, yes).to
                # At the earliest it comes here now: beyond that time there is one way on.
                return ClockFork(ms, after, after if self._now >= ms else self._edge(one, no).to)
            case EndPlan(why=why):
                return self._ends(why, one.state)
            case _:
                raise CircleError

    def _ends(self, why: str, state: State) -> Ends:
        holds = (isinstance(one, Watch) and one.holds(state, self._book) for one in self._program.watches)
        return Ends(why, tuple(holds))

    def _edge(self, one: _Standing, to: int) -> Transition:
        """Return the way to another instruction."""
        return self._still(self._number(PlanPlace(to, one.place.counts, one.place.back), one.state))

    def _still(self, to: int) -> Transition:
        """Return the way to a situation on which nothing happens."""
        return Transition(0, to, 0, ((),) * len(self._program.counted), (NEVER,) * len(self._program.watches))

    def _told(self, say: Say, place: PlanPlace, state: State) -> Moves:
        """Return all that can come of a command."""
        ways = self._ways(self._rules.ends_of(say, state, resumes=place.resumes), place, state, 0)
        return _moves((chance.numerator, edge, chance.denominator) for chance, edge in ways)

    def _ways(
        self, ends: _Outcomes, place: PlanPlace, state: State, after: int, deep: int = MOST_ANSWERS
    ) -> Iterator[tuple[Fraction, Transition]]:
        """Yield where the ends of a command lead, from a state so many milliseconds after the situation.

        What the plan answers at once and without time, such as parting, is followed too.
        """
        for chance, end in ends:
            refused = f"refused: {end.message}" if isinstance(end, Refusal) else ""
            if isinstance(end, Refusal) or end.state.now < state.now:
                to = self._number(place, state, refused or f"refused: {BACKWARDS}", after)
                yield chance, self._still(to)
                continue
            edge = crossed(self._program, self._book, state, end)
            then = PlanPlace(place.at, place.counts, place.back, resumes=True)
            if not end.more:
                next_one = PlanPlace(place.at + 1, place.counts, place.back)
                then = settled(self._program, self._book, next_one, end.state)
            answers = self._at_once(then, end.state) if deep else []
            if answers:
                for more, later in self._ways(answers, then, end.state, after + edge.ms, deep - 1):
                    yield chance * more, _joined(edge, later)
            else:
                yield chance, replace(edge, to=self._number(then, end.state, "", after + edge.ms))

    def _at_once(self, place: PlanPlace, state: State) -> _Outcomes:
        """Return the ends of what the plan answers here, if that takes no time; else nothing."""
        instruction = self._program.instructions[place.at]
        if place.back == OUT or not isinstance(instruction, Tell) or instruction.say in self._slow:
            return []
        ends = self._rules.ends_of(instruction.say, state, resumes=place.resumes)
        if any(isinstance(end, Refusal) or end.state.now != state.now for _, end in ends):
            self._slow.add(instruction.say)
            return []
        return ends


def unanswered(place: PlanPlace, state: State) -> str:
    """Return why the plan cannot go on: a question of which it says nothing; else an empty text."""
    question = state.question
    if question is None or place.back != OUT or place.resumes:
        return ""
    return f"asked, and the plan says nothing of it: {question.text}"


def crossed(program: Program, book: Rulebook, state: State, end: Decided) -> Transition:
    """Return what happens on the way to the end of a command; where it leads is not known yet."""
    counts = tuple(
        tuple((event.at - state.now).ms for event in end.events for _ in range(one.counts(event)))
        for one in program.counted
    )
    return Transition(0, 0, (end.state.now - state.now).ms, counts, _firsts(program, book, state, end))


def _firsts(program: Program, book: Rulebook, state: State, end: Decided) -> tuple[int, ...]:
    """Return when each thing that is watched first happens, or first holds while time passes."""
    firsts = [NEVER] * len(program.watches)
    if not firsts:
        return ()
    start = state.now
    for event in (*end.events, None):
        until = end.state.now if event is None else event.at
        for index, one in enumerate(program.watches):
            if firsts[index] != NEVER:
                continue
            if isinstance(one, Watch):
                if until > state.now and one.holds(state, book):
                    firsts[index] = (state.now - start).ms
            elif event is not None and one.counts(event):
                firsts[index] = (until - start).ms
        if event is not None:
            state = REGISTRY.evolve(state, event)
    return tuple(firsts)


def _joined(first: Transition, second: Transition) -> Transition:
    """Return two edges, one after the other, as one."""
    counts = tuple(
        (*early, *(first.ms + at for at in late))
        for early, late in zip(first.counts, second.counts, strict=True)
    )
    firsts = tuple(
        early if early != NEVER or late == NEVER else first.ms + late
        for early, late in zip(first.firsts, second.firsts, strict=True)
    )
    return Transition(0, second.to, first.ms + second.ms, counts, firsts)


def _moves(ways: Iterator[tuple[int, Transition, int]]) -> Moves:
    """Return a situation with some ways on, each with its weight out of a total; equal ways become one."""
    weighed: dict[Transition, Fraction] = {}
    for weight, edge, of in ways:
        weighed[edge] = weighed.get(edge, Fraction(0)) + Fraction(weight, of)
    total = lcm(*(chance.denominator for chance in weighed.values()))
    edges = [
        Transition(chance.numerator * (total // chance.denominator), *_rest(edge))
        for edge, chance in weighed.items()
    ]
    common = gcd(total, *(one.weight for one in edges))
    return Moves(tuple(Transition(one.weight // common, *_rest(one)) for one in edges), total // common)


def _rest(edge: Transition) -> tuple[int, int, tuple[tuple[int, ...], ...], tuple[int, ...]]:
    return edge.to, edge.ms, edge.counts, edge.firsts

"""Exploring a plan: every situation that it can come to is met once, and the real rules decide what follows.

A situation is a place in the plan and the essence of the state. Each is explored from one full state, under
the driver that gives every answer. The value that is asked for at the end is part of it too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from heapq import heappop, heappush
from math import gcd, lcm

from msgspec.structs import replace

from turnkeeper.odds.chain import BEYOND, NEVER, Chain, ClockFork, Ends, Labels, Moves, Situation, Transition
from turnkeeper.odds.commanding import BACKWARDS, Hear, PlanRules
from turnkeeper.odds.following import OUT, CircleError, PlanPlace, settled
from turnkeeper.odds.law import TAIL, law_of
from turnkeeper.odds.program import Counted, Elapsed, EndPlan, Gauged, Program, Tell, Toss, Watch
from turnkeeper.odds.questions import HowItEnds
from turnkeeper.odds.scenes import ScenesAhead
from turnkeeper.play.decide import Decided
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.registry import REGISTRY
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook

MOST_SITUATIONS = 20_000
CLEARLY_FINITE = 500
"""A plan of so few situations is followed to its last, however unlikely."""
WHOLE = 10**24
"""The parts in which the chance of coming to a situation is counted; one that is less counts as one part."""
UNLIKELY = WHOLE // 10**15
"""In larger ones a less likely situation is left open, while all of them are less than the tail."""
Watcher = Callable[[int, int], bool]
"""It is told how many situations are explored and how many were met, and returns whether to go on."""


class _Standing:
    """Where a plan can stand: its place, one full state for all that are alike, how it is over, if it is.

    It has a ``number`` if it is a situation; ``follows`` are the ways on, once they were looked for.
    """

    __slots__ = ("follows", "number", "over", "place", "state")

    def __init__(self, place: PlanPlace, state: State, over: Ends | None = None) -> None:
        self.place = place
        self.state = state
        self.over = over
        self.number = NEVER
        self.follows: _Follows | None = None


_Follows = list[tuple[int, int, Transition, _Standing]]
"""The ways on, each with its chance: a weight, out of how many."""
_Way = tuple[int, int, Transition]
_Key = tuple[PlanPlace, tuple[int, ...], Labels]


def go_on(_explored: int, _met: int) -> bool:
    """Watch nothing and stop nothing."""
    return True


def explore(  # noqa: PLR0913 - the plan, where it begins, and how far it is followed
    program: Program,
    book: Rulebook,
    state: State,
    hear: Hear,
    *,
    most: int = MOST_SITUATIONS,
    watcher: Watcher = go_on,
) -> Chain:
    """Return the chain of a plan from a state on.

    They are explored in the order in which they can come at the earliest; what lies beyond ``most`` of them
    ends as `BEYOND`, and the chain says what made them many. The ``watcher`` can stop it in the same way.
    Raises `PlanSpeechError` and `CircleError`.
    """
    rules = PlanRules(book, hear)
    scenes = ScenesAhead(program)
    while True:
        chain = _Explorer(program, rules, scenes, most, watcher).explore(state)
        if chain is not None:
            return chain


class _Explorer:
    """Explores one plan by the scenes that lie ahead."""

    def __init__(
        self, program: Program, rules: PlanRules, scenes: ScenesAhead, most: int, watcher: Watcher
    ) -> None:
        self._program = program
        self._rules = rules
        self._book = rules.book
        self._scenes = scenes
        self._most = most
        self._watcher = watcher
        self._met: dict[_Key, _Standing] = {}
        self._over: dict[tuple[Ends, Labels], _Standing] = {}
        self._situations: list[_Standing] = []
        self._ahead: list[tuple[int, int]] = []
        self._earliest: list[int] = []
        self._chance: list[int] = []
        self._found: dict[int, Situation] = {}
        self._left: dict[int, int] = {}
        self._now = 0
        self._stale = False

    def explore(self, state: State) -> Chain | None:
        """Return the chain, or ``None`` where a scene or a command came up that was not thought of."""
        self._rules.stale = False
        self._number(self._stands(PlanPlace(0, (0,) * self._program.counters), state))
        self._chance[0] = WHOLE
        chain = self._explored(leaving=True)
        if chain is not None and self._left and not self._is_known(chain):
            # It was come to more often than was seen on the way, in a circle: then all of it is explored.
            self._ahead = sorted((self._earliest[number], number) for number in self._left)
            self._left.clear()
            chain = self._explored(leaving=False)
        return chain

    def _explored(self, *, leaving: bool) -> Chain | None:
        """Return the chain of situations ahead, perhaps ``leaving`` unlikely ones; ``None`` when stale."""
        found, goes_on = self._found, True
        while self._ahead and goes_on and not self._is_stale and len(self._situations) < self._most:
            self._now, number = heappop(self._ahead)
            if number in found or (leaving and self._leaves(number)):
                continue
            found[number] = self._situation(self._situations[number])
            self._pass_on(number)
            goes_on = self._watcher(len(found), len(self._situations))
        if self._is_stale:
            return None
        labels = tuple(self._labels(one.state) for one in self._situations)
        situations = tuple(found.get(number, BEYOND) for number in range(len(labels)))
        is_cut = len(found) + len(self._left) < len(labels)
        causes = self._causes() if is_cut else ()
        return Chain(situations, labels, self._rules.decisions, causes, stopped=is_cut and not goes_on)

    def _leaves(self, number: int) -> bool:
        """Return whether a situation is left open: with all others left it is less likely than the tail."""
        chance = self._chance[number]
        all_of_it = sum(self._left.values()) + chance
        if len(self._found) < CLEARLY_FINITE or chance > UNLIKELY or all_of_it > WHOLE * TAIL / 2:
            self._left.pop(number, None)
            return False
        self._left[number] = chance
        return True

    def _pass_on(self, number: int) -> None:
        """Add the chance of a situation to those of the situations after it; by the clock, to both ways."""
        one, chance = self._found[number], self._chance[number]
        if isinstance(one, Moves):
            ways = [(edge.to, -(-chance * edge.weight // one.total)) for edge in one.edges]
        elif isinstance(one, ClockFork):
            ways = [(to, chance) for to in {one.yes, one.no}]
        else:
            ways = []
        for to, more in ways:
            self._chance[to] += more
            if to in self._left:
                heappush(self._ahead, (self._earliest[to], to))

    def _is_known(self, chain: Chain) -> bool:
        """Return whether less than the tail is open of how a plan ends."""
        law = law_of(chain, HowItEnds())
        return law.still_open * TAIL.denominator <= law.total * TAIL.numerator

    @property
    def _is_stale(self) -> bool:
        return self._stale or self._rules.stale

    def _stands(self, place: PlanPlace, state: State, refused: str = "") -> _Standing:
        """Return where a plan stands at a place and in a state: those alike are one.

        A plan that is over has no future: those are alike that end for the same reason, as far as is asked.
        """
        if not refused:
            place = settled(self._program, self._book, place, state)
            refused = unanswered(place, state)
        self._stale = self._scenes.met(place.main, state.place.scene) or self._stale
        instruction, labels = self._program.instructions[place.at], self._labels(state)
        why = instruction.why if isinstance(instruction, EndPlan) else None
        if refused or why is not None:
            over = self._ends(refused or why or "", state)
            return self._over.setdefault((over, labels), _Standing(place, state, over))
        key = (place, self._rules.essences.of(state, self._scenes.of(place.main)), labels)
        known = self._met.get(key)
        if known is None:
            known = self._met[key] = _Standing(place, state)
        return known

    def _number(self, one: _Standing, after: int = 0) -> int:
        """Return the number of a situation that is come to some milliseconds later."""
        at = self._now + after
        if one.number == NEVER:
            one.number = len(self._situations)
            self._situations.append(one)
            self._earliest.append(at + 1)
            self._chance.append(0)
        if at < self._earliest[one.number]:
            self._earliest[one.number] = at
            heappush(self._ahead, (at, one.number))
        return one.number

    def _labels(self, state: State) -> Labels:
        """Return the figures that are asked for, as they are in a state."""
        return tuple(
            one.value(state, self._book) if isinstance(one, Gauged) else one.holds(state, self._book)
            for one in self._program.labels
        )

    def _causes(self) -> tuple[str, ...]:
        """Return the slices of mechanisms that differ most among the situations."""
        named = [
            ", ".join(one.slices) or "checks"
            for one in REGISTRY.mechanisms
            if one.essence is not None or one.slices
        ]
        ways: dict[str, set[int]] = {}
        for _place, essence, *_ in self._met:
            for name, part in zip(named, essence, strict=True):
                ways.setdefault(name, set()).add(part)
        many = Counter({name: len(found) for name, found in ways.items()})
        return tuple(f"{what} ({count:,} ways)" for what, count in many.most_common(2) if count > 1)

    # What follows from a situation

    def _situation(self, one: _Standing) -> Situation:
        if one.over is not None:
            return one.over
        instruction = self._program.instructions[one.place.at]
        match instruction:
            case Tell():
                return _moves(self._told(one))
            case Toss(weight=weight, of=of, yes=yes, no=no):
                ways = ((weight, yes), (of - weight, no))
                return _moves([(some, of, self._edge(one, to)) for some, to in ways if some])
            case Elapsed(ms=ms, yes=yes, no=no):
                after = self._edge(one, yes).to
                # At the earliest it comes here now: beyond that time there is one way on.
                return ClockFork(ms, after, after if self._now >= ms else self._edge(one, no).to)
            case _:
                raise CircleError

    def _ends(self, why: str, state: State) -> Ends:
        holds = (isinstance(one, Watch) and one.holds(state, self._book) for one in self._program.watches)
        return Ends(why, tuple(holds))

    def _edge(self, one: _Standing, to: int) -> Transition:
        """Return the way to another instruction."""
        then = self._stands(PlanPlace(to, one.place.counts, one.place.back), one.state)
        return replace(self._still, to=self._number(then))

    @cached_property
    def _still(self) -> Transition:
        """Return a way on which nothing happens."""
        return Transition(0, 0, 0, ((),) * len(self._program.counted), (NEVER,) * len(self._program.watches))

    def _told(self, one: _Standing) -> Iterator[_Way]:
        """Yield the ways on from where a command is said.

        What the plan answers at once and without time, such as parting, is followed too.
        """
        for weight, of, edge, then in self._follows(one):
            answers = self._follows(then) if self._answers(then) else []
            if answers and not any(later.ms for _, _, later, _ in answers):
                for more, parts, later, last in answers:
                    yield weight * more, of * parts, _joined(edge, later, self._number(last, edge.ms))
            else:
                yield weight, of, replace(edge, to=self._number(then, edge.ms))

    def _answers(self, one: _Standing) -> bool:
        """Return whether the plan says a command here about what stands open."""
        instruction = self._program.instructions[one.place.at]
        return one.over is None and one.place.back != OUT and isinstance(instruction, Tell)

    def _follows(self, one: _Standing) -> _Follows:
        """Return the ways on from where a command is said, and where each leads."""
        if one.follows is None:
            instruction = self._program.instructions[one.place.at]
            assert isinstance(instruction, Tell)  # noqa: S101 - it was looked at before
            ends = self._rules.ends_of(instruction.say, one.state, resumes=one.place.resumes)
            one.follows = [(weight, of, *self._end(one, end)) for weight, of, end in ends]
        return one.follows

    def _end(self, one: _Standing, end: Decided | Refusal) -> tuple[Transition, _Standing]:
        """Return the events on the way to an end of a command, and the place it leads to."""
        place, state = one.place, one.state
        if isinstance(end, Refusal):
            return self._still, self._stands(place, state, f"refused: {end.message}")
        if end.state.now < state.now:
            return self._still, self._stands(place, state, f"refused: {BACKWARDS}")
        then = replace(place, at=place.at if end.more else place.at + 1, resumes=end.more)
        return crossed(self._program, self._book, state, end), self._stands(then, end.state)


def unanswered(place: PlanPlace, state: State) -> str:
    """Return why the plan cannot go on: a question of which it says nothing; else an empty text."""
    question = state.question
    if question is None or place.back != OUT or place.resumes:
        return ""
    return f"asked, and the plan says nothing of it: {question.text}"


def crossed(program: Program, book: Rulebook, state: State, end: Decided) -> Transition:
    """Return the events on the way to the end of a command; where it leads is not known yet."""
    counts = tuple(
        tuple((event.at - state.now).ms for event in end.events for _ in range(one.counts(event)))
        for one in program.counted
    )
    return Transition(0, 0, (end.state.now - state.now).ms, counts, _firsts(program, book, state, end))


def _firsts(program: Program, book: Rulebook, state: State, end: Decided) -> tuple[int, ...]:
    """Return when each thing that is watched first happens, or first holds while time passes."""
    firsts = [NEVER] * len(program.watches)
    start, passes = state.now, end.state.now > state.now
    if not firsts or not (passes or any(isinstance(one, Counted) for one in program.watches)):
        return tuple(firsts)
    for event in (*end.events, None):
        until = end.state.now if event is None else event.at
        for index, one in enumerate(program.watches):
            if firsts[index] != NEVER:
                continue
            if isinstance(one, Watch):
                if passes and until > state.now and one.holds(state, book):
                    firsts[index] = (state.now - start).ms
            elif event is not None and one.counts(event):
                firsts[index] = (until - start).ms
        if passes and event is not None:
            state = REGISTRY.evolve(state, event)
    return tuple(firsts)


def _joined(first: Transition, second: Transition, to: int) -> Transition:
    """Return two edges, one after the other, as one that leads to a situation."""
    counts = tuple(
        [
            (*early, *[first.ms + at for at in late])
            for early, late in zip(first.counts, second.counts, strict=True)
        ]
    )
    firsts = tuple(
        [
            early if early != NEVER or late == NEVER else first.ms + late
            for early, late in zip(first.firsts, second.firsts, strict=True)
        ]
    )
    return Transition(0, to, first.ms + second.ms, counts, firsts)


def _moves(ways: Iterable[_Way]) -> Moves:
    """Return a situation with some ways on, each with its chance; equal ways become one."""
    every = list(ways)
    total = lcm(*{of for _, of, _ in every})
    weighed: dict[Transition, int] = {}
    for weight, of, edge in every:
        weighed[edge] = weighed.get(edge, 0) + weight * (total // of)
    common = gcd(total, *weighed.values())
    edges = tuple([replace(edge, weight=weight // common) for edge, weight in weighed.items()])
    return Moves(edges, total // common)

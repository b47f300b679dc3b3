"""A plan made ready for one rule set: instructions one after the other, and the watches on the way.

Observables are found by their words, lengths read by the rule set's units; what names none is a problem.
"""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct

from turnkeeper.odds.plan import Ask, Gamble, If, Loop, OddsPlan, Opening, Say, Step, StopHere, Until
from turnkeeper.play.kernel.essence import Condition, Observable, Occurrence, Quantity, named_in
from turnkeeper.play.kernel.event import Event
from turnkeeper.play.registry import REGISTRY
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.problems import Problem
from turnkeeper.spelling import nearest
from turnkeeper.time import SpokenTimeError

MOST_INSTRUCTIONS = 5000
Kept = TypeVar("Kept")


class Watch(Struct, frozen=True):
    """A condition with the name it is about; it holds where the condition does not, if ``negated``."""

    condition: Condition
    name: str
    negated: bool = False

    def holds(self, state: State, book: Rulebook) -> bool:
        """Return whether it holds in a state."""
        return self.condition.holds(state, book, self.name) is not self.negated


class Gauged(Struct, frozen=True):
    """A figure with the name it is about."""

    figure: Quantity
    name: str

    def value(self, state: State, book: Rulebook) -> int | None:
        """Return the figure in a state."""
        return self.figure.value(state, book, self.name)


class Counted(Struct, frozen=True):
    """An occurrence with the name it is about."""

    occurrence: Occurrence
    name: str

    def counts(self, event: Event) -> int:
        """Return how often an event is one."""
        return self.occurrence.counts(event, self.name)


# Instructions. Each names those that may follow by their places.


class Tell(Struct, frozen=True):
    """Say a command; the next instruction follows."""

    say: Say


class Test(Struct, frozen=True):
    """Go on at one place where any condition holds, else at another."""

    watches: tuple[Watch, ...]
    yes: int
    no: int


class Elapsed(Struct, frozen=True):
    """Go on at one place once ``ms`` milliseconds have passed since the plan began, else at another."""

    ms: int
    yes: int
    no: int


class LoopCount(Struct, frozen=True):
    """Go on at one place up to a number of times, then at another; ``counter`` keeps the number."""

    counter: int
    times: int
    yes: int
    no: int


class Toss(Struct, frozen=True):
    """Go on at one place by a stated chance, else at another."""

    weight: int
    of: int
    yes: int
    no: int


class Jump(Struct, frozen=True):
    """Go on at another place."""

    to: int


class EndPlan(Struct, frozen=True):
    """End the plan, under a name."""

    why: str


class Return(Struct, frozen=True):
    """Go back to where something came up."""


Instruction = Tell | Test | Elapsed | LoopCount | Toss | Jump | EndPlan | Return


class Handler(Struct, frozen=True):
    """Where the steps begin about something that stands open."""

    opening: Opening
    about: str
    at: int


class Query(Struct, frozen=True):
    """A question, made ready. ``watch``, ``count`` or ``label`` is its place among those of its kind.

    ``by_ms`` is the length of time within which it is asked, 0 for the whole plan.
    """

    ask: Ask
    watch: int = -1
    count: int = -1
    label: int = -1
    by_ms: int = 0


class Program(Struct, frozen=True):
    """A plan ready to be explored; ``counters`` is how many loops count."""

    instructions: tuple[Instruction, ...]
    handlers: tuple[Handler, ...]
    counters: int
    watches: tuple[Watch | Counted, ...]
    counted: tuple[Counted, ...]
    labels: tuple[Watch | Gauged, ...]
    queries: tuple[Query, ...]

    def handler(self, opening: Opening, about: str = "") -> Handler | None:
        """Return the plan's handler of a matter that stands open, the most particular one."""
        fits = [
            one
            for one in self.handlers
            if one.opening == opening and (not one.about or one.about.casefold() in about.casefold())
        ]
        return max(fits, key=lambda one: len(one.about), default=None)


DEFAULTS: dict[Opening, str] = {"encounter": "part", "cut short": "resume"}
"""The answer to an open matter where a plan has none: the house's choice."""


def make_program(plan: OddsPlan, book: Rulebook, name: str) -> tuple[Program, tuple[Problem, ...]]:
    """Return a plan made ready for a rule set, and its faults."""
    maker = _Maker(book, name)
    return maker.make(plan), tuple(maker.problems)


def observables_for(kind: type[Observable]) -> list[str]:
    """Return the words that ask for the observables of a kind."""
    return [one.says for one in REGISTRY.observables if isinstance(one, kind)]


class _Maker:
    """Turns steps into instructions."""

    def __init__(self, book: Rulebook, name: str) -> None:
        self.problems: list[Problem] = []
        self._book = book
        self._name = name
        self._made: list[Instruction] = []
        self._counters = 0
        self._watches: list[Watch | Counted] = []
        self._counted: list[Counted] = []
        self._labels: list[Watch | Gauged] = []

    def _fail(self, line: int, column: int, message: str, hint: str) -> None:
        self.problems.append(Problem(self._name, line, column, "", message, hint))

    def make(self, plan: OddsPlan) -> Program:
        self._steps(plan.steps)
        self._made.append(EndPlan(""))
        handlers = []
        for one in plan.whens:
            handlers.append(Handler(one.opening, one.about, len(self._made)))
            self._steps(one.body)
            self._made.append(Return())
        said = {one.opening for one in plan.whens if not one.about}
        for opening, command in DEFAULTS.items():
            if opening not in said:
                handlers.append(Handler(opening, "", len(self._made)))
                self._made += [Tell(Say(command, 0)), Return()]
        if len(self._made) > MOST_INSTRUCTIONS:
            self._fail(1, 1, f"a plan has at most {MOST_INSTRUCTIONS:,} steps", "say it with repeat")
        queries = tuple(self._query(one) for one in plan.asks)
        return Program(
            tuple(self._made),
            tuple(handlers),
            self._counters,
            tuple(self._watches),
            tuple(self._counted),
            tuple(self._labels),
            queries,
        )

    def _steps(self, steps: tuple[Step, ...]) -> None:
        for step in steps:
            match step:
                case Say():
                    self._made.append(Tell(step))
                case StopHere(why=why):
                    self._made.append(EndPlan(why))
                case Loop():
                    self._repeat(step)
                case If(condition=condition):
                    at = len(self._made)
                    self._made += [Jump(0)] * self._tests(condition)
                    self._fork(step, at, condition)
                case Gamble(weight=weight, of=of):
                    at = len(self._made)
                    self._made.append(Jump(0))
                    body, otherwise = self._two(step)
                    self._made[at] = Toss(weight, of, body, otherwise)

    def _two(self, step: If | Gamble) -> tuple[int, int]:
        """Write the two blocks of a step; returns where they begin."""
        body = len(self._made)
        self._steps(step.body)
        leap = len(self._made)
        self._made.append(Jump(0))
        otherwise = len(self._made)
        self._steps(step.otherwise)
        self._made[leap] = Jump(len(self._made))
        return body, otherwise

    def _fork(self, step: If, at: int, condition: Until) -> None:
        body, otherwise = self._two(step)
        self._test(at, condition, body, otherwise)

    def _repeat(self, step: Loop) -> None:
        start = len(self._made)
        tests = 0 if step.until is None else self._tests(step.until)
        self._made += [Jump(0)] * (tests + bool(step.times))
        body = len(self._made)
        self._steps(step.body)
        self._made.append(Jump(start))
        end = len(self._made)
        if step.times:
            self._made[start + tests] = LoopCount(self._counters, step.times, body, end)
            self._counters += 1
        if step.until is not None:
            self._test(start, step.until, end, start + tests)

    def _tests(self, until: Until) -> int:
        """Return how many instructions the test of these conditions takes."""
        lengths = sum(self._is_length(one) for one in until.conditions)
        return lengths + (lengths < len(until.conditions))

    def _test(self, at: int, until: Until, yes: int, no: int) -> None:
        """Write the test of conditions over the instructions that were kept free for it."""
        last = at + self._tests(until) - 1
        watches = []
        for text in until.conditions:
            if self._is_length(text):
                ms = self._length(text, until.line, until.column)
                self._made[at] = Elapsed(ms, yes, no if at == last else at + 1)
                at += 1
            elif (watch := self._watch(text, until.line, until.column)) is not None:
                watches.append(watch)
        if at <= last:
            self._made[at] = Test(tuple(watches), yes, no)

    @staticmethod
    def _is_length(text: str) -> bool:
        words = text.split(maxsplit=1)
        return words[0][:1].isdigit() or (len(words) > 1 and words[0] == "after" and words[1][:1].isdigit())

    def _length(self, text: str, line: int, column: int) -> int:
        try:
            return self._book.scale.parse_duration(text.removeprefix("after ").strip()).ms
        except SpokenTimeError as fault:
            self._fail(line, column + fault.column - 1, fault.message, fault.hint or "60 turns")
            return 1

    def _watch(self, text: str, line: int, column: int) -> Watch | None:
        bare = text.removeprefix("not ").removeprefix("to be ").strip()
        for one in REGISTRY.observables:
            name = named_in(one, bare) if isinstance(one, Condition) else None
            if isinstance(one, Condition) and name is not None:
                return Watch(one, name, negated=text.startswith("not "))
        self._unknown(text, line, column, Condition)
        return None

    def _unknown(self, text: str, line: int, column: int, kind: type[Observable]) -> None:
        known = observables_for(kind)
        near = nearest(text, known)
        hint = f"did you mean {near!r}?" if near else "one of " + ", ".join(sorted(known))
        self._fail(line, column, f"a plan cannot tell {text[:40]!r}", hint)

    # What is asked

    def _query(self, ask: Ask) -> Query:
        by_ms = self._length(ask.by, ask.line, ask.column + ask.text.find(ask.by)) if ask.by else 0
        match ask.kind:
            case "length":
                return Query(ask, by_ms=by_ms)
            case "count":
                return Query(ask, count=self._count(ask, ask.what), by_ms=by_ms)
            case "when" | "day" | "chance":
                return self._chance(ask, by_ms)
            case "figure":
                return Query(ask, label=self._figure(ask), by_ms=by_ms)

    def _chance(self, ask: Ask, by_ms: int) -> Query:
        """Return the question when something first happens, or when a condition first holds."""
        found = None if ask.at_end else self._occurrence(ask.what)
        if found is not None:
            return Query(ask, watch=_kept(self._watches, found), by_ms=by_ms)
        watch = self._watch(ask.what, ask.line, ask.column + max(ask.text.find(ask.what), 0))
        if watch is None:
            return Query(ask, by_ms=by_ms)
        if ask.at_end:
            return Query(ask, label=_kept(self._labels, watch), by_ms=by_ms)
        return Query(ask, watch=_kept(self._watches, watch), by_ms=by_ms)

    def _occurrence(self, what: str) -> Counted | None:
        for one in REGISTRY.observables:
            names = (named_in(one, said) for said in _plurals(what))
            name = next((name for name in names if name is not None), None)
            if isinstance(one, Occurrence) and name is not None:
                return Counted(one, name)
        return None

    def _count(self, ask: Ask, what: str) -> int:
        found = self._occurrence(what)
        if found is None:
            self._unknown(what, ask.line, ask.column + max(ask.text.find(what), 0), Occurrence)
            return -1
        return _kept(self._counted, found)

    def _figure(self, ask: Ask) -> int:
        for one in REGISTRY.observables:
            if isinstance(one, Quantity) and (name := named_in(one, ask.what)) is not None:
                return _kept(self._labels, Gauged(one, name))
        self._unknown(ask.what, ask.line, ask.column, Quantity)
        return -1


def _plurals(what: str) -> tuple[str, ...]:
    """Return the name and, of a single thing, several: ``an encounter`` is one of ``encounters``."""
    bare = what.removeprefix("an ").removeprefix("a ").removeprefix("any ")
    first, _, rest = bare.partition(" ")
    return what, bare, f"{bare}s", f"{first}s {rest}"


def _kept(kept: list[Kept], one: Kept) -> int:
    """Return the place of something among the kept ones, where it is put if it is new."""
    if one not in kept:
        kept.append(one)
    return kept.index(one)

"""What can be asked of a chain, and the law that answers it.

A number goes along with each weight: a count, or nothing. What a question does not look at is left out of the
chain before its weights move, so that very many situations become few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol, TypeAlias

from msgspec import Struct

from turnkeeper.odds.chain import NEVER, Chain, Ends, Transition

if TYPE_CHECKING:
    from turnkeeper.odds.program import Query

Value: TypeAlias = int | str | None
"""A value of a law: milliseconds, a number, a name; ``None`` for never, or for a figure that there is not."""
Effect: TypeAlias = int | tuple[int, ...]
"""What a question sees of an edge."""


class Law(Struct, frozen=True):
    """Values with their integer weights out of a total. ``still_open`` is the weight of what was cut off.

    A chance worked out in floating point can be ``off`` by so much.
    """

    weights: tuple[tuple[Value, int], ...]
    total: int
    still_open: int = 0
    off: Fraction = Fraction(0)

    def chance(self, fits: Callable[[Value], bool]) -> Fraction:
        """Return the chance of the values that fit."""
        return Fraction(sum(weight for value, weight in self.weights if fits(value)), self.total)

    @property
    def mean(self) -> Fraction | None:
        """Return the mean of the numbers among the values; ``None`` where there are none."""
        numbers = [(value, weight) for value, weight in self.weights if isinstance(value, int)]
        over = sum(weight for _, weight in numbers)
        return Fraction(sum(value * weight for value, weight in numbers), over) if over else None

    def quantile(self, part: Fraction) -> Value:
        """Return the least number that so much of the law does not go beyond; ``None`` where none is."""
        reached = 0
        for value, weight in sorted((value, one) for value, one in self.weights if isinstance(value, int)):
            reached += weight
            if Fraction(reached, self.total) >= part:
                return value
        return None


def in_order(weights: Mapping[Value, int]) -> tuple[tuple[Value, int], ...]:
    """Return values with their weights, the numbers by size, then the names, and never last."""
    return tuple(sorted(weights.items(), key=_order))


def _order(one: tuple[Value, int]) -> tuple[bool, str, int]:
    value = one[0]
    return value is None, "" if isinstance(value, int) else str(value), value if isinstance(value, int) else 0


class Inquiry(Protocol):
    """One thing that is asked, until a number of milliseconds has passed; `NEVER` is up to the plan's end."""

    @property
    def until(self) -> int:
        """When the asking ends, in milliseconds."""

    @property
    def timed(self) -> bool:
        """Return whether the answer depends on how much time passes."""

    def effect(self, edge: Transition) -> Effect:
        """Return the effect of an edge on the question."""

    def then(self, first: Effect, second: Effect, after: int) -> Effect:
        """Return the effect of two edges, the second ``after`` milliseconds from the first."""

    def crossed(self, effect: Effect, at: int) -> tuple[int, bool]:
        """Return the number that an edge at an instant adds, or else the value, and whether it is one."""

    def kept(self, chain: Chain, number: int) -> Value:
        """Return the part of a situation that the question must know to be answered in it."""

    def answer(self, kept: Value, at: int, had: int) -> Value:
        """Return the value in such a situation; ``at`` is `NEVER` where the asking ends before the plan."""


def number_goes_along(question: Inquiry, effects: Iterable[Effect]) -> bool:
    """Return whether a number goes along with the weights of a chain on which this is seen."""
    return any(more and not is_told for more, is_told in (question.crossed(one, 0) for one in effects))


class FirstTime(Struct, frozen=True):
    """When something that is watched first happens or holds, in milliseconds; ``None`` for never."""

    watch: int
    until: int = NEVER

    @property
    def timed(self) -> bool:
        """Return that it does: it is a time."""
        return True

    def effect(self, edge: Transition) -> Effect:
        """Return after how long it first happens."""
        return edge.firsts[self.watch]

    def then(self, first: Effect, second: Effect, after: int) -> Effect:
        """Return the earlier."""
        if first != NEVER or second == NEVER or isinstance(second, tuple):
            return first
        return second + after

    def crossed(self, effect: Effect, at: int) -> tuple[int, bool]:
        """Return when it first happened, if it did."""
        return (0, False) if effect == NEVER or isinstance(effect, tuple) else (at + effect, True)

    def kept(self, chain: Chain, number: int) -> Value:
        """Return whether it holds at the end of the plan."""
        one = chain.situations[number]
        return int(isinstance(one, Ends) and one.holds[self.watch])

    def answer(self, kept: Value, at: int, had: int) -> Value:  # noqa: ARG002 - of the protocol
        """Return the end of the plan, if it holds there."""
        return at if kept and at != NEVER else None


class HowMany(Struct, frozen=True):
    """How often something that is counted happens."""

    count: int
    until: int = NEVER

    @property
    def timed(self) -> bool:
        """Return whether it is asked up to an instant."""
        return self.until != NEVER

    def effect(self, edge: Transition) -> Effect:
        """Return how often it happens; where the time matters, after how long each time."""
        return len(edge.counts[self.count]) if self.until == NEVER else edge.counts[self.count]

    def then(self, first: Effect, second: Effect, after: int) -> Effect:
        """Return both together."""
        if isinstance(first, tuple) and isinstance(second, tuple):
            return (*first, *(after + at for at in second))
        return first + second  # type: ignore[operator]

    def crossed(self, effect: Effect, at: int) -> tuple[int, bool]:
        """Return how often it happens on it."""
        if isinstance(effect, int):
            return effect, False
        return sum(at + after <= self.until for after in effect), False

    def kept(self, chain: Chain, number: int) -> Value:  # noqa: ARG002 - of the protocol
        """Return nothing: the count goes along."""
        return None

    def answer(self, kept: Value, at: int, had: int) -> Value:  # noqa: ARG002 - of the protocol
        """Return the count."""
        return had


class _OnlyTheEnd(Struct, frozen=True):
    """A question that looks at no edge: the state at the end answers it."""

    def effect(self, edge: Transition) -> Effect:  # noqa: ARG002 - of the protocol
        """Return nothing."""
        return 0

    def then(self, first: Effect, second: Effect, after: int) -> Effect:  # noqa: ARG002 - of the protocol
        """Return nothing."""
        return 0

    def crossed(self, effect: Effect, at: int) -> tuple[int, bool]:  # noqa: ARG002 - of the protocol
        """Return nothing."""
        return 0, False


class AtEnd(_OnlyTheEnd, frozen=True):
    """A figure, or whether a condition holds, at the end of the plan or of the time that is asked about."""

    label: int
    until: int = NEVER

    @property
    def timed(self) -> bool:
        """Return whether it is asked up to an instant."""
        return self.until != NEVER

    def kept(self, chain: Chain, number: int) -> Value:
        """Return the figure."""
        one = chain.situations[number]
        return chain.labels[number][self.label] if self.until != NEVER or isinstance(one, Ends) else None

    def answer(self, kept: Value, at: int, had: int) -> Value:  # noqa: ARG002 - of the protocol
        """Return the figure."""
        return kept


class HowItEnds(_OnlyTheEnd, frozen=True):
    """How the plan ends: the name of its end, or how long it took where ``times`` are asked for."""

    times: bool = False
    until: int = NEVER

    @property
    def timed(self) -> bool:
        """Return whether a time is asked for, or up to an instant."""
        return self.times or self.until != NEVER

    def kept(self, chain: Chain, number: int) -> Value:
        """Return the name of the end, where it is asked for."""
        one = chain.situations[number]
        return one.why if isinstance(one, Ends) and not self.times else None

    def answer(self, kept: Value, at: int, had: int) -> Value:  # noqa: ARG002 - of the protocol
        """Return the name of the end, or when it came."""
        return (None if at == NEVER else at) if self.times else kept


def inquiry_of(query: Query, by_ms: int = 0) -> Inquiry:
    """Return the inquiry of a question into a chain, perhaps up to another instant than its own."""
    until = by_ms or query.by_ms or NEVER
    if query.watch != NEVER:
        return FirstTime(query.watch, until)
    if query.count != NEVER:
        return HowMany(query.count, until)
    return AtEnd(query.label, until) if query.label != NEVER else HowItEnds(times=True, until=until)

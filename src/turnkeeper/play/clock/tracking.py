"""Tracking: how effects, rest and the clock change trackers, and what follows.

What follows is handed back, one effect at a time, to whoever carries effects out: this room must not know
what any of them does. A chain of them comes to an end, for a checked rule set has no circle of effects.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from msgspec import Struct

from turnkeeper.chance.throws import Throw
from turnkeeper.play.clock import trackers
from turnkeeper.play.clock.trackers import IntervalThrown, TimeCounted, TrackerChanged, TrackerReached
from turnkeeper.play.kernel.event import Audience, Rolled
from turnkeeper.rules.model.procedures import AddTo, Reset, RollTable, SetTo, TakeFrom, ThrowPool, band_of
from turnkeeper.rules.model.trackers import Budget, Interval, Number, Pool
from turnkeeper.time import NO_TIME, Duration

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.play.kernel.decision import Decision
    from turnkeeper.rules.model.conduct import Activity
    from turnkeeper.rules.model.procedures import Consequence
    from turnkeeper.rules.model.trackers import Tracker
    from turnkeeper.time import Instant

    Change = AddTo | TakeFrom | SetTo | Reset


OLDEST = 1_000_000
"""Trackers of time come before the procedures of an instant: their numbers begin at this many below 0."""


class Occasion(Struct, frozen=True):
    """Why something follows: the rule that says so, who sees it, and the keyword, empty for its time.

    ``table`` is the table that says so, if one does; ``ruled`` is what the referee rules.
    """

    rule: str
    seen_by: Audience = "table"
    cause: str = ""
    table: str = ""
    ruled: bool = False


def occasion_of(tracker: Tracker, cause: str = "", *, ruled: bool = False) -> Occasion:
    """Return the occasion of what a tracker itself brings about."""
    return Occasion(tracker.rule.id, "referee" if tracker.secret else "table", cause, ruled=ruled)


def change(decision: Decision, effect: Change, occasion: Occasion) -> Iterator[Consequence]:
    """Change a tracker as an effect says; yield what follows from it, each when it is to happen."""
    name = effect.tracker
    tracker = decision.book.set.trackers[name]
    match tracker.counts:
        case (Number() | Pool()) as counts:
            start = counts.start if isinstance(counts, Number) else 0
            to, rolled = _moved(decision, effect, tracker, start)
            yield from come_to(decision, name, to, occasion, rolled)
        case Budget():
            if trackers.spent(decision.state, decision.book, name, decision.at):
                count_time(decision, name, NO_TIME, occasion)
        case Interval() as interval:
            if isinstance(effect, SetTo):
                _settle(decision, name, decision.book.duration(interval.each) * effect.to, occasion)
            else:
                yield from throw_interval(decision, name, occasion)
        case _:
            assert_never(tracker.counts)


def _moved(decision: Decision, effect: Change, tracker: Tracker, start: int) -> tuple[int, Rolled | None]:
    """Return what a number or a pool is to come to, and the dice that said so, if any."""
    match effect:
        case SetTo(to=to):
            return to, None
        case Reset():
            return start, None
        case AddTo() | TakeFrom():
            by, rolled = effect.count, None
            if effect.dice:
                answer, rolled = decision.roll(Throw(tracker.name, effect.dice, (), tracker.rule.id))
                by = answer.total or 0
            now = trackers.value(decision.state, decision.book, effect.tracker)
            return now + (by if isinstance(effect, AddTo) else -by), rolled
        case _:
            assert_never(effect)


def come_to(
    decision: Decision, name: str, to: int, occasion: Occasion, rolled: Rolled | None = None
) -> Iterator[Consequence]:
    """Let a number or a pool come to so much, within its bounds; yield what follows."""
    tracker = decision.book.set.trackers[name]
    counts = tracker.counts
    was = trackers.value(decision.state, decision.book, name)
    to = within(counts, to)
    if to == was and rolled is None:
        return
    full = counts.full if isinstance(counts, Pool) else 0
    decision.record(
        TrackerChanged(
            name, tracker.name, was, to, rolled, full, occasion.ruled, at=decision.at, rule=occasion.rule,
            seen_by=_seen_by(tracker, occasion),
        )
    )  # fmt: skip
    if isinstance(counts, Number):
        yield from _cross(decision, name, counts, was, to)
    elif full and to == full:
        yield ThrowPool(name)
        yield Reset(name)


def within(counts: object, to: int) -> int:
    """Return a number as a count or a pool can have it."""
    match counts:
        case Pool(full=full):
            return max(0, min(to, full))
        case Number(least=least, most=most):
            to = to if least is None else max(to, least)
            return to if most is None else min(to, most)
        case _:
            return to


def _cross(decision: Decision, name: str, number: Number, was: int, to: int) -> Iterator[Consequence]:
    """Yield what the thresholds say that a count has come to from elsewhere, or passed on its way (T3)."""
    tracker = decision.book.set.trackers[name]
    for threshold in number.thresholds:
        band = band_of(threshold)
        if band.holds(to) and not band.holds(was):
            occasion = occasion_of(tracker)
            decision.record(
                TrackerReached(
                    name, tracker.name, threshold.name, at=decision.at, rule=occasion.rule,
                    seen_by=occasion.seen_by,
                )
            )  # fmt: skip
            yield from threshold.do


def throw_interval(decision: Decision, name: str, occasion: Occasion) -> Iterator[Consequence]:
    """Settle how long it is until an interval is met; where a table says it, yield the roll on that."""
    tracker = decision.book.set.trackers[name]
    interval = tracker.counts
    if not isinstance(interval, Interval):
        return
    if interval.table:
        yield RollTable(interval.table)
        return
    answer, rolled = decision.roll(Throw(tracker.name, interval.dice, (), tracker.rule.id))
    _settle(decision, name, decision.book.duration(interval.each) * (answer.total or 1), occasion, rolled)


def _settle(
    decision: Decision, name: str, lasts: Duration, occasion: Occasion, rolled: Rolled | None = None
) -> None:
    tracker = decision.book.set.trackers[name]
    decision.record(
        IntervalThrown(
            name, tracker.name, lasts, rolled, at=decision.at, rule=occasion.rule,
            seen_by=_seen_by(tracker, occasion),
        )
    )  # fmt: skip


def count_time(decision: Decision, name: str, spent: Duration, occasion: Occasion) -> None:
    """Record that so much time is on a budget or an interval now."""
    tracker = decision.book.set.trackers[name]
    whole = trackers.lasts(decision.state, decision.book, name)
    decision.record(
        TimeCounted(
            name, tracker.name, spent, whole, occasion.ruled, at=decision.at, rule=occasion.rule,
            seen_by=_seen_by(tracker, occasion),
        )
    )  # fmt: skip


def leave(decision: Decision) -> None:
    """Keep the time that was counted in the scene which the party leaves now."""
    for name in decision.book.timed.get(decision.state.place.scene, ()):
        spent = trackers.spent(decision.state, decision.book, name, decision.at)
        if spent:
            count_time(decision, name, spent, occasion_of(decision.book.set.trackers[name]))


def rested(decision: Decision, activity: Activity, since: Instant) -> None:
    """Let a rest that began then pay its budgets back, which did not run meanwhile: to nothing at best."""
    for name, times in activity.pays.items():
        counted = trackers.spent(decision.state, decision.book, name, since)
        left = counted - (decision.at - since) * times
        if counted or name in decision.book.timed.get(decision.state.place.scene, ()):
            count_time(decision, name, max(left, NO_TIME), occasion_of(decision.book.set.trackers[name]))


def next_mark(decision: Decision, name: str) -> Instant | None:
    """Return when a budget or an interval of this scene is met next; ``None`` while it does not run."""
    resting = decision.resting is not None and name in decision.resting.pays
    if resting or name not in decision.book.timed.get(decision.state.place.scene, ()):
        return None
    return trackers.due(decision.state, decision.book, name, decision.at)


def reach(decision: Decision, name: str) -> Iterator[Consequence]:
    """Let a budget or an interval be met; yield what follows, for an interval last that it is thrown anew."""
    tracker = decision.book.set.trackers[name]
    counts = tracker.counts
    if not isinstance(counts, Budget | Interval):
        return
    occasion = occasion_of(tracker)
    decision.record(
        TrackerReached(
            name, tracker.name, counts.name, anew=True, at=decision.at, rule=occasion.rule,
            seen_by=occasion.seen_by,
        )
    )  # fmt: skip
    yield from counts.do
    if isinstance(counts, Interval):
        yield Reset(name)


def _seen_by(tracker: Tracker, occasion: Occasion) -> Audience:
    return "referee" if tracker.secret else occasion.seen_by

"""Tracking: how effects, rest and the clock change trackers, and the consequences.

Consequences are yielded, one effect at a time, and carried out by whichever mechanism declares them. A chain
of effects ends, because a checked rule set has no circle of them.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, assert_never

from turnkeeper.chance.throws import Throw
from turnkeeper.play.clock import checks, trackers
from turnkeeper.play.clock.trackers import IntervalThrown, Point, TimeCounted, TrackerChanged, TrackerReached
from turnkeeper.play.kernel.event import Audience, Rolled
from turnkeeper.play.kernel.mechanism import Mechanism, Occasion, carries
from turnkeeper.rules.model.procedures import AddTo, Reset, RollTable, SetTo, TakeFrom, ThrowPool, band_of
from turnkeeper.rules.model.trackers import Budget, DieTracker, Interval, NumberTracker, PoolTracker, Tracker
from turnkeeper.time import NO_TIME, Duration, Instant, Rank

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnkeeper.play.kernel.decision import Decision
    from turnkeeper.rules.model.conduct import Activity
    from turnkeeper.rules.model.procedures import Consequence
    from turnkeeper.rules.model.trackers import Counts

    Change = AddTo | TakeFrom | SetTo | Reset


OLDEST = 1_000_000
"""Trackers of time come before the procedures of an instant: their numbers begin this far below 0."""


def occasion_of(tracker: Tracker, cause: str = "", *, ruled: bool = False) -> Occasion:
    """Return the occasion of a tracker's own consequences."""
    return Occasion(tracker.rule.id, "referee" if tracker.secret else "table", cause, ruled=ruled)


def change(decision: Decision, effect: Change, occasion: Occasion) -> Iterator[Consequence]:
    """Change a tracker as an effect says; yield each consequence when it is to happen."""
    name = effect.tracker
    tracker = decision.book.set.trackers[name]
    match tracker.counts:
        case NumberTracker() | PoolTracker() | DieTracker():
            to, rolled = _moved(decision, effect, tracker)
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


def _moved(decision: Decision, effect: Change, tracker: Tracker) -> tuple[int, Rolled | None]:
    """Return the new value of a number, a pool or a die before its bounds apply, and its dice, if any."""
    match effect:
        case SetTo(to=to):
            return to, None
        case Reset():
            return trackers.start(tracker.counts), None
        case AddTo() | TakeFrom():
            by, rolled = effect.count, None
            if effect.dice:
                answer, rolled = decision.roll(Throw(tracker.name, effect.dice, (), tracker.rule.id))
                by = answer.total or 0
            now = trackers.value(decision.state, decision.book, effect.tracker)
            return moved_by(tracker.counts, now, by if isinstance(effect, AddTo) else -by), rolled
        case _:
            assert_never(effect)


def moved_by(counts: Counts, now: int, by: int) -> int:
    """Return a number or a pool after a change by a number, or a die after as many steps."""
    return counts.stepped(now, by) if isinstance(counts, DieTracker) else now + by


def come_to(
    decision: Decision, name: str, to: int, occasion: Occasion, rolled: Rolled | None = None
) -> Iterator[Consequence]:
    """Change a number, a pool or a die to a value, within its bounds; yield the consequences."""
    tracker = decision.book.set.trackers[name]
    counts = tracker.counts
    was = trackers.value(decision.state, decision.book, name)
    to = within(counts, to)
    if to == was and rolled is None:
        return
    full = counts.full if isinstance(counts, PoolTracker) else 0
    decision.record(
        TrackerChanged(
            name, tracker.name, was, to, rolled, full, occasion.ruled, rule=occasion.rule,
            seen_by=_seen_by(tracker, occasion),
        )
    )  # fmt: skip
    if isinstance(counts, NumberTracker):
        yield from _cross(decision, name, counts, was, to)
    elif full and to == full:
        yield ThrowPool(name)
        yield Reset(name)
    elif isinstance(counts, DieTracker) and was and not to:
        own = occasion_of(tracker)
        decision.record(TrackerReached(name, tracker.name, counts.name, rule=own.rule, seen_by=own.seen_by))
        yield from counts.do


def within(counts: object, to: int) -> int:
    """Return a value limited to the bounds of a number or a pool, or to the dice that there are."""
    match counts:
        case DieTracker():
            return counts.within(to)
        case PoolTracker(full=full):
            return max(0, min(to, full))
        case NumberTracker(least=least, most=most):
            to = to if least is None else max(to, least)
            return to if most is None else min(to, most)
        case _:
            return to


def _cross(decision: Decision, name: str, number: NumberTracker, was: int, to: int) -> Iterator[Consequence]:
    """Yield the effects of the thresholds that a number has newly reached (T3)."""
    tracker = decision.book.set.trackers[name]
    for threshold in number.thresholds:
        band = band_of(threshold)
        if band.holds(to) and not band.holds(was):
            occasion = occasion_of(tracker)
            decision.record(
                TrackerReached(
                    name, tracker.name, threshold.name, rule=occasion.rule,
                    seen_by=occasion.seen_by,
                )
            )  # fmt: skip
            yield from threshold.do


def throw_interval(decision: Decision, name: str, occasion: Occasion) -> Iterator[Consequence]:
    """Settle the length of an interval; where a table gives it, yield the roll on that table."""
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
            name, tracker.name, lasts, rolled, rule=occasion.rule,
            seen_by=_seen_by(tracker, occasion),
        )
    )  # fmt: skip


def count_time(decision: Decision, name: str, spent: Duration, occasion: Occasion) -> None:
    """Record the time spent on a budget or an interval now."""
    tracker = decision.book.set.trackers[name]
    whole = trackers.lasts(decision.state, decision.book, name)
    decision.record(
        TimeCounted(
            name, tracker.name, spent, whole, occasion.ruled, rule=occasion.rule,
            seen_by=_seen_by(tracker, occasion),
        )
    )  # fmt: skip


def leave(decision: Decision) -> None:
    """Keep the time counted in the scene that the party leaves now."""
    for name in decision.book.timed.get(decision.state.place.scene, ()):
        spent = trackers.spent(decision.state, decision.book, name, decision.at)
        if spent:
            count_time(decision, name, spent, occasion_of(decision.book.set.trackers[name]))


def rested(decision: Decision, activity: Activity, since: Instant, counts: Activity | None) -> None:
    """Reduce the budgets that a rest pays back, at best to no time; they did not run during it.

    It pays back what it ``counts`` as does: a rest that was lost, only what a lesser one does.
    """
    for name in activity.pays:
        times = 0 if counts is None else counts.pays.get(name, 0)
        counted = trackers.spent(decision.state, decision.book, name, since)
        left = counted - (decision.at - since) * times
        if counted or name in decision.book.timed.get(decision.state.place.scene, ()):
            count_time(decision, name, max(left, NO_TIME), occasion_of(decision.book.set.trackers[name]))


def moved(decision: Decision, pace: str, took: Duration) -> None:
    """Count what a move at a pace adds to trackers: one for each whole length of it."""
    moves = decision.book.set.paces.get(pace)
    for name, each in () if moves is None else moves.counts.items():
        times = took // decision.book.duration(each)
        if times:
            effect = AddTo(name, count=times)
            _change(decision, effect, occasion_of(decision.book.set.trackers[name]))


def next_mark(decision: Decision, name: str) -> Instant | None:
    """Return when a budget or an interval of this scene next ends; ``None`` while it does not run."""
    resting = decision.all_resting is not None and name in decision.all_resting.pays
    if resting or name not in decision.book.timed.get(decision.state.place.scene, ()):
        return None
    return trackers.due(decision.state, decision.book, name, decision.at)


def reach(decision: Decision, name: str) -> Iterator[Consequence]:
    """End a budget or an interval; yield the consequences, for an interval last the throw of a new length."""
    tracker = decision.book.set.trackers[name]
    counts = tracker.counts
    if not isinstance(counts, Budget | Interval):
        return
    occasion = occasion_of(tracker)
    decision.record(
        TrackerReached(
            name, tracker.name, counts.name, anew=True, rule=occasion.rule,
            seen_by=occasion.seen_by,
        )
    )  # fmt: skip
    yield from counts.do
    if isinstance(counts, Interval):
        yield Reset(name)


def _seen_by(tracker: Tracker, occasion: Occasion) -> Audience:
    return "referee" if tracker.secret else occasion.seen_by


def schedule(decision: Decision, _start: Instant, _until: Instant) -> None:
    """Schedule the end of each tracker of time of this scene, before the procedures of its instant."""
    for name in decision.book.timed.get(decision.state.place.scene, ()):
        _book_tracker(decision, name)


def _book_tracker(decision: Decision, name: str) -> None:
    """Schedule the end of a tracker of time; an interval that has no length yet is thrown."""
    if decision.walk is None:
        return
    if trackers.unsettled(decision.state, decision.book, name, decision.at):
        tracker = decision.book.set.trackers[name]
        follow(decision, name, throw_interval(decision, name, occasion_of(tracker)))
    due = next_mark(decision, name)
    if due is not None:
        begun = list(decision.book.set.trackers).index(name) - OLDEST
        last = decision.state.trackers.last(name)
        decision.schedule(due, Rank.CHECKS, begun, partial(_visit_tracker, name, last))


def _visit_tracker(name: str, booked: Point | None, decision: Decision) -> None:
    """End a tracker of time, unless it has changed since this was scheduled."""
    if decision.state.trackers.last(name) == booked:
        follow(decision, name, reach(decision, name))
        _book_tracker(decision, name)


def follow(decision: Decision, name: str, then: Iterable[Consequence], cause: str = "") -> None:
    """Carry out the consequences of a tracker's change, by its own rule."""
    occasion = occasion_of(decision.book.set.trackers[name], cause)
    for effect in then:
        decision.carry_out(effect, occasion)


def throw_pool(decision: Decision, name: str, occasion: Occasion) -> None:
    """Throw all the dice of a pool and carry out its table's entry; an empty pool may need no throw.

    A die is thrown that is left, and a low result makes it the next smaller one.
    """
    tracker = decision.book.set.trackers[name]
    if isinstance(tracker.counts, DieTracker):
        follow(decision, name, _throw_die(decision, name, tracker.counts, occasion), occasion.cause)
        return
    lookup = trackers.pool_lookup(decision.state, decision.book, name)
    if lookup is not None:
        seen_by = occasion_of(tracker).seen_by if tracker.secret else occasion.seen_by
        checks.roll_on(decision, lookup, tracker.name, Occasion(occasion.rule, seen_by, occasion.cause))


def _throw_die(decision: Decision, name: str, die: DieTracker, occasion: Occasion) -> Iterator[Consequence]:
    now, tracker = trackers.value(decision.state, decision.book, name), decision.book.set.trackers[name]
    if now:
        answer, rolled = decision.roll(Throw(tracker.name, f"1d{now}", (), tracker.rule.id))
        to = die.stepped(now, -1) if (answer.total or 0) <= die.low else now
        yield from come_to(decision, name, to, occasion, rolled)


def _change(decision: Decision, effect: Change, occasion: Occasion) -> None:
    follow(decision, effect.tracker, change(decision, effect, occasion), occasion.cause)
    _book_tracker(decision, effect.tracker)


def _throw(decision: Decision, effect: ThrowPool, occasion: Occasion) -> None:
    throw_pool(decision, effect.tracker, occasion)


MECHANISM = Mechanism(
    schedules=schedule,
    effects=(
        carries(AddTo, _change),
        carries(TakeFrom, _change),
        carries(SetTo, _change),
        carries(Reset, _change),
        carries(ThrowPool, _throw),
    ),
)

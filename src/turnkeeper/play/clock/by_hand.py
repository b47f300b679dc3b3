"""Trackers by hand: the referee changes one, throws a pool, or rules its value.

The consequences in the rule set follow as if a procedure had made the change.
"""

from __future__ import annotations

from turnkeeper.play.clock import trackers, tracking
from turnkeeper.play.clock.tracking import follow, throw_pool
from turnkeeper.play.kernel.decision import Decision, closest, refuse, rule_out
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.event import Command
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.model.trackers import Budget, DieTracker, Interval, PoolTracker, Tracker
from turnkeeper.time import NO_TIME, Duration

BOUND = 1_000_000


class ChangeTracker(Command, frozen=True, tag="tracker"):
    """Change something that the rule set keeps count of; what its thresholds say follows."""

    tracker: str
    by: int


class ThrowTracker(Command, frozen=True, tag="throw-pool"):
    """Throw all the dice of a pool, which stay in it; or a die that may come out smaller."""

    tracker: str


class RuleTracker(Command, frozen=True, tag="rule-tracker"):
    """Set a number, the dice in a pool, or the time left of a budget or an interval."""

    tracker: str
    to: int | None = None
    left: Duration | None = None


def _meant(decision: Decision, said: str) -> tuple[str, Tracker]:
    """Return the key and the tracker of a name or key; refuses for an unknown one."""
    known = decision.book.set.trackers
    if not known:
        rule_out(
            "no-trackers",
            "this rule set keeps count of nothing",
            "note it, or add [trackers.NAME] to its file",
        )
    words = {word.casefold(): key for key, one in known.items() for word in (one.name, key)}
    key = words.get(said.casefold())
    if key is None:
        hint = closest(said, words, "one of " + ", ".join(one.name for one in known.values()))
        refuse("unknown-tracker", f"there is no tracker {said!r}", hint)
    return key, known[key]


def _counted(decision: Decision, key: str, tracker: Tracker, to: int) -> int:
    """Return the value if a tracker can take it; refuses for any other, and for trackers of time."""
    if isinstance(tracker.counts, Budget | Interval):
        refuse("tracker", f"{tracker.name} counts time", f"rule tracker {tracker.name} 1 h left")
    fits = tracking.within(tracker.counts, to)
    if fits != to or abs(to) > BOUND:
        hint = f"rule tracker {tracker.name} {max(-BOUND, min(fits, BOUND))}"
        refuse("number", f"{tracker.name} cannot come to {to}", hint)
    if to == trackers.value(decision.state, decision.book, key):
        refuse("same", f"{tracker.name} is at {to} already")
    return to


def _change(decision: Decision, command: ChangeTracker) -> None:
    key, tracker = _meant(decision, command.tracker)
    if isinstance(tracker.counts, Budget | Interval):
        refuse("tracker", f"{tracker.name} counts time", f"rule tracker {tracker.name} 1 h left")
    if not command.by:
        refuse("number", "that changes nothing", f"tracker {tracker.name} +1")
    now = trackers.value(decision.state, decision.book, key)
    to = tracking.within(tracker.counts, tracking.moved_by(tracker.counts, now, command.by))
    if to == now or abs(to) > BOUND:
        hint = f"rule tracker {tracker.name} {tracking.within(tracker.counts, 0)}"
        refuse("number", f"{tracker.name} is at {now} and goes no further", hint)
    follow(decision, key, tracking.come_to(decision, key, to, tracking.occasion_of(tracker)))


def _throw(decision: Decision, command: ThrowTracker) -> None:
    key, tracker = _meant(decision, command.tracker)
    if not isinstance(tracker.counts, PoolTracker | DieTracker):
        pools = [*trackers.pools(decision.state, decision.book)]
        hint = f"throw pool {pools[0]}" if pools else "this rule set has no pool"
        refuse("no-pool", f"{tracker.name} is no pool of dice", hint)
    if isinstance(tracker.counts, DieTracker):
        empty = not trackers.value(decision.state, decision.book, key)
    else:
        empty = trackers.pool_lookup(decision.state, decision.book, key) is None
    if empty:
        refuse("empty", f"no die is left of {tracker.name}", f"tracker {tracker.name} +1")
    throw_pool(decision, key, tracking.occasion_of(tracker))


def _rule(decision: Decision, command: RuleTracker) -> None:
    key, tracker = _meant(decision, command.tracker)
    occasion = tracking.occasion_of(tracker, ruled=True)
    if command.left is not None:
        _rule_left(decision, key, tracker, command.left)
        return
    to = _counted(decision, key, tracker, command.to or 0)
    follow(decision, key, tracking.come_to(decision, key, to, occasion))


def _rule_left(decision: Decision, key: str, tracker: Tracker, left: Duration) -> None:
    if not isinstance(tracker.counts, Budget | Interval):
        refuse("tracker", f"{tracker.name} counts no time", f"rule tracker {tracker.name} 1")
    whole = trackers.lasts(decision.state, decision.book, key)
    if whole == NO_TIME:
        refuse("not-thrown", f"{tracker.name} is thrown when time passes", "next")
    if not NO_TIME < left <= whole:
        said = decision.book.scale.say(whole)
        refuse(
            "length",
            f"{tracker.name} has more than nothing left, and {said} at most",
            f"rule tracker {tracker.name} {said} left",
        )
    tracking.count_time(decision, key, whole - left, tracking.occasion_of(tracker, ruled=True))


MECHANISM = Mechanism(
    group="Trackers",
    commands=(
        declare(
            ChangeTracker,
            _change,
            says="tracker {tracker:what} {by:signed}",
            heard=(
                "add|raise|change {by:signed} [to] {tracker:what}",
                "{tracker:what} {by:signed}",
            ),
            examples=("tracker tension pool +1", "tracker underclock -2"),
            completes={"tracker": trackers.counted},
        ),
        declare(
            ThrowTracker,
            _throw,
            serves=lambda book: any(
                isinstance(one.counts, PoolTracker | DieTracker) for one in book.set.trackers.values()
            ),
            says="throw pool {tracker:what}",
            heard=("roll|throw [pool] {tracker:what}",),
            examples="throw pool tension pool",
            completes={"tracker": trackers.pools},
        ),
        declare(
            RuleTracker,
            _rule,
            group="Rulings",
            says=(
                "rule tracker {tracker:what} {left:length} left",
                "rule tracker {tracker:what} {to:number}",
            ),
            examples=("rule tracker tension pool 3", "rule tracker next encounter 30 min left"),
            completes={"tracker": trackers.names},
            labels={"to": "To what number"},
        ),
    ),
    serves=lambda book: bool(book.set.trackers),
)

"""By hand: what the referee does to trackers: changes them, throws a pool, or rules where they stand.

Whatever a tracker comes to in this way is followed by what the rule set says, as if a procedure had done it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.play import trackers, tracking
from turnkeeper.play.checks import follow, throw_pool
from turnkeeper.play.course import closest, refuse
from turnkeeper.play.declare import declare
from turnkeeper.play.event import Command, Happening
from turnkeeper.rules.trackers import Budget, Interval, Number, Pool
from turnkeeper.time import NO_TIME, Duration

if TYPE_CHECKING:
    from turnkeeper.play.course import Course
    from turnkeeper.rules.trackers import Tracker

BOUND = 1_000_000


class ChangeTracker(Command, frozen=True, tag="tracker"):
    """Change a number, or the dice in a pool, by so much."""

    tracker: str
    by: int


class ThrowTracker(Command, frozen=True, tag="throw-pool"):
    """Throw all the dice of a pool."""

    tracker: str


class RuleTracker(Command, frozen=True, tag="rule-tracker"):
    """Set a number or the dice in a pool, or what is left of a budget or an interval."""

    tracker: str
    to: int | None = None
    left: Duration | None = None


def _meant(course: Course, said: str) -> tuple[str, Tracker]:
    """Return the tracker that is meant, by its key or by what people call it."""
    known = course.book.set.trackers
    if not known:
        refuse(
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


def _counted(course: Course, key: str, tracker: Tracker, to: int) -> int:
    """Return a number that a tracker can come to; refuses for any other, and for what counts time."""
    if isinstance(tracker.counts, Budget | Interval):
        refuse("tracker", f"{tracker.name} counts time", f"rule tracker {tracker.name} 1 h left")
    fits = tracking.within(tracker.counts, to)
    if fits != to or abs(to) > BOUND:
        hint = f"rule tracker {tracker.name} {max(-BOUND, min(fits, BOUND))}"
        refuse("number", f"{tracker.name} cannot come to {to}", hint)
    if to == trackers.value(course.state, course.book, key):
        refuse("same", f"{tracker.name} is at {to} already")
    return to


def _change(course: Course, command: ChangeTracker) -> None:
    key, tracker = _meant(course, command.tracker)
    if isinstance(tracker.counts, Budget | Interval):
        refuse("tracker", f"{tracker.name} counts time", f"rule tracker {tracker.name} 1 h left")
    if not command.by:
        refuse("number", "that changes nothing", f"tracker {tracker.name} +1")
    now = trackers.value(course.state, course.book, key)
    to = tracking.within(tracker.counts, now + command.by)
    if to == now or abs(to) > BOUND:
        refuse("number", f"{tracker.name} is at {now} and goes no further", f"rule tracker {tracker.name} 0")
    follow(course, key, tracking.come_to(course, key, to, tracking.occasion_of(tracker)))


def _throw(course: Course, command: ThrowTracker) -> None:
    key, tracker = _meant(course, command.tracker)
    if not isinstance(tracker.counts, Pool):
        pools = [one.name for one in course.book.set.trackers.values() if isinstance(one.counts, Pool)]
        hint = f"throw pool {pools[0]}" if pools else "this rule set has no pool"
        refuse("no-pool", f"{tracker.name} is no pool of dice", hint)
    if trackers.pool_lookup(course.state, course.book, key) is None:
        refuse("empty", f"no die is in the {tracker.name}", f"tracker {tracker.name} +1")
    throw_pool(course, key, tracking.occasion_of(tracker))


def _rule(course: Course, command: RuleTracker) -> None:
    key, tracker = _meant(course, command.tracker)
    occasion = tracking.occasion_of(tracker, ruled=True)
    if command.left is not None:
        _rule_left(course, key, tracker, command.left)
        return
    to = _counted(course, key, tracker, command.to or 0)
    follow(course, key, tracking.come_to(course, key, to, occasion))


def _rule_left(course: Course, key: str, tracker: Tracker, left: Duration) -> None:
    if isinstance(tracker.counts, Number | Pool):
        refuse("tracker", f"{tracker.name} counts no time", f"rule tracker {tracker.name} 1")
    whole = trackers.lasts(course.state, course.book, key)
    if whole == NO_TIME:
        refuse("not-thrown", f"{tracker.name} is thrown when time passes", "next")
    if not NO_TIME < left <= whole:
        said = course.book.scale.say(whole)
        refuse(
            "length",
            f"{tracker.name} has more than nothing left, and {said} at most",
            f"rule tracker {tracker.name} {said} left",
        )
    tracking.count_time(course, key, whole - left, tracking.occasion_of(tracker, ruled=True))


EVENTS: tuple[Happening, ...] = ()
COMMANDS = (
    declare(
        ChangeTracker,
        _change,
        group="Trackers",
        help="Change something that the rule set keeps count of; what its thresholds say follows.",
        says="tracker {tracker:what} {by:signed}",
        examples=("tracker tension pool +1", "tracker underclock -2"),
    ),
    declare(
        ThrowTracker,
        _throw,
        group="Trackers",
        help="Throw all the dice of a pool; they stay in it.",
        says="throw pool {tracker:what}",
        examples="throw pool tension pool",
    ),
    declare(
        RuleTracker,
        _rule,
        group="Rulings",
        help="Set a number, the dice in a pool, or what is left of a budget of time or an interval.",
        says=("rule tracker {tracker:what} {left:length} left", "rule tracker {tracker:what} {to:number}"),
        examples=("rule tracker tension pool 3", "rule tracker next encounter 30 min left"),
    ),
)

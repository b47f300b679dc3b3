"""Trackers: the value of everything that a rule set counts, and the events that change it.

Numbers and pools keep their value. Budgets and intervals keep the time that had passed on them at an
instant, and the time passed since is computed. How effects and the clock change a tracker is in `tracking`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.kernel.essence import Outlook, Quantity
from turnkeeper.play.kernel.event import Event, Rolled, State, happens, quietly, together
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.book import Lookup, Rulebook
from turnkeeper.rules.model.trackers import Budget, Counts, DieTracker, Interval, NumberTracker, PoolTracker
from turnkeeper.time import NO_TIME, ORIGIN, Duration, Instant


class Point(Struct, frozen=True, array_like=True):
    """The value of a tracker at an instant: a number, dice, or milliseconds, ``of`` a whole for intervals."""

    at: Instant
    value: int
    of: int = 0


class Tracked(Struct, frozen=True, array_like=True):
    """A tracker of the rule set, and its latest value."""

    name: str
    point: Point


class Trackers(Struct, frozen=True, omit_defaults=True):
    """Every tracker that has ever changed, and since when time has passed in the current scene."""

    here: Instant = ORIGIN
    tracked: tuple[Tracked, ...] = ()

    def last(self, name: str) -> Point | None:
        """Return the latest value of a tracker, or ``None`` while it is as it began."""
        for one in self.tracked:
            if one.name == name:
                return one.point
        return None

    def moved(self, name: str, point: Point) -> Trackers:
        """Return the trackers with a new value of one of them."""
        if all(one.name != name for one in self.tracked):
            return replace(self, tracked=(*self.tracked, Tracked(name, point)))
        tracked = tuple(Tracked(name, point) if one.name == name else one for one in self.tracked)
        return replace(self, tracked=tracked)


class TrackerChanged(Event, frozen=True, tag="tracker-changed.1"):
    """A number or a pool changed, perhaps by dice; ``full`` is the most dice that a pool holds."""

    tracker: str
    called: str
    was: int
    to: int
    rolled: Rolled | None = None
    full: int = 0
    ruled: bool = False


class TrackerReached(Event, frozen=True, tag="tracker-reached.1"):
    """A tracker reached a threshold or its end; a tracker of time then begins ``anew``."""

    tracker: str
    called: str
    reached: str
    anew: bool = False


class IntervalThrown(Event, frozen=True, tag="interval-thrown.1"):
    """The length of an interval was settled; without dice where a table gives it."""

    tracker: str
    called: str
    lasts: Duration
    rolled: Rolled | None = None


class TimeCounted(Event, frozen=True, tag="time-counted.1"):
    """The time on a budget or an interval now is ``spent``, of its whole length."""

    tracker: str
    called: str
    spent: Duration
    of: Duration
    ruled: bool = False


# Current values


def value(state: State, book: Rulebook, name: str) -> int:
    """Return the value of a number, the dice in a pool, or the sides of a die that is left."""
    last = state.trackers.last(name)
    return start(book.set.trackers[name].counts) if last is None else last.value


def start(counts: Counts) -> int:
    """Return with what a number, a pool or a die begins."""
    match counts:
        case NumberTracker(start=start):
            return start
        case DieTracker(dice=dice):
            return dice[0]
        case _:
            return 0


def lasts(state: State, book: Rulebook, name: str) -> Duration:
    """Return the whole length of a budget or an interval; no time while an interval is not thrown."""
    counts, last = book.set.trackers[name].counts, state.trackers.last(name)
    if isinstance(counts, Budget):
        return book.duration(counts.lasts)
    return Duration(last.of) if last is not None else NO_TIME


def spent(state: State, book: Rulebook, name: str, at: Instant) -> Duration:
    """Return the time spent on a budget or an interval at an instant.

    A whole budget may have passed unseen while the clock was ruled forward: then it began anew.
    """
    kept, whole = _passed(state, book, name, at), lasts(state, book, name)
    budget = isinstance(book.set.trackers[name].counts, Budget)
    return kept % whole if budget and kept > whole else kept


def _passed(state: State, book: Rulebook, name: str, at: Instant) -> Duration:
    last = state.trackers.last(name)
    kept = NO_TIME if last is None else Duration(last.value)
    if name not in book.timed.get(state.place.scene, ()):
        return kept
    since = since_when(state, name)
    return kept + (at - since) if at > since else kept


def since_when(state: State, name: str) -> Instant:
    """Return since when time has passed on a tracker in the current scene."""
    last, here = state.trackers.last(name), state.trackers.here
    return here if last is None or last.at < here else last.at


def due(state: State, book: Rulebook, name: str, at: Instant) -> Instant | None:
    """Return when a budget or an interval ends if the party stays; ``None`` while it is not thrown."""
    whole = lasts(state, book, name)
    left = whole - spent(state, book, name, at)
    if whole == NO_TIME or left < NO_TIME:
        return None
    return at + (left if left > NO_TIME else whole)


def pool_lookup(state: State, book: Rulebook, name: str) -> Lookup | None:
    """Return the table of a pool prepared for all its dice; ``None`` when there are none to throw."""
    pool = book.set.trackers[name].counts
    dice = value(state, book, name)
    if not isinstance(pool, PoolTracker) or not (dice or pool.bare):
        return None
    usual, keeps = book.lookup(pool.table), "kl1" if pool.reads == "lowest" else "kh1"
    thrown = f"{dice or pool.bare}d{pool.sides}"
    return replace(usual, throw=replace(usual.throw, dice=thrown if thrown[:2] == "1d" else thrown + keeps))


def unsettled(state: State, book: Rulebook, name: str, at: Instant) -> bool:
    """Return whether an interval must be thrown: it never was, or it passed while the clock was ruled."""
    interval = isinstance(book.set.trackers[name].counts, Interval)
    return interval and spent(state, book, name, at) >= lasts(state, book, name)


def scene_entered(trackers: Trackers, at: Instant) -> Trackers:
    """Return the trackers with time passing in another scene from an instant on."""
    return replace(trackers, here=at)


def _with(state: State, event: Event, name: str, number: int, of: int = 0) -> State:
    moved = state.trackers.moved(name, Point(event.at, number, of))
    return replace(state, trackers=moved)


def _reached(state: State, event: TrackerReached) -> State:
    return _with(state, event, event.tracker, 0) if event.anew else state


def _tell_changed(event: TrackerChanged, book: Rulebook) -> str:
    ruling, rolled = "ruling: " if event.ruled else "", f" ({event.rolled})" if event.rolled else ""
    tracker = book.set.trackers.get(event.tracker)
    if tracker is not None and isinstance(tracker.counts, DieTracker):
        stays = "stays a" if event.to == event.was else f"{say_die(event.was)} to"
        return f"{ruling}{event.called}: {stays} {say_die(event.to)}{rolled}"
    if not event.full:
        return f"{ruling}{event.called}: {event.was} to {event.to}{rolled}"
    if event.to == 0:
        return f"{ruling}{event.called}: emptied{rolled}"
    return f"{ruling}{event.called}: {event.to} of {event.full} dice{rolled}"


def say_die(sides: int) -> str:
    """Return the die that is left as text.

    >>> say_die(8), say_die(0)
    ('d8', 'nothing')
    """
    return f"d{sides}" if sides else "nothing"


def _tell_reached(event: TrackerReached, _book: Rulebook) -> str:
    return f"{event.called}: {event.reached}"


def _as_often(event: TrackerReached, _book: Rulebook) -> Hashable:
    return event.called, event.reached


def _tell_as_often(events: Sequence[TrackerReached], book: Rulebook) -> str:
    return f"{_tell_reached(events[0], book)}, {len(events)} times"


def _tell_thrown(event: IntervalThrown, book: Rulebook) -> str:
    rolled = f" {event.rolled.shown}" if event.rolled else ""
    return f"{event.called}{rolled}: in {book.scale.say(event.lasts)}"


def _tell_counted(event: TimeCounted, book: Rulebook) -> str:
    ruling, spent = (
        "ruling: " if event.ruled else "",
        book.scale.say(event.spent) if event.spent else "nothing",
    )
    return f"{ruling}{event.called}: {spent} of {book.scale.say(event.of)}"


def names(_state: State, book: Rulebook) -> Iterable[str]:
    """Return the names of the trackers of a rule set."""
    return [one.name for one in book.set.trackers.values()]


def counted(_state: State, book: Rulebook) -> Iterable[str]:
    """Return the names of the trackers that count something other than time."""
    return [
        one.name for one in book.set.trackers.values() if isinstance(one.counts, NumberTracker | PoolTracker)
    ]


def pools(_state: State, book: Rulebook) -> Iterable[str]:
    """Return the names of the trackers that are pools of dice, or a die."""
    return [
        one.name for one in book.set.trackers.values() if isinstance(one.counts, PoolTracker | DieTracker)
    ]


def _essence(seen: Outlook) -> Hashable:
    """Return the values of the trackers; since when time passes matters only to trackers of time."""
    state, timed = seen.state.trackers, any(seen.book.timed.get(scene) for scene in seen.scenes)
    return seen.relative(state) if timed else tuple((one.name, one.point.value) for one in state.tracked)


def _observed(state: State, book: Rulebook, name: str) -> int | None:
    known = {one.casefold(): one for one in book.set.trackers}
    return value(state, book, known[name.casefold()]) if name.casefold() in known else None


MECHANISM = Mechanism(
    events=(
        happens(
            TrackerChanged,
            lambda state, event: _with(state, event, event.tracker, event.to),
            _tell_changed,
            quiet=quietly,
        ),
        happens(
            TrackerReached,
            _reached,
            _tell_reached,
            together=together(_as_often, _tell_as_often, aside=True, may_cause=lambda _event, _book: True),
        ),
        happens(
            IntervalThrown,
            lambda state, event: _with(state, event, event.tracker, 0, event.lasts.ms),
            _tell_thrown,
            quiet=quietly,
        ),
        happens(
            TimeCounted,
            lambda state, event: _with(state, event, event.tracker, event.spent.ms, event.of.ms),
            _tell_counted,
            quiet=quietly,
            trails=True,
        ),
    ),
    slices=("trackers",),
    essence=_essence,
    observables=(Quantity("tracker {name}", "the value of a number or pool of the rule set", _observed),),
)

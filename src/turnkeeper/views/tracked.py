"""What the rule set keeps count of, as the referee's status tells it, the secret ones marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from turnkeeper.play.clock import trackers as kept
from turnkeeper.rules.model.trackers import Budget, Interval, NumberTracker, PoolTracker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.time import Instant


def trackers(state: State, book: Rulebook) -> Iterator[str]:
    """Yield where each tracker of the rule set stands."""
    for name, tracker in book.set.trackers.items():
        secret = " (secret)" if tracker.secret else ""
        yield f"{tracker.name}: {stands(state, book, name)}{secret}"


def stands(state: State, book: Rulebook, name: str) -> str:
    """Return where a tracker stands: ``3 of 6 dice``, ``2 turns of 1 h``."""
    counts, say = book.set.trackers[name].counts, book.scale.say
    match counts:
        case NumberTracker():
            return str(kept.value(state, book, name))
        case PoolTracker(full=full):
            return f"{kept.value(state, book, name)} of {full} dice"
        case Budget() | Interval():
            whole = kept.lasts(state, book, name)
            spent = kept.spent(state, book, name, state.now)
            if not whole:
                return "not thrown yet"
            return f"{say(spent)} of {say(whole)}" if spent else f"nothing of {say(whole)}"
        case _:
            assert_never(counts)


def due(state: State, book: Rulebook) -> Iterator[tuple[Instant, str]]:
    """Yield when each budget and interval is met if the party stays where it is."""
    for name in book.timed.get(state.place.scene, ()):
        tracker = book.set.trackers[name]
        at = kept.due(state, book, name, state.now)
        if at is not None and isinstance(tracker.counts, Budget | Interval):
            yield at, f"{tracker.name}: {tracker.counts.name}"

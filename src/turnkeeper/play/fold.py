"""The fold: the state that a line of events leads to, also where the clock was set back on it.

A line is the events from the beginning to a head. Its state at an instant is that after the last of its
events that happened by then: events that the clock was set back over do not count, for what came after runs
on from there. Whatever folds does it here, so that an event that goes back finds the earlier state.
"""

from __future__ import annotations

from collections.abc import Sequence

from turnkeeper.play.clock_rulings import is_back
from turnkeeper.play.kernel.event import Event, Past
from turnkeeper.play.registry import evolve
from turnkeeper.play.state import State
from turnkeeper.time import Instant

NOTHING = State()


def happened_by(events: Sequence[Event], to: Instant) -> int:
    """Return the number of events up to the last that had happened by an instant."""
    return next((index for index in range(len(events), 0, -1) if events[index - 1].at <= to), 0)


def fold(events: Sequence[Event], state: State = NOTHING, past: Past | None = None) -> State:
    """Return the state after a sequence of events.

    ``past`` returns the states of the line before the first of them; without it they are the whole line from
    its beginning.
    """
    if not any(map(is_back, events)):
        for event in events:
            state = evolve(state, event)
        return state
    backs = {index: happened_by(events[:index], one.at) for index, one in enumerate(events) if is_back(one)}
    if past is None:
        backs = {index: max(1, kept) for index, kept in backs.items()}
    earlier = dict.fromkeys(backs.values(), NOTHING)
    for index, event in enumerate(events):
        if index in earlier:
            earlier[index] = state
        kept = backs.get(index)
        state = evolve(state, event, _always(earlier[kept]) if kept else past)
    return state


def _always(state: State) -> Past:
    return lambda _to: state

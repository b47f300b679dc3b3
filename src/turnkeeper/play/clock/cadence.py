"""When checks fall due by themselves: counted from entering the scene, by the clock's units, or once a day.

How often belongs to the area: where the referee said something else, that holds and not the rule set's
interval. This module must not know what a check is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.chance.notation import parse_dice
from turnkeeper.play.sky import seasons
from turnkeeper.time import NO_TIME, ORIGIN, Duration, Instant

if TYPE_CHECKING:
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Cadence, Rulebook
    from turnkeeper.rules.model.procedures import Procedure


class Paced(Struct, frozen=True, omit_defaults=True):
    """In this area a procedure falls due so often; without a length, never."""

    use: str
    every: Duration | None = None


def paced(state: State, use: str) -> Paced | None:
    """Return what the referee said of how often a procedure falls due here, if anything."""
    said = state.place.own.paced
    return next((one for one in said if one.use == use), None) if said else None


def every(state: State, cadence: Cadence) -> Duration | None:
    """Return how often it falls due here; ``None`` when it does not, or only once a day."""
    said = paced(state, cadence.name)
    return cadence.every if said is None else said.every


def next_due(state: State, book: Rulebook, cadence: Cadence, after: Instant) -> Instant | None:
    """Return when its length ends next after an instant, or its time of day comes; ``None`` for never."""
    if cadence.every is not None:
        due = next_end_ms(state, cadence, after.ms)
        return Instant(due) if due > after.ms else None
    if cadence.procedure.at and paced(state, cadence.name) is None:
        return seasons.next_time(state, book, cadence.procedure.at, after)
    return None


def next_end_ms(state: State, cadence: Cadence, after: int) -> int:
    """Return when its length ends next after an instant, in milliseconds; the instant itself for never."""
    length = every(state, cadence)
    if length is None:
        return after
    # One for every turn that passes, so that no instant is made of what is in milliseconds already.
    return after + length.ms - (after - counted_from(state, cadence).ms) % length.ms


def in_season(state: State, book: Rulebook, procedure: Procedure, at: Instant) -> bool:
    """Tell whether a procedure is checked in the season of an instant."""
    return not procedure.seasons or seasons.of(state, book, at) in procedure.seasons


def began(state: State, book: Rulebook, cadence: Cadence, at: Instant) -> Instant | None:
    """Return when the length began in which an instant lies: at a boundary, that instant itself.

    What is counted from a time of day began at the last one of the past day, unless its windows are all past.
    """
    if cadence.procedure.at and paced(state, cadence.name) is None:
        last = seasons.next_time(state, book, cadence.procedure.at, at - book.scale.day)
        return last if last is not None and last <= at < last + _windows(book, cadence) else None
    length = every(state, cadence)
    if length is None:
        return None
    return Instant(at.ms - (at.ms - counted_from(state, cadence).ms) % length.ms)


def _windows(book: Rulebook, cadence: Cadence) -> Duration:
    """Return the length of all the windows that dice can pick."""
    window = cadence.procedure.window
    return NO_TIME if window is None else book.duration(window.each) * parse_dice(window.dice).maximum


def counted_from(state: State, cadence: Cadence) -> Instant:
    """Return from when its lengths are counted: the beginning of the campaign, or entering the scene."""
    return ORIGIN if cadence.procedure.counted == "clock" else state.place.entered

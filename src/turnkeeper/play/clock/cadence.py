"""When checks fall due by themselves: counted from entering the scene, by the clock's units, or once a day.

The interval belongs to the area: what the referee set there replaces the rule set's interval. This module
must not know what a check is.
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
    """The interval at which a procedure falls due in this area; never without a length."""

    use: str
    every: Duration | None = None


def paced(state: State, use: str) -> Paced | None:
    """Return the interval that the referee set for a procedure here, or ``None``."""
    said = state.place.own.paced
    return next((one for one in said if one.use == use), None) if said else None


def every(state: State, cadence: Cadence) -> Duration | None:
    """Return the interval of a cadence here; ``None`` when it never falls due, or only once a day."""
    said = paced(state, cadence.name)
    return cadence.every if said is None else said.every


def next_due(state: State, book: Rulebook, cadence: Cadence, after: Instant) -> Instant | None:
    """Return when a cadence next falls due after an instant, or its time of day comes; ``None`` for never."""
    if cadence.every is not None:
        due = next_end_ms(state, cadence, after.ms)
        return Instant(due) if due > after.ms else None
    if cadence.procedure.at and paced(state, cadence.name) is None:
        return seasons.next_time(state, book, cadence.procedure.at, after)
    return None


def next_end_ms(state: State, cadence: Cadence, after: int) -> int:
    """Return the next end of an interval after an instant, in milliseconds; the instant itself for never."""
    length = every(state, cadence)
    if length is None:
        return after
    # Called for every turn that passes, so milliseconds are not wrapped in an instant.
    return after + length.ms - (after - counted_from(state, cadence).ms) % length.ms


def in_season(state: State, book: Rulebook, procedure: Procedure, at: Instant) -> bool:
    """Return whether a procedure is checked in the season of an instant."""
    return not procedure.seasons or seasons.of(state, book, at) in procedure.seasons


def began(state: State, book: Rulebook, cadence: Cadence, at: Instant) -> Instant | None:
    """Return the beginning of the interval that contains an instant: at a boundary, that instant itself.

    An interval counted from a time of day began at its last one within a day, unless its windows are all
    past.
    """
    if cadence.procedure.at and paced(state, cadence.name) is None:
        last = seasons.next_time(state, book, cadence.procedure.at, at - book.scale.day)
        return last if last is not None and last <= at < last + _windows(book, cadence) else None
    length = every(state, cadence)
    if length is None:
        return None
    return Instant(at.ms - (at.ms - counted_from(state, cadence).ms) % length.ms)


def _windows(book: Rulebook, cadence: Cadence) -> Duration:
    """Return the total length of the windows that the dice can pick from."""
    window = cadence.procedure.window
    return NO_TIME if window is None else book.duration(window.each) * parse_dice(window.dice).maximum


def counted_from(state: State, cadence: Cadence) -> Instant:
    """Return the instant that intervals are counted from: the campaign's beginning, or entering the scene."""
    return ORIGIN if cadence.procedure.counted == "clock" else state.place.entered

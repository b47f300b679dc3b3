"""What is coming, each at its instant and with what kind of thing it is: for the strip of the day.

The status lists the next few of these; a strip wants all of a stretch, those too that come again and again.
Nothing here happens: it is worked out from the state. It must not know how a strip is laid out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from msgspec import Struct

from turnkeeper.play.clock import cadence, windows
from turnkeeper.play.dungeon.burning import diced, left_by_clock
from turnkeeper.play.journey import marches
from turnkeeper.play.sky import seasons
from turnkeeper.rules.model.lights import ByClock, ByUsageDice, ByUsageDie
from turnkeeper.time import Instant, Rank
from turnkeeper.views import needs, tracked, wayfaring

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Cadence, Rulebook

Kind = Literal[
    "encounter", "light", "timer", "lapse", "need", "meal", "tracker", "check", "warning", "reminder",
    "march", "dusk", "dawn", "hour",
]  # fmt: skip
WEIGHT: tuple[Kind, ...] = get_args(Kind)
"""The kinds, the weightiest first: what a place of the strip where several coincide is shown as."""
MOST_AGAIN = 60
"""So many times at the most something that comes again is told of in one stretch."""
MOST_MARKS = 200


class Coming(Struct, frozen=True):
    """One thing that comes: when, what kind of thing, in words; ``again`` where it comes before that too."""

    at: Instant
    kind: Kind
    text: str
    again: bool = False


def coming(state: State, book: Rulebook, until: Instant, often: int) -> Iterator[Coming]:
    """Yield what comes after now up to an instant, in no order; of what comes each ``often`` or sooner, once.

    ``often`` is in milliseconds: what comes with every step of the scene is said once, and not drawn.
    """
    yield from _meetings(state)
    yield from _lights(state, book)
    yield from _timers(state, until, often)
    yield from _checks(state, book, until, often)
    yield from _rest(state, book)


def _meetings(state: State) -> Iterator[Coming]:
    for one in state.meetings:
        if one.arrives is not None and one.coming(state.now):
            yield Coming(one.arrives, "encounter", f"{one.what} enters")


def _lights(state: State, book: Rulebook) -> Iterator[Coming]:
    for one in state.lights.burning():
        burns = book.burns(book.set.lights[one.kind], one.burned[-1].scene)
        if isinstance(burns, ByClock):
            left = left_by_clock(book, one, book.duration(burns.lasts), state.now)
            yield Coming(state.now + left, "light", f"{one.called} goes out")
        elif isinstance(burns, ByUsageDice | ByUsageDie):
            every = book.duration(burns.every)
            left = every - diced(book, one, burns, state.now) % every
            yield Coming(state.now + left, "check", f"{one.called} is thrown for")


def _timers(state: State, until: Instant, often: int) -> Iterator[Coming]:
    found = 0
    for (ms, rank, which), _none in state.timers.marks.range((state.now.ms + 1, -1, -1)):
        timer = state.timers.live.get(which)
        if ms > until.ms or found >= MOST_MARKS:
            break
        if timer is None:
            continue
        found += 1
        if timer.every is not None:
            for again in _again(ms, timer.every.ms, until, often):
                yield Coming(Instant(again), "reminder", timer.called, again > ms)
        elif rank == Rank.ENDS:
            yield Coming(Instant(ms), "timer", f"{timer.called} ends")
        else:
            yield Coming(Instant(ms), "warning", f"{timer.called} ends soon")


def _again(first: int, every: int, until: Instant, often: int) -> Iterator[int]:
    """Yield when something comes that comes again and again; only once, where it comes too often."""
    last = first if every <= often else min(until.ms, first + every * MOST_AGAIN)
    yield from range(first, last + 1, every)


def _checks(state: State, book: Rulebook, until: Instant, often: int) -> Iterator[Coming]:
    for one in book.cadences.get(state.place.scene, ()):
        told = False
        for at in _dues(state, book, one, until, often):
            if at > state.now and cadence.in_season(state, book, one.procedure, at):
                yield Coming(at, "check", one.procedure.name, told)
                told = True


def _dues(state: State, book: Rulebook, one: Cadence, until: Instant, often: int) -> Iterator[Instant]:
    """Yield when a check is made: in its windows as far as they are settled, else as often as it is."""
    due = cadence.next_due(state, book, one, state.now)
    if one.procedure.window is not None:
        began = cadence.began(state, book, one, state.now)
        yield from () if began is None else windows.opening(state, one.name, began)
        return
    every = cadence.every(state, one)
    if due is not None and every is not None:
        yield from map(Instant, _again(due.ms, every.ms, until, often))
    elif due is not None:
        yield due


def always(state: State, book: Rulebook, often: int) -> Iterator[str]:
    """Yield the names of checks that come with every step, or more often than that."""
    for one in book.cadences.get(state.place.scene, ()):
        every = cadence.every(state, one)
        if every is not None and one.procedure.window is None and every.ms <= often:
            yield f"{one.procedure.name} each {book.scale.say(every).removeprefix('1 ')}"


def _rest(state: State, book: Rulebook) -> Iterator[Coming]:
    for at, text in needs.due(state, book):
        yield Coming(at, "meal" if text.startswith("a meal") else "need", text)
    for at, text in tracked.due(state, book):
        yield Coming(at, "tracker", text)
    for name in seasons.times(state, book):
        at_hour = seasons.next_time(state, book, name, state.now)
        if at_hour is not None:
            kind: Kind = "dawn" if name == seasons.DAWN else "dusk" if name == seasons.DUSK else "hour"
            yield Coming(at_hour, kind, name)
    for task in state.unfinished:
        if task.until is not None:
            yield Coming(task.until, "lapse", f"{task.what} can be resumed no longer")
    today = marches.marching(state, book) if wayfaring.under_way(state) is not None else None
    if today is not None and today.at_once:
        yield Coming(state.now + today.at_once, "march", "the day's march would be over")

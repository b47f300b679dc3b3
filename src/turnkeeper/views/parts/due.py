"""Things that fall due, each at its instant: the next few as a list, and all of a stretch for the strip.

Nothing here happens: it is worked out from the state.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from operator import attrgetter
from typing import Literal, get_args

from msgspec import Struct

from turnkeeper.play.clock import check_times, checks, trackers
from turnkeeper.play.dungeon.burning import time_left, until_thrown
from turnkeeper.play.journey import marches, whereabouts
from turnkeeper.play.party import provisions
from turnkeeper.play.sky import calendar_events, seasons
from turnkeeper.play.state import State
from turnkeeper.rules.book import Cadence, Rulebook
from turnkeeper.rules.model.trackers import Budget, Interval
from turnkeeper.spelling.plurals import does
from turnkeeper.time import Instant, Rank

Kind = Literal[
    "encounter", "light", "timer", "lapse", "need", "meal", "tracker", "check", "warning", "reminder",
    "march", "dusk", "dawn", "hour",
]  # fmt: skip
WEIGHT: tuple[Kind, ...] = get_args(Kind)
"""The kinds, the weightiest first: what a place of the strip where several coincide is shown as."""
MOST_DUE = 5
MOST_AGAIN = 60
"""The most times that something that comes again is told of in one stretch."""
MOST_MARKS = 200
MOST_DAYS_AHEAD = 40
"""The days ahead for which events of the calendar are told."""


class Coming(Struct, frozen=True):
    """One thing that comes: when, what kind of thing, in words; ``again`` where it comes before that too."""

    at: Instant
    kind: Kind
    text: str
    again: bool = False


class DueLine(Struct, frozen=True):
    """One of the next few things that come: what, when, in how long, and of which kind."""

    what: str
    at: str
    left: str
    kind: Kind = "hour"


def due(state: State, book: Rulebook) -> tuple[DueLine, ...]:
    """Return the next few things that come by themselves, the soonest first."""
    return tuple(islice(all_due(state, book), MOST_DUE))


def all_due(state: State, book: Rulebook) -> Iterator[DueLine]:
    """Yield everything that comes by itself, the soonest first, each the next time alone."""
    sources = (
        _next_timers(state),
        (Coming(at, "check", name) for at, name in checks.coming(state, book)),
        (one for one in _lights(state, book) if one.kind == "light"),
        _meetings(state),
        _settled(state, book),
        _calendar(state, book, state.now + book.scale.day * MOST_DAYS_AHEAD),
    )
    for one in sorted(chain.from_iterable(sources), key=attrgetter("at")):
        left = book.scale.plain.say(one.at - state.now) if one.at > state.now else "now"
        yield DueLine(one.text, book.scale.say_instant(one.at), left, one.kind)


def coming(state: State, book: Rulebook, until: Instant, often: int) -> Iterator[Coming]:
    """Yield all that is due after now up to an instant, unordered; what recurs each ``often`` or sooner once.

    ``often`` is in milliseconds: what comes with every step of the scene is said once, and not drawn.
    """
    yield from _meetings(state)
    yield from _lights(state, book)
    yield from _timers(state, until, often)
    yield from _checks(state, book, until, often)
    yield from _settled(state, book)
    yield from _calendar(state, book, until)
    for task in state.unfinished:
        if task.until is not None:
            yield Coming(task.until, "lapse", f"{task.what} can be resumed no longer")
    today = marches.marching(state, book) if whereabouts.under_way(state) is not None else None
    if today is not None and today.at_once:
        yield Coming(state.now + today.at_once, "march", "the day's march would be over")


def _meetings(state: State) -> Iterator[Coming]:
    for one in state.meetings:
        if one.arrives is not None and one.coming(state.now):
            yield Coming(one.arrives, "encounter", does(one.what, "enter"))
        elif one.reaches is not None and not one.fought:
            yield Coming(one.reaches, "encounter", f"{one.what}: here")


def _lights(state: State, book: Rulebook) -> Iterator[Coming]:
    for one in state.lights.burning():
        left, due = time_left(book, one, state.now), until_thrown(book, one, state.now)
        if left is not None:
            yield Coming(state.now + left, "light", f"{one.called} goes out")
        if due is not None:
            yield Coming(state.now + due, "check", f"{one.called} is thrown for")


def _calendar(state: State, book: Rulebook, until: Instant) -> Iterator[Coming]:
    for at, one in calendar_events.coming(state, book, until):
        yield Coming(at, "reminder", one.name)
        if one.check:
            yield Coming(at, "check", f"{one.check} ({one.name})")


def _next_timers(state: State) -> Iterator[Coming]:
    """Yield the next marks of timers, in the words of a list."""
    for (ms, _, which), _none in islice(state.timers.marks.range((state.now.ms + 1, -1, -1)), MOST_DUE):
        timer = state.timers.live.get(which)
        if timer is not None and timer.due is not None and timer.due.ms == ms:
            yield Coming(Instant(ms), "timer", f"{timer.called} ends")
        elif timer is not None:
            yield Coming(Instant(ms), "reminder", f"reminder: {timer.called}")


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
        dues = (at for at in _dues(state, book, one, until, often) if at > state.now)
        made = (at for at in dues if check_times.in_season(state, book, one.procedure, at))
        yield from (Coming(at, "check", one.procedure.name, number > 0) for number, at in enumerate(made))


def _dues(state: State, book: Rulebook, one: Cadence, until: Instant, often: int) -> Iterator[Instant]:
    """Yield when a check is made: in its windows as far as they are settled, else as often as it is."""
    due = check_times.next_due(state, book, one, state.now)
    if one.procedure.window is not None:
        began = check_times.began(state, book, one, state.now)
        yield from () if began is None else check_times.opening(state, one.name, began)
        return
    every = check_times.every(state, book, one)
    if due is not None and every is not None:
        yield from map(Instant, _again(due.ms, every.ms, until, often))
    elif due is not None:
        yield due


def always(state: State, book: Rulebook, often: int) -> Iterator[str]:
    """Yield the names of checks that come with every step of this season and weather, or more often."""
    for one in book.cadences.get(state.place.scene, ()):
        every = check_times.every(state, book, one)
        if not check_times.in_season(state, book, one.procedure, state.now):
            continue
        if every is not None and one.procedure.window is None and every.ms <= often:
            yield f"{one.procedure.name} each {book.scale.say(every).removeprefix('1 ')}"


def _settled(state: State, book: Rulebook) -> Iterator[Coming]:
    """Yield single occurrences: the next meal, provisions running out, trackers met, the hours of the day."""
    meal = provisions.next_meal(state, book)
    if meal is not None:
        meals = [(at, f"a meal is {what}") for at, what in zip(meal, ("due", "overdue"), strict=True)]
        yield from [Coming(at, "meal", text) for at, text in meals if at > state.now][:1]
    for lack in provisions.coming_lacks(state, book):
        if lack.began > state.now:
            whose = f"{', '.join(lack.who)} " if lack.who else ""
            yield Coming(lack.began, "need", f"no {lack.kind}: {whose}{lack.provision.condition}")
    for name in book.timed.get(state.place.scene, ()):
        tracker, at = book.set.trackers[name], trackers.due(state, book, name, state.now)
        if at is not None and isinstance(tracker.counts, Budget | Interval):
            yield Coming(at, "tracker", f"{tracker.name}: {tracker.counts.name}")
    for name in seasons.times(state, book):
        at = seasons.next_time(state, book, name, state.now)
        if at is not None:
            kind: Kind = "dawn" if name == seasons.DAWN else "dusk" if name == seasons.DUSK else "hour"
            yield Coming(at, kind, name)

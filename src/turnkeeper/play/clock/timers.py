"""Timers: a timer with a length ends by itself at its own instant; one without runs until ended.

A timer is a start and a length and never counts down. Its coming marks are kept in an ordered index, so that
an advance costs as much as falls due, not as much as is running.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import partial

from msgspec.structs import replace

from turnkeeper.play.clock import timer_words, when
from turnkeeper.play.clock.timer_words import CONDITIONS
from turnkeeper.play.clock.timing import MarkKey, Timer, Timers, names_to_last
from turnkeeper.play.kernel.decision import Decision, closest, refuse
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.essence import Outlook, timeless
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism, Occasion, carries
from turnkeeper.play.kernel.several import apart
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model import procedures
from turnkeeper.time import NO_TIME, Duration, Instant, Rank, SortedMap

MOST_LIVE = 100_000
LEAST_BETWEEN = Duration(1_000)
REST = "rest"
"""The ``until`` of a timer that lasts until a rest of any kind."""


class StartTimer(Command, frozen=True, tag="timer"):
    """Begin a timer in any unit; with no length it runs until you end it."""

    name: str
    lasts: Duration | None = None
    who: str = ""
    warn: Duration | None = None
    until: str = ""


class Remind(Command, frozen=True, tag="remind"):
    """Be reminded every so often."""

    every: Duration
    name: str


class EndTimer(Command, frozen=True, tag="end-timer"):
    """End a timer now, of everybody or of one."""

    name: str
    who: str = ""


class TimerStarted(Event, frozen=True, tag="timer-started.1"):
    """A timer began: ``lasts`` is ``None`` until ended, ``every`` is the interval of a reminder.

    ``until`` is what ends it where no length does, ``unbroken`` if it must be done in one go.
    """

    timer: int
    name: str
    lasts: Duration | None = None
    who: str = ""
    warn: Duration | None = None
    every: Duration | None = None
    until: str = ""
    unbroken: bool = False


class TimerWarned(Event, frozen=True, tag="timer-warned.1"):
    """A timer will end soon; ``left`` is the time it has left."""

    timer: int
    called: str
    left: Duration


class TimerRang(Event, frozen=True, tag="timer-rang.1"):
    """A reminder rang."""

    timer: int
    called: str


class TimerEnded(Event, frozen=True, tag="timer-ended.1"):
    """A timer ended, by itself or ``early`` by hand or by a rule."""

    timer: int
    called: str
    early: bool = False


def begin(decision: Decision, timer: Timer, rule: str = "") -> None:
    """Begin a timer; its marks join the walk if the clock is walking."""
    for length in (timer.lasts, timer.warn, timer.every):
        if length is not None and length <= NO_TIME:
            refuse("length", "a length of time must be more than nothing", "say it as 30 min")
    if len(decision.state.timers.live) >= MOST_LIVE:
        refuse("too-many-timers", f"{MOST_LIVE:,} timers are running already", "end some of them")
    decision.record(
        TimerStarted(
            timer.id, timer.name, timer.lasts, timer.who, timer.warn, timer.every, timer.until,
            timer.unbroken, rule=rule, seen_by=timer.seen_by,
        )
    )  # fmt: skip
    for key in timer.marks(decision.at):
        _book(decision, key)


def end_named(decision: Decision, name: str, rule: str = "", of: str = "") -> int:
    """End every running timer of a name now, or only those of one member; return their number."""
    found = [one for one in decision.state.timers.named(name) if of in {"", one.who}]
    for timer in found:
        decision.record(TimerEnded(timer.id, timer.called, early=True, rule=rule, seen_by=timer.seen_by))
    return len(found)


def schedule(decision: Decision, start: Instant, until: Instant) -> None:
    """Schedule what timers have due after ``start`` up to ``until``."""
    if not decision.state.timers.marks:
        return
    low, high = (start.ms + 1, -1, -1), (until.ms, Rank.STARTS, 1 << 62)
    for key, _ in decision.state.timers.marks.range(low, high):
        _book(decision, key)


def _book(decision: Decision, key: MarkKey) -> None:
    # Thousands may be scheduled in one advance, and the key is in milliseconds already: no instant is made.
    if decision.walk is not None:
        ms, rank, which = key
        decision.walk.book_ms(ms, rank, which, partial(_visit, key))


def _visit(key: MarkKey, decision: Decision) -> None:
    ms, rank, which = key
    timer = decision.state.timers.live.get(which)
    if timer is None or key not in decision.state.timers.marks:
        return
    at, due = Instant(ms), timer.due
    if rank == Rank.ENDS:
        decision.record(TimerEnded(which, timer.called, at=at, seen_by=timer.seen_by))
    elif timer.every is not None:
        decision.record(TimerRang(which, timer.called, at=at, seen_by=timer.seen_by))
        _book(decision, (ms + timer.every.ms, rank, which))
    elif due is not None:
        decision.record(TimerWarned(which, timer.called, due - at, at=at, seen_by=timer.seen_by))


def _start(decision: Decision, command: StartTimer) -> None:
    if command.warn is not None and (command.lasts is None or command.warn >= command.lasts):
        message = "a warning comes before the end, so it must be shorter than the timer"
        refuse("warning", message, "warn 1 turn")
    lasts = command.lasts
    if lasts is None:
        timer_words.require_no_length(decision, command.name)
    if command.until:
        lasts = when.instant_meant(decision, command.until) - decision.at
    people = decision.state.party
    for name in apart(command.who, lambda name: people.find(name) is not None):
        who = people.canonical(name)
        timer = Timer(decision.state.order, command.name, decision.at, lasts, who, command.warn)
        begin(decision, timer)


def _remind(decision: Decision, command: Remind) -> None:
    if NO_TIME < command.every < LEAST_BETWEEN:
        refuse("too-often", "a reminder rings once a second at most", f"remind {command.name} every 1 turn")
    begin(decision, Timer(decision.state.order, command.name, decision.at, every=command.every))


def _end(decision: Decision, command: EndTimer) -> None:
    who = decision.state.party.canonical(command.who)
    if not end_named(decision, command.name, of=who):
        running = [timer.called for timer in decision.state.timers.live.values()]
        nothing = "no timer is running" if not running else "status lists the timers that run"
        whose = f" for {who}" if who else ""
        hint = closest(command.name, running, nothing)
        refuse("no-timer", f"no timer {command.name!r} is running{whose}", hint)


def _started(state: State, event: TimerStarted) -> State:
    timers, marks = state.timers, state.timers.marks
    timer = Timer(
        event.timer, event.name, event.at, event.lasts, event.who, event.warn, event.every, event.seen_by,
        until=event.until, unbroken=event.unbroken,
    )  # fmt: skip
    for key in timer.marks(event.at):
        marks = marks.set(key, None)
    grown = replace(timers, live=timers.live.set(timer.id, timer), marks=marks)
    return replace(state, timers=grown, order=timer.id + 1)


def _warned(state: State, event: TimerWarned) -> State:
    marks = state.timers.marks.discard((event.at.ms, Rank.REMINDS, event.timer))
    return replace(state, timers=replace(state.timers, marks=marks))


def _rang(state: State, event: TimerRang) -> State:
    timers = state.timers
    timer = timers.live.get(event.timer)
    marks = timers.marks.discard((event.at.ms, Rank.REMINDS, event.timer))
    if timer is not None:
        for key in timer.marks(event.at):
            marks = marks.set(key, None)
    return replace(state, timers=replace(timers, marks=marks))


def _ended(state: State, event: TimerEnded) -> State:
    timers = state.timers
    timer = timers.live.get(event.timer)
    if timer is None:
        return state
    marks = timers.marks
    # A timer ended early at an instant at which it rang has its next mark after that ring.
    for key in (*timer.marks(Instant(event.at.ms - 1)), *timer.marks(event.at)):
        marks = marks.discard(key)
    return replace(state, timers=Timers(timers.live.discard(timer.id), marks))


def on_clock(timers: Timers, to: Instant) -> Timers:
    """Return the timers with the marks that come after the instant to which the clock was set."""
    marks = ((key, None) for one in timers.live.values() for key in one.marks(to))
    return replace(timers, marks=SortedMap.of(marks))


def ruled(timers: Timers, which: int, at: Instant, left: Duration) -> Timers:
    """Return the timers with the time left of one of them changed, counted from an instant."""
    timer = timers.live.get(which)
    if timer is None:
        return timers
    marks = timers.marks
    for key in timer.marks(at):
        marks = marks.discard(key)
    changed = replace(timer, lasts=at - timer.began + left)
    for key in changed.marks(at):
        marks = marks.set(key, None)
    return replace(timers, live=timers.live.set(which, changed), marks=marks)


def say_until(timer: Timer | TimerStarted) -> str:
    """Return the end of a timer without a length as text: ``until ended``, ``until a rest``."""
    if timer.until == REST:
        return "until a rest"
    return f"until {timer.until or 'ended'}{' in one go' * timer.unbroken}"


def _tell_started(event: TimerStarted, book: Rulebook) -> str:
    called = f"{event.name} ({event.who})" if event.who else event.name
    if event.every is not None:
        return f"reminder {called}: every {book.scale.say(event.every)}"
    lasts = say_until(event) if event.lasts is None else book.scale.say(event.lasts)
    return f"timer {called}: {lasts}"


def names(state: State, _book: Rulebook) -> Iterable[str]:
    """Return the names of the running timers."""
    return [timer.name for timer in state.timers.live.values()]


def _names_and_conditions(state: State, book: Rulebook) -> Iterable[str]:
    """Return the names that can be said to be over: of timers, and of all that could befall people."""
    return [*names(state, book), *CONDITIONS]


def _begin(decision: Decision, effect: procedures.StartTimerEffect, occasion: Occasion) -> None:
    book = decision.book
    lasts = book.duration(effect.lasts) if effect.lasts else None
    warn = book.duration(effect.warn) if effect.warn else None
    timer = Timer(
        decision.state.order, effect.timer, decision.at, lasts, warn=warn, until=effect.until,
        seen_by=occasion.seen_by, who=occasion.who if effect.until else "", unbroken=effect.unbroken,
    )  # fmt: skip
    if effect.each_level and lasts is not None:
        holder = decision.state.party.find(occasion.who)
        lasts *= occasion.times * (1 if holder is None else max(1, holder.level))
        timer = replace(
            timer, name=f"{effect.timer} {occasion.about}".rstrip(), lasts=lasts, who=occasion.who
        )
    people, timers = [one.name for one in decision.state.party.living], decision.state.timers
    for name in timers.unbound(timer, people) if effect.until else (timer.who,):
        begin(decision, replace(timer, id=decision.state.order, who=name), occasion.rule)


def _end_them(decision: Decision, effect: procedures.EndTimerEffect, occasion: Occasion) -> None:
    found = decision.state.party.find(occasion.about)
    end_named(decision, effect.timer, occasion.rule, "" if found is None else found.name)


def _essence(seen: Outlook) -> Hashable:
    """Return each running timer's end and ringing; when one without an end began does not matter."""
    timers = seen.state.timers
    return (
        tuple(
            (
                seen.rank(one.id),
                timeless(replace(one, id=0, began=seen.now)),
                None if one.due is None else seen.ago(one.due),
                None if one.every is None else seen.phase(one.began, one.every),
            )
            for one in timers.live.values()
        ),
        tuple((seen.now.ms - ms, rank, seen.rank(one)) for (ms, rank, one), _ in timers.marks.items()),
    )


MECHANISM = Mechanism(
    group="Timers",
    commands=(
        declare(
            StartTimer,
            _start,
            says=(
                "timer {name:name} {lasts:length} [for {who:several}] [warn {warn:length}]",
                "timer {name:name} until {until:until} [for {who:several}]",
                "timer {name:name} [for {who:several}]",
            ),
            heard=timer_words.STARTS,
            examples=(
                "timer bless 30 min for Varda warn 5 min",
                "timer blinded until dawn for Orlo",
                "timer curse for Orlo",
            ),
            completes={"name:what": lambda _state, _book: CONDITIONS},
            labels={"who": "For whom"},
            usual={"name": names_to_last},
        ),
        declare(
            Remind,
            _remind,
            says="remind {name:name} every {every:length}",
            heard=("remind|alert each|every {every:length} [to] [of] {name:name}",),
            examples="remind feed the mule every 1 day",
            usual={"name": ("eat and drink", "change the watch", "feed the animals")},
        ),
        declare(
            EndTimer,
            _end,
            says="end timer {name:name} [for {who:who}]",
            heard=timer_words.ENDS,
            examples=("end timer curse", "end timer bless for Varda"),
            completes={"name": names, "name:what": _names_and_conditions},
        ),
    ),
    events=(
        happens(TimerStarted, _started, _tell_started, trails=True),
        happens(
            TimerWarned,
            _warned,
            lambda event, book: f"timer {event.called}: {book.scale.say(event.left)} left",
        ),
        happens(TimerRang, _rang, lambda event, _book: f"reminder: {event.called}"),
        happens(
            TimerEnded,
            _ended,
            lambda event, _book: f"timer {event.called} " + ("ended" if event.early else "is over"),
        ),
    ),
    schedules=schedule,
    quietly=True,
    effects=(carries(procedures.StartTimerEffect, _begin), carries(procedures.EndTimerEffect, _end_them)),
    slices=("timers",),
    numbers=lambda state: state.timers.live.keys(),
    essence=_essence,
)
